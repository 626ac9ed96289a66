//! Decisions on disk, and decisions that others make during a review.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use tagdown::document::Kind;
use tagdown_project::decisions::{self, AllKept, Kept};
use tagdown_project::files;
use tagdown_write::convert::{By, Decision};

use super::actions::Desk;
use super::keys::Action;
use super::load::load;
use super::state::{Mode, State};
use crate::args::{Cli, Command};

/// With --cautious, the labeller asks about each of its blocks.
const TEXT: &str = "# Guide\n\n## Setup\n\nFinally, we can delete a user.\n\nYou'll get an empty response.\n\n\
    ## Usage\n\nThe documentation will be available on <http://localhost:8000>.\n";

/// German, so nearly all of it is a question.
const FOREIGN: &str = "# Speicher\n\nDer Speicher ist nicht groß, und die Dateien liegen dort, wo sie immer waren.\n\n\
    Wir haben das vor vielen Jahren so gemacht, weil es einfach war.\n";

/// Runs a test on a review of the text, with its decisions file.
fn on_desk(test: impl FnOnce(&mut State, &mut Desk<'_>, &Path)) {
    on_pages(&[("a.md", TEXT)], test);
}

fn on_pages(pages: &[(&str, &str)], test: impl FnOnce(&mut State, &mut Desk<'_>, &Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(decisions::NAME);
    let mut line: Vec<OsString> =
        ["tagdown", "convert", "--cautious", "--review"].map(OsString::from).to_vec();
    for (name, text) in pages {
        let page = folder.path().join(name);
        std::fs::write(&page, text).expect("written");
        line.push(page.into());
    }
    std::fs::write(&file, "").expect("written");
    let cli = Cli::try_parse_from(line).expect("arguments");
    let Command::Convert(args) = &cli.command else { panic!("not convert") };
    let mut configs = cli.global.configs().unwrap_or_else(|_| panic!("no configuration"));
    let found = files::find(&args.input.input(), &mut configs).expect("found");
    let kept = AllKept::load(&found.targets).expect("read");
    let loaded = load(args, &found.targets, &kept);
    let mut state = State::new(loaded.pages, String::new(), false);
    let mut desk = Desk { args, targets: loaded.targets, kept };
    test(&mut state, &mut desk, &file);
}

#[test]
fn pages_in_another_language_come_last() {
    on_pages(&[("a.md", FOREIGN), ("b.md", TEXT)], |state, desk, _| {
        let pages = state.pages.iter().map(|page| (&page.path[page.path.len() - 4..], page.is_foreign));
        assert_eq!(pages.collect::<Vec<_>>(), [("b.md", false), ("a.md", true)]);
        assert!(desk.targets[1].path.ends_with("a.md"));
    });
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
        assert_eq!(state.said.as_deref(), Some("nothing to undo"));
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

/// The decisions of a colleague who uses the same file.
fn colleague(file: &Path) -> Kept {
    Kept::load(file.to_owned()).expect("read")
}

fn press(state: &mut State, desk: &mut Desk<'_>, kind: Kind) {
    let action = state.decide(&[kind]);
    assert_eq!(desk.act(state, action), None);
}

#[test]
fn a_file_that_was_deleted_comes_back_with_all_of_the_session() {
    on_desk(|state, desk, file| {
        let kept = || std::fs::read_to_string(file).unwrap_or_default();
        for (line, kind) in [(5, Kind::Spec), (7, Kind::Unverified), (11, Kind::Note)] {
            go_to(state, line);
            press(state, desk, kind);
            assert_eq!(kept().lines().count(), state.total().0, "{}", kept());
            std::fs::remove_file(file).expect("removed");
        }
        desk.act(state, Action::Undo);
        assert_eq!((kept().lines().count(), state.total()), (2, (2, 1)));
        std::fs::remove_file(file).expect("removed");
        desk.kept.restore().expect("written");
        assert!(kept().contains("\"SPEC\"") && kept().contains("\"?\""), "{}", kept());
    });
}

#[test]
fn a_colleague_is_shown_before_anything_is_changed() {
    on_desk(|state, desk, file| {
        go_to(state, 5);
        let (at, hash) = (state.at, state.question().hash.clone());
        let theirs = Decision::new(&[Kind::Note], By::Person, "theirs");
        colleague(file).set(&[(hash, theirs.clone())]).expect("written");
        press(state, desk, Kind::Spec);
        let said = "a colleague has decided NOTE; press the key again to change that";
        assert!(state.is_alarmed && state.said.as_deref().is_some_and(|heard| heard.starts_with(said)));
        assert_eq!((state.at, state.decision(at)), (at, theirs.as_ref()));
        press(state, desk, Kind::Spec);
        assert_eq!(state.decision(at).map(Decision::labels), Some(&[Kind::Spec][..]));
        desk.act(state, Action::Undo);
        assert_eq!(state.decision(at), theirs.as_ref());
        let kept = std::fs::read_to_string(file).expect("read");
        assert!(kept.contains("theirs") && kept.lines().count() == 1, "{kept}");
    });
}

#[test]
fn what_others_decide_counts_after_the_next_save() {
    on_desk(|state, desk, file| {
        go_to(state, 7);
        let hash = state.question().hash.clone();
        colleague(file).set(&[(hash, Decision::new(&[Kind::Note], By::Person, "theirs"))]).expect("written");
        go_to(state, 5);
        press(state, desk, Kind::Spec);
        assert_eq!(state.total(), (1, 1));
        assert!(state.said.as_deref().is_some_and(|said| said.contains("other people changed 1 decision")));
        // An earlier decision can be reopened, and that can be undone.
        go_to(state, 7);
        let action = state.reopened().map(|change| Action::Decide(vec![change])).expect("it is decided");
        desk.act(state, action);
        assert_eq!((state.total().1, state.question().lines[0]), (2, 7));
        desk.act(state, Action::Undo);
        assert_eq!(state.total().1, 1);
    });
}

#[test]
fn nobody_else_is_seen_where_nobody_was() {
    let starts = format!("{} We can, finally, delete it.", "a".repeat(59));
    on_pages(
        &[("a.md", &format!("# Guide\n\n## Setup\n\n{starts}\n\nYou'll get a response.\n"))],
        |state, desk, _| {
            for kind in [Kind::Note, Kind::Unverified, Kind::Spec] {
                for line in [5, 7] {
                    go_to(state, line);
                    press(state, desk, kind);
                    let said = state.said.clone().unwrap_or_default();
                    assert!(!said.contains("others") && !said.contains("colleague"), "{said}");
                }
            }
            assert_eq!(state.total(), (2, 0));
        },
    );
}
