//! A renderer-specific admonition instead of a plain bold tag, which renders everywhere.
//!
//! ```md bad
//! > [!NOTE]
//! > The port was 80 once.
//! ```
//!
//! ```md fixed
//! **[NOTE]**
//! The port was 80 once.
//! ```
//!
//! The rule finds GitHub alerts, `:::note` and `!!! note` containers, and code fences whose language is `spec`,
//! `note`, `bug` or an admonition in braces, such as `{note}`. tagdown reads them as part of the surrounding block.
//! The fix picks the nearest tag and reopens the interrupted block after the admonition. It is unsafe because a
//! person must decide whether the kind is right.
//!
//! ````md bad
//! **[SPEC]**
//! - Port: 8080
//!
//! :::warning
//! Ports below 1024 need root.
//! :::
//!
//! - Host: 0.0.0.0
//! ````
//!
//! ````md fixed
//! **[SPEC]**
//! - Port: 8080
//!
//! **[NOTE]**
//! Ports below 1024 need root.
//!
//! **[SPEC]**
//! - Host: 0.0.0.0
//! ````
//!
//! The fix keeps the title of an admonition and makes it bold. The rule ignores admonitions in code.
//!
//! ````md good
//! ```text
//! :::note
//! ```
//! ````

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Document, Kind, parse};
use crate::markdown::{NodeKind, closes_fence};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "admonition",
    group: Group::Tags,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "only some renderers support it, and no AI reader treats it as a block",
    todo: "use a plain bold tag",
    source: page_of!("admonition.rs"),
    removes_words: true,
    check,
    ..Rule::PLAIN
};

/// Names of admonitions, in addition to the names and aliases of the tags.
const NAMES: &[&str] = &[
    "abstract",
    "attention",
    "check",
    "details",
    "done",
    "fail",
    "faq",
    "help",
    "quote",
    "seealso",
    "success",
    "summary",
    "tldr",
    "admonition",
    "callout",
];

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    for node in &document.markdown.nodes {
        if !matches!(node.kind, NodeKind::Quote | NodeKind::Code { fenced: true }) {
            continue;
        }
        let line = document.source.line(document.source.line_of(node.span.start));
        let text = document.text(Span::new(node.span.start.max(line.start), line.end.max(node.span.start)));
        match node.kind {
            NodeKind::Quote => {
                let inner = text
                    .trim_start_matches(' ')
                    .strip_prefix('>')
                    .map_or("", |rest| rest.trim_start_matches(' '));
                if let Some(name) = inner.strip_prefix("[!").and_then(|rest| rest.split(']').next())
                    && !name.is_empty()
                    && inner.len() > name.len() + 2
                    && is_name(name)
                {
                    report(cx, line, node.span, name, Body::Quote);
                }
            }
            NodeKind::Code { fenced: true } => {
                let language =
                    text.trim_start_matches(['`', '~', ' ']).split_whitespace().next().unwrap_or_default();
                let braced = language.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
                let is_tag = Kind::from_name(language).is_some() && language != "?";
                if is_tag || braced.is_some_and(is_name) {
                    report(cx, line, node.span, braced.unwrap_or(language), Body::Fence);
                }
            }
            _ => {}
        }
    }
    for index in 0..document.source.line_count() {
        let start = document.source.line_start(index);
        let first = document.source.text().as_bytes()[start..].iter().find(|b| !b" \t".contains(b));
        if !first.is_some_and(|b| b":!?".contains(b)) {
            continue;
        }
        let line = document.source.line(index);
        let text = document.text(line).trim_start_matches([' ', '\t']);
        if let Some((name, body)) = container(text)
            && !document.markdown.is_opaque_at(line.end - text.len())
        {
            let span = Span::new(line.end - text.len(), line.end);
            let end = container_end(document, index, body, text);
            report(cx, span, Span::new(span.start, end), name, body);
        }
    }
}

/// How the text of an admonition is delimited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Quote,
    Fence,
    Colons,
    Indent,
}

fn is_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    NAMES.contains(&lower.as_str())
        || (Kind::nearest(&lower).1 && lower.chars().all(|c| c.is_ascii_alphabetic()))
}

/// `:::note`, `::: {note}`, `!!! note "Title"`, `???+ note`.
fn container(text: &str) -> Option<(&str, Body)> {
    let colons = text.len() - text.trim_start_matches(':').len();
    if colons >= 3 {
        let rest = text[colons..].trim_start().trim_start_matches(['{', '.']);
        let name = rest.split(|c: char| !c.is_alphanumeric() && c != '-').next()?;
        return is_name(name).then_some((name, Body::Colons));
    }
    let rest = ["!!!", "???+", "???"].iter().find_map(|mark| text.strip_prefix(mark))?;
    let rest = rest.trim_start();
    let name = rest.split_whitespace().next()?;
    let classes = rest[name.len()..].split('"').next().unwrap_or_default().split_whitespace().count();
    (is_name(name) && classes < 2).then_some((name, Body::Indent))
}

