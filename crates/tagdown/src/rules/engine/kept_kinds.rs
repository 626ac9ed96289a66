//! The second guard of fixes: whether every word is still in a block of the same kind. Texts are compared part by part,
//! and word by word only where they differ.

use super::finding::{Edit, Finding, Fix};
use super::lost_words::seen;
use super::settings::Settings;
use crate::document::{Document, Kind};
use crate::text::{Span, is_invisible};

/// Whether the document `after` some edits has the words of the one `before`, each in a block of the same kind. Words that
/// the edits remove on purpose may be missing.
pub(super) fn keeps_kinds(
    before: &Document<'_>,
    after: &Document<'_>,
    taken: &Taken,
    edits: &[Edit],
) -> bool {
    let (wanted, found) = (before.reading_parts(), after.reading_parts());
    let text = before.source.text();
    let is_taken = |word: &str| taken.has(text, word, edits);
    let mut wanted = Words::new(&wanted);
    let mut found = Words::new(&found);
    loop {
        while let Some((one, other)) = wanted.next_part().zip(found.next_part())
            && one.0 == other.0
            && one.1.trim() == other.1.trim()
            && !taken.touches(text, one.1)
        {
            wanted.skip_part();
            found.skip_part();
        }
        match (wanted.next(is_taken), found.next(|_| false)) {
            (None, None) => return true,
            (Some(one), Some(other)) => {
                let is_same =
                    one.1 == other.1 || seen(one.1) == seen(other.1) || taken.raises(text, one.1, other.1);
                if one.0 != other.0 || !is_same {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// The words of the parts of a text, each with its kind. Characters that cannot be seen do not end a word.
struct Words<'p, 't> {
    parts: std::slice::Iter<'p, (Kind, &'t str)>,
    kind: Kind,
    /// What is left of the part that was begun.
    rest: &'t str,
}

impl<'p, 't> Words<'p, 't> {
    fn new(parts: &'p [(Kind, &'t str)]) -> Self {
        Self { parts: parts.iter(), kind: Kind::Note, rest: "" }
    }

    /// The next part, if the one that was begun has no more words.
    fn next_part(&mut self) -> Option<(Kind, &'t str)> {
        self.rest = &self.rest[gap(self.rest)..];
        if self.rest.is_empty() { self.parts.as_slice().first().copied() } else { None }
    }

    fn skip_part(&mut self) {
        self.parts.next();
    }

    /// The next word that is not `left_out`, together with the words that only invisible characters part from it.
    fn next(&mut self, left_out: impl Fn(&str) -> bool) -> Option<(Kind, &'t str)> {
        loop {
            self.rest = &self.rest[gap(self.rest)..];
            if self.rest.is_empty() {
                (self.kind, self.rest) = *self.parts.next()?;
                continue;
            }
            let text = self.rest;
            let mut end = word(text);
            self.rest = &text[end..];
            if left_out(&text[..end]) {
                continue;
            }
            loop {
                let unseen = self.rest.len() - self.rest.trim_start_matches(is_invisible).len();
                let more = word(&self.rest[unseen..]);
                if unseen == 0 || more == 0 || left_out(&self.rest[unseen..unseen + more]) {
                    return Some((self.kind, &text[..end]));
                }
                end += unseen + more;
                self.rest = &text[end..];
            }
        }
    }
}

/// The length of the word at the start.
fn word(text: &str) -> usize {
    stretch(text, true)
}

/// The length of what is between words, at the start.
fn gap(text: &str) -> usize {
    stretch(text, false)
}

fn stretch(text: &str, is_word: bool) -> usize {
    let ascii =
        text.bytes().take_while(|byte| byte.is_ascii() && byte.is_ascii_alphanumeric() == is_word).count();
    if text.as_bytes().get(ascii).is_none_or(u8::is_ascii) {
        return ascii;
    }
    let rest = &text[ascii..];
    ascii + rest.find(|c: char| c.is_alphanumeric() != is_word).unwrap_or(rest.len())
}

/// Changes by rules that remove words on purpose: the spans that they delete, and the letters that they capitalise.
/// Both are sorted.
pub(super) struct Taken {
    deleted: Vec<Span>,
    raised: Vec<usize>,
}

impl Taken {
    pub(super) fn of(chosen: &[(&Finding, &Fix)], settings: &Settings) -> Self {
        let removes = |(finding, _): &&(&Finding, &Fix)| settings.removes_words(finding.rule);
        let mut taken = Self { deleted: Vec::new(), raised: Vec::new() };
        for edit in chosen.iter().filter(removes).flat_map(|(_, fix)| fix.edits()) {
            if edit.text.is_empty() {
                taken.deleted.push(edit.span);
            } else {
                taken.raised.push(edit.span.start);
            }
        }
        taken.deleted.sort_unstable();
        taken.raised.sort_unstable();
        taken
    }

    /// Whether a part has a word that may be removed.
    fn touches(&self, text: &str, part: &str) -> bool {
        let at = offset(text, part);
        let first = self.deleted.partition_point(|span| span.end <= at);
        self.deleted.get(first).is_some_and(|span| span.start < at + part.len())
    }

    /// Whether one of these edits, which are sorted, removes a word on purpose.
    fn has(&self, text: &str, word: &str, edits: &[Edit]) -> bool {
        let at = offset(text, word);
        let last = self.deleted.partition_point(|span| span.start <= at).checked_sub(1);
        let span = last.map(|index| self.deleted[index]).filter(|span| at < span.end);
        span.is_some_and(|span| edits.binary_search_by_key(&span, |edit| edit.span).is_ok())
    }

    /// Whether two words differ only by a letter that was capitalised on purpose.
    fn raises(&self, text: &str, word: &str, other: &str) -> bool {
        self.raised.binary_search(&offset(text, word)).is_ok() && word.to_lowercase() == other.to_lowercase()
    }
}

/// The offset of a word in the text that it is a slice of.
fn offset(text: &str, word: &str) -> usize {
    word.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    /// The words with their kinds, as [`Document::reading`] finds them, joined over invisible characters.
    fn slowly(document: &Document<'_>) -> Vec<(Kind, String)> {
        let text = document.source.text();
        let mut out: Vec<(Kind, usize, usize)> = Vec::new();
        for (kind, word) in document.reading() {
            let at = offset(text, word);
            match out.last_mut() {
                Some((last, _, end))
                    if *last == kind && *end < at && text[*end..at].chars().all(is_invisible) =>
                {
                    *end = at + word.len();
                }
                _ => out.push((kind, at, at + word.len())),
            }
        }
        out.into_iter().map(|(kind, start, end)| (kind, seen(&text[start..end]).into_owned())).collect()
    }

    #[test]
    fn parts_are_compared_as_words_are() {
        const PIECES: &[&str] = &[
            "**[SPEC]**\n",
            "**[NOTE]** ",
            "**[BUG] a b**\n",
            "- Fix: c\n",
            "Fix: c\n",
            "word ",
            "wo\u{200b}rd ",
            "é–b\n",
            "\n",
            "## A\n\n",
            "<!-- x -->\n",
            "- ",
            "a.b ",
            "> q\n",
        ];
        let mut state = 3_u64;
        let mut pick = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize
        };
        let none = Taken { deleted: Vec::new(), raised: Vec::new() };
        let mut same = 0;
        for _ in 0..4000 {
            let mut texts = [String::new(), String::new()];
            for _ in 0..8 {
                let piece = PIECES[pick() % PIECES.len()];
                texts[0].push_str(piece);
                match pick() % 6 {
                    0 => texts[1].push_str("\n\n"),
                    1 => continue,
                    _ => {}
                }
                texts[1].push_str(piece);
            }
            let [one, other] = [parse(&texts[0]), parse(&texts[1])];
            let is_same = slowly(&one) == slowly(&other);
            same += usize::from(is_same);
            assert_eq!(keeps_kinds(&one, &other, &none, &[]), is_same, "{texts:?}");
        }
        assert!(same > 400, "{same} pairs have the same words");
    }
}
