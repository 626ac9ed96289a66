//! The text of a page: every part of the document in order, with one callout per tagged block.

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;
use tagdown::document::{Block, Document, Field, Kind, PartKind, TagLine, keeps_heading};
use tagdown::markdown::{Definitions, Hooks, Piece, Start, html};
use tagdown::text::{BLANKS, Span};

use super::escape::escape;
use super::footnotes::Notes;
use super::page_info::Page;
use super::raw_html::{Alone, is_simple};
use super::sanitize::{clean, clean_written};
use super::{highlight, links};
use crate::dialects::HTML;
use crate::options::{ManifestMode, Rendered};
use crate::protect::raw_html;

/// The text of a page while it is being written.
pub(crate) struct Article<'a> {
    document: &'a Document<'a>,
    page: &'a Page<'a>,
    definitions: Definitions<'a>,
    /// The section of the heading at each offset.
    headings: FxHashMap<usize, usize>,
    /// Whether a section contains nothing that a model reads.
    is_quiet: Vec<bool>,
    /// The offsets of the HTML tags without a partner, in order, and whether each is a word.
    alone: Vec<(usize, bool)>,
    notes: RefCell<Notes>,
    /// The sections whose headings are on the page, in order.
    shown: RefCell<Vec<usize>>,
    /// Whether this is the first pass, which only collects footnotes.
    is_first: bool,
    /// The kind of the block being written; `None` in headings and the header, which every reader sees.
    kind: Option<Kind>,
    pub(super) rendered: Rendered,
}

impl<'a> Article<'a> {
    pub(super) fn new(document: &'a Document<'a>, page: &'a Page<'a>) -> Self {
        let sections = document.sections.iter().enumerate().filter(|(_, section)| section.level > 0);
        let mut article = Self {
            document,
            page,
            definitions: Definitions::new(&document.source),
            headings: sections.map(|(index, section)| (section.heading.start, index)).collect(),
            is_quiet: quiet_sections(document),
            alone: raw_html::alone(document),
            notes: RefCell::default(),
            shown: RefCell::default(),
            is_first: document.source.text().contains("[^"),
            kind: None,
            rendered: Rendered::default(),
        };
        if article.is_first {
            article.write_parts();
            article.is_first = false;
            article.rendered = Rendered::default();
            article.shown.borrow_mut().clear();
        }
        article.write_parts();
        article.write_notes();
        article
    }

    /// The sections whose headings are on the page, and whether a model reads nothing in them.
    pub(super) fn contents(&self) -> Vec<(usize, bool)> {
        self.shown.borrow().iter().map(|&section| (section, self.is_quiet[section])).collect()
    }

    fn write_parts(&mut self) {
        for part in &self.document.parts {
            self.kind = None;
            match part.kind {
                PartKind::Blank | PartKind::FrontMatter | PartKind::Aside | PartKind::Closing(_) => {}
                PartKind::Heading(section) => self.write_heading(section, part.span),
                PartKind::Header => self.write_header(part.span),
                PartKind::Manifest => self.write_manifest(part.span),
                PartKind::Block(index) => self.write_block(&self.document.blocks[index]),
                PartKind::Break => self.put("<hr>\n"),
            }
        }
    }

    fn put(&mut self, html: &str) {
        self.rendered.text.push_str(html);
    }

    fn write_heading(&mut self, section: usize, span: Span) {
        let heading = &self.document.sections[section];
        let html = match tagged_heading(self.document, section) {
            Some(title) => {
                self.shown.borrow_mut().push(section);
                let (level, id) = (heading.level, escape(&heading.slug));
                let class = if self.is_quiet[section] { " class=\"quiet\"" } else { "" };
                format!("<h{level} id=\"{id}\"{class}>{}</h{level}>\n", self.html(title, Start::Inline))
            }
            None => self.html(span, Start::Block),
        };
        self.put(&html);
    }

