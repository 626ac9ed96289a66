//! Reads an export in any supported format: JSON, CSV, or mails.

use serde_json::Value;

use super::entries::entries;
use super::format::Format;
use super::people::People;
use super::registry::{FORMATS, format_of};
use super::{mail, table};
use crate::convert::trackers::issue::Issue;

/// The issues of an export, and what it lacks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Export {
    pub(crate) issues: Vec<Issue>,
    /// Mails, which become issues once all are known.
    pub(crate) mails: Vec<mail::Mail>,
    /// What could be said with more fields, one sentence each.
    pub(crate) missing: Vec<String>,
}

/// Reads a file of mails.
pub(crate) fn read_mails(bytes: &[u8]) -> Result<Export, String> {
    if mail::is_mail(bytes) {
        Ok(Export { mails: mail::read(bytes)?, ..Export::default() })
    } else {
        Err("it is not a mail".to_owned())
    }
}

/// Reads an export.
pub(crate) fn read(bytes: &[u8]) -> Result<Export, String> {
    if mail::is_mail(bytes) {
        return read_mails(bytes);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8")?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err("it is empty".to_owned());
    }
    let export = if text.starts_with(['[', '{']) {
        read_json(text)?
    } else {
        Export { issues: table::read(text)?, ..Export::default() }
    };
    Ok(export)
}

fn read_json(text: &str) -> Result<Export, String> {
    let root = match serde_json::from_str::<Value>(text) {
        Ok(root) => root,
        // One object per line.
        Err(error) => {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let lines: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
            Value::Array(lines.map_err(|_| format!("it is not valid JSON: {error}"))?)
        }
    };
    let found = entries(root).ok_or("it contains no list of issues")?;
    let people = People::of(&found);
    let read = |entry: &Value| format_of(entry).and_then(|format| (format.issue)(entry, &people));
    let issues: Vec<Issue> = found.iter().filter_map(read).collect();
    if issues.is_empty() && !found.is_empty() {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        return Err(format!("no entry has a title and a number, as the issues of {} do", names.join(", ")));
    }
    Ok(Export { issues, missing: missing(&found, &people), ..Export::default() })
}

/// The wanted fields that no entry of a tracker has.
fn missing(found: &[Value], people: &People) -> Vec<String> {
    let mut out = Vec::new();
    for format in FORMATS {
        let own = || found.iter().filter(|entry| format_of(entry).is_some_and(|one| one.name == format.name));
        // Of pull requests, only the text matters.
        let is_pull = |entry: &&Value| {
            entry.get("closingIssuesReferences").is_some() || entry.get("mergedAt").is_some()
        };
        if own().all(|entry| is_pull(&entry)) {
            continue;
        }
        // A number in place of a list only counts what was not exported.
        let get = |entry: &Value, path: &str| {
            path.split('.').try_fold(entry, |value, key| value.get(key)).is_some_and(|value| !value.is_u64())
        };
        let has = |entry: &Value, field: &str| field.split('|').any(|path| get(entry, path));
        let lacks = |field: &str| !own().any(|entry| has(entry, field));
        let gone = format.wanted.iter().filter(|(field, _)| lacks(field));
        out.extend(gone.map(|(_, what)| format!("the {} export does not say {what}", format.name)));
        out.extend(no_pull_text(format, &own().collect::<Vec<_>>()));
        let talks = own().any(|entry| entry["comments"].as_array().is_some_and(|list| !list.is_empty()));
        if format.name == "GitHub" && talks && !people.has_roles() {
            out.push("the GitHub export does not say who is a maintainer (`authorAssociation` of the comments), so only pull requests and assignees are trusted".to_owned());
        }
    }
    out
}

/// Says that pull requests are only named, if none has a text.
fn no_pull_text(format: &Format, own: &[&Value]) -> Option<String> {
    let all = own.iter().filter_map(|entry| entry["closedByPullRequestsReferences"].as_array()).flatten();
    let is_named = all.clone().next().is_some();
    let has_text = all.clone().any(|pull| pull["body"].is_string())
        || own.iter().any(|entry| entry.get("closingIssuesReferences").is_some());
    (format.name == "GitHub" && is_named && !has_text).then(|| {
        "the GitHub export names pull requests without their text: add a second --issues with the output of \
         `gh pr list --state merged --limit 1000 --json number,title,body,mergedAt,url,author,closingIssuesReferences`"
            .to_owned()
    })
}
