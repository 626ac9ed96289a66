//! What is neither cause nor fix, however much it sounds like one, beside a near twin that is. All threads are made up.

mod thread;

use tagdown::document::Kind;
use thread::made;

/// The cause that a maintainer's comment becomes, before a release.
fn cause_by_comment(text: &str) -> Option<String> {
    made(&[("kim", "MEMBER", text), ("kim", "MEMBER", "Fixed in 2.4.1.")], ("", "")).cause
}

/// The cause that the text of a merged pull request becomes.
fn cause_by_pull(text: &str) -> Option<String> {
    made(&[], ("Read the list before the pages", text)).cause
}

/// A fix that is more than the number of a pull request.
fn told(fix: Option<String>) -> Option<String> {
    fix.filter(|fix| !fix.starts_with("Fixed by [#12]"))
}

#[test]
fn what_somebody_supposes_is_no_cause() {
    for (text, is_cause) in [
        ("The list is empty because two readers share one buffer.", true),
        ("The list is apparently empty because two readers share one buffer.", false),
        ("If that is the case, it is caused by the buffer of the reader.", false),
        ("Normally this is caused by a full disk of the mirror.", false),
        ("It is often caused by a full disk of the mirror.", false),
        ("It is more of a race condition of the mirror and its list.", false),
        ("It was not caused by the buffer of the reader after all.", false),
        ("According to `git bisect` the culprit is commit 1a2b3c4 of the reader.", false),
        ("It is caused by the same problem as another report, closing.", false),
        ("This is because your mirror uses the old list.", false),
        ("Wow, that root cause analysis is impressive!", false),
        ("Can't say yet where it comes from, because the log is cut.", false),
        ("The crates are fine because the list is only shown twice.", false),
        ("Most readers never get that, because of lists like that.", false),
        ("The reader therefore stops early because of the list.", false),
    ] {
        assert_eq!(cause_by_comment(text).is_some(), is_cause, "{text}");
    }
    let asks = "The list is empty because two readers share one buffer. @joe, do you know why?";
    assert_eq!(cause_by_comment(asks), None);
}

#[test]
fn work_people_and_changes_are_no_cause() {
    for (text, is_cause) in [
        ("Two readers share one buffer, so the list is empty.", true),
        ("We did not catch this in QA because the lists there are short.", false),
        ("We failed to test lists without names, so nobody saw it.", false),
        ("Because users complained about missing crates for weeks.", false),
        ("This is a quick fix, because the proper solution needs another reader.", false),
        ("The previous fix was reverted because it broke the reader.", false),
        ("The change does not get in the way of readers, so it is safe to merge.", false),
        ("Two readers noticed it last Friday because the list was empty.", false),
        ("The log reported \"the list was not read\", and memory grew without a limit.", false),
        ("The bug, present since 2.1, could make the reader skip half of the list.", false),
        ("Resolved an issue causing readers to skip half of the list.", false),
        ("Blocking a reader without a limit is never a good idea.", false),
        ("Readers will now only stop if the list was not closed.", false),
        ("The length of the list was wrong in some cases.", false),
        ("Note: it still causes many requests, which are not passed on.", false),
        ("This causes a crash in builds for readers...", false),
        ("Verified with two readers, because the list is long.", false),
        ("It shouldn't be caused by the list, since readers never write.", false),
        ("Work around it by reading the list before it is written.", false),
        ("A page was freed before checking that nobody reads it.", true),
        ("The length was kept in one byte, although lists have 300 pages.", true),
    ] {
        assert_eq!(cause_by_pull(text).is_some(), is_cause, "{text}");
        // A heading says what a text should be, and not what it is.
        let named = cause_by_pull(&format!("## Root cause\n\n{text}"));
        assert_eq!(named.is_some(), is_cause, "under a heading: {text}");
    }
}

#[test]
fn a_story_of_suspicions_is_no_cause() {
    let story = "We suspected the mirror at first. Then the list was empty. It turned out that both were innocent: the name was cut twice.";
    assert_eq!(cause_by_pull(story), None);
    assert_eq!(cause_by_comment(story), None);
    let after = format!("{story}\n\nThe name is cut by the reader and by the writer, so it is too short.");
    assert_eq!(
        cause_by_pull(&after).as_deref(),
        Some("The name is cut by the reader and by the writer, so it is too short.")
    );
}

#[test]
fn a_retracted_cause_does_not_count() {
    let cause = ("kim", "MEMBER", "The cause is that two readers share one buffer.");
    let fix = ("kim", "MEMBER", "Fixed in 2.4.1.");
    assert_eq!(made(&[cause, fix], ("", "")).kind, Some(Kind::Bug));
    for text in ["Scratch that, the buffer is fine.", "On second thought, the buffer is fine."] {
        let found = made(&[cause, ("kim", "MEMBER", text), fix], ("", ""));
        assert_eq!((found.kind, &found.cause), (Some(Kind::Unverified), &None), "{text}");
    }
}

