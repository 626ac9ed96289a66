//! A piece of a document as HTML, with the links and footnotes that are defined elsewhere still working. What comes out
//! is not yet clean: raw HTML is only what the hook makes of it.

use std::ops::Range;

use pulldown_cmark::{BrokenLink, CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use rustc_hash::FxHashSet;

use super::OPTIONS;
use crate::front_matter;
use crate::source::{Source, Span};

/// A piece of Markdown.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'p> {
    pub(crate) text: &'p str,
    /// Where in the document it starts.
    pub(crate) at: usize,
    pub(crate) start: Start,
}

/// What a piece starts with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// A line of its own, so that it may be a list, a quote or code.
    Block,
    /// The middle of a line: `> 3` is no quote there.
    Text,
    /// It is only the middle of a line, and no paragraph either.
    Inline,
    /// The definition of a footnote, of which the text is wanted.
    Note,
}

/// What an element of the document becomes; offsets are those of the document.
pub(crate) struct Hooks<'h> {
    /// Anchor and class of the heading at an offset.
    pub(crate) anchor: &'h dyn Fn(usize) -> Option<(String, &'static str)>,
    /// A code block: its info string and its text.
    pub(crate) code: &'h dyn Fn(&str, &str) -> String,
    /// A link that leads elsewhere than it says.
    pub(crate) link: &'h dyn Fn(&str) -> Option<String>,
    /// Raw HTML.
    pub(crate) raw: &'h dyn Fn(&str) -> String,
    /// Whether a footnote of this name is defined anywhere.
    pub(crate) is_note: &'h dyn Fn(&str) -> bool,
    /// A reference to the footnote of this name.
    pub(crate) note: &'h dyn Fn(&str) -> String,
}

/// The link definitions of a whole document.
pub(crate) struct Definitions<'t> {
    parser: Parser<'t>,
    starts: FxHashSet<usize>,
}

/// Opens a paragraph without leaving a trace in it: whatever follows is text.
const OPENER: &str = "<b></b>";

/// Parts the definitions put above a piece from what it starts with, indented code above all.
const DIVIDER: &str = "<!-- -->\n\n";

/// Quotes, lists and emphasis that stand deeper are left flat: a tree of thousands of levels takes minutes, and no browser
/// shows it.
const DEEPEST: usize = 200;

impl<'t> Definitions<'t> {
    pub(crate) fn new(source: &Source<'t>) -> Self {
        let base = front_matter::end(source);
        let parser = Parser::new_ext(&source.text()[base..], OPTIONS);
        let starts =
            parser.reference_definitions().iter().map(|(_, found)| found.span.start + base).collect();
        Self { parser, starts }
    }

    /// Whether a link is defined at an offset of the document.
    pub(crate) fn starts_at(&self, offset: usize) -> bool {
        self.starts.contains(&offset)
    }

    fn find<'a>(&self, link: &BrokenLink<'_>) -> Option<(CowStr<'a>, CowStr<'a>)> {
        let found = self.parser.reference_definitions().get(&link.reference)?;
        let title = found.title.as_ref().map_or_else(String::new, ToString::to_string);
        Some((found.dest.to_string().into(), title.into()))
    }
}

/// Name and text of every footnote that a piece defines.
pub(crate) fn footnotes(piece: &Piece<'_>) -> Vec<(String, Span)> {
    let (text, lead) = with_opener(piece, String::new());
    let events = Parser::new_ext(&text, OPTIONS).into_offset_iter();
    let own = events.filter_map(|(event, range)| match event {
        Event::Start(Tag::FootnoteDefinition(name)) => {
            let start = range.start.saturating_sub(lead.len);
            Some((name.to_string(), Span::new(start, range.end.saturating_sub(lead.len).max(start))))
        }
        _ => None,
    });
    own.collect()
}

/// A text without its markup.
pub(crate) fn plain(text: &str) -> String {
    let text = format!("{OPENER}{text}");
    let words = Parser::new_ext(&text, OPTIONS).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_owned()),
        _ => None,
    });
    words.collect()
}

/// The HTML of a piece.
pub(crate) fn to_html(piece: &Piece<'_>, definitions: &Definitions<'_>, hooks: &Hooks<'_>) -> String {
    let (text, lead) = with_opener(piece, stubs(piece.text, hooks));
    let mut find = |link: BrokenLink<'_>| definitions.find(&link);
    let options = OPTIONS.union(Options::ENABLE_GFM);
    let parser = Parser::new_with_broken_link_callback(&text, options, Some(&mut find));
    let mut writer =
        Writer { piece, hooks, lead, depth: 0, notes: 0, code: None, raw: None, out: Vec::new() };
    for (event, range) in parser.into_offset_iter() {
        writer.take(event, &range);
    }
    let mut out = String::with_capacity(piece.text.len() * 2);
    html::push_html(&mut out, writer.out.into_iter());
    out
}

/// What was put above a piece.
#[derive(Clone, Copy)]
struct Lead {
    /// Bytes of definitions.
    stubs: usize,
    /// Bytes in all.
    len: usize,
}

fn with_opener(piece: &Piece<'_>, mut text: String) -> (String, Lead) {
    let stubs = text.len();
    if matches!(piece.start, Start::Text | Start::Inline) {
        text.push_str(OPENER);
    }
    let lead = Lead { stubs, len: text.len() };
    text.push_str(piece.text);
    (text, lead)
}

