//! HTML in the text. Elements that HTML does not define are shown as text, because a browser would hide them. Vue and
//! JSX require every element to be closed.

use tagdown::document::Document;
use tagdown::markdown::{InlineKind, Node, NodeKind, is_void_element};
use tagdown::text::Span;

use super::jsx::as_jsx;
use super::{
    addresses, around_headings, cells, closed, element_links, end_tags, html_blocks, html_links, images,
    pairs, paths, plain_images, preformatted,
};
use crate::change::Change;
use crate::dialects::{Addresses, Dialect, Html, Layout};
use crate::protect::html_tags::{Found, is_component, is_whole, tag_at};

/// The HTML elements.
const ELEMENTS: &str = " a abbr acronym address area article aside audio b base bdi bdo big blockquote br button canvas \
    caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset \
    figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins \
    kbd label legend li link main map mark menu meta meter nav nobr noscript object ol optgroup option output p \
    param picture pre progress q rp rt ruby s samp script search section select slot small source span strike \
    strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul \
    var video wbr path g circle rect line polyline polygon text defs use ";

fn is_in(list: &str, name: &str) -> bool {
    list.contains(&format!(" {name} "))
}

/// Whether HTML has an element with this name, in lower case.
fn is_element(name: &str) -> bool {
    is_in(ELEMENTS, name)
}

/// The name of a tag as the author wrote it.
fn written<'t>(document: &Document<'t>, tag: &Found) -> &'t str {
    let start = tag.span.start + 1 + usize::from(tag.is_end);
    document.text(Span::new(start, start + tag.name.len()))
}

/// Obsolete elements that Vue does not support, and their replacements.
const OLD: [(&str, &str); 11] = [
    ("acronym", "abbr"),
    ("big", "span"),
    ("center", "div"),
    ("dir", "ul"),
    ("font", "span"),
    ("frameset", "div"),
    ("marquee", "span"),
    ("nobr", "span"),
    ("noframes", "div"),
    ("strike", "del"),
    ("tt", "code"),
];

/// Finds what must change.
pub(crate) fn part(document: &Document<'_>, dialect: &Dialect, out: &mut Vec<Change>) {
    let html = dialect.html;
    if html == Html::Untouched {
        return;
    }
    let preformatted = preformatted::part(document, dialect, out);
    let mut tags = Vec::new();
    let images: Vec<Span> = closed::images(document).filter(|_| html == Html::Vue).collect();
    let is_image = |span: &Span| {
        let next = images.partition_point(|image| image.end <= span.start);
        images.get(next).is_some_and(|image| image.contains(span.start))
    };
    let pieces = pieces(document).into_iter().filter(|span| preformatted.binary_search(span).is_err());
    for span in pieces.filter(|span| !is_image(span)) {
        read(document, span, dialect, &mut tags, out);
    }
    let (known, unknown): (Vec<Found>, Vec<Found>) =
        tags.into_iter().partition(|tag| is_shown(document, tag, html));
    for tag in &unknown {
        escape(document, tag, html, out);
    }
    let known = end_tags::part(document, known, html, out);
    let opened = html_blocks::part(document, &known, dialect, out);
    cells::part(document, &known, dialect, out);
    html_links::part(document, &known, &opened, dialect, out);
    paths::part(document, dialect, out);
    addresses::show_odd(document, dialect, out);
    if dialect.addresses == Addresses::Text {
        addresses::encode_brackets(document, out);
    }
    if dialect.layout != Layout::Common {
        addresses::quote_titles(document, out);
    }
    if dialect.layout == Layout::Indented {
        addresses::encode_quotes(document, out);
        close_rules(document, out);
        html_blocks::read_markdown(document, &known, out);
    }
    if dialect.strict {
        element_links::anchors(document, dialect, out);
        addresses::cut_queries(document, out);
        addresses::plain_anchors(document, out);
        plain_images::part(document, &known, &opened, out);
        rules_in_html(document, out);
        around_headings::part(document, &known, out);
    }
    if matches!(html, Html::Vue | Html::Jsx) {
        addresses::fill_empty(document, out);
        end_tags::add_bodies(document, &known, html, out);
        if html == Html::Vue {
            element_links::schemes(document, out);
            images::with_words(document, out);
        }
    }
    if dialect.indexes_readmes {
        addresses::name_index(document, out);
        html_links::name_index(document, &known, out);
    }
    if !dialect.unescapes_addresses {
        addresses::without_backslashes(document, out);
    }
    if html == Html::Jsx {
        addresses::place_files(document, out);
        images::with_signs(document, out);
    }
    if html == Html::Known {
        balance(document, &known, &opened, dialect, out);
        return;
    }
    let alone = pairs::alone(document, &known, true);
    for (index, tag) in known.iter().enumerate() {
        if alone.binary_search(&index).is_ok() {
            escape(document, tag, html, out);
            continue;
        }
        images::part(document, tag, &opened, dialect, out);
        if html == Html::Jsx && !tag.is_end {
            out.extend(as_jsx(document.text(tag.span), tag));
        } else {
            out.extend(renewed(document, tag, html));
        }
    }
    if html == Html::Jsx {
        addresses::link(document, out);
        addresses::link_bare(document, out);
    }
}

