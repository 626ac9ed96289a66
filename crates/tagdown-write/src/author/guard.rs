//! Guards every change that a person makes: no new `check` error, and no other word read under another tag.

use std::collections::BTreeMap;

use tagdown::document::Kind;
use tagdown::document::{Block, Document};
use tagdown::rules::{self, Finding, Settings, Severity};
use tagdown::text::Span;

/// A changed document.
#[derive(Clone, Debug)]
pub struct Change {
    /// The complete document.
    pub output: String,
    /// The block that was written, as an address within the document.
    pub address: String,
    /// Findings that do not prevent the change.
    pub remarks: Vec<String>,
}

/// Rejects control and bidi characters, which are invisible and could control a terminal.
pub(crate) fn unseen(words: &str) -> Option<String> {
    let is_unseen = |c: &char| {
        c.is_control() && !"\n\r\t".contains(*c)
            || matches!(*c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let found = words.chars().find(is_unseen)?;
    Some(format!("the text contains the control character U+{:04X}", u32::from(found)))
}

/// The findings of a changed document that are new, most severe first.
pub(super) fn fresh(before: &Document<'_>, after: &Document<'_>, settings: &Settings) -> Vec<Finding> {
    let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let key = |document: &Document<'_>, finding: &Finding| {
        (finding.rule, document.text(finding.span).to_owned() + &finding.message)
    };
    for finding in rules::check(before, settings) {
        *known.entry(key(before, &finding)).or_default() += 1;
    }
    let is_fresh = |finding: &Finding| match known.get_mut(&key(after, finding)) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    };
    let mut found: Vec<Finding> = rules::check(after, settings);
    found.retain(is_fresh);
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

/// Refuses a change that breaks a rule of this severity or higher and names the rule. Lighter findings become remarks.
pub(crate) fn judge(
    before: &Document<'_>,
    after: &Document<'_>,
    settings: &Settings,
    least: Severity,
) -> Result<Vec<String>, String> {
    let found = fresh(before, after, settings);
    let say = |finding: &Finding| {
        let line = after.source.position(finding.span.start).line;
        format!("line {line}: {} ({})", finding.message, finding.rule)
    };
    let is_reason = |finding: &&Finding| finding.severity >= least && !rules::is_authors_own(finding);
    match found.iter().find(is_reason) {
        Some(finding) => {
            // The advice after the semicolon is for text that is already in a document.
            let what = finding.message.split(';').next().unwrap_or_default();
            Err(format!("it would break the rule {}: {what}", finding.rule))
        }
        None => Ok(found.iter().filter(|finding| finding.severity > Severity::Info).map(say).collect()),
    }
}

/// What is wrong with the title of a written block. It must be read exactly as given.
pub(crate) fn spoilt_title(after: &Document<'_>, block: &Block, given: Option<&str>) -> Option<String> {
    let read = after.tag_of(block).and_then(|tag| tag.title).map(|title| after.text(title));
    let given = given?.trim();
    if given.is_empty() {
        return Some("a BUG needs a title".to_owned());
    }
    let read = read.filter(|title| !title.contains("**") && !title.starts_with('['));
    (read != Some(given))
        .then(|| format!("a tag line cannot contain the title `{given}`; write it without `**` and brackets"))
}

/// The first word outside some spans that would be read as another kind of block, or would disappear.
pub(crate) fn misread<'d>(
    before: &'d Document<'_>,
    gone: &[Span],
    after: &'d Document<'_>,
    made: &[Span],
) -> Option<&'d str> {
    let (old, new) = (outside(before, gone), outside(after, made));
    let differs = old.iter().zip(&new).find(|(old, new)| old != new).map(|(old, _)| old.1);
    differs.or_else(|| {
        let longer = if old.len() > new.len() { &old } else { &new };
        longer.get(old.len().min(new.len())).map(|(_, word)| *word)
    })
}

/// The words outside some spans, each with the kind a reader takes it for.
pub(super) fn outside<'d>(document: &'d Document<'_>, spans: &[Span]) -> Vec<(Kind, &'d str)> {
    let start = document.source.text().as_ptr() as usize;
    let mut spans = spans.to_vec();
    spans.sort_by_key(|span| span.start);
    let is_outside = |word: &str| {
        let at = word.as_ptr() as usize - start;
        let before = spans.partition_point(|span| span.start <= at);
        !spans[..before].last().is_some_and(|span| span.contains(at))
    };
    document.reading().into_iter().filter(|(_, word)| is_outside(word)).collect()
}
