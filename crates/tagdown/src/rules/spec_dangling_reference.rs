//! A SPEC that refers to text that a SPEC-only reader does not see.
//!
//! ```md bad
//! **[NOTE]**
//! The scheduler was written for one machine.
//!
//! **[SPEC]**
//! - It starts a job every 5 minutes, as described above.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - The scheduler starts a job every 5 minutes.
//! - The states are listed below.
//!
//! | state | meaning |
//! |---|---|
//! | `idle` | waits |
//! ```
//!
//! The rule finds phrases such as `as described above`, `see below`, `the previous section` and `see the note`. It also
//! finds `the former` and `the latter` without their two alternatives, a first sentence whose `It` or `This` refers to
//! a noun that no SPEC of the section has, a first fact that starts with `Also`, and a last line that ends in a colon
//! with nothing below it. References to something in the same block, such as a table `below` or a list `above`, are
//! fine, and so are links. Not detected: a term that is explained only in a NOTE.

use super::engine::{Context, Group, Hit, Rule, Severity, page_of};
use crate::document::{Block, Kind};
use crate::markdown::NodeKind;
use crate::prose::{Cue, Passage, Setting, cue, is_plural_present, is_present, is_stating};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-dangling-reference",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[CUES],
    why: "a model that reads only SPEC blocks does not see the text that this refers to",
    todo: "state the fact here, or link to it",
    source: page_of!("spec_dangling_reference.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue(
        "the previous|preceding|prior|next|following|earlier|last chapter|page &saw|see|seen|described|explained|shown|discussed|mentioned|covered|introduced",
        "The layout is the one we saw in the last chapter.",
    ),
    cue(
        "as|like was|is? already? described|mentioned|noted|explained|discussed|shown|stated|seen|listed|defined|outlined|specified|indicated|given|detailed|introduced|pointed out? above|below|earlier|before|previously",
        "Retries work as described above.",
    ),
    cue(
        "described|mentioned|noted|explained|discussed|shown|stated|listed|defined|outlined|specified|detailed|introduced above|below|earlier|previously",
        "The rules mentioned earlier hold here too.",
    ),
    cue("see|cf|refer|per|as|like|than|to also? above|below|earlier", "For the limits see above."),
    cue(
        "already|previously mentioned|described|discussed|explained|noted|covered|introduced",
        "The exceptions already mentioned hold.",
    ),
    cue("^ see|cf above|below", "The limits hold (see below)."),
    cue(
        "the same *? as above|before|earlier !the|a|an|each|every|it|they|this|that|all|any|its|we|you|#",
        "The limit is the same as above.",
    ),
    cue(
        "same|identical as|to above|before|earlier !the|a|an|each|every|it|they|this|that|all|any|its|we|you|#",
        "Limits: same as before.",
    ),
    cue("is|are|stays|stay|remains|works as before|above|earlier !the|a|an|it", "The setup is as before."),
    cue(
        "the earlier|previous|preceding|prior|foregoing example|examples|snippet|listing|walkthrough|scenario|case|figure",
        "The previous example needs a token.",
    ),
    cue(
        "the first|second|third|last|next example|examples|snippet|listing|walkthrough|scenario !that|which|of|whose|is|in|found|field",
        "The first example needs a token.",
    ),
    cue(
        "in|with|for|from|by|to the earlier request|call|command|query|reply|response|step|table|output",
        "With the earlier request, the reply is empty.",
    ),
    cue(
        "request|call|command|query|step|value|values|setup|output from|in|of the previous|earlier|last|preceding|first step|example|request|call",
        "The command of the previous step restarts it.",
    ),
    cue("from|of above !the|a|an|and|or|freezing|#", "The command from above restarts it."),
    cue(
        "from|in the walkthrough|tutorial|example !of|that|which|field|above|below|file|code|project|configuration|config|app|folder|directory|table|list|output|request|response",
        "The limit is the same as in the example.",
    ),
    cue("as|like the walkthrough|tutorial", "The limits are those of a client, like the tutorial."),
    cue("^ here too|also ,", "Here, too, the reply is empty."),
    cue(
        "the table|list|example|code|snippet|diagram|request|call|query|command|output above|below ,",
        "In the example above, the reply is empty.",
    ),
    cue("!of the above !table|list|limit|limits|zero|threshold|average", "The above holds for reads too."),
    cue(
        "the above table|list|example|code|snippet|diagram|rules|rule|section|paragraph|steps|command|commands|settings|figure|formula|query|configuration|description|explanation|limit|limits|threshold|thresholds",
        "The above rules hold for reads too.",
    ),
    cue(
        "the table|list|example|code|snippet|diagram|rules|rule|section|paragraph|steps|command|commands|note|figure|text|description|explanation|discussion above|below !it|them|the|this|that|a|an|its|each|every|all",
        "The section above holds for reads too.",
    ),
    cue(
        "the previous|preceding|prior|next|following|earlier|last section|paragraph|subsection|note|notes|discussion",
        "The limits of the previous section hold.",
    ),
    cue(
        "see|in|to|by|from|per|and the note|notes|discussion|explanation|rationale above|below|next? !field|column|tab|object|property|attribute|editor|body|text|table|of",
        "For exceptions see the note.",
    ),
    cue(
        "example|table|code|list|figure|diagram in|from|of the note|notes|explanation|discussion",
        "Paging follows the example in the note.",
    ),
    cue(
        "the|this note|notes explains|explain|describes|describe|says|above|below|shows",
        "The note explains the exceptions.",
    ),
    cue("the former|latter $", "Reads use the former."),
    cue(
        "the former|latter is|are|was|has|have|must|may|can|does|do|will|applies|uses|takes|holds|wins|for|in|of|on|when|if|only|also",
        "The latter is used for reads.",
    ),
    cue("aforementioned|aforesaid|abovementioned", "The aforementioned limits hold for reads."),
    cue("above mentioned|described|listed", "The above mentioned limits hold for reads."),
    cue("^ as before", "As before, the limit is 5."),
    cue("^ the same applies|apply|holds|goes|works|counts here", "The same applies here."),
    cue("^ ditto", "Ditto for reads."),
    cue(
        "as explained|described|discussed|mentioned|noted|shown in the|this|our note|notes|previous|introduction|overview|context",
        "Reads work as explained in the introduction.",
    ),
];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    if !wording.is_english {
        return;
    }
    let mut structure = Structure::default();
    for hit in wording.hits(RULE.name) {
        let passage = wording.passages[hit.passage];
        let words = cx.words(hit.span);
        if structure.block != Some(passage.block) {
            structure = Structure::of(cx, passage.block);
        }
        if !is_resolved(cx, hit, &words.to_lowercase(), &structure) {
            let message =
                format!("`{words}` refers to text that a SPEC-only reader does not see; state it here");
            cx.report(hit.span, message);
        }
    }
    let mut last = None;
    for passage in wording.passages.iter() {
        let block = &cx.document.blocks[passage.block];
        if block.kind == Kind::Spec && last != Some(passage.block) {
            open_with_pronoun(cx, passage, block);
        }
        last = Some(passage.block);
    }
    for (block, _) in cx.document.blocks_of(Kind::Spec) {
        dangling_colon(cx, block);
    }
}

