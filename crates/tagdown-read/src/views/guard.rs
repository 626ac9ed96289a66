//! Keeps the text of a document from being taken for a line of the view: a line that looks like a label, a heading or
//! an ending of the view starts with a backslash, hidden characters are shown as escapes, and nothing that a text
//! leaves open reaches past it.

use std::borrow::Cow;

use memchr::memmem;
use tagdown::markdown::{Markdown, NodeKind};
use tagdown::text::{Source, hidden, reveal, reveal_line, reveal_path, without_hidden};

/// What stands in front of a line that looks like a line of the view.
const MARK: char = '\\';

/// A name on a label, in which no bracket can end the label.
pub(super) fn name(name: &str) -> String {
    reveal_path(name).replace('[', "\\u{5B}").replace(']', "\\u{5D}")
}

/// A title or a heading on one line, marked if it looks like a line of the view.
pub(super) fn line(text: &str) -> String {
    let is_marked = matches!(likeness(without_hidden(text).trim(), false), Likeness::Line);
    let mark = if is_marked { String::from(MARK) } else { String::new() };
    mark + &reveal_line(text)
}

/// A text as a quote, line by line.
pub(super) fn quote(text: &str) -> String {
    let quoted = |line: &str| {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if line.trim_end().is_empty() { format!(">{end}") } else { format!("> {line}{end}") }
    };
    reveal(text).split_inclusive('\n').map(quoted).collect()
}

/// The text of a block, in which no line can be taken for a line of the view.
pub(super) fn body(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut below: Option<Below> = None;
    let (mut at, mut written, mut is_below_rule) = (0, 0, false);
    let is_clean = hidden(text) == 0;
    while at < text.len() {
        let start = at;
        at = memchr::memchr(b'\n', &text.as_bytes()[at..]).map_or(text.len(), |end| at + end + 1);
        let line = &text[start..at];
        let bytes = line.as_bytes();
        let indent = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if is_clean && matches!(bytes[indent..], [] | [b'\n'] | [b'\r', b'\n']) {
            continue;
        }
        if is_clean && is_plain(&bytes[indent..]) {
            is_below_rule = false;
            continue;
        }
        let clean = if is_clean { Cow::Borrowed(line) } else { without_hidden(line) };
        let bare = clean.trim();
        let is_marked = match likeness(bare, is_below_rule) {
            Likeness::None => start == 0 && is_underline(bare),
            Likeness::Line => true,
            Likeness::Heading => {
                below.get_or_insert_with(|| Below::of(text)).is_misleading(start + indent, bare)
            }
        };
        if is_marked || !is_clean {
            out.push_str(&text[written..start + indent]);
            out.extend(is_marked.then_some(MARK));
            written = start + indent;
        }
        if !is_clean {
            out.push_str(&reveal(&line[indent..]));
            written = at;
        }
        is_below_rule = if bare.is_empty() { is_below_rule } else { is_rule(bare) };
    }
    out.push_str(&text[written..]);
    close(out)
}

/// Whether the first bytes of a line, without its indent, already tell that it is neither a rule nor like a line of the
/// view.
fn is_plain(line: &[u8]) -> bool {
    let is_safe = |line: &[u8]| match line {
        [byte, ..] => {
            (byte.is_ascii_alphanumeric() || b"!$%&+,./;>?@]^{}\\".contains(byte))
                && !starts_like_ending(line)
        }
        [] => false,
    };
    match line {
        [b'-' | b'|', b' ', next, ..] => next.is_ascii_graphic() && !b"-*_=:|".contains(next),
        [b'*', b' ', rest @ ..] => is_safe(rest),
        line => is_safe(line),
    }
}

/// What a line looks like.
enum Likeness {
    None,
    /// A heading, unless it is code.
    Heading,
    /// A label, the name of a document or an ending.
    Line,
}

fn likeness(line: &str, is_below_rule: bool) -> Likeness {
    if line.starts_with("==>") || is_label(line) || is_ending(line, is_below_rule) {
        Likeness::Line
    } else if line.starts_with(HASHES) {
        Likeness::Heading
    } else {
        Likeness::None
    }
}

/// A text as Markdown below its label, which it may continue.
struct Below {
    markdown: Markdown,
}

/// Stands for the label.
const LABEL: &str = "label\n";

impl Below {
    fn of(text: &str) -> Self {
        Self { markdown: Markdown::parse(&Source::new(&format!("{LABEL}{text}"))) }
    }

