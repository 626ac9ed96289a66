//! An uncertain claim in a SPEC, which belongs in a `[?]` until somebody confirms it.
//!
//! ```md bad
//! **[SPEC]**
//! - The connection pool probably holds 20 connections.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - The body of a request is at most 4 MB.
//! - A client may send the header twice.
//!
//! **[?]**
//! The connection pool holds 20 connections. Inferred from one log line, not measured.
//! ```
//!
//! The rule ignores `may` for permission, `should` as used in a protocol, and conditions, because none of these is
//! uncertain. Not detected: doubt that is expressed only by the tone, `around 20`, and most uses of `could`. Occasional
//! false positives: `might` for something that sometimes does happen.

use super::engine::wording::sentences;
use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::document::Kind;
use crate::prose::{Cue, DOUBT, Setting, cue, is_present, is_stating};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-hedge",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[DOUBT, CUES],
    why: "a model treats a SPEC as the truth; uncertain claims belong in a `[?]`",
    todo: "state the fact, or move the claim to a `[?]`",
    source: page_of!("spec_hedge.rs"),
    check,
    ..Rule::PLAIN
};

/// Phrases that express uncertainty only in a SPEC; the description of a failure may use them.
const CUES: &[Cue] = &[
    cue(
        "is|are|remains|remain|currently|yet|still|but|largely|mostly|otherwise untested",
        "ARM builds are untested.",
    ),
    cue("^ untested $", "ARM builds: untested."),
    cue("untested on|in|with|under|beyond|for|at", "Builds, untested on ARM, are weekly."),
    cue("might be #", "The port might be 9092."),
    cue(
        "might be a|an|the|about|around|as|wrong|related|due|needed|required|enough|different|better|possible|available|too|more|less|faster|slower|useful|worth|stale|outdated",
        "The limit might be too low.",
    ),
    cue("might have|change|not|also|work|still|only|even|depend|differ", "The default might change."),
    cue("it|this|that|these|they might !want|need|wish|like|look|come|help", "This might lock the table."),
    cue("might be ~ed", "The index might be rebuilt at start, or might be dropped."),
    cue("seems|seem|seemed to", "The daemon seems to reload twice."),
    cue("it seems that|to|like|the|as", "It seems the daemon reloads twice."),
    cue("it appears that|like|as", "It appears that the daemon reloads twice."),
    cue("it seems|appears $", "The daemon reloads twice, it seems."),
    cue("it would|does seem|appear", "It would appear that the daemon reloads twice."),
    cue(
        "^ it looks|sounds|feels like|as the|it|this|that|these|if|though|there|we|our|both|all|some|no|only|every|each|most",
        "It looks like the daemon reloads twice.",
    ),
    cue(
        "^ looks|sounds|seems|appears like|as|that? the|it|this|these|if|though|there|we|our|both",
        "Looks like the daemon reloads twice.",
    ),
    cue("not # &sure|certain", "The cap is 500 (not 100 % sure)."),
    cue(
        "appears|appear|appeared to be|have|use|run|do|support|work|ignore|need|require",
        "The driver appears to be single-threaded.",
    ),
    cue("should|ought also|still|just|then|in|theory? work|suffice", "The same flag should work on ARM."),
    cue("should be fine|enough|sufficient|ok|okay|safe|good|plenty", "A pool of 10 should be enough."),
    cue("should also? be? the same !as", "The behaviour on ARM should be the same."),
    cue(
        "may|might|could not be accurate|reliable|correct|true|complete|current",
        "The figure may not be accurate.",
    ),
    cue("may have changed|moved|been", "The default may have changed."),
    cue(
        "limit|timeout|default|maximum|minimum|size|value|ttl|port|interval|threshold|count may|could be about|around|roughly|approximately? #",
        "The limit may be around 500.",
    ),
    cue("^- unverified|unconfirmed $", "The limit is 500 — unverified."),
    cue(
        "!is|are|as|be|been|stays|stay|remains|state|status|marked|an|a|the|if|or|and|with|from|while|still|for|to unverified|unconfirmed $",
        "The limit is 500, unconfirmed.",
    ),
    cue(
        "this|it|claim|figure|limit|value|number|behavior|behaviour is|remains unverified|unconfirmed",
        "This is unverified.",
    ),
    cue("^ not verified|confirmed|tested", "The limit is 500. Not verified."),
    cue("not verified|confirmed|tested against|on|with|in|for", "The limit is 500, not tested on ARM."),
    cue("i|we do|am|are not|t sure|know|certain", "We do not know who sets it."),
    cue("not sure|certain|clear whether|if|why|what|how|which|who", "Not sure whether it is cached."),
    cue("it is|s not yet? known whether|if|why|what|how|which|who", "It is not known whether it is cached."),
    cue(
        "is|are|was|remains only|just|still? a|an pure|wild|rough|educated|mere? guess|guesstimate|conjecture !that|which|whose|who|made|by",
        "The cap of 500 is a guess.",
    ),
    cue("uncertain|unclear|unknown whether|if|why|how", "Unclear whether it is cached."),
    cue("or so $", "The job runs for ten minutes or so."),
];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    let mut fillers: Vec<Span> = wording.hits("spec-filler").map(|hit| hit.span).collect();
    fillers.sort_unstable();
    for hit in wording.hits(RULE.name) {
        let words = cx.words(hit.span);
        let passage = wording.passages[hit.passage].span;
        let before = cx.text(Span::new(passage.start, hit.span.start));
        let after = cx.text(Span::new(hit.span.end, passage.end));
        let is_row = wording.passages[hit.passage].setting == Setting::Row;
        let is_status =
            is_check(&words) && (after.starts_with(':') || (is_row && is_short_cell(before, after)));
        // `spec-filler` reports the whole phrase: `As you probably know`.
        let next = fillers.partition_point(|filler| filler.end <= hit.span.start);
        let is_filler = fillers.get(next).is_some_and(|filler| filler.overlaps(hit.span));
        if !(is_filler || is_status || is_modal(&words) && depends(before)) {
            let message = format!("uncertain: `{words}`; confirm it, or move the claim to a `[?]`");
            cx.report(hit.span, message);
        }
    }
    doubted_statements(cx);
}

