//! Decisions on disk, and decisions that others make during a review.

use std::ffi::OsString;
use std::path::Path;

use clap::Parser;
use tagdown::document::Kind;
use tagdown_project::decisions::{self, AllKept, Kept};
use tagdown_project::files;
use tagdown_project::undo::{self, Records};
use tagdown_write::convert::{By, Decision, UNDECIDED, convert};

use super::actions::Desk;
use super::keys::Action;
use super::load::{Inputs, load};
use super::state::{Mode, State};
use crate::args::{Cli, Command};

/// German, so each of its paragraphs is a doubt, whatever the judge thinks.
const TEXT: &str = "# Speicher\n\n## Größe\n\nDer Speicher ist nicht groß, und die Dateien liegen dort, wo sie immer waren.\n\n\
    Wir haben das vor vielen Jahren so gemacht, weil es einfach war.\n\n\
    ## Nutzung\n\nDie Anleitung ist auf dem Server zu finden, aber nur für die Nutzer.\n";

/// English, with sentences that nobody can be sure of.
const ENGLISH: &str = "# Guide\n\n## Setup\n\nFinally, we can delete a user.\n\nYou'll get an empty response.\n\n\
    Things around here work. People may see a page. There are others.\n";

/// Runs a test on a review of the text, with its decisions file.
fn on_desk(test: impl FnOnce(&mut State, &mut Desk<'_>, &Path)) {
    on_pages(&[("a.md", TEXT)], test);
}

fn on_pages(pages: &[(&str, &str)], test: impl FnOnce(&mut State, &mut Desk<'_>, &Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(decisions::NAME);
    let mut line: Vec<OsString> = ["tagdown", "convert", "--review"].map(OsString::from).to_vec();
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
    let records = Records::load(&found.targets, true).expect("read");
    let loaded = load(&Inputs { args, kept: &kept, records: &records, llm: None }, &found.targets);
    let mut state = State::new(loaded.pages, String::new());
    let mut desk = Desk { args, targets: loaded.targets, kept };
    test(&mut state, &mut desk, &file);
}

#[test]
fn pages_in_another_language_come_last() {
    on_pages(&[("a.md", TEXT), ("b.md", ENGLISH)], |state, _, _| {
        assert_eq!(state.pages.iter().map(|page| page.is_foreign).collect::<Vec<_>>(), [true, false]);
        assert!(state.order.is_sorted_by_key(|at| state.pages[at.0].is_foreign), "{:?}", state.order);
    });
}

fn go_to(state: &mut State, line: usize) {
    let at = state.page().doubts.iter().position(|doubt| doubt.lines[0] == line);
    state.go(Some((0, at.expect("a doubt"))));
}

#[test]
fn a_decision_is_on_the_disk_at_once_and_can_be_taken_back() {
    on_desk(|state, desk, file| {
        let kept = || std::fs::read_to_string(file).expect("read");
        for (kind, name) in [(Kind::Spec, "SPEC"), (Kind::Unverified, "?")] {
            go_to(state, 5);
            let action = state.decide(kind);
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
fn the_result_shows_what_was_decided() {
    on_desk(|state, desk, _| {
        go_to(state, 5);
        let action = state.decide(Kind::Unverified);
        desk.act(state, action);
        go_to(state, 5);
        desk.act(state, Action::Preview);
        let Mode::Preview(lines) = &state.mode else { panic!("no result") };
        let at = lines.iter().position(|(_, kind)| *kind == Some(Kind::Unverified)).expect("a tag");
        assert!(lines[at + 1].0.starts_with("Der Speicher"), "{lines:?}");
    });
}

/// The decisions of a colleague who uses the same file.
fn colleague(file: &Path) -> Kept {
    Kept::load(file.to_owned()).expect("read")
}

fn press(state: &mut State, desk: &mut Desk<'_>, kind: Kind) {
    let action = state.decide(kind);
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
        let (at, hash) = (state.at, state.doubt().hash.clone());
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
        let hash = state.doubt().hash.clone();
        colleague(file).set(&[(hash, Decision::new(&[Kind::Note], By::Person, "theirs"))]).expect("written");
        go_to(state, 5);
        press(state, desk, Kind::Spec);
        assert_eq!(state.total(), (1, 1));
        assert!(state.said.as_deref().is_some_and(|said| said.contains("other people changed 1 decision")));
        // An earlier decision can be reopened, and that can be undone.
        go_to(state, 7);
        let action = state.reopened().map(|change| Action::Decide(vec![change])).expect("it is decided");
        desk.act(state, action);
        assert_eq!((state.total().1, state.doubt().lines[0]), (2, 7));
        desk.act(state, Action::Undo);
        assert_eq!(state.total().1, 1);
    });
}

#[test]
fn nobody_else_is_seen_where_nobody_was() {
    let starts =
        format!("{} Der Speicher ist, endlich, nicht groß und die Dateien sind dort.", "a".repeat(59));
    let text = TEXT.replace("Der Speicher ist nicht groß,", &starts);
    on_pages(&[("a.md", &text)], |state, desk, _| {
        for kind in [Kind::Note, Kind::Unverified, Kind::Spec] {
            for line in [5, 7] {
                go_to(state, line);
                press(state, desk, kind);
                let said = state.said.clone().unwrap_or_default();
                assert!(!said.contains("others") && !said.contains("colleague"), "{said}");
            }
        }
        assert_eq!(state.total(), (2, 1));
    });
}

/// Converts the pages of a review as `convert --write` does, and reviews them again.
#[test]
fn a_converted_page_is_reviewed_unless_somebody_edited_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("a.md");
    std::fs::write(&page, ENGLISH).expect("written");
    let line =
        ["tagdown", "convert", "--review"].map(OsString::from).into_iter().chain([page.clone().into()]);
    let cli = Cli::try_parse_from(line).expect("arguments");
    let Command::Convert(args) = &cli.command else { panic!("not convert") };
    let find = || {
        let mut configs = cli.global.configs().unwrap_or_else(|_| panic!("no configuration"));
        files::find(&args.input.input(), &mut configs).expect("found")
    };
    std::fs::write(folder.path().join(undo::NAME), "").expect("written");
    std::fs::write(folder.path().join(decisions::NAME), "").expect("written");
    let look = || {
        let found = find();
        let kept = AllKept::load(&found.targets).expect("read");
        let records = Records::load(&found.targets, true).expect("read");
        let loaded = load(&Inputs { args, kept: &kept, records: &records, llm: None }, &found.targets);
        let texts = loaded.pages.iter().flat_map(|page| page.doubts.iter().map(|doubt| doubt.text.clone()));
        (texts.collect::<Vec<_>>(), loaded.passed)
    };
    let before = look();
    assert!(!before.0.is_empty());
    let found = find();
    let target = &found.targets[0];
    let settings = target.config.settings(&target.path);
    let conversion = convert(ENGLISH, &args.options(&page.to_string_lossy(), &settings, &UNDECIDED));
    Records::load(&found.targets, true).expect("read").add(target, &conversion.undo).expect("recorded");
    std::fs::write(&page, &conversion.output).expect("written");
    assert_eq!(look(), before);
    std::fs::write(&page, conversion.output.replacen("**[NOTE]**", "**[?]**", 1)).expect("written");
    let (asked, passed) = look();
    assert!(
        asked.is_empty() && passed[0].contains("not reviewed: edited since its conversion"),
        "{passed:?}"
    );
}
