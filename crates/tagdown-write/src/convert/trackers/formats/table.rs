//! Tables: comma-separated values of Jira, Linear, Bugzilla and support desks. Columns are found by name.

use crate::convert::trackers::clean::from_jira;
use crate::convert::trackers::issue::{Comment, Issue, Speaker, State};

/// Column names by content; the first match wins.
const COLUMNS: &[(Column, &[&str])] = &[
    (
        Column::Ignored,
        &[
            "parent",
            "assignee",
            "reporter",
            "requester",
            "created",
            "updated",
            "due",
            "priority",
            "customer",
            "agent",
            "sprint",
        ],
    ),
    (Column::Cause, &["root cause", "cause", "ursache"]),
    (Column::Workaround, &["workaround"]),
    (Column::Affected, &["affects version", "affects version/s", "affected version", "affects versions"]),
    (Column::FixVersion, &["fix version", "fix version/s", "fixed in", "fixed version"]),
    (Column::Resolution, &["resolution", "solution", "fix", "lösung", "answer"]),
    (
        Column::Id,
        &["ticket id", "issue key", "bug id", "ticket number", "ticket", "key", "number", "id", "#", "iid"],
    ),
    (Column::Title, &["short desc", "short_desc", "subject", "summary", "title", "betreff"]),
    (Column::Symptom, &["symptom"]),
    (Column::Body, &["description", "body", "details", "problem", "beschreibung"]),
    (Column::Status, &["status", "state", "bug_status"]),
    (Column::Labels, &["label", "tags", "issue type", "type", "category"]),
    (Column::Comment, &["comment"]),
    (Column::Url, &["url", "link"]),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Ignored,
    Id,
    Title,
    Body,
    Symptom,
    Cause,
    Resolution,
    FixVersion,
    Affected,
    Workaround,
    Status,
    Labels,
    Comment,
    Url,
}

pub(crate) fn read(text: &str) -> Result<Vec<Issue>, String> {
    let header = text.lines().next().unwrap_or_default();
    let delimiter =
        [b',', b';', b'\t'].into_iter().max_by_key(|mark| header.bytes().filter(|byte| byte == mark).count());
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter.unwrap_or(b','))
        .flexible(true)
        .from_reader(text.as_bytes());
    let names = reader.headers().map_err(|error| format!("it is neither JSON nor CSV: {error}"))?.clone();
    let columns: Vec<Option<Column>> = names.iter().map(column).collect();
    let has = |column: Column| columns.contains(&Some(column));
    if !has(Column::Title) {
        return Err(
            "it is not JSON, and as CSV it has no column such as Title, Subject or Summary".to_owned()
        );
    }
    let mut issues = Vec::new();
    for (index, row) in reader.records().enumerate() {
        let row = row.map_err(|error| format!("it is not valid CSV: {error}"))?;
        let cells =
            || columns.iter().zip(row.iter()).filter_map(|(column, cell)| Some(((*column)?, cell.trim())));
        issues.extend(issue(cells().filter(|(_, cell)| !cell.is_empty()), index + 1));
    }
    Ok(issues)
}

fn column(name: &str) -> Option<Column> {
    let name = name.trim().to_lowercase();
    let is_named = |words: &str| {
        name == *words
            || name.starts_with(&format!("{words} "))
            || name.ends_with(&format!(" {words}"))
            || name.strip_suffix('s') == Some(words)
    };
    COLUMNS.iter().find(|(_, names)| names.iter().any(|words| is_named(words))).map(|(column, _)| *column)
}

/// The field of a failure that a column with this name contains.
pub(crate) fn field_name(name: &str) -> Option<&'static str> {
    match column(name)? {
        Column::Symptom => Some("symptom"),
        Column::Cause => Some("cause"),
        Column::Resolution => Some("fix"),
        Column::Workaround => Some("workaround"),
        Column::Affected => Some("affected versions"),
        _ => None,
    }
}

fn issue<'c>(cells: impl Iterator<Item = (Column, &'c str)>, row: usize) -> Option<Issue> {
    let mut issue = Issue::new(format!("row {row}"), "");
    let mut versions = Vec::new();
    let mut status = None;
    let mut resolution = None;
    for (column, cell) in cells {
        let mut field = |name: &str, text: &str| issue.columns.push((name.to_owned(), text.to_owned()));
        match column {
            // A key that people use takes precedence over a bare number.
            Column::Id if issue.id.starts_with("row ") => cell.clone_into(&mut issue.id),
            Column::Title => cell.clone_into(&mut issue.title),
            Column::Body => issue.body = from_jira(cell),
            Column::Symptom => field("symptom", cell),
            Column::Cause => field("cause", cell),
            Column::Workaround => field("workaround", cell),
            Column::Affected => field("affected versions", cell),
            Column::FixVersion => versions.push(cell.to_owned()),
            Column::Url => issue.url = Some(cell.to_owned()).filter(|url| url.starts_with("http")),
            Column::Labels => {
                issue.labels.extend(cell.split([',', ';']).map(|label| label.trim().to_lowercase()));
            }
            Column::Status => status = Some(is_closed(cell)),
            Column::Ignored | Column::Id => {}
            Column::Resolution => match outcome(cell) {
                Some(state) => resolution = Some(state),
                None => field("fix", cell),
            },
            Column::Comment => {
                // Jira writes the date and the name before the text.
                let mut parts = cell.splitn(3, ';');
                let text = match (parts.next(), parts.next(), parts.next()) {
                    (Some(day), Some(_), Some(text)) if day.contains(|c: char| c.is_ascii_digit()) => text,
                    _ => cell,
                };
                issue.comments.push(Comment::new(from_jira(text), Speaker::Maintainer));
            }
        }
    }
    if !versions.is_empty() {
        issue.columns.push(("fix version".to_owned(), format!("Fix version {}", versions.join(", "))));
    }
    // An issue without a status is open.
    let has_fix = issue.columns.iter().any(|(name, _)| name == "fix");
    issue.state = match (resolution, status) {
        (Some(state), _) if status != Some(false) || state != State::Closed => state,
        (_, Some(true)) => State::Closed,
        (_, None) if has_fix => State::Closed,
        _ => State::Open,
    };
    (!issue.title.is_empty()).then_some(issue)
}

pub(crate) fn is_closed(status: &str) -> bool {
    let status = status.to_lowercase();
    let is_reopened = status.contains("reopen");
    !is_reopened
        && ["closed", "resolved", "done", "solved", "fixed", "complete", "verified"]
            .iter()
            .any(|word| status.contains(word))
}

/// The state in the `Resolution` column, if it contains a state and not text.
pub(crate) fn outcome(cell: &str) -> Option<State> {
    match cell.trim().to_lowercase().as_str() {
        "fixed" | "done" | "resolved" | "completed" | "closed" | "solved" => Some(State::Closed),
        "unresolved" | "-" | "n/a" | "none" | "open" => Some(State::Open),
        "duplicate" | "duplicated" => Some(State::Duplicate),
        "wontfix" | "worksforme" | "won't fix" | "wont fix" | "won't do" | "wont do" | "declined"
        | "rejected" | "invalid" | "not a bug" | "works as designed" | "works as intended" | "by design"
        | "cannot reproduce" | "can't reproduce" | "incomplete" | "user error" | "not an issue" => {
            Some(State::NotPlanned)
        }
        _ => None,
    }
}
