//! A made-up thread, and what becomes of it.

use serde_json::{Value, json};
use tagdown::document::Kind;
use tagdown::rules::Settings;
use tagdown_write::convert::trackers::{Became, put_in, read};

const PAGE: &str = "# Depot\n**Version 1.0.0** · Team · 2026-03-01 · HADS 1.0.0\n\n---\n\n## AI READING INSTRUCTION\n\nRead `[SPEC]` and \
    `[BUG]` blocks for authoritative facts. Read `[NOTE]` only if needed.\n\n## Sync\n\n**[SPEC]**\n- A sync copies every crate to the mirror.\n";

/// What became of an issue: its kind, cause and fix.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) kind: Option<Kind>,
    pub(crate) cause: Option<String>,
    pub(crate) fix: Option<String>,
}

/// A closed issue with these comments (author, role and text) and, unless it has no title, a merged pull request by `pat`.
pub(crate) fn made(comments: &[(&str, &str, &str)], pull: (&str, &str)) -> Made {
    made_of("Sync loses a crate on the mirror", comments, pull)
}

/// The same with a title of its own.
pub(crate) fn made_of(title: &str, comments: &[(&str, &str, &str)], pull: (&str, &str)) -> Made {
    let said = |(name, role, text): &(&str, &str, &str)| json!({"author": {"login": name}, "authorAssociation": role, "body": text});
    let pulls = if pull.0.is_empty() {
        json!([])
    } else {
        json!([{"number": 12, "title": pull.0, "body": pull.1, "state": "MERGED", "author": {"login": "pat"}, "url": "https://forge.example/depot/pull/12"}])
    };
    let issue = json!([{
        "number": 7, "title": title, "state": "CLOSED", "stateReason": "COMPLETED", "labels": [{"name": "bug"}],
        "url": "https://forge.example/depot/issues/7", "author": {"login": "ann"}, "authorAssociation": "NONE",
        "body": "One crate is missing on the mirror, with error E7 in the log.",
        "comments": comments.iter().map(said).collect::<Vec<Value>>(), "closedByPullRequestsReferences": pulls,
    }]);
    let issues = read(&issue.to_string()).expect("an export");
    let filled = put_in(PAGE, &[(&issues[0], "sync")], &Settings::default());
    // The fields of a `[?]` are not read as fields.
    let of = |name: &str| {
        let mut lines = filled.output.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).map(str::to_owned)
    };
    let kind = match &filled.became[0] {
        Became::Block(kind, _) => Some(*kind),
        Became::Out(_) => None,
    };
    Made { kind, cause: of("Cause"), fix: of("Fix") }
}
