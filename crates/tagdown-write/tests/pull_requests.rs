//! What the text of a merged pull request may become: a cause that explains, a fix that says what was done, and nothing
//! else. Many issues at once. All threads are made up.

use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown::rules::Settings;
use tagdown_write::convert::trackers::{Became, Known, put_in, read};

const PAGE: &str = "# Depot\n**Version 1.0.0** · Team · 2026-03-01 · HADS 1.0.0\n\n---\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and \
    `[BUG]` blocks for authoritative facts. Read `[NOTE]` only if needed.\n\n## Sync\n\n**[SPEC]**\n- A sync copies every crate to the mirror.\n";

/// A closed issue with a merged pull request.
fn issue(number: u32, title: &str, pull: (&str, &str)) -> Value {
    json!({
        "number": number, "title": title, "state": "CLOSED", "stateReason": "COMPLETED", "labels": [{"name": "bug"}],
        "url": format!("https://forge.example/depot/issues/{number}"), "author": {"login": "ann"}, "comments": [],
        "body": "One crate is missing on the mirror, with error E7 in the log.",
        "closedByPullRequestsReferences": [{
            "number": number + 500, "url": format!("https://forge.example/depot/pull/{}", number + 500),
            "title": pull.0, "body": pull.1, "mergedAt": "2026-01-01T00:00:00Z", "state": "MERGED",
        }],
    })
}

fn put(text: &str, issues: &[Known]) -> (String, Vec<Became>) {
    let wanted: Vec<(&Known, &str)> = issues.iter().map(|known| (known, "sync")).collect();
    let filled = put_in(text, &wanted, &Settings::default());
    (filled.output, filled.became)
}

/// Cause and fix of an issue with this pull request.
fn told(title: &str, body: &str) -> (Option<String>, Option<String>) {
    let export = json!([issue(7, "Sync loses a crate on the mirror", (title, body))]);
    let (page, _) = put(PAGE, &read(&export.to_string()).expect("an export"));
    // The fields of a `[?]` are not read as fields.
    let of = |name: &str| {
        page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned)
    };
    (of("Cause"), of("Fix"))
}

/// The fix of a change that does not say what it does.
const BARE: &str = "Fixed by [#507](https://forge.example/depot/pull/507).";

#[test]
fn a_story_is_no_cause() {
    for story in [
        "While packing crates I encountered an empty list, because the mirror was slow.",
        "Hello, we have found that the mirror returns an empty list, which causes trouble.",
        "It was not immediately apparent that the mirror was never asked, making this challenging to find.",
        "Found by the new linter, because the old one never looked at lists.",
        "Asking the mirror again did not prevent the empty list, because it was too late.",
        "It's important to note that this change only affects mirrors without a list.",
        "For example, with two mirrors the second one never gets a list.",
    ] {
        let (cause, _) = told("Fix lost crates", &format!("{story}\n\nCloses #7"));
        assert_eq!(cause, None, "{story}");
    }
}

#[test]
fn a_sentence_that_says_the_failure_again_is_no_cause() {
    for (text, is_cause) in [
        ("The sync skips a crate because `read_names()` compares bytes.", true),
        ("Sync wrongly loses a crate on the mirror.", false),
        ("One crate was missing on the mirror, so error E7 was in the log.", false),
        ("This loss of crates has led to many broken mirrors.", false),
    ] {
        assert_eq!(told("Read the list before the pages", text).0.is_some(), is_cause, "{text}");
    }
}

#[test]
fn a_sentence_that_leans_on_another_is_no_cause_alone() {
    let (cause, _) = told(
        "Read the list before the pages",
        "See the list:\n\nThis means that the pages are read without a list.",
    );
    assert_eq!(cause, None);
    let (cause, _) = told(
        "Read the list before the pages",
        "The list is read last. This means that the pages are read without it.",
    );
    let cause = cause.expect("a cause");
    assert!(cause.starts_with("The list is read last.") && cause.contains("without it"), "{cause}");
    let (cause, _) = told(
        "Read the list before the pages",
        "The pages are read without a lock, which allows the following order:",
    );
    assert_eq!(cause, None);
    let (cause, _) = told(
        "Read the list before the pages",
        "It ran twice. This happens because the timer is set by both threads.",
    );
    assert_eq!(cause.as_deref(), Some("This happens because the timer is set by both threads."));
}

