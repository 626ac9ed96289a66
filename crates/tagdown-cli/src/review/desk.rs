//! Does what keys ask for that the state cannot: writes decisions down, and converts to see what comes of them.

use tagdown::Kind;
use tagdown::convert::{By, Conversion, Decisions, convert};
use tagdown::parse;

use super::keys::{Action, End};
use super::look::name;
use super::state::{Change, Mode, Page, State, place};
use super::wrap;
use crate::args::ConvertArgs;
use crate::decisions::AllKept;
use crate::files::Target;

pub(super) struct Desk<'d> {
    pub(super) args: &'d ConvertArgs,
    /// Where each document of the state comes from.
    pub(super) targets: Vec<&'d Target>,
    pub(super) kept: AllKept,
}

impl Desk<'_> {
    /// Does it; says how the review ended, if it did.
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
        let problem = match self.that_hold(state, changes) {
            Ok((held, problem)) => {
                let (written, failure) = self.write(&held);
                if !written.is_empty() {
                    state.commit(written);
                }
                failure.or(problem)
            }
            Err(problem) => Some(problem),
        };
        if let Some(problem) = problem {
            state.say(&problem);
        }
    }

    /// Those of the changes that a conversion would heed, and what to say of the others: a decision that is left aside
    /// later without a word would be worse than none.
    fn that_hold(
        &self,
        state: &State,
        changes: Vec<Change>,
    ) -> Result<(Vec<Change>, Option<String>), String> {
        let page = state.at.0;
        let mut decisions = self.kept.of(self.targets[page]).clone();
        for change in &changes {
            if let Some(decision) = &change.decision {
                decisions.insert(&change.hash, decision.clone());
            }
        }
        let conversion = self.convert(&state.pages[page], self.targets[page], &decisions);
        if let Some(reason) = conversion.refused {
            return Err(format!("not kept: with it, the document could not be converted: {reason}"));
        }
        let is_heeded = |change: &Change| {
            let mut blocks = conversion.blocks.iter().filter(|block| block.lines == change.lines);
            blocks.all(|block| block.by != By::Labeller)
        };
        let (held, lost): (Vec<Change>, Vec<Change>) = changes.into_iter().partition(is_heeded);
        let problem = lost.first().map(|change| {
            let why = "a SPEC holds two sentences, and this block cannot be cut into a list";
            format!("{} not decided: {why}; choose NOTE or [?]", place(change.lines))
        });
        Ok((held, problem))
    }

    /// Writes changes down, as many as can be.
    fn write(&mut self, changes: &[Change]) -> (Vec<Change>, Option<String>) {
        let mut written = Vec::new();
        for change in changes {
            let Some(kept) = self.kept.kept(self.targets[change.page]) else { continue };
            if let Err(problem) = kept.set(&change.hash, change.decision.clone()) {
                return (written, Some(format!("not kept: {problem}")));
            }
            written.push(change.clone());
        }
        (written, None)
    }

    fn undo(&mut self, state: &mut State) {
        let Some(step) = state.last_step() else { return state.say("nothing to take back") };
        match self.write(&step.back) {
            (_, None) => state.undone(),
            (_, Some(problem)) => state.say(&problem),
        }
    }

    fn join(&mut self, state: &mut State, kind: Kind) {
        let (at, lines, fits) = (state.at, state.question().lines, state.question().fits_spec());
        let Some(change) = state.change(at, &[kind]) else { return };
        self.decide(state, vec![change.clone()]);
        // More than two sentences become a list of their own, which is said already.
        if state.decision(at) == change.decision.as_ref() && (fits || kind != Kind::Spec) {
            let name = name(kind);
            state.say(&format!("{}: {name}, as the block above, under one tag with it", place(lines)));
        }
    }

    /// The label of the block directly above, or why there is none.
    fn kind_above(&self, state: &State) -> Result<Kind, &'static str> {
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
            // Of a block that is cut, its last part is what stands directly above.
            let kind = decided.and_then(|decision| decision.labels().last().copied()).or(block.written);
            match kind {
                Some(Kind::Bug) => return Err("the block above is a BUG, which this one cannot join"),
                Some(kind) => return Ok(kind),
                // What says nothing goes with what stands above it.
                None => below = block.lines[0],
            }
        }
        Err("no block stands directly above to join: a heading, a rule or a tagged block does")
    }

    fn preview(&self, state: &mut State) {
        let target = self.targets[state.at.0];
        let conversion = self.convert(state.page(), target, self.kept.of(target));
        if let Some(reason) = conversion.refused {
            return state.say(&format!("cannot be converted: {reason}"));
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
        // A few rows above it, so that its tag is seen.
        state.scroll = isize::try_from(at.saturating_sub(4)).unwrap_or(0);
    }
}

