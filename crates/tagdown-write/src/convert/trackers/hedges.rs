//! Takes the doubt out of a diagnosis that the outcome confirmed: `It looks like the list is empty, so I'll add a check` is
//! `The list is empty`. Only whole openings, adverbs and plans go; a sentence that is still in doubt then is none.

use super::cause_words::names_flaw;
use super::clean::capital;
use super::doubt_words::is_doubtful;
use super::sentence_signs::{has, is_open, words};

/// A diagnosis without its hedges.
#[derive(Clone, Debug)]
pub(crate) struct Bare {
    pub(crate) text: String,
    /// Whether its speaker was not sure.
    pub(crate) is_hedged: bool,
    /// Whether its speaker says what they will do about it, or what others should.
    pub(crate) is_planned: bool,
}

/// Words before the diagnosis itself.
const ASIDES: [&str; 22] = [
    "hmm, ",
    "hmm ",
    "hm, ",
    "ah, ",
    "ah ",
    "ahh, ",
    "oh, ",
    "ok, ",
    "okay, ",
    "ok so ",
    "so ",
    "well, ",
    "yes, ",
    "yeah, ",
    "yep, ",
    "actually, ",
    "right, ",
    "interesting, ",
    "thanks, ",
    "anyway, ",
    "in that case ",
    "then ",
];

/// Openings that say that somebody is not sure, longest first where one starts another.
const OPENINGS: [&str; 48] = [
    "it looks very much like ",
    "it looks to me like ",
    "it looks as if ",
    "it looks like ",
    "this looks like ",
    "that looks like ",
    "looks like ",
    "it seems to me that ",
    "it seems like ",
    "it seems that ",
    "it seems ",
    "seems like ",
    "seems that ",
    "this sounds like ",
    "that sounds like ",
    "it sounds like ",
    "sounds like ",
    "it appears that ",
    "it could be that ",
    "it may be that ",
    "it might be that ",
    "could be that ",
    "i'm guessing that ",
    "i'm guessing ",
    "i am guessing ",
    "i would guess that ",
    "i would guess ",
    "i guess that ",
    "i guess ",
    "my guess is that ",
    "my guess is ",
    "my guess would be that ",
    "i think that ",
    "i think ",
    "i believe that ",
    "i believe ",
    "i suspect that ",
    "i suspect ",
    "i assume that ",
    "i assume ",
    "i'm pretty sure that ",
    "i'm pretty sure ",
    "i'm fairly sure ",
    "pretty sure ",
    "most likely ",
    "probably ",
    "presumably ",
    "apparently ",
];

/// Adverbs of doubt behind such an opening.
const DOUBTS: [&str; 4] = ["most likely ", "probably ", "presumably ", "that "];

/// Adverbs of doubt inside of a sentence.
const ADVERBS: [&str; 7] = [
    " most likely ",
    " very likely ",
    " most probably ",
    " probably ",
    " presumably ",
    " apparently ",
    " likely ",
];

/// What a speaker goes on with who says what shall be done.
const PLANS: &str = "what i'll, i'll, i will, i've, i have, i am going to, i'm going to, i can, i could, i need, we'll, we will, we should, we need to, we can, we could, let me, let's, will fix, will look, would you, could you, can you, can you please, \
    please, try, you can, you could, you should, you need to, you'll need to, you'll want to, you have to, maybe you, maybe try, a fix, the fix, fix is, working on, download, install, upgrade, update, reinstall, run, use, set";

/// A sentence without its doubt, if nothing of it is left.
pub(crate) fn bare(text: &str) -> Option<Bare> {
    let text = text.trim();
    let found = after_finding(text);
    let mut rest = after(&found, &ASIDES);
    let opened = after(rest, &OPENINGS);
    let mut is_hedged = opened.len() < rest.len();
    let is_like = rest[..rest.len() - opened.len()].to_lowercase().contains("like ");
    rest = after(opened, &DOUBTS);
    let (told, is_planned) = without_plan(rest);
    let mut told = told.to_owned();
    for adverb in ADVERBS {
        // `is likely to fail` is not `is to fail`.
        if let Some(at) = told.find(adverb).filter(|at| !told[at + adverb.len()..].starts_with("to ")) {
            let is_free =
                !["not", "more", "very", "quite", "less"].iter().any(|word| told[..at].ends_with(word));
            if is_free {
                told.replace_range(at..at + adverb.len(), " ");
                is_hedged = true;
            }
        }
    }
    if let Some(plain) = without_modal(&told) {
        told = plain;
        is_hedged = true;
    }
    // `Looks like a bug` says nothing, `looks like a race` does.
    let is_noun = is_like && opens_noun(&told) && !has_verb(&told);
    let is_whole = told.matches('`').count().is_multiple_of(2)
        && told.matches('(').count() == told.matches(')').count()
        && told.matches('"').count().is_multiple_of(2)
        && (!is_noun || names_flaw(&told));
    let is_sure = !is_doubtful(&told) && !is_open(&told);
    (is_whole && is_sure).then(|| Bare { text: capital(&told), is_hedged, is_planned })
}

