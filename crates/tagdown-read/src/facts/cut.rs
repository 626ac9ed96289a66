//! Cuts a document into its facts.

use tagdown::Document;
use tagdown::document::Block;
use tagdown::judgement::{self, Piece, PieceKind, Statement, statements};
use tagdown::markdown::{NodeKind, plain_text, strip_list_marker};
use tagdown::prose::cut;
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
    let mut cutter = Cutter { document, lead: None, out: Vec::new() };
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
    let version = document
        .header
        .version
        .as_ref()
        .map(|version| document.text(version.value).trim_start_matches('v').to_owned());
    Page { path: path.to_owned(), version, facts: cutter.out }
}

struct Cutter<'d, 't> {
    document: &'d Document<'t>,
    /// The words that introduce what follows, such as `On Linux:`.
    lead: Option<Vec<String>>,
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
            key: Vec::new(),
            step: None,
            label: None,
            above: Vec::new(),
            cells: Vec::new(),
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

    fn fields(&mut self, index: usize, block: &Block) {
        for field in &block.fields {
            let text = one_line(self.document.text(field.value));
            let mut fact = self.fact(index, block, field.label.start, Form::Field(field.spec.name));
            fact.words = self.words(&text, field.value);
            fact.key.clone_from(&fact.words);
            fact.text = text;
            if !fact.words.is_empty() {
                self.out.push(fact);
            }
        }
    }

    /// The words of a text that is at `span`, with what its links lead to.
    fn words(&self, text: &str, span: Span) -> Vec<String> {
        let references = &self.document.markdown.references;
        let first = references.partition_point(|(at, _)| *at < span.start);
        let used = references[first..].iter().take_while(|(at, _)| *at < span.end);
        let definitions: Vec<&str> = used.map(|(_, span)| self.document.text(*span).trim()).collect();
        words(&said(text, &definitions))
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
                fact.label = fact.cells.first().map(|(_, cell)| words(&said(cell, &[])));
            }
            _ => {
                let text = one_line(raw);
                let plain = strip_list_marker(&text);
                fact.label = label(&said(plain, &[]));
                fact.words = self.words(plain, statement.span);
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

/// The words of inline Markdown without its markup, with the targets of links and with signs that change the meaning.
fn said(text: &str, definitions: &[&str]) -> String {
    let is_html = text.trim_start().starts_with('<') && text.trim_end().ends_with('>');
    let mut out = if is_html {
        without_tags(text)
    } else if definitions.is_empty() {
        plain_text(text)
    } else {
        plain_text(&format!("{text}\n\n{}", definitions.join("\n")))
    };
    let mut add = |word: &str| {
        out.push(' ');
        out.push_str(word);
    };
    for (at, _) in text.match_indices("](") {
        let target: String = text[at + 2..].chars().take_while(|c| !c.is_whitespace() && *c != ')').collect();
        add(&target);
    }
    for target in
        definitions.iter().filter_map(|definition| definition.split_once("]:")?.1.split_whitespace().next())
    {
        add(target);
    }
    if text.contains("~~") {
        add("~~");
    }
    for tag in ["<sup>", "<sub>", "<del>", "<s>"].iter().filter(|tag| text.contains(**tag)) {
        add(tag);
    }
    // Signs around a word in code are part of it.
    for code in text.split('`').skip(1).step_by(2) {
        if words(code).join(" ") != code.split_whitespace().collect::<Vec<_>>().join(" ") {
            add(&format!("`{}`", code.split_whitespace().collect::<Vec<_>>().join("\u{1}")));
        }
    }
    out
}

fn without_tags(html: &str) -> String {
    let mut out = String::new();
    for piece in html.split('<') {
        let text = piece.split_once('>').map_or(piece, |(_, text)| text);
        out.push_str(text);
        out.push(' ');
    }
    out
}

/// The words before a colon, if the text starts like `Timeout: 30 s`.
fn label(plain: &str) -> Option<Vec<String>> {
    let (before, after) = plain.split_once(": ").or_else(|| Some((plain.strip_suffix(':')?, "")))?;
    let is_short = before.len() <= LABEL && !before.contains(". ");
    (is_short && !after.contains("://")).then(|| words(before)).filter(|words| !words.is_empty())
}

/// A text on one line, without the signs of a quote.
fn one_line(text: &str) -> String {
    let bare = |line: &str| line.trim_start().trim_start_matches('>').to_owned();
    let mut lines = text.lines();
    let first = lines.next().map(str::to_owned);
    let is_quote = text.contains("\n>") || text.contains("\n >");
    let rest = lines.map(|line| if is_quote { bare(line) } else { line.to_owned() });
    let all: Vec<String> = first.into_iter().chain(rest).collect();
    all.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
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
