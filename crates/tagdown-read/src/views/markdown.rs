//! `md`: terse Markdown for models. Each heading appears once, labels are short, and text is copied as it is, except
//! where it could be taken for a line of the view.

use tagdown::document::Kind;
use tagdown::text::{BLANKS, Span, reveal_line, reveal_path};

use super::guard;
use crate::reading::{Detail, Heading, Item, Reading, Tally};
use crate::request::{Ending, Label, Remarks, Request, Rest, Totals, View};
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
    manifest,
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
    format!("{}# {}\n\n", place(request, reading), header(reading))
}

/// The manifest as a quote, so nothing in it can be taken for a block.
fn manifest(reading: &Reading) -> String {
    let Some(manifest) = &reading.manifest else { return String::new() };
    guard::quote(manifest.more.trim_end()) + "\n\n"
}

/// The path, if there may be several documents.
pub(crate) fn place(request: &Request, reading: &Reading) -> String {
    if request.several { format!("==> {} <==\n", reveal_path(&reading.path)) } else { String::new() }
}

/// Title and version of a document.
pub(crate) fn name(reading: &Reading) -> String {
    let title = reading.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&reading.path);
    let version = reading.document_version.as_ref().map(|version| format!(" · v{version}"));
    guard::line(&format!("{title}{}", version.unwrap_or_default()))
}

/// Title, version, status and date of a document.
pub(crate) fn header(reading: &Reading) -> String {
    let mut out = name(reading);
    for fact in [&reading.status, &reading.date].into_iter().flatten() {
        out.push_str(&format!(" · {}", reveal_line(fact)));
    }
    out
}

fn heading(_: &Request, reading: &Reading, section: usize) -> String {
    format!("{}\n\n", heading_line(reading, section))
}

/// The heading, with its anchor if the text does not imply it.
pub(crate) fn heading_line(reading: &Reading, section: usize) -> String {
    let heading = &reading.headings[section];
    format!("{} {}{}", "#".repeat(usize::from(heading.level)), guard::line(&heading.text), anchor(heading))
}

fn anchor(heading: &Heading) -> String {
    if heading.is_plain { String::new() } else { format!(" {{#{}}}", heading.slug) }
}

/// The document, if its name is wanted, and the headings above a block, on one line.
pub(crate) fn location(reading: &Reading, with_name: bool, path: &[usize]) -> String {
    let mut names: Vec<String> = with_name.then(|| name(reading)).into_iter().collect();
    names.extend(path.iter().map(|&section| guard::line(&reading.headings[section].text)));
    names.join(" > ")
}

fn resume(request: &Request, reading: &Reading, path: &[usize]) -> String {
    format!("{}continued: {}\n\n", place(request, reading), location(reading, true, path))
}

fn block(request: &Request, _: &Reading, item: &Item, detail: &Detail, place: &Label) -> String {
    let piece = item.piece(detail);
    let mut body = text(item, detail);
    for (at, reference) in item.references(piece).iter().enumerate() {
        body.push_str(if at == 0 { "\n\n" } else { "\n" });
        body.push_str(reference);
    }
    body.truncate(body.trim_end_matches(BLANKS).len());
    let mut body = if item.kind == Kind::Unverified { guard::quote(&body) } else { guard::body(&body) };
    for claim in item.claims(piece) {
        body.push_str("\n\n");
        body.push_str(&guard::quote(&format!("unverified: {claim}")));
    }
    let gap = if body.is_empty() { "" } else { "\n" };
    format!("{}\n{body}{gap}\n", label(request, item, detail, place))
}

/// The text that a detail shows, with a mark where passages are left out between two others.
fn text(item: &Item, detail: &Detail) -> String {
    if let Detail::Excerpt(parts) = detail {
        let mut out = String::new();
        let mut end = None;
        for part in parts {
            let span = item.piece(part);
            if let Some(end) = end {
                let between = &item.text[Span::new(end, span.start).range()];
                out.push_str(if between.trim().is_empty() { between } else { "\n[...]\n" });
            }
            out.push_str(&text(item, part));
            end = Some(item.text[..span.end].trim_end_matches(BLANKS).len());
        }
        return out;
    }
    let (lead, closer) = match detail {
        Detail::Part { lead, closer, .. } => (&**lead, &**closer),
        _ => ("", ""),
    };
    format!("{lead}{}{closer}", item.visible(item.piece(detail)).trim_end_matches(BLANKS))
}

/// The line above a block: its name, how much of it follows, where it is, and its title.
fn label(request: &Request, item: &Item, detail: &Detail, label: &Label) -> String {
    let mut out = format!("[{}", guard::name(&label.name));
    match detail {
        Detail::Full => {}
        Detail::Brief => out.push_str(", only Fix"),
        Detail::Excerpt(_) => out.push_str(", part"),
        Detail::Part { span, .. } => {
            out.push_str(&format!(", part: bytes {}-{} of {}", span.start, span.end, item.text.len()));
        }
    }
    if let Some(first) = item.also.first() {
        let more = item.also.len() - 1;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        out.push_str(&format!(", also {}{more}", guard::name(first)));
    }
    out.push(']');
    let flag = match item.kind {
        Kind::Unverified if item.unreviewed.is_some() => " written by an agent, not reviewed by a person",
        Kind::Unverified => " unverified hypothesis",
        Kind::Note if request.ranked => " context",
        _ => "",
    };
    out.push_str(flag);
    if item.is_unclear {
        out.push_str(" (affected versions unclear)");
    }
    if item.has_placeholder {
        out.push_str(" (has placeholders)");
    }
    if request.spans {
        out.push_str(&format!(" L{}-{}", item.lines[0], item.lines[1]));
    }
    let mut gap = if flag.is_empty() { " " } else { ": " };
    let title = item.title.as_deref().map(guard::line).unwrap_or_default();
    for text in [&label.place, &title].into_iter().filter(|text| !text.is_empty()) {
        out.push_str(gap);
        out.push_str(text);
        gap = ": ";
    }
    out
}

