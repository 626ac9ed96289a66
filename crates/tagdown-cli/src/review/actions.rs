//! Runs the actions that the state cannot: saves decisions, and converts to see their effect.

use tagdown::document::{Kind, parse};
use tagdown::text::plural;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::Target;
use tagdown_write::convert::{Conversion, Decision, Decisions, Options, convert};

use super::keys::{Action, End};
use super::state::{Change, Mode, Page, State, place, said};
use super::wrap;
use crate::args::ConvertArgs;

pub(super) struct Desk<'d> {
    pub(super) args: &'d ConvertArgs,
    /// Where each document of the state comes from.
    pub(super) targets: Vec<&'d Target>,
    pub(super) kept: AllKept,
}

/// The result of saving changes.
#[derive(Default)]
struct Saved {
    written: Vec<Change>,
    /// How many decisions others have changed.
    news: usize,
    /// The message about changes that were not saved.
    said: Option<String>,
}

impl Desk<'_> {
    /// Runs an action; returns how the review ended, if it did.
    pub(super) fn act(&mut self, state: &mut State, action: Action) -> Option<End> {
        match action {
            Action::Nothing => {}
            Action::Decide(changes) => self.decide(state, changes),
            Action::Undo => self.undo(state),
            Action::Preview => self.preview(state),
            Action::Leave(end) => return Some(end),
        }
        None
    }

    fn convert(&self, page: &Page, target: &Target, decisions: &Decisions) -> Conversion {
        let settings = target.config.settings(&target.path);
        let path = target.path.to_string_lossy();
        let options = self.args.options(&path, &settings, decisions);
        let version = options.version.or(page.version.as_deref());
        convert(&page.text, &Options { version, lists_bullets: true, ..options })
    }

    fn decide(&mut self, state: &mut State, changes: Vec<Change>) {
        let done = self.that_hold(state, changes).and_then(|(held, problem)| {
            let saved = self.save(state, held)?;
            if !saved.written.is_empty() {
                state.commit(saved.written);
            }
            Ok((saved.said.or(problem), saved.news))
        });
        match done {
            Err(problem) | Ok((Some(problem), _)) => state.say(&problem),
            Ok((None, 0)) => {}
            Ok((None, news)) => {
                let said = state.said.take().unwrap_or_default();
                state.say(&format!("{said}; other people changed {}", plural(news, "decision")));
            }
        }
    }

    /// The changes that a conversion would apply, and a message about the others: a decision that is silently
    /// ignored later would be worse than none.
    fn that_hold(
        &self,
        state: &State,
        changes: Vec<Change>,
    ) -> Result<(Vec<Change>, Option<String>), String> {
        let page = state.at.0;
        let mut decisions = self.kept.of(self.targets[page]).clone();
        for change in &changes {
            match &change.decision {
                Some(decision) => decisions.insert(&change.hash, decision.clone()),
                None => decisions.remove(&change.hash),
            };
        }
        let conversion = self.convert(&state.pages[page], self.targets[page], &decisions);
        if let Some(reason) = conversion.refused {
            return Err(format!("not saved: with this decision, the document cannot be converted: {reason}"));
        }
        let is_heeded = |change: &Change| {
            let Some(decision) = &change.decision else { return true };
            let mut same = conversion.doubts.iter().filter(|doubt| doubt.hash == change.hash);
            same.all(|doubt| decision.labels() == [doubt.written]) && is_worded(&conversion, change, decision)
        };
        let (held, lost): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(is_heeded);
        let problem = lost.first().map(|change| {
            let why = "Markdown would read the text differently, or a SPEC would have too much prose";
            format!("{} not decided: {why}; choose another label, or edit the document", place(change.lines))
        });
        Ok((held, problem))
    }

    /// Saves changes to one document, except for texts that somebody else has decided since: a key refers to
    /// what the screen shows, not to a decision that it does not show.
    fn save(&mut self, state: &mut State, changes: Vec<Change>) -> Result<Saved, String> {
        let Some(page) = changes.first().map(|change| change.page) else { return Ok(Saved::default()) };
        let kept = self.kept.kept(self.targets[page]).ok_or("not saved: no decisions file")?;
        let pairs: Vec<_> =
            changes.iter().map(|change| (change.hash.clone(), change.decision.clone())).collect();
        let met = kept.set(&pairs).map_err(|problem| format!("not saved: {problem}"))?;
        let (theirs, written): (Vec<Change>, Vec<Change>) =
            changes.into_iter().partition(|change| met.contains(&change.hash));
        let news = state.take_over(state.pages[page].file, &kept.decisions, &written);
        let said = match theirs.as_slice() {
            [] => None,
            [one] if written.is_empty() => Some(told(kept.decisions.get(&one.hash), &state.mode)),
            all => Some(format!("{} unchanged: decided by a colleague", plural(all.len(), "label"))),
        };
        state.is_alarmed = said.is_some();
        Ok(Saved { written, news, said })
    }

    fn undo(&mut self, state: &mut State) {
        let Some(step) = state.last_step() else { return state.say("nothing to undo") };
        match self.save(state, step.back) {
            Ok(Saved { said: None, .. }) => state.undone(),
            Ok(Saved { said: Some(said), .. }) => {
                state.go(Some(step.at));
                state.say(&said);
            }
            Err(said) => state.say(&said),
        }
    }

    fn preview(&self, state: &mut State) {
        let target = self.targets[state.at.0];
        let conversion = self.convert(state.page(), target, self.kept.of(target));
        if let Some(reason) = conversion.refused {
            return state.say(&format!("the document cannot be converted: {reason}"));
        }
        let document = parse(&conversion.output);
        let mut lines: Vec<(String, Option<Kind>)> =
            conversion.output.lines().map(|line| (wrap::shown(line), None)).collect();
        for tag in &document.tags {
            if let Some(line) = lines.get_mut(document.source.line_of(tag.span.start)) {
                line.1 = tag.kind();
            }
        }
        let worded = state.decision(state.at).and_then(Decision::wording);
        let at = place_in(worded.map_or(&state.doubt().text, |wording| &wording.text), &lines);
        state.show(Mode::Preview(lines));
        // A few rows above it, so its tag is visible.
        state.scroll = isize::try_from(at.saturating_sub(4)).unwrap_or(0);
    }
}

/// Whether a conversion writes the wording of a decision.
fn is_worded(conversion: &Conversion, change: &Change, decision: &Decision) -> bool {
    let Some(wording) = decision.wording().filter(|wording| !wording.is_kept()) else { return true };
    let same = || conversion.bullets.iter().filter(|bullet| bullet.hash == change.hash);
    same().next().is_some() && same().all(|bullet| bullet.wording.as_ref() == Some(&wording.text))
}

/// What a colleague has decided about a text.
fn told(decision: Option<&Decision>, mode: &Mode) -> String {
    let what = decision
        .map_or("has undone the decision".to_owned(), |decision| format!("has decided {}", said(decision)));
    // Enter on a decided doubt moves on without changing it.
    let keep = if decision.is_some() && matches!(mode, Mode::Ask) { ", or Enter to keep it" } else { "" };
    format!("a colleague {what}; press the key again to change that{keep}")
}

/// Where a text starts in the result. A conversion may have moved it, or made a list item of it.
fn place_in(text: &str, result: &[(String, Option<Kind>)]) -> usize {
    let first = text.lines().map(wrap::shown).find(|line| !line.trim().is_empty()).unwrap_or_default();
    // The result may have a line break in another place.
    let start: String = first.trim().chars().take(30).collect();
    result.iter().position(|(line, _)| line.contains(&start)).unwrap_or(0)
}
