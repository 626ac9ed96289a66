//! What the content rules share: the passages of a document, whether it is English, and the cues of all rules found in
//! them. Made once for a document, when the first rule asks.

use std::cell::Cell;
use std::sync::LazyLock;

use super::{Group, RULES};
use crate::document::{Block, Document};
use crate::language::{self, Evidence, Language};
use crate::lexicon::{Lexicon, Match};
use crate::prose::{self, Passage, Setting};
use crate::sentence;
use crate::source::Span;
use crate::tag_line::TagLine;
use crate::tags::Kind;

/// The text of a document as content rules see it.
#[derive(Debug)]
pub(super) struct Wording {
    pub(super) passages: Vec<Passage>,
    /// Whether nothing speaks against it.
    pub(super) is_english: bool,
    /// Whether something speaks for it: then words that are missing mean something.
    is_surely_english: bool,
    hits: Vec<Hit>,
}

/// A cue of a rule, found in the writer's own running text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The words.
    pub(super) span: Span,
    /// The passage, among the document's.
    pub(super) passage: usize,
    rule: usize,
}

type Cues = Lexicon<usize>;

/// The cues of the rules on one kind of block; each cue leads to its rule.
fn lexicon(group: Group) -> Cues {
    let rules = RULES.iter().enumerate().filter(|(_, rule)| rule.group == group);
    let cues = rules
        .flat_map(|(index, rule)| rule.cues.iter().copied().flatten().map(move |cue| (cue.words, index)));
    Lexicon::new(cues)
}

static SPEC: LazyLock<Cues> = LazyLock::new(|| lexicon(Group::Spec));
static BUG: LazyLock<Cues> = LazyLock::new(|| lexicon(Group::Bug));
static UNVERIFIED: LazyLock<Cues> = LazyLock::new(|| lexicon(Group::Unverified));

impl Wording {
    pub(super) fn new(document: &Document<'_>, language: Language) -> Self {
        let passages = prose::passages(document);
        let evidence = match language {
            Language::Auto => language::read(document, &passages),
            Language::English => Evidence::English,
            Language::Other => Evidence::Other,
        };
        let is_english = evidence != Evidence::Other;
        let mut hits = Vec::new();
        if is_english {
            for (index, passage) in passages.iter().enumerate() {
                let cues: &Cues = match document.blocks[passage.block].kind {
                    Kind::Spec => &SPEC,
                    Kind::Bug => &BUG,
                    Kind::Unverified => &UNVERIFIED,
                    Kind::Note => continue,
                };
                look(document, &passages, index, cues, &mut hits);
            }
        }
        Self { passages, is_english, is_surely_english: evidence == Evidence::English, hits }
    }

    /// The hits of a rule, at most one a sentence.
    pub(super) fn hits(&self, rule: &str) -> impl Iterator<Item = &Hit> {
        let index = RULES.iter().position(|known| known.name == rule);
        self.hits.iter().filter(move |hit| Some(hit.rule) == index)
    }
}

/// The `[?]` blocks in which no cue of the rule stands.
pub(super) fn silent<'d>(
    document: &'d Document<'_>,
    wording: &Wording,
    rule: &str,
) -> Vec<(&'d Block, &'d TagLine)> {
    let mut hits = wording.hits(rule).map(|hit| wording.passages[hit.passage].block).peekable();
    let mut out = Vec::new();
    for (index, block) in
        document.blocks.iter().enumerate().filter(|(_, block)| block.kind == Kind::Unverified)
    {
        while hits.next_if(|&hit| hit < index).is_some() {}
        // Where the language is not sure, words that are missing mean nothing, unless there are none at all.
        let may_judge = wording.is_surely_english || (wording.is_english && !has_prose(wording, index));
        if hits.peek() != Some(&index) && !block.content.is_empty() && may_judge {
            out.extend(document.tag_of(block).map(|tag| (block, tag)));
        }
    }
    out
}

/// Whether a block has more than tables and code.
fn has_prose(wording: &Wording, block: usize) -> bool {
    let first = wording.passages.partition_point(|passage| passage.block < block);
    let passages = wording.passages[first..].iter().take_while(|passage| passage.block == block);
    passages.into_iter().any(|passage| passage.setting != Setting::Row)
}

/// Looks for cues in one passage.
fn look(document: &Document<'_>, passages: &[Passage], index: usize, cues: &Cues, hits: &mut Vec<Hit>) {
    let passage = &passages[index];
    let text = document.text(passage.span);
    let mut found: Vec<Hit> = Vec::new();
    let hit = |hit: Match<usize>| {
        let span = Span::new(passage.span.start + hit.start, passage.span.start + hit.end);
        Hit { span, passage: index, rule: hit.what }
    };
    if document.blocks[passage.block].kind == Kind::Unverified {
        // What a `[?]` must say is said once and anywhere, be it in code.
        let said: Vec<Cell<bool>> = vec![Cell::new(false); RULES.len()];
        let earlier = hits.iter().rev().take_while(|hit| passages[hit.passage].block == passage.block);
        earlier.take(RULES.len()).for_each(|hit| said[hit.rule].set(true));
        cues.find(
            text,
            |rule| !said[rule].get(),
            |found| {
                said[found.what].set(true);
                hits.push(hit(found));
            },
        );
        return;
    }
    cues.find(text, |_| true, |cue| found.push(hit(cue)));
    if found.is_empty() {
        return;
    }
    let opaque = prose::opaque(document, passage.span);
    found.retain(|hit| !prose::touches(&opaque, hit.span));
    found.sort_by_key(|hit| (hit.rule, hit.span.start, std::cmp::Reverse(hit.span.end)));
    if found.windows(2).any(|pair| pair[0].rule == pair[1].rule) {
        // The first cue of a rule in a sentence speaks for all, the longest where several start together.
        let sentences = sentences(document, passage);
        let sentence = |hit: &Hit| sentence::around(&sentences, passage.span, hit.span.start);
        found.dedup_by(|next, last| next.rule == last.rule && sentence(next) == sentence(last));
    }
    hits.append(&mut found);
}

