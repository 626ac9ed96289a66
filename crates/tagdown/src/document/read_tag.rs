//! Reads one tag from its line: the name in the brackets, its emphasis, title and content. Then decides whether the
//! text is a tag, given its place.

use std::cell::OnceCell;

use super::fields;
use super::kinds::{Kind, OwnTags};
use super::manifest;
use super::mentions::{is_about, is_entry, is_subject};
use super::tag::{Name, Place, Slips, TagLine, Wrap};
use super::tag_label::{Label, is_tag_name, read_label};
use crate::markdown::{Markdown, NodeKind, strip_list_marker};
use crate::text::{Plain, Source, Span, is_blank_sign, is_unseen_sign};

/// The text in which tags are read.
pub(crate) struct Page<'p, 't> {
    pub(crate) source: &'p Source<'t>,
    pub(crate) markdown: &'p Markdown,
    /// The tags that the project declares.
    pub(crate) own: &'p OwnTags,
    manifest: OnceCell<Option<Span>>,
}

impl<'p, 't> Page<'p, 't> {
    pub(crate) fn new(source: &'p Source<'t>, markdown: &'p Markdown, own: &'p OwnTags) -> Self {
        Self { source, markdown, own, manifest: OnceCell::new() }
    }

    /// From the heading of the manifest to the next section or thematic break.
    pub(crate) fn manifest(&self) -> Option<Span> {
        *self.manifest.get_or_init(|| manifest::find(self.source, self.markdown))
    }

    fn defines(&self, label: &str, wrap: Wrap) -> bool {
        let is_plain = wrap == Wrap::Plain;
        self.markdown.defines(label) || is_plain && self.markdown.defines(&label.to_lowercase())
    }
}

/// A tag that was read from its line, before its place is known.
pub(crate) struct Lexed {
    pub(crate) name: Name,
    span: Span,
    wrap: Wrap,
    slips: Slips,
    qualifier: Option<Span>,
    title: Option<Span>,
    inline: Option<Span>,
    is_upper: bool,
}

/// The text before a bracket, parted into what comes before the emphasis and the markers of the emphasis. Characters that
/// show nothing, before or after the markers, belong to them.
pub(crate) fn part_marks(prefix: &str) -> (&str, &str) {
    let prefix = prefix.trim_end_matches('\\');
    let is_gap = |c: char| c == ' ' || is_blank_sign(c);
    let spaceless = prefix.trim_end_matches(is_gap);
    let marks_at = spaceless.trim_end_matches(['*', '_']).len();
    // An asterisk and a space are a bullet, not emphasis; spaces only are an indent.
    let is_bullet = prefix[marks_at..].trim_end_matches(is_blank_sign) == "* ";
    let has_marks = marks_at < spaceless.len() && !is_bullet;
    let before = &prefix[..if has_marks { marks_at } else { prefix.len() }];
    let gap = before.trim_end_matches(is_gap).len();
    let at = before[gap..].find(is_blank_sign).map_or(before.len(), |blank| gap + blank);
    prefix.split_at(at)
}

/// Reads the tag whose bracket is at `bracket`, after the emphasis markers `marks`.
pub(crate) fn lex(page: &Page<'_, '_>, line: Span, marks: &str, bracket: usize) -> Option<Lexed> {
    let (source, markdown) = (page.source, page.markdown);
    let text = source.text();
    let is_gap = |c: char| c == ' ' || is_blank_sign(c);
    let mark = marks.trim_matches(is_gap);
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
    slips.unseen |= marks.contains(is_blank_sign);
    slips.spaces |= marks.ends_with(' ') && !mark.is_empty();
    let label = Span::new(bracket + 1, close - usize::from(raw.ends_with('\\')));
    let inner = source.slice(label);
    let plain = Plain::new(inner);
    if page.defines(inner, wrap) || page.defines(&plain.text, wrap) {
        return None;
    }
    slips.unseen |= plain.text.len() < inner.len();
    let Label { name, title, qualifier, is_upper } = read_label(&plain.text, 0, wrap, page.own, &mut slips)?;
    let place = |span: Span| plain.place(span, label.start);
    let (title, qualifier) = (title.map(place), qualifier.map(place));
    let mut lexed = Lexed { name, span: line, wrap, slips, qualifier, title, inline: None, is_upper };
    if !lexed.read_bare(source, line, mark, close + 1) {
        lexed.read_rest(source, markdown, line, mark, close + 1);
    }
    Some(lexed)
}

