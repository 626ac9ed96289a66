//! What the way in which a thread ends tells of its cause and fix: a slip of the team, the answer of the reporter, an
//! answer that helped, an analysis that the team followed, the author of the change. All threads are made up.

mod thread;

use tagdown::document::Kind;
use thread::{Made, made, made_of};

const ANN: &str = "ann";

fn is_bug(found: &Made) -> bool {
    found.kind == Some(Kind::Bug)
}

/// Checks what becomes of a thread; without a cause and a fix, it must not be a BUG.
fn expect(comments: &[(&str, &str, &str)], wanted: Option<(&str, &str)>) {
    let found = made(comments, ("", ""));
    assert_eq!(is_bug(&found), wanted.is_some(), "{comments:?}: {found:?}");
    if let Some((cause, fix)) = wanted {
        assert_eq!((found.cause.as_deref(), found.fix.as_deref()), (Some(cause), Some(fix)));
    }
}

#[test]
fn a_slip_of_the_team_is_the_cause_once_it_is_mended() {
    let slip = "Ouch, I forgot to put the key file into the archive.";
    let mended = ("kim", "OWNER", "I've uploaded the archive a second time.");
    expect(&[("kim", "OWNER", slip), mended], Some((slip, mended.2)));
    let before = "I renamed the archives yesterday and missed the one of the mirror.";
    expect(&[("kim", "OWNER", before), mended], Some((before, mended.2)));
    // It may stand before the slip, and a later promise is none.
    let both = "Fixed in 2.4.1. I accidentally built the archive from the wrong branch.";
    let wanted = ("I accidentally built the archive from the wrong branch.", "Fixed in 2.4.1.");
    expect(&[("kim", "OWNER", both)], Some(wanted));
    expect(&[("kim", "OWNER", slip), ("kim", "OWNER", "I will upload it tomorrow.")], None);
    // The slip of a user is theirs, and a mended failure that is still there is not mended.
    expect(&[("joe", "NONE", slip), mended], None);
    expect(&[("kim", "OWNER", slip), mended, (ANN, "NONE", "It still fails with the same error.")], None);
    // Who forgets to answer tells no cause.
    expect(&[("kim", "OWNER", "Sorry, I forgot to reply to this for weeks."), mended], None);
}

#[test]
fn the_reporter_who_comes_back_with_the_answer_tells_cause_and_fix() {
    let cause = "I had an old copy of the key file in my home folder.";
    let fix = "After deleting that copy the sync works fine.";
    let told = format!("{cause} {fix}");
    expect(&[(ANN, "NONE", &told)], Some((cause, fix)));
    // A question for the cause, a doubt or a setback leaves it open.
    for more in [" Any idea why it was there?", " It didn't work on the second machine."] {
        expect(&[(ANN, "NONE", &format!("{told}{more}"))], None);
    }
    expect(
        &[(ANN, "NONE", &format!("I had maybe an old copy of the key file in my home folder. {fix}"))],
        None,
    );
    expect(&[(ANN, "NONE", &told), (ANN, "NONE", "Scratch that, it is the network.")], None);
    // Somebody else's case is not the one of the report.
    expect(&[("joe", "NONE", &told)], None);
    // What the team has mended is not what the reporter did wrong.
    let mended = ("kim", "OWNER", "Fixed in 2.4.1.");
    let found = made(&[mended, (ANN, "NONE", &told)], ("", ""));
    assert!(found.cause.is_none(), "{found:?}");
}

#[test]
fn an_answer_that_explains_and_advises_tells_both_if_it_helped() {
    let cause = "Big crates get skipped by default and are copied in the nightly run.";
    let fix = "Set `skip.locked` to `false` in the settings of the mirror.";
    let answer = format!("{cause} {fix}");
    let thanks = (ANN, "NONE", "Thanks. That worked.");
    expect(&[("kim", "MEMBER", &answer), thanks], Some((cause, fix)));
    expect(&[("kim", "MEMBER", &answer), (ANN, "NONE", "That did not work.")], None);
    // What only points to a thing explains nothing.
    expect(&[("kim", "MEMBER", "The newest image is `b71`. Could you try that one?"), thanks], None);
    // Another thread has the answer.
    expect(&[("kim", "MEMBER", &answer), thanks, ("kim", "MEMBER", "Closing in favour of #3.")], None);
}

#[test]
fn an_analysis_that_the_team_followed_is_the_cause() {
    let cause = "`copy_all()` reads the index before the lock is taken, so a crate that is added in between gets lost.";
    let fix = ("kim", "MEMBER", "Done: https://forge.example/depot/releases/2.4.1");
    expect(&[(ANN, "NONE", cause), fix], Some((cause, "Done: https://forge.example/depot/releases/2.4.1.")));
    // A question of the team, another explanation, a guess, a story and the failure again are no reason to believe it.
    let asked = ("kim", "MEMBER", "Which file system is that?");
    expect(&[(ANN, "NONE", cause), asked, fix], None);
    for text in [
        "`copy_all()` probably reads the index before the lock is taken, so a crate gets lost.",
        "When I call `copy_all()` twice, the second crate gets lost.",
        "If `copy_all()` is called twice, the second crate is missing instead of copied.",
        "The sync on the mirror loses a crate.",
    ] {
        expect(&[(ANN, "NONE", text), fix], None);
    }
    // So is a fix that nobody can find.
    expect(&[(ANN, "NONE", cause), ("kim", "MEMBER", "This should be fixed now.")], None);
}

#[test]
fn the_author_of_the_change_explains_what_it_changes() {
    let guess = "It seems the stamp is read in local time, then compared with the zone of the server.";
    let change = ("Fix #7", "Compare both stamps in the zone of the server, not in local time.");
    let found = made(&[("pat", "NONE", guess)], change);
    let cause = "The stamp is read in local time, then compared with the zone of the server.";
    assert_eq!((found.kind, found.cause.as_deref()), (Some(Kind::Bug), Some(cause)), "{found:?}");
    let found = made(&[("joe", "NONE", guess)], change);
    assert_eq!(found.cause, None, "{found:?}");
    let found = made(&[("pat", "NONE", guess)], ("Fix #7", "Close the list when the copy is done."));
    assert_eq!(found.cause, None, "{found:?}");
}

#[test]
fn a_long_title_and_a_version_without_a_point_keep_no_bug_away() {
    let told = (
        "kim",
        "MEMBER",
        "The cause is a list that is closed before the copy is done.\n\nThat is fixed in v3.",
    );
    let title = "Sync loses a crate on the mirror whenever the list of all crates is longer than one page and one of them is locked";
    let found = made_of(title, &[told], ("", ""));
    assert!(is_bug(&found), "{found:?}");
    assert_eq!(found.fix.as_deref(), Some("That is fixed in v3."));
}

#[test]
fn sentences_may_start_with_small_letters() {
    let told =
        "i forgot to push the image of the mirror, e.g. the list. please pull it again with `depot pull`";
    let found = made(&[("kim", "OWNER", told)], ("", ""));
    let cause = "I forgot to push the image of the mirror, e.g. the list.";
    assert_eq!(found.cause.as_deref(), Some(cause), "{found:?}");
    assert!(is_bug(&found), "{found:?}");
}