/// The title on the tag line, as the end of a line about the block.
pub(crate) fn title(item: &Item) -> String {
    item.title.as_ref().map(|title| format!(": {}", guard::line(title))).unwrap_or_default()
}

pub(super) fn line(request: &Request, reading: &Reading, rest: &Rest<'_>) -> String {
    let path = if request.several { reveal_line(&reading.path) } else { String::new() };
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
pub(super) fn kinds(tally: &Tally) -> String {
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
        Ending { shown, totals, .. } if is_best(request, shown, totals) => "best matches",
        _ => "incomplete",
    };
    let mut out = format!("---\n{word}: {}", extent(request, ending));
    if !ending.is_short {
        for remark in remarks(request, ending) {
            out.push_str(&format!("; {remark}"));
        }
    }
    out + "\n"
}

/// Whether everything that matches a query is shown, but other blocks contain some of its words.
fn is_best(request: &Request, shown: &Tally, totals: &Totals) -> bool {
    let Remarks { failed, others, is_cut, .. } = &request.remarks;
    *failed == 0 && (*others != [0, 0] || *is_cut) && shown.blocks() == totals.chosen.blocks()
}

/// Which blocks are shown, and how many tokens they have.
fn extent(request: &Request, ending: &Ending) -> String {
    let Ending { shown, totals, excerpts, .. } = ending;
    let of = |part: usize, whole: usize| {
        if part == whole { whole.to_string() } else { format!("{part} of {whole}") }
    };
    let all = totals.chosen.blocks();
    let noun = match request.ranked {
        false => "block",
        true if request.remarks.is_cut => "best matching block",
        true => "matching block",
    };
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
        None if request.ranked && *excerpts > 0 => {
            let more = if shown.blocks() > 0 { " more" } else { "" };
            format!("{} of {all} {}, {excerpts}{more} in part", shown.blocks(), plural(all, noun))
        }
        None => {
            format!("{} {}, {counted}", of(shown.blocks(), all), plural(all, noun))
        }
    }
}

/// Other remarks that a reader must see.
fn remarks(request: &Request, ending: &Ending) -> Vec<String> {
    let Ending { totals, brief, .. } = ending;
    let Remarks { skipped, failed, unmatched, nearest, .. } = &request.remarks;
    let mut remarks = Vec::new();
    let mut add = |is_so: bool, remark: String| remarks.extend(is_so.then_some(remark));
    add(request.encoding != Encoding::default(), format!("counted as {}", request.encoding.name()));
    add(ending.is_part && ending.page.is_none(), "1 block in part".to_owned());
    add(*brief > 0, format!("{brief} BUG with only the Fix"));
    let manifests = ending.manifests;
    add(manifests == 1, "manifest left out".to_owned());
    add(manifests > 1, format!("{manifests} manifests left out"));
    add(totals.unclear > 0, format!("{} BUG with unclear affected versions", totals.unclear));
    add(totals.left_out.blocks() > 0, left_out(request, &totals.left_out));
    // Which documents a query reads is chance.
    let unreviewed = if request.ranked { 0 } else { totals.unreviewed };
    add(unreviewed == 1, "1 block by an agent, not reviewed".to_owned());
    add(unreviewed > 1, format!("{unreviewed} blocks by agents, not reviewed"));
    add(!unmatched.is_empty(), format!("no block matches: {}", reveal_line(&unmatched.join(", "))));
    let [blocks, documents] = request.remarks.others;
    let counted =
        |count: usize, noun: &str| (count > 0).then(|| format!("{count} other {}", plural(count, noun)));
    let others: Vec<String> =
        [counted(blocks, "block"), counted(documents, "document")].into_iter().flatten().collect();
    add(!others.is_empty(), format!("some of the words: {}", others.join(", ")));
    if let Some(nearest) = nearest {
        let near =
            if nearest.is_empty() { String::new() } else { format!("; nearest: {}", nearest.join(", ")) };
        add(true, reveal_line(&format!("no block answers this with certainty{near}")));
    }
    add(*skipped > 0, format!("{skipped} untagged {} skipped", plural(*skipped, "file")));
    add(*failed > 0, format!("{failed} {} could not be read", plural(*failed, "file")));
    remarks
}

/// The blocks that are not shown; under a query, those that match, and how to see them.
fn left_out(request: &Request, tally: &Tally) -> String {
    if !request.ranked {
        return format!("left out: {}", kinds(tally));
    }
    let names: Vec<&str> = tally.kinds().map(|(kind, ..)| kind.name()).collect();
    format!("also matching: {} ({})", kinds(tally), request.asking.kinds(&names.join(",")))
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
        out.push_str(&format!("next: {}\n", reveal_line(&request.command(next))));
    }
    out
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
