//! Why git did not answer.

/// Why git did not answer.
pub(super) enum Problem {
    NotInstalled,
    Refused(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInstalled => out.write_str("git is not installed or not in PATH"),
            Self::Refused(said) => out.write_str(said),
        }
    }
}