#[test]
fn a_fix_says_more_than_the_failure() {
    let why = "The list was never read, because the reader stops early.";
    for (title, is_fix) in [
        ("Signal the writer on exit of a reader #7", true),
        ("Signal the writer on exit of a reader. Closes #7", true),
        ("Reduce the buffer from 8 to 4 pages", true),
        ("Reduce memory usage considerably of readers", false),
        ("Update the length calculation to fix an off-by-one issue", false),
        ("Make the reader of lists work", false),
        ("Handle names of crates correctly", false),
    ] {
        let found = told(made(&[], (title, why)).fix);
        assert_eq!(found.is_some(), is_fix, "{title}: {found:?}");
        assert!(found.is_none_or(|fix| !fix.contains("Closes")), "{title}");
    }
}

#[test]
fn a_doubtful_release_is_no_fix() {
    for (text, is_fix) in [
        ("It will be in 2.4.1, which should be out in a few days.", true),
        ("2.4.1 computes the length from the list.", true),
        ("The 2.4.1 release has likely fixed this.", false),
        ("Hello Ann, I suppose 2.4.1 fixed it.", false),
        ("Fixed in main, but it is not in 2.4.1 yet.", false),
        ("2.4.1 crashes in the same way.", false),
    ] {
        let found = made(&[("kim", "MEMBER", text)], ("", "")).fix;
        assert_eq!(found.is_some(), is_fix, "{text}: {found:?}");
    }
    // Who still has to look has no fix.
    let plans = "2.4.1 brings another list. I'll take a look when I have time.";
    assert_eq!(made(&[("kim", "MEMBER", plans)], ("", "")).fix, None);
    let fixed = ("kim", "MEMBER", "2.4.1 has the fix already.");
    let again = ("ann", "NONE", "I updated to 2.4.1, but the same crash comes.");
    assert!(made(&[fixed], ("", "")).fix.is_some());
    assert_eq!(made(&[fixed, again], ("", "")).fix, None);
}

#[test]
fn the_change_comes_before_advice() {
    let pull = (
        "Lost crates",
        "The crate was cut off, because its length is kept in one byte.\n\n## Fix\n\nThe length is now kept in four bytes.",
    );
    let advice = ("kim", "MEMBER", "You can set `list.pages` to a smaller number.");
    let found = made(&[advice], pull);
    assert!(found.fix.as_ref().is_some_and(|fix| fix.starts_with("Fixed by")), "{found:?}");
    // Where the change is not told, nobody said that the advice helped.
    let found = made(&[advice], ("Lost crates", "See the code."));
    assert_eq!(found.fix, None);
    // A change that leaves the failure is none.
    let stays = ("kim", "MEMBER", "The change of #12 is good, but it does not close this: the error stays.");
    assert_eq!(made(&[stays], pull).fix, None);
}

#[test]
fn the_reason_in_a_fix_is_the_cause() {
    let fix = "Changed the check so that lists with one page are read, because the old check `pages > 1` skipped them.";
    let found = made(&[], ("Lost crates", fix));
    assert_eq!(found.kind, Some(Kind::Bug), "{found:?}");
    assert_eq!(found.cause.as_deref(), Some("the old check `pages > 1` skipped them."));
    let fix = "Changed the check so that lists with one page are read, because it is better.";
    assert_eq!(made(&[], ("Lost crates", fix)).cause, None);
}

#[test]
fn how_it_was_is_no_fix_under_any_heading() {
    let body = "### What does this PR do?\n\nThe reader was calling `next()` on all pages unconditionally. If a page is empty, it silently skips the list, which does not end.\n\n\
        The fix is simple: only call `next()` when the page has crates.";
    let found = made(&[], ("Lost pages of readers", body));
    assert!(
        found.cause.as_ref().is_some_and(|cause| cause.starts_with("The reader was calling")),
        "{found:?}"
    );
    assert!(found.fix.as_ref().is_some_and(|fix| fix.starts_with("Fixed by")), "{found:?}");
}

#[test]
fn plans_after_a_semicolon_are_not_part_of_a_cause() {
    let found =
        cause_by_comment("The reason is that two readers share one buffer; I will send a patch later.");
    assert_eq!(found.as_deref(), Some("The reason is that two readers share one buffer."));
}

#[test]
fn headings_of_pull_requests_are_understood() {
    let cause = "The list is made anew by every reader, so a page is read twice.";
    let fix = "Keeps one list for all readers and drops it at the end.";
    for (why, what) in [
        ("Why", "What"),
        ("Motivation and Context", "Changes"),
        ("Causes", "Fix"),
        ("Root cause", "Solution"),
    ] {
        let found = made(
            &[],
            (
                "Lost pages of the list",
                &format!(
                    "## {why}\n\n{cause}\n\n## {what}\n\n{fix}\n\n## Release note\n\nLists are read once now."
                ),
            ),
        );
        assert_eq!((found.kind, found.cause.as_deref()), (Some(Kind::Bug), Some(cause)), "{why}");
        assert!(found.fix.as_ref().is_some_and(|text| text.starts_with("Fixed by")), "{what}: {found:?}");
    }
}

