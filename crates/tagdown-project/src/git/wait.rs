//! Waits for git, but not for ever: a repository can name a pipe that nobody writes to.

use std::io::{Error, ErrorKind, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a call of git may take without an end.
const LONGEST: Duration = Duration::from_mins(2);

/// Starts a command, passes it input, and returns its output.
pub(super) fn output(command: &mut Command, input: Vec<u8>) -> Result<Output, Error> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    wait(command.spawn()?, input, LONGEST)
}

fn wait(mut child: Child, input: Vec<u8>, longest: Duration) -> Result<Output, Error> {
    let stdin = child.stdin.take();
    // In threads, since the command may write before it has read everything. Its status shows if it stops reading early.
    thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(&input)));
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let stdout = thread::spawn(move || all(stdout));
    let stderr = thread::spawn(move || all(stderr));
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > longest {
            child.kill()?;
            child.wait()?;
            let said = format!("no end after {} seconds", longest.as_secs());
            return Err(Error::new(ErrorKind::TimedOut, said));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    Ok(Output {
        status,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn all(from: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error is still of use.
    let _ = from.map(|mut from| from.read_to_end(&mut bytes));
    bytes
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use super::*;

    #[cfg(unix)]
    fn shell(script: &str) -> Child {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("started")
    }

    #[cfg(unix)]
    #[test]
    fn output_is_complete_and_input_is_passed() {
        let input = b"line\n".repeat(200_000);
        let output = wait(shell("cat; echo told >&2; exit 3"), input.clone(), LONGEST).expect("ended");
        assert_eq!((output.stdout, output.stderr.as_slice()), (input, b"told\n".as_slice()));
        assert_eq!(output.status.code(), Some(3));
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_never_ends_is_stopped() {
        let problem = wait(shell("exec sleep 600"), Vec::new(), Duration::ZERO).expect_err("stopped");
        assert_eq!(problem.kind(), ErrorKind::TimedOut);
    }
}