/// Whether a tag is that of an element, and not shown as text.
fn is_shown(document: &Document<'_>, tag: &Found, html: Html) -> bool {
    let is_code = ["script", "style"].contains(&tag.name.as_str());
    let is_refused = match html {
        Html::Vue => is_code || is_bound(document.text(tag.span)),
        Html::Jsx => is_code,
        Html::Known | Html::Untouched => false,
    };
    let is_name = is_component(written(document, tag)) || is_placeholder(document, tag);
    is_element(&tag.name) && !is_name && !is_refused
}

/// The tags of the elements of a document, in order.
pub(crate) fn elements(document: &Document<'_>, dialect: &Dialect) -> Vec<Found> {
    let mut tags = Vec::new();
    for span in pieces(document) {
        read(document, span, dialect, &mut tags, &mut Vec::new());
    }
    tags.retain(|tag| is_shown(document, tag, dialect.html));
    tags
}

#[cfg(feature = "html")]
/// The offsets of the elements of HTML that have no partner and may need one, in order, and whether each is a word: it
/// needs no partner, but would not be shown.
pub(crate) fn alone(document: &Document<'_>) -> Vec<(usize, bool)> {
    let dialect = Dialect { html: Html::Known, ..Dialect::PLAIN };
    let mut tags = Vec::new();
    for span in pieces(document) {
        read(document, span, &dialect, &mut tags, &mut Vec::new());
    }
    tags.retain(|tag| is_element(&tag.name) && !is_component(written(document, tag)));
    let tags = end_tags::part(document, tags, Html::Known, &mut Vec::new());
    let alone = pairs::alone(document, &tags, false).into_iter().map(|index| &tags[index]);
    let is_word = |tag: &Found| end_tags::is_inline(document, tag) || is_tagged(document, tag);
    alone.map(|tag| (tag.span.start, is_word(tag))).collect()
}

/// Whether a tag of HTML is in a tagged block.
fn is_tagged(document: &Document<'_>, tag: &Found) -> bool {
    document.block_at(tag.span.start).is_some_and(|block| document.tag_of(block).is_some())
}

/// Shows a tag as text.
fn escape(document: &Document<'_>, tag: &Found, html: Html, out: &mut Vec<Change>) {
    addresses::end_address(document, tag.span.start, html, out);
    out.push(Change::new(Span::new(tag.span.start, tag.span.start + 1), "&lt;"));
    escape_braces(&document.text(tag.span)[1..], tag.span.start + 1, html, out);
}

/// Shows tags without a partner in the document as text. A stray end tag would end the callout, and an unclosed start
/// tag would pull everything after it into the callout.
fn balance(
    document: &Document<'_>,
    tags: &[Found],
    opened: &[Span],
    dialect: &Dialect,
    out: &mut Vec<Change>,
) {
    let alone = pairs::alone(document, tags, false);
    let cut = pairs::cut(document, tags, |tag| is_tagged(document, tag));
    for (index, tag) in tags.iter().enumerate() {
        let is_cut = cut.binary_search(&index).is_ok();
        if is_cut || alone.binary_search(&index).is_ok() {
            if is_cut || tag.is_end || !pairs::is_large(&tag.name) || is_tagged(document, tag) {
                escape(document, tag, dialect.html, out);
            }
            continue;
        }
        images::part(document, tag, opened, dialect, out);
        if dialect.layout == Layout::Parted && is_whole(tag) && !tag.is_closed {
            out.push(Change::insert(tag.span.end - 1, " /"));
        }
    }
}

