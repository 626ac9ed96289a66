//! Splits an issue into its sentences, in order, each with its speaker and the label above it.

use tagdown::document::{Document, parse};
use tagdown::markdown::{Node, NodeKind, strip_list_marker};
use tagdown::prose::sentence;
use tagdown::text::{Span, one_line};

use super::issue::{Issue, Speaker};
use crate::convert::trackers::clean::{without_courtesy, without_emoji, without_markup, without_struck};

/// The topic that a label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Symptom,
    Cause,
    Fix,
    Workaround,
    Affected,
    /// A topic of no use here: steps, versions, wishes.
    Other,
    /// No topic: running text.
    None,
}

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
            code: None,
        }
    }
}

/// Labels and their topics.
const LABELS: &[(Topic, &str)] = &[
    (
        Topic::Symptom,
        "symptom, symptoms, what happened, what happens, describe the bug, bug description, actual behavior, actual \
        behaviour, actual result, actual results, actual, current behavior, current behaviour, observed behavior, observed behaviour, \
        observed, problem, problem description, the problem, issue, issue description, description, summary, what is the current bug \
        behavior, what went wrong, impact, customer impact, user impact, error, error message, what, symptôme, symptome, síntoma, sintoma, симптом, 现象, 症状, 現象",
    ),
    (
        Topic::Cause,
        "cause, causes, root causes, reasons, root cause, the cause, the real cause, real cause, the reason, why, what caused it, what was wrong, reason, analysis, diagnosis, root cause analysis, explanation, why it happens, ursache, \
        causa, raiz, what is wrong, what is going wrong, why this happens, why did this happen, причина, 原因",
    ),
    (
        Topic::Fix,
        "fix, the fix, what we did, what we changed, what was done, what changed, how we fixed it, solution, resolution, resolved by, fixed by, how to fix, remedy, fixed in, fixed version, fix version, \
        fix versions, changes, change, description of change, description of changes, what changes did you make, modifications, modification, implementation, summary of changes, what has changed, describe the solution, solution description, what this pr does, what does this pr do, what this does, proposed changes, the change, this change, approach, new behavior, new behaviour, lösung, behebung, solución, solução, soluzione, решение, 解决, 解决方案, 解決, 対処",
    ),
    (
        Topic::Other,
        "release note, release notes, release justification, changelog, changelog entry, notes for reviewers, notes for the reviewer, special notes for your reviewer, notes to reviewers",
    ),
    // What surrounds a failure is no cause by its heading.
    (
        Topic::None,
        "motivation, motivation and context, context and motivation, problem and motivation, background, why is this needed, why we need it",
    ),
    (Topic::Workaround, "workaround, work around, workarounds"),
    (Topic::Affected, "affected versions, versions affected, affected, affects versions, affects version"),
];

/// Words in labels of sections that say nothing about a failure: what was expected, done or used.
const ASIDE: &str = "expected, steps, reproduce, reproduction, version, environment, platform, system, os, browser, screenshot, screenshots, \
    additional, context, log, logs, output, checklist, setup, possible, potential, suspected, suggested, suggestion, proposed, \
    proposal, desired, alternatives, feature, related, like, conduct, severity, priority, impact, timeline, config, configuration, backend, \
    storage, since, links, references, regression, acceptance, definition, todo, tasks, test, tests, tested, testing, verify, verification, verified, validation, expect, driver, anything, risk, risks, reviewer, reviewers, qa, cla, drawbacks, follow-up";

/// The topic of a label.
pub(super) fn topic(label: &str) -> Topic {
    let plain: String = label.to_lowercase().replace(['*', '_', '`', '#', '?', ':', '!'], " ");
    // Text in parentheses after it, such as the author, is not part of it.
    let plain = plain.split('(').next().unwrap_or_default();
    let plain =
        plain.trim_matches(|c: char| !c.is_alphanumeric()).split_whitespace().collect::<Vec<_>>().join(" ");
    let is_it = |names: &&str| {
        names.split(',').any(|name| name.split_whitespace().collect::<Vec<_>>().join(" ") == plain)
    };
    let is_aside = || plain.split(' ').any(|word| ASIDE.split(',').any(|aside| aside.trim() == word));
    let unknown = || if is_aside() { Topic::Other } else { Topic::None };
    LABELS.iter().find(|(_, names)| is_it(names)).map_or_else(unknown, |(topic, _)| *topic)
}

/// The topic of a label in a pull request, where `What` is what was done.
fn topic_of_change(label: &str) -> Topic {
    let is_what = label.trim_matches(|c: char| !c.is_alphanumeric()).eq_ignore_ascii_case("what");
    if is_what { Topic::Fix } else { topic(label) }
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
    let text = without_markup(text);
    let document = parse(&text);
    let mut ear = Ear { document: &document, speaker, turn, topic_of, topic: Topic::None, paragraph: 0, out };
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
            NodeKind::List { .. } => self.list(node.span),
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
        if found.is_empty() {
            found.push(span);
        }
        let told = found.into_iter().flat_map(|sentence| apart(&one_line(self.document.text(sentence))));
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
        let text = without_mention(&text).trim_start_matches(['→', '-', '–', '—', '=', '>', ' ']);
        let bare = ["edit:", "edit 2:", "update:", "edit 1:"]
            .iter()
            .find(|mark| text.to_lowercase().starts_with(**mark));
        let text = text.get(bare.map_or(0, |mark| mark.len())..).unwrap_or(text).trim_start();
        // The thanks of others say that something helped.
        let is_team = matches!(self.speaker, Speaker::Maintainer | Speaker::Contributor);
        let text = if is_team { without_courtesy(text) } else { text }.to_owned();
        if text.contains(char::is_alphanumeric) && !is_placeholder(&text) {
            self.out.push(Said {
                text,
                speaker: self.speaker,
                topic,
                is_labelled: topic != Topic::None,
                turn: self.turn,
                paragraph: self.paragraph,
                code: None,
            });
        }
    }
}

/// A sentence and what its speaker adds about their plans: `The list is empty; I will send a patch`.
fn apart(text: &str) -> Vec<String> {
    const PLANS: [&str; 8] = ["i will ", "i'll ", "i am ", "i'm ", "we will ", "we'll ", "will ", "let me "];
    let is_plan = |rest: &str| PLANS.iter().any(|plan| rest.to_lowercase().starts_with(plan));
    match text.split_once("; ").filter(|(_, rest)| is_plan(rest)) {
        Some((told, rest)) => vec![told.to_owned(), rest.to_owned()],
        None => vec![text.to_owned()],
    }
}

/// A sentence without the names of those it speaks to.
fn without_mention(text: &str) -> &str {
    let mut rest = text;
    while let Some((name, after)) = rest.strip_prefix('@').and_then(|rest| rest.split_once(' ')) {
        let is_name =
            name.trim_end_matches([',', ':']).chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        if name.is_empty() || !is_name {
            break;
        }
        rest = after.trim_start();
    }
    rest
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
