//! Finds hedging words in an unverified block. The search is wide, so no doubt becomes a fact unnoticed. Removal is
//! narrow: only where the rest is the same claim.

use tagdown::document::{Block, Document};
use tagdown::markdown::{InlineKind, Node, NodeKind, strip_list_marker};
use tagdown::prose::{Passage, Setting, passages, sentence};
use tagdown::rules::Edit;
use tagdown::text::Span;

/// The opening of the line in a `[?]` that names its source and what is missing.
pub(crate) const FROM_ISSUE: &str = "Known: the statements above, from";

/// Text that is removed when a block is confirmed.
#[derive(Clone, Debug)]
pub(crate) struct Removed {
    pub(super) edit: Edit,
    /// Whether it says more than that somebody is not sure, in which case the record keeps it.
    pub(super) is_kept: bool,
}

/// The text that can be removed from a block, in order.
pub(crate) fn find(document: &Document<'_>, block: usize) -> Vec<Removed> {
    let content = document.blocks[block].content;
    let mut found: Vec<(bool, Removed)> = Vec::new();
    let lines =
        document.source.line_of(content.start)..=document.source.line_of(content.end.saturating_sub(1));
    for line in lines.map(|line| document.source.full_line(line)) {
        if document.text(line).starts_with(FROM_ISSUE) {
            let edit = Edit::delete(within(document, line, content));
            found.push((false, Removed { edit, is_kept: false }));
        }
    }
    for passage in passages::passages(document).iter().filter(|passage| passage.block == block) {
        // An empty cell would mean something else.
        if passage.setting != Setting::Row {
            in_passage(document, passage, content, &mut found);
        }
    }
    // A `Known:` label is not needed once nothing is assumed.
    let is_known = |removed: &Removed| document.text(removed.edit.span).to_lowercase().contains("known");
    let has_assumed = found.iter().any(|(is_label, removed)| *is_label && !is_known(removed));
    found.retain(|(is_label, removed)| !is_label || has_assumed || !is_known(removed));
    let mut removed: Vec<Removed> = found.into_iter().map(|(_, removed)| removed).collect();
    removed.sort_by_key(|one| (one.edit.span.start, std::cmp::Reverse(one.edit.span.end)));
    removed.dedup_by(|next, last| next.edit.span.start < last.edit.span.end);
    removed
}

fn in_passage(document: &Document<'_>, passage: &Passage, content: Span, found: &mut Vec<(bool, Removed)>) {
    let inlines = document.markdown.inlines_in(passage.span);
    let mut sentences = Vec::new();
    sentence::split(document.text(passage.span), passage.span.start, inlines, &mut sentences);
    let whole = document.source.trim(passage.span);
    match sentences.first_mut() {
        // A bold label is not part of the sentence after it, but may name it.
        Some(first) => first.start = whole.start,
        None => sentences.push(whole),
    }
    let is_alone = sentences.len() == 1;
    for sentence in sentences {
        let text = document.text(sentence);
        let (is_formula, is_reason) = (is_formula(text), is_reason(text));
        if is_formula || is_reason {
            let span = match passage.setting {
                Setting::Item if is_alone => item(document, sentence),
                _ => Some(with_gap(document, sentence)),
            };
            // An item that contains more than the hedge stays complete, and the user is told.
            found.extend(span.map(|span| {
                let edit = Edit::delete(within(document, span, content));
                (false, Removed { edit, is_kept: is_reason })
            }));
        } else {
            let edits = [label(text), opener(text), aside(text)].into_iter().enumerate();
            let edits = edits.filter_map(|(index, edit)| Some((index == 0, edit?)));
            let words = words(document, sentence).into_iter().map(|edit| (false, edit));
            for (is_label, edit) in edits.chain(words) {
                let span = Span::new(sentence.start + edit.span.start, sentence.start + edit.span.end);
                let removed = Removed { edit: Edit::replace(span, edit.text), is_kept: false };
                found.push((is_label, removed));
            }
        }
    }
}

