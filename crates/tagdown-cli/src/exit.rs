//! Exit statuses, and the one way in which a command gives up.

use std::process::ExitCode;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing to say.
    Clean,
    /// Findings, or something to do.
    Findings,
    /// Something could not be done.
    Failed,
    /// A status of the reference validator.
    Hads(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failed => 2,
            Exit::Hads(status) => status,
        })
    }
}

/// Why a command gave up.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What was wrong, where, and what to do.
    Message(String),
    /// Nobody reads the output any more, which is fine.
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
                crate::output::complain(message);
                Exit::Failed
            }
        }
    }
}
