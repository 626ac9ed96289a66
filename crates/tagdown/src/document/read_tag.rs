//! Reads one tag from its line: the name in the brackets, its emphasis, title and content. Then decides whether the
//! text is a tag, given its place.

use super::fields;
use super::kinds::Kind;
use super::tag::{Name, Place, Slips, TagLine, Wrap};
use crate::markdown::{Markdown, NodeKind, strip_list_marker};
use crate::text::{Source, Span};

/// Words that follow a tag in a sentence that only mentions it.
const GOES_ON: &[&str] = &[
    "and", "are", "as", "block", "blocks", "but", "for", "from", "in", "is", "means", "must", "or", "should",
    "tag", "tags", "that", "to", "which", "with",
];

/// A tag that was read from its line, before its place is known.
pub(crate) struct Lexed {
    pub(crate) name: Name,
    /// The text between the brackets.
    pub(crate) label: Span,
    span: Span,
    wrap: Wrap,
    slips: Slips,
    qualifier: Option<Span>,
    title: Option<Span>,
    inline: Option<Span>,
    is_upper: bool,
}

/// Reads the tag whose bracket is at `bracket`, after the emphasis markers `marks`.
pub(crate) fn lex(
    source: &Source<'_>,
    markdown: &Markdown,
    line: Span,
    marks: &str,
    bracket: usize,
) -> Option<Lexed> {
    let text = source.text();
    let mark = marks.trim_end();
    let wrap = match mark {
        "" => Wrap::Plain,
        "**" | "****" => Wrap::Bold,
        "__" | "____" => Wrap::Underscores,
        mark if mark.len() <= 3 => Wrap::Italic,
        _ => return None,
    };
    let close = bracket + memchr::memchr2(b']', b'[', &text.as_bytes()[bracket + 1..line.end])? + 1;
    let after = &text[close + 1..line.end];
    let is_reference =
        after.starts_with('[') && after.find(']').is_some_and(|end| markdown.defines(&after[1..end]));
    if text.as_bytes()[close] == b'[' || close - bracket > 120 || after.starts_with('(') || is_reference {
        return None;
    }
    let raw = &text[bracket + 1..close];
    let mut slips = Slips { escape: raw.ends_with('\\'), ..Slips::default() };
    slips.escape |= text[..bracket].ends_with('\\');
    slips.spaces |= marks.len() != mark.len();
    let label = Span::new(bracket + 1, close - usize::from(raw.ends_with('\\')));
    let inner = source.slice(label);
    let Label { name, title, qualifier, is_upper } = read_label(inner, label.start, wrap, &mut slips)?;
    let mut lexed = Lexed { name, label, span: line, wrap, slips, qualifier, title, inline: None, is_upper };
    if !lexed.read_bare(source, line, mark, close + 1) {
        lexed.read_rest(source, markdown, line, mark, close + 1);
    }
    Some(lexed)
}

/// The text between the brackets, read.
struct Label {
    name: Name,
    title: Option<Span>,
    qualifier: Option<Span>,
    is_upper: bool,
}

fn read_label(inner: &str, at: usize, wrap: Wrap, slips: &mut Slips) -> Option<Label> {
    let mut name = inner.trim();
    slips.spaces |= name.len() != inner.len();
    if let Some(bare) = name.strip_suffix(':') {
        name = bare.trim_end();
        slips.colon = true;
    }
    let is_upper = !name.chars().any(char::is_lowercase);
    let label = |name: Name| Label { name, title: None, qualifier: None, is_upper };
    if let Some(kind) = Kind::from_name(name) {
        slips.case = name != kind.name();
        return Some(label(Name::Known(kind)));
    }
    if let Some(kind) = name.strip_prefix('/').and_then(|name| Kind::from_name(name.trim())) {
        return Some(label(Name::Closing(kind)));
    }
    if let Some((head, title)) = name.split_once(':')
        && let Some(kind) = Kind::from_name(head.trim())
        && head.trim() == kind.name()
        && wrap == Wrap::Bold
    {
        slips.colon = true;
        let title_at = at + inner.find(':')? + 1;
        let start = title_at + title.len() - title.trim_start().len();
        let title = Some(Span::new(start, title_at + title.trim_end().len()));
        return Some(Label { title, ..label(Name::Known(kind)) });
    }
    let name_at = at + inner.len() - inner.trim_start().len();
    if let Some((kind, qualifier)) =
        qualified(name).filter(|_| matches!(wrap, Wrap::Bold | Wrap::Underscores))
    {
        let qualifier = Some(Span::new(name_at + qualifier, name_at + name.len()));
        // The case of a qualifier does not matter.
        return Some(Label { qualifier, is_upper: true, ..label(Name::Known(kind)) });
    }
    is_label(name, wrap).then(|| label(Name::Unknown(name.to_owned())))
}