/// The sentence in lower case, without its end.
fn plain(text: &str) -> String {
    let text = text.trim().trim_end_matches(['.', '!']);
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

const CHECKED: &str =
    "measured verified confirmed tested checked documented reproduced benchmarked validated tried";

/// Whether a sentence only says that nobody has checked.
fn is_formula(text: &str) -> bool {
    let text = plain(text);
    let text = text.strip_suffix(" yet").unwrap_or(&text);
    if ["unverified", "unconfirmed", "untested", "unmeasured", "this is a guess", "this is only a guess"]
        .contains(&text)
    {
        return true;
    }
    CHECKED.split(' ').any(|word| {
        let forms = [
            format!("not {word}"),
            format!("not yet {word}"),
            format!("never {word}"),
            format!("to be {word}"),
            format!("nobody has {word} it"),
            format!("nobody has {word} this"),
            format!("we have not {word} it"),
            format!("we have not {word} this"),
            format!("i have not {word} it"),
            format!("it has not been {word}"),
            format!("this has not been {word}"),
            format!("this is not {word}"),
            format!("this is un{word}"),
        ];
        forms.iter().any(|form| form == text)
    })
}

/// Whether a sentence says why somebody is not sure.
fn is_reason(text: &str) -> bool {
    const OPENINGS: [&str; 8] = [
        "inferred from ",
        "deduced from ",
        "guessed from ",
        "estimated from ",
        "uncertain because ",
        "unsure because ",
        "unverified because ",
        "unconfirmed because ",
    ];
    let text = plain(text);
    OPENINGS.iter().any(|opening| text.starts_with(opening)) && !text.contains([';', ':'])
}

/// A label for what is assumed or known.
fn label(text: &str) -> Option<Edit> {
    let marks = text.len() - text.trim_start_matches(['*', '_']).len();
    let name = &text[marks..];
    let end = ["Assumed", "Assumption", "Hypothesis", "Known"].iter().find_map(|label| {
        let rest = name.strip_prefix(label)?;
        let rest = rest.trim_start_matches(['*', '_']).strip_prefix(':')?.trim_start_matches(['*', '_']);
        rest.starts_with(' ').then(|| text.len() - rest.trim_start().len())
    })?;
    opened(text, end)
}

/// Words that open a sentence and leave a complete sentence when removed.
fn opener(text: &str) -> Option<Edit> {
    const WITH_THAT: [&str; 6] =
        ["We ", "I ", "It seems that ", "It appears that ", "It is likely that ", "It is assumed that "];
    const BELIEVES: [&str; 5] =
        ["believe that ", "think that ", "suspect that ", "assume that ", "presume that "];
    let after = |words: &str| text.strip_prefix(words);
    let believes = || {
        let rest = after(WITH_THAT[0]).or_else(|| after(WITH_THAT[1]))?;
        BELIEVES.iter().find_map(|words| rest.strip_prefix(words))
    };
    let seems = || WITH_THAT[2..].iter().find_map(|words| after(words));
    let known = || {
        ["As far as we know, ", "As far as I know, ", "As far as we can tell, "]
            .iter()
            .find_map(|words| after(words))
    };
    let adverb = || {
        ADVERBS.split(' ').find_map(|adverb| {
            let rest = text.strip_prefix(&capital(adverb))?;
            rest.strip_prefix(',').unwrap_or(rest).strip_prefix(' ')
        })
    };
    let rest = believes().or_else(seems).or_else(known).or_else(adverb)?;
    // The rest of the sentence would depend on the removed words.
    let leans = [" and that ", " but ", "; ", " perhaps ", " maybe ", " or "]
        .iter()
        .any(|words| rest.contains(words));
    let is_sentence = rest.split_whitespace().count() >= 3 && !leans;
    if is_sentence { opened(text, text.len() - rest.len()) } else { None }
}

const ADVERBS: &str = "probably presumably apparently supposedly reportedly allegedly seemingly";

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Removes the start of a sentence. A common word that then opens it gets a capital; a name stays unchanged.
fn opened(text: &str, end: usize) -> Option<Edit> {
    const SMALL: &str =
        "the a an it this that these those all each every both no most some any there when if its their our";
    let rest = &text[end..];
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let first = rest.chars().next()?;
    // List and quote markers would change how Markdown reads the line.
    if !(first.is_alphanumeric() || "`\"[(*_".contains(first)) {
        return None;
    }
    let is_small = SMALL.split(' ').any(|small| small == word) && rest[word.len()..].starts_with(' ');
    Some(if is_small {
        Edit::replace(Span::new(0, end + first.len_utf8()), first.to_uppercase().collect::<String>())
    } else {
        Edit::delete(Span::new(0, end))
    })
}

/// A remark in parentheses, or after a comma at the end.
fn aside(text: &str) -> Option<Edit> {
    const REMARKS: [&str; 10] = [
        " (unverified)",
        " (unconfirmed)",
        " (untested)",
        " (assumed)",
        " (not verified)",
        " (not confirmed)",
        " (not tested)",
        " (not measured)",
        " (to be confirmed)",
        " (to be verified)",
    ];
    const TAILS: [&str; 3] = [", as far as we know", ", as far as I know", ", as far as we can tell"];
    let remark =
        REMARKS.iter().find_map(|remark| text.find(remark).map(|at| Span::new(at, at + remark.len())));
    let tail = || {
        let body = text.trim_end_matches(['.', '!']);
        TAILS.iter().find_map(|tail| body.strip_suffix(tail).map(|rest| Span::new(rest.len(), body.len())))
    };
    remark.or_else(tail).map(Edit::delete)
}

/// Adverbs between two plain words, as in `is probably shared`.
fn words(document: &Document<'_>, sentence: Span) -> Vec<Edit> {
    const BEFORE: &str = "not quite very a an or and nor but the";
    let text = document.text(sentence);
    let is_code = |at: usize| {
        let at = sentence.start + at;
        document
            .markdown
            .inlines_in(sentence)
            .iter()
            .any(|(kind, span)| matches!(kind, InlineKind::Code) && span.contains(at))
    };
    let mut edits = Vec::new();
    for adverb in ADVERBS.split(' ') {
        for (at, _) in text.match_indices(adverb) {
            let (before, after) = (&text[..at], &text[at + adverb.len()..]);
            let last = before.split_whitespace().next_back().unwrap_or_default();
            let next = after.trim_start();
            let is_between = before.ends_with(char::is_whitespace)
                && after.starts_with(char::is_whitespace)
                && last.chars().all(char::is_alphabetic)
                && !last.is_empty()
                && next.starts_with(|c: char| c.is_alphanumeric() || c == '`');
            if is_between && !BEFORE.split(' ').any(|word| word.eq_ignore_ascii_case(last)) && !is_code(at) {
                edits.push(Edit::delete(Span::new(at, text.len() - next.len())));
            }
        }
    }
    edits
}

/// A span within the content of a block. At the end of the content, the line end before the span is removed instead of
/// the one after it. At its start, the blank lines after it are removed as well, since none may follow a tag.
fn within(document: &Document<'_>, span: Span, content: Span) -> Span {
    let start = span.start.max(content.start);
    if span.end >= content.end {
        let before = document.text(Span::new(content.start, start)).trim_end();
        return Span::new(content.start + before.len(), content.end);
    }
    let rest = document.text(Span::new(span.end, content.end));
    let breaks =
        if start == content.start { rest.len() - rest.trim_start_matches(['\r', '\n']).len() } else { 0 };
    Span::new(start, span.end + breaks)
}

/// A sentence with the white space before it, or after it if it comes first.
fn with_gap(document: &Document<'_>, sentence: Span) -> Span {
    let text = document.source.text();
    let line = document.source.this_line(sentence.start);
    let before = text[line..sentence.start].trim_end();
    if before.is_empty() {
        let rest = &text[sentence.end..];
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let breaks = ["\r\n", "\n"].iter().find(|eol| rest[blanks..].starts_with(**eol));
        // A sentence on its own line goes with its line end; otherwise a blank line would separate the tag from its
        // content. Before more text the indent stays.
        return match breaks {
            Some(eol) => Span::new(line, sentence.end + blanks + eol.len()),
            None => Span::new(sentence.start, sentence.end + blanks),
        };
    }
    Span::new(line + before.len(), sentence.end)
}

/// The item of a bulleted list that consists of one sentence, with its line end. `None` if it contains more.
fn item(document: &Document<'_>, sentence: Span) -> Option<Span> {
    let nodes = document.markdown.nodes.iter();
    let is_around = |node: &&Node| node.kind == NodeKind::Item && node.span.contains(sentence.start);
    let around = nodes.take_while(|node| node.span.start <= sentence.start).filter(is_around).last()?;
    let item = document.source.trim(around.span);
    let body = strip_list_marker(document.text(item)).trim();
    let is_bullet = document.text(item).starts_with(['-', '*', '+']);
    (is_bullet && body == document.text(sentence).trim()).then(|| {
        let start = document.source.this_line(item.start);
        Span::new(start, document.source.next_line(item.end.saturating_sub(1)).max(item.end))
    })
}

/// The words that an edit removes, as a person sees them.
pub(crate) fn shown(document: &Document<'_>, edit: &Edit) -> String {
    let text = document.text(edit.span);
    let kept = text.chars().next_back().filter(|last| last.to_uppercase().collect::<String>() == edit.text);
    let gone = &text[..text.len() - kept.map_or(0, char::len_utf8)];
    let gone = strip_list_marker(gone.trim_start());
    gone.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a block has any content without these words.
pub(crate) fn leaves_something(document: &Document<'_>, block: &Block, removed: &[Removed]) -> bool {
    let mut at = block.content.start;
    let mut kept = String::new();
    for edit in removed.iter().map(|one| &one.edit) {
        kept.push_str(document.text(Span::new(at, edit.span.start.max(at))));
        kept.push_str(&edit.text);
        at = at.max(edit.span.end);
    }
    kept.push_str(document.text(Span::new(at.min(block.content.end), block.content.end)));
    kept.contains(char::is_alphanumeric)
}

/// Hedging words anywhere in a text. A person has to reword a claim that needs one of them.
const WORDS: &str = "probably, presumably, apparently, supposedly, reportedly, allegedly, seemingly, perhaps, maybe, possibly, likely, unverified, \
    unconfirmed, untested, unmeasured, uncertain, unsure, unclear, unknown, inferred, guess, guessed, assume, assumed, assumption, hypothesis, suspect, \
    suspected, provisional, tentative, tentatively, tbc, tbd, todo, afaik, afaict, iirc, seems, seem, might, not measured, not verified, not tested, \
    not confirmed, not reproduced, not certain, not sure, not known, fairly sure, almost certainly, to be confirmed, to be verified, to be tested, \
    we believe, i believe, we think, i think, don't think, do not think, do not believe, don't believe, no longer certain, as far as we know, \
    as far as i know, have not measured, have not tested, nobody has tested, nobody has measured, in theory, conceivably, appears to";

/// The first hedging words in a text, ignoring code.
pub(crate) fn left(document: &Document<'_>, content: Span) -> Option<String> {
    let text = document.text(content);
    let is_code = |at: usize| {
        let at = content.start + at;
        let inlines = document.markdown.inlines_in(content).iter();
        let nodes = document.markdown.nodes_in(content).iter();
        inlines.clone().any(|(kind, span)| matches!(kind, InlineKind::Code) && span.contains(at))
            || nodes.clone().any(|node| {
                matches!(node.kind, NodeKind::Code { .. } | NodeKind::Comment) && node.span.contains(at)
            })
    };
    // Has the same length as the text, byte for byte.
    let lower = text.to_ascii_lowercase().replace("\u{2019}", "'  ");
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let starts = WORDS.split(',').map(str::trim).flat_map(|words| {
        lower
            .match_indices(words)
            .filter(|(at, _)| {
                is_edge(lower[..*at].chars().next_back()) && is_edge(lower[at + words.len()..].chars().next())
            })
            .map(move |(at, _)| (at, words))
            .collect::<Vec<_>>()
    });
    starts.filter(|(at, _)| !is_code(*at)).min().map(|(_, words)| words.to_owned())
}
