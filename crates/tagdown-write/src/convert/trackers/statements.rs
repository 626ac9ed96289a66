//! Splits an issue into its sentences, in order, each with its speaker and the label above it.

use tagdown::document::{Document, parse};
use tagdown::markdown::{Node, NodeKind, strip_list_marker};
use tagdown::prose::sentence;
use tagdown::text::{Span, one_line};

use super::issue::{Issue, Speaker};
pub(crate) use super::labels::Topic;
use super::labels::{names_root_cause, topic, topic_of_change};
use crate::convert::trackers::clean::{
    without_courtesy, without_emoji, without_issue, without_markup, without_mention, without_smileys,
    without_struck,
};

/// A sentence with its context.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(super) text: String,
    pub(super) speaker: Speaker,
    pub(super) topic: Topic,
    /// Whether the label stands directly before the sentence or is a heading of its own above it.
    pub(super) is_labelled: bool,
    /// The body or comment that contains it, from 0.
    pub(super) turn: usize,
    /// The paragraph that contains it.
    pub(super) paragraph: usize,
    /// Whether it is in a list.
    pub(super) is_item: bool,
    /// The fenced code directly below it.
    pub(super) code: Option<String>,
}

impl Said {
    /// A sentence of a document, which counts as authoritative.
    pub(super) fn of_document(text: &str) -> Self {
        let text = one_line(text);
        Self {
            text,
            speaker: Speaker::Maintainer,
            topic: Topic::None,
            is_labelled: false,
            turn: 1,
            paragraph: 0,
            is_item: false,
            code: None,
        }
    }
}

/// All sentences of an issue, in order.
pub(crate) fn all(issue: &Issue) -> Vec<Said> {
    let mut out = Vec::new();
    for (name, text) in &issue.columns {
        let first = out.len();
        listen(text, (Speaker::Maintainer, 0), topic, &mut out);
        let named = topic(name);
        out[first..].iter_mut().filter(|said| said.topic == Topic::None).for_each(|said| said.topic = named);
    }
    let of_body = if issue.closes.is_some() { topic_of_change } else { topic };
    listen(&issue.body, (issue.speaker, 1), of_body, &mut out);
    for (index, comment) in issue.comments.iter().enumerate() {
        listen(&comment.text, (comment.speaker, index + 2), topic, &mut out);
    }
    out
}

/// The sentences of a pull request's description.
pub(crate) fn of_pull(text: &str) -> Vec<Said> {
    let mut out = Vec::new();
    listen(text, (Speaker::Maintainer, 2), topic_of_change, &mut out);
    out
}

fn listen(text: &str, (speaker, turn): (Speaker, usize), topic_of: fn(&str) -> Topic, out: &mut Vec<Said>) {
    let text = without_smileys(&without_markup(text));
    let document = parse(&text);
    let mut ear = Ear {
        document: &document,
        speaker,
        turn,
        topic_of,
        topic: Topic::None,
        paragraph: 0,
        is_item: false,
        out,
    };
    for &index in &document.markdown.top {
        ear.hear(&document.markdown.nodes[index]);
    }
}

/// Walks through a body or a comment.
struct Ear<'e, 't> {
    document: &'e Document<'t>,
    speaker: Speaker,
    turn: usize,
    topic_of: fn(&str) -> Topic,
    topic: Topic,
    paragraph: usize,
    is_item: bool,
    out: &'e mut Vec<Said>,
}

impl Ear<'_, '_> {
    fn hear(&mut self, node: &Node) {
        self.paragraph += 1;
        match node.kind {
            NodeKind::Heading { text, .. } => {
                self.topic = (self.topic_of)(&self.document.markdown.heading_texts[text]);
            }
            NodeKind::Paragraph => self.paragraph(node.span),
            NodeKind::List { .. } => {
                self.is_item = true;
                self.list(node.span);
                self.is_item = false;
            }
            NodeKind::Table => self.table(node.span),
            // In a comment a quote repeats an earlier statement; in a body it is a note that somebody added.
            NodeKind::Quote if self.turn < 2 => {
                let lines =
                    self.document.text(node.span).lines().map(|line| line.trim_start_matches([' ', '>']));
                let text: Vec<&str> = lines.collect();
                listen(&text.join("\n"), (self.speaker, self.turn), self.topic_of, self.out);
            }
            NodeKind::Code { .. } => {
                let code = self.document.text(node.span).trim_end();
                let is_new =
                    self.out.last().is_some_and(|said| said.turn == self.turn && said.code.is_none());
                if let Some(said) =
                    self.out.last_mut().filter(|_| is_new && code.lines().count() <= MOST_LINES)
                {
                    said.code = Some(code.to_owned());
                }
            }
            _ => {}
        }
    }

