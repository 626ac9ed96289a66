//! Sanitizes HTML: decides which elements and attributes may reach a page.

use std::borrow::Cow;
use std::sync::LazyLock;

use ammonia::Builder;

use super::{highlight, simple_html};
use crate::protect::element_links::RUNNING;

/// The prefix of the page's own ids, which a document may not use.
const OWN: &str = "td-";

/// The HTML classes of GitHub alerts.
const ALERTS: [&str; 5] = [
    "markdown-alert-note",
    "markdown-alert-tip",
    "markdown-alert-important",
    "markdown-alert-warning",
    "markdown-alert-caution",
];

static BUILDER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .rm_tags(["map", "area", "acronym", "data"])
        .add_tags(["section", "main", "tfoot", "big"])
        .add_generic_attributes(["id", "aria-label"])
        .add_tag_attributes("a", ["name"])
        .add_tag_attributes("div", ["tabindex", "data-lang"])
        .add_tag_attributes("details", ["open"])
        .add_tag_attributes("time", ["datetime"])
        .add_tag_attributes("td", ["style"])
        .add_tag_attributes("th", ["style"])
        .filter_style_properties(["text-align"].into())
        .add_url_schemes(["data"])
        .link_rel(Some("noopener noreferrer"))
        .add_allowed_classes("span", highlight::CLASSES)
        .add_allowed_classes("span", ["task"])
        .add_allowed_classes("div", ["scroll", "code"])
        .add_allowed_classes("sup", ["noteref"])
        .add_allowed_classes("blockquote", ALERTS)
        .attribute_filter(attribute);
    for heading in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        builder.add_allowed_classes(heading, ["quiet"]);
    }
    builder
});

/// HTML in which nothing can run, load or imitate the page itself.
pub(crate) fn clean(html: &str) -> String {
    BUILDER.clean(&split_texts(&with_addresses(&with_hosts(html)))).to_string()
}

/// HTML with addresses of hosts that are numbers, such as `http://[::1]/`. Markdown encodes their brackets.
fn with_hosts(html: &str) -> Cow<'_, str> {
    const OPEN: &str = "://%5B";
    let mut out = String::new();
    let mut written = 0;
    for (at, _) in html.match_indices(OPEN) {
        let host = &html[at + OPEN.len()..];
        let length = host.bytes().take_while(|b| b.is_ascii_hexdigit() || b":.".contains(b)).count();
        if length > 0 && host[length..].starts_with("%5D") {
            out.push_str(&html[written..at]);
            out.push_str(&format!("://[{}]", &host[..length]));
            written = at + OPEN.len() + length + "%5D".len();
        }
    }
    if written == 0 {
        return html.into();
    }
    out.push_str(&html[written..]);
    out.into()
}

/// HTML in which links that open a program or a file of the computer are followed by their address: only well-known schemes
/// stay links.
fn with_addresses(html: &str) -> Cow<'_, str> {
    const OPEN: &str = "<a href=\"";
    let mut out = String::new();
    let mut written = 0;
    for (at, _) in html.match_indices(OPEN) {
        let rest = &html[at + OPEN.len()..];
        let Some((address, behind)) = rest.split_once('"') else { break };
        let Some(scheme) =
            scheme(address).filter(|scheme| scheme.starts_with(|c: char| c.is_ascii_alphabetic()))
        else {
            continue;
        };
        let is_shown = BUILDER.clone_url_schemes().contains(&*scheme) || RUNNING.contains(&&*scheme);
        let Some(length) = behind.find("</a>").filter(|_| !is_shown) else { continue };
        if !behind[..length].contains(address) {
            let end = at + OPEN.len() + address.len() + 1 + length;
            out.push_str(&html[written..end]);
            out.push_str(&format!(" ({address})"));
            written = end;
        }
    }
    if written == 0 {
        return html.into();
    }
    out.push_str(&html[written..]);
    out.into()
}

/// The same for HTML that was written from Markdown without raw HTML.
pub(crate) fn clean_written(html: &str) -> String {
    let simple = simple_html::sanitized(html);
    debug_assert!(simple.as_ref().is_none_or(|simple| *simple == clean(html)), "{html:?}");
    simple.unwrap_or_else(|| clean(html))
}