    fn write_header(&mut self, span: Span) {
        // An underline below the version does not make a heading in the document, so it does not make one here.
        let trap = self.document.traps.iter().find(|trap| span.contains(trap.underline.start));
        let end = trap.map_or(span.end, |trap| trap.underline.start);
        let html = self.html(Span::new(span.start, end), Start::Block);
        self.put(&format!("<div class=\"byline\">{html}</div>\n"));
    }

    fn write_manifest(&mut self, span: Span) {
        if self.page.options.manifest == ManifestMode::Drop && !self.is_first {
            return;
        }
        self.kind = Some(Kind::Note);
        let html = self.html(span, Start::Block);
        let html = if self.page.options.manifest == ManifestMode::Fold {
            let section = self.document.manifest.map_or(0, |manifest| manifest.section);
            let title = escape(&self.document.sections[section].title);
            format!("<details class=\"manifest\"><summary>{title}</summary>\n{html}</details>\n")
        } else {
            format!("<div class=\"manifest\">{html}</div>\n")
        };
        self.put(&html);
    }

    fn write_block(&mut self, block: &Block) {
        self.kind = Some(block.kind);
        if !self.page.options.shows(block.kind) {
            self.rendered.left_out[block.kind as usize] += 1;
            // Blocks that are shown may use its footnotes.
            if !self.is_first {
                return;
            }
        }
        let body = self.body(block);
        let html = match self.document.tag_of(block) {
            Some(tag) => self.callout(block, tag, &body),
            None => format!("<div class=\"untagged\">{body}</div>\n"),
        };
        self.put(&html);
    }

    fn callout(&self, block: &Block, tag: &TagLine, body: &str) -> String {
        let name = HTML.callouts[block.kind as usize].name;
        let callout = self.page.options.mapping.callout(&HTML, block.kind);
        let class: String =
            callout.name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
        let class = if class == name { String::new() } else { format!(" {class}") };
        let title = tag.title.filter(|_| !keeps_heading(tag));
        let (label, id) = (escape(callout.title), escape(&self.document.block_address(block)));
        let above: Vec<String> = self.document.above_title(tag).into_iter().map(escape).collect();
        let shown = title.map(|title| self.html(title, Start::Inline));
        let said = shown.as_deref().map(spoken);
        let spoken: Vec<String> =
            [String::new()].into_iter().chain(above.iter().cloned()).chain(said).collect();
        let parts: Vec<String> = above.into_iter().chain(shown).collect();
        let headline = if parts.is_empty() {
            String::new()
        } else {
            format!("<span class=\"headline\">{}</span>", parts.join(": "))
        };
        let icon = ICONS[block.kind as usize];
        format!(
            "<section class=\"callout {name}{class}\" id=\"{id}\" aria-label=\"{label}{}\">\n\
             <p class=\"label\"><a class=\"kind\" href=\"#{id}\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\">\
             <path d=\"{icon}\"/></svg>{label}</a>{headline}</p>\n<div class=\"body\">{body}</div>\n</section>\n",
            spoken.join(": ")
        )
    }

    fn body(&self, block: &Block) -> String {
        let Some(first) = block.fields.first() else { return self.text(block.content) };
        let mut out = self.text(Span::new(block.content.start, first.label.start.max(block.content.start)));
        let ends = block.fields.iter().skip(1).map(|field| field.label.start).chain([block.content.end]);
        out.push_str("<dl class=\"fields\">\n");
        for (field, end) in block.fields.iter().zip(ends) {
            let start = field.value.start.max(field.label.end).min(end);
            let value = self.value(field, Span::new(start, end));
            out.push_str(&format!("<dt>{}</dt><dd>{value}</dd>\n", field.spec.name));
        }
        out.push_str("</dl>\n");
        out
    }

