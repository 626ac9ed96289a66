//! Paths in links, for renderers that look for the file before they decode its name.

use tagdown::document::Document;
use tagdown::markdown::plain_text;
use tagdown::text::Span;

use super::addresses::targets;
use crate::change::Change;
use crate::dialects::{Dialect, Layout};

/// Signs that an address may contain, which not every renderer decodes.
const CODED: [(&str, &str); 7] =
    [("%26", "&amp;"), ("%2B", "+"), ("%2C", ","), ("%3B", ";"), ("%3D", "="), ("%40", "@"), ("%24", "$")];

/// Writes the paths in links and images as the names of their files.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    if !is_read(dialect) {
        return;
    }
    for target in targets(document) {
        let text = document.text(target);
        let inner = text.trim_start_matches("](").trim_start().trim_start_matches('<');
        let at = target.start + text.len() - inner.len();
        let address = &inner[..inner.find([' ', '\t', '\n', '\r', ')', '>']).unwrap_or(inner.len())];
        for (start, length, put) in differences(address, dialect) {
            out.push(Change::new(Span::new(at + start, at + start + length), put));
        }
    }
}

/// An address with the name of its file as the renderer looks for it.
pub(crate) fn named(address: &str, dialect: &Dialect) -> String {
    let mut out = address.to_owned();
    if is_read(dialect) {
        for (start, length, put) in differences(address, dialect).into_iter().rev() {
            out.replace_range(start..start + length, &put);
        }
    }
    out
}

/// Whether a renderer looks for files before it decodes their names.
fn is_read(dialect: &Dialect) -> bool {
    dialect.strict || dialect.layout == Layout::Indented
}

/// What changes in an address: the offset and length of a code, and the sign that it stands for.
fn differences(address: &str, dialect: &Dialect) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    let first = address.split('/').next().unwrap_or_default();
    if first.contains(':') || address.starts_with('/') {
        return found;
    }
    let mut at = 0;
    while let Some(next) = address[at..].find(['%', '&', '#', '?']).map(|next| at + next) {
        let rest = &address[next..];
        at = next + 1;
        match rest.as_bytes()[0] {
            b'%' if dialect.strict => {
                let is_code = |code: &str| rest.get(..3).is_some_and(|text| text.eq_ignore_ascii_case(code));
                let coded = CODED.iter().find(|(code, _)| is_code(code));
                found.extend(coded.map(|(code, sign)| (next, code.len(), (*sign).to_owned())));
            }
            b'&' if dialect.layout == Layout::Indented => {
                let Some(end) = rest.find(';').map(|end| end + 1).filter(|end| *end < 32) else { continue };
                let sign = plain_text(&rest[..end]);
                if sign != rest[..end] {
                    found.push((next, end, encoded(&sign, &rest[end..])));
                    at = next + end;
                }
            }
            b'#' | b'?' => break,
            _ => {}
        }
    }
    found
}

/// A sign as it may be in an address, given what follows it.
fn encoded(sign: &str, after: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-._~!$'*+,;=:@".contains(c);
    match sign {
        // It must not become another entity.
        "&" if !after.contains(';') => "&".to_owned(),
        sign if sign.chars().all(is_plain) => sign.to_owned(),
        sign => {
            let codes: Vec<String> = sign.bytes().map(|byte| format!("%{byte:02X}")).collect();
            codes.concat()
        }
    }
}