#[test]
fn an_explanation_is_one_sentence_with_the_one_that_it_needs() {
    let body = "The list keeps its length in one byte. This leads to lost pages with `read_all()`.";
    let (cause, _) = told("Read the list before the pages", &format!("Lists are long. {body}"));
    assert_eq!(cause.as_deref(), Some(body));
    // What stands behind a change tells how it works.
    let after =
        "The list is read before its pages now. `read_all()` asks once per second, so a lost page is seen.";
    assert_eq!(told("Lost pages of a list", after).0, None);
}

#[test]
fn a_fix_may_name_its_reason() {
    for (title, body, cause) in [
        ("Fix the crash caused by two readers of one list (#7)", "", Some("two readers of one list.")),
        (
            "Lost crates",
            "Fixes lost crates due to a missing lock in `read_all()`.",
            Some("a missing lock in `read_all()`"),
        ),
        ("Fix lost crates due to #12", "", None),
        ("Lost crates", "Fixes lost crates, probably due to a missing lock in `read_all()`.", None),
    ] {
        assert_eq!(told(title, body).0.as_deref(), cause, "{title}: {body}");
    }
}

#[test]
fn a_cause_under_its_heading_comes_before_other_text() {
    let body = "## Problem\n\nTwo copies of a page never reach the log, and so on.\n\n## Root cause\n\nThe list is read without a lock by both readers.";
    let (cause, _) = told("Read the list before the pages", body);
    assert_eq!(cause.as_deref(), Some("The list is read without a lock by both readers."));
}

#[test]
fn a_test_by_hand_is_no_fix() {
    let (_, fix) = told(
        "Lost crates",
        "The list was never read because of a lock.\n\nI've verified that the list is now read by hand.",
    );
    assert_eq!(fix.as_deref(), Some(BARE));
}

#[test]
fn a_fix_says_what_was_done() {
    let why = "The list was never read, because the reader stops at the first page.";
    // What a text calls its fix may tell of tests, choices and failures; the title and the number of a change do not.
    for fix in ["Added a second pass over the list.", "The list no longer ends when the mirror answers."] {
        for heading in ["", "## Fix\n\n", "## What\n\n"] {
            assert_eq!(
                told("Lost crates", &format!("{why}\n\n{heading}{fix}")).1.as_deref(),
                Some(BARE),
                "{fix}"
            );
        }
    }
    for (title, is_fix) in [
        ("DE-12 Fix - Return every reader to the pool", true),
        ("Added missing call of the list reader", true),
        ("Prevent lost crates while copying", false),
        ("Changed reader when mirror is null", false),
    ] {
        let (_, told) = told(title, why);
        assert_eq!(told.as_deref() != Some(BARE), is_fix, "{title}: {told:?}");
    }
}

#[test]
fn what_a_project_wants_is_no_cause() {
    let mut export = issue(7, "Sync loses a crate on the mirror", ("", ""));
    export["closedByPullRequestsReferences"] = json!([]);
    let said = |text: &str| json!({"author": {"login": "kim"}, "authorAssociation": "MEMBER", "body": text});
    export["comments"] =
        json!([said("The intention was never to support a mirror without a list."), said("Fixed in 2.4.1.")]);
    let (page, became) = put(PAGE, &read(&json!([export]).to_string()).expect("an export"));
    assert!(matches!(became[0], Became::Block(Kind::Unverified, _)) && !page.contains("Cause:"), "{page}");
}

