//! Simple HTML, in the form that the sanitizer gives it. Most of a page is made of a few elements that the page itself
//! writes, and reading and writing a tree of them takes most of the time. Everything else goes through the sanitizer.

use std::borrow::Cow;

use super::highlight::CLASSES;

/// Whether an element may be written without attributes.
fn is_element(name: &str) -> bool {
    // Bytes are compared one by one, which is quicker for such short names.
    matches!(
        name.as_bytes(),
        b"p" | b"em"
            | b"strong"
            | b"del"
            | b"code"
            | b"pre"
            | b"ul"
            | b"ol"
            | b"li"
            | b"blockquote"
            | b"table"
            | b"thead"
            | b"tbody"
            | b"tr"
            | b"th"
            | b"td"
            | b"h1"
            | b"h2"
            | b"h3"
            | b"h4"
            | b"h5"
            | b"h6"
            | b"div"
    )
}

/// What the sanitizer makes of HTML that was written from Markdown without raw HTML, if it is simple enough to tell.
pub(super) fn sanitized(html: &str) -> Option<String> {
    let mut out = String::with_capacity(html.len() + 64);
    let mut written = 0;
    let mut at = 0;
    let bytes = html.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        if !IS_SPECIAL[usize::from(byte)] {
            let rest = bytes[at..].iter();
            at += rest.take_while(|byte| !IS_SPECIAL[usize::from(**byte)]).count();
            continue;
        }
        match byte {
            b'<' => {
                // A tag is so short that a search with vectors would take longer.
                let length = bytes[at + 1..].iter().position(|byte| *byte == b'>')?;
                let inner = &html[at + 1..at + 1 + length];
                let end = at + length + 2;
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
                let (length, shown) = match &bytes[at + 1..] {
                    [b'q', b'u', b'o', b't', b';', ..] => ("&quot;".len(), Some('"')),
                    [b'#', b'3', b'9', b';', ..] => ("&#39;".len(), Some('\'')),
                    [b'a', b'm', b'p', b';', ..] => ("&amp;".len(), None),
                    [b'l' | b'g', b't', b';', ..] => ("&lt;".len(), None),
                    _ => return None,
                };
                if let Some(sign) = shown {
                    out.push_str(&html[written..at]);
                    out.push(sign);
                    written = at + length;
                }
                at += length;
            }
            b'>' => {
                out.push_str(&html[written..at]);
                out.push_str("&gt;");
                at += 1;
                written = at;
            }
            // The first byte of a no-break space and of letters such as `é`.
            0xc2 if bytes.get(at + 1) != Some(&0xa0) => at += 2,
            0xc2 => {
                out.push_str(&html[written..at]);
                out.push_str("&nbsp;");
                at += 2;
                written = at;
            }
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
        return (is_element(name) || matches!(name, "a" | "span")).then_some(Tag::Same);
    }
    if is_element(inner) || matches!(inner, "br" | "hr") {
        return Some(Tag::Same);
    }
    if inner == "br/" {
        return Some(Tag::Other("<br>".to_owned()));
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
        "img" => {
            let (address, alt) =
                rest.strip_prefix("src=\"")?.strip_suffix("\" /")?.split_once("\" alt=\"")?;
            let alt = value(alt)?;
            is_simple_address(address).then(|| Tag::Other(format!("<img src=\"{address}\" alt=\"{alt}\">")))
        }
        "th" | "td" => {
            let side = rest.strip_prefix("style=\"text-align: ")?.strip_suffix('"')?;
            matches!(side, "left" | "center" | "right")
                .then(|| Tag::Other(format!("<{name} style=\"text-align:{side}\">")))
        }
        "div" => {
            let rest = rest.strip_suffix(" tabindex=\"0\"")?;
            if matches!(rest, "class=\"code\"" | "class=\"scroll\"") {
                return Some(Tag::Same);
            }
            let lang = rest.strip_prefix("class=\"code\" data-lang=\"")?.strip_suffix('"')?;
            Some(match value(lang)? {
                Cow::Borrowed(_) => Tag::Same,
                Cow::Owned(lang) => {
                    Tag::Other(format!("<div class=\"code\" data-lang=\"{lang}\" tabindex=\"0\">"))
                }
            })
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

/// The value of an attribute in the form that the sanitizer gives it.
fn value(written: &str) -> Option<Cow<'_, str>> {
    let is_kept = |byte: u8| (b' '..0x7f).contains(&byte) && !b"<>\"".contains(&byte) || byte > 0xc2;
    if written.len() > LONGEST || !written.bytes().all(|byte| is_kept(byte) || (0x80..0xc0).contains(&byte)) {
        return None;
    }
    let entities = || written.match_indices('&').map(|(at, _)| &written[at..]);
    let is_same =
        |rest: &str| ["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|entity| rest.starts_with(entity));
    if entities().all(is_same) {
        return Some(written.into());
    }
    let is_known = |rest: &str| is_same(rest) || rest.starts_with("&#39;") || rest.starts_with("&#x27;");
    entities().all(is_known).then(|| written.replace("&#39;", "'").replace("&#x27;", "'").into())
}

/// The sanitizer removes attributes with many escaped characters; shorter ones cannot have so many.
const LONGEST: usize = 1000;

/// Whether an address is a path or fragment, or a page of a host with a plain name.
fn is_simple_address(address: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.#/?=~%@:,+!$*();".contains(&byte);
    let is_path =
        |path: &str| path.len() <= LONGEST && path.split("&amp;").all(|part| part.bytes().all(is_plain));
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(rest) = host else {
        // A colon may end a scheme, unless it is behind one of these.
        let is_relative = address.find(':').is_none_or(|colon| address[..colon].contains(['/', '?', '#']));
        return is_relative && is_path(address) && !address.starts_with("//");
    };
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
            "a > b<br>c<br/>d &lt;T>",
            "<p>5\u{a0}KB</p>",
            "<div class=\"code\" data-lang=\"tsx filename=&quot;a.tsx&quot; {1,3} it&#39;s &lt;b&gt; é\" tabindex=\"0\"><pre><code>x</code></pre></div>",
            "<p><img src=\"a/b:c.png?x=1&amp;y=(2)\" alt=\"it&#x27;s &amp; – é\" /></p>",
            "<p><a href=\"https://example.org/a@1.2/b:c%20d?e=f&amp;g=h#i!j,(k);l*+$\">x</a> <a href=\"#a:b\">y</a></p>",
            "<table><thead><tr><th style=\"text-align: left\">a</th></tr></thead><tbody>\n<tr><td style=\"text-align: right\">b</td></tr>\n</tbody></table>",
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
            "<img src=\"data:image/png,x\" alt=\"\" />",
            "<img src=\"x\" alt=\"y\" title=\"z\" />",
            "<img src=\"x\" alt=\"&nbsp;\" />",
            "<img src=\"x\" alt=\"\u{a0}\" />",
            "<a href=\"http://a@b.c/\">",
            "<a href=\"http://a.b:80/\">",
            "<a href=\"a.b:c/d\">",
            "<h2 id=\"td-x\">",
            "<span class=\"callout\">",
            "<span>",
            "<div>x</div><div class=\"x\">",
            "&nbsp;",
            "&#1;",
            "a\rb",
            "a\0b",
            "<p",
            "<!-- -->",
            "<P>",
            "<td style=\"text-align: x\">",
            "<sup class=\"noteref\">",
        ] {
            assert_eq!(sanitized(html), None, "{html}");
        }
    }
}
