//! Runs the actions that the state cannot: saves decisions, and converts to see their effect.

use tagdown::document::{Kind, parse};
use tagdown::text::plural;
use tagdown_project::decisions::AllKept;
use tagdown_project::files::Target;
use tagdown_write::convert::{By, Conversion, Decision, Decisions, convert};

use super::keys::{Action, End};
use super::state::{Change, Mode, Page, State, labels, place};
use super::styles::name;
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
            Action::Join => match self.kind_above(state) {
                Ok(kind) => self.join(state, kind),
                Err(reason) => state.say(reason),
            },
            Action::Preview => self.preview(state),
            Action::Leave(end) => return Some(end),
        }
        None
    }

    fn convert(&self, page: &Page, target: &Target, decisions: &Decisions) -> Conversion {
        let settings = target.config.settings(&target.path);
        let path = target.path.to_string_lossy();
        convert(&page.text, &self.args.options(&path, &settings, decisions))
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
            let mut blocks = conversion.blocks.iter().filter(|block| block.lines == change.lines);
            change.decision.is_none() || blocks.all(|block| block.by != By::Labeller)
        };
        let (held, lost): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(is_heeded);
        let problem = lost.first().map(|change| {
            let why = "it is too long for a SPEC, and cannot be split into a list";
            format!("{} not decided: {why}; choose NOTE or [?]", place(change.lines))
        });
        Ok((held, problem))
    }

    /// Saves changes to one document, except for blocks that somebody else has decided since: a key refers to
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
            all => Some(format!("{} unchanged: decided by a colleague", plural(all.len(), "block"))),
        };
        state.is_alarmed = said.is_some();
        Ok(Saved { written, news, said })
    }

    fn undo(&mut self, state: &mut State) {
        let Some(step) = state.last_step() else { return state.say("nothing to undo") };
        let at = state.find(step.page, step.lines);
        match self.save(state, step.back) {
            Ok(Saved { said: None, .. }) => state.undone(),
            Ok(Saved { said: Some(said), .. }) => {
                state.go(Some(at));
                state.say(&said);
            }
            Err(said) => state.say(&said),
        }
    }

    fn join(&mut self, state: &mut State, kind: Kind) {
        let (at, lines, fits) = (state.at, state.question().lines, state.question().fits_spec());
        let Some(change) = state.change(at, &[kind]) else { return };
        self.decide(state, vec![change.clone()]);
        // More than two sentences become a separate list, which the message already says.
        if state.decision(at) == change.decision.as_ref() && (fits || kind != Kind::Spec) {
            let name = name(kind);
            state.say(&format!("{}: {name}, under the same tag as the block above", place(lines)));
        }
    }

    /// The label of the block directly above, or why there is none.
    pub(super) fn kind_above(&self, state: &State) -> Result<Kind, &'static str> {
        let page = state.page();
        let target = self.targets[state.at.0];
        let conversion = self.convert(page, target, self.kept.of(target));
        let lines: Vec<&str> = page.text.lines().collect();
        let mut below = state.question().lines[0];
        for block in conversion.blocks.iter().rev().filter(|block| block.lines[1] < state.question().lines[0])
        {
            let between = lines.get(block.lines[1]..below - 1).unwrap_or_default();
            if !between.iter().all(|line| is_nothing(line)) {
                break;
            }
            let asked = page.questions.iter().position(|question| question.lines == block.lines);
            let decided = asked.and_then(|index| state.decision((state.at.0, index)));
            // If a block is split, its last part is the one directly above.
            let kind = decided.and_then(|decision| decision.labels().last().copied()).or(block.written);
            match kind {
                Some(Kind::Bug) => return Err("this block cannot join the BUG above"),
                Some(kind) => return Ok(kind),
                // A block without a label belongs to the block above it.
                None => below = block.lines[0],
            }
        }
        Err("nothing to join: the block follows a heading, a `---` or a tagged block")
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
        let at = place_in(&state.page().lines, &lines, state.question().lines[0]);
        state.show(Mode::Preview(lines));
        // A few rows above it, so its tag is visible.
        state.scroll = isize::try_from(at.saturating_sub(4)).unwrap_or(0);
    }
}

/// What a colleague has decided about a block.
fn told(decision: Option<&Decision>, mode: &Mode) -> String {
    let what = decision.map_or("has undone the decision".to_owned(), |decision| {
        format!("has decided {}", labels(decision.labels()))
    });
    // Enter on a decided question moves on without changing it.
    let keep = if decision.is_some() && matches!(mode, Mode::Ask) { ", or Enter to keep it" } else { "" };
    format!("a colleague {what}; press the key again to change that{keep}")
}

/// Whether a line does not separate two blocks: it is blank, a comment or a link definition.
fn is_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line.starts_with("<!--") && line.ends_with("-->")
        || line.starts_with('[') && line.contains("]:")
}

/// Where a source line, counted from 1, is in the result: the same occurrence of the same text.
fn place_in(source: &[String], result: &[(String, Option<Kind>)], line: usize) -> usize {
    let Some(wanted) = source.get(line - 1) else { return 0 };
    let met = source[..line - 1].iter().filter(|other| *other == wanted).count();
    let mut places = result.iter().enumerate().filter(|(_, (other, _))| other == wanted);
    // The first line of a split block may be part of a list item.
    places.nth(met).map_or_else(
        || {
            let start: String = wanted.chars().take(20).collect();
            result.iter().position(|(other, _)| other.contains(&start)).unwrap_or(0)
        },
        |(at, _)| at,
    )
}
