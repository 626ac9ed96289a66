//! Reads the text between the brackets of a tag: a name, and perhaps a qualifier or a title.

use super::kinds::{Kind, OwnTags};
use super::tag::{Name, Slips, Wrap};
use crate::text::Span;

/// The text between the brackets, read.
pub(crate) struct Label {
    pub(crate) name: Name,
    pub(crate) title: Option<Span>,
    pub(crate) qualifier: Option<Span>,
    /// Whether the name has no lower-case letter.
    pub(crate) is_upper: bool,
}

/// Reads the text between the brackets, which starts at `at`.
pub(crate) fn read_label(
    inner: &str,
    at: usize,
    wrap: Wrap,
    own: &OwnTags,
    slips: &mut Slips,
) -> Option<Label> {
    let mut name = inner.trim();
    slips.spaces |= name.len() != inner.len();
    if let Some(bare) = name.strip_suffix(':') {
        name = bare.trim_end();
        slips.colon = true;
    }
    let is_upper = !name.chars().any(char::is_lowercase);
    let label = |name: Name| Label { name, title: None, qualifier: None, is_upper };
    if let Some(kind) = Kind::from_name(name) {
        slips.case = name != kind.name();
        return Some(label(Name::Known(kind)));
    }
    let set_off = matches!(wrap, Wrap::Bold | Wrap::Underscores);
    if let Some((declared, kind)) = own.find(name).filter(|(declared, _)| set_off || *declared == name) {
        slips.case = name != declared;
        return Some(label(Name::Own(declared.to_owned(), kind)));
    }
    if let Some(closed) = name.strip_prefix('/').map(str::trim) {
        let own = || own.get(closed).or_else(|| (set_off && is_own_name(closed)).then_some(Kind::Unverified));
        return Kind::from_name(closed).or_else(own).map(|kind| label(Name::Closing(kind)));
    }
    if let Some((head, title)) = name.split_once(':')
        && let Some(kind) = Kind::from_name(head.trim())
        && head.trim() == kind.name()
        && wrap == Wrap::Bold
    {
        slips.colon = true;
        let title_at = at + inner.find(':')? + 1;
        let start = title_at + title.len() - title.trim_start().len();
        let title = Some(Span::new(start, title_at + title.trim_end().len()));
        return Some(Label { title, ..label(Name::Known(kind)) });
    }
    let name_at = at + inner.len() - inner.trim_start().len();
    if let Some(found) = qualified(name, own).filter(|found| found.is_clear || set_off && found.is_exact) {
        slips.case = !found.is_exact;
        let qualifier = Some(Span::new(name_at + found.at, name_at + name.len()));
        // The case of a qualifier does not matter.
        return (set_off || found.is_exact).then(|| Label { qualifier, is_upper: true, ..label(found.name) });
    }
    if let Some(head) = unknown_head(name).filter(|_| set_off) {
        let qualifier = name[head.len()..].trim_start_matches([' ', '\u{a0}', '-', '–', '—', '|', '·']);
        let qualifier = Some(Span::new(name_at + name.len() - qualifier.len(), name_at + name.len()));
        return Some(Label { qualifier, is_upper: true, ..label(Name::Unknown(head.to_owned())) });
    }
    is_label(name, wrap).then(|| label(Name::Unknown(name.to_owned())))
}

/// The name before a qualifier that a dash, a bar or a parenthesis sets off: `DECISION` of `DECISION — 2026-01`. `RFC 2119`
/// has none.
fn unknown_head(name: &str) -> Option<&str> {
    let (head, rest) = name.split_at(name.find([' ', '\u{a0}', '–', '—', '|', '·', '('])?);
    let is_set_off = rest.trim_start().starts_with(['-', '–', '—', '|', '·', '(']);
    let names_kind = |word: &str| Kind::from_name(word).is_some();
    let mut words = rest.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    (is_set_off && is_own_name(head) && words.clone().next().is_some() && !words.any(names_kind))
        .then_some(head)
}

/// The name between brackets, exactly as it is declared, and its qualifier; the text starts at `at`.
pub(crate) fn read_name(inner: &str, at: usize, own: &OwnTags) -> Option<(Name, Option<Span>)> {
    let mut slips = Slips::default();
    let Label { name, qualifier, .. } = read_label(inner, at, Wrap::Plain, own, &mut slips)?;
    let is_meant = matches!(name, Name::Known(_) | Name::Own(..)) && slips == Slips::default();
    is_meant.then_some((name, qualifier))
}