/// The name of an element in a renderer that tells `B` from `b`. Obsolete elements are replaced where Vue compiles.
fn renewed(document: &Document<'_>, tag: &Found, html: Html) -> Option<Change> {
    let old = OLD.iter().find(|(old, _)| html == Html::Vue && tag.name == *old);
    let name = old.map_or(tag.name.as_str(), |(_, name)| *name);
    let start = tag.span.start + 1 + usize::from(tag.is_end);
    let span = Span::new(start, start + tag.name.len());
    (name != document.text(span)).then(|| Change::new(span, name.to_owned()))
}

/// Whether a tag stands for something that the reader puts in: it would show nothing. In HTML, only elements that are
/// always empty close themselves; `<p/>` and tags with attributes, such as `<a id="x"/>`, have an effect.
fn is_placeholder(document: &Document<'_>, tag: &Found) -> bool {
    let inner = document.text(tag.span)[1 + tag.name.len()..].trim_end_matches(['>', '/']);
    let is_bare = tag.is_closed && !tag.is_end && inner.trim().is_empty();
    let is_empty = tag.name == "p" || is_void_element(&tag.name);
    ["slot", "template"].contains(&tag.name.as_str()) || is_bare && !is_empty
}

/// Whether a tag has attributes that Vue reads as its own syntax.
fn is_bound(text: &str) -> bool {
    text.split_whitespace().skip(1).any(|word| word.starts_with([':', '@', '#']) || word.starts_with("v-"))
}

/// The spans of HTML.
fn pieces(document: &Document<'_>) -> Vec<Span> {
    let markdown = &document.markdown;
    let blocks = markdown.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Html | NodeKind::Comment));
    let inlines = markdown.inlines.iter().filter(|(kind, _)| *kind == InlineKind::Html);
    let mut pieces: Vec<Span> = blocks.map(|node| node.span).chain(inlines.map(|(_, span)| *span)).collect();
    pieces.sort_unstable();
    pieces
}

/// Reads the tags in a piece of HTML; everything between them is text.
fn read(
    document: &Document<'_>,
    piece: Span,
    dialect: &Dialect,
    tags: &mut Vec<Found>,
    out: &mut Vec<Change>,
) {
    let html = dialect.html;
    let text = document.text(piece);
    // Text in a block of HTML is no Markdown, but not every renderer agrees.
    let reads_blocks = html == Html::Jsx || dialect.layout != Layout::Common;
    let is_code = ["<pre", "<script", "<style", "<PRE"].iter().any(|name| text.contains(name));
    let mut at = 0;
    while at < text.len() {
        let open = text[at..].find('<').map_or(text.len(), |open| at + open);
        escape_braces(&text[at..open], piece.start + at, html, out);
        if reads_blocks && !is_code {
            for (index, sign) in text[at..open].match_indices(['*', '_', '`', '[']) {
                let place = piece.start + at + index;
                let entity = format!("&#{};", u32::from(sign.as_bytes()[0]));
                out.push(Change::new(Span::new(place, place + 1), entity));
            }
        }
        let rest = &text[open..];
        if let Some(inner) = rest.strip_prefix("<!--") {
            let is_short = inner.starts_with('>') || inner.starts_with("->");
            let end = inner.find("-->").map_or(text.len(), |end| open + 4 + end + 3);
            let end = if is_short { open + 4 + inner.find('>').unwrap_or(0) + 1 } else { end };
            if html == Html::Jsx {
                // Without a comment between them, two lists would be one.
                let is_whole = open == 0 && end == text.len();
                let put = if is_whole && parts_lists(document, piece) { "{/* */}" } else { "" };
                out.push(Change::new(Span::new(piece.start + open, piece.start + end), put));
            } else if is_short {
                // Not every renderer knows the shortest comments.
                out.push(Change::new(Span::new(piece.start + open, piece.start + end), "<!-- -->"));
            } else if dialect.layout == Layout::Indented {
                close_up(document, Span::new(piece.start + open, piece.start + end), out);
            } else if dialect.layout == Layout::Parted || html == Html::Vue {
                part_dashes(document, Span::new(piece.start + open, piece.start + end), out);
            }
            at = end;
        } else if let Some(tag) = tag_at(rest, piece.start + open, false) {
            at = tag.span.end - piece.start;
            tags.push(tag);
        } else {
            // No renderer shows instructions and declarations.
            let is_hidden = rest.starts_with("<?") || rest.starts_with("<!");
            if is_hidden || (html == Html::Jsx && !rest.is_empty()) {
                out.push(Change::new(Span::new(piece.start + open, piece.start + open + 1), "&lt;"));
            }
            at = open + 1;
        }
    }
}

