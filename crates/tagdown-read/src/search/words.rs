//! Splits text into the words that search compares.

/// Calls `take` with the words of a text in lower case. A compound such as `maxRetries`, `max_retries` or `X-Api-Key` is
/// handed over as its parts, and then as a whole without its signs.
#[inline]
pub(super) fn each_word(text: &str, take: &mut impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut splitter = Splitter::default();
    let mut lower = [0; PLAIN];
    let mut at = 0;
    while at < bytes.len() {
        if OTHER[usize::from(bytes[at])] {
            at += 1;
            continue;
        }
        let rest = &bytes[at..];
        let length = rest.iter().position(|byte| !WORD[usize::from(*byte)]).unwrap_or(rest.len());
        let word = &rest[..length];
        let ends = match bytes.get(at + length) {
            Some(b'\'') => false,
            Some(b'_' | b'-' | b'.') => bytes.get(at + length + 1).is_none_or(|next| b" \n".contains(next)),
            Some(next) => next.is_ascii(),
            None => true,
        };
        // Most words are plain, with at most a capital letter at their start.
        if ends && (1..=PLAIN).contains(&length) && !word[1..].iter().any(u8::is_ascii_uppercase) {
            if word[0].is_ascii_uppercase() {
                lower[..length].copy_from_slice(word);
                lower[0].make_ascii_lowercase();
                take(std::str::from_utf8(&lower[..length]).unwrap_or_default());
            } else {
                take(&text[at..at + length]);
            }
            at += length;
            continue;
        }
        at += splitter.read(&text[at..], &mut |word| take(word));
    }
}

/// The letters and digits of ASCII.
const WORD: [bool; 256] = table(true);
/// The other characters of ASCII.
const OTHER: [bool; 256] = table(false);

const fn table(of_words: bool) -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() == of_words;
        byte += 1;
    }
    table
}

/// Longer words are never plain.
const PLAIN: usize = 32;

/// The word that is being read.
#[derive(Default)]
struct Splitter {
    whole: String,
    part: String,
    parts: usize,
    was_lower: bool,
    /// Whether an apostrophe came last.
    is_owner: bool,
}

impl Splitter {
    /// Reads one word with all its parts, and returns its length in bytes.
    fn read(&mut self, text: &str, take: &mut dyn FnMut(&str)) -> usize {
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            self.add(c, rest.clone().next(), take);
            if self.is_empty() {
                break;
            }
        }
        self.finish(take);
        text.len() - rest.as_str().len()
    }

    fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    fn add(&mut self, c: char, next: Option<char>, take: &mut dyn FnMut(&str)) {
        if c.is_alphanumeric() {
            let is_last = next.is_none_or(|next| !next.is_alphanumeric());
            if std::mem::take(&mut self.is_owner) && is_last {
                return;
            }
            if c.is_uppercase() && self.was_lower {
                self.end_part(take);
            }
            if c.is_ascii() {
                self.part.push(c.to_ascii_lowercase());
                self.whole.push(c.to_ascii_lowercase());
            } else {
                self.part.extend(c.to_lowercase());
                self.whole.extend(c.to_lowercase());
            }
            self.was_lower = c.is_lowercase() || c.is_numeric();
            return;
        }
        // `parent's` is `parent`, and `doesn't` is one word.
        if "'’".contains(c) && !self.is_empty() && next.is_some_and(char::is_alphabetic) {
            self.is_owner = next.is_some_and(|next| next == 's');
            return;
        }
        self.was_lower = false;
        let joins = "_-.".contains(c) && next.is_some_and(char::is_alphanumeric);
        if joins && !self.is_empty() {
            self.end_part(take);
        } else if c != '_' {
            self.finish(take);
        }
    }

    fn end_part(&mut self, take: &mut dyn FnMut(&str)) {
        if !self.part.is_empty() {
            take(&self.part);
            self.part.clear();
            self.parts += 1;
        }
    }

    fn finish(&mut self, take: &mut dyn FnMut(&str)) {
        self.end_part(take);
        if self.parts > 1 {
            take(&self.whole);
        }
        self.whole.clear();
        self.parts = 0;
        self.was_lower = false;
    }
}

#[cfg(test)]
mod tests {
    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        super::each_word(text, &mut |word| words.push(word.to_owned()));
        words
    }

    #[test]
    fn compounds_are_parts_and_a_whole() {
        assert_eq!(
            words("The X-Api-Key, maxRetries and max_body."),
            [
                "the",
                "x",
                "api",
                "key",
                "xapikey",
                "and",
                "max",
                "retries",
                "maxretries",
                "and",
                "max",
                "body",
                "maxbody"
            ]
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != 5)
            .map(|(_, word)| word.to_string())
            .collect::<Vec<_>>()
        );
        assert_eq!(
            words("`--bwlimit 10`, v1.2 – Ünïcode; end."),
            ["bwlimit", "10", "v1", "2", "v12", "ünïcode", "end"]
        );
        assert_eq!(words("_emphasis_ and __bold__ a_"), ["emphasis", "and", "bold", "a"]);
    }
}
