//! `json`: one JSON object per document, one per line.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::json;
use tagdown::document::{Kind, kinds};
use tagdown::text::{Source, hidden};

use crate::reading::{Detail, Item, Reading, Tally, Unreviewed};
use crate::request::{Ending, Next, Request, Rest, View};

pub(crate) const VIEW: View = View {
    name: "json",
    help: "one JSON object per document, one per line",
    kinds: None,
    counts_documents: true,
    is_grouped: true,
    is_text: false,
    has_parts: true,
    open,
    manifest: |_| String::new(),
    heading: |_, _, _| String::new(),
    resume: |_, _, _| String::new(),
    block: |request, reading, item, detail, _| {
        format!(" {}", text(&Block::new(request, reading, item, detail)))
    },
    between: " ,",
    middle: " ],\"omitted\":[",
    close,
    line,
    status: |_, _| String::new(),
    end,
};

/// A value as JSON.
pub(crate) fn text(value: &impl Serialize) -> String {
    tagdown::text::tame_json(serde_json::to_string(value).unwrap_or_default())
}

/// A block in the JSON that every interface shares.
#[derive(Serialize)]
pub(crate) struct Block<'b> {
    address: String,
    kind: Kind,
    /// The name of the tag, if it is none of the four.
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'b str>,
    title: Option<&'b str>,
    section: Vec<&'b str>,
    lines: [usize; 2],
    bytes: [usize; 2],
    tokens: usize,
    hash: &'b str,
    tagged: bool,
    well_formed: bool,
    #[serde(serialize_with = "in_order")]
    fields: Vec<(&'static str, &'b str)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The bytes of the passages that match the query, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    passages: Vec<[usize; 2]>,
    /// The addresses of other blocks that say the same.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    also: &'b [String],
    /// `brief` or `part`, if it is not the complete block.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'static str>,
    /// The bytes of the complete block, if only a part is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<[usize; 2]>,
    /// How many characters of headings, title and text cannot be seen, or turn the direction of text.
    #[serde(skip_serializing_if = "is_zero")]
    hidden: usize,
    /// Whether it is unclear if a BUG affects the requested versions.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unclear: bool,
    /// Whether it contains a placeholder, such as `TODO`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    placeholder: bool,
    /// Who wrote it, if it was an agent and nobody has looked at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreviewed: Option<&'b Unreviewed>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    references: Vec<&'b str>,
    /// Unverified footnotes that the text of a verified block uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unverified_references: Vec<&'b str>,
    text: &'b str,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn in_order<S: Serializer>(fields: &[(&'static str, &str)], out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

impl<'b> Block<'b> {
    pub(super) fn new(request: &Request, reading: &'b Reading, item: &'b Item, detail: &Detail) -> Self {
        let (span, name) = (item.piece(detail), detail.name());
        let text = &item.text[span.range()];
        let lines = Source::new(&item.text);
        let line = |at: usize| item.lines[0] + lines.line_of(at);
        let base = item.bytes.start;
        let is_shown = |field: &&(&'static str, String)| match detail {
            Detail::Full => true,
            Detail::Brief => field.0 == kinds::FIX,
            Detail::Part { .. } | Detail::Excerpt(_) => false,
        };
        let fields = item.fields.iter().filter(is_shown);
        let path = reading.path(item.section);
        Self {
            address: format!("{}#{}", reading.path, item.address),
            kind: item.kind,
            tag: item.tag.as_deref(),
            title: item.title.as_deref(),
            section: path.iter().map(|&section| &*reading.headings[section].title).collect(),
            lines: if name.is_some() {
                [line(span.start), line(span.end.saturating_sub(1))]
            } else {
                item.lines
            },
            bytes: [base + span.start, base + span.end],
            whole: name.map(|_| [base, item.bytes.end]),
            tokens: if name.is_some() { request.count(text) } else { item.tokens },
            hash: &item.hash,
            tagged: item.is_tagged,
            well_formed: item.is_well_formed,
            fields: fields.map(|(name, value)| (*name, &**value)).collect(),
            score: item.score,
            passages: item.hits.iter().map(|hit| [base + hit.span.start, base + hit.span.end]).collect(),
            also: &item.also,
            detail: name,
            hidden: hidden(text)
                + item.title.as_deref().map_or(0, hidden)
                + path.iter().map(|&section| hidden(&reading.headings[section].title)).sum::<usize>(),
            unclear: item.is_unclear,
            placeholder: item.has_placeholder,
            unreviewed: item.unreviewed.as_ref(),
            references: item.references(span),
            unverified_references: item.claims(span),
            text,
        }
    }
}

