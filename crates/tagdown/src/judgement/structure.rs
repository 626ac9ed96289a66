//! Pieces whose form tells what they are: tables in HTML, and tables of contents.

use crate::markdown::strip_list_marker;

/// Whether HTML is a table that states facts, as a table in Markdown does: it names its columns, and most of its
/// cells have words. Tables that only arrange images and links do not.
pub fn is_html_table(html: &str) -> bool {
    let lower = html.trim().to_ascii_lowercase();
    if !lower.starts_with("<table") || !lower.ends_with("</table>") || lower.matches("<table").count() > 1 {
        return false;
    }
    let names = cells(&lower, "<th").filter(|cell| has_words(cell)).count();
    let (mut all, mut told) = (0, 0);
    for cell in cells(&lower, "<td") {
        all += 1;
        told += usize::from(has_words(cell) && !cell.contains("<img"));
    }
    names > 1 && told * 2 > all
}

/// The cells that start with a tag, each up to the next cell or row.
fn cells<'t>(table: &'t str, open: &'static str) -> impl Iterator<Item = &'t str> {
    let is_cell = move |at: &usize| table[at + open.len()..].starts_with(['>', ' ', '\n', '\t', '\r']);
    table.match_indices(open).map(|(at, _)| at).filter(is_cell).map(move |at| {
        let rest = &table[at..];
        let ends = ["</td", "</th>", "<td", "<th>", "<th ", "<tr", "</tr", "</table"];
        let end = ends.iter().filter_map(|end| rest[1..].find(end)).min();
        &rest[..end.map_or(rest.len(), |end| end + 1)]
    })
}

/// Whether HTML has a letter or digit outside its tags.
fn has_words(html: &str) -> bool {
    html.split('<')
        .any(|piece| piece.split_once('>').map_or(piece, |(_, text)| text).contains(char::is_alphanumeric))
}

/// Whether a list is a table of contents: links to places on its own page, and nothing else.
pub fn is_contents(list: &str) -> bool {
    let is_entry = |line: &str| {
        let text = strip_list_marker(line.trim());
        text.starts_with('[')
            && text.ends_with(')')
            && text.matches("](").count() == 1
            && text.contains("](#")
    };
    list.lines().filter(|line| !line.trim().is_empty()).all(is_entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_in_html_are_judged_by_their_cells() {
        let row = "<tr><td><a href=\"x\">lid</a></td><td>red</td></tr>";
        let head = "<tr><th>Part</th><th scope=\"col\">Colour</th></tr>";
        for (html, expected) in [
            (format!("<table>\n{head}\n{row}\n{row}\n</table>"), true),
            (format!("<table>\n<thead>{head}</thead>\n<tbody>{row}</tbody>\n</table>"), true),
            (format!("<table>\n{row}\n{row}\n</table>"), false),
            (format!("<table>{head}<tr><td><img src=a> Ann</td><td><img src=b> Bo</td></tr></table>"), false),
            (format!("<table>{head}</table>"), false),
            (format!("<div>{head}{row}</div>"), false),
        ] {
            assert_eq!(is_html_table(&html), expected, "{html}");
        }
    }

    #[test]
    fn contents_lead_to_places_on_the_page() {
        for (list, expected) in [
            ("- [Start](#start)\n  - [`fill(a)`](#fill)\n- [Care](#care)\n", true),
            ("1. [Start](#start)\n", true),
            ("- [Start](#start)\n- [Other](other.md)\n", false),
            ("- [Start](#start): how to begin\n", false),
            ("- [One](#one) and [two](#two)\n", false),
        ] {
            assert_eq!(is_contents(list), expected, "{list}");
        }
    }
}
