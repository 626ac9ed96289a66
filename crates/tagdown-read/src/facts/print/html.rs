//! A comparison as a page of its own, without scripts.

use tagdown::print::Style;

use crate::facts::change::{Change, Comparison, What};
use crate::facts::words::Part;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Facts</title>\n<style>\n\
    :root { color-scheme: light dark }\n\
    body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }\n\
    h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; text-transform: capitalize }\n\
    li { margin: .4rem 0; white-space: pre-wrap } code { opacity: .75; font-size: .85em } small { opacity: .75 }\n\
    del { background: #d0312d2e; text-decoration-thickness: 1px } ins { background: #2d9d3f33; text-decoration: none }\n\
    summary { margin: 1.5rem 0 .5rem; opacity: .75; cursor: pointer }\n\
    </style>\n";

pub(super) fn write(comparison: &Comparison, _: Style) -> String {
    let mut out = format!("{HEAD}<h1>Facts</h1>\n<p>{}</p>\n", escape(&comparison.summary()));
    for what in What::ALL {
        out.push_str(&section(comparison, what.name(), (what, &comparison.changes)));
    }
    let notes = comparison.notes();
    if !notes.is_empty() {
        out.push_str("<h2>Also</h2>\n<ul>\n");
        for note in &notes {
            out.push_str(&format!("<li>{}</li>\n", escape(note)));
        }
        out.push_str("</ul>\n");
    }
    if !comparison.context.is_empty() {
        let summary = comparison.context_summary();
        out.push_str(&format!("<details>\n<summary>Sentences of context: {summary}</summary>\n"));
        for (what, name) in What::OF_CONTEXT {
            out.push_str(&section(comparison, name, (what, &comparison.context)));
        }
        out.push_str("</details>\n");
    }
    out + "</html>\n"
}

/// The changes of one kind below a heading.
fn section(comparison: &Comparison, name: &str, (what, changes): (What, &[Change])) -> String {
    let mut out = String::new();
    let mut last = None;
    for change in changes.iter().filter(|change| change.what == what) {
        // Changes of one block follow each other.
        let place = comparison.place(change);
        let address = if last.as_ref() == Some(&place) {
            String::new()
        } else {
            format!("<code>{}</code><br>", escape(&place))
        };
        last = Some(place);
        out.push_str(&format!("<li>{address}"));
        for part in comparison.pieces(change) {
            out.push_str(&match part {
                Part::Between => " ".to_owned(),
                Part::Old(text) => format!("<del>{}</del>", escape(&text)),
                Part::New(text) => format!("<ins>{}</ins>", escape(&text)),
                Part::Both(text) => escape(&text),
            });
        }
        let remark = comparison.remark(change);
        out.push_str(
            &remark.map_or_else(String::new, |remark| format!(" <small>({})</small>", escape(&remark))),
        );
        out.push_str("</li>\n");
    }
    if out.is_empty() { out } else { format!("<h2>{name}</h2>\n<ul>\n{out}</ul>\n") }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