/// Whether a comment is between two lists.
fn parts_lists(document: &Document<'_>, comment: Span) -> bool {
    let nodes = &document.markdown.nodes;
    let Ok(index) = nodes.binary_search_by_key(&comment.start, |node| node.span.start) else { return false };
    let is_list = |node: &Node| matches!(node.kind, NodeKind::List { .. });
    let depth = nodes[index].depth;
    let above = nodes[..index].iter().rev().find(|node| node.depth <= depth);
    let below = nodes.get(index + 1).filter(|node| node.depth == depth);
    above.is_some_and(|node| node.depth == depth && is_list(node)) && below.is_some_and(is_list)
}

/// Removes the blank lines of a comment, because each one would end it.
fn close_up(document: &Document<'_>, comment: Span, out: &mut Vec<Change>) {
    let source = &document.source;
    let lines = source.line_of(comment.start) + 1..source.line_of(comment.end.saturating_sub(1));
    out.extend(
        lines.filter(|&line| source.is_blank(line)).map(|line| Change::new(source.full_line(line), "")),
    );
}

/// Parts the dashes in a comment, because two of them end it for some renderers.
fn part_dashes(document: &Document<'_>, comment: Span, out: &mut Vec<Change>) {
    let text = document.text(comment);
    let Some(inner) = text.strip_prefix("<!--").and_then(|text| text.strip_suffix("-->")) else { return };
    for at in memchr::memmem::find_iter(inner.as_bytes(), "-") {
        if inner[at + 1..].starts_with('-') || at + 1 == inner.len() {
            out.push(Change::insert(comment.start + 4 + at + 1, " "));
        }
    }
}

/// Writes rules with wide gaps without them, for a renderer that would show their signs.
fn close_rules(document: &Document<'_>, out: &mut Vec<Change>) {
    for node in document.markdown.nodes.iter().filter(|node| node.kind == NodeKind::Rule) {
        let text = document.text(node.span);
        if text.contains("   ") || text.contains('\t') {
            out.push(Change::new(node.span, text[..1].repeat(3)));
        }
    }
}

/// Writes rules inside items and quotes as elements, for a renderer that knows them only between blocks.
fn rules_in_html(document: &Document<'_>, out: &mut Vec<Change>) {
    let source = &document.source;
    let mut above: Vec<Span> = Vec::new();
    for node in &document.markdown.nodes {
        above.truncate(node.depth as usize);
        above.push(node.span);
        let [.., parent, rule] = above[..] else { continue };
        if node.kind != NodeKind::Rule {
            continue;
        }
        let line = source.line_of(rule.start);
        let next = source.next_line(rule.start);
        let mut put = "<hr>".to_owned();
        // Up to a blank line, all that follows would belong to the element.
        if next < parent.end && line + 1 < source.line_count() && !source.is_blank(line + 1) {
            let before = source.slice(Span::new(source.line_start(line), rule.start));
            let prefix: String = before.chars().map(|c| if "> \t".contains(c) { c } else { ' ' }).collect();
            put.push_str(&format!("{}{}", source.eol(), prefix.trim_end()));
        }
        out.push(Change::new(rule, put));
    }
}

fn escape_braces(text: &str, at: usize, html: Html, out: &mut Vec<Change>) {
    let is_code =
        |index: usize| html == Html::Jsx || text[index..].starts_with("{{") || text[..index].ends_with('{');
    if matches!(html, Html::Jsx | Html::Vue) {
        for (index, _) in text.match_indices('{').filter(|(index, _)| is_code(*index)) {
            out.push(Change::new(Span::new(at + index, at + index + 1), "&#123;"));
        }
    }
}
