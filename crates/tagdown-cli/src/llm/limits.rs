//! What holds for all threads of a run: so many requests at once and in all, and a server that fails is left alone.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::cmd::is_interrupted;

/// So many requests are under way at most.
const AT_ONCE: usize = 2;

/// After so many documents in a row of which nothing came the server is not asked any more.
const MOST_FAILED: usize = 3;

/// How long is waited before somebody looks whether the run should stop.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Why nothing more is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// All requests of the run are made.
    Spent,
    /// The server failed too often.
    Failing,
    /// The user asked the run to stop.
    Interrupted,
}

#[derive(Default)]
struct State {
    under_way: usize,
    made: usize,
    failed: usize,
    is_failing: bool,
}

/// The limits of a run.
pub(super) struct Limits {
    most: usize,
    state: Mutex<State>,
    freed: Condvar,
}

/// The right to have one request under way.
pub(super) struct Turn<'l>(&'l Limits);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.state().under_way -= 1;
        self.0.freed.notify_one();
    }
}

impl Limits {
    pub(super) fn new(most: usize) -> Self {
        Self { most, state: Mutex::default(), freed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a request may be under way.
    pub(super) fn turn(&self) -> Result<Turn<'_>, Stop> {
        let mut state = self.state();
        loop {
            match () {
                () if is_interrupted() => return Err(Stop::Interrupted),
                () if state.is_failing => return Err(Stop::Failing),
                () if state.made >= self.most => return Err(Stop::Spent),
                () if state.under_way < AT_ONCE => break,
                () => {}
            }
            let waited = self.freed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.under_way += 1;
        Ok(Turn(self))
    }

    /// Counts a request that is about to be made.
    pub(super) fn spend(&self) -> Result<(), Stop> {
        let mut state = self.state();
        if state.made >= self.most {
            return Err(Stop::Spent);
        }
        state.made += 1;
        Ok(())
    }

    /// How many requests were made.
    pub(super) fn made(&self) -> usize {
        self.state().made
    }

    /// How many may be made.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Notes whether anything came of a document that was asked about.
    pub(super) fn note(&self, is_failed: bool) {
        let mut state = self.state();
        state.failed = if is_failed { state.failed + 1 } else { 0 };
        state.is_failing |= state.failed >= MOST_FAILED;
    }

    /// Whether the server is not asked any more.
    pub(super) fn is_failing(&self) -> bool {
        self.state().is_failing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_requests_than_allowed_at_once_and_in_all() {
        let limits = Limits::new(30);
        let highest = Mutex::new((0, 0));
        std::thread::scope(|scope| {
            for _ in 0..16 {
                scope.spawn(|| {
                    while let Ok(_turn) = limits.turn() {
                        if limits.spend().is_err() {
                            break;
                        }
                        let now = limits.state().under_way;
                        let mut highest = highest.lock().expect("a lock");
                        *highest = (highest.0.max(now), highest.1 + 1);
                    }
                });
            }
        });
        let (at_once, in_all) = *highest.lock().expect("a lock");
        assert!(at_once <= AT_ONCE, "{at_once}");
        assert_eq!((in_all, limits.made()), (30, 30));
    }

    #[test]
    fn only_failures_in_a_row_count() {
        let limits = Limits::new(9);
        for is_failed in [true, true, false, true, true] {
            limits.note(is_failed);
        }
        assert!(limits.turn().is_ok());
        limits.note(true);
        assert_eq!(limits.turn().err(), Some(Stop::Failing));
        limits.note(false);
        assert!(limits.is_failing());
    }
}
