//! Cuts a document into its facts.

use std::sync::Arc;

use tagdown::Document;
use tagdown::document::{Block, Kind, PartKind};
use tagdown::judgement::{self, Piece, Statement, statements_with_signs};
use tagdown::markdown::{plain_text, strip_list_marker};
use tagdown::prose::cut;
use tagdown::text::Span;

use super::above::Above;
use super::fact::{Fact, Form, Page};
use super::head::Head;
use super::header::{about, has_made_title};
use super::images::{is_contents, is_images};
use super::key::Key;
use super::plain::{
    code_lines, dashed_label, is_html, label, one_line, said, split_row, targets, without_tags,
};
use super::spacing::{even, tight};
use super::words::{is_icon, words};
use crate::manifest;

/// The facts of a document, in order.
///
/// ```
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB. Retries: 3\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
/// let page = tagdown_read::facts::facts(&tagdown::parse(text), "a.md");
/// let texts: Vec<&str> = page.facts.iter().map(|fact| &*fact.text).collect();
/// assert_eq!(texts, ["Body: 4 KB.", "Retries: 3", "1 | 2"]);
/// ```
pub fn facts(document: &Document<'_>, path: &str) -> Page {
    let sections: Vec<Arc<[String]>> =
        (0..document.sections.len()).map(|section| titles(document, section).into()).collect();
    let mut cutter = Cutter {
        document,
        sections: &sections,
        address: "".into(),
        head: None,
        above: Above::default(),
        items: 0,
        out: Vec::new(),
    };
    let pieces = judgement::pieces(document);
    let all = statements_with_signs(document, &pieces);
    let mut next = 0;
    for (index, block) in document.blocks.iter().enumerate() {
        cutter.above.reset();
        cutter.address = document.block_address(block).into();
        cutter.title(index, block);
        while let Some(statement) = all.get(next).filter(|statement| statement.span.start < block.span.end) {
            let span = statement.span.clip(block.content);
            if span == statement.span {
                cutter.statement(index, block, statement, &pieces[statement.piece]);
            } else if span.start < span.end {
                // In Markdown, a tag directly below a list item is part of the item.
                for span in cut::sentences(document, span) {
                    let part = Statement { span, ..*statement };
                    cutter.statement(index, block, &part, &pieces[statement.piece]);
                }
            }
            if statement.span.end > block.span.end {
                break;
            }
            next += 1;
        }
        cutter.fields(index, block);
    }
    cutter.headings();
    let version = document.header.version.as_ref().map(|version| document.text(version.value));
    let version = version.map(|version| version.trim_start_matches('v').to_owned());
    let mut facts = cutter.out;
    if let Some(manifest) = manifest::find(document) {
        facts.extend(instructions(document, &manifest.more));
    }
    Page {
        path: path.to_owned(),
        version,
        about: about(document),
        has_made_title: has_made_title(document),
        sections,
        facts,
    }
}

/// What a manifest says beyond which tags to read. Every model reads it, so it counts as SPEC.
fn instructions(document: &Document<'_>, more: &str) -> Vec<Fact> {
    let Some(section) = document.manifest.map(|manifest| &document.sections[manifest.section]) else {
        return Vec::new();
    };
    let line = document.source.position(section.heading.start).line;
    let place = |fact: Fact| Fact {
        kind: Kind::Spec,
        block: usize::MAX,
        item: usize::MAX,
        parent: None,
        group: None,
        address: section.slug.as_str().into(),
        section: [section.title.clone()].into(),
        line,
        ..fact
    };
    let inner = tagdown::parse(more);
    if inner.manifest.is_some() {
        return Vec::new();
    }
    facts(&inner, "").facts.into_iter().map(place).collect()
}

/// The titles of a section and of those that contain it, outermost first, without the title of the document.
fn titles(document: &Document<'_>, section: usize) -> Vec<String> {
    let mut titles = Vec::new();
    let mut up = Some(section);
    while let Some(one) = up.map(|up| &document.sections[up]) {
        if one.level > 0 && Some(one.heading) != document.header.title {
            titles.push(one_line(&one.title));
        }
        up = one.parent;
    }
    titles.reverse();
    titles
}