/// How many escaped characters a text or an attribute may have. The HTML library searches the rest of it after each of
/// them.
const ESCAPED: usize = 256;

/// Whether the HTML library stops at a byte to escape it: `&`, or the first byte of a no-break space.
fn is_escaped(byte: u8) -> bool {
    matches!(byte, b'&' | 0xc2)
}

/// Splits texts with many escaped characters by comments, which sanitizing removes.
fn split_texts(html: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let (mut written, mut count, mut in_tag) = (0, 0, false);
    for (at, byte) in html.bytes().enumerate() {
        match byte {
            b'<' => (count, in_tag) = (0, true),
            b'>' => (count, in_tag) = (0, false),
            byte if is_escaped(byte) && !in_tag => count += 1,
            _ => {}
        }
        if count > ESCAPED {
            out.push_str(&html[written..at]);
            out.push_str("<!---->");
            (written, count) = (at, 1);
        }
    }
    if written == 0 {
        return html.into();
    }
    out.push_str(&html[written..]);
    out.into()
}

fn attribute<'u>(element: &str, attribute: &str, value: &'u str) -> Option<Cow<'u, str>> {
    if value.bytes().filter(|byte| is_escaped(*byte)).nth(ESCAPED).is_some() {
        return None;
    }
    match (element, attribute) {
        (_, "id" | "name") if value.starts_with(OWN) => None,
        // The library checks the schemes of other addresses, but not of these.
        (_, "cite") => {
            let scheme = scheme(value);
            matches!(scheme.as_deref(), None | Some("http" | "https")).then_some(value.into())
        }
        (_, "href" | "src") if scheme(value).as_deref() == Some("data") => {
            let is_picture =
                element == "img" && attribute == "src" && address(value)[5..].starts_with("image/");
            is_picture.then_some(value.into())
        }
        _ => Some(value.into()),
    }
}

/// The scheme of an address, in lower case.
fn scheme(value: &str) -> Option<String> {
    let address = address(value);
    let (scheme, _) = address.split_once(':')?;
    let is_scheme = scheme.bytes().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
    is_scheme.then(|| scheme.to_ascii_lowercase())
}

