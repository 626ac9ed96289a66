//! What the outcome of a thread confirms: a guess whose advice helped, a case that the reporter says is theirs, a plan that
//! was released, a title that states the cause. All threads are made up.

mod thread;

use tagdown::document::Kind;
use thread::{made, made_of};

const ANN: &str = "ann";

#[test]
fn a_guess_is_a_cause_once_its_advice_helped() {
    let guess = "The mirror is probably missing the list of keys. Installing `depot-keys` should help.";
    for (role, answer, is_bug) in [
        ("MEMBER", "That worked, thanks!", true),
        ("CONTRIBUTOR", "Installing it fixed the sync.", true),
        ("NONE", "It works now.", false),
        ("MEMBER", "Thanks for the answer.", false),
        ("MEMBER", "That didn't help, the crate is still missing.", false),
        ("MEMBER", "I will try that if I find the time.", false),
    ] {
        let found = made(&[("kim", role, guess), (ANN, "NONE", answer)], ("", ""));
        assert_eq!(found.kind == Some(Kind::Bug), is_bug, "{answer}: {found:?}");
        let cause = is_bug.then_some("The mirror is missing the list of keys.");
        assert_eq!(found.cause.as_deref(), cause, "{answer}");
    }
    // Somebody else's cure is for the last advice, not for a guess before it.
    let first = ("joe", "MEMBER", "It looks like the disk of the mirror is full.");
    let second = ("kim", "MEMBER", "The mirror is probably missing the list of keys. Install `depot-keys`.");
    let found = made(&[first, second, (ANN, "NONE", "That did the trick.")], ("", ""));
    assert_eq!(found.cause.as_deref(), Some("The mirror is missing the list of keys."), "{found:?}");
    // What did not help the reporter explains nothing, even if another guess did.
    let found = made(
        &[
            ("kim", "MEMBER", "It looks like the disk of the mirror is full. Try `depot clean`."),
            (ANN, "NONE", "That didn't help."),
            ("kim", "MEMBER", "Then upgrade the mirror to 2.4.1."),
            (ANN, "NONE", "That works."),
        ],
        ("", ""),
    );
    assert_eq!(found.cause, None, "{found:?}");
}

#[test]
fn a_case_is_a_cause_if_the_reporter_says_that_it_is_theirs() {
    let case = "If the mirror is on another file system, you'll see this error.";
    let advice = ("kim", "MEMBER", "You'll want to change `mirror.path`.");
    for (answer, is_bug) in [
        ("Yes, the mirror is on a file system of its own.", true),
        ("You're right.", true),
        ("Yes.", false),
        ("No, the mirror is on the same file system.", false),
        ("Is the mirror on another file system by default?", false),
    ] {
        let found = made(&[("kim", "MEMBER", case), (ANN, "NONE", answer), advice], ("", ""));
        assert_eq!(found.cause.as_deref(), is_bug.then_some(case), "{answer}: {found:?}");
        assert_eq!(found.kind == Some(Kind::Bug), is_bug, "{answer}: {found:?}");
    }
    for case in [
        "If you can, please send the log of the mirror.",
        "If you upgrade the mirror to the last build, this error goes away.",
        "If the mirror is on another file system, could you move it?",
    ] {
        let found = made(&[("kim", "MEMBER", case), (ANN, "NONE", "You're right."), advice], ("", ""));
        assert_eq!(found.cause, None, "{case}");
    }
}

#[test]
fn a_plan_that_was_released_confirms_its_ground() {
    let fix = ("kim", "MEMBER", "Merged, it will be in 2.4.1.");
    for (text, cause) in [
        (
            "It looks like copy() and sort() are called at the same time, so I'll add a lock.",
            Some("Copy() and sort() are called at the same time"),
        ),
        ("It looks like copy() and sort() are called at the same time.", None),
        ("I think we should add a lock, so I'll do that.", None),
        ("I think this is a duplicate, so I'll look for the other one.", None),
        ("Looks like a bug, I'll have a look.", None),
    ] {
        let found = made(&[("kim", "MEMBER", text), fix], ("", ""));
        let told = found.cause.map(|cause| cause.to_lowercase());
        assert_eq!(told, cause.map(|cause| format!("{}.", cause.to_lowercase())), "{text}");
    }
}

#[test]
fn who_names_the_change_at_fault_may_say_what_it_broke() {
    let found = made(
        &[
            ("kim", "MEMBER", "We'll look into it, but in the meantime, you can run `depot wipe`."),
            (ANN, "NONE", "That worked for me."),
            (
                "kim",
                "MEMBER",
                "This was caused by #41. I changed one of the stored lists, and that breaks the old index.",
            ),
        ],
        ("", ""),
    );
    assert_eq!(
        found.cause.as_deref(),
        Some("I changed one of the stored lists, and that breaks the old index.")
    );
    assert_eq!(found.fix.as_deref(), Some("You can run `depot wipe`."), "{found:?}");
}

