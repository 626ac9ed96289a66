//! Words of doubt in an unverified block, which have nothing to say once it is confirmed.

use std::sync::LazyLock;

use crate::convert::issues::FROM_ISSUE;
use crate::document::{Block, Document, parse};
use crate::fields::strip_list_marker;
use crate::finding::Edit;
use crate::lexicon::Lexicon;
use crate::markdown::{InlineKind, Node, NodeKind};
use crate::prose::{self, Setting};
use crate::sentence;
use crate::settings::Settings;
use crate::source::Span;

/// What goes with the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The whole sentence: it says only why the claim is not certain.
    Sentence,
    /// The words alone.
    Words,
    /// The words where a colon follows them: they name what follows.
    Label,
}

/// Sentences that are about nothing but the doubt.
const SENTENCES: &[&str] = &[
    "^ why? uncertain|unsure|unverified|unconfirmed|untested|unmeasured|unproven|undocumented",
    "^ this|it is|remains|was still? uncertain|unverified|unconfirmed|untested|unproven|unclear|a|an|only guess|assumption|hypothesis|theory?",
    "^ not|never yet|been|fully? measured|verified|confirmed|tested|checked|documented|reproduced|proven|benchmarked|validated",
    "^ inferred|deduced|guessed|extrapolated|estimated|assumed|derived|taken|copied from|by|after",
    "^ nobody|noone|none has|have|ever|yet ever|yet? measured|verified|confirmed|tested|checked|validated|tried",
    "^ we|i|it|this has|have|was|were|did not|never yet|been? yet|been? measure|measured|verify|verified|confirm|confirmed|test|tested|check|checked|reproduce|reproduced|validated",
    "^ we|i|it|this haven|hasn|wasn|weren|didn t yet|been? yet|been? measure|measured|verify|verified|confirm|confirmed|test|tested|check|checked|reproduce|reproduced|validated",
    "^ to be confirmed|verified|tested|determined|measured|checked",
    "^ needs|need|requires|awaiting|pending|awaits verification|confirmation|verifying|confirming|a|an|more|further|measurement|test|testing",
    "^ TBC|TBD|tbc|tbd $",
];

/// Words that can go and leave a sentence.
const WORDS: &[&str] = &[
    "probably",
    "presumably",
    "apparently",
    "supposedly",
    "reportedly",
    "allegedly",
    "seemingly",
    "perhaps",
    "maybe",
    "^ possibly",
    "is|are|was|were possibly",
    "!not|t most|very|quite likely !to",
    "!less|more|most|very|quite|equally|as|how|not|n|t likely !to|that",
    "^ we|i think|believe|suspect|guess|assume|presume|suppose that?",
    "^ it seems|appears that",
    "^ it is|s likely|believed|assumed|possible|probable that",
    "as far as i|we can? know|tell|see|remember",
    "to the best of our|my knowledge",
    "if i|we remember|recall correctly|right|rightly",
    "AFAIK|afaik|AFAICT|afaict|IIRC|iirc",
    "^ unverified|unconfirmed|untested|assumed|guess $",
    "not verified|confirmed|tested|measured yet? $",
];

/// Words that name a part of an unverified block.
const LABELS: &[&str] =
    &["^ assumed|assumption|hypothesis|guess|unverified|unconfirmed|claim|suspected", "^ known"];

static LEXICON: LazyLock<Lexicon<Reach>> = LazyLock::new(|| {
    let rows = |list: &'static [&str], reach: Reach| list.iter().map(move |words| (*words, reach));
    let words = rows(WORDS, Reach::Words).chain(rows(LABELS, Reach::Label));
    Lexicon::new(rows(SENTENCES, Reach::Sentence).chain(words))
});

/// What can be taken out of a block.
pub(super) struct Doubted {
    /// In order.
    pub(super) edits: Vec<Edit>,
    /// A sentence of doubt that cannot go without what hangs on it.
    pub(super) stuck: Option<String>,
}

