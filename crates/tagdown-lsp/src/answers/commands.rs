//! `workspace/executeCommand`: what actions and lenses start. The commands are a table, like the requests.

use serde_json::{Value, json};
use tagdown::document::FIELDS;
use tagdown_project::decisions::AllKept;
use tagdown_project::{clock, git};
use tagdown_write::author::{
    BugFields, Confirmation, Doubts, Promotion, Record, Target, lacking, promote, taken_out, unverified,
};
use tagdown_write::convert::{Layout, Options, convert};

use super::actions::allowed;
use super::view;
use crate::ask::{Ask, Refusal, Reply};
use crate::edits::{between, of_document};
use crate::findings::settings;
use crate::world::View;

/// A command: its name, whether it may take long, and what it does with an open document and its argument.
type Command = (&'static str, bool, fn(&Ask<'_>, &View<'_>, &Value) -> Reply);

/// All commands. The argument of each is an object with the `uri` of an open document.
pub(crate) const COMMANDS: &[Command] = &[
    ("tagdown.aiView", false, |_, view, _| view::show(view)),
    ("tagdown.status", false, |_, view, _| Ok(view::status(view))),
    ("tagdown.allow", false, |ask, view, argument| {
        let reason = text(argument, "reason");
        if reason.is_empty() && view.world.settings.prompts {
            return Ok(json!({"needs": {"reason": true}}));
        }
        let edits = allowed(view, argument, reason).map_err(Refusal::Failed)?;
        Ok(finish(ask, view, argument, of_document(view, &edits), json!({})))
    }),
    // It asks git for a name.
    ("tagdown.promote", true, confirm),
    ("tagdown.convert", true, convert_page),
];

fn named(params: &Value) -> &str {
    params.get("command").and_then(Value::as_str).unwrap_or_default()
}

fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|(known, ..)| *known == name)
}

/// Whether a command may take long.
pub(crate) fn is_long(params: &Value) -> bool {
    find(named(params)).is_some_and(|(_, is_long, _)| *is_long)
}

/// Runs a command.
pub(crate) fn answer(ask: &Ask<'_>) -> Reply {
    let name = named(ask.params);
    let (.., run) = find(name).ok_or_else(|| Refusal::Params(format!("unknown command: {name}")))?;
    let argument = ask.params.pointer("/arguments/0").unwrap_or(&Value::Null);
    let view = ask.view.as_ref();
    let view = view.ok_or_else(|| Refusal::Failed(format!("{name} needs the `uri` of an open document")))?;
    let version = argument.get("version").and_then(Value::as_i64);
    if version.is_some_and(|version| version != i64::from(view.open.version)) {
        return Err(Refusal::Failed("the document has changed since; try again".to_owned()));
    }
    run(ask, view, argument)
}

fn text<'a>(argument: &'a Value, key: &str) -> &'a str {
    argument.get(key).and_then(Value::as_str).unwrap_or_default().trim()
}

/// Has the editor make an edit, unless the argument says that it only wants to see it.
fn finish(ask: &Ask<'_>, view: &View<'_>, argument: &Value, edit: Value, mut result: Value) -> Value {
    if argument.get("apply") == Some(&json!(false)) || !view.world.client.applies {
        result["edit"] = edit;
    } else {
        ask.outbox.request("workspace/applyEdit", json!({"label": "tagdown", "edit": edit}));
    }
    result
}

