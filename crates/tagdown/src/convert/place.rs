//! Where tags go: one above every run of pieces with the same label.

use super::pieces::{Above, Piece};
use crate::document::Document;
use crate::finding::Edit;
use crate::markdown::{Node, NodeKind};
use crate::rules::follow::can_follow_tag;
use crate::source::Source;
use crate::tags::Kind;

/// What is written for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// Nothing by itself: it goes with what stands above it, and has so many sentences of prose.
    Along(usize),
    /// This kind of block, with so many sentences of prose.
    Block(Kind, usize),
    /// A BUG of this title, which starts here.
    Bug(String),
}

/// The most sentences that a SPEC may hold.
pub(super) const MOST_SENTENCES: usize = 2;

/// The edits that put the tags in.
pub(super) fn edits(
    document: &Document<'_>,
    pieces: &[Piece],
    written: &[Written],
    front: &[Edit],
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut open: Option<(Kind, usize)> = None;
    for (piece, written) in pieces.iter().zip(written) {
        if piece.above == Above::Border {
            open = None;
        }
        if let Some(block) = piece.tagged {
            open = Some((document.blocks[block].kind, usize::MAX / 2));
            continue;
        }
        let tag = match written {
            Written::Along(sentences) => match &mut open {
                Some((kind, count)) if !fits(*kind, *count + sentences) && !piece.is_glued => {
                    *count = *sentences;
                    kind.tag_line()
                }
                Some((_, count)) => {
                    *count += sentences;
                    continue;
                }
                None => continue,
            },
            Written::Block(kind, sentences) => match &mut open {
                Some((last, count))
                    if last == kind && fits(*kind, *count + sentences) && *kind != Kind::Bug =>
                {
                    *count += sentences;
                    continue;
                }
                _ => {
                    open = Some((*kind, *sentences));
                    kind.tag_line()
                }
            },
            Written::Bug(title) => {
                open = Some((Kind::Bug, 0));
                format!("**[BUG] {title}**")
            }
        };
        edits.push(insertion(document, piece, &tag, front));
    }
    edits
}

fn fits(kind: Kind, sentences: usize) -> bool {
    kind != Kind::Spec || sentences <= MOST_SENTENCES
}

/// Puts a tag above a piece, and above the comments that stand directly above it.
///
/// A tag needs a blank line above it where Markdown would fold it into the text there. So that it can be taken out
/// again without a trace, no blank line becomes two, one stays one, and of more there is one more.
fn insertion(document: &Document<'_>, piece: &Piece, tag: &str, front: &[Edit]) -> Edit {
    let source = &document.source;
    let eol = source.eol();
    let (at, first) = start_of(document, piece);
    // Below a manifest that is put in here, it is parted already.
    let is_below_front = front.iter().any(|edit| edit.span.start == at);
    let above = last_node_before(document, at).filter(|node| can_absorb(node.kind) && !is_below_front);
    let lead = match above {
        None => String::new(),
        Some(_) => match blank_lines_above(source, at) {
            0 => eol.repeat(2),
            1 => String::new(),
            _ => eol.to_owned(),
        },
    };
    let gap = if can_follow_tag(document, &first) { "" } else { eol };
    Edit::insert(at, format!("{lead}{tag}{eol}{gap}"))
}

/// Where the tag of a piece goes, and what stands there.
fn start_of(document: &Document<'_>, piece: &Piece) -> (usize, Node) {
    let source = &document.source;
    let mut at = source.this_line(piece.node.span.start);
    let mut first = piece.node;
    let index =
        document.markdown.top.partition_point(|&index| document.markdown.nodes[index].span.start < at);
    for &index in document.markdown.top[..index].iter().rev() {
        let node = document.markdown.nodes[index];
        let is_close = source.next_line(node.span.end.saturating_sub(1)) == at;
        if node.kind != NodeKind::Comment || !is_close {
            break;
        }
        at = source.this_line(node.span.start);
        first = node;
    }
    (at, first)
}

/// The last top-level node that ends above a line.
pub(super) fn last_node_before<'d>(document: &'d Document<'_>, at: usize) -> Option<&'d Node> {
    let after =
        document.markdown.top.partition_point(|&index| document.markdown.nodes[index].span.start < at);
    after.checked_sub(1).map(|last| &document.markdown.nodes[document.markdown.top[last]])
}

/// Whether Markdown may fold a line into what stands above it. A link definition may be the end of a list.
pub(super) fn can_absorb(kind: NodeKind) -> bool {
    !matches!(kind, NodeKind::Heading { .. } | NodeKind::Rule | NodeKind::Code { .. } | NodeKind::FrontMatter)
}

/// How many blank lines stand directly above a line.
pub(super) fn blank_lines_above(source: &Source<'_>, at: usize) -> usize {
    let line = source.line_of(at);
    (0..line).rev().take_while(|&line| source.is_blank(line)).count()
}
