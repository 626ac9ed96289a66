//! A text as a flat list of Markdown nodes with byte spans, and the queries on that list.

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};
use rustc_hash::FxHashSet;

use super::front_matter;
use super::link::Link;
use super::options::OPTIONS;
use super::raw::{
    code_text, is_atx, is_block, is_comment, leans_on_definition, literal_signs, raw_label, trim_node,
};
use super::references::{Labels, References};
use super::trap::Trap;
use crate::text::{Source, Span};

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A paragraph.
    Paragraph,
    /// A heading.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Whether the line below it makes it a heading.
        setext: bool,
        /// The index of its text in [`Markdown::heading_texts`].
        text: usize,
    },
    /// A block quote.
    Quote,
    /// A list.
    List {
        /// The first number, if the list is ordered.
        start: Option<u64>,
    },
    /// A list item.
    Item,
    /// A code block.
    Code {
        /// Whether it is fenced, not indented.
        fenced: bool,
    },
    /// An HTML block other than a comment.
    Html,
    /// An HTML block that contains only comments.
    Comment,
    /// A table.
    Table,
    /// A thematic break.
    Rule,
    /// A footnote definition.
    Footnote,
    /// A link reference definition.
    Definition,
    /// YAML or TOML above the document.
    FrontMatter,
}

impl NodeKind {
    /// Whether a tag inside it is plain text.
    pub fn is_opaque(self) -> bool {
        matches!(self, Self::Code { .. } | Self::Html | Self::Comment | Self::FrontMatter)
    }

    /// Whether it has content for a reader on its own.
    pub fn is_content(self) -> bool {
        !matches!(
            self,
            Self::Heading { .. } | Self::Rule | Self::Definition | Self::Comment | Self::FrontMatter
        )
    }
}

/// A block-level element of Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its position, without trailing white space.
    pub span: Span,
    /// The number of nodes that contain it.
    pub depth: u32,
}

/// An inline element whose characters are not prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineKind {
    /// A code span.
    Code,
    /// Inline HTML.
    Html,
    /// A complete link or image.
    Link,
}

/// A text as Markdown.
#[derive(Clone, Debug, Default)]
pub struct Markdown {
    /// All block-level nodes, sorted by their start; a node precedes the nodes that it contains.
    pub nodes: Vec<Node>,
    /// Indices of the top-level nodes.
    pub top: Vec<usize>,
    /// Indices of the items of top-level lists.
    items: Vec<usize>,
    /// Code spans, inline HTML and links, in order.
    pub inlines: Vec<(InlineKind, Span)>,
    /// The part of each link after its text: the target and its brackets. Autolinks, footnote references and task
    /// boxes are included in full. In order.
    pub targets: Vec<Span>,
    /// The stars in running text that are no markup, the underscores that are not within a word, and the tildes next to
    /// others, in order.
    pub stars: Vec<usize>,
    /// Bold text, including its markers, sorted by its start.
    pub strongs: Vec<Span>,
    /// Emphasised and struck text, including its markers, sorted by its start.
    pub emphases: Vec<Span>,
    /// The text of every heading, without its markup.
    pub heading_texts: Vec<String>,
    /// Labels of link reference definitions, as written and in lower case. `[note]: …` does not hide a `**[NOTE]**`.
    pub labels: FxHashSet<String>,
    /// The offset of each link or footnote that uses a definition, and that definition, in order.
    pub references: Vec<(usize, Span)>,
    /// The links and images with a relative target, by their start. Raw HTML has its own.
    pub links: Vec<Link>,
    /// The labels of all link and footnote definitions, in the form in which Markdown compares them.
    pub defined: Labels,
}

impl Markdown {
    /// Parses a text.
    pub fn parse(source: &Source<'_>) -> Markdown {
        let mut markdown = Markdown::default();
        let base = front_matter::end(source);
        if base > source.line_start(0) {
            let span = source.trim(Span::new(source.line_start(0), base));
            markdown.nodes.push(Node { kind: NodeKind::FrontMatter, span, depth: 0 });
        }
        markdown.read(source, base);
        markdown.index();
        markdown
    }

