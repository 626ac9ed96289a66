//! `md`: terse Markdown, what a model gets. Headings once, short ids, the text byte for byte.

use super::reading::{Item, Reading, Tally};
use super::view::{Detail, Ending, Request, Rest, View};
use crate::print::tame;
use crate::source::BLANKS;
use crate::tags::Kind;
use crate::tokens::Encoding;

pub(super) const VIEW: View = View {
    name: "md",
    help: "terse Markdown, for models",
    kinds: None,
    counts_documents: false,
    is_grouped: false,
    is_text: true,
    has_parts: true,
    open,
    heading,
    context,
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

/// The path, where there may be several documents.
pub(super) fn place(request: &Request, reading: &Reading) -> String {
    if request.several { format!("==> {} <==\n", tame(&reading.path)) } else { String::new() }
}

/// Title and version of a document.
pub(super) fn name(reading: &Reading) -> String {
    let title =
        reading.title.clone().filter(|title| !title.is_empty()).unwrap_or_else(|| tame(&reading.path));
    let version = reading.document_version.as_ref().map(|version| format!(" · v{version}"));
    format!("{title}{}", version.unwrap_or_default())
}

fn heading(_: &Request, reading: &Reading, section: usize) -> String {
    format!("{}\n\n", heading_line(reading, section))
}

/// The heading; with its anchor where that does not follow from it.
pub(super) fn heading_line(reading: &Reading, section: usize) -> String {
    let heading = &reading.headings[section];
    let anchor = if heading.is_plain { String::new() } else { format!(" {{#{}}}", heading.slug) };
    format!("{} {}{anchor}", "#".repeat(usize::from(heading.level)), heading.text)
}

/// The headings above a block, on one line.
pub(super) fn context(_: &Request, reading: &Reading, path: &[usize]) -> String {
    let Some(&last) = path.last() else { return String::new() };
    let names: Vec<&str> = path.iter().map(|&section| &*reading.headings[section].text).collect();
    let heading = &reading.headings[last];
    let anchor = if heading.is_plain { String::new() } else { format!(" {{#{}}}", heading.slug) };
    format!("## {}{anchor}\n\n", names.join(" > "))
}

fn resume(request: &Request, reading: &Reading, path: &[usize]) -> String {
    let above = path.iter().map(|&section| format!(" > {}", reading.headings[section].text));
    format!("{}continued: {}{}\n\n", place(request, reading), name(reading), above.collect::<String>())
}

fn block(request: &Request, _: &Reading, item: &Item, detail: &Detail) -> String {
    let (text, lead, closer) = match detail {
        Detail::Full => (&*item.text, "", ""),
        Detail::Brief => (item.fix_text(), "", ""),
        Detail::Part { span, lead, closer } => (&item.text[span.range()], &**lead, &**closer),
    };
    let mut out =
        format!("{}\n{lead}{}{closer}", label(request, item, detail), text.trim_end_matches(BLANKS));
    for (at, reference) in item.references.iter().enumerate() {
        out.push_str(if at == 0 { "\n\n" } else { "\n" });
        out.push_str(reference);
    }
    out.truncate(out.trim_end_matches(BLANKS).len());
    out.push_str("\n\n");
    out
}

/// The line above a block: its id, what it is called and how much of it follows.
fn label(request: &Request, item: &Item, detail: &Detail) -> String {
    let mut out = format!("[{}", item.id);
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
    if request.spans {
        out.push_str(&format!(" L{}-{}", item.lines[0], item.lines[1]));
    }
    if let Some(title) = &item.title {
        let gap = if item.kind == Kind::Unverified { ": " } else { " " };
        out.push_str(&format!("{gap}{title}"));
    }
    out
}

pub(super) fn line(request: &Request, reading: &Reading, rest: &Rest<'_>) -> String {
    let path = if request.several { tame(&reading.path) } else { String::new() };
    match rest {
        Rest::Block(item) => format!("- {path}#{}: {}\n", item.address, tokens(item.tokens)),
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

pub(super) fn tokens(count: usize) -> String {
    format!("{count} {}", if count == 1 { "token" } else { "tokens" })
}

pub(super) fn status(request: &Request, ending: &Ending) -> String {
    let Ending { totals, shown, brief, .. } = ending;
    let all = &totals.chosen;
    let of = |part: usize, whole: usize| {
        if part == whole { whole.to_string() } else { format!("{part} of {whole}") }
    };
    let noun = if all.blocks() == 1 { "block" } else { "blocks" };
    let word = match ending {
        Ending { page: Some(_), complete: true, .. } => "end",
        Ending { page: Some(_), .. } => "page",
        Ending { complete: true, is_short, .. } if !is_short || totals.left_out.blocks() == 0 => "complete",
        _ if request.instead_of.is_some() => "only the outline",
        _ => "incomplete",
    };
    let counted = format!(
        ", {} {}",
        of(shown.tokens(), all.tokens()),
        if all.tokens() == 1 { "token" } else { "tokens" }
    );
    let rest = if ending.is_rest { "rest of " } else { "" };
    let blocks = match ending.page {
        Some([first, last]) if first > last => format!("no blocks left of {}", all.blocks()),
        Some([first, _]) if ending.is_part => format!("part of block {first} of {}", all.blocks()),
        Some([first, last]) if first == last => format!("{rest}block {first} of {}{counted}", all.blocks()),
        Some([first, last]) => format!("{rest}block {first} to block {last} of {}{counted}", all.blocks()),
        None if request.instead_of.is_some() => format!("{} {noun}", of(shown.blocks(), all.blocks())),
        None => format!("{} {noun}{counted}", of(shown.blocks(), all.blocks())),
    };
    let mut out = format!("---\n{word}: {blocks}");
    if ending.is_short {
        return out + "\n";
    }
    if request.encoding != Encoding::default() {
        out.push_str(&format!(" ({})", request.encoding.name()));
    }
    if ending.is_part && ending.page.is_none() {
        out.push_str("; 1 in part");
    }
    if *brief > 0 {
        out.push_str(&format!("; {brief} BUG with only the Fix"));
    }
    if totals.left_out.blocks() > 0 {
        out.push_str(&format!("; left out: {}", kinds(&totals.left_out)));
    }
    if totals.skipped > 0 {
        let noun = if totals.skipped == 1 { "file" } else { "files" };
        out.push_str(&format!("; {} {noun} not tagged, not read", totals.skipped));
    }
    if totals.failed > 0 {
        let noun = if totals.failed == 1 { "file" } else { "files" };
        out.push_str(&format!("; {} {noun} could not be read", totals.failed));
    }
    out + "\n"
}

pub(super) fn end(_: &Request, ending: &Ending) -> String {
    if ending.is_short {
        return String::new();
    }
    let unlisted = if ending.unlisted.blocks() > 0 {
        format!("- and {}\n", kinds(&ending.unlisted))
    } else {
        String::new()
    };
    unlisted + &ending.next.as_ref().map(|next| format!("next: {next}\n")).unwrap_or_default()
}
