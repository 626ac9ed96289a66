//! One file a command.

pub(crate) mod check;
pub(crate) mod explain;
pub(crate) mod fmt;

use rayon::prelude::*;

use tagdown::{Fixed, Safety, Settings, fix};

use crate::files::Target;

/// A document mended, unless that would lose a word.
fn mend(text: &str, settings: &Settings, safety: Safety) -> Result<Fixed, String> {
    let fixed = fix(text, settings, safety);
    if fixed.lost.is_empty() {
        return Ok(fixed);
    }
    let words = fixed.lost.join(", ");
    Err(format!("not changed: a fix would have lost words ({words}); please report this"))
}

/// How many documents are worked on between two writes. Output keeps the order of the paths, and memory does
/// not grow with their number.
const BATCH: usize = 256;

/// Works on all targets, several at once, and hands over what came of each in order.
fn for_each<T: Send, E>(
    targets: &[Target],
    work: impl Fn(&Target) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if let [only] = targets {
        return take(work(only));
    }
    for batch in targets.chunks(BATCH) {
        let done: Vec<T> = batch.par_iter().map(&work).collect();
        done.into_iter().try_for_each(&mut take)?;
    }
    Ok(())
}