/// A sentence after the words that say how its speaker came to know it: `While reading #12 I've found that …`.
pub(crate) fn after_finding(text: &str) -> String {
    const FINDINGS: [&str; 8] = [
        " found that ",
        " found out that ",
        " concluded that ",
        " figured out that ",
        " realized that ",
        " realised that ",
        " discovered that ",
        " noticed that ",
    ];
    let found = FINDINGS.iter().filter_map(|finding| text.find(finding).map(|at| at + finding.len())).min();
    found
        .filter(|end| words(&text[..*end]).len() <= MOST_BEFORE)
        .map_or_else(|| text.to_owned(), |end| capital(&text[end..]))
}

/// How many words may say how somebody came to know something.
const MOST_BEFORE: usize = 12;

/// A text after one of these openings.
fn after<'t>(text: &'t str, openings: &[&str]) -> &'t str {
    let starts = |opening: &&&str| {
        text.get(..opening.len()).is_some_and(|start| start.replace('’', "'").eq_ignore_ascii_case(opening))
    };
    openings.iter().find(starts).map_or(text, |opening| text[opening.len()..].trim_start())
}

/// A sentence up to the clause that says what shall be done: `…, so I'll add a check`.
fn without_plan(text: &str) -> (&str, bool) {
    const MARKS: [&str; 10] = [", so ", " so ", ", but ", " and ", ", and ", "; ", " - ", " – ", ", ", ". "];
    let opens = |rest: &str| {
        let lower = format!("{} ", words(rest).join(" ").replace('’', "'"));
        PLANS.split(',').any(|plan| lower.starts_with(&format!("{} ", plan.trim())))
    };
    let ends = MARKS.iter().flat_map(|mark| text.match_indices(mark).map(|(at, mark)| (at, at + mark.len())));
    let end = ends.filter(|(start, end)| *start > 0 && opens(&text[*end..])).map(|(start, _)| start).min();
    match end {
        Some(end) if words(&text[..end]).len() >= 4 => (text[..end].trim_end_matches([',', ';', ' ']), true),
        _ => (text, false),
    }
}

/// `This might be caused by …` as `This is caused by …`, where the subject is one thing.
fn without_modal(text: &str) -> Option<String> {
    const SUBJECTS: [&str; 14] = [
        "this",
        "that",
        "it",
        "the problem",
        "the issue",
        "the error",
        "the crash",
        "the failure",
        "the warning",
        "the hang",
        "the bug",
        "this error",
        "this problem",
        "this issue",
    ];
    const MODALS: [&str; 7] = [
        " might be ",
        " may be ",
        " could be ",
        " could well be ",
        " must be ",
        " seems to be ",
        " appears to be ",
    ];
    const TIES: [&str; 6] = ["caused by", "due to", "because", "that", "a ", "the "];
    let lower = text.to_lowercase();
    let subject =
        SUBJECTS.iter().filter(|subject| lower.starts_with(**subject)).max_by_key(|subject| subject.len())?;
    let modal = MODALS.iter().find(|modal| lower[subject.len()..].starts_with(**modal))?;
    let rest = text.get(subject.len() + modal.len()..)?;
    TIES.iter().any(|tie| rest.starts_with(tie)).then(|| format!("{} is {rest}", &text[..subject.len()]))
}

fn opens_noun(text: &str) -> bool {
    const ARTICLES: [&str; 6] = ["a", "an", "the", "some", "another", "your"];
    words(text).first().is_some_and(|first| ARTICLES.contains(&first.as_str()))
}

/// Whether a text has a verb that ties a subject to what is said of it.
fn has_verb(text: &str) -> bool {
    has(
        text,
        "is, are, was, were, isn't, aren't, wasn't, weren't, has, have, had, does, doesn't, do, don't, did, didn't, can't, cannot, gets, got, fails, failed, needs, uses, used, runs, ran, returns, returned, expects, tries, \
         tried, calls, called, broke, breaks, changed, removed, requires, causes, caused, points, sends, sets, stopped, started, ends, reads, writes, holds, keeps, drops, lost, loses, misses, ignores, skips, came, comes",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnosis_is_told_without_its_doubt_or_not_at_all() {
        for (text, told) in [
            ("It looks like the list is empty, so I'll add a check.", Some("The list is empty")),
            ("Hmm, I think your proxy drops the header.", Some("Your proxy drops the header.")),
            ("The box is probably missing the key file.", Some("The box is missing the key file.")),
            ("This might be caused by an old lock.", Some("This is caused by an old lock.")),
            ("Looks like a race between both readers.", Some("A race between both readers.")),
            ("Most likely the disk is full, can you check?", Some("The disk is full")),
            ("Looks like a bug.", None),
            ("The list may be sorted twice.", None),
            ("I think the list is likely to be empty.", None),
            ("It looks like `a is empty, so I'll add a check.", None),
        ] {
            assert_eq!(bare(text).map(|bare| bare.text).as_deref(), told, "{text}");
        }
        assert!(bare("The list is empty.").is_some_and(|bare| !bare.is_hedged && !bare.is_planned));
    }
}