fn open(_: &Request, reading: &Reading) -> String {
    let manifest = reading.manifest.as_ref().map(|manifest| &manifest.text);
    let stated =
        [("status", reading.status.as_ref()), ("date", reading.date.as_ref()), ("manifest", manifest)];
    let more: String = stated
        .into_iter()
        .filter_map(|(name, value)| Some(format!("\"{name}\":{},", text(value?))))
        .collect();
    format!(
        "{{\"version\":1,\"path\":{},\"title\":{},\"document_version\":{},\"format_version\":{},{more}\"recovered\":{},\"blocks\":[",
        text(&reading.path),
        text(&reading.title),
        text(&reading.document_version),
        text(&reading.format_version),
        reading.recovered,
    )
}

fn close(request: &Request, reading: &Reading, ending: &Ending) -> String {
    let omitted = ending.totals.chosen.blocks() - ending.shown.blocks();
    let mut out = format!(
        " ],\"tokens\":{{\"encoding\":{},\"document\":{},\"shown\":{},\"by_kind\":{}}},\"complete\":{},\"omitted_blocks\":{omitted},\"left_out\":{}",
        text(&request.encoding),
        text(&reading.document_tokens),
        ending.shown.tokens(),
        text(&reading.all.by_kind()),
        ending.complete,
        text(&tally(&reading.left_out)),
    );
    if reading.unreviewed > 0 && !request.ranked {
        out.push_str(&format!(",\"unreviewed\":{}", reading.unreviewed));
    }
    if let Some(next) = ending.next {
        out.push_str(&format!(",\"next\":{}", text(&request.command(next))));
    }
    if let Some(Next::Page(cursor)) = ending.next {
        out.push_str(&format!(",\"cursor\":\"{cursor}\""));
    }
    out + "}\n"
}

/// Blocks and tokens by kind.
pub(super) fn tally(tally: &Tally) -> BTreeMap<&'static str, BTreeMap<&'static str, usize>> {
    let row = |(kind, blocks, tokens): (Kind, usize, usize)| {
        (kind.name(), BTreeMap::from([("blocks", blocks), ("tokens", tokens)]))
    };
    tally.kinds().map(row).collect()
}

fn line(_: &Request, reading: &Reading, rest: &Rest<'_>) -> String {
    match rest {
        Rest::Block(item) => format!(
            " {{\"address\":{},\"kind\":{},\"tokens\":{}}}",
            text(&format!("{}#{}", reading.path, item.address)),
            text(&item.kind),
            item.tokens
        ),
        _ => String::new(),
    }
}

/// If there may be several documents, a last object summarizes them.
fn end(request: &Request, ending: &Ending) -> String {
    if request.several {
        format!("{{\"version\":1,\"summary\":{}}}\n", summary(request, ending))
    } else {
        String::new()
    }
}

/// The summary of all documents.
pub(crate) fn summary(request: &Request, ending: &Ending) -> String {
    let Ending { totals, shown, .. } = ending;
    let mut value = json!({
        "documents": totals.documents + request.remarks.unmatching,
        "skipped": request.remarks.skipped,
        "failed": request.remarks.failed,
        "recovered": totals.recovered,
        "encoding": request.encoding,
        "complete": ending.complete,
        "blocks": {"shown": shown.blocks(), "all": totals.chosen.blocks()},
        "tokens": {"shown": shown.tokens(), "all": totals.chosen.tokens()},
        "left_out": tally(&totals.left_out),
    });
    if let Some([first, last]) = ending.page {
        value["page"] = json!([first, last]);
    }
    if request.remarks.is_cut {
        value["best_only"] = json!(true);
    }
    if totals.unreviewed > 0 && !request.ranked {
        value["unreviewed"] = json!(totals.unreviewed);
    }
    if !request.remarks.unmatched.is_empty() {
        value["unmatched"] = json!(request.remarks.unmatched);
    }
    if request.remarks.others != [0, 0] {
        value["others"] =
            json!({"blocks": request.remarks.others[0], "documents": request.remarks.others[1]});
    }
    if let Some(nearest) = &request.remarks.nearest {
        value["answered"] = json!(false);
        value["nearest"] = json!(nearest);
    }
    if let Some(next) = ending.next {
        value["next"] = json!(request.command(next));
    }
    if let Some(Next::Page(cursor)) = ending.next {
        value["cursor"] = json!(cursor.to_string());
    }
    value.to_string()
}
