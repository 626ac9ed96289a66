//! Which sentences of a thread explain its failure, and which fix is taken, each beside a near twin. All threads are made up.

mod thread;

use tagdown::document::Kind;
use thread::made;

const LINK: &str = "[#12](https://forge.example/depot/pull/12)";

/// Whether a closed issue became a BUG, its cause and its fix.
fn told(comments: &[(&str, &str, &str)], pull: (&str, &str)) -> (bool, Option<String>, Option<String>) {
    let made = made(comments, pull);
    (made.kind == Some(Kind::Bug), made.cause, made.fix)
}

#[test]
fn a_reason_explains_only_if_its_effect_is_the_failure() {
    for (text, is_cause) in [
        ("The crate is missing because `read_names()` compares bytes and not letters.", true),
        ("This happens when `read_names()` compares bytes and not letters.", true),
        ("This happens when the mirror is opened in a browser.", false),
        ("This is because of the way that mirrors work.", false),
        ("The problem is that nobody has time for mirrors and their crates.", false),
        ("The crate is missing because old mirrors had no lists, which was a decision in 1.0.", false),
        ("The root cause is that `read_names()` compares bytes.", true),
        ("With two mirrors, it comes from `read_names()`, which compares bytes.", true),
        ("The problem is that names are compared by bytes in `read_names()`.", true),
        ("Tarballs are bigger there because `pack()` keeps comments of both tools.", false),
        ("Their main issue is that `pack()` compares bytes and not letters.", false),
        ("They lose a crate because `pack()` compares bytes and not letters.", false),
        ("Sorting the crate names twice works except once, because `pack()` compares bytes.", false),
        ("If the crate is missing, it is because `read_names()` compares bytes.", false),
        ("The missing crate will be seen because `read_names()` compares bytes.", false),
        ("This lost crate has led to a broken mirror at two customers.", false),
        ("The crate is missing because the mirror loses it.", false),
        ("The crate is missing since the release that was published with `read_names()`.", false),
        ("`read_names()` sorts the names before the mirror does.", false),
    ] {
        let found = told(&[("kim", "MEMBER", text)], ("", "")).1;
        assert_eq!(found.is_some(), is_cause, "{text}: {found:?}");
    }
}

#[test]
fn a_change_explains_only_what_it_ends() {
    for (text, is_cause) in [
        ("`NameList::add` was replacing the entry instead of appending it.", true),
        ("`read_names()` was called with one crate less.", true),
        ("Before, the list of the mirror was sorted by bytes, so a crate was skipped.", true),
        ("`MAX_CRATES` was ten, so the rest of the list was never copied.", true),
        ("There was a race between the mirror and its list.", true),
        ("The list was renamed from `names` to `crates`.", false),
        ("`read_names()` was made public, because the mirror needs it.", false),
        ("The mirror was slow, because every crate was copied twice.", false),
        ("The tests had only lists with three crates.", false),
        ("The customer was upset since a crate of the mirror was lost.", false),
        ("The list of the mirror was never affected because it uses `sort()`.", false),
        ("The mirror was also printing too few crates, see #90.", false),
        ("It turned out that the crate was already fixed on the other branch.", false),
        ("Because of the freeze, this was merged without a review of the list.", false),
        ("There is still a race between the mirror and its list.", false),
        ("The list needs a lock, otherwise the mirror would overflow.", false),
    ] {
        let found = told(&[], ("Sort the list of the mirror", text)).1;
        assert_eq!(found.is_some(), is_cause, "{text}: {found:?}");
    }
}

#[test]
fn more_counts_beside_a_release_than_without_one() {
    let text = "`read_names()` compares bytes, so a capital letter comes first";
    for (comments, is_bug) in [
        (vec![format!("{text}. Fixed in 2.4.1.")], true),
        (vec![format!("{text}."), "Fixed in 2.4.1.".to_owned()], true),
        (vec![format!("{text}."), "I will look at it.".to_owned()], false),
        (vec![format!("{text}, I think. Fixed in 2.4.1.")], false),
    ] {
        let said: Vec<(&str, &str, &str)> =
            comments.iter().map(|text| ("kim", "MEMBER", text.as_str())).collect();
        assert_eq!(told(&said, ("", "")).0, is_bug, "{comments:?}");
    }
    // Somebody else released it, who may have found another reason.
    let explained = format!("{text}.");
    let said = [("kim", "MEMBER", explained.as_str()), ("lee", "MEMBER", "Fixed in 2.4.1.")];
    assert!(!told(&said, ("", "")).0);
}

#[test]
fn the_title_of_a_change_comes_before_what_is_said() {
    let why = "The crate was skipped because `read_names()` compares bytes.";
    for (title, said, fix) in [
        ("Compare names by letters", "", Some(format!("Compare names by letters ({LINK})."))),
        (
            "Compare names by letters",
            "Fixed in 2.4.1.",
            Some(format!("Compare names by letters ({LINK}). Fixed in 2.4.1.")),
        ),
        (
            "Compare names by letters",
            "Hoping to push out 3.0 soon.",
            Some(format!("Compare names by letters ({LINK}).")),
        ),
        (
            "Compare names by letters",
            "You can run `depot sync --twice`.",
            Some(format!("Compare names by letters ({LINK}).")),
        ),
        // Beside a cause, the change is enough.
        ("Fix order of capital letters in names", "", Some(format!("Fixed by {LINK}."))),
        ("Fix for issue 7", "Fixed in 2.4.1.", Some(format!("Fixed by {LINK}. Fixed in 2.4.1."))),
        ("Fix for issue 7", "", Some(format!("Fixed by {LINK}."))),
    ] {
        let said: Vec<_> =
            Some(("kim", "MEMBER", said)).filter(|one| !one.2.is_empty()).into_iter().collect();
        assert_eq!(told(&said, (title, why)).2, fix, "{title}: {said:?}");
    }
    assert_eq!(told(&[], ("Fix order of capital letters in names", "See the code.")).2, None);
}

#[test]
fn a_condition_a_reason_or_a_hope_is_no_fix() {
    for (text, is_fix) in [
        ("2.4.1 is released with the fix.", true),
        ("If you mean the mirror of 2.4.1, it is because that was released with another list.", false),
        ("It is because 2.4.1 was released with another list.", false),
        ("Hoping to get the fix released in 2.4.1.", false),
        ("2.4.1 only fixes this for two mirrors.", false),
        ("You can set `mirrors = 1` until we have a fix.", false),
        ("Update to 2.4rc1, which has the fix.", true),
    ] {
        let found = told(&[("kim", "MEMBER", text)], ("", "")).2;
        assert_eq!(found.is_some(), is_fix, "{text}: {found:?}");
    }
}

#[test]
fn an_outsider_explains_once_a_maintainer_agrees() {
    let why = ("joe", "NONE", "The list is empty because two readers share one buffer.");
    let fixed = ("kim", "MEMBER", "Fixed in 2.4.1.");
    for (answer, is_bug) in [
        ("Great analysis, thanks!", true),
        ("Great fix, thanks.", true),
        ("Thanks, we will check that.", false),
    ] {
        assert_eq!(told(&[why, ("kim", "MEMBER", answer), fixed], ("", "")).0, is_bug, "{answer}");
    }
}