    /// Whether a line that starts with `#` could be taken for a heading of the view. The subsections of a block are
    /// headings of its document. In code, `# …` is a comment: the view has such a line only as its first, or below the
    /// name of a document.
    fn is_misleading(&self, at: usize, line: &str) -> bool {
        let at = at + LABEL.len();
        let nodes = &self.markdown.nodes;
        let after = nodes.partition_point(|node| node.span.start <= at);
        let inner = nodes[..after].iter().rposition(|node| node.span.end > at);
        let level = line.chars().take_while(|c| HASHES.contains(c)).count();
        let is_heading = line.trim_start_matches(HASHES).chars().next().is_none_or(char::is_whitespace);
        match inner.map(|index| (nodes[index].kind, self.markdown.top.contains(&index))) {
            Some((NodeKind::Heading { level, .. }, is_top)) => level < 3 || !is_top,
            Some((NodeKind::Code { .. }, _)) => level > 1,
            _ => is_heading,
        }
    }
}

/// Signs that open a heading, or look like one that does.
const HASHES: [char; 3] = ['#', '＃', '﹟'];

/// Whether a line directly below a label would make the label a heading or the head of a table.
fn is_underline(line: &str) -> bool {
    line.bytes().all(|byte| b"-=:| \t\r\n".contains(&byte)) && line.contains(['-', '='])
}

/// Whether a line is a thematic break or the underline of a heading.
fn is_rule(line: &str) -> bool {
    line.len() > 1 && line.chars().all(|c| "-*_=–—─ ".contains(c))
}

/// Whether a text starts with the first letters of a word of [`is_ending`].
fn starts_like_ending(text: &[u8]) -> bool {
    let first = text.first_chunk().map(|first: &[u8; 3]| first.map(|byte| byte.to_ascii_lowercase()));
    matches!(first.as_ref(), Some(b"com" | b"con" | b"end" | b"inc" | b"nex" | b"out" | b"pag"))
}

/// Whether a line looks like one of the last lines of a view, or like the first line of a page.
fn is_ending(line: &str, is_below_rule: bool) -> bool {
    if !starts_like_ending(line.trim_start_matches(is_emphasis).as_bytes()) {
        return false;
    }
    let Some((word, rest)) = line.split_once([':', '：']) else { return false };
    let word = word.trim_matches(is_emphasis);
    if word.len() > "outline only".len() {
        return false;
    }
    let word = word.to_lowercase();
    let rest = rest.trim_start_matches(is_emphasis).to_lowercase();
    let counts = || {
        let number = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == ',');
        let is_number =
            number.len() < rest.len() && (number.starts_with("block") || number.starts_with("of "));
        is_number || ["no block", "block", "part of", "rest of"].iter().any(|start| rest.starts_with(start))
    };
    match &*word {
        "complete" | "incomplete" | "outline only" | "continued" => true,
        "page" | "end" => is_below_rule || counts(),
        "next" => is_below_rule || rest.starts_with("tagdown ") || rest.starts_with("the same command"),
        _ => false,
    }
}

fn is_emphasis(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '`')
}

/// Characters that open and close what looks like a label.
const BRACKETS: [(char, char); 8] =
    [('[', ']'), ('［', '］'), ('【', '】'), ('〔', '〕'), ('⟦', '⟧'), ('〚', '〛'), ('❲', '❳'), ('⁅', '⁆')];

/// Whether a line looks like a label of the view, or like a tag.
fn is_label(line: &str) -> bool {
    let may_start = |byte: u8| !byte.is_ascii() || byte <= b' ' || b"[<*_~`\"'()".contains(&byte);
    if !line.bytes().next().is_some_and(may_start) {
        return false;
    }
    let is_markup = |c: char| c.is_whitespace() || "*_~`\"'“”«»()•·–—".contains(c);
    let mut line = line.trim_start_matches(is_markup);
    while let Some((_, rest)) = line.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        line = rest.trim_start_matches(is_markup);
    }
    let bracket = |line: &str| BRACKETS.iter().find(|(open, _)| line.starts_with(*open)).copied();
    let Some((open, mut close)) = bracket(line) else { return false };
    let mut inside = line[open.len_utf8()..].trim_start_matches(is_markup);
    while let Some((open, end)) = bracket(inside) {
        inside = inside[open.len_utf8()..].trim_start_matches(is_markup);
        close = end;
    }
    let (inside, rest) = inside.split_once([close, ']']).unwrap_or((inside, ""));
    let is_link = rest.starts_with(['(', '[', ':']);
    inside.split(['/', '#']).any(|name| is_name(name, is_link))
}

/// Whether the text in brackets looks like an id, such as `spec-1`, or like the name of a tag. As the text of a link,
/// only an id does.
fn is_name(text: &str, is_link: bool) -> bool {
    let name: String =
        text.chars().filter(|c| !c.is_whitespace() && !"*_`\\".contains(*c)).map(plain).collect();
    let word = &name[..name.find(|c: char| !c.is_alphabetic() && c != '?').unwrap_or(name.len())];
    let rest = &name[word.len()..];
    let number = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_numbered = number.starts_with(char::is_numeric);
    if !word.is_ascii() {
        return is_numbered
            && !is_link
            && (3..=4).contains(&word.chars().count())
            && word.chars().all(is_latin_like);
    }
    let is_kind = ["spec", "note", "bug", "?", "untagged", "unverified"].contains(&word);
    let first = text.trim().split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let is_shouted = ["SPEC", "NOTE", "BUG"].contains(&first);
    is_kind && is_numbered || !is_link && (is_kind || is_shouted)
}

