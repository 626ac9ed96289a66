//! The limits that all threads of a run share: requests at once and in total, and when to give up on a
//! server.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::interrupt::is_interrupted;

/// The maximum number of requests at once.
const AT_ONCE: usize = 2;

/// After this many failed documents in a row, the server is not asked again.
const MOST_FAILED: usize = 3;

/// How often to check whether the run should stop.
pub(super) const LOOK: Duration = Duration::from_millis(50);

/// Why no more requests are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// The run has used all its requests.
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

/// Permission to make one request.
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

    /// Waits until a request may be made.
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

    /// Records whether the requests for a document failed.
    pub(super) fn note(&self, is_failed: bool) {
        let mut state = self.state();
        state.failed = if is_failed { state.failed + 1 } else { 0 };
        state.is_failing |= state.failed >= MOST_FAILED;
    }

    /// Whether the server failed too often to be asked again.
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
