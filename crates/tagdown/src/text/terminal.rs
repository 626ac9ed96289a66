//! Makes text safe to print: no character in it may control a terminal, and no line of it a CI service.

use super::reveal::{each, hidden};

/// A text on one line, without characters that could control a terminal.
pub fn tame(text: &str) -> String {
    // 0xC2 and 0xE2 can be the first byte of a multi-byte control character.
    if text.bytes().all(|b| b >= b' ' && b != 0x7f && b != 0xc2 && b != 0xe2) {
        return text.to_owned();
    }
    text.chars()
        .map(|c| match c {
            '\n' | '\r' | '\t' => ' ',
            c if drives_terminal(c) => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Whether a character is a control character or changes the direction of the text around it.
pub fn drives_terminal(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text of several lines, without characters that could control a terminal. Tabs and line endings stay, but a
/// carriage return only before a line feed.
pub fn tame_lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix("\r\n").map_or((line, ""), |line| (line, "\r\n"));
        lines.extend(line.chars().map(|c| match c {
            '\n' | '\t' => c,
            c if drives_terminal(c) => '\u{fffd}',
            c => c,
        }));
        lines.push_str(end);
    }
    lines
}

/// A text within a line of a log, without characters that could control a terminal, and without a command to a CI
/// service: GitHub and Azure Pipelines read `##[` and `##vso[` anywhere in a line.
pub fn tame_log(text: &str) -> String {
    let text = tame(text);
    if !text.contains("##") {
        return text;
    }
    text.replace("##[", "#\u{fffd}[").replace("##vso[", "#\u{fffd}vso[")
}

/// A path at the start of a line. GitHub reads a line that starts with `::` as a command, so such a path starts with
/// `./`, which names the same file.
pub fn tame_path(path: &str) -> String {
    let path = tame_log(path);
    if is_command(&path) { format!("./{path}") } else { path }
}

/// Whether GitHub would read a line that starts with this text as a command.
pub fn is_command(line: &str) -> bool {
    line.trim_start().starts_with("::")
}

/// JSON in which every hidden character is escaped, so none could control a terminal, and no text a CI service. JSON
/// itself escapes only characters below U+0020.
pub fn tame_json(mut json: String) -> String {
    let has = |text: &[u8]| memchr::memmem::find(json.as_bytes(), text).is_some();
    if has(b"##[") || has(b"##vso[") {
        json = json.replace("##[", "#\\u0023[").replace("##vso[", "#\\u0023vso[");
    }
    if hidden(&json) == 0 {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    each(&json, &mut |c, is_hidden| {
        if c >= '\u{7f}' && is_hidden {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_ends_and_tabs() {
        let text = "a\tb\r\nc\rd\u{1b}[31m\u{9b}m\u{7f}\u{202e}x\n\n é \u{a0}";
        assert_eq!(tame_lines(text), "a\tb\r\nc\u{fffd}d\u{fffd}[31m\u{fffd}m\u{fffd}\u{fffd}x\n\n é \u{a0}");
    }

    #[test]
    fn no_path_is_a_command() {
        for (path, shown) in [
            ("docs/a.md", "docs/a.md"),
            ("::stop-commands::x.md", "./::stop-commands::x.md"),
            (" ::x.md", "./ ::x.md"),
            ("\n::x.md", "./ ::x.md"),
            ("a\n::x.md", "a ::x.md"),
            ("##[add-mask]x.md", "#\u{fffd}[add-mask]x.md"),
            ("a ##vso[task.x]y.md", "a #\u{fffd}vso[task.x]y.md"),
            ("##notes.md", "##notes.md"),
        ] {
            assert_eq!(tame_path(path), shown);
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let text = "\u{7f}\u{9b}31m \u{202e}é\u{a0}…\u{1b}";
        let json = tame_json(serde_json::to_string(text).expect("JSON"));
        assert_eq!(json, "\"\\u007f\\u009b31m \\u202eé\u{a0}…\\u001b\"");
        assert_eq!(
            tame_json("\"\u{2028}\u{e0041}👩\u{200d}💻\"\n".to_owned()),
            "\"\\u2028\\udb40\\udc41👩\u{200d}💻\"\n"
        );
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
        let command = "## a ##[error]b ##vso[c]d ###[e]";
        let json = tame_json(serde_json::to_string(command).expect("JSON"));
        assert!(json.starts_with("\"## a #") && !json.contains("##[") && !json.contains("##vso["), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), command);
    }
}
