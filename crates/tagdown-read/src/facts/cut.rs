//! Cuts a document into its facts.

use tagdown::Document;
use tagdown::document::{Block, Kind, PartKind};
use tagdown::judgement::{self, Piece, PieceKind, Statement, statements};
use tagdown::markdown::{NodeKind, plain_text, strip_list_marker};
use tagdown::prose::cut;
use tagdown::text::Span;

use super::fact::{Fact, Form, Page};
use super::plain::{code_lines, label, one_line, said, split_row, targets};
use super::words::words;
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
    let mut cutter = Cutter { document, lead: None, items: 0, out: Vec::new() };
    let pieces = judgement::pieces(document);
    let all = statements(document, &pieces);
    let mut next = 0;
    for (index, block) in document.blocks.iter().enumerate() {
        cutter.lead = None;
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
    let sections = (0..document.sections.len()).map(|section| titles(document, section)).collect();
    let mut page = Page { path: path.to_owned(), sections, about: about(document), ..Page::default() };
    let version = document.header.version.as_ref().map(|version| document.text(version.value));
    page.version = version.map(|version| version.trim_start_matches('v').to_owned());
    page.facts = cutter.out;
    if let Some(manifest) = manifest::find(document) {
        page.facts.extend(instructions(document, &manifest.more));
    }
    page
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
        address: section.slug.clone(),
        section: vec![section.title.clone()],
        line,
        ..fact
    };
    let inner = tagdown::parse(more);
    if inner.manifest.is_some() {
        return Vec::new();
    }
    facts(&inner, "").facts.into_iter().map(place).collect()
}