/// A kind with a qualifier after it, such as `SPEC — v1.2`, `SPEC v1.2`, `BUG-12` or `NOTE (draft)`, and where the
/// qualifier starts. A number that is part of the name is shown together with it. A second kind is no qualifier:
/// `SPEC/NOTE` does not say which one it is.
fn qualified(name: &str) -> Option<(Kind, usize)> {
    let end = name.find(|c: char| !c.is_ascii_alphabetic() && c != '?').filter(|end| *end > 0)?;
    let kind = Kind::from_name(&name[..end]).filter(|kind| kind.name() == &name[..end])?;
    let rest = &name[end..];
    let words = rest.trim_start_matches([' ', '\u{a0}', '-', '–', '—', '|', ',', '/', '·', '_', ':']);
    let names_kind = |word: &str| Kind::from_name(word).is_some() || matches!(word, "OR" | "AND");
    let mut others = words.split(|c: char| !c.is_alphanumeric() && c != '?').filter(|word| !word.is_empty());
    if !words.contains(char::is_alphanumeric) || others.any(names_kind) {
        return None;
    }
    let is_number = rest.starts_with(['-', '_', '#'])
        && words.trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit());
    let is_separate = rest.starts_with([' ', '\u{a0}', '–', '—', '|', ',', '(', '/', '·']);
    // `BUG FIX` is a phrase of its own.
    let is_version =
        |word: &str| word.trim_start_matches(['v', 'V', '(']).starts_with(|c: char| c.is_ascii_digit());
    let is_phrase =
        kind == Kind::Bug && rest.trim_start().starts_with(char::is_alphabetic) && !is_version(words);
    let is_separate = is_separate && !is_phrase;
    (is_number || is_separate).then_some((kind, if is_number { 0 } else { name.len() - words.len() }))
}

/// Whether a name that is none of the four is the name of a tag: capitals, digits, `_` and `-`. Other words are a name
/// only if they come close to one of the four, such as `KNOWN ISSUE`. An HTTP method is none.
fn is_label(name: &str, wrap: Wrap) -> bool {
    const METHODS: [&str; 7] = ["GET", "PUT", "POST", "HEAD", "PATCH", "DELETE", "OPTIONS"];
    wrap == Wrap::Bold && (is_own_name(name) || is_near_name(name)) && !METHODS.contains(&name)
}

/// Whether a name can be declared as a tag.
pub fn is_own_name(name: &str) -> bool {
    (2..=16).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_' || b == b'-')
        && Kind::from_name(name).is_none()
}

/// Whether words are close to the name of a kind, and cannot be anything else.
fn is_near_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_uppercase() || " -_/&,.!?+".contains(c);
    name.len() <= 30 && name.chars().all(is_plain) && Kind::nearest(name).1
}

impl Lexed {
    /// Reads a bare tag: only emphasis markers, balanced or not, and possibly a colon follow it.
    fn read_bare(&mut self, source: &Source<'_>, line: Span, mark: &str, at: usize) -> bool {
        let rest = &source.text()[at..line.end];
        let inner = rest.trim_start_matches([':', ' ']);
        let tail = inner.trim_end().trim_end_matches(':');
        if self.title.is_some() || tail.len() > 4 || !tail.bytes().all(|b| b == b'*' || b == b'_') {
            return false;
        }
        self.slips.colon |= rest.contains(':');
        self.slips.spaces |= rest[..rest.len() - inner.len()].contains(' ') && !tail.is_empty();
        self.slips.unclosed = !tail.chars().rev().eq(mark.chars()) || mark.len() > 3;
        self.span = Span::new(line.start, at + rest.trim_end().len());
        true
    }

