//! The runs of bytes of one class in a text, such as its words. The text is read 64 bytes at a time, and the runs are then
//! read from the bits of one number.

use super::bits::{BITS, bits, last_bits};

/// The start and end of each run of bytes for which `is_in` holds.
pub(crate) fn runs<'t>(
    bytes: &'t [u8],
    is_in: impl Fn(u8) -> bool + 't,
) -> impl Iterator<Item = (usize, usize)> + 't {
    let load = move |at: usize| match bytes[at..].first_chunk() {
        Some(chunk) => bits(chunk, &is_in),
        None => last_bits(&bytes[at..], &is_in),
    };
    // The chunk that was read last, and which of its bytes are in runs that are not read yet.
    let mut base = 0;
    let mut left = load(0);
    std::iter::from_fn(move || {
        while left == 0 {
            base += BITS;
            if base >= bytes.len() {
                return None;
            }
            left = load(base);
        }
        let first = left.trailing_zeros() as usize;
        let start = base + first;
        let mut end = first + (!(left >> first)).trailing_zeros() as usize;
        while end >= BITS {
            base += BITS;
            if base >= bytes.len() {
                left = 0;
                return Some((start, bytes.len()));
            }
            left = load(base);
            end = (!left).trailing_zeros() as usize;
        }
        left &= u64::MAX << end;
        Some((start, base + end))
    })
}

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_of_any_length_are_found_anywhere() {
        let long = ["a".repeat(64), "b".repeat(200), "c ".repeat(70)].concat();
        for text in ["", "a", " ", "a b", " ab  c ", "Ab1_", &long, &format!(" {long} x"), &"a b ".repeat(50)]
        {
            let mut slow = Vec::new();
            let mut start = 0;
            for word in text.split(' ') {
                if !word.is_empty() {
                    slow.push((start, start + word.len()));
                }
                start += word.len() + 1;
            }
            let fast: Vec<_> = runs(text.as_bytes(), |byte| byte != b' ').collect();
            assert_eq!(fast, slow, "{text}");
        }
    }
}