    /// The value of a field. In a list item, it is indented.
    fn value(&self, field: &Field, span: Span) -> String {
        let label = self.document.text(field.label);
        let is_item = label.starts_with(|c: char| "-*+".contains(c) || c.is_ascii_digit())
            && label.contains(' ')
            && !label.starts_with("**");
        let text = self.document.text(span);
        let column = field.label.start - self.document.source.this_line(field.label.start);
        if !is_item || !text.contains('\n') {
            return self.text(span);
        }
        let marker = label.find(' ').map_or(2, |at| at + 1) + column;
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let lines = text.split_inclusive('\n').map(|line| &line[indent(line).min(marker)..]);
        let dedented: String = lines.collect();
        let trimmed = dedented.trim_matches(BLANKS);
        self.markdown(&Piece { text: trimmed, at: span.start, start: start_of(trimmed, false) })
    }

    /// A stretch of text, which may start after a tag or a field name.
    fn text(&self, span: Span) -> String {
        let source = &self.document.source;
        let span = source.trim(span);
        let line = source.this_line(span.start);
        let is_line = self.document.text(Span::new(line.min(span.start), span.start)).trim().is_empty();
        let text = self.document.text(span);
        // Markdown does not recognize a definition directly below a tag, so it is shown as text.
        let is_text =
            text.starts_with('[') && !self.definitions.starts_at(span.start) && !text.starts_with("[^");
        if is_line && !is_text {
            // Without its indent, code would be a paragraph.
            return self.html(Span::new(line.min(span.start), span.end), Start::Block);
        }
        self.html(span, start_of(text, is_line))
    }

    fn html(&self, span: Span, start: Start) -> String {
        self.markdown(&Piece { text: self.document.text(span), at: span.start, start })
    }

    fn markdown(&self, piece: &Piece<'_>) -> String {
        if piece.text.trim_matches(BLANKS).is_empty() {
            return String::new();
        }
        if self.is_first {
            if !piece.text.contains("[^") {
                return String::new();
            }
            let found = html::footnotes(piece);
            let texts = found.into_iter().map(|(name, span)| (name, &piece.text[span.range()]));
            self.notes.borrow_mut().define(texts, self.kind);
            return String::new();
        }
        let alone = Alone::new(&self.alone, piece);
        let has_html = Cell::new(false);
        let hooks = Hooks {
            anchor: &|offset| self.anchor(offset),
            code: &|info, code| self.code(info, code),
            link: &|link| links::to_page(link, self.page),
            raw: &|raw, at| {
                let html = links::in_html(&alone.filter(raw, at), self.page);
                has_html.set(has_html.get() || !is_simple(&html));
                html
            },
            is_note: &|name| self.notes.borrow().is_defined(name),
            note: &|name| self.notes.borrow_mut().refer(name, self.kind),
        };
        let html = html::to_html(piece, &self.definitions, &hooks);
        if has_html.get() { clean(&html) } else { clean_written(&html) }
    }

    fn anchor(&self, offset: usize) -> Option<(String, &'static str)> {
        let section = *self.headings.get(&offset)?;
        self.shown.borrow_mut().push(section);
        let class = if self.is_quiet[section] { "quiet" } else { "" };
        Some((self.document.sections[section].slug.clone(), class))
    }

    fn code(&self, info: &str, code: &str) -> String {
        let language = info.split([' ', ',', '\t', '{']).find(|word| !word.is_empty()).unwrap_or_default();
        let html = if self.page.highlight { highlight::highlight(language, code) } else { escape(code) };
        let lang = if info.is_empty() { String::new() } else { format!(" data-lang=\"{}\"", escape(info)) };
        format!("<div class=\"code\"{lang} tabindex=\"0\"><pre><code>{html}</code></pre></div>\n")
    }

    fn write_notes(&mut self) {
        self.kind = Some(Kind::Note);
        let mut at = 0;
        // The text of a footnote may refer to others, which are added at the end of the list.
        loop {
            let next = self.notes.borrow_mut().next(at, self.page.options);
            let Some((text, kind)) = next else { break };
            self.kind = kind;
            let html = self.markdown(&Piece { text: &text, at: usize::MAX / 2, start: Start::Note });
            self.notes.borrow_mut().write(at, html);
            at += 1;
        }
        let list = self.notes.borrow().list();
        self.put(&list);
    }
}

