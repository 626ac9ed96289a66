//! Strips the marker from the start of a list item.

/// A line without its leading list marker.
pub fn strip_list_marker(body: &str) -> &str {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match body.as_bytes().get(digits) {
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        Some(b'.' | b')') if (1..=9).contains(&digits) => digits + 1,
        _ => return body,
    };
    if body[marker..].starts_with([' ', '\t']) {
        body[marker..].trim_start_matches([' ', '\t'])
    } else {
        body
    }
}
