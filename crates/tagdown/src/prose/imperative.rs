//! Sentences in the imperative that advise instead of instructing: `Keep the pool small.` A step such as `Close the
//! valve.` only says what to do.

use std::sync::LazyLock;

use super::cue::{Cue, cue};
use super::lexicon::Lexicon;
use super::verbs::{is_auxiliary, is_plural_present};
use super::word_filter::{WordFilter, WordMark};

/// How a sentence urges its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Urge {
    /// It is advice, or a rule that the thing described imposes.
    Either,
    /// It is advice.
    Advice,
}

/// Sentences that can only be advice.
const ADVICE: &[Cue] = &[
    cue("^ avoid", "Avoid wildcard imports."),
    cue("^ prefer !header|headers", "Prefer short names."),
    cue("^ aim for|to|at", "Aim for fewer than 50 rules."),
    cue("^ opt for", "Opt for the smaller image."),
    cue("^ stick to|with", "Stick to one region."),
    cue("^ strive for|to", "Strive for short names."),
    cue("^ think twice|carefully|hard", "Think twice before you disable it."),
    cue(
        "^ be careful|mindful|cautious|wary|conservative|generous|sparing|patient !to|not",
        "Be careful with large batches.",
    ),
    cue("^ beware of|that|the", "Beware of large batches."),
    cue("^ watch out", "Watch out for large batches."),
    cue("^ start small|simple|slow|slowly", "Start small."),
    cue("^ err on the side", "Err on the side of caution."),
    cue("^ resist the temptation|urge", "Resist the temptation to raise it."),
    cue(
        "^ leave some|enough|plenty|sufficient|ample|a little|bit|few|room|headroom|space?",
        "Leave some headroom.",
    ),
    cue(
        "^ keep the|your|a|an|each|every|all|them|it|this|these|their|its|names|files|functions|methods|classes|comments|messages|commits &small|short|low|simple|minimal|lean|tidy|lightweight|focused|consistent|tight|brief|readable|handy|separate|manageable",
        "Keep the pool small.",
    ),
    cue(
        "^ rotate|review|audit|renew|clean|inspect|recalibrate|calibrate|prune|rehearse|refresh|update|upgrade|patch|vacuum|test|check|revisit|rebuild|back|verify|change|replace|exercise|measure &monthly|weekly|quarterly|yearly|annually|regularly|periodically|frequently|often|occasionally|month|week|quarter|year|months|weeks|years|days",
        "Rotate keys every 90 days.",
    ),
    cue(
        "^ back|take|snapshot|export|announce|warm|rehearse &before",
        "Back up the vault before every upgrade.",
    ),
    cue(
        "^ use|choose|pick|select|give|write|adopt|favor|favour|favour|assign a|an|one|them|it|your|each|every? dedicated|separate|descriptive|meaningful|strong|short|small|clear|sensible|simple|consistent|smaller|shorter|expressive|concise|sane|reasonable|realistic|self-explanatory",
        "Use a dedicated account for backups.",
    ),
    cue(
        "^ do|don not|t overuse|overthink|overdo|bother|panic|rely|trust|assume|underestimate",
        "Do not rely on the order.",
    ),
];

/// Sentences that a requirement can use too.
const EITHER: &[Cue] = &[
    cue(
        "^ always pin|test|back|document|prefer|keep|measure|monitor|start|plan|double|label|benchmark|profile",
        "Always pin the version.",
    ),
    cue(
        "^ never share|trust|rely|assume|mix|reuse|guess|underestimate",
        "Never share one token between two hosts.",
    ),
    cue("^ make|be sure|certain to|that|you|your", "Make sure to back up the volume."),
    cue("^ take care|precautions to|that|not|with|when", "Take care not to overfill it."),
    cue("^ monitor|watch your|the !for|mode|port|tab", "Monitor the queue length."),
    cue(
        "^ don|do t|not run|mix|share|hardcode|reuse|put|use|commit|store|leave|block|over|nest|log|skip &one|two|same|several|many|large|too|unless|secrets|directly|more",
        "Do not run two workers on one host.",
    ),
    cue(
        "^ start with one|two|three|a|an|small|# &scale|grow|increase|raise|then|adjust|tune|small",
        "Start with two replicas and scale up.",
    ),
];

/// A label has at most this many words after the first.
const LABEL: usize = 4;

/// The words with which a cue starts, each at the start of a sentence.
static STARTS: LazyLock<WordFilter> = LazyLock::new(|| {
    let first = |cue: &Cue| cue.words.split(' ').nth(1).unwrap_or_default().split('|').collect::<Vec<_>>();
    ADVICE.iter().chain(EITHER).fold(WordFilter::EMPTY, |filter, cue| filter.with(&first(cue)))
});

/// A cheap test before the search: whether a piece of advice may start with a word. `gap` is what separates it from the word
/// before; `None` if it is the first one.
#[inline]
pub(crate) fn may_start(gap: Option<&[u8]>, mark: WordMark) -> bool {
    // What `^` of a cue allows before a word, or a sign of another script.
    let opens = |byte: &u8| matches!(byte, b'.' | b'!' | b'?' | b':' | b';' | b'(' | b'[' | b'|' | 0x80..);
    gap.is_none_or(|gap| gap != b" " && gap.iter().any(opens)) && STARTS.has(mark)
}

