//! A link that cites a block: its address, and in the link's title a hash of what the block said when it was cited.

use crate::document::Anchors;
use crate::text::Span;

/// What comes before the hash in the title of a link.
const MARK: &str = "hash:";

/// The hash in a link's title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Citation<'t> {
    /// The hash; empty if the author left it out.
    pub(crate) hash: &'t str,
    /// Its position.
    pub(crate) span: Span,
}

impl<'t> Citation<'t> {
    /// Reads the title of a link or of a definition that starts at `start`: `[text](a.md#limits/spec-1 "hash:1a2b3c4d")`.
    pub(crate) fn read(link: &'t str, start: usize) -> Option<Self> {
        // Most links cite nothing.
        if !memchr::memchr_iter(b':', link.as_bytes()).any(|at| link[..=at].ends_with(MARK)) {
            return None;
        }
        let target = link.rfind("](").max(link.rfind("]:"))? + 2;
        let at = target + link[target..].rfind(MARK)?;
        let opens =
            link[..at].ends_with(['"', '\'', '(', ' ']) && link[target..at].contains(char::is_whitespace);
        let rest = &link[at + MARK.len()..];
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let from = start + at + MARK.len();
        opens.then(|| Self { hash: &rest[..length], span: Span::new(from, from + length) })
    }
}

/// What is wrong with a citation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stale {
    /// The block is gone, but this one says the same.
    Moved(String),
    /// The block is gone, but its section has a block with the same number and another kind.
    Kind(String),
    /// The block says something else; its hash.
    Changed(String),
    /// The citation has no hash yet; the block's.
    New(String),
}

impl Stale {
    /// Compares a citation with the blocks of the document that it leads to. `None` if it is fine, or if nothing is known
    /// about a block that is gone.
    pub(crate) fn find(address: &str, citation: Option<Citation<'_>>, anchors: &Anchors) -> Option<Self> {
        let blocks = anchors.blocks();
        let hash = citation.map(|citation| citation.hash.to_lowercase());
        let is_same = |known: &str| hash.as_deref().is_some_and(|hash| !hash.is_empty() && known == hash);
        let cited = blocks.iter().find(|(other, _)| other.eq_ignore_ascii_case(address));
        match (cited, &hash) {
            (Some(_), None) => None,
            (Some((_, known)), Some(hash)) if hash.is_empty() => Some(Self::New(known.clone())),
            (Some((_, known)), Some(_)) if is_same(known) => None,
            (cited, _) => {
                let moved = blocks.iter().find(|(_, known)| is_same(known));
                let moved = moved.map(|(other, _)| Self::Moved(other.clone()));
                moved.or_else(|| match cited {
                    Some((_, known)) => Some(Self::Changed(known.clone())),
                    None => other_kind(address, blocks).map(Self::Kind),
                })
            }
        }
    }
}

/// The block of a section with the number of a block that is gone.
fn other_kind(address: &str, blocks: &[(String, String)]) -> Option<String> {
    let (section, block) = address.rsplit_once('/')?;
    let number = block.rsplit_once('-')?.1;
    let is_it = |other: &str| {
        other.rsplit_once('/').is_some_and(|(place, block)| {
            place.eq_ignore_ascii_case(section)
                && block.rsplit_once('-').is_some_and(|(_, other)| other == number)
        })
    };
    blocks.iter().find(|(other, _)| is_it(other)).map(|(other, _)| other.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_in_the_title() {
        for (link, hash) in [
            ("[a](b.md#c/spec-1 \"hash:1a2b3c4d\")", Some("1a2b3c4d")),
            ("[a](b.md#c/spec-1 'The limits, hash:1a2b3c4d')", Some("1a2b3c4d")),
            ("[a](b.md#c/spec-1 \"hash:\")", Some("")),
            ("[a]: b.md#c/spec-1 \"hash:00ff00ff\"", Some("00ff00ff")),
            ("[hash:1a2b3c4d](b.md#c/spec-1)", None),
            ("[a](b.md#hash:1a2b3c4d)", None),
        ] {
            assert_eq!(Citation::read(link, 0).map(|found| found.hash), hash, "{link}");
        }
    }
}
