//! Cuts a document into its facts.

use tagdown::Document;
use tagdown::document::Block;
use tagdown::judgement::{self, Statement, statements};
use tagdown::markdown::{NodeKind, plain_text, strip_list_marker};
use tagdown::text::Span;

use super::fact::{Fact, Form, Page};
use super::words::words;

/// A longer text before a colon is not what a fact is about.
const LABEL: usize = 60;

/// The facts of a document, in order.
///
/// ```
/// let text = "# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB. Retries: 3\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
/// let page = tagdown_read::facts::facts(&tagdown::parse(text), "a.md");
/// let texts: Vec<&str> = page.facts.iter().map(|fact| &*fact.text).collect();
/// assert_eq!(texts, ["Body: 4 KB.", "Retries: 3", "1 | 2"]);
/// ```
pub fn facts(document: &Document<'_>, path: &str) -> Page {
    let mut cutter = Cutter { document, out: Vec::new() };
    let pieces = judgement::pieces(document);
    let all = statements(document, &pieces);
    let mut next = all.iter().peekable();
    for (index, block) in document.blocks.iter().enumerate() {
        cutter.title(index, block);
        while let Some(statement) = next.next_if(|statement| statement.span.start < block.span.end) {
            if statement.span.start >= block.content.start {
                cutter.statement(index, block, statement);
            }
        }
        cutter.fields(index, block);
    }
    let version = document
        .header
        .version
        .as_ref()
        .map(|version| document.text(version.value).trim_start_matches('v').to_owned());
    Page { path: path.to_owned(), version, facts: cutter.out }
}

struct Cutter<'d, 't> {
    document: &'d Document<'t>,
    out: Vec<Fact>,
}

impl Cutter<'_, '_> {
    fn fact(&self, index: usize, block: &Block, at: usize, form: Form) -> Fact {
        let document = self.document;
        let title = document.header.title;
        let mut section = Vec::new();
        let mut up = Some(document.section_at(at));
        while let Some(one) = up.map(|up| &document.sections[up]) {
            if one.level > 0 && Some(one.heading) != title {
                section.push(one.title.clone());
            }
            up = one.parent;
        }
        section.reverse();
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
            words: Vec::new(),
            label: None,
            above: Vec::new(),
            cells: Vec::new(),
        }
    }

    fn title(&mut self, index: usize, block: &Block) {
        let Some(title) = self.document.block_title(block) else { return };
        let mut fact = self.fact(index, block, block.span.start, Form::Title);
        fact.words = words(&plain_text(&title));
        fact.text = title;
        self.out.push(fact);
    }

    fn fields(&mut self, index: usize, block: &Block) {
        for field in &block.fields {
            let text = one_line(self.document.text(field.value));
            let mut fact = self.fact(index, block, field.label.start, Form::Field(field.spec.name));
            fact.words = words(&said(&text));
            fact.text = text;
            if !fact.words.is_empty() {
                self.out.push(fact);
            }
        }
    }

    fn statement(&mut self, index: usize, block: &Block, statement: &Statement) {
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
                fact.words = words(&said(&fact.text));
                fact.label = fact.cells.first().map(|(_, cell)| words(&said(cell)));
            }
            _ => {
                let text = one_line(raw);
                let plain = said(strip_list_marker(&text).trim_start_matches("> "));
                fact.label = label(&plain);
                fact.words = words(&plain);
                fact.text = text;
            }
        }
        fact.above = self.above(statement.span);
        if !fact.words.is_empty() {
            self.out.push(fact);
        }
    }

    /// The text of the list items that contain a statement, except for its own.
    fn above(&self, span: Span) -> Vec<Vec<String>> {
        let markdown = &self.document.markdown;
        let Some(top) = markdown.top_at(span.start).filter(|top| matches!(top.kind, NodeKind::List { .. }))
        else {
            return Vec::new();
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
            let plain = said(strip_list_marker(self.document.text(line)));
            label(&plain).unwrap_or_else(|| words(&plain))
        };
        items[..parents].iter().map(text).collect()
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

/// The cells of a line of a table.
fn split_row(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = line.strip_suffix('|').filter(|line| !line.ends_with('\\')).unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for c in line.chars() {
        match (c, is_escaped) {
            ('|', false) => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// The words of inline Markdown without its markup, with the targets of links.
fn said(text: &str) -> String {
    let mut out = plain_text(text);
    for (at, _) in text.match_indices("](") {
        let target: String = text[at + 2..].chars().take_while(|c| !c.is_whitespace() && *c != ')').collect();
        out.push(' ');
        out.push_str(&target);
    }
    out
}

/// The words before a colon, if the text starts like `Timeout: 30 s`.
fn label(plain: &str) -> Option<Vec<String>> {
    let (before, after) = plain.split_once(": ").or_else(|| Some((plain.strip_suffix(':')?, "")))?;
    let is_short = before.len() <= LABEL && !before.contains(". ");
    (is_short && !after.contains("://")).then(|| words(before)).filter(|words| !words.is_empty())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines of code without its fences and without the indentation that all lines have.
fn code_lines(raw: &str) -> Vec<String> {
    let lines: Vec<&str> = raw.lines().map(str::trim_end).collect();
    let is_fence = |line: &&str| line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
    let inner = match lines.first().filter(|first| is_fence(first)) {
        Some(_) => {
            &lines[1..lines.len() - usize::from(lines.len() > 1 && lines.last().is_some_and(is_fence))]
        }
        None => &lines[..],
    };
    let indent = |line: &&&str| line.len() - line.trim_start().len();
    let least = inner.iter().filter(|line| !line.is_empty()).map(|line| indent(&line)).min().unwrap_or(0);
    inner.iter().map(|line| line.get(least..).unwrap_or_default().to_owned()).collect()
}