    /// Reads the text after the closing bracket at `at`: title, end of the emphasis, content.
    fn read_rest(&mut self, source: &Source<'_>, markdown: &Markdown, line: Span, mark: &str, at: usize) {
        let text = source.text();
        let closer = match mark {
            "**_" => "_**",
            "__*" => "*__",
            mark => mark,
        };
        let strong = markdown.strong_at(line.start).filter(|_| closer.len() == 2 && text[at..].len() > 2);
        let end = match strong {
            _ if closer.is_empty() => Some(at),
            Some(strong) if strong.end >= at + 2 => Some(strong.end - 2),
            _ => find_closer(source, at, closer),
        };
        self.slips.unclosed = end.is_none();
        let end = end.unwrap_or(at);
        let mut title = Span::new(at, end);
        if source.slice(title).starts_with(':') {
            self.slips.colon = true;
            title.start += 1;
        }
        let trimmed = source.trim(title);
        let words = source.slice(trimmed);
        // `:name:` is an emoji, and the colon is part of it.
        let is_picture = words
            .rsplit(' ')
            .next()
            .is_some_and(|word| word.len() > 2 && word.trim_start_matches('\\').starts_with(':'));
        let words = if is_picture { words } else { words.trim_end_matches(':').trim_end() };
        if words.is_empty() {
            self.slips.colon |= !trimmed.is_empty();
            self.slips.spaces |= trimmed.is_empty() && !title.is_empty();
        } else {
            // A title in the brackets and another one after them are one title, so that no word is lost.
            let start = self.title.map_or(trimmed.start, |inner| inner.start);
            self.title = Some(Span::new(start, trimmed.start + words.len()));
        }
        let mut after = end + if self.slips.unclosed { 0 } else { closer.len() };
        let line_end = if after > line.end { source.line(source.line_of(after)).end } else { line.end };
        let rest = &text[after..line_end];
        if rest.starts_with(':') && !rest[1..].starts_with(|c: char| !c.is_whitespace()) {
            self.slips.colon = true;
            after += 1;
        }
        self.span = Span::new(line.start, after);
        self.read_inline(source, source.trim(Span::new(after, line_end)));
    }

    fn read_inline(&mut self, source: &Source<'_>, content: Span) {
        let words = source.slice(content);
        let is_break = matches!(words, "\\" | "<br>" | "<br/>" | "<br />");
        let is_stray = words.chars().all(|c| "*_.,;:-–—|：".contains(c)) && !words.is_empty();
        if is_break || is_stray {
            self.slips.stray = true;
            self.span.end = content.end;
            return;
        }
        let is_comment = words.starts_with("<!--") && words.ends_with("-->");
        let is_comment = is_comment || (words.starts_with("{#") && words.ends_with('}'));
        self.inline = (!words.is_empty() && !is_comment).then_some(content);
    }

    /// Decides whether the text is a tag, given its place.
    pub(crate) fn judge(mut self, source: &Source<'_>, markdown: &Markdown, place: Place) -> Option<TagLine> {
        if let Place::Heading(_) = place {
            self.judge_heading(source, markdown)?;
        } else if place == Place::Nested {
            (matches!(self.name, Name::Known(_)) && self.wrap == Wrap::Bold && self.is_upper).then_some(())?;
        } else {
            self.judge_line(source, markdown, place)?;
        }
        let Lexed { name, span, wrap, slips, qualifier, title, inline, .. } = self;
        Some(TagLine { name, place, span, wrap, slips, qualifier, title, inline })
    }

    fn judge_line(&mut self, source: &Source<'_>, markdown: &Markdown, place: Place) -> Option<()> {
        let set_off = matches!(self.wrap, Wrap::Bold | Wrap::Underscores);
        let bare = self.title.is_none() && self.inline.is_none();
        if self.slips.unclosed && !bare && !(set_off && self.is_upper) {
            return None;
        }
        if place == Place::Folded && self.runs_on(source, markdown) {
            return None;
        }
        let accepted = match self.name.clone() {
            Name::Closing(_) => self.title.is_none() && (set_off || bare),
            Name::Unknown(name) | Name::Own(name, _) => {
                (is_own_name(&name) || bare) && !self.slips.unclosed && self.is_spaced(source)
            }
            Name::Known(_) if set_off || bare => true,
            Name::Known(Kind::Bug) if self.take_plain_title(source) => true,
            Name::Known(_) => self.wrap == Wrap::Italic && self.is_upper && self.is_spaced(source),
        };
        accepted.then_some(())
    }