#[test]
fn many_issues_at_once_give_the_page_that_one_by_one_gives() {
    let titles = ["Reader", "Writer", "Packer", "Sorter", "Mirror", "Crate index", "Label printer", "Scale"];
    let verbs =
        ["stops at midnight", "loses every third order", "prints *two* [labels] twice", "rejects long names"];
    let mut all = Vec::new();
    for (at, part) in titles.iter().enumerate() {
        for (nth, verb) in verbs.iter().enumerate() {
            let number = u32::try_from(at * 10 + nth).expect("small");
            let whole = ("Read the list before the pages", "The list was never read because of a lock.");
            let change = if nth % 2 == 0 { whole } else { ("Cleanup", "") };
            let mut one = issue(number, &format!("{part} {verb}"), change);
            one["body"] = json!(format!("The {part} {verb} with error E{number}."));
            all.push(one);
        }
    }
    // The same issue again, and one that cannot become a block.
    all.push(all[3].clone());
    all.push(issue(900, "Sync of ``` fails", ("Cleanup", "")));
    let issues = read(&json!(all).to_string()).expect("an export");
    let (together, became) = put(PAGE, &issues);
    let mut single = PAGE.to_owned();
    for known in &issues {
        single = put(&single, std::slice::from_ref(known)).0;
    }
    assert_eq!(together, single);
    let blocks = became.iter().filter(|one| matches!(one, Became::Block(..))).count();
    assert!(blocks >= 20, "{blocks}");
    let (again, became) = put(&together, &issues);
    assert_eq!(again, together);
    assert!(became.iter().all(|one| matches!(one, Became::Out(_))));
}

#[test]
fn the_time_after_a_change_is_no_cause() {
    for (text, is_cause) in [
        ("With this, the list is no longer read while a page is missing.", false),
        ("With `eager` at `false` the reader does not ask the mirror any more.", false),
        ("A short PR so that a wrong list cannot make the reader stop.", false),
        ("Names that were missing in lists and in their pages are added.", false),
        ("The reader takes a lock first so that both lists stay whole.", false),
        ("Background: by default the reader opens a list without a lock.", false),
        ("The reader stops because the list is no longer sorted by name.", true),
        ("Before this patch both readers assumed a list of their own.", true),
    ] {
        assert_eq!(told("Read the list before the pages", text).0.is_some(), is_cause, "{text}");
    }
}

#[test]
fn a_reason_is_found_by_many_words() {
    for text in [
        "The reader stopped as the list was closed improperly after the page had been closed.",
        "The pages never matched since both readers were started with one list.",
        "The lock was missing in both readers, which led to a list without an end.",
        "Previously both readers had the same list and the same lock.",
        "There was a race between the two readers of a list.",
    ] {
        let body = format!("## Description\n\n{text}\n\nCloses #7");
        assert_eq!(told("Read the list before the pages", &body).0.as_deref(), Some(text));
    }
    // A report that has the reason in it does not make the change say nothing.
    let why = "The crate was missing from the mirror because error E7 in the log is never read.";
    assert_eq!(told("Read the list before the pages", why).0.as_deref(), Some(why));
}

#[test]
fn a_test_of_a_change_is_no_fix_and_its_title_may_be_one() {
    let body = "The list was never read, because the reader stops early.\n\nWith this change I could copy all crates without trouble.";
    for (title, fix) in [
        ("Fix lost crates", Some(BARE)),
        (
            "Fix lost crates - Sort the list in reader.rs",
            Some("Sort the list in reader.rs ([#507](https://forge.example/depot/pull/507))."),
        ),
        (
            "[fix] Raised \"listLimit\" for PageReader #7",
            Some("Raised \"listLimit\" for PageReader ([#507](https://forge.example/depot/pull/507))."),
        ),
        (
            "add missing close() (fixes #7)",
            Some("add missing close() ([#507](https://forge.example/depot/pull/507))."),
        ),
    ] {
        assert_eq!(told(title, body).1.as_deref(), fix, "{title}");
    }
}

#[test]
fn a_form_for_wishes_and_brackets_in_a_title_hide_no_failure() {
    let mut export = issue(
        7,
        "[List] memory leak",
        ("Close every list after reading", "The list was never closed, because the reader stops early."),
    );
    export["body"] = json!(
        "### Describe the problem\n\nMemory grows with every list until the reader is killed.\n\n### Describe the solution you'd like\n\nLists are closed."
    );
    let (page, became) = put(PAGE, &read(&json!([export]).to_string()).expect("an export"));
    assert!(matches!(became[0], Became::Block(Kind::Bug, _)), "{became:?}");
    assert!(page.contains("**[BUG] List: memory leak**"), "{page}");
}

