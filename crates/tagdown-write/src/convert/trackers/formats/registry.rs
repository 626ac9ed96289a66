//! The trackers whose JSON exports are read. A new tracker is one file and one line here.

use serde_json::Value;

use super::people::People;
use super::{bugzilla, github, gitlab, jira, linear};
use crate::convert::trackers::issue::Issue;

/// A tracker's JSON export.
pub(crate) struct Format {
    /// The tracker.
    pub(crate) name: &'static str,
    /// Whether an entry comes from it.
    pub(crate) is_it: fn(&Value) -> bool,
    /// Reads an entry.
    pub(crate) issue: fn(&Value, &People) -> Option<Issue>,
    /// Fields without which less can be said, and how to export them. Unknown fields are ignored.
    pub(crate) wanted: &'static [(&'static str, &'static str)],
}

/// All trackers. The first that recognises an entry reads it.
pub(crate) const FORMATS: [&Format; 5] =
    [&jira::FORMAT, &linear::FORMAT, &bugzilla::FORMAT, &gitlab::FORMAT, &github::FORMAT];

/// The tracker that an entry comes from.
pub(crate) fn format_of(entry: &Value) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| entry.is_object() && (format.is_it)(entry))
}
