//! A path that could not be read.

/// A path that could not be read, and why.
#[derive(Debug)]
pub struct Problem {
    /// The path, as it was named.
    pub path: String,
    /// Why it could not be read.
    pub reason: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.path, self.reason)
    }
}
