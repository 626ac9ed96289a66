//! A change of one setting.

use serde_json::Value;

/// A change at a path of keys.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// Sets the key to this value, replacing any old one.
    Set(Value),
    /// Appends this value to the list.
    Push(Value),
}

/// The reason for changing a setting that writes bold text.
pub(crate) const BOLD: &str = "tags use asterisks for bold text";

/// The reason for changing a setting that wraps text.
pub(crate) const WRAPS: &str =
    "wrapping would join a tag with its text; this setting affects all Markdown files here";
