//! Addresses in running text that GitHub turns into links, although nothing marks them as links.

use crate::text::Span;

/// An address without brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BareAddress {
    /// Where it is.
    pub span: Span,
    /// What a link to it needs before the address itself: nothing, `http://` or `mailto:`.
    pub scheme: &'static str,
}

/// The longest address that is looked at.
const LONGEST: usize = 2_000;

/// Characters that may precede an address without a scheme.
const OPENERS: [char; 5] = ['*', '_', '~', '(', '"'];

/// The addresses in a stretch of running text, in order.
pub fn bare_addresses(text: &str) -> Vec<BareAddress> {
    let mut found: Vec<BareAddress> = Vec::new();
    let mut end = 0;
    for at in memchr::memchr3_iter(b':', b'w', b'@', text.as_bytes()) {
        let address = match text.as_bytes()[at] {
            _ if at < end => None,
            b':' => web(text, at, end),
            b'@' => mail(text, at, end),
            _ => www(text, at),
        };
        if let Some(address) = address {
            end = address.span.end;
            found.push(address);
        }
    }
    found
}

/// `https://host/path`, given the offset of the colon.
fn web(text: &str, colon: usize, from: usize) -> Option<BareAddress> {
    let host = text[colon..].strip_prefix("://")?;
    let before = &text[from..colon];
    let length = before.bytes().rev().take(6).take_while(u8::is_ascii_alphabetic).count();
    let start = colon - length;
    let is_web = ["http", "https", "ftp"].iter().any(|name| text[start..colon].eq_ignore_ascii_case(name));
    let is_apart = !text[..start].ends_with(char::is_alphanumeric);
    let is_host = host.starts_with(char::is_alphanumeric);
    (is_web && is_apart && is_host).then(|| address(text, start, colon + 3, "")).flatten()
}

/// `www.host.org`, given the offset of the first letter.
fn www(text: &str, at: usize) -> Option<BareAddress> {
    let host = text[at..].strip_prefix("www.").filter(|host| host.starts_with(char::is_alphanumeric))?;
    let is_apart = text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || OPENERS.contains(&c));
    let name = host.split(|c: char| !(c.is_alphanumeric() || "-_.".contains(c))).next().unwrap_or_default();
    let is_host = name.trim_end_matches('.').contains('.');
    (is_apart && is_host).then(|| address(text, at, at + 4, "http://")).flatten()
}

/// `name@host.org`, given the offset of the sign.
fn mail(text: &str, at: usize, from: usize) -> Option<BareAddress> {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || b".-_+".contains(b);
    let length = text.as_bytes()[from..at].iter().rev().take(64).take_while(|b| is_name(b)).count();
    let start = at - length;
    let scheme = start.checked_sub(7).filter(|&start| start >= from && text.is_char_boundary(start));
    let scheme = scheme.filter(|&scheme| text[scheme..start].eq_ignore_ascii_case("mailto:"));
    let (start, scheme) = scheme.map_or((start, "mailto:"), |start| (start, ""));
    let is_apart = !text[..start].ends_with(|c: char| c.is_alphanumeric() || "/:@\\".contains(c));
    let is_host = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    let host = text.as_bytes()[at + 1..].iter().take(255).take_while(|b| is_host(**b)).count();
    let host = text[at + 1..at + 1 + host].trim_end_matches('.');
    let is_mail = length > 0
        && host.contains('.')
        && !host.contains("..")
        && host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.ends_with(|c: char| c.is_ascii_alphanumeric());
    let span = Span::new(start, at + 1 + host.len());
    (is_apart && is_mail).then_some(BareAddress { span, scheme })
}

/// The address from `start`, with everything that belongs to it behind its `host`.
fn address(text: &str, start: usize, host: usize, scheme: &'static str) -> Option<BareAddress> {
    let near = &text[..text.floor_char_boundary(start + LONGEST)];
    let is_end = |c: char| c.is_whitespace() || c.is_control() || "<>`\"".contains(c);
    let length = near[host..].find(is_end).unwrap_or(near.len() - host);
    let mut address = &text[start..host + length];
    loop {
        let kept = address.trim_end_matches(['?', '!', '.', ',', ':', ';', '_', '~', '*', '\'']);
        let is_open = kept.matches('(').count() < kept.matches(')').count();
        let kept = if is_open { kept.strip_suffix(')').unwrap_or(kept) } else { kept };
        // What looks like an entity does not belong to the address.
        let name = kept.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        let is_entity =
            address[kept.len()..].starts_with(';') && name.ends_with('&') && name.len() < kept.len();
        let kept = if is_entity { &name[..name.len() - 1] } else { kept };
        if kept.len() == address.len() {
            break;
        }
        address = kept;
    }
    let span = Span::new(start, start + address.len());
    // An escape or an entity would show something else than the address.
    let is_open = address.matches('[').count() != address.matches(']').count() || address.contains("](");
    let is_coded = address.contains('\\') || is_open || address.contains('&') && address.contains(';');
    (!is_coded && span.end > host).then_some(BareAddress { span, scheme })
}

#[cfg(test)]
mod tests {
    use super::bare_addresses;

    #[test]
    fn addresses_end_where_they_do_on_github() {
        for (text, expected) in [
            ("see https://a.example/x_y_z.", vec!["https://a.example/x_y_z"]),
            (
                "(https://a.example/x_(y)) and http://b.example/?q=1&r=2!",
                vec!["https://a.example/x_(y)", "http://b.example/?q=1&r=2"],
            ),
            ("http://localhost:3000/x", vec!["http://localhost:3000/x"]),
            ("https://api.example/v1/m:predict, then", vec!["https://api.example/v1/m:predict"]),
            (
                "**https://a.example/b**, https://a.example/b*c*d",
                vec!["https://a.example/b", "https://a.example/b*c*d"],
            ),
            ("www.example.org/a and awww.example.org", vec!["www.example.org/a"]),
            ("ask me@example.org or a.b+c@x-y.example.org.", vec!["me@example.org", "a.b+c@x-y.example.org"]),
            (
                "https://a.example/?b=c&d; https://a.example/b|c",
                vec!["https://a.example/?b=c", "https://a.example/b|c"],
            ),
            ("https://a.example/?u=https://b.example", vec!["https://a.example/?u=https://b.example"]),
            ("https://grüße.example/ä", vec!["https://grüße.example/ä"]),
            ("xhttps://a.example, gopher://b.example, https://{host}/x, https://", vec![]),
            ("user@host, git@host:x/y.git, @name, www.x", vec![]),
            ("https://a.example/?b[]=1, https://a.example/[b", vec!["https://a.example/?b[]=1"]),
            ("mailto:me@a.example, xmailto:me@a.example", vec!["mailto:me@a.example"]),
            ("https://a.example/\\_b and https://a.example/&amp;c/", vec![]),
        ] {
            let found: Vec<&str> =
                bare_addresses(text).iter().map(|address| &text[address.span.range()]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