/// The edits that take the doubts of a block out.
pub(super) fn find(document: &Document<'_>, block: usize) -> Doubted {
    let content = document.blocks[block].content;
    let mut found: Vec<(Reach, Edit)> = Vec::new();
    let mut stuck = None;
    let lines =
        document.source.line_of(content.start)..=document.source.line_of(content.end.saturating_sub(1));
    for line in lines.map(|line| document.source.full_line(line)) {
        if document.text(line).starts_with(FROM_ISSUE) {
            found.push((Reach::Sentence, Edit::delete(within(document, line, content))));
        }
    }
    for passage in prose::passages(document).iter().filter(|passage| passage.block == block) {
        let inlines = document.markdown.inlines_in(passage.span);
        let mut sentences = Vec::new();
        sentence::split(document.text(passage.span), passage.span.start, inlines, &mut sentences);
        let whole = document.source.trim(passage.span);
        match sentences.first_mut() {
            // A label in bold is no part of the sentence behind it, but may name it.
            Some(first) => first.start = whole.start,
            None => sentences.push(whole),
        }
        let is_alone = sentences.len() == 1 && passage.setting == Setting::Item;
        for sentence in sentences {
            let hits = in_sentence(document, sentence);
            if hits.iter().any(|(reach, _)| *reach == Reach::Sentence) {
                let span =
                    if is_alone { item(document, sentence) } else { Some(with_gap(document, sentence)) };
                match span {
                    Some(span) => {
                        found.push((Reach::Sentence, Edit::delete(within(document, span, content))));
                    }
                    None => stuck = Some(document.text(sentence).to_owned()),
                }
            } else {
                found
                    .extend(hits.into_iter().map(|(reach, span)| (reach, without(document, sentence, span))));
            }
        }
    }
    // What is known needs no name once nothing is assumed.
    let is_known = |edit: &Edit| {
        document.text(edit.span).trim_start_matches(['*', '_']).to_lowercase().starts_with("known")
    };
    let has_assumed = found.iter().any(|(reach, edit)| *reach == Reach::Label && !is_known(edit));
    found.retain(|(reach, edit)| *reach != Reach::Label || has_assumed || !is_known(edit));
    let mut edits: Vec<Edit> = found.into_iter().map(|(_, edit)| edit).collect();
    edits.sort_by_key(|edit| (edit.span.start, std::cmp::Reverse(edit.span.end)));
    edits.dedup_by(|next, last| next.span.start < last.span.end);
    Doubted { edits, stuck }
}

/// A span within the content of a block; at its end the line end before it goes in place of the one behind it.
fn within(document: &Document<'_>, span: Span, content: Span) -> Span {
    let start = span.start.max(content.start);
    if span.end < content.end {
        return Span::new(start, span.end);
    }
    let before = document.text(Span::new(content.start, start)).trim_end();
    Span::new(content.start + before.len(), content.end)
}

/// The doubts of one sentence: where, and how far each reaches.
fn in_sentence(document: &Document<'_>, sentence: Span) -> Vec<(Reach, Span)> {
    let text = document.text(sentence);
    let mut found: Vec<(Reach, Span)> = Vec::new();
    LEXICON.find(
        text,
        |_| true,
        |hit| {
            let span = Span::new(sentence.start + hit.start, sentence.start + hit.end);
            let is_code = |(kind, inline): &(InlineKind, Span)| {
                matches!(kind, InlineKind::Code) && inline.overlaps(span)
            };
            // A clause in parentheses opens too, and is no sentence.
            let opens =
                !text[..hit.start].contains(char::is_alphanumeric) && !text[..hit.start].contains('(');
            let has_colon = text[hit.end..].trim_start_matches(['*', '_']).starts_with(':');
            if !document.markdown.inlines_in(sentence).iter().any(is_code)
                && (hit.what == Reach::Words || opens)
                && !is_quoted(text, hit.start, hit.end)
                && (hit.what != Reach::Label || has_colon)
            {
                found.push((hit.what, span));
            }
        },
    );
    // A label is more than its first word.
    let labels: Vec<Span> =
        found.iter().filter(|(reach, _)| *reach == Reach::Label).map(|(_, span)| *span).collect();
    found.retain(|(reach, span)| *reach == Reach::Label || !labels.iter().any(|label| label.overlaps(*span)));
    found.sort_by_key(|(_, span)| *span);
    found
}

/// Whether words stand between quotation marks, as a name does.
fn is_quoted(text: &str, start: usize, end: usize) -> bool {
    const OPEN: [char; 5] = ['"', '“', '«', '‘', '\''];
    text[..start].ends_with(OPEN) && text[end..].starts_with(['"', '”', '»', '’', '\''])
}