/// The search for the end of an admonition stops after this many lines.
const MOST_LINES: usize = 60;

fn container_end(document: &Document<'_>, first: usize, body: Body, opener: &str) -> usize {
    let source = &document.source;
    let colons = opener.len() - opener.trim_start_matches(':').len();
    let mut end = source.line(first).end;
    for index in first + 1..source.line_count().min(first + MOST_LINES) {
        let text = source.slice(source.line(index));
        match body {
            Body::Colons => {
                end = source.line(index).end;
                let line = text.trim();
                if line.len() == colons && line.bytes().all(|b| b == b':') {
                    break;
                }
                if line.starts_with('#') {
                    return source.line(first).end;
                }
            }
            _ if text.trim().is_empty() => {}
            _ if text.starts_with("    ") || text.starts_with('\t') => end = source.line(index).end,
            _ => break,
        }
    }
    end
}

fn report(cx: &mut Context<'_, '_>, span: Span, whole: Span, name: &str, body: Body) {
    let document = cx.document;
    if document.in_manifest(span.start) {
        return;
    }
    let (kind, _) = Kind::nearest(name);
    let shown = cx.text(span).trim();
    let fix = rewrite(document, whole, kind, body);
    let finding = cx.report(document.source.trim(span), format!("`{shown}` is not part of the format"));
    if let Some(edit) = fix {
        finding.fix(Safety::Unsafe, format!("write it as `{}`", kind.tag_line()), vec![edit]);
    }
}

/// Rewrites the admonition as a tagged block at the margin and reopens the block that it interrupted.
fn rewrite(document: &Document<'_>, whole: Span, kind: Kind, body: Body) -> Option<Edit> {
    let source = &document.source;
    let at_margin =
        source.this_line(whole.start) == whole.start && document.markdown.top_at(whole.start).is_some();
    let lines: Vec<&str> = document.text(whole).lines().collect();
    let closer = usize::from(matches!(body, Body::Fence | Body::Colons));
    let inner = lines.get(1..lines.len().saturating_sub(closer)).unwrap_or_default();
    let is_closed = match body {
        Body::Fence => closes_fence(lines[0], lines.last()?),
        Body::Colons => lines.last()?.trim().bytes().all(|b| b == b':'),
        Body::Quote | Body::Indent => true,
    };
    if !at_margin || !is_closed || inner.iter().all(|line| line.trim().is_empty()) {
        return None;
    }
    let stripped = inner.iter().map(|line| match body {
        Body::Quote => {
            line.trim_start().strip_prefix('>').map_or(*line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
        }
        Body::Indent => line.strip_prefix("    ").or_else(|| line.strip_prefix('\t')).unwrap_or(line),
        Body::Fence | Body::Colons => line,
    });
    let eol = source.eol();
    let text = stripped.collect::<Vec<_>>().join(eol);
    // The text already says what it is.
    if parse(&text).tagged_blocks().next().is_some() {
        return None;
    }
    let head = match title(lines[0], body) {
        Some(title) if kind == Kind::Bug => format!("**[BUG] {title}**"),
        Some(title) => format!("{}{eol}**{title}**", kind.tag_line()),
        None => kind.tag_line(),
    };
    let mut made = format!("{head}{eol}{}", text.trim_matches(['\n', '\r']));
    let mut end = whole.end;
    if let Some(block) = document.block_at(whole.start)
        && let Some(resumed) = block.tag.map(|_| block.kind).filter(|kind| *kind != Kind::Bug)
    {
        let rest = source.trim(Span::new(whole.end, block.content.end.max(whole.end)));
        let is_fence = |text: &str| {
            text.starts_with(['`', '~'])
                && Kind::from_name(text.trim_start_matches(['`', '~', ' ']).trim_end()).is_some()
        };
        let is_next = |text: &str| container(text).is_some() || text.starts_with("> [!") || is_fence(text);
        let next = document.sections.get(document.section_at(whole.end) + 1);
        let in_section = next.is_none_or(|section| rest.start < section.heading.start);
        if !rest.is_empty() && in_section && !is_next(document.text(rest).lines().next().unwrap_or_default())
        {
            made = format!("{made}{eol}{eol}{}{eol}", resumed.tag_line());
            end = source.this_line(rest.start);
        }
    }
    Some(Edit::replace(Span::new(whole.start, end), made))
}

/// The words after the name on the opening line.
fn title(opener: &str, body: Body) -> Option<String> {
    let rest = match body {
        Body::Quote => opener.split_once(']')?.1,
        Body::Fence | Body::Colons | Body::Indent => {
            let named = opener.trim_start_matches([':', '!', '?', '+', ' ', '{', '.', '`', '~']);
            named.split_once(|c: char| !c.is_alphanumeric() && c != '-')?.1
        }
    };
    let title = rest.trim_matches(|c: char| c.is_whitespace() || "\"[]{}+-".contains(c));
    (!title.is_empty()).then(|| title.to_owned())
}
