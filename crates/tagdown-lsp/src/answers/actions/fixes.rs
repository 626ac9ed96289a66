//! Fixes of findings: one, all of a rule, all that are safe; and what to do about a rule that does not fit.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tagdown::rules::{self, Edit, Finding, Safety, Settings, fix, fix_one};
use tagdown::text::Span;

use super::action::{Action, Does, FIX_ALL, about, is_large};
use super::switch;
use crate::diagnostics::diagnostic;
use crate::edits::between;
use crate::findings::{is_safe, settings};
use crate::world::View;

/// How many findings of a selection get actions. A selected document may have thousands.
const MOST: usize = 50;

/// How many of them can be allowed, in an editor that wants all edits at once.
const FEW: usize = 5;

/// The actions for the findings that start in these lines.
pub(super) fn add(view: &View<'_>, lines: Span, actions: &mut Vec<Action>) {
    let checked = view.checked();
    let settings = settings(view.target);
    let here =
        |finding: &&Finding| lines.start <= finding.span.start && finding.span.start < lines.end.max(1);
    let most = if view.world.client.resolves { MOST } else { FEW };
    let found: Vec<&Finding> = checked.single.iter().filter(here).take(MOST).collect();
    for finding in &found {
        actions.extend(one(view, finding, &settings));
    }
    let rules: BTreeSet<&str> = found.iter().map(|finding| finding.rule).collect();
    for rule in &rules {
        let of_rule = checked.single.iter().filter(|finding| finding.rule == *rule && is_safe(finding));
        if of_rule.count() > 1 {
            let mut data = about(view, "fixAll");
            data["rule"] = json!(rule);
            let title = format!("Fix all `{rule}` in this document");
            actions.push(quick(title, None, Does::Later(data)));
        }
    }
    for finding in found.into_iter().take(most) {
        actions.extend(allow(view, finding));
    }
    if switch::file(view).is_some() {
        actions.extend(rules.into_iter().take(most).map(|rule| switch_off(view, rule)));
    }
}

fn quick(title: String, diagnostic: Option<Value>, does: Does) -> Action {
    Action { title, kind: "quickfix", is_preferred: false, diagnostic, does }
}

fn shown(view: &View<'_>, finding: &Finding) -> Option<Value> {
    serde_json::to_value(diagnostic(&view.open.uri, &view.places(), finding)).ok()
}

/// The fix of a finding.
fn one(view: &View<'_>, finding: &Finding, settings: &Settings) -> Option<Action> {
    let does = if is_large(view) {
        Does::Later(argument(view, "fix", finding))
    } else {
        Does::Edits(fix_one(view.document, settings, finding)?)
    };
    let title = capital(&finding.fix.as_ref()?.title);
    let is_safe = is_safe(finding);
    let title = if is_safe { title } else { format!("{title} (unsafe: review the result)") };
    Some(Action { is_preferred: is_safe, ..quick(title, shown(view, finding), does) })
}

/// A comment that allows a rule here, with a reason that the writer gives.
fn allow(view: &View<'_>, finding: &Finding) -> Option<Action> {
    if finding.rule == "unused-suppression" {
        return None;
    }
    let title = format!("Allow `{}` here, with a reason", finding.rule);
    let argument = argument(view, "allow", finding);
    if view.world.settings.prompts {
        return Some(quick(title, shown(view, finding), Does::Command("tagdown.allow", argument)));
    }
    Some(quick(title, shown(view, finding), Does::Later(argument)))
}

/// A line in the configuration that switches a rule off.
fn switch_off(view: &View<'_>, rule: &str) -> Action {
    let mut data = about(view, "off");
    data["rule"] = json!(rule);
    quick(format!("Switch off `{rule}` in tagdown.toml"), None, Does::Later(data))
}

/// What an action must know to find its finding again.
fn argument(view: &View<'_>, does: &str, finding: &Finding) -> Value {
    let mut argument = about(view, does);
    argument["rule"] = json!(finding.rule);
    argument["position"] = json!(view.range(finding.span).start);
    argument
}

/// The finding that the argument of an action describes.
fn described(view: &View<'_>, argument: &Value) -> Result<Finding, String> {
    let places = view.places();
    let is_it = |finding: &&Finding| {
        argument["rule"] == finding.rule && argument["position"] == json!(places.range(finding.span).start)
    };
    let checked = view.checked();
    checked.single.iter().find(is_it).cloned().ok_or_else(|| "the finding is gone".to_owned())
}

/// The edits that fix the finding that the argument of an action describes.
pub(super) fn fixed(view: &View<'_>, argument: &Value) -> Result<Vec<Edit>, String> {
    let edits = fix_one(view.document, &settings(view.target), &described(view, argument)?);
    edits.ok_or_else(|| "the fix would change how the document is read".to_owned())
}

/// The edits that allow the finding that the argument of an action describes.
pub(crate) fn allowed(view: &View<'_>, argument: &Value, reason: &str) -> Result<Vec<Edit>, String> {
    let finding = described(view, argument)?;
    if let Some(problem) = rules::reason_problem(reason) {
        return Err(format!("the reason cannot be used: {problem}"));
    }
    let edits = rules::allow_one(view.document, &settings(view.target), &finding, reason);
    edits.ok_or_else(|| "a comment would change how the document is read".to_owned())
}

/// All safe fixes.
pub(super) fn all(view: &View<'_>) -> Option<Action> {
    let has_fix = view.checked().single.iter().any(is_safe);
    let data = about(view, "fixAll");
    has_fix.then(|| Action {
        title: "Apply all safe fixes".to_owned(),
        kind: FIX_ALL,
        is_preferred: false,
        diagnostic: None,
        does: Does::Later(data),
    })
}

/// The edits of all safe fixes, or of those of one rule.
pub(super) fn all_fixed(view: &View<'_>, data: &Value) -> Result<Vec<Edit>, String> {
    let rule = data.get("rule").and_then(Value::as_str);
    let settings = settings(view.target).only(|one| rule.is_none_or(|rule| rule == one.name));
    let fixed = fix(&view.open.text, &settings, Safety::Safe);
    if !fixed.lost.is_empty() {
        return Err("not changed: a fix would drop words; please report this bug".to_owned());
    }
    Ok(between(&view.open.text, &fixed.text))
}

/// A title with a capital letter, as in a menu.
fn capital(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