/// What the header says besides the version and the date, which change with every edit.
fn about(document: &Document<'_>) -> Vec<(&'static str, String)> {
    let header = &document.header;
    let title = header.title.map(|span| {
        let section = document.sections.iter().find(|section| section.heading == span);
        section.map_or_else(String::new, |section| section.title.clone())
    });
    let text = |span: Option<Span>| span.map(|span| document.text(span).trim().to_owned());
    let all = [
        ("title", title.or_else(|| text(header.front_title))),
        ("author", text(header.author)),
        ("status", text(header.status)),
        ("licence", text(header.licence)),
        ("format version", text(header.format_version)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// The titles of a section and of those that contain it, outermost first, without the title of the document.
fn titles(document: &Document<'_>, section: usize) -> Vec<String> {
    let mut titles = Vec::new();
    let mut up = Some(section);
    while let Some(one) = up.map(|up| &document.sections[up]) {
        if one.level > 0 && Some(one.heading) != document.header.title {
            titles.push(one.title.clone());
        }
        up = one.parent;
    }
    titles.reverse();
    titles
}

struct Cutter<'d, 't> {
    document: &'d Document<'t>,
    /// The words that introduce what follows, such as `On Linux:`.
    lead: Option<Vec<String>>,
    /// How many paragraphs and list items there were.
    items: usize,
    out: Vec<Fact>,
}

impl Cutter<'_, '_> {
    fn fact(&self, index: usize, block: &Block, at: usize, form: Form) -> Fact {
        let document = self.document;
        let section = titles(document, document.section_at(at));
        Fact {
            kind: block.kind,
            is_tagged: block.tag.is_some(),
            block: index,
            address: document.block_address(block),
            title: document.block_title(block),
            section,
            line: document.source.position(at).line,
            form,
            text: String::new(),
            item: self.items,
            words: Vec::new(),
            key: Vec::new(),
            step: None,
            label: None,
            above: Vec::new(),
            cells: Vec::new(),
            links: Vec::new(),
        }
    }

    fn title(&mut self, index: usize, block: &Block) {
        let Some(title) = self.document.block_title(block) else { return };
        let mut fact = self.fact(index, block, block.span.start, Form::Title);
        fact.words = words(&plain_text(&title));
        fact.key.clone_from(&fact.words);
        fact.text = title;
        self.out.push(fact);
    }

    /// Headings of a tagged block that have nothing below them are all that is said.
    fn headings(&mut self) {
        let document = self.document;
        let known = self.out.len();
        for (at, section) in document.sections.iter().enumerate() {
            let start = section.heading.start;
            let block = document.blocks.partition_point(|block| block.span.start <= start).checked_sub(1);
            let block = block.filter(|&index| self.reaches(&document.blocks[index], at));
            let is_parent = document.sections.get(at + 1).is_some_and(|next| next.parent == Some(at));
            let text = document.source.trim(Span::new(section.heading.end, section.span.end));
            let (Some(index), false, true) = (block, is_parent, text.start >= text.end) else { continue };
            let mut fact = self.fact(index, &document.blocks[index], start, Form::Heading);
            fact.section.pop();
            fact.words = words(&section.title);
            fact.key.clone_from(&fact.words);
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
            fact.key.clone_from(&fact.words);
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
        let mut links = words(&led.join(" "));
        links.extend(words(text).into_iter().filter(|word| word.contains("://")));
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
                fact.words = code_lines(raw);
            }
            Form::Row => {
                fact.cells = self.cells(statement.span);
                let cells: Vec<&str> = fact.cells.iter().map(|(_, cell)| &**cell).collect();
                fact.text = cells.join(" | ");
                fact.words = self.words(&fact.text, statement.span);
                fact.links = self.links(&fact.text, statement.span);
                fact.label = fact.cells.first().map(|(_, cell)| words(&said(cell, &[])));
            }
            _ => {
                let text = one_line(raw);
                let plain = strip_list_marker(&text);
                fact.label = label(&said(plain, &[]));
                fact.words = self.words(plain, statement.span);
                fact.links = self.links(plain, statement.span);
                fact.text = text;
            }
        }
        fact.key = key(&fact);
        let (above, step) = self.above(statement.span);
        // What introduces a list, a table or code holds for all of it.
        fact.above = match piece.kind {
            PieceKind::Paragraph | PieceKind::Quote | PieceKind::Html => Vec::new(),
            _ => self.lead.iter().cloned().collect(),
        };
        fact.above.extend(above);
        fact.step = step;
        if piece.kind == PieceKind::Paragraph {
            let is_bold = raw.starts_with("**") && raw.trim_end_matches([':', '.']).ends_with("**");
            let introduces = raw.trim_end_matches(['*', '_']).ends_with(':') || is_bold;
            self.lead = introduces.then(|| fact.label.clone().unwrap_or_else(|| fact.words.clone()));
        }
        if !fact.words.is_empty() {
            self.out.push(fact);
        }
    }

    /// The text of the list items that contain a statement, except for its own; and where its numbered list starts.
    fn above(&self, span: Span) -> (Vec<Vec<String>>, Option<usize>) {
        let markdown = &self.document.markdown;
        let Some(top) = markdown.top_at(span.start).filter(|top| matches!(top.kind, NodeKind::List { .. }))
        else {
            return (Vec::new(), None);
        };
        let nodes = &markdown.nodes[..markdown.nodes.partition_point(|node| node.span.start <= span.start)];
        let mut items: Vec<&tagdown::markdown::Node> = Vec::new();
        for node in nodes.iter().rev().take_while(|node| node.span.start >= top.span.start) {
            let is_outer = items.last().is_none_or(|inner| node.depth < inner.depth);
            if node.kind == NodeKind::Item && is_outer && span.end <= node.span.end {
                items.push(node);
                if node.depth == 1 {
                    break;
                }
            }
        }
        items.reverse();
        let parents = items.len().saturating_sub(1);
        let text = |item: &&tagdown::markdown::Node| {
            let source = &self.document.source;
            let line = source.line(source.line_of(item.span.start)).clip(item.span);
            let plain = said(strip_list_marker(self.document.text(line)), &[]);
            label(&plain).unwrap_or_else(|| words(&plain))
        };
        let is_step = matches!(top.kind, NodeKind::List { start: Some(_) }) && items.len() == 1;
        (items[..parents].iter().map(text).collect(), is_step.then_some(top.span.start))
    }

    /// The cells of a row with the names of their columns.
    fn cells(&self, row: Span) -> Vec<(String, String)> {
        let source = &self.document.source;
        let nodes = self.document.markdown.nodes_in(Span::new(0, row.end));
        let table = nodes.iter().rfind(|node| node.kind == NodeKind::Table && node.span.contains(row.start));
        let head = table.map(|table| {
            split_row(source.slice(source.line(source.line_of(table.span.start)).clip(table.span)))
        });
        let names = head.unwrap_or_default();
        let cells = split_row(self.document.text(row));
        let name = |at: usize| names.get(at).cloned().unwrap_or_default();
        cells.into_iter().enumerate().map(|(at, cell)| (name(at), cell)).collect()
    }
}

/// What two facts that say the same have in common. The cells of a row belong to the names of their columns.
fn key(fact: &Fact) -> Vec<String> {
    if fact.cells.is_empty() {
        return fact.words.clone();
    }
    let cell = |(name, cell): &(String, String)| {
        format!("{} = {}", words(&said(name, &[])).join(" "), words(&said(cell, &[])).join(" "))
    };
    let mut key: Vec<String> = fact.cells.iter().filter(|(_, cell)| !cell.is_empty()).map(cell).collect();
    key.sort();
    key
}