    /// A paragraph, whose lines may start with labels.
    fn paragraph(&mut self, span: Span) {
        let source = &self.document.source;
        let first = source.line_of(span.start);
        let last = source.line_of(span.end.saturating_sub(1));
        let (mut start, above) = (span.start, self.topic);
        let mut is_inline = false;
        for line in first..=last {
            let here = source.line(line).clip(span);
            if let Some((label, rest)) = label(self.document.text(here)) {
                self.sentences(Span::new(start, here.start));
                self.topic = (self.topic_of)(label);
                if is_of_maintainer(label) {
                    self.speaker = Speaker::Maintainer;
                }
                self.paragraph += 1;
                is_inline = !rest.trim().is_empty();
                start = here.end - rest.len();
                if is_inline && label.to_lowercase().starts_with("fixed in") {
                    // A bare version would mean nothing.
                    self.push(format!("Fixed in {}", one_line(rest)), Topic::Fix);
                    start = here.end;
                }
            }
        }
        self.sentences(Span::new(start.min(span.end), span.end));
        // A label on its own line names what follows; a label with text names that text.
        if is_inline {
            self.topic = above;
        }
    }

    fn list(&mut self, span: Span) {
        let items = self
            .document
            .markdown
            .nodes_in(span)
            .iter()
            .filter(|node| node.kind == NodeKind::Item && node.depth == 1);
        for item in items.copied().collect::<Vec<Node>>() {
            // An item does not go on with the one before it.
            self.paragraph += 1;
            let text = self.document.text(item.span);
            let body = strip_list_marker(text);
            let start = item.span.start + (text.len() - body.len());
            let first = body.lines().next().unwrap_or_default();
            let found = label(first).map(|(name, rest)| ((self.topic_of)(name), rest.len()));
            match found {
                Some((Topic::Other, _)) => {}
                Some((named, rest)) if named != Topic::None => {
                    let above = std::mem::replace(&mut self.topic, named);
                    self.sentences(Span::new(start + first.len() - rest, item.span.end));
                    self.topic = above;
                }
                _ if is_task(body) => {}
                _ => self.sentences(Span::new(start, item.span.end)),
            }
        }
    }

    /// Rows with two cells, the first of which is a label.
    fn table(&mut self, span: Span) {
        for line in self.document.text(span).lines() {
            let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
            if let [name, value] = cells.as_slice()
                && !matches!(topic(name), Topic::Other | Topic::None)
            {
                let said = one_line(value);
                let topic = topic(name);
                self.paragraph += 1;
                self.push(said, topic);
            }
        }
    }

    fn sentences(&mut self, span: Span) {
        let span = self.document.source.trim(span);
        if span.is_empty() {
            return;
        }
        let mut found = Vec::new();
        let inlines = self.document.markdown.inlines_in(span);
        sentence::split(self.document.text(span), span.start, inlines, &mut found);
        // `On Fedora:` announces the code below, however short it is.
        let end = found.last().map_or(span.start, |last| last.end);
        let rest = self.document.source.trim(Span::new(end, span.end));
        if found.is_empty() || self.document.text(rest).ends_with(':') {
            found.push(rest);
        }
        let told = found.into_iter().flat_map(|sentence| informal(&one_line(self.document.text(sentence))));
        let told = told.flat_map(|sentence| apart(&sentence));
        for text in told.collect::<Vec<String>>() {
            // `Reason: …` may start a sentence in the middle of a paragraph.
            match label(&text).map(|(name, rest)| ((self.topic_of)(name), rest.trim().to_owned())) {
                Some((named, rest)) if !matches!(named, Topic::None | Topic::Other) && !rest.is_empty() => {
                    self.push(rest, named);
                }
                _ => self.push(text, self.topic),
            }
        }
    }

    fn push(&mut self, text: String, topic: Topic) {
        // `~~Struck-out text~~` no longer counts.
        let text = if text.contains("~~") { one_line(&without_struck(&text)) } else { text };
        let text = without_emoji(&text);
        let text =
            without_issue(without_mention(&text)).trim_start_matches(['→', '-', '–', '—', '=', '>', ' ']);
        let bare = ["edit:", "edit 2:", "update:", "edit 1:"]
            .iter()
            .find(|mark| text.to_lowercase().starts_with(**mark));
        let text = text.get(bare.map_or(0, |mark| mark.len())..).unwrap_or(text).trim_start();
        // The thanks of others say that something helped.
        let is_team = matches!(self.speaker, Speaker::Maintainer | Speaker::Contributor);
        let text = if is_team { without_courtesy(text) } else { text }.to_owned();
        if text.contains(char::is_alphanumeric) && !is_placeholder(&text) {
            // Who names the root cause labels it.
            let topic = if topic != Topic::Other && names_root_cause(&text) { Topic::Cause } else { topic };
            self.out.push(Said {
                text,
                speaker: self.speaker,
                topic,
                is_labelled: topic != Topic::None,
                turn: self.turn,
                paragraph: self.paragraph,
                is_item: self.is_item,
                code: None,
            });
        }
    }
}