static CUES: LazyLock<Lexicon<Urge>> = LazyLock::new(|| {
    let cues = |table: &'static [Cue], urge: Urge| table.iter().map(move |cue| (cue.words, urge));
    Lexicon::new(cues(ADVICE, Urge::Advice).chain(cues(EITHER, Urge::Either)))
});

/// Calls `found` with the start and end of each piece of advice in a text.
pub(crate) fn find(text: &str, mut found: impl FnMut(usize, usize, Urge)) {
    CUES.find(
        text,
        |_| true,
        |hit| {
            // `Refresh token lifetime: 30 days` starts with a label.
            let rest = text[hit.end..].split(['.', ';']).next().unwrap_or_default();
            let lead = rest.split(": ").next().unwrap_or_default();
            let is_label = rest.len() > lead.len() && lead.split_whitespace().count() <= LABEL;
            if !is_label && !is_compound(&text[hit.start..hit.end], rest) {
                found(hit.start, hit.end, hit.what);
            }
        },
    );
}

/// Verbs that a clause without `that` may follow: `Check backups are complete every week.`
const CLAUSE_FOLLOWS: &[&str] = &["check", "verify", "measure"];

/// Words that no compound noun contains.
const LINKS: &[&str] = &[
    "a",
    "about",
    "after",
    "all",
    "an",
    "and",
    "any",
    "as",
    "at",
    "back",
    "before",
    "both",
    "but",
    "by",
    "down",
    "each",
    "every",
    "everything",
    "for",
    "from",
    "how",
    "if",
    "in",
    "into",
    "it",
    "its",
    "no",
    "of",
    "off",
    "often",
    "old",
    "on",
    "once",
    "one",
    "or",
    "our",
    "out",
    "over",
    "so",
    "some",
    "such",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "these",
    "they",
    "this",
    "those",
    "to",
    "until",
    "up",
    "we",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whose",
    "why",
    "with",
    "you",
    "your",
];

/// Verbs in the singular that are not plural nouns too.
const SINGULAR: &[&str] = &[
    "becomes", "contains", "depends", "exists", "expires", "happens", "includes", "lasts", "needs", "occurs",
    "requires", "stays",
];

/// Whether a verb and the words after it are the subject of a statement: `Refresh tokens expire after 30 days.`
fn is_compound(verb: &str, rest: &str) -> bool {
    /// The most nouns after the first word of a compound.
    const NOUNS: usize = 3;
    if verb.contains(' ') || CLAUSE_FOLLOWS.contains(&verb.to_ascii_lowercase().as_str()) {
        return false;
    }
    let mut last = "";
    for (index, word) in rest.split_whitespace().take(NOUNS + 1).enumerate() {
        let lower = word.to_ascii_lowercase();
        let is_plural = last.ends_with('s') && !last.ends_with("ss");
        let states = is_auxiliary(&lower)
            || SINGULAR.contains(&lower.as_str())
            || is_plural && is_plural_present(&lower);
        if index > 0 && states {
            return true;
        }
        let is_noun = word.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        if !is_noun || LINKS.contains(&lower.as_str()) || lower.ends_with("ly") {
            return false;
        }
        last = word;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prose::words;

    #[test]
    fn a_compound_noun_is_no_imperative() {
        let is_advice = |text: &str| {
            let mut count = 0;
            find(text, |_, _, _| count += 1);
            count > 0
        };
        for text in [
            "Refresh tokens expire after 30 days.",
            "Review comments are kept for 2 years.",
            "Test results must be kept for 12 months.",
            "Audit log entries have a retention of 3 years.",
            "Update channel metadata expires after 7 days.",
        ] {
            assert!(!is_advice(text), "{text}");
        }
        for text in [
            "Refresh tokens every 30 days.",
            "Review comments weekly.",
            "Review the comments that are kept for 2 years.",
            "Audit user reports every month.",
            "Check backups are complete every week.",
            "Rotate keys that expire every 90 days.",
            "Update and patch hosts that are exposed every month.",
        ] {
            assert!(is_advice(text), "{text}");
        }
    }

    #[test]
    fn every_cue_is_proved_by_its_example() {
        for cue in ADVICE.iter().chain(EITHER) {
            let bytes = cue.example.as_bytes();
            let mut last = None;
            let may_start = words(cue.example).any(|(start, end)| {
                let gap = last.replace(end).map(|last| &bytes[last..start]);
                may_start(gap, WordMark::of(&bytes[start..end]))
            });
            assert!(cue.words.starts_with("^ ") && may_start, "{}", cue.words);
            let mut count = 0;
            Lexicon::new([(cue.words, ())]).find(cue.example, |()| true, |_| count += 1);
            assert_eq!(count, 1, "`{}` in `{}`", cue.words, cue.example);
        }
    }
}
