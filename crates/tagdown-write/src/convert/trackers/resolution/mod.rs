//! Finds a cause and its fix by the way in which a thread ends, where no sentence alone is clear enough: somebody of the
//! team owns up to a slip and mends it, the reporter comes back with the answer, an answer explains and helps, or the team
//! mends what the report has analysed. Who speaks, when, and what follows count for more than single words.

mod analysis;
mod answers;
mod ends;
mod makers;
mod mends;
mod slip_words;
mod slips;

use super::hedges;
use ends::Ends;
pub(crate) use ends::Matter;

/// A cause and its fix, in the words of a thread.
pub(super) struct Resolution {
    pub(super) cause: String,
    pub(super) fix: String,
}

/// How a thread was resolved, if it says so.
pub(super) fn found(matter: &Matter<'_>) -> Option<Resolution> {
    let ends = Ends::of(matter);
    if ends.is_elsewhere() {
        return None;
    }
    let (cause, fix) = slips::owned(&ends)
        .or_else(|| answers::returned(&ends))
        .or_else(|| answers::advised(&ends))
        .or_else(|| analysis::mended(&ends))
        .filter(|(_, fix)| mends::can_be_taken(fix) || ends.is_thanked(fix.turn))?;
    Some(Resolution { cause: told(&cause.text), fix: mends::told(fix) })
}

/// What the author of the merged change says about the cause.
pub(super) fn diagnosed(matter: &Matter<'_>) -> Option<String> {
    makers::diagnosed(&Ends::of(matter))
}

/// A cause without the doubt of its speaker, which the end of the thread has removed.
fn told(text: &str) -> String {
    hedges::bare(text).map_or_else(|| text.to_owned(), |bare| bare.text)
}
