//! The server over HTTP: every request is answered by itself, so nothing is kept for a client that goes away.
//!
//! A page in a browser can send requests to this machine. Requests are therefore refused unless their Host is one that
//! the server is meant to have, and their Origin, if they have one, is this machine. Nothing allows a page to read answers.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use rmcp::handler::server::ServerHandler;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// Where the server listens, and who may call it.
#[derive(Clone, Debug)]
pub struct Http {
    /// The address and the port; port 0 for any that is free.
    pub address: SocketAddr,
    /// What a client must send as bearer token.
    pub token: Option<String>,
    /// Host names besides those of this machine under which clients call the server.
    pub hosts: Vec<String>,
    /// Who may use tools that write, if the server has them.
    pub writers: Writers,
}

/// Who may use tools that write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writers {
    /// There are no such tools.
    Nobody,
    /// Programs on this machine that have the token: every page and every user of the machine can reach the port.
    ThisMachine,
    /// Also other machines that have the token.
    Anybody,
}

/// The largest request.
const MOST_BYTES: usize = 8_000_000;
/// A shorter token can be guessed.
const SHORTEST_TOKEN: usize = 16;

impl Http {
    /// Why the server must not be started in this way.
    pub fn problem(&self) -> Option<String> {
        match &self.token {
            Some(token) if token.len() < SHORTEST_TOKEN => {
                Some(format!("the token has fewer than {SHORTEST_TOKEN} characters"))
            }
            Some(token) if !token.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Some("the token has characters that a header cannot contain".to_owned())
            }
            _ if !self.address.ip().is_loopback() && self.writers == Writers::ThisMachine => Some(format!(
                "{} can be reached from other machines, which could then write; add --allow-remote-write if they may",
                self.address
            )),
            None if self.writers != Writers::Nobody => {
                Some("with --allow-write, pass a token with --token-file or TAGDOWN_MCP_TOKEN".to_owned())
            }
            None if !self.address.ip().is_loopback() => Some(format!(
                "{} can be reached from other machines; pass a token with --token-file or TAGDOWN_MCP_TOKEN",
                self.address
            )),
            _ => self
                .hosts
                .iter()
                .find(|host| host.contains('*'))
                .map(|host| format!("{host}: name each host")),
        }
    }

    fn config(&self) -> StreamableHttpServerConfig {
        let mut hosts = vec!["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
        if !self.address.ip().is_unspecified() {
            hosts.push(self.address.ip().to_string());
        }
        hosts.extend(self.hosts.iter().cloned());
        let origins = ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .flat_map(|host| ["http", "https"].map(|scheme| format!("{scheme}://{host}:*")));
        StreamableHttpServerConfig::default()
            .with_allowed_hosts(hosts)
            .with_allowed_origins(origins)
            .enforce_origin_validation()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MOST_BYTES)
    }
}

/// Answers at `/mcp` until the process ends. `ready` is called with the address once the server listens.
pub fn serve_http<S>(server: S, http: &Http, ready: impl FnOnce(SocketAddr)) -> Result<(), String>
where
    S: ServerHandler + Clone + Send + Sync + 'static,
{
    if let Some(problem) = http.problem() {
        return Err(problem);
    }
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(async {
        let failed = |error: std::io::Error| format!("cannot listen on {}: {error}", http.address);
        let listener = TcpListener::bind(http.address).await.map_err(failed)?;
        ready(listener.local_addr().map_err(failed)?);
        let service = StreamableHttpService::new(
            move || Ok(server.clone()),
            Arc::new(NeverSessionManager::default()),
            http.config(),
        );
        let token: Arc<Option<String>> = Arc::new(http.token.clone());
        let router = Router::new().route_service("/mcp", service).layer(from_fn_with_state(token, authorize));
        axum::serve(listener, router).await.map_err(failed)
    })
}

/// Lets a request pass if it has the token.
async fn authorize(State(token): State<Arc<Option<String>>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    if token.as_ref().as_ref().is_none_or(|token| is_same(token.as_bytes(), given.as_bytes())) {
        return next.run(request).await;
    }
    let mut response = (StatusCode::UNAUTHORIZED, "a bearer token is needed\n").into_response();
    response.headers_mut().insert(header::WWW_AUTHENTICATE, header::HeaderValue::from_static("Bearer"));
    response
}

/// Compares in a time that does not depend on where two tokens differ.
fn is_same(token: &[u8], given: &[u8]) -> bool {
    token.len() == given.len() && token.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_and_writing_need_a_token() {
        let http = |address: &str, token: Option<&str>, hosts: &[&str], writers| Http {
            address: address.parse().expect("an address"),
            token: token.map(str::to_owned),
            hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
            writers,
        };
        let long = Some("0123456789abcdef");
        let (nobody, here, anybody) = (Writers::Nobody, Writers::ThisMachine, Writers::Anybody);
        for (fine, http) in [
            (true, http("127.0.0.1:0", None, &[], nobody)),
            (true, http("[::1]:0", None, &[], nobody)),
            (true, http("0.0.0.0:80", long, &["docs.example.org"], nobody)),
            (false, http("0.0.0.0:80", None, &[], nobody)),
            (false, http("192.168.1.2:80", None, &[], nobody)),
            (false, http("127.0.0.1:0", Some(""), &[], nobody)),
            (false, http("127.0.0.1:0", Some("short"), &[], nobody)),
            (false, http("127.0.0.1:0", Some("0123456789 abcdef"), &[], nobody)),
            (false, http("0.0.0.0:80", long, &["*"], nobody)),
            (false, http("127.0.0.1:0", None, &[], here)),
            (true, http("127.0.0.1:0", long, &[], here)),
            (false, http("0.0.0.0:80", long, &[], here)),
            (false, http("0.0.0.0:80", None, &[], anybody)),
            (false, http("127.0.0.1:0", None, &[], anybody)),
            (true, http("0.0.0.0:80", long, &[], anybody)),
        ] {
            assert_eq!(http.problem().is_none(), fine, "{http:?}");
        }
        assert!(is_same(b"abc", b"abc") && !is_same(b"abc", b"abd") && !is_same(b"abc", b"ab"));
    }
}
