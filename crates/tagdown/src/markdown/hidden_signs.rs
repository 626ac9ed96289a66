//! Signs of emphasis in addresses without brackets. An address is found before emphasis, so they are hidden from the
//! parser.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag};

use super::bare_addresses::bare_addresses;

/// The signs, and the control characters that stand for them. Both have one byte, so that no offset changes.
const SIGNS: [(char, char); 3] = [('*', '\u{1}'), ('_', '\u{2}'), ('~', '\u{3}')];

/// Hides the signs in addresses; `None` if there are none, or if the text has such control characters itself.
pub(super) fn hide(text: &str) -> Option<String> {
    let has_sign = |text: &str| SIGNS.iter().any(|(sign, _)| text.contains(*sign));
    if !text.contains("://") || !has_sign(text) || text.contains(SIGNS.map(|(_, code)| code)) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for address in bare_addresses(text) {
        let found = &text[address.span.range()];
        // A border ends an address.
        let length = found.find('|').unwrap_or(found.len());
        let before = text[..address.span.start].trim_end();
        // In brackets and definitions, it is a part of a link.
        if before.ends_with(['[', '<']) || before.ends_with("](") || before.ends_with("]:") {
            continue;
        }
        out.push_str(&text[at..address.span.start]);
        at = address.span.start + length;
        let hidden = |c| SIGNS.iter().find(|(sign, _)| *sign == c).map_or(c, |(_, code)| *code);
        out.extend(found[..length].chars().map(hidden));
    }
    out.push_str(&text[at..]);
    (at > 0).then_some(out)
}

/// An event with the signs that were hidden.
pub(super) fn restore(event: Event<'_>) -> Event<'_> {
    match event {
        Event::Text(text) => Event::Text(restored(text)),
        Event::Code(text) => Event::Code(restored(text)),
        Event::Html(text) => Event::Html(restored(text)),
        Event::InlineHtml(text) => Event::InlineHtml(restored(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Link { link_type, dest_url: restored(dest_url), title: restored(title), id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            Event::Start(Tag::Image { link_type, dest_url: restored(dest_url), title: restored(title), id })
        }
        Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(restored(info))))
        }
        event => event,
    }
}

fn restored(text: CowStr<'_>) -> CowStr<'_> {
    if !text.contains(SIGNS.map(|(_, code)| code)) {
        return text;
    }
    let shown = |c| SIGNS.iter().find(|(_, code)| *code == c).map_or(c, |(sign, _)| *sign);
    text.chars().map(shown).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::hide;

    #[test]
    fn only_signs_in_addresses_are_hidden() {
        for (text, hidden) in [
            ("a*b* https://a.example/b*c*d_e~f", "a*b* https://a.example/b\u{1}c\u{1}d\u{2}e\u{3}f"),
            ("**https://a.example/b**", "**https://a.example/b**"),
            ("|https://a.example|*b*|", "|https://a.example|*b*|"),
            ("[https://a.example/*b*](c)", "[https://a.example/*b*](c)"),
            ("<https://a.example/_b_>", "<https://a.example/_b_>"),
            (
                "[a](https://a.example/_b_) [c]: https://a.example/_d_",
                "[a](https://a.example/_b_) [c]: https://a.example/_d_",
            ),
            ("\u{1} https://a.example/*b*c", "\u{1} https://a.example/*b*c"),
        ] {
            assert_eq!(hide(text).as_deref().unwrap_or(text), hidden, "{text}");
        }
    }
}
