//! Sends requests to the server and returns its answers, within limits of time, size and number. Follows no
//! redirect.

use std::io::ErrorKind;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tagdown::text::tame;
use ureq::http::{Response, StatusCode, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error, Proxy, Timeout};

use super::address::Address;
use super::limits::{LOOK, Limits, Stop};
use crate::interrupt::is_interrupted;

/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(10);

/// The maximum size of an answer, in bytes.
const MAX_ANSWER: u64 = 1_000_000;

/// How much of an error is read to find its message, in bytes.
const MAX_ERROR: u64 = 64_000;

/// How many characters of a server message are shown.
const MAX_SHOWN: usize = 200;

/// The waits before each retry.
const WAITS: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(1)];

/// A server that requests a longer wait is not asked again.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// No more requests are made.
    Stopped(Stop),
    /// What the server did wrong.
    Server(String),
}

/// A server, and the limits for requests to it.
pub(super) struct Client {
    agent: Agent,
    address: Address,
    timeout: Duration,
    pub(super) limits: Limits,
}

/// The result of one attempt.
enum Tried {
    Answer(Vec<u8>),
    /// A retry may succeed, perhaps after a wait that the server requests.
    Passing(String, Option<Duration>),
    Lasting(String),
}

impl Client {
    pub(super) fn new(address: Address, timeout: Duration, most: usize) -> Self {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            // Many company servers have a certificate that only the company's machines trust.
            .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
            .timeout_resolve(Some(CONNECT))
            .timeout_connect(Some(CONNECT))
            .user_agent(concat!("tagdown/", env!("CARGO_PKG_VERSION")))
            .accept("application/json");
        // A proxy cannot reach this machine, and should not see what is meant for it.
        config = config.proxy(if address.is_here { None } else { Proxy::try_from_env() });
        Self { agent: config.build().into(), address, timeout, limits: Limits::new(most) }
    }

    /// The answer to a request. One timeout covers all attempts and the waits between them.
    pub(super) fn ask(&self, body: &str) -> Result<Vec<u8>, Failure> {
        let _turn = self.limits.turn().map_err(Failure::Stopped)?;
        let deadline = Instant::now() + self.timeout;
        let mut waits = WAITS.into_iter();
        let mut before = None;
        loop {
            if let Err(stop) = self.limits.spend() {
                // The server's failure is more useful to report than the limit.
                return Err(before.map_or(Failure::Stopped(stop), Failure::Server));
            }
            let (problem, wanted) = match self.attempt(body, deadline)? {
                Tried::Answer(answer) => return Ok(answer),
                Tried::Lasting(problem) => return Err(Failure::Server(problem)),
                Tried::Passing(problem, wanted) => (problem, wanted),
            };
            let wait = waits.next().map(|wait| wanted.unwrap_or(wait));
            let left = deadline.saturating_duration_since(Instant::now());
            let Some(wait) = wait.filter(|wait| *wait <= LONGEST_WAIT && *wait < left) else {
                return Err(Failure::Server(problem));
            };
            before = Some(problem);
            pause(wait)?;
        }
    }

