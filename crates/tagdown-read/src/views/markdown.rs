//! `md`: terse Markdown for models. Each heading appears once, ids are short, and text is copied byte for byte.

use tagdown::document::Kind;
use tagdown::text::{BLANKS, tame};

use crate::reading::{Detail, Heading, Item, Reading, Tally};
use crate::request::{Ending, Label, Remarks, Request, Rest, View};
use crate::tokens::Encoding;

pub(crate) const VIEW: View = View {
    name: "md",
    help: "terse Markdown, for models",
    kinds: None,
    counts_documents: false,
    is_grouped: false,
    is_text: true,
    has_parts: true,
    open,
    heading,
    resume,
    block,
    between: "",
    middle: "",
    close: |_, _, _| String::new(),
    line,
    status,
    end,
};

pub(super) fn open(request: &Request, reading: &Reading) -> String {
    format!("{}# {}\n\n", place(request, reading), name(reading))
}

/// The path, if there may be several documents.
pub(crate) fn place(request: &Request, reading: &Reading) -> String {
    if request.several { format!("==> {} <==\n", tame(&reading.path)) } else { String::new() }
}

/// Title and version of a document.
pub(crate) fn name(reading: &Reading) -> String {
    let title =
        reading.title.clone().filter(|title| !title.is_empty()).unwrap_or_else(|| tame(&reading.path));
    let version = reading.document_version.as_ref().map(|version| format!(" · v{version}"));
    format!("{title}{}", version.unwrap_or_default())
}

fn heading(_: &Request, reading: &Reading, section: usize) -> String {
    format!("{}\n\n", heading_line(reading, section))
}

/// The heading, with its anchor if the text does not imply it.
pub(crate) fn heading_line(reading: &Reading, section: usize) -> String {
    let heading = &reading.headings[section];
    format!("{} {}{}", "#".repeat(usize::from(heading.level)), heading.text, anchor(heading))
}

fn anchor(heading: &Heading) -> String {
    if heading.is_plain { String::new() } else { format!(" {{#{}}}", heading.slug) }
}

/// The document, if its name is wanted, and the headings above a block, on one line.
pub(crate) fn location(reading: &Reading, with_name: bool, path: &[usize]) -> String {
    let mut names: Vec<String> = with_name.then(|| name(reading)).into_iter().collect();
    names.extend(path.iter().map(|&section| reading.headings[section].text.clone()));
    names.join(" > ")
}

fn resume(request: &Request, reading: &Reading, path: &[usize]) -> String {
    format!("{}continued: {}\n\n", place(request, reading), location(reading, true, path))
}

fn block(request: &Request, _: &Reading, item: &Item, detail: &Detail, place: &Label) -> String {
    let piece = item.piece(detail);
    let (lead, closer) = match detail {
        Detail::Part { lead, closer, .. } => (&**lead, &**closer),
        _ => ("", ""),
    };
    let text = item.text[piece.range()].trim_end_matches(BLANKS);
    let mut out = format!("{}\n{lead}{text}{closer}", label(request, item, detail, place));
    for (at, reference) in item.references(piece).iter().enumerate() {
        out.push_str(if at == 0 { "\n\n" } else { "\n" });
        out.push_str(reference);
    }
    out.truncate(out.trim_end_matches(BLANKS).len());
    out.push_str("\n\n");
    out
}

/// The line above a block: its name, how much of it follows, where it is, and its title.
fn label(request: &Request, item: &Item, detail: &Detail, label: &Label) -> String {
    let mut out = format!("[{}", label.name);
    match detail {
        Detail::Full => {}
        Detail::Brief => out.push_str(", only Fix"),
        Detail::Part { span, .. } => {
            out.push_str(&format!(", part: bytes {}-{} of {}", span.start, span.end, item.text.len()));
        }
    }
    out.push(']');
    if item.kind == Kind::Unverified {
        out.push_str(" unverified hypothesis");
    }
    if item.is_unclear {
        out.push_str(" (affected versions unclear)");
    }
    if item.has_placeholder {
        out.push_str(" (has placeholders)");
    }
    if request.spans {
        out.push_str(&format!(" L{}-{}", item.lines[0], item.lines[1]));
    }
    let mut gap = if item.kind == Kind::Unverified { ": " } else { " " };
    for text in [Some(&label.place), item.title.as_ref()].into_iter().flatten().filter(|text| !text.is_empty()) {
        out.push_str(gap);
        out.push_str(text);
        gap = ": ";
    }
    out
}

/// The title on the tag line, as the end of a line about the block.
pub(crate) fn title(item: &Item) -> String {
    item.title.as_ref().map(|title| format!(": {title}")).unwrap_or_default()
}