/// Whether a letter belongs to a script whose letters look like Latin ones, or is a Latin letter in another style.
fn is_latin_like(c: char) -> bool {
    matches!(c, '\0'..='\u{58f}' | '\u{1d00}'..='\u{1fff}' | '\u{2100}'..='\u{218f}' | '\u{2c60}'..='\u{2c7f}'
        | '\u{a640}'..='\u{a7ff}' | '\u{1d400}'..='\u{1d7ff}')
}

/// A character in lower case, and a letter that looks like a Latin one as that letter.
fn plain(c: char) -> char {
    let c = match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    };
    let c = c.to_lowercase().next().unwrap_or(c);
    match c {
        'а' => 'a',
        'в' | 'ь' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' | 'є' | 'ε' => 'e',
        'ɡ' => 'g',
        'п' | 'ո' | 'ռ' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        '？' | 'ʔ' => '?',
        c => c,
    }
}

/// Closes a fence that the text leaves open, and marks a line that makes the label a heading. If the label above or the
/// one below would still be part of something else, the text is quoted.
fn close(text: String) -> String {
    let mut first_lines = text.lines().take_while(|line| !line.trim().is_empty());
    if !leaves_open(&text) && !first_lines.any(is_underline) || stands_alone(&text) {
        return text;
    }
    let fences =
        text.lines().map(str::trim_start).filter(|line| line.starts_with("```") || line.starts_with("~~~"));
    for fence in fences {
        let mark = fence.chars().next().unwrap_or('`');
        let length = fence.len() - fence.trim_start_matches(mark).len();
        let closed = format!("{}\n{}", text.trim_end_matches(['\r', '\n']), mark.to_string().repeat(length));
        if stands_alone(&closed) {
            return closed;
        }
    }
    let marked: String = text
        .split_inclusive('\n')
        .map(|line| if is_underline(line) { format!("{MARK}{line}") } else { line.to_owned() })
        .collect();
    if stands_alone(&marked) { marked } else { quote(&text) }
}

/// Whether a text may leave a fence or HTML open. Fences that are not indented and the lines that close them are told
/// apart; the parser looks at everything else.
fn leaves_open(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_fences = memmem::find(bytes, b"```").is_some() || memmem::find(bytes, b"~~~").is_some();
    if !has_fences {
        let line = |at: usize| {
            let start = memchr::memrchr(b'\n', &bytes[..at]).map_or(0, |end| end + 1);
            text[start..].lines().next().unwrap_or_default()
        };
        return memchr::memchr_iter(b'<', bytes).any(|at| may_open(line(at).trim_start()));
    }
    let is_fence = |line: &str| line.starts_with("```") || line.starts_with("~~~");
    let has_three = |line: &str, mark: u8| {
        let mut marks = memchr::memchr_iter(mark, line.as_bytes());
        marks.any(|at| line.as_bytes()[at..].starts_with(&[mark; 3]))
    };
    let has_marks = |line: &str| has_three(line, b'`') || has_three(line, b'~');
    let mut open: Option<&str> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        if let Some(fence) = open {
            let rest = line.trim_start_matches(&fence[..1]);
            let is_blank = rest.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
            let is_end = line.len() - rest.len() >= fence.len() && is_blank;
            open = open.filter(|_| !is_end);
            if !is_end && is_fence(bare) {
                return true;
            }
        } else if is_fence(line) {
            let rest = line.trim_start_matches(&line[..1]);
            open = Some(&line[..line.len() - rest.len()]);
            if rest.contains('`') {
                return true;
            }
        } else if has_marks(line) || line.contains('<') && may_open(bare) {
            return true;
        }
    }
    open.is_some()
}

/// Whether HTML may start on a line: at its start, or behind the marks of lists, quotes and footnotes.
fn may_open(line: &str) -> bool {
    let is_mark =
        |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')');
    line.trim_start_matches(is_mark).starts_with(['<', '[']) || line.contains('\r')
}

/// Whether the label above a text and a paragraph below it are paragraphs of their own.
fn stands_alone(text: &str) -> bool {
    let start = LABEL.len() + text.trim_end().len() + 2;
    let below = Below::of(&format!("{}\n\nbelow\n", text.trim_end()));
    let is_paragraph = |index: Option<&usize>, at: usize| {
        index
            .map(|&index| &below.markdown.nodes[index])
            .is_some_and(|node| node.kind == NodeKind::Paragraph && node.span.start == at)
    };
    is_paragraph(below.markdown.top.first(), 0) && is_paragraph(below.markdown.top.last(), start)
}
