//! The context of a rule: what it can read, and where it reports.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::rc::Rc;

use super::allowances::rule_names;
use super::finding::{Finding, Severity};
use super::surroundings::Surroundings;
use super::wording::{CueTable, Wording};
use crate::document::{Document, Kind, Suppression, TagLine, TagSpacing, can_follow_tag};
use crate::markdown::{Node, NodeKind};
use crate::prose::{Language, Lexicon, Passage, passages};
use crate::text::{Span, nearest_name};

/// What a rule can read, and where it reports.
pub struct Context<'c, 't> {
    /// The document.
    pub document: &'c Document<'t>,
    /// The name of the rule that runs.
    pub(super) rule: &'static str,
    /// The severity of its findings.
    pub(super) severity: Severity,
    /// The values of its options, in the order of the rule's own list.
    pub(super) options: &'c [usize],
    pub(super) tag_spacing: TagSpacing,
    /// Whether a person named the document on the command line.
    pub(crate) is_named: bool,
    pub(super) language: Language,
    pub(super) surroundings: Option<&'c dyn Surroundings>,
    pub(super) cues: &'static CueTable,
    /// Names in suppression comments that suppress nothing.
    pub(crate) unused: &'c HashSet<Span>,
    pub(super) passages: &'c OnceCell<Rc<Vec<Passage>>>,
    pub(super) wording: &'c OnceCell<Wording>,
    pub(super) findings: &'c mut Vec<Finding>,
}

impl<'c, 't> Context<'c, 't> {
    /// Reports a finding. The caller adds a fix and related places to the returned value.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding {
            rule: self.rule,
            severity: self.severity,
            span,
            message: message.into(),
            related: Vec::new(),
            fix: None,
        });
        self.findings.last_mut().expect("one was just pushed")
    }

    /// The value of the rule's first option.
    pub(crate) fn option(&self) -> usize {
        self.options.first().copied().unwrap_or_default()
    }

    pub(crate) fn allows_blank_after_tag(&self) -> bool {
        self.tag_spacing == TagSpacing::Either
    }

    /// The text of a span.
    pub(crate) fn text(&self, span: Span) -> &'t str {
        self.document.text(span)
    }

    /// The start of a span, for a message.
    pub(crate) fn quote(&self, span: Span) -> String {
        let text = self.text(span);
        let line = text.lines().next().unwrap_or_default();
        let mut shown: String = line.chars().take(40).collect();
        if shown.len() < text.trim_end().len() {
            shown.push('…');
        }
        shown
    }

    /// The document's running text, which is found quicker than [`Self::wording`].
    pub(crate) fn passages(&self) -> &'c Rc<Vec<Passage>> {
        self.passages.get_or_init(|| passages::passages(self.document).into())
    }

    /// The document's running text and the cues in it.
    pub(crate) fn wording(&self) -> &'c Wording {
        self.wording
            .get_or_init(|| Wording::new(self.document, Rc::clone(self.passages()), self.language, self.cues))
    }

    /// The phrases of the rules for SPEC blocks, each with the name of its rule.
    pub(crate) fn spec_cues(&self) -> &'static Lexicon<&'static str> {
        self.cues.of(Kind::Spec)
    }

    /// Reports every sentence that contains a cue of the rule; `message` builds the message from the words.
    pub(crate) fn report_cues(&mut self, message: impl Fn(&str) -> String) {
        for hit in self.wording().hits(self.rule) {
            self.report(hit.span, message(&self.words(hit.span)));
        }
    }

    /// Some running text on one line, without emphasis, for a message.
    pub(crate) fn words(&self, span: Span) -> String {
        let text = self.text(span).replace(['*', '_'], "");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The files and anchors around the document, if they are known.
    pub(crate) fn surroundings(&self) -> Option<&'c dyn Surroundings> {
        self.surroundings
    }

    /// The line ending for inserted text.
    pub(crate) fn eol(&self) -> &'static str {
        self.document.source.eol()
    }

    /// What a fix inserts between a tag and its content: a blank line if Markdown would join the two, or if the
    /// project's formatters would add one.
    pub(crate) fn gap_below_tag(&self, node: Option<&Node>) -> &'static str {
        let is_close = |node: &Node| {
            can_follow_tag(self.document, node)
                && (!self.allows_blank_after_tag() || node.kind == NodeKind::Paragraph)
        };
        if node.is_none_or(is_close) { "" } else { self.eol() }
    }

    /// Whether a rule has this name.
    pub(crate) fn is_rule(&self, name: &str) -> bool {
        self.cues.names().any(|known| known == name)
    }

    /// The names of rules in a suppression comment, known or not.
    pub(crate) fn rule_names(&self, comment: &Suppression) -> Vec<Span> {
        rule_names(self.document, comment, |name| self.is_rule(name))
    }

    /// The message for a name that no rule has.
    pub(crate) fn unknown_rule(&self, name: &str) -> String {
        unknown_rule(name, &self.cues.names().collect::<Vec<_>>())
    }
}

/// The message for a name that is not in `names`.
pub(crate) fn unknown_rule(name: &str, names: &[&str]) -> String {
    match nearest_name(&name.to_lowercase(), names.iter().copied()) {
        Some(near) => format!("unknown rule `{name}`; did you mean `{near}`?"),
        None => format!("unknown rule `{name}`; run `tagdown explain` to list all rules"),
    }
}

/// The text between the brackets of a tag, with the name in upper case and the qualifier as the author wrote it.
pub(crate) fn bracketed(document: &Document<'_>, tag: &TagLine, kind: Kind) -> String {
    let name = tag.own_name().unwrap_or(kind.name());
    let Some(qualifier) = tag.qualifier else { return name.to_owned() };
    let before = &document.source.text()[..qualifier.start];
    let gap = before.rfind('[').map_or("", |open| before[open + 1..].trim_start());
    match gap.get(name.len()..) {
        Some(gap) => format!("{name}{gap}{}", document.text(qualifier)),
        // A number that is part of the name is part of the qualifier.
        None => format!("{name}{}", document.text(qualifier).get(name.len()..).unwrap_or_default()),
    }
}

/// The tag in canonical form, with its title. What stands in the brackets besides the name stays there.
pub(crate) fn canonical_tag(document: &Document<'_>, tag: &TagLine, kind: Kind) -> String {
    let name = bracketed(document, tag, kind);
    match tag.title {
        None => format!("**[{name}]**"),
        Some(title) => {
            let colon = if document.source.text()[title.end..].starts_with(':') { ":" } else { "" };
            format!("**[{name}] {}{colon}**", document.text(title))
        }
    }
}