pub(super) fn line(request: &Request, reading: &Reading, rest: &Rest<'_>) -> String {
    let path = if request.several { tame(&reading.path) } else { String::new() };
    match rest {
        Rest::Block(item) => format!("- {path}#{}: {}{}\n", item.address, tokens(item.tokens), title(item)),
        Rest::Section(section, tally) => {
            format!("- {path}#{}: {}\n", reading.headings[*section].slug, kinds(tally))
        }
        Rest::Document(_) if path.is_empty() => String::new(),
        Rest::Document(tally) => format!("- {path}: {}\n", kinds(tally)),
    }
}

/// `3 SPEC, 1 BUG, 412 tokens`.
fn kinds(tally: &Tally) -> String {
    let kinds: Vec<String> =
        tally.kinds().map(|(kind, blocks, _)| format!("{blocks} {}", kind.name())).collect();
    format!("{}, {}", kinds.join(", "), tokens(tally.tokens()))
}

/// `412 tokens`.
pub(crate) fn tokens(count: usize) -> String {
    format!("{count} {}", plural(count, "token"))
}

/// The line that reports how much is shown.
pub(super) fn status(request: &Request, ending: &Ending) -> String {
    let left_out = &ending.totals.left_out;
    let word = match ending {
        Ending { page: Some(_), next: None, .. } => "end",
        Ending { page: Some(_), .. } => "page",
        Ending { complete: true, is_short, .. } if !is_short || left_out.blocks() == 0 => "complete",
        Ending { instead_of: Some(_), .. } => "outline only",
        _ => "incomplete",
    };
    let mut out = format!("---\n{word}: {}", extent(ending));
    if !ending.is_short {
        for remark in remarks(request, ending) {
            out.push_str(&format!("; {remark}"));
        }
    }
    out + "\n"
}

/// Which blocks are shown, and how many tokens they have.
fn extent(ending: &Ending) -> String {
    let Ending { shown, totals, .. } = ending;
    let of = |part: usize, whole: usize| {
        if part == whole { whole.to_string() } else { format!("{part} of {whole}") }
    };
    let all = totals.chosen.blocks();
    let counted =
        format!("{} {}", of(shown.tokens(), totals.chosen.tokens()), plural(totals.chosen.tokens(), "token"));
    match ending.page {
        Some([first, last]) if first > last => format!("no blocks left; {all} in total"),
        Some([first, _]) if ending.is_part => format!("part of block {first} of {all}"),
        Some([first, last]) if first == last && ending.is_rest => format!("rest of block {first} of {all}"),
        Some([first, last]) if first == last => format!("block {first} of {all}, {counted}"),
        Some([first, last]) if ending.is_rest => {
            format!("rest of block {first} to block {last} of {all}, {counted}")
        }
        Some([first, last]) => format!("blocks {first} to {last} of {all}, {counted}"),
        None if ending.instead_of.is_some() => {
            format!("{} {}", of(shown.blocks(), all), plural(all, "block"))
        }
        None => format!("{} {}, {counted}", of(shown.blocks(), all), plural(all, "block")),
    }
}

/// Other remarks that a reader must see.
fn remarks(request: &Request, ending: &Ending) -> Vec<String> {
    let Ending { totals, brief, .. } = ending;
    let Remarks { skipped, failed, unmatched } = &request.remarks;
    let mut remarks = Vec::new();
    let mut add = |is_so: bool, remark: String| remarks.extend(is_so.then_some(remark));
    add(request.encoding != Encoding::default(), format!("counted as {}", request.encoding.name()));
    add(ending.is_part && ending.page.is_none(), "1 block in part".to_owned());
    add(*brief > 0, format!("{brief} BUG with only the Fix"));
    add(totals.unclear > 0, format!("{} BUG with unclear affected versions", totals.unclear));
    add(totals.left_out.blocks() > 0, format!("left out: {}", kinds(&totals.left_out)));
    add(!unmatched.is_empty(), format!("no block matches: {}", unmatched.join(", ")));
    add(*skipped > 0, format!("{skipped} untagged {} skipped", plural(*skipped, "file")));
    add(*failed > 0, format!("{failed} {} could not be read", plural(*failed, "file")));
    remarks
}

/// The last lines: the blocks that no line covers, and the command that shows more.
pub(super) fn end(request: &Request, ending: &Ending) -> String {
    if ending.is_short {
        return String::new();
    }
    let mut out = String::new();
    if ending.unlisted.blocks() > 0 {
        out.push_str(&format!("- and {}\n", kinds(&ending.unlisted)));
    }
    if let Some(next) = ending.next {
        out.push_str(&format!("next: {}\n", request.command(next)));
    }
    out
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
