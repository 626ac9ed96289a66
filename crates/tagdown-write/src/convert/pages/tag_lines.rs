//! Places tags: one above every run of pieces with the same label.

use tagdown::document::{Document, Kind, can_follow_tag};
use tagdown::judgement::{Above, MOST_SENTENCES, Piece, last_node_before};
use tagdown::markdown::{Node, NodeKind};
use tagdown::rules::Edit;
use tagdown::text::Source;

/// What is written for a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// No tag: it belongs to the block above. The number counts its sentences of prose.
    Along(usize),
    /// A block of this kind. The number counts its sentences of prose.
    Block(Kind, usize),
    /// A BUG with this title, which starts here.
    Bug(String),
}

/// The edits that insert the tags.
pub(crate) fn edits(
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

/// Inserts a tag above a piece and above the comments directly above it.
///
/// A tag needs a blank line above it where Markdown would fold it into the text there. To make the insertion
/// reversible, zero blank lines become two, one stays one, and more become one more.
pub(super) fn insertion(document: &Document<'_>, piece: &Piece, tag: &str, front: &[Edit]) -> Edit {
    let source = &document.source;
    let eol = source.eol();
    let (at, first) = start_of(document, piece);
    // Below a manifest inserted here, there is already a blank line.
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

/// Where the tag of a piece goes, and the first node below it.
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

/// Whether Markdown may fold a line into the node above it. A link definition may be the end of a list.
pub(crate) fn can_absorb(kind: NodeKind) -> bool {
    !matches!(kind, NodeKind::Heading { .. } | NodeKind::Rule | NodeKind::Code { .. } | NodeKind::FrontMatter)
}

/// The number of blank lines directly above a line.
pub(crate) fn blank_lines_above(source: &Source<'_>, at: usize) -> usize {
    let line = source.line_of(at);
    (0..line).rev().take_while(|&line| source.is_blank(line)).count()
}