/// Whether the words say that something was not checked, which can be the name of a state.
fn is_check(words: &str) -> bool {
    let last = words.rsplit(' ').next().unwrap_or_default().to_lowercase();
    ["untested", "tested", "unverified", "verified", "unconfirmed", "confirmed"].contains(&last.as_str())
}

/// Whether the cell around the words has only a few more, and no value: `| built (not tested) |`
fn is_short_cell(before: &str, after: &str) -> bool {
    const WORDS: usize = 4;
    let lead = before.rsplit('|').next().unwrap_or_default();
    let around = [Some(lead), after.split('|').next()].into_iter().flatten();
    !lead.contains(|c: char| c.is_ascii_digit()) && around.flat_map(str::split_whitespace).count() < WORDS
}

/// Reports a statement that ends with a question mark: `The port is 81?`
fn doubted_statements(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    if !wording.is_english {
        return;
    }
    for passage in wording.passages.iter() {
        let is_spec = cx.document.blocks[passage.block].kind == Kind::Spec;
        if !is_spec || passage.setting == Setting::Row || !cx.text(passage.span).ends_with('?') {
            continue;
        }
        let sentences = sentences(cx.document, passage);
        let Some(last) = sentences.last().filter(|last| last.end == passage.span.end) else { continue };
        let text = cx.text(*last);
        let first =
            text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
        let words = text.split_whitespace().map(str::to_lowercase);
        let states = words.skip(1).any(|word| is_stating(&word) || is_present(&word));
        if states && !asks(first) && !text.contains(['`', '/', '"', ':', '—']) {
            let message =
                format!("uncertain: `{}`; confirm it, or move the claim to a `[?]`", cx.quote(*last));
            cx.report(*last, message);
        }
    }
}

/// Whether a question starts with this word.
fn asks(word: &str) -> bool {
    const ASKING: &[&str] = &[
        "what", "why", "how", "when", "where", "who", "whose", "which", "did", "would", "could", "might",
        "need", "any", "if", "so", "and", "or", "in", "for", "at", "to", "on", "by", "am", "want", "ready",
        "got",
    ];
    let lower = word.to_lowercase();
    is_stating(&lower) || ASKING.contains(&lower.as_str())
}

/// Whether the words express a possibility, which a condition can turn into a fact.
fn is_modal(words: &str) -> bool {
    words.split(' ').any(|word| matches!(word, "might" | "possible"))
}

/// Whether a condition precedes the words in their sentence: `If it is off, requests might be lost.`
fn depends(before: &str) -> bool {
    const REACH: usize = 300;
    let near = &before[before.floor_char_boundary(before.len().saturating_sub(REACH))..];
    let sentence = near.rsplit(['.', ';', '|']).next().unwrap_or_default();
    let is_condition = |word: &str| {
        let known = ["if", "when", "otherwise", "unless", "without", "while", "where", "once"];
        known.iter().any(|condition| word.eq_ignore_ascii_case(condition))
    };
    sentence.split(|c: char| !c.is_alphabetic()).any(is_condition)
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::rules::{Settings, check};

    #[test]
    fn one_phrase_is_one_finding() {
        for (bullet, expected) in [
            ("The dose is TBD.", "placeholder"),
            ("As you probably know, gate B is closed.", "spec-filler"),
            ("As far as we know, gate B is closed.", "spec-hedge"),
            ("It is worth mentioning that gate B is closed.", "spec-filler"),
            ("It is worth a second gate.", "spec-advice"),
        ] {
            let text = format!("# T\n**Version 1.0.0**\n\n## A\n\n**[SPEC]**\n- {bullet}\n");
            let settings = Settings::default().only(|rule| rule.name != "missing-manifest");
            let found: Vec<_> = check(&parse(&text), &settings).iter().map(|finding| finding.rule).collect();
            assert_eq!(found, [expected], "{bullet}");
        }
    }
}
