//! HTML pages: nothing in them can run. The page is read with a small reader of its own, not with the cleaner's parser.

use tagdown::document::parse;
use tagdown_read::Encoding;
use tagdown_render::html::{Page, page};
use tagdown_render::{ManifestMode, Options};

use super::Target;
use crate::document;
use crate::input::Input;

pub(super) const TARGET: Target = Target {
    name: "html",
    about: "no script, no handler, no style, no foreign element and no dangerous address in the article",
    make: document::document,
    piece: document::piece,
    test,
};

/// Elements that run, load, redirect or change the page around them.
const REFUSED: &[&str] = &[
    "script",
    "style",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "svg",
    "math",
    "form",
    "input",
    "textarea",
    "select",
    "base",
    "link",
    "meta",
    "template",
    "noscript",
    "xmp",
    "plaintext",
    "title",
    "body",
    "html",
    "head",
];

/// The page's own icons.
const ICON: &str = "svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"";

fn test(input: &Input<'_>) {
    let options = Options { manifest: ManifestMode::ALL[input.option(0, 3)], ..Options::default() };
    let made = page(
        &parse(&input.text),
        &Page {
            options: &options,
            encoding: Encoding::Bytes,
            path: "docs/a<b>.md",
            index: Some("../index.html"),
            pages: None,
            highlight: input.is_set(1),
        },
    );
    let start = made.text.find("<article>").expect("an article");
    let end = made.text.rfind("</article>").expect("its end");
    for element in elements(&made.text[start..end]).into_iter().filter(|element| *element != ICON) {
        inspect(element);
    }
    let head = &made.text[..made.text.find("<body").expect("a body")];
    assert_eq!(head.matches("</title").count(), 1, "{head}");
    assert_eq!(made.text.matches("<article").count(), 1, "a second article");
}

/// The start tags in a page, each from its name to `>`. Quoted values may contain `>`.
fn elements(html: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let is_known = rest.starts_with('/') || rest.starts_with("!--");
            assert!(is_known, "a bare `<` before {:?}", rest.chars().take(20).collect::<String>());
            continue;
        }
        let mut quote = None;
        let end = rest.find(|c: char| {
            match quote {
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => quote = Some(c),
                None => return c == '>',
                Some(_) => {}
            }
            false
        });
        let end = end.unwrap_or_else(|| panic!("an element without an end: {rest:?}"));
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

fn inspect(element: &str) {
    let (name, mut rest) = element.split_at(element.find([' ', '/', '\n', '\t']).unwrap_or(element.len()));
    let name = name.to_lowercase();
    assert!(!REFUSED.contains(&name.as_str()), "<{element}>");
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        rest = &rest[start..];
        let end = rest.find([' ', '=', '/', '\n']).unwrap_or(rest.len());
        let key = rest[..end].to_lowercase();
        rest = &rest[end..];
        let mut value = "";
        if let Some(quoted) = rest.strip_prefix("=\"") {
            let (inner, after) = quoted.split_once('"').unwrap_or((quoted, ""));
            (value, rest) = (inner, after);
        }
        assert!(!key.starts_with("on"), "a handler: <{element}>");
        assert!(
            key != "srcdoc" && key != "formaction" && key != "action" && key != "http-equiv",
            "<{element}>"
        );
        let is_alignment = ["left", "center", "right"].iter().any(|side| {
            value
                .trim_end_matches(';')
                .strip_prefix("text-align")
                .is_some_and(|rest| rest.trim_matches([':', ' ']) == *side)
        });
        assert!(key != "style" || is_alignment, "a style: <{element}>");
        if matches!(key.as_str(), "href" | "src" | "cite" | "srcset" | "poster" | "data" | "xlink:href") {
            address(&name, value, element);
        }
    }
}

/// An address is relative or has a scheme that cannot run anything. Browsers skip control characters in a scheme.
fn address(name: &str, value: &str, element: &str) {
    let plain = decoded(value);
    let bare: String = plain.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let lower = bare.to_lowercase();
    let Some((scheme, rest)) = lower.split_once(':') else { return };
    if scheme.contains(['/', '?', '#']) {
        return;
    }
    let is_picture = scheme == "data" && name == "img" && rest.starts_with("image/");
    let is_bad = ["javascript", "vbscript", "data", "file", "blob", "filesystem"].contains(&scheme);
    assert!(!is_bad || is_picture, "a dangerous address: <{element}>");
}

/// A value with its character references replaced, as far as they matter in a scheme.
fn decoded(value: &str) -> String {
    let mut out = String::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '#').unwrap_or(after.len());
        let name = &after[..end];
        let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        });
        let sign = match name {
            "amp" => Some('&'),
            "Tab" => Some('\t'),
            "NewLine" => Some('\n'),
            "colon" => Some(':'),
            _ => number.and_then(char::from_u32),
        };
        out.extend(sign);
        rest = after[end..].strip_prefix(';').unwrap_or(&after[end..]);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_seen() {
        for bad in [
            "<p onclick=\"x\">",
            "<svg>",
            "<a href=\"java&#9;script:x\">",
            "<a href=\"&#x1;data:text/html,x\">",
            "<img src=\"data:text/html,x\">",
            "<p style=\"color:red\">",
        ] {
            let found = std::panic::catch_unwind(|| elements(bad).into_iter().for_each(inspect));
            assert!(found.is_err(), "{bad}");
        }
        for fine in ["<a href=\"x>y\" title=\"onclick=x\">a</a>", "<img src=\"data:image/png;base64,AA\">"] {
            elements(fine).into_iter().for_each(inspect);
        }
    }
}
