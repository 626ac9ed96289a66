//! A fact that appears only in a NOTE or in untagged text.
//!
//! ```md bad
//! # Tokens
//! **Version 1.0.0**
//!
//! ## Lifetime
//!
//! **[SPEC]**
//! - A token is renewed by `POST /token`.
//!
//! **[NOTE]**
//! A token is a temporary pass. It expires after 15 minutes.
//! ```
//!
//! ```md good
//! # Tokens
//! **Version 1.0.0**
//!
//! ## Lifetime
//!
//! **[SPEC]**
//! - A token expires after 900 s and is renewed by `POST /token`.
//!
//! **[NOTE]**
//! A token is a temporary pass. It expires after 15 minutes. In our first test, it lasted for 3 days.
//! ```
//!
//! The rule looks for numbers with a unit, limits, defaults, status codes, flags, environment variables, paths,
//! endpoints, hexadecimal numbers and identifiers in code. It reports at most one per sentence. It recognises the same
//! quantity in a different spelling or unit. It ignores history, measurements, examples,
//! advice, questions, references to other pages, text above the first section, and sections such as `Changelog` and
//! `Examples`.
//!
//! The severity is `info` because some findings are figures that are only part of an explanation. Not detected: facts
//! without a number or a name (`nested objects are refused`). To list only the findings of this rule, use
//! `tagdown check --select fact-outside-spec`.

use std::sync::LazyLock;

use super::engine::{Context, Group, Rule, Severity};
use crate::document::{Document, Kind};
use crate::markdown::InlineKind;
use crate::prose::{Cue, Fact, Known, Lexicon, Passage, cue, facts, passages, sentence};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "fact-outside-spec",
    group: Group::Spec,
    severity: Severity::Info,
    why: "a model that reads only SPEC and BUG blocks never sees it",
    todo: "add the fact to a SPEC",
    source: include_str!("fact_outside_spec.rs"),
    check,
    ..Rule::PLAIN
};

/// Phrases that make a bare number a fact: a limit, a default, a status.
const BINDING: &[Cue] = &[
    cue(
        "per|after|blocked|refused|kept|stored|deleted|purged|holds|hold|keeps|keep|throttled|banned|locked",
        "A sender is blocked after 500 messages.",
    ),
    cue("default|defaults|defaulting", "The port defaults to 80."),
    cue(
        "maximum|minimum|max|min|limit|limits|limited|cap|capped|ceiling|floor|quota|threshold|bound|exceed|exceeds|exceeding",
        "A batch is limited to 50.",
    ),
    cue("at|up|no most|least|to|more|fewer|less !be", "At most 50 are kept."),
    cue(
        "timeout|timeouts|expire|expires|interval|every|within|retry|retries|retried|ttl|TTL",
        "It is retried 3 times.",
    ),
    cue("HTTP", "It answers with HTTP 503."),
    cue("port|ports", "It listens on port 8080."),
    cue("status|exit|error code|codes|status", "The exit code is 3."),
    cue(
        "returns|responds|answers|rejected|rejects|fails|exits|exit with|code|status|an|a|HTTP",
        "A late call fails with 409.",
    ),
];