struct Cutter<'d, 't> {
    document: &'d Document<'t>,
    /// The titles of each section.
    sections: &'d [Arc<[String]>],
    /// The address of the block.
    address: Arc<str>,
    /// The names of the columns of the table.
    head: Option<Head>,
    above: Above,
    /// How many paragraphs and list items there were.
    items: usize,
    out: Vec<Fact>,
}

impl Cutter<'_, '_> {
    fn fact(&self, index: usize, block: &Block, at: usize, form: Form) -> Fact {
        let document = self.document;
        let section = Arc::clone(&self.sections[document.section_at(at)]);
        Fact {
            kind: block.kind,
            is_tagged: block.tag.is_some(),
            block: index,
            address: Arc::clone(&self.address),
            title: document.block_title(block),
            section,
            line: document.source.position(at).line,
            form,
            text: String::new(),
            item: self.items,
            words: Vec::new(),
            key: 0,
            step: None,
            label: None,
            above: Vec::new(),
            parent: None,
            group: None,
            opening: None,
            cells: Vec::new(),
            links: Vec::new(),
        }
    }

    fn title(&mut self, index: usize, block: &Block) {
        let Some(title) = self.document.block_title(block) else { return };
        let mut fact = self.fact(index, block, block.span.start, Form::Title);
        fact.words = words(&plain_text(&title));
        fact.key = Key::of(&fact.words);
        fact.text = title;
        self.out.push(fact);
    }

    /// Headings that have nothing below them are all that is said. Where no SPEC holds, they are context.
    fn headings(&mut self) {
        let document = self.document;
        let known = self.out.len();
        for (at, section) in document.sections.iter().enumerate().filter(|(_, section)| section.level > 0) {
            let start = section.heading.start;
            let above = document.blocks.partition_point(|block| block.span.start <= start).checked_sub(1);
            let is_parent = document.sections.get(at + 1).is_some_and(|next| next.parent == Some(at));
            let text = document.source.trim(Span::new(section.heading.end, section.span.end));
            let (Some(index), false, true) = (above, is_parent, text.start >= text.end) else { continue };
            let block = &document.blocks[index];
            let holds = self.reaches(block, at);
            self.address =
                if holds { document.block_address(block).into() } else { section.slug.as_str().into() };
            let mut fact = self.fact(index, block, start, Form::Heading);
            if !holds {
                (fact.kind, fact.is_tagged, fact.title) = (Kind::Note, false, None);
            }
            fact.section = fact.section[..fact.section.len().saturating_sub(1)].into();
            fact.words = words(&section.title);
            fact.key = Key::of(&fact.words);
            fact.text.clone_from(&section.title);
            self.out.push(fact);
        }
        if self.out.len() > known {
            self.out.sort_by_key(|fact| fact.line);
        }
    }

    /// Whether a SPEC above a heading holds below it too.
    fn reaches(&self, block: &Block, section: usize) -> bool {
        let document = self.document;
        let mut up = document.sections[section].parent;
        while let Some(one) = up.filter(|&one| one != block.section) {
            up = document.sections[one].parent;
        }
        let start = document.sections[section].heading.start;
        let is_cut = document.parts.iter().any(|part| {
            part.kind == PartKind::Break && block.span.start < part.span.start && part.span.start < start
        });
        block.kind == Kind::Spec && block.tag.is_some() && up.is_some() && !is_cut
    }

    fn fields(&mut self, index: usize, block: &Block) {
        for field in &block.fields {
            let text = one_line(self.document.text(field.value));
            let mut fact = self.fact(index, block, field.label.start, Form::Field(field.spec.name));
            fact.words = self.words(&text, field.value);
            fact.links = self.links(&text, field.value);
            fact.key = Key::of(&tight(&fact.words, &text));
            fact.text = text;
            if !fact.words.is_empty() {
                self.out.push(fact);
            }
        }
    }

    /// The words of a text that is at `span`, with what its links lead to.
    fn words(&self, text: &str, span: Span) -> Vec<String> {
        words(&said(text, &self.definitions(span)))
    }

    /// Where the links of a text that is at `span` lead, with addresses in running text.
    fn links(&self, text: &str, span: Span) -> Vec<String> {
        let led: Vec<&str> = targets(text, &self.definitions(span));
        let mut links = if led.is_empty() { Vec::new() } else { words(&led.join(" ")) };
        if text.contains("://") {
            let is_address = |word: &String| {
                let scheme = word.trim_start_matches('<').split_once("://");
                scheme.is_some_and(|(scheme, _)| scheme.chars().all(char::is_alphanumeric))
            };
            links.extend(words(text).into_iter().filter(is_address));
        }
        links
    }

