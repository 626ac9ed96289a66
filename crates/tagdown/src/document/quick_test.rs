//! A cheap test, on bytes alone, of whether a text could be a tagged document. It may say yes too often, but never no to
//! a document that [`Document::is_tagged`](super::Document::is_tagged) calls tagged.

use super::kinds::TAGS;
use super::manifest::HEADINGS;

/// A cheap test of whether [`Document::is_tagged`](super::Document::is_tagged) could be true. If it returns false, the
/// document is not tagged.
pub fn may_be_tagged(bytes: &[u8]) -> bool {
    let is_tag = |at: usize| {
        let inner = &bytes[at + 3..];
        TAGS.iter()
            .any(|tag| inner.strip_prefix(tag.name.as_bytes()).is_some_and(|rest| rest.starts_with(b"]")))
    };
    memchr::memmem::find_iter(bytes, b"**[").any(is_tag) || HEADINGS.iter().any(|name| may_hold(bytes, name))
}

/// Whether a paragraph or heading may have this name as its text. Markup may stand between any two letters: everything
/// that starts and ends with a character that is neither a letter nor a digit. A numeric character reference may stand
/// for any letter.
fn may_hold(bytes: &[u8], name: &str) -> bool {
    let letters: Vec<u8> = name.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let mut places = [0_u32; 256];
    for (index, letter) in letters.iter().enumerate() {
        places[usize::from(*letter)] |= 1 << index;
        places[usize::from(letter.to_ascii_uppercase())] |= 1 << index;
    }
    let last = 1 << letters.len();
    // Bit n of `read`: the first n letters end here. Bit n of `parted`: markup has followed them.
    let (mut read, mut parted) = (1_u32, 0_u32);
    let (mut before, mut is_blank_line) = (b' ', false);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        // Without a started name, only its first letter and a reference matter.
        if read | parted == 1 {
            let next = memchr::memchr3(letters[0], letters[0].to_ascii_uppercase(), b'#', &bytes[at..]);
            let Some(next) = next else { return false };
            if next > 0 {
                at += next;
                before = bytes[at - 1];
                is_blank_line = false;
                continue;
            }
        }
        at += 1;
        if byte.is_ascii_alphanumeric() {
            let from = if before.is_ascii_alphanumeric() { read } else { read | parted };
            read = ((from & places[usize::from(byte)]) << 1) | 1;
            is_blank_line = false;
        } else {
            parted |= read;
            if byte == b'#' && before == b'&' {
                parted |= parted << 1;
            }
            read = 1;
            if matches!(byte, b'\n' | b'\r') {
                let is_crlf = byte == b'\n' && before == b'\r';
                if is_blank_line && !is_crlf {
                    parted = 0;
                }
                is_blank_line = true;
            } else if !matches!(byte, b' ' | b'\t') {
                is_blank_line = false;
            }
        }
        if (read | parted) & last != 0 {
            return true;
        }
        before = byte;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::may_be_tagged;
    use crate::document::parse;

    #[test]
    fn a_manifest_is_seen_whatever_stands_between_its_letters() {
        let headings = [
            "## AI READING INSTRUCTION",
            "## AI<s> READING INSTRUCTION",
            "## AI <b class=\"one two three four\">READING</b> INSTRUCTIONS",
            "## A**I** READ*ING* IN<!-- a long remark about this -->STRUCTION",
            "## [AI](https://example.org/a/long/address) `reading` instruction",
            "## 3. Ai-Manifest for models",
            "## &#65;I READIN&#x47; INSTRUCTION",
            "## \\AI&nbsp;READING",
            "AI\nREADING\nINSTRUCTION\n---",
            "AI <i\nid=x>READING\r\nINSTRUCTION\r\n---",
            "## ![AI](x.png) READING INSTRUCTION",
        ];
        for heading in headings {
            let text = format!("# Upload\n\n{heading}\n\nRead it.\n");
            let is_tagged = parse(&text).is_tagged();
            assert!(!is_tagged || may_be_tagged(text.as_bytes()), "{heading}");
        }
        let is_read = |heading: &&&str| parse(&format!("# Upload\n\n{heading}\n\nRead it.\n")).is_tagged();
        assert!(headings.iter().filter(is_read).count() >= 7);
    }

    #[test]
    fn ordinary_text_is_not_seen() {
        let texts = [
            "# Upload\n\nA file is read in groups. An instruction follows.\n",
            "AI helps.\n\nReading the instruction takes a minute.\n",
            "Email and main manifest files.\n",
            "AI\r\n\r\nmanifest\r\n",
            "**[link](x)** and **[TODO]**\n",
            "it&#39;s a test\n",
        ];
        for text in texts {
            assert!(!may_be_tagged(text.as_bytes()), "{text}");
        }
        assert!(may_be_tagged(b"**[SPEC]**"));
    }
}
