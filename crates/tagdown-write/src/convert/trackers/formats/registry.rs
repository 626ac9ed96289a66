//! The trackers whose JSON exports are read. A new tracker is one file and one line here.

use serde_json::Value;

use super::format::Format;
use super::{bugzilla, github, gitlab, jira, linear};

/// All trackers. The first that recognises an entry reads it.
pub(crate) const FORMATS: [&Format; 5] =
    [&jira::FORMAT, &linear::FORMAT, &bugzilla::FORMAT, &gitlab::FORMAT, &github::FORMAT];

/// The tracker that an entry comes from.
pub(crate) fn format_of(entry: &Value) -> Option<&'static Format> {
    FORMATS.into_iter().find(|format| entry.is_object() && (format.is_it)(entry))
}
