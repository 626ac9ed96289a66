//! The threads that work on documents. They belong to one call, because the threads of a process are not there in a
//! process that it forks, and would be waited for without end.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Above this size, tokens of a single text are counted in pieces, for which `rayon` looks for threads.
const LONG: usize = 1 << 16;

/// Threads for many documents.
pub(crate) struct Workers {
    threads: Option<usize>,
    /// The threads, with the process that started them.
    pool: Option<(u32, ThreadPool)>,
}

impl Workers {
    /// As many threads as were asked for, otherwise one per core. They start with the first work.
    pub(crate) fn new(threads: Option<usize>) -> Self {
        Self { threads, pool: None }
    }

    /// Runs code that uses the threads.
    pub(crate) fn run<T: Send>(&mut self, run: impl FnOnce() -> T + Send) -> Result<T, String> {
        let process = std::process::id();
        let pool = match self.pool.take() {
            Some((own, pool)) if own == process => pool,
            other => {
                // Threads of the process that forked this one are not there; waiting for their end would never end.
                std::mem::forget(other);
                pool(self.threads)?
            }
        };
        let done = pool.install(run);
        self.pool = Some((process, pool));
        Ok(done)
    }
}

/// Runs code that works on one text.
pub(crate) fn alone<T: Send>(length: usize, run: impl FnOnce() -> T + Send) -> Result<T, String> {
    if length <= LONG { Ok(run()) } else { Ok(pool(Some(1))?.install(run)) }
}

fn pool(threads: Option<usize>) -> Result<ThreadPool, String> {
    // The default would read `RAYON_NUM_THREADS`; zero means one per core.
    let built = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).min(1024)).build();
    built.map_err(|problem| format!("cannot start threads: {problem}"))
}