/// Whether a line between two blocks parts nothing: blank, a comment or the target of a link.
fn is_nothing(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line.starts_with("<!--") && line.ends_with("-->")
        || line.starts_with('[') && line.contains("]:")
}

/// Where a line of the source, from 1, stands in the result: the same line, as many times met.
fn place_in(source: &[String], result: &[(String, Option<Kind>)], line: usize) -> usize {
    let Some(wanted) = source.get(line - 1) else { return 0 };
    let met = source[..line - 1].iter().filter(|other| *other == wanted).count();
    let mut places = result.iter().enumerate().filter(|(_, (other, _))| other == wanted);
    // The first line of a block that was cut may be part of an item.
    places.nth(met).map_or_else(
        || {
            let start: String = wanted.chars().take(20).collect();
            result.iter().position(|(other, _)| other.contains(&start)).unwrap_or(0)
        },
        |(at, _)| at,
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::super::load::load;
    use super::*;
    use crate::args::{Changed, Cli, Command};
    use crate::configs::Configs;
    use crate::{decisions, files};

    /// With --cautious the labeller asks about every block of it.
    const TEXT: &str = "# Guide\n\n## Setup\n\nFinally, we can delete a user.\n\nYou'll get an empty response.\n\n\
        ## Usage\n\nThe documentation will be available on <http://localhost:8000>.\n";

    /// Runs a test on a review of the text, with the file that keeps its decisions.
    fn on_desk(test: impl FnOnce(&mut State, &mut Desk<'_>, &std::path::Path)) {
        let folder = tempfile::tempdir().expect("a folder");
        let (page, file) = (folder.path().join("a.md"), folder.path().join(decisions::NAME));
        std::fs::write(&page, TEXT).expect("written");
        std::fs::write(&file, "").expect("written");
        let line = ["tagdown".as_ref(), "convert".as_ref(), "--cautious".as_ref(), page.as_os_str()];
        let cli = Cli::try_parse_from(line).expect("arguments");
        let Command::Convert(args) = &cli.command else { panic!("not convert") };
        let mut configs = Configs::new(&cli.global).unwrap_or_else(|_| panic!("no configuration"));
        let found = files::find(&args.input, &Changed::default(), &mut configs).expect("found");
        let kept = AllKept::load(&found.targets).expect("read");
        let loaded = load(args, &found.targets, &kept);
        let mut state = State::new(loaded.pages, String::new(), false);
        let mut desk = Desk { args, targets: loaded.targets, kept };
        test(&mut state, &mut desk, &file);
    }

    fn go_to(state: &mut State, line: usize) {
        let at = state.page().questions.iter().position(|question| question.lines[0] == line);
        state.go(Some((0, at.expect("a question"))));
    }

    #[test]
    fn a_decision_is_on_the_disk_at_once_and_can_be_taken_back() {
        on_desk(|state, desk, file| {
            let kept = || std::fs::read_to_string(file).expect("read");
            for (kind, name) in [(Kind::Spec, "SPEC"), (Kind::Unverified, "?")] {
                go_to(state, 5);
                let action = state.decide(&[kind]);
                assert_eq!(desk.act(state, action), None);
                assert!(kept().contains(&format!("\"label\":\"{name}\"")), "{}", kept());
            }
            desk.act(state, Action::Undo);
            assert!(kept().contains("\"label\":\"SPEC\""), "{}", kept());
            desk.act(state, Action::Undo);
            desk.act(state, Action::Undo);
            assert_eq!(kept(), "");
            assert_eq!(state.said.as_deref(), Some("nothing to take back"));
        });
    }

    #[test]
    fn a_block_joins_what_stands_directly_above() {
        on_desk(|state, desk, _| {
            for kind in [Kind::Unverified, Kind::Spec, Kind::Note] {
                go_to(state, 5);
                let action = state.decide(&[kind]);
                desk.act(state, action);
                go_to(state, 7);
                assert_eq!(desk.kind_above(state), Ok(kind));
            }
            go_to(state, 11);
            assert!(desk.kind_above(state).is_err());
        });
    }

    #[test]
    fn the_result_shows_what_was_decided() {
        on_desk(|state, desk, _| {
            go_to(state, 5);
            let action = state.decide(&[Kind::Unverified]);
            desk.act(state, action);
            go_to(state, 5);
            desk.act(state, Action::Preview);
            let Mode::Preview(lines) = &state.mode else { panic!("no result") };
            let at = lines.iter().position(|(_, kind)| *kind == Some(Kind::Unverified)).expect("a tag");
            assert_eq!(lines[at + 1].0, "Finally, we can delete a user.");
        });
    }
}
