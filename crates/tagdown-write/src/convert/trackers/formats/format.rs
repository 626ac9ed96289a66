//! What a tracker's JSON export is.

use serde_json::Value;

use super::people::People;
use crate::convert::trackers::issue::Issue;

/// A tracker's JSON export.
pub(crate) struct Format {
    /// The tracker.
    pub(crate) name: &'static str,
    /// Whether an entry comes from it.
    pub(crate) is_it: fn(&Value) -> bool,
    /// Reads an entry.
    pub(crate) issue: fn(&Value, &People) -> Option<Issue>,
    /// Fields without which less can be said, and how to export them; `|` separates other spellings, `.`
    /// leads into a field. Unknown fields are ignored.
    pub(crate) wanted: &'static [(&'static str, &'static str)],
}
