//! Checks every conversion before anybody sees it. All checks run every time, because silently losing a line is the
//! worst failure this tool could have.

use tagdown::document::{Document, Kind, MANIFEST, parse_with};
use tagdown::judgement::{Piece, is_silent, pieces};
use tagdown::markdown::{NodeKind, is_put_in, is_same_tree};
use tagdown::rules::{self, Edit};
use tagdown::text::{Slugs, Source, Span};

use super::strip::strip;
use super::tag_lines::Written;
use crate::convert::checks::{brought_in, by_rule, count_errors, own_errors};
use crate::convert::decisions::LABELS;
use crate::convert::header;
use crate::convert::outcome::Options;

/// A result that may be shown.
pub(crate) struct Passed {
    pub(super) output: String,
    /// The rules that still report something, with the number of findings.
    pub(super) left: Vec<(&'static str, usize)>,
    /// The number of errors in the author's own text, and notices on them.
    pub(super) errors: usize,
    pub(super) notices: Vec<String>,
    /// The kind that a reader takes each untagged piece for.
    pub(super) kinds: Vec<Option<Kind>>,
}

/// The planned edits and their expected result.
pub(crate) struct Plan<'p> {
    pub(super) pieces: &'p [Piece],
    pub(super) written: &'p [Written],
    pub(super) edits: Vec<Edit>,
}

/// Accepts a result, or returns the reason why it must not be written.
pub(crate) fn check(
    source: &Document<'_>,
    plan: &Plan<'_>,
    output: String,
    options: &Options<'_>,
) -> Result<Passed, String> {
    let after = parse_with(&output, &options.settings.own_tags);
    let inserted = inserted(&plan.edits);
    let findings = rules::check(&after, options.settings);
    if let Some(error) = brought_in(source, &after, &findings, options.settings).first() {
        let line = source.source.position(original(error.span.start, &inserted)).line;
        return Err(format!("line {line}: {} ({}); fix that first", error.message, error.rule));
    }
    if let Some(problem) = problem(source, &plan.edits, &output, &after) {
        return Err(problem);
    }
    let kinds = kinds(source, plan, &after)?;
    if !is_settled(&after, options) {
        return Err("a second conversion would change it again; please report this".to_owned());
    }
    let notices = own_errors(&after, &findings);
    drop(after);
    Ok(Passed { output, left: by_rule(&findings), errors: count_errors(&findings), notices, kinds })
}

/// The kind that a reader takes each piece for, which must be the intended one.
fn kinds(source: &Document<'_>, plan: &Plan<'_>, after: &Document<'_>) -> Result<Vec<Option<Kind>>, String> {
    let mut edits = plan.edits.iter().peekable();
    let mut shift = 0;
    let mut out = Vec::new();
    for (piece, written) in plan.pieces.iter().zip(plan.written) {
        while let Some(edit) = edits.next_if(|edit| edit.span.start <= piece.span.start) {
            shift += edit.text.len();
        }
        if piece.tagged.is_some() {
            continue;
        }
        let block = after.block_at(piece.span.start + shift);
        let kind = block.filter(|block| block.tag.is_some()).map(|block| block.kind);
        let meant = match written {
            Written::Along(_) => kind,
            Written::Block(kind, _) => Some(*kind),
            Written::Bug(_) => Some(Kind::Bug),
        };
        if kind != meant {
            let line = source.source.position(piece.span.start).line;
            return Err(format!("line {line}: the text would be under the wrong tag; please report this"));
        }
        out.push(kind);
    }
    Ok(out)
}

/// What is wrong with the edits.
fn problem(source: &Document<'_>, edits: &[Edit], output: &str, after: &Document<'_>) -> Option<String> {
    let text = source.source.text();
    if let Some(edit) = edits.iter().find(|edit| !edit.span.is_empty() || !is_closed_set(&edit.text)) {
        let line = source.source.position(edit.span.start).line;
        return Some(format!(
            "line {line}: something other than tags, a header and a manifest would be added; please report this"
        ));
    }
    let inserted = inserted(edits);
    if kept(output, &inserted) != text || !has_lines(text, output) {
        return Some("a line would be lost; please report this".to_owned());
    }
    if !is_same_tree(text, output, &inserted) {
        return Some(format!(
            "{}: a tag there would change how Markdown reads the document",
            first_difference(source, edits)
        ));
    }
    if let Some((before, now)) = changed_slug(source, after, &inserted) {
        return Some(format!("the anchor #{before} would become #{now}, which breaks links to it"));
    }
    let is_untouched = source.tags.is_empty() && source.manifest.is_none() && source.header.version.is_none();
    let wanted = if is_untouched { text.to_owned() } else { strip(text) };
    if strip(output) != wanted {
        let problem = "removing the tags again would not restore the source";
        return Some(if is_untouched {
            format!("{problem}; please report this")
        } else {
            format!("{problem}, because it has tags already; remove them with `--strip` first")
        });
    }
    None
}