    /// Whether content after the tag is separated from it by a space. Without the space, italics are not a tag.
    fn is_spaced(&self, source: &Source<'_>) -> bool {
        self.inline.is_none() || source.text()[self.span.end..].starts_with([' ', '\t'])
    }

    /// Whether the line only continues a sentence of its paragraph.
    fn runs_on(&self, source: &Source<'_>, markdown: &Markdown) -> bool {
        let Some(inline) = self.inline else { return false };
        let above = source.line_of(self.span.start).checked_sub(1).map(|line| source.line(line));
        let in_paragraph =
            markdown.top_at(self.span.start).is_some_and(|node| node.kind == NodeKind::Paragraph);
        let open = above.is_some_and(|above| {
            source.slice(above).trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',')
        });
        let word = source.slice(inline).split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        in_paragraph && open && self.title.is_none() && !self.slips.colon && GOES_ON.contains(&word)
    }

    /// Takes the title of a tag that is not bold. `[BUG] title` is a tag only if a field follows.
    fn take_plain_title(&mut self, source: &Source<'_>) -> bool {
        let line = source.line_of(self.inline.map_or(self.span.end, |span| span.end)) + 1;
        let is_row =
            |line: usize| source.slice(source.line(line)).trim().bytes().all(|b| b == b'-' || b == b'=');
        let next = (line..source.line_count().min(line + 3)).find(|&line| !is_row(line));
        let follows = next.is_some_and(|next| fields::starts_field(source.slice(source.line(next))));
        if follows && self.title.is_none() && self.wrap == Wrap::Plain {
            self.title = self.inline.take();
            self.span.end = self.title.map_or(self.span.end, |title| title.end);
        }
        follows && self.inline.is_none()
    }

    /// Decides whether a heading is a tag. It is, unless it only talks about the tag (`## [SPEC] — facts`) or a tag
    /// follows it.
    fn judge_heading(&mut self, source: &Source<'_>, markdown: &Markdown) -> Option<()> {
        let Name::Known(kind) = self.name else { return None };
        let node = *markdown.top_at(self.span.start)?;
        if self.wrap == Wrap::Plain {
            self.title = self.inline.take();
        }
        let rest = self.inline.or(self.title).map_or("", |span| source.slice(span));
        let rest = rest.trim_end_matches('#').trim_end();
        if let Some(title) = self.title.filter(|_| self.inline.is_none()) {
            self.title =
                Some(Span::new(title.start, title.start + rest.len())).filter(|span| !span.is_empty());
        }
        self.inline = None;
        let below = (source.line_of(node.span.end) + 1..source.line_count()).find(|&i| !source.is_blank(i));
        let below = below.map_or("", |i| source.slice(source.line(i)));
        let has_fields = kind == Kind::Bug && fields::starts_field(below);
        let talks = rest.starts_with(['—', '–', '-', ':', '=', '|', ',', '(']);
        let own_tag = below.trim_start().starts_with("**[");
        let word = rest.split_whitespace().next().unwrap_or_default().to_lowercase();
        let about = matches!(word.as_str(), "block" | "blocks" | "tag" | "tags");
        self.span = node.span;
        (has_fields || (!talks && !own_tag && !about)).then_some(())
    }
}

/// The end of emphasis that `closer` opened, on this line or on one of the next few lines of the paragraph.
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

/// Whether a line is blank or starts a block that cannot continue a title.
fn starts_something(line: &str) -> bool {
    const OPENERS: [&str; 13] =
        ["**[", "__[", "*[", "_[", "[", "<", "#", ">", "|", "```", "~~~", "---", "==="];
    line.is_empty()
        || OPENERS.iter().any(|opener| line.starts_with(opener))
        || strip_list_marker(line) != line
}
