//! Finds callouts that are shortcodes of Hugo, or blocks of GitBook and Liquid: a line that opens one, its text, and a
//! line that closes it.

use tagdown::document::Document;
use tagdown::text::Span;

use super::callout::Found;

/// The marks around the name, and what closes a shortcode with that name.
const MARKS: [(&str, &str, &str); 3] = [("{{%", "%}}", "/"), ("{{<", ">}}", "/"), ("{%", "%}", "end")];

/// Names that are callouts in common themes.
const NAMES: [&str; 14] = [
    "admonition",
    "alert",
    "attention",
    "callout",
    "caution",
    "danger",
    "hint",
    "important",
    "info",
    "note",
    "notice",
    "tip",
    "warn",
    "warning",
];

/// Attributes whose value says what kind of callout it is.
const KINDS: [&str; 4] = ["type", "style", "color", "level"];

/// Whether a text may have shortcodes.
pub(super) fn has_any(text: &str) -> bool {
    MARKS.iter().any(|(opens, _, _)| text.contains(opens))
}

/// The callouts of a document that are shortcodes, in order.
pub(super) fn find(document: &Document<'_>) -> Vec<Found> {
    let source = &document.source;
    if !has_any(source.text()) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut line = 0;
    while line < source.line_count() {
        let text = source.slice(source.line(line));
        let start = source.line(line).start;
        let opener =
            opener(text).filter(|_| !document.markdown.is_opaque_at(start) && !document.in_manifest(start));
        line += 1;
        let Some(opener) = opener else { continue };
        let close =
            (line..source.line_count()).find(|&at| opener.is_closed_by(source.slice(source.line(at))));
        let Some(close) = close else { continue };
        let body: Vec<(usize, String)> =
            (line..close).map(|line| (line, source.slice(source.full_line(line)).to_owned())).collect();
        let is_blank = |(_, text): &(usize, String)| text.trim().is_empty();
        let is_nested = body.iter().any(|(_, text)| text.trim_start().starts_with(opener.mark));
        let first = body.iter().position(|line| !is_blank(line));
        let last = body.iter().rposition(|line| !is_blank(line));
        if let (Some(first), Some(last), false) = (first, last, is_nested) {
            found.push(Found {
                lines: line - 1..close + 1,
                name: opener.kind,
                title: opener.title,
                body: body[first..=last].to_vec(),
                frame: source.slice(Span::new(start, source.line(line - 1).end)).to_owned(),
                marks: None,
            });
            line = close + 1;
        }
    }
    found
}

/// The opening line of a shortcode.
struct Opener<'l> {
    mark: &'static str,
    /// The name of the shortcode.
    name: &'l str,
    /// The kind of callout, in lower case.
    kind: String,
    title: Option<String>,
}

impl Opener<'_> {
    fn is_closed_by(&self, line: &str) -> bool {
        let Some((opens, closes, end)) = MARKS.iter().find(|(opens, _, _)| *opens == self.mark) else {
            return false;
        };
        let inner = line.trim().strip_prefix(opens).and_then(|rest| rest.strip_suffix(closes));
        let name = inner.and_then(|inner| inner.trim().strip_prefix(end)).map(str::trim);
        name == Some(self.name)
    }
}

/// Reads a line as the opening line of a shortcode that is a callout.
fn opener(line: &str) -> Option<Opener<'_>> {
    let (mark, inner) = MARKS.iter().find_map(|(opens, closes, _)| {
        let inner = line.strip_prefix(opens)?.trim_end().strip_suffix(closes)?;
        Some((*opens, inner.trim()))
    })?;
    let name = inner.split_whitespace().next()?;
    if !NAMES.contains(&name) || inner.ends_with('/') {
        return None;
    }
    let rest = inner[name.len()..].trim();
    let bare = rest.split_whitespace().next().map(|word| word.trim_matches('"').to_lowercase());
    let said = KINDS.iter().find_map(|key| attribute(rest, key)).map(|kind| kind.to_lowercase());
    let kind = said.or(bare.filter(|word| NAMES.contains(&word.as_str())));
    Some(Opener {
        mark,
        name,
        kind: kind.unwrap_or_else(|| name.to_owned()),
        title: attribute(rest, "title"),
    })
}

/// The quoted value of an attribute.
fn attribute(text: &str, key: &str) -> Option<String> {
    let at = text.find(&format!("{key}=\"")).or_else(|| text.find(&format!("{key}='")))?;
    let value = &text[at + key.len() + 1..];
    let quote = value.chars().next()?;
    let value = value[1..].split(quote).next()?;
    (!value.trim().is_empty()).then(|| value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use tagdown::document::parse;

    use super::find;

    #[test]
    fn shortcodes_that_are_callouts_are_found() {
        let text = "# T\n\n{{% alert title=\"Heads up\" color=\"warning\" %}}\nNever do this.\n{{% /alert %}}\n\n\
            {% hint style='info' %}\nA hint.\n{% endhint %}\n\n{{< note >}}\nA note.\n{{< /note >}}\n\n\
            {{< tabs >}}\nNo callout.\n{{< /tabs >}}\n";
        let document = parse(text);
        let found: Vec<(String, Option<String>, String)> = find(&document)
            .into_iter()
            .map(|found| (found.name, found.title, found.body.into_iter().map(|(_, line)| line).collect()))
            .collect();
        let heads = Some("Heads up".to_owned());
        assert_eq!(
            found,
            [
                ("warning".to_owned(), heads, "Never do this.\n".to_owned()),
                ("info".to_owned(), None, "A hint.\n".to_owned()),
                ("note".to_owned(), None, "A note.\n".to_owned()),
            ]
        );
    }
}
