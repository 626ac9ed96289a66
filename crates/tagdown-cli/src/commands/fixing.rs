//! Fixes a document, unless that would lose a word, and says which fixes were left out.

use tagdown::document::Document;
use tagdown::rules::{Fixed, Safety, Settings, fix_document};

/// Printed after a run that fixed files whose staged content is still the old one.
pub(super) const UNSTAGED: &str = "the files were changed, but their staged content was not; run `git add`";

/// A fixed document, unless the fix would lose a word.
pub(super) fn fix_safely(
    document: &Document<'_>,
    settings: &Settings,
    safety: Safety,
) -> Result<Fixed, String> {
    let fixed = fix_document(document, settings, safety);
    if fixed.lost.is_empty() {
        return Ok(fixed);
    }
    let words = fixed.lost.join(", ");
    Err(format!("not changed: a fix would drop words ({words}); please report this bug"))
}

/// The message about fixes that were left out, if there are any.
pub(super) fn left_out(fixed: &Fixed) -> Option<String> {
    let rules: Vec<String> = fixed.unsettled.iter().map(|rule| format!("`{rule}`")).collect();
    (!rules.is_empty()).then(|| {
        format!("left out fixes of {} that would change the text again in every run", rules.join(", "))
    })
}