    /// One attempt, in its own thread, so a stuck connection cannot hold up the run or an interrupt.
    fn attempt(&self, body: &str, deadline: Instant) -> Result<Tried, Failure> {
        let (sender, receiver) = sync_channel(1);
        let (agent, address, body) = (self.agent.clone(), self.address.clone(), body.to_owned());
        let left = deadline.saturating_duration_since(Instant::now());
        let send = move || drop(sender.send(exchange(&agent, &address, &body, left)));
        let failed = || Failure::Server("the request could not be made".to_owned());
        thread::Builder::new().spawn(send).map_err(|_| failed())?;
        // The client enforces the timeout itself; this is a fallback.
        let latest = deadline + Duration::from_secs(1);
        loop {
            match receiver.recv_timeout(LOOK) {
                Ok(tried) => return Ok(tried),
                Err(RecvTimeoutError::Disconnected) => return Err(failed()),
                Err(RecvTimeoutError::Timeout) if is_interrupted() => {
                    return Err(Failure::Stopped(Stop::Interrupted));
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() > latest => {
                    return Err(Failure::Server(TOO_SLOW.to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

const TOO_SLOW: &str = "the server did not finish its answer in time (--llm-timeout)";

/// Waits, unless the run should stop.
fn pause(wait: Duration) -> Result<(), Failure> {
    let end = Instant::now() + wait;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if is_interrupted() {
            return Err(Failure::Stopped(Stop::Interrupted));
        }
        if left.is_zero() {
            return Ok(());
        }
        thread::sleep(left.min(LOOK));
    }
}

fn exchange(agent: &Agent, address: &Address, body: &str, left: Duration) -> Tried {
    let mut request = agent.post(&address.uri).header(header::CONTENT_TYPE, "application/json");
    if let Some(bearer) = address.bearer() {
        request = request.header(header::AUTHORIZATION, bearer);
    }
    match request.config().timeout_global(Some(left)).build().send(body) {
        Ok(response) => read(response, address),
        Err(error) => tried(&error),
    }
}

/// Reads an answer, or the server's error message.
fn read(mut response: Response<Body>, address: &Address) -> Tried {
    let status = response.status();
    if status.is_redirection() {
        let way = "redirects are not followed; use the target URL";
        return Tried::Lasting(format!("the server redirects ({}), and {way}", status.as_u16()));
    }
    if status == StatusCode::OK {
        if response.body().content_length().is_some_and(|length| length > MAX_ANSWER) {
            return Tried::Lasting(TOO_LONG.to_owned());
        }
        let answer = response.body_mut().with_config().limit(MAX_ANSWER).read_to_vec();
        return answer.map_or_else(|error| tried(&error), Tried::Answer);
    }
    let seconds =
        response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let body = response.body_mut().with_config().limit(MAX_ERROR).read_to_vec().unwrap_or_default();
    let problem = format!("the server answered {}{}", status.as_u16(), shown(&body, address));
    match status.as_u16() {
        429 | 502 | 503 | 504 => Tried::Passing(problem, seconds.map(Duration::from_secs)),
        _ => Tried::Lasting(problem),
    }
}

const TOO_LONG: &str = "the answer is longer than 1 MB";

/// The server's message about a failure, shortened and safe to show on a terminal.
fn shown(body: &[u8], address: &Address) -> String {
    let text = String::from_utf8_lossy(body);
    let text = match serde_json::from_str::<Value>(&text) {
        Ok(value) => {
            let messages = [&value["error"]["message"], &value["error"], &value["message"], &value["detail"]];
            messages.into_iter().find_map(Value::as_str).unwrap_or_default().to_owned()
        }
        Err(_) => text.into_owned(),
    };
    let text = tame(&address.redact(&text));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'");
    let short: String = address.redact(&text).chars().take(MAX_SHOWN).collect();
    if short.is_empty() { short } else { format!(": `{short}`") }
}

/// What a client error means. Its own text is not shown: it may contain an address or a proxy's password.
fn tried(error: &Error) -> Tried {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionRefused, ConnectionReset, UnexpectedEof};
    use ErrorKind::{HostUnreachable, InvalidData, NetworkUnreachable, NotConnected};
    let passing = |problem: &str| Tried::Passing(problem.to_owned(), None);
    let lasting = |problem: &str| Tried::Lasting(problem.to_owned());
    match error {
        Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
            passing("the server could not be reached within 10 seconds")
        }
        Error::Timeout(_) => lasting(TOO_SLOW),
        Error::Io(error) => match error.kind() {
            BrokenPipe | ConnectionAborted | ConnectionReset | NotConnected | UnexpectedEof => {
                passing("the server closed the connection")
            }
            InvalidData if error.to_string().contains("certificate") => {
                lasting("this machine does not trust the server's certificate")
            }
            InvalidData => lasting("the response is neither TLS nor HTTP"),
            kind @ (ConnectionRefused | HostUnreachable | NetworkUnreachable) => {
                passing(&format!("the server could not be reached ({kind})"))
            }
            _ => passing("the server could not be reached; check its name"),
        },
        Error::HostNotFound => passing("the server could not be reached; check its name"),
        Error::ConnectionFailed | Error::ConnectProxyFailed(_) => passing("the server could not be reached"),
        Error::BodyExceedsLimit(_) => lasting(TOO_LONG),
        Error::LargeResponseHeader(..) => lasting("the response headers are too long"),
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) | Error::TlsRequired => {
            lasting("no secure connection (TLS) could be made")
        }
        Error::Protocol(_) | Error::Http(_) => lasting("the response is not HTTP"),
        _ => lasting("the request could not be made"),
    }
}
