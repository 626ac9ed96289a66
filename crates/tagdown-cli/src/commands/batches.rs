//! Processes many documents in parallel and hands over the results in order.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use crate::interrupt::INTERRUPTED;
use crate::terminal::Problem;

/// How many documents are processed between two writes. Output keeps the order of the paths, and memory does not grow
/// with their number.
const BATCH: usize = 256;

/// Processes all targets in parallel and hands over the results in order.
pub(super) fn for_each<S: Sync, T: Send>(
    targets: &[S],
    work: impl Fn(&S) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), Problem>,
) -> Result<(), Problem> {
    if let [only] = targets {
        return take(work(only));
    }
    let unless_interrupted = |target: &S| (!INTERRUPTED.load(Ordering::Relaxed)).then(|| work(target));
    for batch in targets.chunks(BATCH) {
        let done: Vec<Option<T>> = batch.par_iter().map(unless_interrupted).collect();
        done.into_iter().flatten().try_for_each(&mut take)?;
        if INTERRUPTED.load(Ordering::Relaxed) {
            return Err("interrupted: every file is intact, but not all were processed".to_owned().into());
        }
    }
    Ok(())
}
