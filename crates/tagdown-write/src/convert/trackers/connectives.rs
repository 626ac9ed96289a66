//! Recognises reasons that are tied on by a word which often means something else: `since the list is empty`, `crashed
//! as the list was empty`.

use super::phrases::{has, is_version, words};

/// Where the words between an effect and its reason stand, if they tie a clause: `since`, `as`.
pub(crate) fn reason_at(all: &[String]) -> Option<(usize, usize)> {
    since_at(all).map(|at| (at, at + 1)).or_else(|| as_at(all).map(|at| (at + 1, at + 2)))
}

/// Whether words are a clause with a reason: `As the list is empty`, and not `Since 2.4`.
pub(crate) fn opens_clause(all: &[String]) -> bool {
    let opens = |word: &str| all.first().is_some_and(|first| first == word);
    opens("because") || opens("as") && has_verb(all) || opens("since") && since_at(all) == Some(0)
}

/// Whether a sentence gives the reason for what it tells.
pub(crate) fn gives_reason(text: &str) -> bool {
    has(
        text,
        "is the reason for, was the reason for, is the reason that, is the reason why, was the reason why, is the cause of, was the cause of, is what causes, is what caused, was what caused, thanks to a bug, thanks to an",
    ) || reason_at(&words(text)).is_some()
}

/// `It crashed as the list was empty`
fn as_at(all: &[String]) -> Option<usize> {
    const FAILS: &str = "crashed crashes failed fails happened happens occurred occurs hung hangs broke breaks deadlocked deadlocks leaked leaks panicked panics stopped stalled froze looped";
    const SUBJECTS: &str = "the a an it its this that both two no every each we there";
    all.windows(3).enumerate().position(|(at, run)| {
        let is_fail = FAILS.split(' ').any(|fail| fail == run[0]);
        let is_subject = SUBJECTS.split(' ').any(|subject| subject == run[2]) || run[2].starts_with('`');
        is_fail && run[1] == "as" && is_subject && has_verb(&all[at + 2..])
    })
}

/// `The list is empty since both readers were started`, and not `It crashes since the last update`
fn since_at(all: &[String]) -> Option<usize> {
    const TIMES: &str = "then yesterday last today update upgrade upgrading updating version release releases commit i we january february march april may june july august september october november december \
        monday tuesday wednesday thursday friday days weeks months migration switch move installing installation years ages recently";
    all.iter().enumerate().position(|(at, word)| {
        let next = &all[at + 1..];
        let is_time = next
            .iter()
            .take(4)
            .any(|word| is_version(word) || TIMES.split_whitespace().any(|time| time == word));
        word == "since" && next.len() >= 4 && !is_time && has_verb(next)
    })
}

/// Whether words have a verb among them, so that they are a clause.
fn has_verb(words: &[String]) -> bool {
    const VERBS: &str = "is are was were isn't aren't wasn't weren't does doesn't do don't did didn't has had have hasn't can can't cannot could couldn't never always only gets got keeps kept uses used expects \
        expected return returns returned starts ends calls called holds held runs ran reads";
    words.iter().any(|word| VERBS.split_whitespace().any(|verb| verb == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_no_point_in_time() {
        for (text, is_reason) in [
            ("The list never ends since both readers were started at once.", true),
            ("It crashed as the list was empty by then.", true),
            ("A fault in the parser, which the reader uses, is the reason for this.", true),
            ("It crashes since the last update was installed.", false),
            ("It crashes since 2.4.1 is out on all mirrors.", false),
            ("It crashes as expected.", false),
            ("The reader fails as described in the manual.", false),
            ("I see it since we have moved the mirror.", false),
        ] {
            assert_eq!(gives_reason(text), is_reason, "{text}");
        }
    }
}
