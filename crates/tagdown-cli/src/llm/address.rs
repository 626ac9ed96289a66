//! The address of the server and its key; refuses anything that would expose the key.

use std::net::IpAddr;

use ureq::http::Uri;

/// The variables that may contain the key; the first one wins.
const KEYS: [&str; 2] = ["TAGDOWN_LLM_KEY", "OPENAI_API_KEY"];

/// A server and its key.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) uri: Uri,
    /// Visible ASCII only; never sent over plain http except to this machine, and never shown.
    key: Option<String>,
    /// Whether the server is this machine.
    pub(super) is_here: bool,
}

impl Address {
    /// Parses the base URL that the user gave, and reads the key from the environment. No message contains
    /// the address, since it may contain a password.
    pub(super) fn new(base: &str) -> Result<Self, String> {
        let (variable, key) = key_from(|name| std::env::var(name).ok())?;
        let uri = uri(base)?;
        let host = uri.host().unwrap_or_default();
        let is_here = is_loopback(host);
        if key.is_some() && uri.scheme_str() == Some("http") && !is_here {
            return Err(format!(
                "the key in {variable} would be sent to `{host}` over plain http, unencrypted; use https, or \
                 unset {variable}"
            ));
        }
        Ok(Self { uri, key, is_here })
    }

    /// The value of the authorization header.
    pub(super) fn bearer(&self) -> Option<String> {
        self.key.as_ref().map(|key| format!("Bearer {key}"))
    }

    /// A text from the server, without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| text.replace(key.as_str(), "[key]"))
    }
}

/// The key, and the variable that contains it.
fn key_from(variable: impl Fn(&str) -> Option<String>) -> Result<(&'static str, Option<String>), String> {
    for name in KEYS {
        // A key read from a file often ends with a line break.
        let key = variable(name).unwrap_or_default().trim().to_owned();
        if key.bytes().any(|byte| !byte.is_ascii_graphic()) {
            return Err(format!("{name} contains spaces or other characters that a key cannot contain"));
        }
        if !key.is_empty() {
            return Ok((name, Some(key)));
        }
    }
    Ok((KEYS[0], None))
}

/// The address to which requests go.
fn uri(base: &str) -> Result<Uri, String> {
    const WAY: &str = "use the base URL of the server, such as http://localhost:11434/v1";
    if base.contains('@') {
        return Err(format!(
            "--llm: the URL must not contain a user name or password; put the key in {}",
            KEYS[0]
        ));
    }
    if base.contains(['?', '#']) {
        return Err(format!("--llm: the URL contains `?` or `#`; {WAY}"));
    }
    let base = base.trim().trim_end_matches('/');
    let base = base.strip_suffix("/chat/completions").unwrap_or(base).trim_end_matches('/');
    let uri: Uri =
        format!("{base}/chat/completions").parse().map_err(|_| format!("--llm: not a URL; {WAY}"))?;
    let is_known = matches!(uri.scheme_str(), Some("http" | "https"));
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    // An invalid port would silently become the default port.
    let has_port = uri.authority().is_some_and(|all| all.as_str() == all.host() || all.port_u16().is_some());
    if is_known && has_host && has_port {
        Ok(uri)
    } else {
        Err(format!("--llm: not an http or https URL; {WAY}"))
    }
}

/// Whether a host is this machine. Subdomains of `localhost` are not: some resolvers ask the network for
/// them.
fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_a_base_is_one_address() {
        for base in [
            "http://h:1/v1",
            "http://h:1/v1/",
            "http://h:1/v1/chat/completions",
            "http://h:1/v1/chat/completions/",
        ] {
            assert_eq!(uri(base).map(|uri| uri.to_string()), Ok("http://h:1/v1/chat/completions".to_owned()));
        }
        for base in [
            "",
            "h",
            "/v1",
            "localhost:11434/v1",
            "ftp://h/v1",
            "http://",
            "http:///v1",
            "http://u:secret@h/v1",
            "http://h:99999/v1",
            "http://h:/v1",
            "http://h/v1?key=secret",
            "http://h/v1#secret",
            "http://h h/v1",
        ] {
            let problem = uri(base).expect_err(base);
            assert!(problem.starts_with("--llm: ") && !problem.contains("secret"), "{base}: {problem}");
        }
    }

    #[test]
    fn this_machine_is_known() {
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "127.0.0.1.example.org",
            "localhost.example.org",
            "a.localhost",
            "10.0.0.1",
            "0.0.0.0",
            "[::2]",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn the_first_key_counts() {
        let of = |first: &str, second: &str| {
            key_from(|name| Some(if name == KEYS[0] { first } else { second }.to_owned()))
        };
        assert_eq!(of(" a\n", "b"), Ok((KEYS[0], Some("a".to_owned()))));
        assert_eq!(of("", "b"), Ok((KEYS[1], Some("b".to_owned()))));
        assert_eq!(of("", ""), Ok((KEYS[0], None)));
        assert!(of("a\nb", "").is_err_and(|problem| !problem.contains("a\n")));
    }
}