    /// The definitions of the references in a span.
    fn definitions(&self, span: Span) -> Vec<&str> {
        let references = &self.document.markdown.references;
        let first = references.partition_point(|(at, _)| *at < span.start);
        let used = references[first..].iter().take_while(|(at, _)| *at < span.end);
        used.map(|(_, span)| self.document.text(*span).trim()).collect()
    }

    fn statement(&mut self, index: usize, block: &Block, statement: &Statement, piece: &Piece) {
        let document = self.document;
        let is_in_field = |field: &tagdown::document::Field| {
            field.label.start <= statement.span.start
                && statement.span.start < field.value.end.max(field.label.end)
        };
        if block.fields.iter().any(is_in_field) {
            return;
        }
        let raw = document.text(statement.span);
        let form = match statement.form {
            judgement::Form::Row => Form::Row,
            judgement::Form::Code => Form::Code,
            judgement::Form::Sentence | judgement::Form::Item => Form::Sentence,
        };
        self.items += usize::from(statement.is_first);
        let mut fact = self.fact(index, block, statement.span.start, form);
        match form {
            Form::Code => {
                raw.clone_into(&mut fact.text);
                fact.words = code_lines(&format!("{}{raw}", self.indent(statement.span)));
                fact.key = Key::of(&fact.words.iter().map(|line| even(line)).collect::<Vec<_>>());
            }
            Form::Row => self.row(&mut fact, statement.span),
            _ => {
                let text = one_line(raw);
                let plain = strip_list_marker(&text);
                if is_images(plain) || is_contents(plain) {
                    return;
                }
                let definitions = self.definitions(statement.span);
                let without = said(plain, &[]);
                fact.label = label(&without).or_else(|| dashed_label(plain, &without));
                fact.words = words(&if definitions.is_empty() { without } else { said(plain, &definitions) });
                if fact.words.len() > 1 && is_icon(&fact.words[0]) {
                    fact.words.remove(0);
                }
                fact.links = self.links(plain, statement.span);
                fact.key = Key::of(&tight(&fact.words, plain));
                fact.text = if is_html(plain) { one_line(&without_tags(plain)) } else { text };
            }
        }
        self.above.place(&mut fact, document, statement.span, piece);
        if !fact.words.is_empty() {
            self.out.push(fact);
        }
    }

    /// The white space before a span, if there is nothing else on its line: code without a fence starts behind it.
    fn indent(&self, span: Span) -> &str {
        let source = &self.document.source;
        let line = source.line(source.line_of(span.start));
        let before = self.document.text(Span::new(line.start, span.start));
        if before.trim().is_empty() { before } else { "" }
    }

    /// Fills in what a row of a table says.
    fn row(&mut self, fact: &mut Fact, span: Span) {
        let document = self.document;
        if self.head.as_ref().is_none_or(|head| !head.span.contains(span.start)) {
            self.head = Head::at(document, span);
        }
        let cells = split_row(document.text(span));
        fact.text = cells.join(" | ");
        fact.links = self.links(&fact.text, span);
        let each: Vec<Vec<String>> = cells.iter().map(|cell| words(&said(cell, &[]))).collect();
        fact.label = each.first().cloned();
        let name = |at: usize| self.head.as_ref().and_then(|head| head.names.get(at));
        // The cells belong to the names of their columns, in any order.
        let mut said: Vec<String> = Vec::with_capacity(cells.len());
        for (at, cell) in each.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            said.push(format!(
                "{} = {}",
                name(at).map_or("", |name| &name.plain),
                tight(cell, &cells[at]).join(" ")
            ));
        }
        said.extend(targets("", &self.definitions(span)).into_iter().map(str::to_owned));
        said.sort_unstable();
        fact.key = Key::of(&said);
        fact.words = if self.definitions(span).is_empty() {
            each.into_iter().flatten().collect()
        } else {
            self.words(&fact.text, span)
        };
        let named = |(at, cell): (usize, String)| {
            (name(at).map_or_else(|| "".into(), |name| Arc::clone(&name.text)), cell)
        };
        fact.cells = cells.into_iter().enumerate().map(named).collect();
    }
}
