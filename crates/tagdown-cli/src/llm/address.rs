//! Where a model is asked and with which key; refuses what would give the key away.

use std::net::IpAddr;

use ureq::http::Uri;

/// Where the key may come from, the first first.
const KEYS: [&str; 2] = ["TAGDOWN_LLM_KEY", "OPENAI_API_KEY"];

/// A server, and what opens it.
#[derive(Clone)]
pub(super) struct Address {
    pub(super) uri: Uri,
    /// Visible ASCII only, and never over plain http except to this machine; shown to nobody.
    key: Option<String>,
    /// Whether the server is this machine.
    pub(super) is_here: bool,
}

impl Address {
    /// Reads what the user gave as the base of a server, and the key from the environment. The address is in no
    /// message, since a password may be in it.
    pub(super) fn new(base: &str) -> Result<Self, String> {
        let (variable, key) = key_from(|name| std::env::var(name).ok())?;
        let uri = uri(base)?;
        let host = uri.host().unwrap_or_default();
        let is_here = is_loopback(host);
        if key.is_some() && uri.scheme_str() == Some("http") && !is_here {
            return Err(format!(
                "the key in {variable} would go to `{host}` over plain http, for all to read; use https, or unset {variable}"
            ));
        }
        Ok(Self { uri, key, is_here })
    }

    /// What opens the server, as a header.
    pub(super) fn bearer(&self) -> Option<String> {
        self.key.as_ref().map(|key| format!("Bearer {key}"))
    }

    /// A text of the server without the key in it.
    pub(super) fn redact(&self, text: &str) -> String {
        self.key.as_ref().map_or_else(|| text.to_owned(), |key| text.replace(key.as_str(), "[key]"))
    }
}

/// The key and the variable that it is in.
fn key_from(variable: impl Fn(&str) -> Option<String>) -> Result<(&'static str, Option<String>), String> {
    for name in KEYS {
        // A key that was read from a file often ends with its line.
        let key = variable(name).unwrap_or_default().trim().to_owned();
        if key.bytes().any(|byte| !byte.is_ascii_graphic()) {
            return Err(format!("{name} holds blanks or other characters that no key has"));
        }
        if !key.is_empty() {
            return Ok((name, Some(key)));
        }
    }
    Ok((KEYS[0], None))
}

/// The address that requests go to.
fn uri(base: &str) -> Result<Uri, String> {
    const WAY: &str = "write the base of the server, such as http://localhost:11434/v1";
    if base.contains('@') {
        return Err(format!(
            "--llm: a name or password does not belong into the address; put the key into {}",
            KEYS[0]
        ));
    }
    if base.contains(['?', '#']) {
        return Err(format!("--llm: the address has a `?` or `#`; {WAY}"));
    }
    let base = base.trim().trim_end_matches('/');
    let base = base.strip_suffix("/chat/completions").unwrap_or(base).trim_end_matches('/');
    let uri: Uri =
        format!("{base}/chat/completions").parse().map_err(|_| format!("--llm: no address; {WAY}"))?;
    let is_known = matches!(uri.scheme_str(), Some("http" | "https"));
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    // A port that cannot be read would silently be the usual one.
    let has_port = uri.authority().is_some_and(|all| all.as_str() == all.host() || all.port_u16().is_some());
    if is_known && has_host && has_port {
        Ok(uri)
    } else {
        Err(format!("--llm: no http or https address; {WAY}"))
    }
}

/// Whether a host is this machine. Names below `localhost` are not: some resolvers ask the network for them.
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