/// The position of the lists, tables, code and quotes in a block.
#[derive(Default)]
struct Structure {
    block: Option<usize>,
    /// Where the first one ends.
    first_end: Option<usize>,
    /// Where the last one starts.
    last_start: Option<usize>,
}

impl Structure {
    fn of(cx: &Context<'_, '_>, block: usize) -> Self {
        let is_structure = |kind: NodeKind| !matches!(kind, NodeKind::Paragraph) && kind.is_content();
        let mut made = Self { block: Some(block), ..Self::default() };
        let nodes = cx.document.content_nodes(&cx.document.blocks[block]);
        for node in nodes.filter(|node| is_structure(node.kind)) {
            made.first_end = made.first_end.or(Some(node.span.end));
            made.last_start = Some(node.span.start);
        }
        made
    }
}

/// Places that are never part of the block that refers to them.
const ELSEWHERE: &[&str] = &[
    "note",
    "section",
    "paragraph",
    "chapter",
    "discussion",
    "page",
    "explanation",
    "introduction",
    "overview",
];

/// The maximum distance in bytes between `the latter` and its alternatives.
const REACH: usize = 300;

/// Whether the block itself contains what the words refer to.
fn is_resolved(cx: &Context<'_, '_>, hit: &Hit, words: &str, structure: &Structure) -> bool {
    let index = hit.passage;
    let passage = &cx.wording().passages[index];
    if words.starts_with("the former") || words.starts_with("the latter") {
        let before = cx.text(Span::new(passage.span.start, hit.span.start));
        let near =
            before.get(before.floor_char_boundary(before.len().saturating_sub(REACH))..).unwrap_or(before);
        return [" and ", " or ", " vs", " over ", " to ", " than "].iter().any(|pair| near.contains(pair));
    }
    if passage.setting == Setting::Row && words.contains("same") {
        return true;
    }
    let is_elsewhere = |word: &str| ELSEWHERE.contains(&word.trim_end_matches('s'));
    if words.split(' ').any(is_elsewhere) {
        return false;
    }
    // `The above` and `see below` can refer to any text; anything described, listed or shown is a list, table or code.
    let points = |word: &str| {
        ["the", "see", "cf", "above", "below", "as", "like", "per", "than", "to"].contains(&word)
    };
    if words.split(' ').all(points) {
        let index = if words.contains("below") { index + 1 } else { index.wrapping_sub(1) };
        return cx.wording().passages.get(index).is_some_and(|other| other.block == passage.block);
    }
    if words.contains("below") || words.contains("following") {
        // A colon announces what follows.
        cx.text(passage.span).ends_with(':')
            || structure.last_start.is_some_and(|start| start >= passage.span.end)
    } else {
        structure.first_end.is_some_and(|end| end <= passage.span.start)
    }
}

