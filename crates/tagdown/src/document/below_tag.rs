//! Which Markdown can directly follow a tag line, and which would be joined with it.

use super::model::{Block, Document};
use crate::markdown::{Node, NodeKind};

/// Whether a blank line is allowed between a tag and its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagSpacing {
    /// Not allowed, as the format requires.
    #[default]
    Strict,
    /// Allowed, for projects whose formatter inserts one.
    Either,
}

impl TagSpacing {
    /// All values.
    pub const ALL: [TagSpacing; 2] = [Self::Strict, Self::Either];

    /// The value in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Either => "either",
        }
    }
}

/// The first Markdown node in a block's content.
pub fn first_node<'d>(document: &'d Document<'_>, block: &Block) -> Option<&'d Node> {
    document.content_nodes(block).find(|node| !document.source.trim(node.span.clip(block.content)).is_empty())
}

/// Whether a node can directly follow a tag line and keep its kind. Markdown joins any other node with the
/// tag into one paragraph.
pub fn can_follow_tag(document: &Document<'_>, node: &Node) -> bool {
    let text = document.text(node.span);
    match node.kind {
        NodeKind::List { start } => start.is_none_or(|start| start == 1) && !opens_empty(text),
        NodeKind::Code { fenced } => fenced,
        NodeKind::Html => interrupts_paragraph(text),
        NodeKind::Heading { setext, .. } => !setext,
        // A header row without a leading pipe is parsed as another line of the paragraph.
        NodeKind::Table => text.starts_with('|'),
        NodeKind::Definition | NodeKind::Footnote => false,
        NodeKind::Paragraph => {
            let first = text.lines().next().unwrap_or_default().trim();
            !(first.bytes().all(|b| b == b'=') || first.bytes().all(|b| b == b'-'))
        }
        _ => true,
    }
}

fn opens_empty(list: &str) -> bool {
    let first = list.lines().next().unwrap_or_default().trim();
    !first.contains([' ', '\t'])
}

/// The `CommonMark` rule for which HTML can interrupt a paragraph.
fn interrupts_paragraph(html: &str) -> bool {
    const NAMES: &[&str] = &[
        "address",
        "article",
        "aside",
        "base",
        "basefont",
        "blockquote",
        "body",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hr",
        "html",
        "iframe",
        "legend",
        "li",
        "link",
        "main",
        "menu",
        "menuitem",
        "nav",
        "noframes",
        "ol",
        "optgroup",
        "option",
        "p",
        "param",
        "pre",
        "script",
        "search",
        "section",
        "style",
        "summary",
        "table",
        "tbody",
        "td",
        "textarea",
        "tfoot",
        "th",
        "thead",
        "title",
        "tr",
        "track",
        "ul",
    ];
    let inner = html.trim_start().trim_start_matches('<').trim_start_matches('/');
    let name: String = inner.chars().take_while(char::is_ascii_alphanumeric).collect();
    inner.starts_with(['!', '?']) || NAMES.contains(&name.to_ascii_lowercase().as_str())
}
