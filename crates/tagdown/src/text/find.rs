//! Small searches that many rules need.

use std::borrow::Cow;

/// Where two bytes in ASCII stand together first. If one of them is a space, the other one is searched for, because it is
/// less frequent.
pub(crate) fn find_pair(text: &str, pair: [u8; 2]) -> Option<usize> {
    let bytes = text.as_bytes();
    let rarer = usize::from(pair[0] == b' ');
    let mut places = memchr::memchr_iter(pair[rarer], bytes).filter_map(|at| at.checked_sub(rarer));
    places.find(|&at| bytes[at..].starts_with(&pair))
}

/// A text in lower case, without a copy if it is so already.
pub(crate) fn lower_case(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        text.into()
    } else {
        text.to_lowercase().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_found_as_by_the_library() {
        for text in ["", " ", "(", " (", "a(b (c", ": ", "a:b: c", "::  (", "é (ü): "] {
            for pair in [" (", ": ", "]["] {
                let bytes = [pair.as_bytes()[0], pair.as_bytes()[1]];
                assert_eq!(find_pair(text, bytes), text.find(pair), "{pair:?} in {text:?}");
            }
        }
    }

    #[test]
    fn any_case_becomes_lower_case() {
        for text in ["", "a1-", "Ab", "É", "é"] {
            assert_eq!(lower_case(text), text.to_lowercase(), "{text}");
        }
    }
}
