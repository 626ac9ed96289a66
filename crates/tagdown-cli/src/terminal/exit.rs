//! Exit statuses, and the one way in which a command fails.

use crate::terminal::output::complain;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing to report.
    Clean,
    /// Findings, or something to do.
    Findings,
    /// Something could not be done.
    Failed,
    /// A status of the reference validator.
    Hads(u8),
}

impl From<Exit> for u8 {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Hads(status) => status,
        }
    }
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What was wrong, where, and what to do.
    Message(String),
    /// The reader closed the output, which is fine.
    ClosedPipe,
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Problem::Message(message)
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            Problem::ClosedPipe
        } else {
            Problem::Message(format!("cannot write the output: {error}"))
        }
    }
}

impl Exit {
    pub(crate) fn from_problem(problem: &Problem) -> Exit {
        match problem {
            Problem::ClosedPipe => Exit::Clean,
            Problem::Message(message) => {
                complain(message);
                Exit::Failed
            }
        }
    }
}