/// An address as a browser reads it: without control characters and blanks around it, and without tabs and line ends.
fn address(value: &str) -> String {
    let inner = value.trim_matches(|c: char| c <= ' ');
    inner.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_address_hides_its_scheme() {
        for scheme in ["data:text/html,x", "javascript:x()", "vbscript:x", "DATA:text/html;base64,eA=="] {
            let (first, rest) = scheme.split_at(2);
            for hidden in [
                scheme.to_owned(),
                format!("&#x1;{scheme}"),
                format!("&#x1f; &#x0b;{scheme}"),
                format!(" &Tab;&NewLine;{scheme}"),
                format!("{first}&#9;{rest}"),
                format!("{first}&#10;{rest}"),
                format!("{first}&#xD;&Tab;{rest}"),
                format!("{first}\t\n{rest}"),
                format!("\u{1}{scheme}"),
                scheme.replacen(':', "&colon;", 1),
                format!("&#{};{}", scheme.as_bytes()[0], &scheme[1..]),
            ] {
                for html in [
                    format!("<a href=\"{hidden}\">a</a>"),
                    format!("<a xlink:href=\"{hidden}\" ping=\"{hidden}\">a</a>"),
                    format!("<iframe src=\"{hidden}\"></iframe><embed src=\"{hidden}\">"),
                    format!("<img srcset=\"{hidden} 1x\" longdesc=\"{hidden}\">"),
                    format!("<blockquote cite=\"{hidden}\">a</blockquote><q cite=\"{hidden}\">a</q>"),
                    format!("<video poster=\"{hidden}\" src=\"{hidden}\"></video>"),
                    format!("<form action=\"{hidden}\"><button formaction=\"{hidden}\">a</button></form>"),
                    format!("<table background=\"{hidden}\"><td background=\"{hidden}\">a</table>"),
                    format!("<base href=\"{hidden}\"><link rel=icon href=\"{hidden}\">"),
                    format!("<meta http-equiv=refresh content=\"0;url={hidden}\">"),
                    format!("<svg><use href=\"{hidden}\"/><a xlink:href=\"{hidden}\">a</a></svg>"),
                    format!(
                        "<svg><animate attributeName=href values=\"{hidden}\"/><set to=\"{hidden}\"/></svg>"
                    ),
                    format!("<math href=\"{hidden}\"><maction actiontype=\"statusline#{hidden}\"/></math>"),
                    format!("<object data=\"{hidden}\"></object><applet codebase=\"{hidden}\"></applet>"),
                    format!("<a style=\"background:url({hidden})\">a</a>"),
                ] {
                    let cleaned = clean(&html).to_lowercase();
                    let plain = cleaned.replace(['\t', '\n', '\r'], "");
                    let is_clean = !["data:", "script:"].iter().any(|scheme| plain.contains(scheme));
                    assert!(is_clean && !plain.contains("&#"), "{html:?} became {cleaned:?}");
                }
            }
        }
    }

    #[test]
    fn pictures_and_common_addresses_stay() {
        for html in [
            "<img src=\"data:image/png;base64,eA==\">",
            "<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"noopener noreferrer\">a</a>",
            "<a href=\"data/x.csv\" rel=\"noopener noreferrer\">a</a>",
            "<a href=\"data\" rel=\"noopener noreferrer\">a</a>",
        ] {
            assert_eq!(clean(html), html);
        }
        assert_eq!(
            clean("<a src=\"data:image/png;base64,eA==\">a</a>"),
            "<a rel=\"noopener noreferrer\">a</a>"
        );
        assert_eq!(clean("<img src=\"&#1;data:text/html,x\">"), "<img>");
    }

    #[test]
    fn addresses_that_are_no_links_are_shown() {
        for (html, to) in [
            (
                "<a href=\"http://%5B::1%5D:70/\">a</a>",
                "<a href=\"http://[::1]:70/\" rel=\"noopener noreferrer\">a</a>",
            ),
            ("<a href=\"file://b/c\">a</a> d", "<a rel=\"noopener noreferrer\">a (file://b/c)</a> d"),
            ("<a href=\"slack://b\">slack://b</a>", "<a rel=\"noopener noreferrer\">slack://b</a>"),
            ("<a href=\"javascript:b\">a</a>", "<a rel=\"noopener noreferrer\">a</a>"),
        ] {
            assert_eq!(clean_written(html), to);
        }
    }

    #[test]
    fn splitting_a_text_changes_nothing() {
        for piece in ["&amp;a ", "&nbsp;", "é\u{a0}", "&lt;b&gt;", "§ 5 &amp; 6 "] {
            let text = piece.repeat(2000);
            let shown = text.replace('\u{a0}', "&nbsp;");
            for (start, end) in [
                ("<p>", "</p>"),
                ("<pre><code>", "</code></pre>"),
                ("<table><tbody><tr><td>", "</td></tr></tbody></table>"),
            ] {
                assert_eq!(clean(&format!("{start}{text}{end}")), format!("{start}{shown}{end}"));
            }
        }
    }

    #[test]
    fn no_text_or_attribute_has_many_escapes() {
        let many = "&amp;&nbsp;x".repeat(5000);
        for html in
            [many.clone(), format!("<p title=\"{many}\"><b>{many}</b>\u{a0}{many}"), format!("<!--\n{many}")]
        {
            let split = split_texts(&html);
            for text in split.split('<').filter_map(|piece| piece.split_once('>')).map(|(_, text)| text) {
                assert!(text.bytes().filter(|byte| is_escaped(*byte)).count() <= ESCAPED);
            }
        }
        assert_eq!(clean(&format!("<p title=\"{many}\">a</p>")), "<p>a</p>");
        assert_eq!(clean("<p title=\"a &amp; b\">a</p>"), "<p title=\"a &amp; b\">a</p>");
    }
}
