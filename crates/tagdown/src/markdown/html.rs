//! Renders a piece of a document as HTML. Links and footnotes that are defined elsewhere still work. The output is not
//! sanitised: only the hook processes raw HTML.

use std::ops::Range;

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html,
};
use rustc_hash::FxHashSet;

use super::bare_addresses::bare_addresses;
use super::front_matter;
use super::hidden_signs;
use super::options::OPTIONS;
use crate::text::{Source, Span};

/// A piece of Markdown.
#[derive(Clone, Copy)]
pub struct Piece<'p> {
    /// The Markdown.
    pub text: &'p str,
    /// Its offset in the document.
    pub at: usize,
    /// What it starts with.
    pub start: Start,
}

/// What a piece starts with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The start of a line, so it may be a list, a quote or code.
    Block,
    /// The middle of a line, where `> 3` is not a quote.
    Text,
    /// The middle of a line, without a paragraph around it.
    Inline,
    /// A footnote definition, of which only the text is rendered.
    Note,
}

/// Functions that render elements of the document. Offsets are relative to the document.
pub struct Hooks<'h> {
    /// The anchor and class of the heading at an offset.
    pub anchor: &'h dyn Fn(usize) -> Option<(String, &'static str)>,
    /// A code block, from its info string and its text.
    pub code: &'h dyn Fn(&str, &str) -> String,
    /// The new target of a link, if it changes.
    pub link: &'h dyn Fn(&str) -> Option<String>,
    /// Raw HTML at an offset.
    pub raw: &'h dyn Fn(&str, usize) -> String,
    /// Whether the document defines a footnote with this name.
    pub is_note: &'h dyn Fn(&str) -> bool,
    /// A reference to the footnote with this name.
    pub note: &'h dyn Fn(&str) -> String,
}

/// The link definitions of a document.
pub struct Definitions<'t> {
    /// `None` if nothing looks like a definition.
    parser: Option<Parser<'t>>,
    starts: FxHashSet<usize>,
}

/// Opens a paragraph, so that the following characters are text. The output does not contain it.
const OPENER: &str = "<b></b>";

/// Separates the definitions added above a piece from its start, in particular from indented code.
const DIVIDER: &str = "<!-- -->\n\n";

/// Quotes, lists and emphasis nested deeper than this are flattened: a tree with thousands of levels takes minutes to
/// write, and no browser displays it.
const DEEPEST: usize = 200;

impl<'t> Definitions<'t> {
    /// Finds the link definitions of a document.
    pub fn new(source: &Source<'t>) -> Self {
        let base = front_matter::end(source);
        let text = &source.text()[base..];
        let parser = text.contains("]:").then(|| Parser::new_ext(text, OPTIONS));
        let found = parser.iter().flat_map(|parser| parser.reference_definitions().iter());
        let starts = found.map(|(_, found)| found.span.start + base).collect();
        Self { parser, starts }
    }

    /// Whether a link definition starts at an offset of the document.
    pub fn starts_at(&self, offset: usize) -> bool {
        self.starts.contains(&offset)
    }

    fn find<'a>(&self, link: &BrokenLink<'_>) -> Option<(CowStr<'a>, CowStr<'a>)> {
        let found = self.parser.as_ref()?.reference_definitions().get(&link.reference)?;
        let title = found.title.as_ref().map_or_else(String::new, ToString::to_string);
        Some((found.dest.to_string().into(), title.into()))
    }
}

/// The name and text of every footnote that a piece defines.
pub fn footnotes(piece: &Piece<'_>) -> Vec<(String, Span)> {
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
pub fn plain(text: &str) -> String {
    let text = format!("{OPENER}{text}");
    let words = Parser::new_ext(&text, OPTIONS).filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        Event::SoftBreak | Event::HardBreak => Some(" ".to_owned()),
        _ => None,
    });
    words.collect()
}

/// The HTML of a piece.
pub fn to_html(piece: &Piece<'_>, definitions: &Definitions<'_>, hooks: &Hooks<'_>) -> String {
    let (text, lead) = with_opener(piece, stubs(piece.text, hooks));
    let hidden = hidden_signs::hide(&text);
    let (text, has_hidden) = hidden.as_deref().map_or((&*text, false), |hidden| (hidden, true));
    let mut find = |link: BrokenLink<'_>| definitions.find(&link);
    let options = OPTIONS.union(Options::ENABLE_GFM);
    let parser = Parser::new_with_broken_link_callback(text, options, Some(&mut find));
    let mut writer = Writer {
        piece,
        hooks,
        lead,
        has_hidden,
        depth: 0,
        links: 0,
        images: 0,
        notes: 0,
        code: None,
        raw: None,
        text: None,
        out: Vec::with_capacity(piece.text.len() / 16),
    };
    for (event, range) in parser.into_offset_iter() {
        writer.take(event, &range);
    }
    writer.link_addresses();
    let mut out = String::with_capacity(piece.text.len() * 2);
    html::push_html(&mut out, writer.out.into_iter());
    out
}

