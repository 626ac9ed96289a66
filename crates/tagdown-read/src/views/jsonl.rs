//! `jsonl`: one JSON object per block, one per line, and a summary as the last line.

use serde::Serialize;

use super::json::{self, text};
use crate::reading::{Detail, Item, Reading};
use crate::request::{Label, Request, Rest, View};

pub(crate) const VIEW: View = View {
    name: "jsonl",
    help: "one JSON object per block, and a summary",
    kinds: None,
    counts_documents: false,
    is_grouped: false,
    is_text: false,
    has_parts: true,
    open: |_, _| String::new(),
    manifest: |_| String::new(),
    heading: |_, _, _| String::new(),
    resume: |_, _, _| String::new(),
    block,
    between: "",
    middle: "",
    close: |_, _, _| String::new(),
    line,
    status: |_, _| String::new(),
    end: |request, ending| format!("{{\"version\":1,\"summary\":{}}}\n", json::summary(request, ending)),
};

#[derive(Serialize)]
struct Line<'l> {
    version: u8,
    path: &'l str,
    document: Option<&'l str>,
    document_version: Option<&'l str>,
    #[serde(flatten)]
    block: json::Block<'l>,
}

fn block(request: &Request, reading: &Reading, item: &Item, detail: &Detail, _: &Label) -> String {
    let line = Line {
        version: 1,
        path: &reading.path,
        document: reading.title.as_deref(),
        document_version: reading.document_version.as_deref(),
        block: json::Block::new(request, reading, item, detail),
    };
    text(&line) + "\n"
}

fn line(_: &Request, reading: &Reading, rest: &Rest<'_>) -> String {
    let Rest::Block(item) = rest else { return String::new() };
    let address = text(&format!("{}#{}", reading.path, item.address));
    format!(
        "{{\"version\":1,\"omitted\":{address},\"kind\":{},\"tokens\":{}}}\n",
        text(&item.kind),
        item.tokens
    )
}
