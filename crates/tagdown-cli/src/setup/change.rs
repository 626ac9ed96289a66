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

pub(crate) const BOLD: &str = "tags use asterisks for bold text";

/// The reasons for changing settings that wrap text, and those that write bold text.
pub(crate) const WRAPS: &str = "rewrapped text joins the tag above it; this applies to all Markdown here";
