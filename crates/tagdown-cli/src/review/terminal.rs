//! Takes over the terminal and restores it on every exit: at the end, on a panic, on a signal, and when it is
//! closed.

use std::io::{IsTerminal, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;

use crate::interrupt::INTERRUPTED;

/// How often to check whether the run should stop.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);

/// A run that should stop and does not within this time is ended.
const GRACE: Duration = Duration::from_millis(600);

/// Runs something on the terminal.
pub(super) fn with<T>(
    work: impl FnOnce(&mut DefaultTerminal) -> std::io::Result<T>,
) -> Result<std::io::Result<T>, String> {
    // The hook set below leaves the screen; if a panic ends the process at once, nothing else would show the
    // cursor.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let _ = execute!(stdout(), Show);
        hook(info);
    }));
    let mut terminal = ratatui::try_init().map_err(|error| {
        give_back();
        format!("cannot use the terminal: {error}")
    })?;
    let is_over = Arc::new(AtomicBool::new(false));
    watch(Arc::clone(&is_over));
    let done = work(&mut terminal);
    if is_gone() {
        std::process::exit(2);
    }
    is_over.store(true, Ordering::Relaxed);
    give_back();
    Ok(done)
}

/// Ends the process if it should stop but still waits for a key: on a closed terminal, reading never returns.
/// All decisions are already saved.
fn watch(is_over: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(PATIENCE);
            if !INTERRUPTED.load(Ordering::Relaxed) && !is_gone() {
                continue;
            }
            std::thread::sleep(GRACE);
            if !is_over.load(Ordering::Relaxed) {
                give_back();
                std::process::exit(2);
            }
        }
    });
}

/// Whether the terminal is gone.
fn is_gone() -> bool {
    !stdin().is_terminal() || !stdout().is_terminal()
}

/// Restores the terminal. If this fails, nothing can be done, and nobody is there to be told.
fn give_back() {
    let _ = ratatui::try_restore();
    let _ = execute!(stdout(), Show);
}
