//! One file a command.

pub(crate) mod add;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod init;
mod issues;
mod job;
pub(crate) mod man;
pub(crate) mod mdbook;
pub(crate) mod new;
mod one;
pub(crate) mod open;
pub(crate) mod promote;
pub(crate) mod read;
pub(crate) mod render;
mod render_watch;
pub(crate) mod schema;
mod show;
pub(crate) mod skill;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use tagdown::{Fixed, Safety, Settings, fix};

use crate::exit::Problem;

/// What a run says that mended files of which git still has the old content staged.
const UNSTAGED: &str = "the files were changed, and what is staged was not: `git add` them";

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

/// Whether somebody asked the run to stop.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether somebody asked the run to stop, so that nothing should be waited for.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// From here on, an interrupt lets the files under way be finished, and leaves no temporary file behind.
fn finish_what_is_begun() {
    // Without a handler an interrupt only ends the run sooner.
    let _ = ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed));
}

/// Works on all targets, several at once, and hands over what came of each in order.
fn for_each<S: Sync, T: Send>(
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
            return Err("interrupted: every file is whole, but not all were looked at".to_owned().into());
        }
    }
    Ok(())
}
