//! Finds the words of a text, in any script.

use crate::text::runs;

/// Whether a word is in capitals.
pub(crate) fn is_loud(word: &[u8]) -> bool {
    word.len() > 1 && word.iter().all(u8::is_ascii_uppercase)
}

/// The start and end of each word of a text.
pub fn words(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let mut runs = runs(bytes, |byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    let is_ascii = text.is_ascii();
    // What is left of a run that a sign cuts.
    let mut left = (0, 0);
    std::iter::from_fn(move || {
        if is_ascii {
            return runs.next();
        }
        loop {
            let (start, end) = if left.0 < left.1 { left } else { runs.next()? };
            let length = word_length(&bytes[start..end]);
            left = (start + length + sign(&bytes[start + length..end]), end);
            if length > 0 {
                return Some((start, start + length));
            }
        }
    })
}

/// The length of the word at the start.
pub(crate) fn word_length(bytes: &[u8]) -> usize {
    let mut length = bytes.iter().take_while(|byte| IS_WORD[usize::from(**byte)]).count();
    if !bytes[..length].is_ascii() {
        length = (0..length).find(|&at| sign(&bytes[at..]) > 0).unwrap_or(length);
    }
    length
}

/// The length of a dash, quotation mark, ellipsis or hard space at the start; 0 if there is none.
pub(crate) fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [0xe2, 0x80, ..] => 3,
        [0xc2, 0xa0, ..] => 2,
        _ => 0,
    }
}

/// Letters and digits of any script.
pub(crate) const IS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = byte.is_ascii_alphanumeric() || !byte.is_ascii();
        if byte == 255 {
            break;
        }
        byte += 1;
    }
    table
};
