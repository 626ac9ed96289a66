//! An action: what it is called, what it resolves, and what it does.

use serde_json::{Value, json};
use tagdown::rules::Edit;

use crate::world::View;

/// The kind of the action that applies all safe fixes.
pub(super) const FIX_ALL: &str = "source.fixAll.tagdown";

/// An action.
pub(super) struct Action {
    pub(super) title: String,
    pub(super) kind: &'static str,
    /// Whether an editor may take it without asking: it is safe, and it is the fix of a finding.
    pub(super) is_preferred: bool,
    /// The finding that it resolves, as the editor knows it.
    pub(super) diagnostic: Option<Value>,
    pub(super) does: Does,
}

/// What an action does.
pub(super) enum Does {
    /// These edits.
    Edits(Vec<Edit>),
    /// The edits take long to find, so they are found when somebody takes the action.
    Later(Value),
    /// A command, with its argument.
    Command(&'static str, Value),
}

/// Above this size, in bytes, edits are found when somebody takes an action. Each costs a parse of the document.
const LARGE: usize = 100_000;

/// Whether the edits of actions are found later.
pub(super) fn is_large(view: &View<'_>) -> bool {
    view.world.client.resolves && view.open.text.len() > LARGE
}

/// What the editor sends back when somebody takes an action: which document, and what to do.
pub(super) fn about(view: &View<'_>, does: &str) -> Value {
    json!({"uri": view.open.uri, "version": view.open.version, "does": does})
}
