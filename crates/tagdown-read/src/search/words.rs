//! Splits text into the words that search compares.

/// Calls `take` with the words of a text in lower case. A compound such as `maxRetries`, `max_retries` or `X-Api-Key` is
/// handed over as its parts, and then as a whole without its signs.
pub(super) fn each_word(text: &str, take: &mut dyn FnMut(&str)) {
    let mut splitter = Splitter::default();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Most words are plain: lower-case letters without anything that could make a compound of them.
        let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_lowercase()).count();
        let end = at + length;
        let is_plain = splitter.is_empty()
            && length > 0
            && bytes.get(end).is_none_or(|next| b" ,;:\n)]`*\"!?|".contains(next));
        if is_plain {
            take(&text[at..end]);
            at = end;
            continue;
        }
        let Some(c) = text[at..].chars().next() else { break };
        at += c.len_utf8();
        splitter.add(c, text[at..].chars().next(), take);
    }
    splitter.finish(take);
}

/// The word that is being read.
#[derive(Default)]
struct Splitter {
    whole: String,
    part: String,
    parts: usize,
    was_lower: bool,
}

impl Splitter {
    fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    fn add(&mut self, c: char, next: Option<char>, take: &mut dyn FnMut(&str)) {
        if c.is_alphanumeric() {
            if c.is_uppercase() && self.was_lower {
                self.end_part(take);
            }
            self.part.extend(c.to_lowercase());
            self.whole.extend(c.to_lowercase());
            self.was_lower = c.is_lowercase() || c.is_numeric();
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
