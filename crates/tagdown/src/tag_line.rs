//! Tags as they stand in the text, the well-formed and the near misses. Found by line, as a person
//! sees them, since a Markdown tree folds a tag into the text above it.

use crate::fields;
use crate::markdown::{Markdown, NodeKind};
use crate::source::{Source, Span};
use crate::tags::Kind;

/// How a tag is set off from plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// `**…**`, as it should be.
    Bold,
    /// `__…__`.
    Underscores,
    /// `*…*` or `_…_`, and bold and italic at once.
    Italic,
    /// Not at all.
    Plain,
}

/// Slips of spelling that do not hide what was meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slips {
    /// `[spec]`.
    pub case: bool,
    /// `\[SPEC]`.
    pub escape: bool,
    /// `[SPEC:]`, `[SPEC]:`.
    pub colon: bool,
    /// `[ SPEC ]`, `** [SPEC] **`.
    pub spaces: bool,
    /// `**[SPEC]` with nothing that closes the bold.
    pub unclosed: bool,
    /// A hard line break behind the tag.
    pub hard_break: bool,
}

/// What stands between the brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// One of the four.
    Known(Kind),
    /// `[/SPEC]`, which ends the block.
    Closing(Kind),
    /// Something else, such as `WARN`.
    Unknown(String),
}

/// Where a tag stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On a line of its own that Markdown sees as the start of a paragraph.
    Line,
    /// On a line that Markdown joins with the text above it.
    Folded,
    /// In a heading of this level.
    Heading(u8),
    /// In a list item, quote or table cell, where it is only text.
    Nested,
}

/// A tag in the text.
#[derive(Clone, Debug)]
pub struct TagLine {
    /// What it says.
    pub name: Name,
    /// Where it stands.
    pub place: Place,
    /// From the first mark of emphasis (or the `#` of a heading) to the last, the colon behind it
    /// included.
    pub span: Span,
    /// How it is set off.
    pub wrap: Wrap,
    /// What is misspelt about it.
    pub slips: Slips,
    /// The words behind the brackets that are set off with them, without a closing colon.
    pub title: Option<Span>,
    /// The content on the tag line.
    pub inline: Option<Span>,
}