/// The text added above a piece.
#[derive(Clone, Copy)]
struct Lead {
    /// Bytes of the definitions.
    stubs: usize,
    /// Total bytes.
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

/// A definition for every footnote that the text refers to, because the parser ignores references without a definition.
fn stubs(text: &str, hooks: &Hooks<'_>) -> String {
    let mut stubs = String::new();
    let mut seen = FxHashSet::default();
    for at in memchr::memchr_iter(b'^', text.as_bytes()).filter(|&at| text[..at].ends_with('[')) {
        let name = text[at + 1..].split([']', '[', '\n', '\r']).next().unwrap_or_default();
        if !name.is_empty() && (hooks.is_note)(name) && seen.insert(name) {
            stubs.push_str(&format!("[^{name}]: -\n\n"));
        }
    }
    if !stubs.is_empty() {
        stubs.push_str(DIVIDER);
    }
    stubs
}

/// Turns parser events into the events that are written.
struct Writer<'w, 'e> {
    piece: &'w Piece<'w>,
    hooks: &'w Hooks<'w>,
    lead: Lead,
    /// Whether signs were hidden from the parser.
    has_hidden: bool,
    /// The number of open quotes, lists and emphases.
    depth: usize,
    /// The number of open links and images.
    links: usize,
    /// The number of open images.
    images: usize,
    /// The number of open footnote definitions.
    notes: usize,
    /// The info string and text of the open code block.
    code: Option<(String, String)>,
    /// The text of the open HTML block, which arrives line by line, and its offset.
    raw: Option<(String, usize)>,
    /// The text since the last element. The parser may split it inside an address.
    text: Option<CowStr<'e>>,
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
            // The text of a footnote is written once, at the end of the page.
            _ if (self.notes > 0) != (self.piece.start == Start::Note) => {}
            event if self.has_hidden => self.write(hidden_signs::restore(event), range.start),
            event => self.write(event, range.start),
        }
    }

    fn write(&mut self, event: Event<'e>, start: usize) {
        if !matches!(event, Event::Text(_)) {
            self.link_addresses();
        }
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
            Event::Start(Tag::HtmlBlock) => self.raw = Some((String::new(), start)),
            Event::Html(raw) => match &mut self.raw {
                Some((block, _)) => block.push_str(&raw),
                None => self.put((self.hooks.raw)(&raw, self.offset(start))),
            },
            Event::End(TagEnd::HtmlBlock) => {
                let (raw, start) = self.raw.take().unwrap_or_default();
                self.put((self.hooks.raw)(&raw, self.offset(start)));
            }
            // An alternative text has no elements.
            Event::InlineHtml(raw) if self.images > 0 => self.out.push(Event::Text(raw)),
            Event::InlineHtml(raw) => self.put((self.hooks.raw)(&raw, self.offset(start))),
            Event::Text(text) if self.links == 0 => {
                let before = self.text.take();
                self.text = Some(match before {
                    Some(before) => format!("{before}{text}").into(),
                    None => text,
                });
            }
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
            Event::End(end @ (TagEnd::Link | TagEnd::Image)) => {
                self.links = self.links.saturating_sub(1);
                self.images = self.images.saturating_sub(usize::from(end == TagEnd::Image));
                self.out.push(Event::End(end));
            }
            Event::End(TagEnd::Table) => {
                self.out.push(Event::End(TagEnd::Table));
                self.put("</div>".to_owned());
            }
            event => self.out.push(event),
        }
    }

    /// The offset in the document of an offset in the parsed text.
    fn offset(&self, start: usize) -> usize {
        (self.piece.at + start).saturating_sub(self.lead.len)
    }

    /// Writes the collected text, with links to the addresses in it.
    fn link_addresses(&mut self) {
        let Some(text) = self.text.take() else { return };
        let found = bare_addresses(&text);
        if found.is_empty() {
            self.out.push(Event::Text(text));
            return;
        }
        let mut at = 0;
        for address in found {
            let shown = text[address.span.range()].to_owned();
            let tag = Tag::Link {
                link_type: LinkType::Autolink,
                dest_url: format!("{}{shown}", address.scheme).into(),
                title: CowStr::from(""),
                id: CowStr::from(""),
            };
            self.out.push(Event::Text(text[at..address.span.start].to_owned().into()));
            self.out.push(Event::Start(tag));
            self.out.push(Event::Text(shown.into()));
            self.out.push(Event::End(TagEnd::Link));
            at = address.span.end;
        }
        self.out.push(Event::Text(text[at..].to_owned().into()));
    }

    fn open(&mut self, tag: Tag<'e>, start: usize) {
        self.links += usize::from(matches!(tag, Tag::Link { .. } | Tag::Image { .. }));
        self.images += usize::from(matches!(tag, Tag::Image { .. }));
        if nests(tag.to_end()) {
            self.depth += 1;
            if self.depth > DEEPEST {
                return;
            }
        }
        let tag = match tag {
            Tag::Heading { level, .. } => {
                let (id, class) = (self.hooks.anchor)(self.offset(start)).unzip();
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

/// Whether an element may contain another of its kind.
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
