//! Interrupts: whether the run should stop, and what is finished first.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the run should stop.
pub(crate) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the run should stop, in which case it must not wait for anything.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The exit status after an interrupt, as in a shell.
const STATUS: i32 = 130;

/// From here on, an interrupted run finishes the files in progress and leaves no temporary file. A second interrupt ends
/// it at once, for example while it waits for standard input.
pub(crate) fn finish_what_is_begun() {
    // Without a handler, an interrupt only ends the run sooner.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(STATUS);
        }
    });
}