#[test]
fn a_reason_in_a_report_counts_once_a_maintainer_agrees_with_it() {
    for (answer, is_bug) in [
        ("You are right, thanks.", true),
        ("Good catch.", true),
        // The team releases a fix and says nothing else of the cause.
        ("Confirmed, it is missing here too.", true),
        ("What exactly is in the log?", false),
        ("Thank you, a release follows.", true),
        ("It is missing here because the index is old.", false),
    ] {
        let said =
            |text: &str| json!({"author": {"login": "kim"}, "authorAssociation": "OWNER", "body": text});
        let mut export = issue(7, "Sync loses a crate on the mirror", ("", ""));
        export["body"] = json!("One crate is missing on the mirror because two readers share one buffer.");
        export["closedByPullRequestsReferences"] = json!([]);
        export["comments"] = json!([said(answer), said("Fixed in 2.4.1.")]);
        let (page, became) = put(PAGE, &read(&json!([export]).to_string()).expect("an export"));
        assert_eq!(matches!(became[0], Became::Block(Kind::Bug, _)), is_bug, "{answer}: {page}");
    }
}

#[test]
fn the_report_of_who_made_the_change_explains_and_fixes_nothing() {
    let why = "The crate is missing because `read_names()` compares bytes.";
    for (author, role, is_cause) in [("pat", "NONE", true), ("ann", "NONE", false), ("ann", "MEMBER", true)] {
        let mut export = issue(7, "Sync loses a crate on the mirror", ("Lost crates", "See the report."));
        export["body"] =
            json!(format!("One crate is missing on the mirror. {why}\n\nRun `depot sync --all` twice."));
        export["author"] = json!({"login": author});
        export["authorAssociation"] = json!(role);
        export["closedByPullRequestsReferences"][0]["author"] = json!({"login": "pat"});
        let (page, _) = put(PAGE, &read(&json!([export]).to_string()).expect("an export"));
        assert_eq!(page.contains(&format!("Cause: {why}")), is_cause, "{author} {role}: {page}");
        assert!(!page.contains("Fix: Run"), "{author} {role}: {page}");
    }
}

#[test]
fn a_change_that_is_not_sure_of_itself_explains_nothing() {
    let why = "The list was never read, because the reader stops early.";
    for doubt in [
        "This doesn't solve the root cause that most people see.",
        "Not sure why the mirror needs it.",
        "This should fix the lost crates.",
        "A partial fix for now.",
    ] {
        assert_eq!(
            told("Read the list before the pages", &format!("{why} {doubt}")),
            (None, None),
            "{doubt}"
        );
    }
}

#[test]
fn items_proposals_and_choices_are_no_cause() {
    for (body, cause) in [
        ("- `Pages` was read twice by both readers.", None),
        ("We could read `Pages` once to avoid the race of both readers.", None),
        ("Since lists have pages, we check `Pages` first and only then the list.", None),
        ("## How this solves it\n\n`Pages` was read twice by both readers.", None),
        ("`Pages` was read twice by both readers.", Some("`Pages` was read twice by both readers.")),
        (
            "Fixes #7 — `Pages` was read twice by both readers.",
            Some("`Pages` was read twice by both readers."),
        ),
        (
            "I see that `Pages` was read twice by both readers.",
            Some("`Pages` was read twice by both readers."),
        ),
        ("Since `pages()` starts at zero, we need to add one.", Some("`pages()` starts at zero.")),
        ("Fixes lost crates because `Pages` was read twice.", Some("`Pages` was read twice.")),
    ] {
        assert_eq!(told("Read pages of a list once", body).0.as_deref(), cause, "{body}");
    }
}

#[test]
fn the_only_sentence_of_a_change_may_tell_a_defect_of_the_present() {
    let defect = "The check of the returned length is incorrect";
    assert_eq!(told("Lost crates", defect).0, Some(format!("{defect}.")));
    let more = format!("{defect}. The list has many pages. It is long.");
    assert_eq!(told("Lost crates", &more).0, None);
}

#[test]
fn what_explains_needs_no_conclusion() {
    let body = "The list was closed before the reader asked again, so the pages were lost. Therefore, when it asks, open it first.";
    let cause = "The list was closed before the reader asked again, so the pages were lost.";
    assert_eq!(told("Lost pages", body).0.as_deref(), Some(cause));
}
