//! Breaks long lines on a terminal, so that what continues a line is indented like it.

use crate::facts::words::is_ideograph;

/// The fewest columns for text: on a narrower terminal, lines are not broken.
const LEAST: usize = 24;

/// Lines of at most `width` columns, broken between words. The rest of a line starts below its text.
pub(super) fn hanging(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let line = line.trim_end_matches('\n');
        broken(line, width, &mut out);
        out.push('\n');
    }
    if !text.ends_with('\n') {
        out.pop();
    }
    out
}

fn broken(line: &str, width: usize, out: &mut String) {
    let start = line.len() - line.trim_start().len();
    // Code has a frame at its left.
    let (start, lead) = match line[start..].chars().next() {
        Some(frame @ ('┌' | '│')) => (start + frame.len_utf8() + 1, format!("{}│   ", &line[..start])),
        _ => (start, format!("{}  ", &line[..start])),
    };
    let start = start.min(line.len());
    if width < lead.chars().count() + LEAST {
        out.push_str(line);
        return;
    }
    out.push_str(&line[..start]);
    let mut used = line[..start].chars().count();
    let mut colour = String::new();
    for word in line[start..].split_inclusive(' ') {
        if used > lead.chars().count() && used + columns(word.trim_end()) > width {
            let kept = out.trim_end_matches(' ').len();
            out.truncate(kept);
            let (end, again) = if colour.is_empty() { ("", "") } else { ("\x1b[0m", &*colour) };
            out.push_str(&format!("{end}\n{lead}{again}"));
            used = lead.chars().count();
        }
        out.push_str(word);
        used += columns(word);
        // The last colour that a word switches on or off.
        if let Some(at) = word.rfind("\x1b[") {
            let code = &word[at..=at + word[at..].find('m').unwrap_or(word.len() - at - 1)];
            colour = if code == "\x1b[0m" { String::new() } else { code.to_owned() };
        }
    }
}

/// The columns of a text without what switches colours.
fn columns(text: &str) -> usize {
    let mut is_code = false;
    let mut count = 0;
    for c in text.chars() {
        match c {
            '\x1b' => is_code = true,
            'm' if is_code => is_code = false,
            _ if is_code => {}
            _ => count += if is_ideograph(c) { 2 } else { 1 },
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_line_is_indented() {
        assert_eq!(
            hanging("  a.md#x\n    The lid of the pump is red and round.\n", 30),
            "  a.md#x\n    The lid of the pump is red\n      and round.\n"
        );
        assert_eq!(
            hanging("    ┌ turn --lid --slowly --twice\n    │ stop", 32),
            "    ┌ turn --lid --slowly\n    │   --twice\n    │ stop"
        );
        assert_eq!(
            hanging("The \x1b[31;9mlid of the pump is bright red\x1b[0m and round.", 26),
            "The \x1b[31;9mlid of the pump is\x1b[0m\n  \x1b[31;9mbright red\x1b[0m and round."
        );
        assert_eq!(hanging("a narrow terminal has no room", 20), "a narrow terminal has no room");
    }
}