/// Phrases that show that a sentence only explains.
const TELLING: &[Cue] = &[
    cue("originally|previously|formerly|historically|earlier|ago|initially|once", "Originally 40 ms."),
    cue(
        "!is|are|be|being|gets|get|must|can measured|observed|benchmarked|profiled|reported|noticed|tested|tried|switched|moved|migrated|replaced|decided|dropped|reduced|increased|improved|doubled|halved|saved|cut|shrank|rose",
        "We measured 40 ms.",
    ),
    cue(
        "benchmark|benchmarks|averaged|experiment|experiments|study|survey|bench",
        "A benchmark shows 40 ms.",
    ),
    cue(
        "was|were|had|did|took|ran|went|came|saw|found|wrote|grew|became|began|chose|chosen|got|lost|spent|thought|knew|broke|fell|felt",
        "It took 40 ms.",
    ),
    cue(
        "in our|my|internal|early|first|one|a *? tests|test|experience|benchmark|benchmarks|load|measurements|trial|lab|case",
        "In our tests it is 40 ms.",
    ),
    cue("it|they|we|i|this|that|he|she|which ~ed", "It lived for 3 days."),
    cue("for example|instance", "A delay, for example 40 ms."),
    cue("such as", "A delay such as 40 ms."),
    cue(
        "suppose|imagine|say|picture|consider|assume|example|examples|scenario|hypothetically|think",
        "Suppose a delay of 40 ms.",
    ),
    cue("see|refer|described|documented|documentation|docs|guide|chapter", "See 40 ms in the guide."),
    cue(
        "about|around|roughly|approximately|typically|usually|often|generally|nearly|almost|sometimes|normally|average|mostly|circa|ca|likely|probably|perhaps|maybe",
        "It takes about 40 ms.",
    ),
    cue("would|could|might|should|may", "It would take 40 ms."),
    cue(
        "recommend|recommended|recommends|suggest|advise|prefer|ideally|enough|plenty|sensible|good|better|best|worth|tempting|tip|rule",
        "We recommend 40 ms.",
    ),
    cue(
        "faster|slower|larger|smaller|cheaper|quicker|more|fewer|less|bigger than",
        "It is 40 ms faster than before.",
    ),
    cue("faster|slower|speedup|improvement|gain|gains|saving|savings|overhead", "It is 40 ms faster."),
    cue("like a|an|the", "It is like a delay of 40 ms."),
    cue("reason|because|rationale|motivation|why|since", "That is why it is 40 ms."),
    cue("years|months|weeks|days ago|later|earlier|of", "3 years of work."),
    cue(
        "planned|plan|plans|future|roadmap|upcoming|will|eventually|someday|propose|proposed",
        "Planned: 40 ms.",
    ),
];

static CUES: LazyLock<Lexicon<bool>> = LazyLock::new(|| {
    let cues = |table: &'static [Cue], binding: bool| table.iter().map(move |cue| (cue.words, binding));
    Lexicon::new(cues(BINDING, true).chain(cues(TELLING, false)))
});

/// Sections whose figures are not authoritative.
const TOLD: &[&str] = &[
    "history",
    "changelog",
    "changes",
    "references",
    "reading",
    "future",
    "roadmap",
    "examples",
    "example",
    "background",
    "motivation",
    "rationale",
    "credits",
    "benchmark",
    "benchmarks",
    "results",
    "lessons",
    "acknowledgements",
    "alternatives",
    "context",
    "license",
    "see",
    "links",
    "related",
    "resources",
    "story",
    "evolution",
    "migration",
    "walkthrough",
    "tutorial",
    "why",
];

/// Titles of documents that are narrative throughout.
const TOLD_DOCUMENTS: &[&str] = &["changelog", "history", "roadmap", "future"];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    let document = cx.document;
    let binds = |kind: Kind| matches!(kind, Kind::Spec | Kind::Bug);
    if !wording.is_english || !document.blocks.iter().any(|block| binds(block.kind)) {
        return;
    }
    let mut found: Vec<(Passage, Fact)> = Vec::new();
    for passage in wording.passages.iter().filter(|passage| document.blocks[passage.block].kind == Kind::Note)
    {
        found.extend(facts_of(document, passage.span).into_iter().map(|fact| (*passage, fact)));
    }
    if found.is_empty() {
        return;
    }
    let told = told_sections(document);
    found.retain(|(passage, _)| {
        let section = document.section_at(passage.span.start);
        !told[section] && document.sections[section].level >= 2
    });
    let mut known = Known::default();
    for (_, fact) in &found {
        known.ask(fact);
    }
    learn(document, &mut known);
    found.retain(|(_, fact)| !known.has(fact));
    report(cx, &found);
}

/// Which sections contain history or examples, including their subsections.
fn told_sections(document: &Document<'_>) -> Vec<bool> {
    let mut told: Vec<bool> = Vec::with_capacity(document.sections.len());
    for section in &document.sections {
        let mut words = section.title.split(|c: char| !c.is_alphanumeric());
        let known = if section.level < 2 { TOLD_DOCUMENTS } else { TOLD };
        let is_told = section.level == 0 || words.any(|word| known.contains(&word.to_lowercase().as_str()));
        let inherits =
            section.parent.is_some_and(|parent| document.sections[parent].level >= 2 && told[parent]);
        told.push(is_told || inherits);
    }
    told
}