/// Pronouns that refer to an earlier noun.
const PRONOUNS: &[&str] =
    &["it", "they", "he", "she", "this", "that", "these", "those", "its", "their", "both", "such"];

/// Further words that follow `this` when it replaces a noun instead of preceding one.
const ALSO_VERBS: &[&str] = &[
    "also", "only", "never", "always", "means", "happens", "applies", "includes", "allows", "works",
    "ensures", "prevents", "sets", "gives", "makes", "lets", "causes", "lives",
];

/// `It is an error to …`: here `it` refers to nothing.
fn is_expletive(rest: &[&str]) -> bool {
    let has = |words: &[&str], count: usize| rest.iter().take(count).any(|word| words.contains(word));
    // `It costs 2 credits to send a page`, `It makes no difference whether …`
    match rest.first().copied() {
        Some("costs" | "pays") => return has(&["to"], 8),
        Some("makes") => return has(&["difference", "sense"], 4),
        Some("matters" | "does" | "doesn") => {
            return has(&["matter", "matters"], 4)
                && has(&["whether", "if", "which", "how", "that", "who"], 8);
        }
        _ => {}
    }
    let empty = ["is", "'s", "was", "must", "should", "can", "may", "takes", "follows", "s"];
    rest.first().is_some_and(|verb| empty.contains(verb))
        && rest
            .iter()
            .take(8)
            .skip(1)
            .any(|word| matches!(*word, "to" | "that" | "whether" | "if" | "when" | "who" | "worth"))
}

/// Words that add a fact to an earlier one.
const ADDING: &[&str] = &["also", "likewise", "similarly", "furthermore", "moreover", "additionally"];

