//! The runs of bytes of one class in a text, such as its words. 64 bytes are classified at a time, which the compiler does
//! with vector instructions, and the runs are then read from the bits of one number.

/// The start and end of each run of bytes for which `is_in` holds.
pub(crate) fn runs<'t>(
    bytes: &'t [u8],
    is_in: impl Fn(u8) -> bool + 't,
) -> impl Iterator<Item = (usize, usize)> + 't {
    let load = move |at: usize| match bytes[at..].first_chunk::<BITS>() {
        Some(chunk) => bits(chunk.map(|byte| u8::from(is_in(byte)))),
        None => {
            let rest = &bytes[at..];
            let mut classes = [0; BITS];
            for (class, byte) in classes.iter_mut().zip(rest) {
                *class = u8::from(is_in(*byte));
            }
            bits(classes)
        }
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

const BITS: usize = 64;

/// One bit for each byte, which is 0 or 1.
fn bits(classes: [u8; BITS]) -> u64 {
    let (eights, _) = classes.as_chunks::<8>();
    // The product moves the lowest bit of each byte into the highest byte, in order.
    let packed =
        eights.iter().map(|eight| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    packed.rev().fold(0, |bits, eight| bits << 8 | eight)
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