/// The sentences of somebody who starts them with small letters: `i forgot the file. please try again`.
fn informal(text: &str) -> Vec<String> {
    const STARTS: [&str; 16] = [
        "please ", "i ", "i've ", "it ", "it's ", "the ", "this ", "that ", "now ", "then ", "but ", "so ",
        "we ", "you ", "thanks ", "not ",
    ];
    // `e.g. the list` goes on.
    let ends = |before: &str| {
        let last = before.rsplit([' ', '(']).next().unwrap_or_default();
        let is_short =
            last.contains('.') && last.len() < 5 || ["vs", "etc", "cf", "no", "al"].contains(&last);
        last.len() > 1 && !is_short && last.chars().all(|c| c.is_alphanumeric() || "-_'`/.".contains(c))
    };
    let (mut out, mut start) = (Vec::new(), 0);
    for (at, _) in text.match_indices(". ") {
        let is_code = text[..at].matches('`').count() % 2 == 1;
        let is_next = STARTS.iter().any(|word| text[at + 2..].starts_with(word));
        if is_next && !is_code && at > start && ends(text[..at].trim_end()) {
            out.push(text[start..=at].to_owned());
            start = at + 2;
        }
    }
    out.push(text[start..].to_owned());
    out
}

/// A sentence and what its speaker adds about their plans: `The list is empty; I will send a patch`.
fn apart(text: &str) -> Vec<String> {
    const REQUESTS: [&str; 4] =
        [", so let me know", ", let me know", " - let me know", ", please let me know"];
    const PLANS: [&str; 8] = ["i will ", "i'll ", "i am ", "i'm ", "we will ", "we'll ", "will ", "let me "];
    let is_plan = |rest: &str| PLANS.iter().any(|plan| rest.to_lowercase().starts_with(plan));
    let request = || REQUESTS.iter().find_map(|request| text.find(request)).map(|at| text.split_at(at));
    match text.split_once("; ").filter(|(_, rest)| is_plan(rest)).or_else(request) {
        Some((told, rest)) => vec![told.to_owned(), rest.trim_start_matches([',', ' ', '-']).to_owned()],
        None => vec![text.to_owned()],
    }
}

/// Whether an item is a checkbox.
fn is_task(item: &str) -> bool {
    let item = item.trim_start().to_lowercase();
    item.starts_with("[ ]") || item.starts_with("[x]")
}

/// Whether a label shows that a maintainer added text to the body of an issue.
fn is_of_maintainer(label: &str) -> bool {
    let label = label.to_lowercase();
    ["maintainer", "triage note", "team note", "resolution", "staff"].iter().any(|word| label.contains(word))
}

/// Code longer than this is a log.
const MOST_LINES: usize = 12;

/// Placeholders for empty form fields.
fn is_placeholder(text: &str) -> bool {
    let plain = text.trim_matches(|c: char| "_*().[]".contains(c)).to_lowercase();
    let known = [
        "no response",
        "n/a",
        "na",
        "none",
        "see above",
        "see below",
        "-",
        "unknown",
        "tbd",
        "todo",
        "not applicable",
    ];
    known.contains(&plain.as_str()) || text.starts_with('(') && text.ends_with(')') && text.len() > 20
}

/// A label at the start of a line, and the complete rest of the line: `**Cause:** text`, `Cause: text`, `**Cause**`.
fn label(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    if let Some(inner) = line.strip_prefix("**") {
        let (name, rest) = inner.split_once("**")?;
        let is_set_off = name.trim_end().ends_with([':', '?', '.'])
            || rest.trim_start().starts_with([':', '('])
            || rest.trim().is_empty();
        let rest = rest.trim_start().trim_start_matches(':');
        // `**Root cause** (found by somebody): text`
        let rest = match rest.trim_start().strip_prefix('(').and_then(|inner| inner.split_once("):")) {
            Some((_, rest)) => rest,
            None => rest,
        };
        return (is_set_off && name.len() <= LONGEST).then_some((name, rest));
    }
    let (name, rest) = line.split_once(':')?;
    let is_known = name.len() <= LONGEST && topic(name) != Topic::None && !name.contains('`');
    (is_known && (rest.trim().is_empty() || rest.starts_with(' '))).then_some((name, rest))
}

/// The maximum length of a label.
const LONGEST: usize = 60;