/// Takes words out of a sentence with what holds them in it: a comma, parentheses, a colon.
fn without(document: &Document<'_>, sentence: Span, words: Span) -> Edit {
    let text = document.text(sentence);
    let (mut start, mut end) = (words.start - sentence.start, words.end - sentence.start);
    // `is possibly`: the verb stays.
    let hit = &text[start..end];
    let is_verb =
        |word: &str| ["is", "are", "was", "were"].iter().any(|verb| word.eq_ignore_ascii_case(verb));
    if let Some(gap) = hit.find(char::is_whitespace).filter(|gap| is_verb(&hit[..*gap])) {
        start += hit.len() - hit[gap..].trim_start().len();
    }
    let opens = text[..start].ends_with('(') && text[end..].starts_with(')');
    if opens {
        start -= 1;
        end += 1;
    }
    let marks = |rest: &str| rest.len() - rest.trim_start_matches(['*', '_']).len();
    if text[end + marks(&text[end..])..].starts_with(':') {
        end += marks(&text[end..]) + 1;
        end += marks(&text[end..]);
        start -= text[..start].len() - text[..start].trim_end_matches(['*', '_']).len();
    } else if text[end..].starts_with(',') {
        end += 1;
    }
    let before = text[..start].trim_end();
    let is_tail = text[end..].trim_start_matches(['.', '!', ')']).trim().is_empty();
    if is_tail && before.ends_with(',') {
        start = before.len() - 1;
    } else if is_tail || opens {
        start = before.len();
    } else {
        end += text[end..].len() - text[end..].trim_start().len();
    }
    let gone = Span::new(sentence.start + start, sentence.start + end);
    // A name keeps its letters as they are.
    let word =
        text[end..].split(|c: char| c.is_whitespace() || ",.;:".contains(c)).next().unwrap_or_default();
    let is_word = !word.is_empty() && word.chars().all(char::is_lowercase);
    let next = text[end..].chars().next().filter(|_| is_word);
    match next.filter(|_| {
        text[..start].is_empty() && text.trim_start_matches(['*', '_']).starts_with(char::is_uppercase)
    }) {
        // What now opens the sentence gets its capital.
        Some(next) => Edit::replace(
            Span::new(gone.start, gone.end + next.len_utf8()),
            next.to_uppercase().collect::<String>(),
        ),
        None => Edit::delete(gone),
    }
}

/// The words that an edit takes out, as a person sees them.
pub(super) fn shown(document: &Document<'_>, edit: &Edit) -> String {
    let text = document.text(edit.span);
    let kept = text.chars().next_back().filter(|last| last.to_uppercase().collect::<String>() == edit.text);
    let gone = &text[..text.len() - kept.map_or(0, char::len_utf8)];
    gone.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A sentence with the white space before it, or behind it if it comes first.
fn with_gap(document: &Document<'_>, sentence: Span) -> Span {
    let text = document.source.text();
    let line = document.source.this_line(sentence.start);
    let before = text[line..sentence.start].trim_end();
    if before.is_empty() {
        let rest = &text[sentence.end..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let breaks = ["\r\n", "\n"].iter().find(|eol| rest[blanks..].starts_with(**eol));
        // A line of its own goes with its end, or a blank line would part the tag from what follows; before more text the
        // indent stays.
        return match breaks {
            Some(eol) => Span::new(line, sentence.end + blanks + eol.len()),
            None => Span::new(sentence.start, sentence.end + blanks),
        };
    }
    Span::new(line + before.len(), sentence.end)
}

/// The list item that holds a sentence and nothing else, with its line end; `None` where it holds more.
fn item(document: &Document<'_>, sentence: Span) -> Option<Span> {
    let nodes = document.markdown.nodes.iter();
    let is_around = |node: &&Node| node.kind == NodeKind::Item && node.span.contains(sentence.start);
    let item = document
        .source
        .trim(nodes.take_while(|node| node.span.start <= sentence.start).filter(is_around).last()?.span);
    let body = strip_list_marker(document.text(item)).trim();
    (body == document.text(sentence).trim()).then(|| {
        let start = document.source.this_line(item.start);
        Span::new(start, document.source.next_line(item.end.saturating_sub(1)).max(item.end))
    })
}

/// Whether a block has anything to say without these words.
pub(super) fn leaves_something(document: &Document<'_>, block: &Block, edits: &[Edit]) -> bool {
    let mut at = block.content.start;
    let mut kept = String::new();
    for edit in edits {
        kept.push_str(document.text(Span::new(at, edit.span.start.max(at))));
        kept.push_str(&edit.text);
        at = at.max(edit.span.end);
    }
    kept.push_str(document.text(Span::new(at.min(block.content.end), block.content.end)));
    kept.contains(char::is_alphanumeric)
}

/// The first words of a text that still say that somebody does not know.
pub(super) fn left(text: &str) -> Option<String> {
    let probe = format!("## S\n\n**[SPEC]**\n{text}\n");
    let document = parse(&probe);
    let rule = crate::rules::find("spec-hedge")?;
    let found = crate::rules::check(&document, &Settings::single(rule));
    found.first().map(|finding| document.text(finding.span).split_whitespace().collect::<Vec<_>>().join(" "))
}