#[test]
fn a_title_states_the_cause_if_the_project_fixed_it() {
    let fix = ("kim", "MEMBER", "Released in 2.4.1.");
    for (title, said, pull, is_cause) in [
        ("Race condition in the reader causing a lost crate", vec![fix], ("", ""), true),
        ("Race condition in the reader causing a lost crate", vec![], ("", ""), false),
        ("Slow network causing a lost crate", vec![fix], ("", ""), false),
        ("Sync loses a crate due to an old index", vec![], ("Rebuild the index before a sync", ""), true),
        ("Sync loses a crate due to an old index", vec![], ("Lock both lists during a copy", ""), false),
        (
            "Sync loses a crate, maybe due to an old index",
            vec![],
            ("Rebuild the index before a sync", ""),
            false,
        ),
    ] {
        let found = made_of(title, &said, pull);
        assert_eq!(found.cause.is_some(), is_cause, "{title}: {found:?}");
    }
}

#[test]
fn a_change_tells_what_was_before_it() {
    for (text, cause) in [
        (
            "Fixes a bug where the index is not closed if the copy throws.",
            Some("The index is not closed if the copy throws."),
        ),
        (
            "If `copy()` throws for any reason, then all readers of the index remain locked.",
            Some("If `copy()` throws for any reason, then all readers of the index remain locked."),
        ),
        (
            "Otherwise the index can be overwritten during a copy.",
            Some("The index can be overwritten during a copy."),
        ),
        ("If the index is empty, return early.", None),
        ("If the index is empty, we now skip the copy.", None),
        ("For this mirror the answer does not contain the index.", None),
        ("The index was renamed during the last refactoring of copies.", None),
        ("There is still an index that is not closed by the copy.", None),
    ] {
        let found = made(&[], ("Close the index of the sync", text));
        assert_eq!(found.cause.as_deref(), cause, "{text}: {found:?}");
    }
}

#[test]
fn a_question_with_a_confirmed_answer_is_a_failure() {
    let said = [
        ("kim", "MEMBER", "The mirror is probably missing the list of keys. Install `depot-keys`."),
        (ANN, "NONE", "That worked, thanks!"),
    ];
    let title = "How can a sync lose a crate with error E7?";
    assert_eq!(made_of(title, &said, ("", "")).kind, Some(Kind::Bug));
    assert_eq!(made_of(title, &said[..1], ("", "")).kind, None);
}

#[test]
fn an_answer_with_advice_counts_if_nobody_opposes_it() {
    let answer = "The E7 error is a missing certificate package of the keystore. On Fedora:\n\n```\nsudo dnf install depot-keys\n```";
    let cause = "The E7 error is a missing certificate package of the keystore.";
    for (said, is_bug) in [
        (vec![], true),
        (vec![(ANN, "NONE", "Thank you!")], true),
        (vec![(ANN, "NONE", "But the key file is there.")], false),
        (vec![(ANN, "NONE", "Where do I find that package?")], false),
        (vec![(ANN, "NONE", "That didn't help.")], false),
    ] {
        let said = [vec![("kim", "MEMBER", answer)], said].concat();
        let found = made(&said, ("", ""));
        assert_eq!(found.kind == Some(Kind::Bug), is_bug, "{said:?}: {found:?}");
        assert_eq!(found.cause.as_deref(), is_bug.then_some(cause), "{said:?}");
    }
    for text in [
        "It looks like a key file is missing on the mirror. Run `depot keys`.",
        "We removed key files from mirrors a while ago. Run `depot keys`.",
        "The mirror has many keys in its lists. Run `depot keys`.",
    ] {
        assert_eq!(made(&[("kim", "MEMBER", text)], ("", "")).cause, None, "{text}");
    }
    assert_eq!(made(&[("joe", "NONE", answer)], ("", "")).cause, None);
}

#[test]
fn a_cure_is_for_the_advice_before_it() {
    let guess = "I think the list of crates needs an index, can you post the output of `depot list`?";
    for answer in ["Here it is. It works after a restart, though.", "Here it is. It works now."] {
        let found = made(&[("kim", "MEMBER", guess), (ANN, "NONE", answer)], ("", ""));
        assert_eq!((found.cause, found.fix), (None, None), "{answer}");
    }
    // The commit that helped the reporter is a fix, though it names no release.
    let said = [
        ("kim", "OWNER", "Turns out that the mirror never reads the list of keys."),
        ("kim", "OWNER", "This should be fixed in commit 1a2b3c4."),
        (ANN, "NONE", "Your fix worked."),
    ];
    let found = made(&said, ("", ""));
    assert_eq!(found.kind, Some(Kind::Bug), "{found:?}");
    assert_eq!(found.fix.as_deref(), Some("This is fixed in commit 1a2b3c4."));
    assert_eq!(made(&said[..2], ("", "")).kind, Some(Kind::Unverified));
    // A version may be a link.
    let fix = ("kim", "OWNER", "Fixed in [2.4.1](https://forge.example/depot/2.4.1).");
    assert_eq!(made(&[said[0], fix], ("", "")).kind, Some(Kind::Bug));
}