/// Whether the lines of one text appear in the other, in order.
fn has_lines(text: &str, output: &str) -> bool {
    let (text, output) = (Source::new(text), Source::new(output));
    let mut lines = (0..output.line_count()).map(|line| output.slice(output.line(line)));
    (0..text.line_count())
        .map(|line| text.slice(text.line(line)))
        .all(|line| lines.any(|other| other == line))
}

/// Whether inserted text consists only of tags, header, manifest, breaks and blank lines.
fn is_closed_set(text: &str) -> bool {
    text.split(['\n', '\r']).all(|line| {
        let is_tag = LABELS.iter().any(|kind| kind.tag_line() == line);
        let is_bug = line.strip_prefix("**[BUG] ").is_some_and(|rest| rest.ends_with("**"));
        let is_title = line.starts_with("# ") && text.starts_with(line);
        let is_header = header::is_header_line(line).is_some();
        is_tag
            || is_bug
            || is_title
            || is_header
            || line == "---"
            || line.is_empty()
            || MANIFEST.contains(&line)
    })
}

/// The spans of inserted texts in the output, given sorted insertions.
pub(super) fn inserted(edits: &[Edit]) -> Vec<Span> {
    let mut shift = 0;
    let spans = edits.iter().map(|edit| {
        let start = edit.span.start + shift;
        shift += edit.text.len();
        Span::new(start, start + edit.text.len())
    });
    let mut merged: Vec<Span> = Vec::with_capacity(edits.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => merged.push(span),
        }
    }
    merged
}

/// The output without the insertions.
fn kept(output: &str, inserted: &[Span]) -> String {
    let mut text = String::with_capacity(output.len());
    let mut at = 0;
    for span in inserted {
        text.push_str(&output[at..span.start]);
        at = span.end;
    }
    text.push_str(&output[at..]);
    text
}

/// The source offset of a byte of the output.
fn original(at: usize, inserted: &[Span]) -> usize {
    let before = inserted.iter().take_while(|span| span.start < at);
    at - before.map(|span| span.end.min(at) - span.start).sum::<usize>()
}

/// The first edit that changes the tree on its own.
fn first_difference(source: &Document<'_>, edits: &[Edit]) -> String {
    let text = source.source.text();
    let changes = |edit: &&Edit| {
        let alone = rules::apply(text, std::slice::from_ref(*edit));
        !is_same_tree(text, &alone, &inserted(std::slice::from_ref(*edit)))
    };
    let tried = if text.len() > LARGE { 0 } else { MOST_TRIED };
    let first = edits.iter().take(tried).find(changes);
    first.map_or("the document".to_owned(), |edit| {
        format!("line {}", source.source.position(edit.span.start).line)
    })
}

/// How many edits are tried one by one to name the line; each costs a parse.
const MOST_TRIED: usize = 200;

/// In documents of at least this many bytes that would take too long.
const LARGE: usize = 300_000;

/// The first heading, including those in quotes and lists, that would get another anchor or lose its own.
fn changed_slug(before: &Document<'_>, after: &Document<'_>, inserted: &[Span]) -> Option<(String, String)> {
    let anchors = |document: &Document<'_>| {
        let mut slugs = Slugs::default();
        slugs.next("");
        let headings = document.markdown.nodes.iter().filter_map(|node| match node.kind {
            NodeKind::Heading { text, .. } => Some((node.span, text)),
            _ => None,
        });
        headings
            .map(|(span, text)| (span, slugs.next(&document.markdown.heading_texts[text])))
            .collect::<Vec<_>>()
    };
    let (made, kept): (Vec<_>, Vec<_>) =
        anchors(after).into_iter().partition(|(span, _)| is_put_in(inserted, *span));
    let taken = made.into_iter().map(|(_, anchor)| anchor).find(|anchor| header::is_named(before, anchor));
    let mut kept = kept.into_iter().map(|(_, anchor)| anchor);
    let changed = anchors(before).into_iter().find_map(|(_, anchor)| {
        let now = kept.next().unwrap_or_default();
        (anchor != now).then_some((anchor, now))
    });
    changed.or_else(|| taken.map(|anchor| (anchor.clone(), format!("{anchor} of the inserted heading"))))
}

/// Whether a second conversion would leave the document as it is.
pub(super) fn is_settled(document: &Document<'_>, options: &Options<'_>) -> bool {
    let pieces = pieces(document);
    let is_open = |piece: &Piece| piece.tagged.is_none() && (piece.is_glued || !is_silent(document, piece));
    let edits: Vec<Edit> = header::edits(document, options);
    edits.is_empty() && !pieces.iter().any(is_open)
}