#[test]
fn who_made_the_change_may_state_the_cause() {
    let text = "The cause is that two readers share one buffer.";
    let pull = ("Give every reader its own buffer", "See the report.");
    for (name, is_cause) in [("pat", true), ("joe", false)] {
        let found = made(&[(name, "NONE", text)], pull);
        assert_eq!(found.cause.is_some(), is_cause, "{name}: {found:?}");
    }
}

#[test]
fn agreement_makes_a_cause_only_of_an_explanation() {
    let yes = ("kim", "MEMBER", "You are right, thanks.");
    let fix = ("kim", "MEMBER", "Fixed in 2.4.1.");
    for (text, is_cause) in [
        ("The list is empty because two readers share one buffer.", true),
        ("Running the sync gave me no error, only: no such crate.", false),
    ] {
        let found = made(&[("joe", "NONE", text), yes, fix], ("", ""));
        assert_eq!(found.cause.is_some(), is_cause, "{text}: {found:?}");
    }
}

#[test]
fn what_to_do_is_no_cause() {
    let fix = "Fixed in 2.4.1, which sorts the list.";
    for (text, is_cause) in [
        ("`crates.list` is sorted by bytes and not by names.", true),
        ("`crates.list` needs to be sorted by names and not by bytes.", false),
        ("No repair is needed; do not run `depot repair` because of the list.", false),
    ] {
        let said = format!("{text} {fix}");
        let found = made(&[("kim", "MEMBER", &said)], ("", ""));
        assert_eq!(found.cause.is_some(), is_cause, "{text}: {found:?}");
    }
    // A labelled cause may speak of the reporter's setup, and is taken from its start.
    let whole =
        "The reader asks for `/list`, which is still `/` in your setup. The mirror therefore sends nothing.";
    let found = made(&[("kim", "MEMBER", &format!("**Cause:** {whole}\n\n{fix}"))], ("", ""));
    assert_eq!(found.cause.as_deref(), Some(whole));
}

#[test]
fn what_a_project_declines_is_left_out() {
    for (text, is_out) in [
        ("We don't want to add more rules for mirrors, because every rule costs time.", true),
        ("Unfortunately we cannot support mirrors that were not made by us.", true),
        ("This no longer applies, since mirrors are gone.", true),
        ("That is not the expected behavior, I will look at it.", false),
        ("We have to add a rule for mirrors.", false),
    ] {
        let found = made(&[("kim", "MEMBER", text)], ("", ""));
        assert_eq!(found.kind.is_none(), is_out, "{text}: {found:?}");
    }
    // What was changed in spite of it is no refusal.
    let found = made(
        &[("kim", "MEMBER", "We don't want to add more rules.")],
        ("Read the list before the pages", "The list was never read because of a lock."),
    );
    assert_eq!(found.kind, Some(Kind::Bug), "{found:?}");
}

#[test]
fn what_shall_be_done_should_it_come_back_is_no_fix() {
    let why = "The list is empty because two readers share one buffer.";
    for (text, fix) in [
        ("Should it turn up in 3.8 I reopen!", None),
        ("Fixed in 3.8, thank you", Some("Fixed in 3.8.")),
        ("Thanks all. v3.8 is released with the fix.", Some("v3.8 is released with the fix.")),
        ("I made v3.8.1 to repair this.", Some("I made v3.8.1 to repair this.")),
        ("Fixed in 3.8. Lists need no change.", Some("Fixed in 3.8.")),
        ("v3.8 is out with the patch for this", Some("v3.8 is out with the patch for this.")),
        ("I could copy all crates with v3.8, which has the fix.", None),
    ] {
        let told = made(&[("kim", "MEMBER", why), ("kim", "MEMBER", text)], ("", ""));
        assert_eq!(told.fix.as_deref(), fix, "{text}");
    }
}

#[test]
fn a_word_of_an_answer_and_a_connective_do_not_hide_a_cause() {
    for (text, cause) in [
        (
            "Right, a capital letter of the list is missing, so the crate is skipped.",
            "a capital letter of the list is missing, so the crate is skipped.",
        ),
        (
            "A fault in the parser of long lists is the reason for this.",
            "A fault in the parser of long lists is the reason for this.",
        ),
        (
            "The list never ends since two readers were started at once.",
            "The list never ends since two readers were started at once.",
        ),
    ] {
        assert_eq!(cause_by_comment(text).as_deref(), Some(cause));
    }
    for text in [
        "It should not be related to the mirror since the list is shared.",
        "The crate is missing since the last update was installed.",
        "The reader is no longer started twice, so no crate is skipped.",
    ] {
        assert_eq!(cause_by_comment(text), None, "{text}");
    }
}