    /// Updates the indices after the nodes have changed.
    fn index(&mut self) {
        let nodes = &self.nodes;
        let is_item = |i: &usize| nodes[*i].depth == 1 && nodes[*i].kind == NodeKind::Item;
        self.top = (0..nodes.len()).filter(|&i| nodes[i].depth == 0).collect();
        self.items = (0..nodes.len()).filter(is_item).collect();
    }

    /// Turns accidental setext headings into what the writer intended: a paragraph, followed by a thematic break if the
    /// underline consists of dashes.
    pub fn split_headings(&mut self, traps: &[Trap]) {
        if traps.is_empty() {
            return;
        }
        let mut traps = traps.iter().peekable();
        let nodes = std::mem::take(&mut self.nodes);
        for mut node in nodes {
            let trap = traps.next_if(|trap| node.depth == 0 && node.span.contains(trap.underline.start));
            let Some(trap) = trap else {
                self.nodes.push(node);
                continue;
            };
            node.kind = NodeKind::Paragraph;
            if trap.is_break {
                node.span = trap.paragraph;
                self.nodes.push(node);
                self.nodes.push(Node { kind: NodeKind::Rule, span: trap.underline, depth: 0 });
            } else {
                self.nodes.push(node);
            }
        }
        self.index();
    }

    fn read(&mut self, source: &Source<'_>, base: usize) {
        let events = Parser::new_ext(&source.text()[base..], OPTIONS).into_offset_iter();
        let mut definitions: Vec<Span> = Vec::new();
        let mut references = References::default();
        for (label, definition) in events.reference_definitions().iter() {
            // `[SPEC]: text` is a malformed tag, not a link.
            if definition.dest.contains(['/', '.', '#', ':', '@']) {
                let raw = raw_label(source.text(), definition.span.start + base).unwrap_or(label);
                self.labels.extend([raw.to_owned(), raw.to_lowercase()]);
            }
            let span = Span::new(definition.span.start + base, definition.span.end + base);
            references.define_link(label, span);
            definitions.push(span);
        }
        let mut depth = 0;
        let mut in_heading = false;
        let mut inner_end = base;
        let mut marks = memchr::memchr3_iter(b'*', b'_', b'~', source.text().as_bytes()).peekable();
        for (event, range) in events {
            let span = Span::new(range.start + base, range.end + base);
            match event {
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    let is_auto = source.text()[span.start..].starts_with('<');
                    let text_end = if is_auto { span.start } else { inner_end.max(span.start) };
                    self.targets.push(Span::new(text_end, span.end));
                    inner_end = span.end;
                }
                Event::Start(Tag::Link { .. } | Tag::Image { .. }) => inner_end = span.start + 1,
                _ => inner_end = span.end,
            }
            match event {
                Event::Start(tag) => {
                    match &tag {
                        Tag::FootnoteDefinition(name) => references.define_note(name, span),
                        Tag::Link { link_type, id, .. } | Tag::Image { link_type, id, .. }
                            if leans_on_definition(*link_type) =>
                        {
                            references.use_link(id, span.start);
                        }
                        _ => {}
                    }
                    if let Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } =
                        &tag
                        && !matches!(link_type, LinkType::Autolink | LinkType::Email)
                    {
                        let is_image = matches!(tag, Tag::Image { .. });
                        self.links.extend(Link::relative(span, dest_url, is_image));
                    }
                    if let Some(kind) = self.node_kind(&tag, source, span) {
                        in_heading = matches!(kind, NodeKind::Heading { .. });
                        self.nodes.push(Node { kind, span: trim_node(source, span), depth });
                        depth += 1;
                    } else if matches!(tag, Tag::Link { .. } | Tag::Image { .. }) {
                        self.inlines.push((InlineKind::Link, span));
                    } else if matches!(tag, Tag::Strong) {
                        self.strongs.push(span);
                    } else if matches!(tag, Tag::Emphasis | Tag::Strikethrough) {
                        self.emphases.push(span);
                    }
                }
                Event::End(end) if is_block(end) => {
                    depth -= 1;
                    in_heading = false;
                }
                Event::TaskListMarker(_) => self.targets.push(span),
                Event::Rule => self.nodes.push(Node { kind: NodeKind::Rule, span: source.trim(span), depth }),
                Event::Code(text) => {
                    self.inlines.push((InlineKind::Code, span));
                    let raw = source.slice(span);
                    if in_heading && raw.contains('\r') {
                        self.add_heading_text(true, &code_text(raw));
                    } else {
                        self.add_heading_text(in_heading, &text);
                    }
                }
                Event::Text(text) => {
                    self.add_heading_text(in_heading, &text);
                    while marks.next_if(|&at| at < span.start).is_some() {}
                    let inside = std::iter::from_fn(|| marks.next_if(|&at| at < span.end));
                    self.add_stars(source, span, inside);
                }
                Event::SoftBreak | Event::HardBreak => self.add_heading_text(in_heading, " "),
                Event::InlineHtml(_) => self.inlines.push((InlineKind::Html, span)),
                Event::FootnoteReference(name) => {
                    self.targets.push(span);
                    references.use_note(&name, span.start);
                }
                _ => {}
            }
        }
        (self.references, self.defined) = references.resolve();
        self.add_definitions(source, definitions);
    }

    /// Adds those of the signs in a text that are no markup.
    fn add_stars(&mut self, source: &Source<'_>, text: Span, signs: impl Iterator<Item = usize>) {
        let is_code = |node: &Node| matches!(node.kind, NodeKind::Code { .. }) && node.span.end > text.start;
        if !self.nodes.last().is_some_and(is_code) {
            self.stars.extend(literal_signs(source.text(), signs));
        }
    }

    fn add_heading_text(&mut self, in_heading: bool, text: &str) {
        if in_heading && let Some(last) = self.heading_texts.last_mut() {
            last.push_str(text);
        }
    }

    fn node_kind(&mut self, tag: &Tag<'_>, source: &Source<'_>, span: Span) -> Option<NodeKind> {
        Some(match tag {
            Tag::Paragraph => NodeKind::Paragraph,
            Tag::Heading { level, .. } => {
                self.heading_texts.push(String::new());
                let setext = !is_atx(source.slice(source.line(source.line_of(span.start))));
                NodeKind::Heading { level: *level as u8, setext, text: self.heading_texts.len() - 1 }
            }
            Tag::BlockQuote(_) => NodeKind::Quote,
            Tag::List(start) => NodeKind::List { start: *start },
            Tag::Item => NodeKind::Item,
            Tag::CodeBlock(kind) => NodeKind::Code { fenced: matches!(kind, CodeBlockKind::Fenced(_)) },
            Tag::HtmlBlock if is_comment(source.slice(span)) => NodeKind::Comment,
            Tag::HtmlBlock => NodeKind::Html,
            Tag::Table(_) => NodeKind::Table,
            Tag::FootnoteDefinition(_) => NodeKind::Footnote,
            _ => return None,
        })
    }

    /// Inserts the link definitions, which the parser reports separately, among the nodes. Definitions inside a list or
    /// quote stay part of it.
    fn add_definitions(&mut self, source: &Source<'_>, mut definitions: Vec<Span>) {
        definitions.sort_unstable();
        // A definition at the margin ends a list, but the parser counts it as a part of the list.
        let mut ends = definitions.iter().map(|span| span.start).peekable();
        for group in self.nodes.chunk_by_mut(|_, node| node.depth > 0) {
            let last = group.last().map_or(0, |node| node.span.start);
            while ends.next_if(|&at| at <= last || source.this_line(at) != at).is_some() {}
            let Some(&end) = ends.peek() else { break };
            for node in group.iter_mut().filter(|node| node.span.end > end) {
                node.span = source.trim(Span::new(node.span.start, end));
            }
        }
        let mut top = self.nodes.iter().filter(|node| node.depth == 0).map(|node| node.span).peekable();
        definitions.retain(|definition| {
            while top.next_if(|span| span.end <= definition.start).is_some() {}
            top.peek().is_none_or(|span| definition.start < span.start)
        });
        if !definitions.is_empty() {
            let made = definitions.into_iter().map(|span| Node {
                kind: NodeKind::Definition,
                span: source.trim(span),
                depth: 0,
            });
            self.nodes.extend(made);
            self.nodes.sort_by_key(|node| (node.span.start, node.depth));
        }
    }

    /// The top-level nodes that share a byte with `span`.
    pub fn top_in(&self, span: Span) -> impl Iterator<Item = &Node> {
        let first = self.top.partition_point(|&i| self.nodes[i].span.end <= span.start);
        self.top[first..]
            .iter()
            .map(|&i| &self.nodes[i])
            .take_while(move |node| node.span.start < span.end)
            .filter(move |node| node.span.overlaps(span))
    }

    /// The top-level node that contains `offset`.
    pub fn top_at(&self, offset: usize) -> Option<&Node> {
        self.top_in(Span::new(offset, offset + 1)).next()
    }

    /// The item of a top-level list that contains `offset`.
    pub fn outer_item_at(&self, offset: usize) -> Option<&Node> {
        let after = self.items.partition_point(|&i| self.nodes[i].span.start <= offset);
        let item = &self.nodes[self.items[after.checked_sub(1)?]];
        item.span.contains(offset).then_some(item)
    }

    /// Whether `offset` is in code, HTML, a comment or front matter. Such nodes contain no other nodes, so only the
    /// last node that starts at or before `offset` matters.
    pub fn is_opaque_at(&self, offset: usize) -> bool {
        let after = self.nodes.partition_point(|node| node.span.start <= offset);
        let block = after.checked_sub(1).map(|i| &self.nodes[i]);
        let after = self.inlines.partition_point(|(_, span)| span.start <= offset);
        let inline = after.checked_sub(1).map(|i| self.inlines[i]);
        block.is_some_and(|node| node.kind.is_opaque() && node.span.contains(offset))
            || inline.is_some_and(|(kind, span)| kind != InlineKind::Link && span.contains(offset))
    }

    /// The outermost bold text that starts at `offset`.
    pub fn strong_at(&self, offset: usize) -> Option<Span> {
        let first = self.strongs.partition_point(|span| span.start < offset);
        self.strongs.get(first).copied().filter(|span| span.start == offset)
    }

    /// All nodes inside `span`, at any depth.
    pub fn nodes_in(&self, span: Span) -> &[Node] {
        let first = self.nodes.partition_point(|node| node.span.start < span.start);
        let last = self.nodes.partition_point(|node| node.span.start < span.end);
        &self.nodes[first..last.max(first)]
    }

    /// The inline elements that start in `span`.
    pub fn inlines_in(&self, span: Span) -> &[(InlineKind, Span)] {
        let first = self.inlines.partition_point(|(_, inline)| inline.start < span.start);
        let last = self.inlines.partition_point(|(_, inline)| inline.start < span.end);
        &self.inlines[first..last.max(first)]
    }

    /// Whether `span` has content for a reader.
    pub fn has_content(&self, source: &Source<'_>, span: Span) -> bool {
        self.top_in(span).any(|node| node.kind.is_content() && !source.trim(node.span.clip(span)).is_empty())
    }

    /// Whether the document defines a link with this label.
    pub fn defines(&self, label: &str) -> bool {
        !self.labels.is_empty() && self.labels.contains(label.trim())
    }
}