/// `tagdown.promote`: confirms a claim, with the evidence for it.
fn confirm(ask: &Ask<'_>, view: &View<'_>, argument: &Value) -> Reply {
    let fail = Refusal::Failed;
    let address = text(argument, "address");
    let block = unverified(view.document, (!address.is_empty()).then_some(address)).map_err(fail)?.clone();
    let title = Some(text(argument, "title").to_owned()).filter(|title| !title.is_empty());
    let mut fields = BugFields::default();
    for field in FIELDS {
        fields.set(field.name, text(argument, &field.name.to_lowercase().replace(' ', "-")));
    }
    let is_bug = text(argument, "to") == "bug";
    let missing = if is_bug { lacking(view.document, &block, title.as_deref(), &fields) } else { Vec::new() };
    let to = if is_bug { Target::Bug { title, fields } } else { Target::Spec };
    let record = view.target.config.config.promote_record;
    let evidence = text(argument, "evidence");
    let removed = if missing.is_empty() { taken_out(view.document, &block, &to) } else { Vec::new() };
    let doubts = match text(argument, "doubts") {
        "remove" => Doubts::Remove,
        "keep" => Doubts::Keep,
        _ => Doubts::Refuse,
    };
    let needs_evidence = record != Record::Nothing && evidence.is_empty();
    let folder = view.open.path.as_ref().and_then(|path| path.parent());
    let by = Some(text(argument, "by").to_owned()).filter(|by| !by.is_empty());
    let by = by.or_else(|| git::user_name(folder?)).unwrap_or_default();
    let needs_name = record != Record::Nothing && by.is_empty();
    let needs_consent = doubts == Doubts::Refuse && !removed.is_empty();
    let is_ready = !needs_evidence && !needs_consent && missing.is_empty();
    if !is_ready || needs_name {
        let removed: Vec<Value> =
            removed.iter().map(|(line, words)| json!({"line": line, "text": words})).collect();
        let removed = if needs_consent { removed } else { Vec::new() };
        if view.world.settings.prompts {
            let needs =
                json!({"evidence": needs_evidence, "by": needs_name, "fields": missing, "removes": removed});
            return Ok(json!({ "needs": needs }));
        }
        if is_ready {
            return Err(fail("git has no user.name; pass `by` to name who confirms the claim".to_owned()));
        }
        return Err(fail(by_hand(view, &view.document.block_address(&block), is_bug)));
    }
    let confirmation = Confirmation { by: &by, date: &clock::date(), evidence };
    let promotion = Promotion { to, doubts, record, confirmation };
    let change = promote(&view.open.text, &block, &promotion, &settings(view.target)).map_err(fail)?;
    let edit = of_document(view, &between(&view.open.text, &change.output));
    Ok(finish(ask, view, argument, edit, json!({"address": change.address, "remarks": change.remarks})))
}

/// What to do in an editor that cannot ask.
fn by_hand(view: &View<'_>, address: &str, is_bug: bool) -> String {
    let path = view.open.path.as_ref().map_or("FILE".into(), |path| path.to_string_lossy());
    let to = if is_bug { " --to bug" } else { "" };
    format!(
        "to confirm the claim, state the evidence: tagdown promote '{path}#{address}'{to} --evidence '…'; an editor \
         that asks for it sets `prompts`, see docs/editors.md"
    )
}

/// `tagdown.convert`: converts a page without tags, as `tagdown convert` prints it.
fn convert_page(ask: &Ask<'_>, view: &View<'_>, argument: &Value) -> Reply {
    let kept = AllKept::load(std::slice::from_ref(view.target)).map_err(Refusal::Failed)?;
    let path = view.target.path.to_string_lossy();
    let settings = view.target.config.settings(&view.target.path);
    let options = Options {
        profile: tagdown::judgement::Profile::Balanced,
        layout: Layout::Place,
        bullets: false,
        version: None,
        file_name: &path,
        settings: &settings,
        decisions: kept.of(view.target),
        faq: false,
        lists_bullets: false,
    };
    let conversion = convert(&view.open.text, &options);
    if let Some(reason) = conversion.refused {
        return Err(Refusal::Failed(format!("not converted: {reason}")));
    }
    let edit = of_document(view, &between(&view.open.text, &conversion.output));
    let open = conversion.doubts.iter().filter(|doubt| doubt.decision.is_none());
    let doubts: Vec<Value> =
        open.map(|doubt| json!({"lines": doubt.lines, "kind": doubt.written.name()})).collect();
    let result = json!({"text": conversion.output, "doubts": doubts, "notices": conversion.notices});
    Ok(finish(ask, view, argument, edit, result))
}