impl Lexed {
    /// Reads a bare tag: only emphasis markers, balanced or not, and possibly a colon follow it.
    fn read_bare(&mut self, source: &Source<'_>, line: Span, mark: &str, at: usize) -> bool {
        let shown = &source.text()[at..line.end];
        let plain = Plain::new(shown);
        let rest = &*plain.text;
        let inner = rest.trim_start_matches([':', ' ']);
        let tail = inner.trim_end().trim_end_matches(':');
        if self.title.is_some() || tail.len() > 4 || !tail.bytes().all(|b| b == b'*' || b == b'_') {
            return false;
        }
        self.slips.colon |= rest.contains(':');
        self.slips.spaces |= rest[..rest.len() - inner.len()].contains(' ') && !tail.is_empty();
        self.slips.unclosed = !tail.chars().rev().eq(mark.chars()) || mark.len() > 3;
        self.slips.unseen |= rest.len() < shown.len();
        let end = |c: char| c.is_whitespace() || is_unseen_sign(c);
        self.span = Span::new(line.start, at + shown.trim_end_matches(end).len());
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
        let lead = text[line.start..].find(|c| !is_blank_sign(c)).unwrap_or_default();
        let strong =
            markdown.strong_at(line.start + lead).filter(|_| closer.len() == 2 && text[at..].len() > 2);
        let end = match strong {
            _ if closer.is_empty() => Some(at),
            Some(strong) if strong.end >= at + 2 => Some(strong.end - 2),
            _ => find_closer(source, at, closer).map(|end| at_line_end(source, line, end, closer)),
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
        // The title of a BUG is what it says; `**[NOTE] Why:** text` runs into its text.
        let is_alone = text.get(end + closer.len()..line.end).is_some_and(|rest| rest.trim().is_empty());
        let is_kept = is_picture || is_alone && matches!(self.name, Name::Known(Kind::Bug));
        let words = if is_kept { words } else { words.trim_end_matches(':').trim_end() };
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
    pub(crate) fn judge(mut self, page: &Page<'_, '_>, place: Place) -> Option<TagLine> {
        if let Place::Heading(_) = place {
            self.judge_heading(page)?;
        } else if place == Place::Nested {
            (matches!(self.name, Name::Known(_)) && self.wrap == Wrap::Bold && self.is_upper).then_some(())?;
        } else {
            self.judge_line(page, place)?;
        }
        let Lexed { name, span, wrap, slips, qualifier, title, inline, .. } = self;
        Some(TagLine { name, place, span, wrap, slips, qualifier, title, inline })
    }

    fn judge_line(&mut self, page: &Page<'_, '_>, place: Place) -> Option<()> {
        let (source, markdown) = (page.source, page.markdown);
        let set_off = matches!(self.wrap, Wrap::Bold | Wrap::Underscores);
        let bare = self.title.is_none() && self.inline.is_none();
        if self.slips.unclosed && !bare && !(set_off && self.is_upper) {
            return None;
        }
        if place == Place::Folded && self.runs_on(source, markdown) || self.is_subject(source) {
            return None;
        }
        let accepted = match self.name.clone() {
            Name::Closing(_) => self.title.is_none() && (set_off || bare),
            Name::Unknown(name) => {
                (is_tag_name(&name) || bare) && !self.slips.unclosed && self.is_spaced(source)
            }
            Name::Own(..) => (set_off || bare) && !self.slips.unclosed && self.is_spaced(source),
            Name::Known(_) if set_off || bare => true,
            Name::Known(Kind::Bug) if self.take_plain_title(source) => true,
            Name::Known(_) if !self.is_spaced(source) => false,
            Name::Known(_) if self.wrap == Wrap::Italic && self.is_upper => true,
            Name::Known(_) => self.opens_text(page, place),
        };
        accepted.then_some(())
    }

    /// Whether the tag is only the subject of a sentence.
    fn is_subject(&self, source: &Source<'_>) -> bool {
        let is_tag = self.title.is_some() || self.slips.colon;
        self.inline.is_some_and(|inline| !is_tag && is_subject(source.slice(inline)))
    }

    /// Whether content after the tag is separated from it by a space. Without the space, italics are not a tag.
    fn is_spaced(&self, source: &Source<'_>) -> bool {
        self.inline.is_none() || source.text()[self.span.end..].starts_with([' ', '\t'])
    }

    /// Whether a tag that is not bold opens a text in a document with a manifest: `[NOTE] text`. A legend, and a
    /// sentence about the tag, do not.
    fn opens_text(&self, page: &Page<'_, '_>, place: Place) -> bool {
        let source = page.source;
        let Some(inline) = self.inline.filter(|_| self.title.is_none()) else { return false };
        let is_apart = page.manifest().is_some_and(|manifest| !manifest.contains(self.span.start));
        let line = source.line_of(self.span.start);
        let is_bracket = |line: usize| {
            line < source.line_count() && source.slice(source.line(line)).trim_start().starts_with('[')
        };
        let words = source.slice(inline);
        let is_legend = (is_bracket(line + 1) || line > 0 && is_bracket(line - 1)) && is_entry(words);
        let is_parted = place != Place::Folded || self.follows_sentence(page, words);
        is_apart && !is_legend && is_parted && (self.slips.colon || !is_about(words))
    }

    /// Whether the line above a folded tag ends a sentence, a list or a table, so that the line does not continue it.
    fn follows_sentence(&self, page: &Page<'_, '_>, words: &str) -> bool {
        let source = page.source;
        let Some(above) = source.line_of(self.span.start).checked_sub(1) else { return true };
        let above = source.slice(source.line(above)).trim_end();
        let in_text =
            page.markdown.top_at(self.span.start).is_some_and(|node| node.kind == NodeKind::Paragraph);
        let is_new = !in_text && !words.starts_with(char::is_lowercase);
        is_new || above.ends_with(['.', ':', '!', '?', ']', '*', '|'])
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
        let is_about = is_about(source.slice(inline));
        in_paragraph && open && self.title.is_none() && !self.slips.colon && is_about
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
    fn judge_heading(&mut self, page: &Page<'_, '_>) -> Option<()> {
        let source = page.source;
        let is_bold = self.wrap == Wrap::Bold;
        let kind = match &self.name {
            Name::Known(kind) | Name::Own(_, kind) => *kind,
            Name::Unknown(name) if is_tag_name(name) && is_bold => Kind::Unverified,
            Name::Unknown(_) | Name::Closing(_) => return None,
        };
        let node = *page.markdown.top_at(self.span.start)?;
        let inline = self.inline.take();
        let words = self.title.or(inline);
        let rest = words.map_or("", |words| source.slice(words)).trim_end_matches('#').trim_end();
        let title = words.map(|words| Span::new(words.start, words.start + rest.len()));
        self.title = title.filter(|title| !title.is_empty());
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
        let last_tick = text.rfind('`');
        for (offset, &byte) in text.as_bytes().iter().enumerate().take(2000) {
            if byte == b'`' {
                // A backtick without another one on the line is text.
                in_code = !in_code && last_tick != Some(offset);
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

/// The end of emphasis at the end of the line, if what was found at `end` can only open another one: the last two stars
/// of `**[BUG] a **b**` belong to the first two.
fn at_line_end(source: &Source<'_>, line: Span, end: usize, closer: &str) -> usize {
    let (before, after) = source.text()[..line.end].split_at(end.min(line.end));
    let Some(after) = after.strip_prefix(closer) else { return end };
    let only_opens = before.ends_with(' ') && !after.is_empty() && !after.starts_with([' ', '\t', ':']);
    match after.trim_end().strip_suffix(closer) {
        Some(inner) if only_opens && !inner.ends_with(['\\', ' ']) && !fields::starts_field(after) => {
            end + closer.len() + inner.len()
        }
        _ => end,
    }
}

/// Whether a line is blank or starts a block that cannot continue a title.
fn starts_something(line: &str) -> bool {
    const OPENERS: [&str; 13] =
        ["**[", "__[", "*[", "_[", "[", "<", "#", ">", "|", "```", "~~~", "---", "==="];
    line.is_empty()
        || OPENERS.iter().any(|opener| line.starts_with(opener))
        || strip_list_marker(line) != line
}