/// Reports the first sentence of a section's facts if it starts with a pronoun whose noun is in other text, or with a
/// word that adds it to an earlier fact.
fn open_with_pronoun(cx: &mut Context<'_, '_>, passage: &Passage, block: &Block) {
    if passage.setting == Setting::Row {
        return;
    }
    let text = cx.text(passage.span);
    let start = text.trim_start_matches(['*', '_']);
    let word = start.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let lower = word.to_ascii_lowercase();
    let adds = ADDING.contains(&lower.as_str());
    if !(adds || PRONOUNS.contains(&lower.as_str())) || !word.starts_with(|c: char| c.is_ascii_uppercase()) {
        return;
    }
    let rest = start[word.len()..].to_lowercase();
    let rest: Vec<&str> =
        rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(9).collect();
    let says = |word: &str| is_stating(word) || ALSO_VERBS.contains(&word);
    let stands_alone = match lower.as_str() {
        "it" => !is_expletive(&rest),
        "they" | "he" | "she" => true,
        "its" | "their" => !rest.is_empty(),
        "such" => rest.len() > 1 && rest[0] != "as",
        _ if adds => rest.first().is_some_and(|word| *word != "known" && *word != "called"),
        "both" | "these" | "those" => rest.first().is_some_and(|word| says(word) || is_plural_present(word)),
        _ => rest.first().is_some_and(|word| says(word) || is_present(word)),
    };
    // What follows a colon, or a heading inside the block, says what it is.
    let is_under_heading = block.inherited.iter().any(|section| {
        let heading = cx.document.sections[*section].heading;
        heading.start >= block.content.start && heading.end <= passage.span.start
    });
    if is_under_heading || text.trim_end().ends_with(':') {
        return;
    }
    let earlier = cx.document.blocks[..passage.block].iter().rev();
    let mut earlier = earlier.take_while(|before| before.section == block.section);
    let has_fact = earlier.any(|before| before.kind == Kind::Spec);
    if stands_alone && !has_fact {
        let at = passage.span.end - cx.text(passage.span).trim_start_matches(['*', '_']).len();
        let message = if adds {
            format!("`{word}` refers to an earlier fact, but no SPEC of this section states one")
        } else {
            format!("`{word}` refers to something in another block; name it")
        };
        cx.report(Span::new(at, at + word.len()), message);
    }
}

/// Reports a block that ends in a colon with nothing below it.
fn dangling_colon(cx: &mut Context<'_, '_>, block: &Block) {
    let last = cx.document.content_nodes(block).filter(|node| node.kind.is_content()).last();
    let text = cx.text(block.content);
    let is_text = last.is_some_and(|node| node.kind == NodeKind::Paragraph);
    let announces =
        text.strip_suffix([':', '：']).is_some_and(|lead| !lead.ends_with([':', '：']) && !lead.is_empty());
    if is_text && announces {
        let end = block.content.end;
        let line = cx.document.source.line(cx.document.source.line_of(end - 1)).clip(block.content);
        let span = cx.document.source.trim(line);
        let message = format!("`{}` announces something that this block does not contain", cx.quote(span));
        cx.report(span, message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::rules::{Settings, check};

    #[test]
    fn the_first_fact_names_what_it_is_about() {
        for (body, expected) in [
            ("**[SPEC]**\n- It accepts 5 ships.\n", 1),
            ("**[SPEC]**\n- They leave at noon.\n", 1),
            ("**[SPEC]**\n- These expire at noon.\n", 1),
            ("**[SPEC]**\n- These docks close at noon.\n", 0),
            ("**[SPEC]**\nThis accepts 5 ships.\n", 1),
            ("**[SPEC]**\n- This dock accepts 5 ships.\n", 0),
            ("**[SPEC]**\n- The dock has a gate. It accepts 5 ships.\n", 0),
            ("**[SPEC]**\n- The dock has a gate.\n- It accepts 5 ships.\n", 0),
            ("**[SPEC]**\n- It is an error to enter at night.\n", 0),
            ("**[SPEC]**\n- It makes no difference whether the gate is open.\n", 0),
            ("**[SPEC]**\n- It does not matter which gate is open.\n", 0),
            ("**[SPEC]**\n- It costs 2 coins to enter at night.\n", 0),
            ("**[SPEC]**\n- It takes 5 minutes to enter.\n", 0),
            ("**[SPEC]**\n- It costs 2 coins.\n", 1),
            ("**[SPEC]**\n- It makes 5 turns a day.\n", 1),
            ("**[SPEC]**\n- Such ships stay outside.\n", 1),
            ("**[SPEC]**\n- Large ships stay outside. Such ships get a pilot.\n", 0),
            ("**[SPEC]**\n- The same applies here.\n", 1),
            ("**[SPEC]**\n- The above limits hold at night.\n", 1),
            ("**[SPEC]**\n- Ships: 5\n\nThe above limits hold at night.\n", 0),
            ("**[SPEC]**\nThese are the docks:\n- North\n- South\n", 0),
            ("**[SPEC]**\n### Docks\n\nThey open at noon.\n", 0),
        ] {
            let text = format!("# T\n\n## The port\n\n{body}");
            let found = check(&parse(&text), &Settings::single(&RULE));
            assert_eq!(found.len(), expected, "{body}");
        }
    }
}
