//! Simple HTML, in the form that the sanitizer gives it. Most of a page is made of a few elements that the page itself
//! writes, and reading and writing a tree of them takes most of the time. Everything else goes through the sanitizer.

use super::highlight::CLASSES;

/// Elements that are written without attributes.
const ELEMENTS: [&str; 23] = [
    "p",
    "em",
    "strong",
    "del",
    "code",
    "pre",
    "ul",
    "ol",
    "li",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "div",
];

/// What the sanitizer makes of HTML that was written from Markdown without raw HTML, if it is simple enough to tell.
pub(super) fn sanitized(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len() + 64);
    let mut written = 0;
    let mut at = 0;
    let bytes = html.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        if !IS_SPECIAL[usize::from(byte)] {
            at += 1;
            continue;
        }
        match byte {
            b'<' => {
                let inner = &html[at + 1..at + memchr::memchr(b'>', &bytes[at..])?];
                let end = at + inner.len() + 2;
                match tag(inner)? {
                    Tag::Same => at = end,
                    Tag::Other(text) => {
                        out.push_str(&html[written..at]);
                        out.push_str(&text);
                        (written, at) = (end, end);
                    }
                }
            }
            b'&' => {
                let rest = &html[at..];
                let shown =
                    [("&quot;", "\""), ("&#39;", "'")].iter().find(|(entity, _)| rest.starts_with(entity));
                if let Some((entity, sign)) = shown {
                    out.push_str(&html[written..at]);
                    out.push_str(sign);
                    at += entity.len();
                    written = at;
                } else {
                    let same = ["&amp;", "&lt;", "&gt;"].iter().find(|entity| rest.starts_with(**entity))?;
                    at += same.len();
                }
            }
            // The first byte of a no-break space and of letters such as `é`.
            0xc2 if bytes.get(at + 1) != Some(&0xa0) => at += 2,
            _ => return None,
        }
    }
    out.push_str(&html[written..]);
    Some(out)
}

/// Bytes that may be written in another way: markup, and characters that a tree of HTML does not keep.
const IS_SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = byte != 0x09 && byte != 0x0a;
        byte += 1;
    }
    table[b'<' as usize] = true;
    table[b'>' as usize] = true;
    table[b'&' as usize] = true;
    table[0x7f] = true;
    table[0xc2] = true;
    table
};

enum Tag {
    Same,
    Other(String),
}

/// What becomes of a tag, given without its angle brackets.
fn tag(inner: &str) -> Option<Tag> {
    if let Some(name) = inner.strip_prefix('/') {
        return (ELEMENTS.contains(&name) || matches!(name, "a" | "span")).then_some(Tag::Same);
    }
    if ELEMENTS.contains(&inner) || matches!(inner, "br" | "hr") {
        return Some(Tag::Same);
    }
    let (name, rest) = inner.split_once(' ')?;
    match name {
        "br" | "hr" if rest == "/" => Some(Tag::Other(format!("<{name}>"))),
        "a" => {
            let address = rest.strip_prefix("href=\"")?.strip_suffix('"')?;
            is_simple_address(address)
                .then(|| Tag::Other(format!("<a href=\"{address}\" rel=\"noopener noreferrer\">")))
        }
        "span" => {
            let class = rest.strip_prefix("class=\"")?.strip_suffix('"')?;
            CLASSES.contains(&class).then_some(Tag::Same)
        }
        "div" => {
            let rest = rest.strip_suffix(" tabindex=\"0\"")?;
            let lang =
                rest.strip_prefix("class=\"code\" data-lang=\"").and_then(|rest| rest.strip_suffix('"'));
            let is_known = matches!(rest, "class=\"code\"" | "class=\"scroll\"");
            (is_known || lang.is_some_and(is_simple_value)).then_some(Tag::Same)
        }
        "ol" => {
            let start = rest.strip_prefix("start=\"")?.strip_suffix('"')?;
            (!start.is_empty() && start.bytes().all(|byte| byte.is_ascii_digit())).then_some(Tag::Same)
        }
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            let rest = rest.strip_suffix(" class=\"quiet\"").unwrap_or(rest);
            let id = rest.strip_prefix("id=\"")?.strip_suffix('"')?;
            (is_simple_value(id) && !id.starts_with("td-")).then_some(Tag::Same)
        }
        _ => None,
    }
}

/// Whether a value has only characters that no reader of HTML changes.
fn is_simple_value(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.+#/ ".contains(&byte))
}

/// Whether an address is a path or fragment, or a page of a host with a plain name.
fn is_simple_address(address: &str) -> bool {
    let is_path =
        |path: &str| path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.#/?=~".contains(&byte));
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(rest) = host else { return is_path(address) && !address.starts_with("//") };
    let host = &rest[..rest.find(['/', '?', '#']).unwrap_or(rest.len())];
    let is_label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_alphabetic())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.contains("--")
            && !label.ends_with('-')
    };
    host.split('.').all(is_label) && is_path(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::sanitize::clean;

    #[test]
    fn simple_html_is_what_the_sanitizer_makes_of_it() {
        const PIECES: &[&str] = &[
            "<p>a &amp; b</p>\n",
            "<p>say &quot;x&quot; it&#39;s</p>",
            "<ul>\n<li>a</li>\n</ul>\n",
            "<ol start=\"3\">\n<li>a</li>\n</ol>\n",
            "<pre><code>x &lt; y\n</code></pre>\n",
            "<div class=\"code\" data-lang=\"sh\" tabindex=\"0\"><pre><code><span class=\"k\">if</span> x</code></pre></div>\n",
            "<h2 id=\"a-b\">A</h2>\n",
            "<h3 id=\"x\" class=\"quiet\">A</h3>",
            "<blockquote>\n<p>q</p>\n</blockquote>\n",
            "<hr />\n",
            "<p>a<br />\nb <em>c <strong>d</strong></em> <del>e</del></p>\n",
            "<p><a href=\"b.html#c\">x</a> <a href=\"https://example.org/a?b=c\">y</a></p>\n",
            "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th>a</th></tr></thead><tbody>\n<tr><td>é b</td></tr>\n</tbody></table>\n</div>",
            "<p>naïve – 5 × 3</p>",
            "plain text ",
            "<ul>\n<li>a\n<ul>\n<li><p>b</p>\n</li>\n</ul>\n</li>\n</ul>\n",
        ];
        for one in PIECES {
            for other in PIECES {
                let html = format!("{one}{other}");
                assert_eq!(sanitized(&html).as_deref(), Some(clean(&html).as_str()), "{html}");
            }
        }
    }

    #[test]
    fn everything_else_is_left_to_the_sanitizer() {
        for html in [
            "<script>",
            "<p onclick=\"x\">",
            "<a href=\"javascript:x\">",
            "<a href=\"data:x\">",
            "<a href=\"//x\">",
            "<a href=\"http://1.2.3.4/\">",
            "<a href=\"http://a--b.c\">",
            "<a href=\"http://\">",
            "<a href=\"x\" title=\"y\">",
            "<img src=\"x\">",
            "<h2 id=\"td-x\">",
            "<span class=\"callout\">",
            "<span>",
            "<div>x</div><div class=\"x\">",
            "&nbsp;",
            "&#1;",
            "\u{a0}",
            "a\rb",
            "a\0b",
            "a > b",
            "<p",
            "<!-- -->",
            "<P>",
            "<td style=\"text-align: left\">",
            "<sup class=\"noteref\">",
        ] {
            assert_eq!(sanitized(html), None, "{html}");
        }
    }
}