/// A name with a qualifier after it.
struct Qualified {
    name: Name,
    /// Where the qualifier starts. A number that is part of the name is shown together with it.
    at: usize,
    /// Whether the name is in upper case.
    is_exact: bool,
    /// Whether a number, a version or a sign sets the qualifier off, so that the words are no phrase.
    is_clear: bool,
}

/// A name with a qualifier, such as `SPEC — v1.2`, `SPEC v1.2`, `BUG-12` or `NOTE (draft)`. A second kind is no
/// qualifier: `SPEC/NOTE` does not say which one it is.
fn qualified(name: &str, own: &OwnTags) -> Option<Qualified> {
    let is_sign = |c: char| " \u{a0}–—|,(/·#:".contains(c);
    let letters = name.find(|c: char| !c.is_ascii_alphabetic() && c != '?').filter(|end| *end > 0)?;
    let declared = name.find(is_sign).and_then(|end| Some((own.get(&name[..end])?, end)));
    let (kind, end) = match declared {
        Some(found) => found,
        None => (Kind::from_name(&name[..letters])?, letters),
    };
    let (head, rest) = name.split_at(end);
    let words = rest.trim_start_matches([' ', '\u{a0}', '-', '–', '—', '|', ',', '/', '·', '_', ':']);
    let names_kind = |word: &str| Kind::from_name(word).is_some() || matches!(word, "OR" | "AND");
    let mut others = words.split(|c: char| !c.is_alphanumeric() && c != '?').filter(|word| !word.is_empty());
    if !words.contains(char::is_alphanumeric) || others.any(names_kind) {
        return None;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let is_number = rest.trim_start_matches(['-', '_', '#']).starts_with(is_digit);
    let is_separate = rest.starts_with(is_sign);
    let is_version = words.trim_start_matches(['v', 'V', '(', '#']).starts_with(is_digit);
    let is_word = rest.trim_start().starts_with(char::is_alphabetic) && !is_version;
    // `BUG FIX` is a phrase of its own.
    if !is_number && (!is_separate || is_word && kind == Kind::Bug && declared.is_none()) {
        return None;
    }
    Some(Qualified {
        name: declared.map_or(Name::Known(kind), |_| Name::Own(head.to_owned(), kind)),
        at: if is_number { 0 } else { name.len() - words.len() },
        is_exact: declared.is_some() || head == kind.name(),
        is_clear: !is_word || kind == Kind::Unverified,
    })
}

/// Whether a name that is none of the four is the name of a tag: capitals, digits, `_` and `-`. Other words are a name
/// only if they come close to one of the four, such as `KNOWN ISSUE`. An HTTP method is none.
fn is_label(name: &str, wrap: Wrap) -> bool {
    const METHODS: [&str; 7] = ["GET", "PUT", "POST", "HEAD", "PATCH", "DELETE", "OPTIONS"];
    matches!(wrap, Wrap::Bold | Wrap::Underscores)
        && (is_tag_name(name) || is_near_name(name))
        && !METHODS.contains(&name)
}

/// Whether a name is that of a tag, with any text behind it: one that can be declared, or a kind in doubt, such as `SPEC?`.
pub(crate) fn is_tag_name(name: &str) -> bool {
    let bare = name.trim_matches(['?', ' ']);
    let is_doubted = bare.len() < name.len() && (Kind::from_name(bare).is_some() || is_own_name(bare));
    is_own_name(name) || is_doubted
}

/// Whether a name can be declared as a tag.
pub fn is_own_name(name: &str) -> bool {
    (2..=16).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
        && Kind::from_name(name).is_none()
}

/// Whether a text has one of the four tags in it, bold or not.
pub fn names_tag(text: &str) -> bool {
    let mut labels = text.split('[').skip(1).filter_map(|rest| rest.split(']').next());
    labels.any(|label| Kind::from_name(label.trim()).is_some())
}

/// Whether words are close to the name of a kind, and cannot be anything else.
fn is_near_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_uppercase() || " -–—_/&,.!?+".contains(c);
    name.len() <= 30 && name.chars().all(is_plain) && Kind::nearest(name).1
}