/// The words of a title as the value of an attribute, given its HTML.
fn spoken(html: &str) -> String {
    let mut pieces = html.split('<');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    pieces.for_each(|piece| out.push_str(piece.split_once('>').map_or("", |(_, text)| text)));
    out.replace('"', "&quot;")
}

/// The icons of the labels, by kind: a tick, a speech bubble, a beetle, a question mark.
const ICONS: [&str; 4] = [
    "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.6 5.2-4.3 4.6a.8.8 0 0 1-1.1 0L4.4 9a.8.8 0 1 1 1.1-1.1l1.2 1.2 3.8-4a.8.8 0 0 1 1.1 1.1Z",
    "M2.5 2h11A1.5 1.5 0 0 1 15 3.500v7a1.500 1.500 0 0 1-1.500 1.500H7.200L4 14.800V12H2.500A1.500 1.500 0 0 1 1 10.500v-7A1.500 1.500 0 0 1 2.500 2ZM4 5v1.200h8V5H4Zm0 2.700v1.200h5.500V7.700H4Z",
    "M5.200 3.300a2.900 2.900 0 0 1 5.600 0l1.500-1 .7 1-1.600 1.100.2.900h2.600v1.200h-2.500c.1.400.1.800.1 1.200h2.400v1.200h-2.600l-.3.900 1.900 1.300-.7 1-1.800-1.200A3.600 3.600 0 0 1 8 12.600a3.600 3.600 0 0 1-2.700-1.700l-1.800 1.200-.7-1 1.900-1.300-.3-.9H1.800V7.700h2.400c0-.4 0-.8.1-1.200H1.800V5.300h2.600l.2-.9L3 3.300l.7-1 1.500 1Z",
    "M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 11.600a.95.95 0 1 1 0-1.900.95.950 0 0 1 0 1.900Zm.75-3.500v.4h-1.500v-.7c0-.9.600-1.400 1.200-1.800.6-.4.9-.7.9-1.200 0-.7-.6-1.100-1.300-1.100s-1.200.4-1.500 1l-1.200-.7A2.900 2.900 0 0 1 8.100 3.300c1.500 0 2.700.9 2.700 2.400 0 1.200-.8 1.800-1.400 2.200-.5.3-.65.6-.65 1.200Z",
];

/// How a piece is read. After other text on its line, it is a list or code only if the next lines continue it as one.
fn start_of(text: &str, is_line: bool) -> Start {
    let mark = text.split_whitespace().next().unwrap_or_default();
    let later = |start: &str| text.lines().skip(1).any(|line| line.trim_start().starts_with(start));
    let is_list = match mark {
        "-" | "*" | "+" => later(&format!("{mark} ")),
        "1." | "1)" => later("2"),
        _ => (mark.starts_with("```") && later("```")) || (mark.starts_with("~~~") && later("~~~")),
    };
    if is_list && !is_line { Start::Block } else { Start::Text }
}

/// The title of a heading that is also a tag, without the tag.
pub(crate) fn tagged_heading(document: &Document<'_>, section: usize) -> Option<Span> {
    let heading = document.sections[section].heading;
    let first = document.tags.partition_point(|tag| tag.span.start < heading.start);
    let tag = document.tags.get(first).filter(|tag| tag.span.start < heading.end && keeps_heading(tag))?;
    tag.title
}

/// For every section, whether a model reads nothing in it or in its subsections.
fn quiet_sections(document: &Document<'_>) -> Vec<bool> {
    let mut quiet = vec![true; document.sections.len()];
    let read = document.blocks.iter().filter(|block| block.kind != Kind::Note);
    for section in read.flat_map(|block| [block.section].into_iter().chain(block.inherited.iter().copied())) {
        let mut at = Some(section);
        while let Some(index) = at.filter(|&index| quiet[index]) {
            quiet[index] = false;
            at = document.sections[index].parent;
        }
    }
    // Every reader sees the title.
    if let Some(title) = document.sections.iter().position(|section| section.level == 1) {
        quiet[title] = false;
    }
    quiet
}