/// The sentences of a passage; a row of a table is one.
pub(super) fn sentences(document: &Document<'_>, passage: &Passage) -> Vec<Span> {
    let mut sentences = Vec::new();
    if passage.setting != Setting::Row {
        let inlines = document.markdown.inlines_in(passage.span);
        sentence::split(document.text(passage.span), passage.span.start, inlines, &mut sentences);
    }
    sentences
}

#[cfg(test)]
mod tests {
    use crate::rules::{self, Group, RULES};
    use crate::{Settings, check, parse};

    /// A document whose one block of the group's kind says `text`.
    fn document(group: Group, text: &str, is_fix: bool) -> String {
        let block = match group {
            Group::Bug if is_fix => {
                format!("**[BUG] Title**\nSymptom: E7.\nCause: `x` is null.\nFix: {text}\n")
            }
            Group::Bug => format!("**[BUG] Title**\nSymptom: {text}\nCause: `x` is null.\nFix: set `x`.\n"),
            Group::Unverified => format!("**[?]**\n{text}\n"),
            _ => format!("**[SPEC]**\n{text}\n"),
        };
        format!("# T\n\n## S\n\n{block}")
    }

    #[test]
    fn every_cue_is_proved_by_its_example() {
        let mut failed = Vec::new();
        for rule in RULES.iter().filter(|rule| !rule.cues.is_empty()) {
            for cue in rule.cues.iter().copied().flatten() {
                let mut alone = 0;
                crate::lexicon::Lexicon::new([(cue.words, ())]).find(cue.example, |()| true, |_| alone += 1);
                let text = document(rule.group, cue.example, rule.name == "bug-unknown-fix");
                let found = check(&parse(&text), &Settings::single(rule)).len();
                // What a `[?]` must say is there; what other blocks must not say is found.
                if alone == 0 || found != usize::from(rule.group != Group::Unverified) {
                    failed.push(format!(
                        "{}: `{}` in `{}`: {alone}, {found}",
                        rule.name, cue.words, cue.example
                    ));
                }
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }

    #[test]
    fn near_twins_are_fine() {
        for (rule, texts) in [
            (
                "spec-filler",
                &[
                    "A credit note that exceeds the total is refused.",
                    "Importance is one of `important` or `normal`.",
                    "The log says \"Note that the disk is full\".",
                    "`please note that` is a parameter.",
                    "Read [please note that](x.md).",
                ][..],
            ),
            (
                "spec-history",
                &[
                    "`GET /history` returns the history of a job.",
                    "Previously issued tokens stay valid.",
                    "The key is used to sign tokens.",
                    "The counter is initially 0.",
                    "The header was added in 2.1.",
                    "Returns the originally uploaded file.",
                    "The key used to sign tokens expires.",
                ],
            ),
            (
                "spec-advice",
                &[
                    "`recommended`: whether the article is shown first.",
                    "The recommended field is a boolean.",
                    "A server SHOULD answer with 202, and retries are RECOMMENDED.",
                    "The client should send the header.",
                    "The panel Recommended Settings lists them.",
                    "An entry is considered stale after 5 s.",
                    "To avoid duplicates, send the key.",
                ],
            ),
            (
                "spec-hedge",
                &[
                    "A client may send the header twice.",
                    "The value may be null.",
                    "TLS certificates are not verified.",
                    "Possible values: `on`, `off`.",
                    "An unverified account cannot post.",
                    "The server must be confirmed by the user.",
                    "Returns \"maybe\" or \"no\".",
                ],
            ),
            (
                "spec-narrated-example",
                &["Example: `GET /pages`.", "The example field holds a sample.", "Let N be the size."],
            ),
            (
                "spec-dangling-reference",
                &[
                    "Values above 50 are cut.",
                    "Below 5 V the pump stops.",
                    "The note field holds 200 characters.",
                    "Of TCP and UDP, the latter is the default.",
                ],
            ),
            (
                "bug-vague",
                &[
                    "The Problems panel stays empty.",
                    "The pump issues a false alarm at each start.",
                    "`problem+json` is sent.",
                ],
            ),
            ("bug-hypothetical", &["Requests may fail with 503.", "The window seems frozen."]),
        ] {
            let rule = rules::find(rule).expect("a rule");
            for text in texts {
                let found = check(&parse(&document(rule.group, text, false)), &Settings::single(rule));
                assert!(found.is_empty(), "{}: {} in `{text}`", rule.name, found[0].message);
            }
        }
    }

    #[test]
    fn other_languages_get_no_lexical_finding() {
        let text = document(
            Group::Spec,
            "- Das Limit ist 5 und wird nicht geändert. Note that der Port ist 80.",
            false,
        );
        let found = |settings: &Settings| {
            let lexical = |name: &str| {
                name != "spec-prose" && name != "spec-crowded-bullet" && name.starts_with("spec-")
            };
            check(&parse(&text), settings).iter().filter(|finding| lexical(finding.rule)).count()
        };
        let mut settings = Settings::default();
        assert_eq!(found(&settings), 0);
        settings.language = crate::Language::English;
        assert_eq!(found(&settings), 1);
    }
}
