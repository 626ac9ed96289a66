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

impl Problem {
    /// The problem of a command that could not be run to its end.
    #[allow(clippy::needless_pass_by_value, reason = "used as a function for map_err")]
    pub(super) fn of(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::NotInstalled,
            _ => Self::Refused(error.to_string()),
        }
    }
}