impl TagLine {
    /// The kind of the block that the tag opens.
    pub fn kind(&self) -> Option<Kind> {
        match self.name {
            Name::Known(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether the tag is spelt as the format asks, wherever it stands.
    pub fn is_well_spelt(&self) -> bool {
        let titled = self.title.is_some() && self.name != Name::Known(Kind::Bug);
        self.wrap == Wrap::Bold && self.slips == Slips::default() && !titled && self.inline.is_none()
    }

    /// Whether the tag is in every way as the format asks.
    pub fn is_well_formed(&self) -> bool {
        self.is_well_spelt() && self.place == Place::Line
    }
}

/// All tags of a text, in order. Nested ones come along, marked as such.
pub(crate) fn find(source: &Source<'_>, markdown: &Markdown) -> Vec<TagLine> {
    let text = source.text();
    let mut tags = Vec::new();
    let mut line = 0;
    let mut seen = None;
    for bracket in memchr::memchr_iter(b'[', text.as_bytes()) {
        while source.line_start(line + 1) <= bracket {
            line += 1;
        }
        if seen == Some(line) {
            continue;
        }
        seen = Some(line);
        let last = tags.last();
        if last.is_none_or(|tag: &TagLine| tag.span.end <= source.line_start(line))
            && let Some(tag) = on_line(source, markdown, line, bracket, last)
        {
            tags.push(tag);
        }
    }
    add_cells(source, markdown, &mut tags);
    drop_legends(markdown, &mut tags);
    tags
}

/// The tag on a line whose first bracket stands at `bracket`; `last` is the tag before it.
fn on_line(
    source: &Source<'_>,
    markdown: &Markdown,
    line: usize,
    bracket: usize,
    last: Option<&TagLine>,
) -> Option<TagLine> {
    let span = source.line(line);
    let prefix = source.text()[span.start..bracket].trim_end_matches('\\');
    let marks_at = prefix.trim_end_matches(' ').trim_end_matches(['*', '_']).len();
    // One star and a space is a bullet, not emphasis.
    let is_bullet = prefix.len() - marks_at == 2 && prefix.ends_with("* ");
    let (before, marks) = prefix.split_at(if is_bullet { prefix.len() } else { marks_at });
    let start = span.start + before.len();
    let lexed = lex(source, Span::new(start, span.end), marks, bracket)?;
    if markdown.is_opaque_at(bracket) || markdown.defines(source.slice(lexed.label)) {
        return None;
    }
    let indent = before.len() - before.trim_start_matches(' ').len();
    let place = match before.trim_start_matches(' ') {
        _ if indent > 3 => nested_place(markdown, bracket)?,
        "" => line_place(source, markdown, Span::new(start - indent, start), last)?,
        hashes => match heading_place(markdown, hashes, start) {
            Some(place) => place,
            None if is_container_prefix(before) => nested_place(markdown, bracket)?,
            None => return None,
        },
    };
    lexed.judge(source, markdown, place)
}

/// Whether only quote marks, list markers and task boxes stand before the tag.
fn is_container_prefix(before: &str) -> bool {
    before.split_whitespace().all(|word| {
        let digits = word.trim_end_matches(['.', ')']);
        let ordered = digits.len() + 1 == word.len() && digits.bytes().all(|b| b.is_ascii_digit());
        matches!(word, "-" | "*" | "+") || ordered || word.bytes().all(|b| b == b'>')
    })
}

fn nested_place(markdown: &Markdown, offset: usize) -> Option<Place> {
    let container = markdown.top_at(offset)?.kind;
    matches!(container, NodeKind::List { .. } | NodeKind::Quote | NodeKind::Footnote).then_some(Place::Nested)
}

fn heading_place(markdown: &Markdown, hashes: &str, start: usize) -> Option<Place> {
    let level = hashes.trim_end().len();
    let is_heading = hashes.trim_end().bytes().all(|b| b == b'#') && (1..=6).contains(&level);
    let node = markdown.top_at(start)?;
    (is_heading && matches!(node.kind, NodeKind::Heading { .. })).then_some(Place::Heading(level as u8))
}

/// Where a tag stands that only the spaces in `indent` precede on its line.
fn line_place(
    source: &Source<'_>,
    markdown: &Markdown,
    indent: Span,
    last: Option<&TagLine>,
) -> Option<Place> {
    let start = indent.end;
    let node = markdown.top_at(start)?;
    match node.kind {
        NodeKind::Paragraph | NodeKind::Heading { .. } if node.span.start >= indent.start => {
            Some(Place::Line)
        }
        NodeKind::List { .. } => {
            let item = markdown.outer_item_at(start)?;
            let inside = start - indent.start >= content_column(source, item.span);
            // A tag at the margin has ended the item for the eye, whatever Markdown says.
            let ended = last.is_some_and(|tag| {
                matches!(tag.place, Place::Folded | Place::Line)
                    && tag.kind().is_some()
                    && item.span.contains(tag.span.start)
            });
            let parted = source.is_blank(source.line_of(start).saturating_sub(1));
            Some(match (inside, ended) {
                (true, false) => Place::Nested,
                (true, true) if parted => Place::Line,
                _ => Place::Folded,
            })
        }
        NodeKind::Table => {
            let row = source.slice(source.line(source.line_of(start)));
            (!row.replace("\\|", "").contains('|')).then_some(Place::Folded)
        }
        _ => Some(Place::Folded),
    }
}

/// The column where the content of a list item starts.
pub(crate) fn content_column(source: &Source<'_>, item: Span) -> usize {
    let line = source.line_of(item.start);
    let lead = &source.text()[source.line_start(line)..item.end];
    let lead = lead.lines().next().unwrap_or_default();
    let marker_at = lead.len() - lead.trim_start_matches(' ').len();
    let rest = &lead[marker_at..];
    let marker = rest.find([' ', '\t']).unwrap_or(rest.len());
    let gap = rest[marker..].len() - rest[marker..].trim_start_matches(' ').len();
    let is_empty = rest[marker..].trim().is_empty();
    marker_at + marker + if is_empty || gap == 0 || gap > 4 { 1 } else { gap }
}

/// A tag as read from its line, before its place is known.
struct Lexed {
    name: Name,
    label: Span,
    span: Span,
    wrap: Wrap,
    slips: Slips,
    title: Option<Span>,
    inline: Option<Span>,
    is_upper: bool,
}

/// Reads the tag whose bracket stands at `bracket`, behind the marks of emphasis `marks`.
fn lex(source: &Source<'_>, line: Span, marks: &str, bracket: usize) -> Option<Lexed> {
    let text = source.text();
    let mark = marks.trim_end();
    let wrap = match mark {
        "" => Wrap::Plain,
        "**" => Wrap::Bold,
        "__" => Wrap::Underscores,
        "*" | "_" | "***" | "___" | "**_" | "__*" => Wrap::Italic,
        _ => return None,
    };
    let close = bracket + memchr::memchr2(b']', b'[', &text.as_bytes()[bracket + 1..line.end])? + 1;
    if text.as_bytes()[close] == b'[' || close - bracket > 120 || text[close + 1..].starts_with('(') {
        return None;
    }
    let raw = &text[bracket + 1..close];
    let mut slips = Slips { escape: raw.ends_with('\\'), ..Slips::default() };
    slips.escape |= text[..bracket].ends_with('\\');
    slips.spaces |= marks.len() != mark.len();
    let label = Span::new(bracket + 1, close - usize::from(raw.ends_with('\\')));
    let inner = source.slice(label);
    let (name, inner_title, is_upper) = read_name(inner, label.start, wrap, &mut slips)?;
    let mut lexed =
        Lexed { name, label, span: line, wrap, slips, title: inner_title, inline: None, is_upper };
    lexed.read_rest(source, line, mark, close + 1);
    Some(lexed)
}

fn read_name(inner: &str, at: usize, wrap: Wrap, slips: &mut Slips) -> Option<(Name, Option<Span>, bool)> {
    let mut name = inner.trim();
    slips.spaces |= name.len() != inner.len();
    if let Some(bare) = name.strip_suffix(':') {
        name = bare.trim_end();
        slips.colon = true;
    }
    let is_upper = !name.chars().any(char::is_lowercase);
    if let Some(kind) = Kind::from_name(name) {
        slips.case = name != kind.name();
        return Some((Name::Known(kind), None, is_upper));
    }
    if let Some(kind) = name.strip_prefix('/').and_then(|name| Kind::from_name(name.trim())) {
        return Some((Name::Closing(kind), None, is_upper));
    }
    if let Some((head, title)) = name.split_once(':')
        && let Some(kind) = Kind::from_name(head.trim())
        && head.trim() == kind.name()
        && wrap == Wrap::Bold
    {
        slips.colon = true;
        let title_at = at + inner.find(':')? + 1;
        let title =
            Span::new(title_at + title.len() - title.trim_start().len(), title_at + title.trim_end().len());
        return Some((Name::Known(kind), Some(title), is_upper));
    }
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let plain = name.chars().all(|c| c.is_alphanumeric() || " -_/&,.!?+".contains(c));
    let is_label =
        wrap == Wrap::Bold && name.len() <= 30 && plain && (letters >= 2 || name.starts_with("??"));
    is_label.then(|| (Name::Unknown(name.to_owned()), None, is_upper))
}

impl Lexed {
    /// Reads what follows the closing bracket at `at`: title, end of the emphasis, content.
    fn read_rest(&mut self, source: &Source<'_>, line: Span, mark: &str, at: usize) {
        let text = source.text();
        let closer = match mark {
            "**_" => "_**",
            "__*" => "*__",
            mark => mark,
        };
        let end = if closer.is_empty() { Some(at) } else { find_closer(source, at, closer) };
        self.slips.unclosed = end.is_none();
        let end = end.unwrap_or(at);
        let mut title = Span::new(at, end);
        if source.slice(title).starts_with(':') {
            self.slips.colon = true;
            title.start += 1;
        }
        let trimmed = source.trim(title);
        let words = source.slice(trimmed).trim_end_matches(':').trim_end();
        if words.is_empty() {
            self.slips.colon |= !trimmed.is_empty();
            self.slips.spaces |= trimmed.is_empty() && !title.is_empty();
        } else if self.title.is_none() {
            self.title = Some(Span::new(trimmed.start, trimmed.start + words.len()));
        }
        let mut after = end + if self.slips.unclosed { 0 } else { closer.len() };
        let line_end = if after > line.end { source.line(source.line_of(after)).end } else { line.end };
        let rest = &text[after..line_end];
        if rest.starts_with(':') && !rest[1..].starts_with(|c: char| !c.is_whitespace()) {
            self.slips.colon = true;
            after += 1;
        }
        self.span = Span::new(line.start, after);
        let content = source.trim(Span::new(after, line_end));
        let words = source.slice(content);
        if matches!(words, "\\" | "<br>" | "<br/>" | "<br />") {
            self.slips.hard_break = true;
            self.span.end = content.end;
            return;
        }
        let is_comment = words.starts_with("<!--") && words.ends_with("-->");
        self.inline = (!words.is_empty() && !is_comment).then_some(content);
    }

    /// Decides whether what was read is a tag where it stands.
    fn judge(mut self, source: &Source<'_>, markdown: &Markdown, place: Place) -> Option<TagLine> {
        if let Place::Heading(_) = place {
            self.judge_heading(source, markdown)?;
        } else if place == Place::Nested {
            (matches!(self.name, Name::Known(_)) && self.wrap == Wrap::Bold && self.is_upper).then_some(())?;
        } else {
            self.judge_line(source, place)?;
        }
        let Lexed { name, span, wrap, slips, title, inline, .. } = self;
        Some(TagLine { name, place, span, wrap, slips, title, inline })
    }

    fn judge_line(&mut self, source: &Source<'_>, place: Place) -> Option<()> {
        let set_off = matches!(self.wrap, Wrap::Bold | Wrap::Underscores);
        let bare = self.title.is_none() && self.inline.is_none();
        if self.slips.unclosed && !(set_off && self.is_upper) {
            return None;
        }
        let accepted = match &self.name {
            Name::Closing(_) => bare,
            Name::Unknown(name) => {
                let near = Kind::nearest(name).1 && (self.is_upper || !name.contains(' '));
                let short = self.inline.is_none() || (near && self.is_upper);
                (self.is_upper || (near && bare)) && short && !self.slips.unclosed
            }
            Name::Known(_) if set_off || bare => true,
            Name::Known(Kind::Bug) if self.is_upper => self.take_plain_title(source),
            Name::Known(_) => {
                let spaced = source.text()[self.span.end..].starts_with([' ', '\t']);
                let opens = self.wrap == Wrap::Italic && place == Place::Line && spaced;
                opens && self.is_upper && self.title.is_none()
            }
        };
        accepted.then_some(())
    }

    /// `[BUG] title` without emphasis is a tag only where a field follows on the next line.
    fn take_plain_title(&mut self, source: &Source<'_>) -> bool {
        let next = source.line_of(self.inline.map_or(self.span.end, |span| span.end)) + 1;
        let follows = next < source.line_count() && fields::starts_field(source.slice(source.line(next)));
        if follows && self.title.is_none() && self.wrap == Wrap::Plain {
            self.title = self.inline.take();
            self.span.end = self.title.map_or(self.span.end, |title| title.end);
        }
        follows && self.inline.is_none()
    }

    /// A heading is a tag unless it names the tag in order to talk about it (`## [SPEC] — facts`),
    /// or has tags of its own below it.
    fn judge_heading(&mut self, source: &Source<'_>, markdown: &Markdown) -> Option<()> {
        let Name::Known(kind) = self.name else { return None };
        let node = *markdown.top_at(self.span.start)?;
        if self.wrap == Wrap::Plain {
            self.title = self.inline.take();
        }
        let rest = self.inline.or(self.title).map_or("", |span| source.slice(span));
        let rest = rest.trim_end_matches('#').trim_end();
        self.title =
            self.title.map(|span| Span::new(span.start, span.start + rest.len().min(span.end - span.start)));
        self.title = self.title.filter(|span| !span.is_empty());
        self.inline = None;
        let below = (source.line_of(node.span.end) + 1..source.line_count()).find(|&i| !source.is_blank(i));
        let below = below.map_or("", |i| source.slice(source.line(i)));
        let has_fields = kind == Kind::Bug && fields::starts_field(below);
        let talks = rest.starts_with(['—', '–', '-', ':', '=', '|', ',', '(']);
        let own_tag = below.trim_start().starts_with("**[");
        let about = matches!(rest.to_lowercase().as_str(), "block" | "blocks" | "tag" | "tags");
        self.span = node.span;
        (self.is_upper && (has_fields || (!talks && !own_tag && !about))).then_some(())
    }
}

/// The end of an emphasis opened with `closer`, on this line or on the next few of the paragraph.
fn find_closer(source: &Source<'_>, from: usize, closer: &str) -> Option<usize> {
    let mut line = source.line_of(from);
    let mut at = from;
    for _ in 0..6 {
        let end = source.line(line).end;
        let mut in_code = false;
        let text = &source.text()[at..end];
        for (offset, &byte) in text.as_bytes().iter().enumerate().take(2000) {
            if byte == b'`' {
                in_code = !in_code;
            } else if !in_code && text.as_bytes()[offset..].starts_with(closer.as_bytes()) {
                let escaped = offset > 0 && text.as_bytes()[offset - 1] == b'\\';
                if !escaped {
                    return Some(at + offset);
                }
            }
        }
        if text.len() > 2000 {
            return None;
        }
        line += 1;
        at = source.line_start(line);
        let next = source.slice(source.line(line.min(source.line_count() - 1)));
        if line >= source.line_count() || starts_something(next.trim_start()) {
            return None;
        }
    }
    None
}

/// Whether a line is blank or opens something that no title runs on into.
fn starts_something(line: &str) -> bool {
    const OPENERS: [&str; 13] =
        ["**[", "__[", "*[", "_[", "[", "<", "#", ">", "|", "```", "~~~", "---", "==="];
    line.is_empty()
        || OPENERS.iter().any(|opener| line.starts_with(opener))
        || fields::strip_list_marker(line) != line
}

/// Tags that fill a table cell.
fn add_cells(source: &Source<'_>, markdown: &Markdown, tags: &mut Vec<TagLine>) {
    let mut found = Vec::new();
    for table in markdown.nodes.iter().filter(|node| node.kind == NodeKind::Table) {
        for at in memchr::memmem::find_iter(source.slice(table.span).as_bytes(), "**[") {
            let start = table.span.start + at;
            let line = source.line(source.line_of(start));
            let before = source.text()[line.start..start].trim_end_matches(' ');
            let cell_end = source.text()[start..line.end].find('|').map_or(line.end, |end| start + end);
            if !before.ends_with('|') || cell_end == line.end || markdown.is_opaque_at(start) {
                continue;
            }
            if let Some(lexed) = lex(source, Span::new(start, cell_end), "**", start + 2)
                && let Some(tag) = lexed.judge(source, markdown, Place::Nested)
                && tag.inline.is_none()
            {
                found.push(tag);
            }
        }
    }
    if !found.is_empty() {
        tags.extend(found);
        tags.sort_by_key(|tag| tag.span.start);
    }
}

/// A list or table that names three kinds, each once, explains the tags and holds none.
fn drop_legends(markdown: &Markdown, tags: &mut Vec<TagLine>) {
    let container = |tag: &TagLine| match tag.place {
        Place::Nested => markdown.top_at(tag.span.start).map(|node| node.span.start),
        _ => None,
    };
    let containers: Vec<_> = tags.iter().map(container).collect();
    let mut index = 0;
    let legends: Vec<usize> = containers
        .chunk_by(|a, b| a.is_some() && a == b)
        .filter_map(|run| {
            let members = &tags[index..index + run.len()];
            index += run.len();
            let mut kinds: Vec<_> = members.iter().filter_map(TagLine::kind).collect();
            kinds.sort_unstable();
            let named = kinds.len();
            kinds.dedup();
            (kinds.len() >= 3 && kinds.len() == named).then(|| run[0]).flatten()
        })
        .collect();
    if !legends.is_empty() {
        let mut place = containers.iter();
        tags.retain(|_| !place.next().is_some_and(|at| at.is_some_and(|at| legends.contains(&at))));
    }
}