/// The facts in a passage, with their spans in the document.
fn facts_of(document: &Document<'_>, passage: Span) -> Vec<Fact> {
    let text = document.text(passage);
    let may_hold = |byte: u8| byte.is_ascii_digit() || byte == b'`' || byte == b'_';
    if !text.bytes().any(may_hold) && !text.contains("--") {
        return Vec::new();
    }
    let inlines = document.markdown.inlines_in(passage);
    let code = inlines.iter().filter(|(kind, _)| *kind == InlineKind::Code);
    let code: Vec<Span> = code
        .map(|(_, span)| Span::new(span.start - passage.start, span.end.min(passage.end) - passage.start))
        .collect();
    let mut facts = facts::find(text, &code);
    for fact in &mut facts {
        fact.span = Span::new(fact.span.start + passage.start, fact.span.end + passage.start);
    }
    // The target of a link documents what the link names.
    let links: Vec<Span> =
        inlines.iter().filter(|(kind, _)| *kind != InlineKind::Code).map(|(_, link)| *link).collect();
    let links = passages::merge(links);
    facts.retain(|fact| !passages::touches(&links, fact.span));
    facts
}

/// Reads the authoritative text: SPEC and BUG blocks, BUG titles and headings.
fn learn(document: &Document<'_>, known: &mut Known) {
    for block in document.blocks.iter().filter(|block| matches!(block.kind, Kind::Spec | Kind::Bug)) {
        known.learn(document.text(block.span));
    }
    for section in &document.sections {
        known.learn(document.text(section.heading));
    }
}

/// Reports the first fact of every sentence that states one, and each fact once.
fn report(cx: &mut Context<'_, '_>, found: &[(Passage, Fact)]) {
    let mut sentences: Vec<Span> = Vec::new();
    let mut at = Span::at(0);
    let mut last = Span::at(0);
    let mut tone = Tone::default();
    let mut said: std::collections::HashSet<String> = std::collections::HashSet::new();
    for (passage, fact) in found {
        if passage.span != at {
            at = passage.span;
            sentences.clear();
            let inlines = cx.document.markdown.inlines_in(at);
            sentence::split(cx.text(at), at.start, inlines, &mut sentences);
        }
        let sentence = sentence::around(&sentences, at, fact.span.start);
        if tone.sentence != sentence {
            tone = Tone::of(cx.text(sentence), sentence);
        }
        if sentence == last || !tone.binds(cx.text(sentence), fact) {
            continue;
        }
        let name = cx.text(fact.span).replace('`', "");
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if said.insert(name.to_lowercase()) {
            last = sentence;
            let place =
                if cx.document.blocks[passage.block].tag.is_some() { "a NOTE" } else { "untagged text" };
            let message = format!("`{name}` appears only in {place}; if it is a fact, add it to a SPEC");
            cx.report(fact.span, message);
        }
    }
}

/// The tone of a sentence.
#[derive(Default)]
struct Tone {
    sentence: Span,
    /// It states a limit, a default or a status.
    is_binding: bool,
    /// It only explains, or is a question.
    is_telling: bool,
    /// Where it starts to give a reason or an example.
    turns_at: usize,
}

impl Tone {
    fn of(text: &str, sentence: Span) -> Self {
        let is_telling = text.trim_end().ends_with('?');
        let turns_at = text.find("e.g").unwrap_or(text.len());
        let mut tone = Self { sentence, is_binding: false, is_telling, turns_at };
        CUES.find(
            text,
            |_| true,
            |hit| {
                let is_reason = text[hit.start..hit.end].eq_ignore_ascii_case("because");
                tone.is_binding |= hit.what;
                tone.is_telling |= !hit.what && !is_reason;
                tone.turns_at = if is_reason { tone.turns_at.min(hit.start) } else { tone.turns_at };
            },
        );
        tone
    }

    /// Whether the sentence states the fact. Text after the fact may explain it: `after 15 minutes because …`
    fn binds(&self, text: &str, fact: &Fact) -> bool {
        let at = fact.span.start - self.sentence.start;
        let is_name = fact.is_bare && follows_name(&text[..at]);
        (self.is_binding || !fact.needs_cue) && !self.is_telling && at < self.turns_at && !is_name
    }
}

/// `Ubuntu 24.04`, `Phase 2`: a number that belongs to a name. `HTTP 503` is a status.
fn follows_name(before: &str) -> bool {
    let before = &before[before.floor_char_boundary(before.len().saturating_sub(40))..];
    let word = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    word.starts_with(char::is_uppercase) && !word.eq_ignore_ascii_case("http") && before.trim_end() != word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_is_proved_by_its_example() {
        for cue in BINDING.iter().chain(TELLING) {
            let mut found = false;
            Lexicon::new([(cue.words, ())]).find(cue.example, |()| true, |_| found = true);
            assert!(found, "`{}` is not in `{}`", cue.words, cue.example);
        }
    }
}
