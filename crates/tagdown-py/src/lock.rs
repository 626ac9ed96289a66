//! The lock of the interpreter, for code that another library calls. It may have released the lock in a thread of which
//! `pyo3` knows only that it had it, so the interpreter itself is asked.

#![allow(unsafe_code, reason = "the functions of the interpreter are unsafe")]

use std::mem::ManuallyDrop;

use pyo3::ffi::{PyGILState_Ensure, PyGILState_Release, PyGILState_STATE};
use pyo3::prelude::*;

/// The lock, until it is dropped.
struct Lock(PyGILState_STATE);

impl Lock {
    fn take() -> Self {
        // SAFETY: may be called by any thread at any time while the interpreter runs, whether it has the lock or not.
        Self(unsafe { PyGILState_Ensure() })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // SAFETY: ends what `take` began, in the same thread, because a lock is never sent to another.
        unsafe { PyGILState_Release(self.0) }
    }
}

/// Runs code with the lock.
pub(crate) fn with_lock<T>(run: impl FnOnce(Python<'_>) -> T) -> T {
    let _lock = Lock::take();
    // SAFETY: this thread has the lock until the end of this function.
    run(unsafe { Python::assume_attached() })
}

/// A value with objects of Python, dropped with the lock.
pub(crate) struct Held<T>(ManuallyDrop<T>);

impl<T> Held<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(ManuallyDrop::new(value))
    }

    pub(crate) fn get(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        // SAFETY: the value is dropped once, and nothing uses it afterwards.
        with_lock(|_| unsafe { ManuallyDrop::drop(&mut self.0) });
    }
}