/// A definition of every footnote that the text names, since the parser reads only what is defined.
fn stubs(text: &str, hooks: &Hooks<'_>) -> String {
    let mut stubs = String::new();
    let mut seen = FxHashSet::default();
    for (at, _) in text.match_indices("[^") {
        let name = text[at + 2..].split([']', '[', '\n', '\r']).next().unwrap_or_default();
        if !name.is_empty() && (hooks.is_note)(name) && seen.insert(name) {
            stubs.push_str(&format!("[^{name}]: -\n\n"));
        }
    }
    if !stubs.is_empty() {
        stubs.push_str(DIVIDER);
    }
    stubs
}

/// Turns the events of the parser into those that are written.
struct Writer<'w, 'e> {
    piece: &'w Piece<'w>,
    hooks: &'w Hooks<'w>,
    lead: Lead,
    /// How many quotes, lists and emphases are open.
    depth: usize,
    /// How many definitions of footnotes are open.
    notes: usize,
    /// Info string and text of the open code block.
    code: Option<(String, String)>,
    /// The text of the open HTML block, which comes line by line.
    raw: Option<String>,
    out: Vec<Event<'e>>,
}

impl<'e> Writer<'_, 'e> {
    fn take(&mut self, event: Event<'e>, range: &Range<usize>) {
        let is_opener = matches!(event, Event::InlineHtml(_)) && range.end <= self.lead.len;
        if range.start < self.lead.stubs || is_opener {
            return;
        }
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => self.notes += 1,
            Event::End(TagEnd::FootnoteDefinition) => self.notes = self.notes.saturating_sub(1),
            // The text of a footnote is written once, below the page.
            _ if (self.notes > 0) != (self.piece.start == Start::Note) => {}
            event => self.write(event, range.start),
        }
    }

    fn write(&mut self, event: Event<'e>, start: usize) {
        match event {
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph)
                if self.piece.start == Start::Inline => {}
            Event::Start(Tag::CodeBlock(kind)) => {
                let info =
                    if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { String::new() };
                self.code = Some((info, String::new()));
            }
            Event::Text(text) if self.code.is_some() => {
                if let Some((_, code)) = &mut self.code {
                    code.push_str(&text);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let (info, code) = self.code.take().unwrap_or_default();
                self.put((self.hooks.code)(&info, &code));
            }
            Event::Start(Tag::HtmlBlock) => self.raw = Some(String::new()),
            Event::Html(raw) => match &mut self.raw {
                Some(block) => block.push_str(&raw),
                None => self.put((self.hooks.raw)(&raw)),
            },
            Event::End(TagEnd::HtmlBlock) => {
                let raw = self.raw.take().unwrap_or_default();
                self.put((self.hooks.raw)(&raw));
            }
            Event::InlineHtml(raw) => self.put((self.hooks.raw)(&raw)),
            Event::FootnoteReference(name) => self.put((self.hooks.note)(&name)),
            Event::TaskListMarker(done) => {
                let (sign, name) = if done { ("☑", "done") } else { ("☐", "to do") };
                self.put(format!("<span class=\"task\" aria-label=\"{name}\">{sign}</span> "));
            }
            Event::Start(tag) => self.open(tag, start),
            Event::End(end) if nests(end) => {
                if self.depth <= DEEPEST {
                    self.out.push(Event::End(end));
                }
                self.depth = self.depth.saturating_sub(1);
            }
            Event::End(TagEnd::Table) => {
                self.out.push(Event::End(TagEnd::Table));
                self.put("</div>".to_owned());
            }
            event => self.out.push(event),
        }
    }

    fn open(&mut self, tag: Tag<'e>, start: usize) {
        if nests(tag.to_end()) {
            self.depth += 1;
            if self.depth > DEEPEST {
                return;
            }
        }
        let tag = match tag {
            Tag::Heading { level, .. } => {
                let offset = (self.piece.at + start).saturating_sub(self.lead.len);
                let (id, class) = (self.hooks.anchor)(offset).unzip();
                let classes = class.filter(|class| !class.is_empty()).map(CowStr::from);
                let classes = classes.into_iter().collect();
                Tag::Heading { level, id: id.map(CowStr::from), classes, attrs: Vec::new() }
            }
            Tag::Link { link_type, dest_url, title, id } => {
                let dest_url = (self.hooks.link)(&dest_url).map_or(dest_url, CowStr::from);
                Tag::Link { link_type, dest_url, title, id }
            }
            Tag::Table(columns) => {
                self.put("<div class=\"scroll\" tabindex=\"0\">".to_owned());
                Tag::Table(columns)
            }
            tag => tag,
        };
        let alert = if let Tag::BlockQuote(kind) = &tag { *kind } else { None };
        self.out.push(Event::Start(tag));
        if let Some(kind) = alert {
            self.put(format!("<p><strong>{kind:?}</strong></p>\n"));
        }
    }

    fn put(&mut self, html: String) {
        self.out.push(Event::Html(html.into()));
    }
}

/// Whether an element may hold another of its kind.
fn nests(end: TagEnd) -> bool {
    matches!(
        end,
        TagEnd::BlockQuote(_)
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
    )
}
