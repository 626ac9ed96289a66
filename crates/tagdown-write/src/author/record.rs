//! Records in the document who confirmed a claim, when, and on what evidence, as the configuration specifies.

use tagdown::document::{Document, Kind, parse_with};
use tagdown::markdown::{Node, NodeKind};
use tagdown::rules::{Edit, apply};
use tagdown::text::Span;

use super::add::{NewBlock, behind, insert};
use super::guard::misread;

/// Where a confirmation is recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Record {
    /// In a NOTE below the block.
    #[default]
    Note,
    /// In the changelog section of the document.
    Changelog,
    /// Nowhere.
    Nothing,
}

impl Record {
    /// All values.
    pub const ALL: [Record; 3] = [Self::Note, Self::Changelog, Self::Nothing];

    /// The name in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Changelog => "changelog",
            Self::Nothing => "nothing",
        }
    }
}

/// A confirmation.
#[derive(Clone, Debug)]
pub struct Confirmation<'c> {
    /// Who confirmed it.
    pub by: &'c str,
    /// The day, as `2026-03-01`.
    pub date: &'c str,
    /// What shows that it is true.
    pub evidence: &'c str,
}

/// Removed text that a record keeps, so no reason is lost.
pub(crate) type Was = Vec<String>;

/// Records a confirmation of the block at `at`.
pub(crate) fn write(
    document: &Document<'_>,
    at: usize,
    confirmation: &Confirmation<'_>,
    record: Record,
    was: &Was,
) -> Result<String, String> {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let by = line(confirmation.by);
    let evidence = line(confirmation.evidence);
    let stop = if evidence.ends_with(['.', '!', '?']) { "" } else { "." };
    let date = confirmation.date;
    let said = if evidence.is_empty() { ".".to_owned() } else { format!(": {evidence}{stop}") };
    let before = if was.is_empty() { String::new() } else { format!(" Previously: {}", was.join(" ")) };
    match record {
        Record::Nothing => Ok(document.source.text().to_owned()),
        Record::Note => {
            let block = document.block_at(at).ok_or("the block no longer exists")?;
            let note = format!(
                "{}{}Confirmed by {by} on {date}{said}{before}",
                Kind::Note.tag_line(),
                document.source.eol()
            );
            let (edit, span) = behind(&document.source, block.content.end, &note);
            finish(document, edit, span)
        }
        Record::Changelog => {
            let address = document.address(at);
            let item = format!("{date}: `#{address}` confirmed by {by}{said}{before}");
            in_changelog(document, &item)
        }
    }
}

/// Names of sections that list changes.
const CHANGELOGS: &str = "changelog, change log, changes, history, change history, revision history, version history, \
    document history, revisions, release notes";

fn in_changelog(document: &Document<'_>, item: &str) -> Result<String, String> {
    let is_it = |title: &str| CHANGELOGS.split(", ").any(|name| title.eq_ignore_ascii_case(name));
    let section = document.sections.iter().rposition(|section| section.level > 1 && is_it(&section.title));
    let section = section.ok_or(
        "there is no `Changelog` section to record the confirmation in; add one or set `promote-record = \"note\"`",
    )?;
    let next =
        document.sections.get(section + 1).map_or(document.source.text().len(), |next| next.heading.start);
    let own = Span::new(document.sections[section].heading.end, next);
    // History is not a fact: it must not go into the list of a SPEC.
    let is_fact = |at: usize| document.block_at(at).is_some_and(|block| block.kind == Kind::Spec);
    let list = document
        .markdown
        .top_in(own)
        .find(|node| matches!(node.kind, NodeKind::List { start: None }) && !is_fact(node.span.start));
    let Some(list) = list else {
        let text = format!("- {item}");
        let block = NewBlock { kind: Kind::Note, title: None, text: &text };
        return insert(document, section, &block).map(|made| made.output);
    };
    let span = document.source.trim(list.span);
    let mark = document.text(span).chars().next().unwrap_or('-');
    let eol = document.source.eol();
    let (at, made, start) = if is_newest_last(document, list) {
        (span.end, format!("{eol}{mark} {item}"), span.end + eol.len())
    } else {
        (span.start, format!("{mark} {item}{eol}"), span.start)
    };
    let made_span = Span::new(start, start + mark.len_utf8() + 1 + item.len());
    finish(document, Edit::insert(at, made), made_span)
}

/// Whether the first item of a changelog is older than its last.
fn is_newest_last(document: &Document<'_>, list: &Node) -> bool {
    let lines: Vec<&str> = document.text(list.span).lines().filter(|line| !line.starts_with(' ')).collect();
    let date = |line: &&str| {
        let is_date = |word: &&str| {
            word.len() == 10
                && word
                    .chars()
                    .enumerate()
                    .all(|(index, c)| if [4, 7].contains(&index) { c == '-' } else { c.is_ascii_digit() })
        };
        line.split(|c: char| !c.is_ascii_digit() && c != '-').find(is_date).map(str::to_owned)
    };
    let dates: Vec<String> = lines.iter().filter_map(date).collect();
    dates.first() < dates.last()
}

/// The text with the record in it, if all other words are read as before.
fn finish(document: &Document<'_>, edit: Edit, made: Span) -> Result<String, String> {
    let output = apply(document.source.text(), &[edit]);
    let after = parse_with(&output, &document.own_tags);
    match misread(document, &[], &after, &[made]) {
        None => {
            drop(after);
            Ok(output)
        }
        Some(word) => Err(format!(
            "below the record, `{word}` would be read under a different tag; tag that text first"
        )),
    }
}
