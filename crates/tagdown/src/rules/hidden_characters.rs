//! Characters that cannot be seen, or that change the direction of text.
//!
//! Here, U+200B is between `4` and `0`, so a person reads 40, and a search for 40 finds nothing:
//!
//! ```md bad
//! **[SPEC]**
//! - Body: 4​0 KB
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - Body: 40 KB
//! ```
//!
//! The rule finds these characters:
//!
//! - U+202A to U+202E and U+2066 to U+2069, which change the direction of the text after them
//! - U+200B, U+2060 to U+2064 and U+FEFF, which cannot be seen
//! - U+E0000 to U+E007F, invisible copies of ASCII; the message shows the text that they spell
//! - variation selectors without a character that has variants
//!
//! There is one finding per line. In a SPEC, a BUG, a title or a heading, it is an error; elsewhere it is a warning.
//! Characters with a purpose are fine: joiners between emoji and in scripts such as Arabic and Hindi, U+200B in
//! scripts without spaces such as Khmer and Thai, emoji flags, a byte order mark at the start of a file, and the marks
//! U+200E and U+200F.
//!
//! The fix removes the characters where they do nothing. It changes nothing in code, HTML and link targets, next to
//! Markdown characters that they may escape, and where right-to-left text may need them. In code, write an escape such
//! as `\u200b`, or allow the rule with a comment:
//!
//! ```md good
//! <!-- tagdown: allow hidden-characters the example needs the character itself -->
//! **[SPEC]**
//! - The parser removes `a​b`.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{Document, Kind, TAGS};
use crate::markdown::{InlineKind, NodeKind};
use crate::text::{
    Span, invisible_runs, is_invisible, is_right_to_left, is_selector, is_tag, is_turn, plural, spelt_by_tags,
};

pub(crate) const RULE: Rule = Rule {
    name: "hidden-characters",
    group: Group::Document,
    severity: Severity::Error,
    fix: FixKind::Sometimes,
    is_authors_own: true,
    why: "a person and a model read different texts",
    todo: "remove them; in code, write an escape such as `\\u200b`",
    source: page_of!("hidden_characters.rs"),
    check,
    ..Rule::PLAIN
};

/// The names of the characters, without variation selectors and tags.
const NAMES: &[(char, &str)] = &[
    ('\u{200b}', "ZERO WIDTH SPACE"),
    ('\u{200c}', "ZERO WIDTH NON-JOINER"),
    ('\u{200d}', "ZERO WIDTH JOINER"),
    ('\u{202a}', "LEFT-TO-RIGHT EMBEDDING"),
    ('\u{202b}', "RIGHT-TO-LEFT EMBEDDING"),
    ('\u{202c}', "POP DIRECTIONAL FORMATTING"),
    ('\u{202d}', "LEFT-TO-RIGHT OVERRIDE"),
    ('\u{202e}', "RIGHT-TO-LEFT OVERRIDE"),
    ('\u{2060}', "WORD JOINER"),
    ('\u{2061}', "FUNCTION APPLICATION"),
    ('\u{2062}', "INVISIBLE TIMES"),
    ('\u{2063}', "INVISIBLE SEPARATOR"),
    ('\u{2064}', "INVISIBLE PLUS"),
    ('\u{2066}', "LEFT-TO-RIGHT ISOLATE"),
    ('\u{2067}', "RIGHT-TO-LEFT ISOLATE"),
    ('\u{2068}', "FIRST STRONG ISOLATE"),
    ('\u{2069}', "POP DIRECTIONAL ISOLATE"),
    ('\u{206a}', "INHIBIT SYMMETRIC SWAPPING"),
    ('\u{206b}', "ACTIVATE SYMMETRIC SWAPPING"),
    ('\u{206c}', "INHIBIT ARABIC FORM SHAPING"),
    ('\u{206d}', "ACTIVATE ARABIC FORM SHAPING"),
    ('\u{206e}', "NATIONAL DIGIT SHAPES"),
    ('\u{206f}', "NOMINAL DIGIT SHAPES"),
    ('\u{feff}', "ZERO WIDTH NO-BREAK SPACE"),
];

/// How many names a message has at most.
const MOST_NAMES: usize = 3;

/// How much of the text in front of the characters a message shows.
const SHOWN: usize = 24;

fn check(cx: &mut Context<'_, '_>) {
    let document = cx.document;
    let runs = invisible_runs(document.source.text());
    let raw = if runs.is_empty() { Vec::new() } else { raw(document) };
    let is_raw = |run: &Span| {
        let after = raw.partition_point(|span| span.start <= run.start);
        after.checked_sub(1).is_some_and(|index| run.start < raw[index].end)
    };
    // One finding per line, because such characters often are between all letters of a word.
    let line = |run: &Span| document.source.this_line(run.start);
    for runs in runs.chunk_by(|one, other| line(one) == line(other)) {
        let all: String = runs.iter().map(|run| cx.text(*run)).collect();
        let mut message = message(&all);
        if let Some(before) = in_front(document, runs[0]) {
            message.push_str(&format!(", after `{before}`"));
        }
        let hidden_tag = runs.iter().find_map(|run| hidden_tag(document, *run));
        if let Some(tag) = &hidden_tag {
            message.push_str(&format!("; without them, the line has the tag `{tag}`"));
        }
        let is_fact = hidden_tag.is_some() || runs.iter().any(|run| is_fact(document, run.start));
        let finding = cx.report(runs[0], message);
        if !is_fact {
            finding.severity = finding.severity.min(Severity::Warning);
        }
        let idle = |run: &&Span| hidden_tag.is_none() && !is_raw(run) && does_nothing(document, **run);
        let edits: Vec<Edit> = runs.iter().filter(idle).map(|run| Edit::delete(*run)).collect();
        if !edits.is_empty() {
            finding.fix(Safety::Safe, "remove the hidden characters", edits);
        }
    }
}

/// What is hidden, and how.
fn message(run: &str) -> String {
    let tags = run.chars().filter(|c| is_tag(*c)).count();
    let spelt: String = spelt_by_tags(run).replace('`', "'").chars().take(80).collect();
    if !spelt.trim().is_empty() {
        return format!("{} that cannot be seen, spelling `{}`", plural(tags, "tag character"), spelt.trim());
    }
    let opens = |c: char| is_turn(c) && !matches!(c, '\u{202c}' | '\u{2069}');
    let is_turned = run.contains(opens);
    let mut found: Vec<(char, usize)> = Vec::new();
    for c in run.chars().filter(|c| !is_turned || opens(*c)) {
        match found.iter_mut().find(|(known, _)| *known == c) {
            Some((_, count)) => *count += 1,
            None => found.push((c, 1)),
        }
    }
    let rest = found.len().saturating_sub(MOST_NAMES);
    let mut names: Vec<String> = found.iter().take(MOST_NAMES).map(|(c, count)| name(*c, *count)).collect();
    names.extend((rest > 0).then(|| format!("{rest} more")));
    let (last, first) = names.split_last().map_or(("", &[][..]), |(last, first)| (last.as_str(), first));
    let all = if first.is_empty() { last.to_owned() } else { format!("{} and {last}", first.join(", ")) };
    if is_turned {
        let ending = if found.len() == 1 { "s" } else { "" };
        format!("{all} turn{ending} the direction of the text that follows")
    } else {
        format!("{all} cannot be seen")
    }
}

/// The code and name of a character, and how often it occurs.
fn name(c: char, count: usize) -> String {
    let known = NAMES.iter().find(|(known, _)| *known == c).map(|(_, name)| *name);
    let name = known.unwrap_or(if is_selector(c) { "VARIATION SELECTOR" } else { "TAG" });
    let times = if count == 1 { String::new() } else { format!(" ({count} times)") };
    format!("U+{:04X} {name}{times}", u32::from(c))
}

/// The last visible text in front of a run, on its line.
fn in_front(document: &Document<'_>, run: Span) -> Option<String> {
    let source = &document.source;
    let line = source.slice(Span::new(source.this_line(run.start), run.start));
    let visible = line.chars().rev().filter(|c| !is_invisible(*c) && *c != '`');
    let mut tail: Vec<char> = visible.take(SHOWN).collect();
    // Only whole words, if there is one.
    if tail.len() == SHOWN {
        let cut = tail.iter().rposition(|c| c.is_whitespace()).unwrap_or(SHOWN);
        tail.truncate(cut);
    }
    let words: String = tail.into_iter().rev().collect();
    (!words.trim().is_empty()).then(|| words.trim().to_owned())
}

/// The tag that a run keeps from being read.
fn hidden_tag(document: &Document<'_>, run: Span) -> Option<String> {
    let source = &document.source;
    let (start, end) = (source.this_line(run.start), source.next_line(run.start));
    let (head, tail) = (&source.text()[start..run.start], &source.text()[run.end..end]);
    let open = head.rfind('[').filter(|at| !head[*at..].contains(']'))?;
    let name = format!("{}{}", &head[open + 1..], tail.split_once(']')?.0).replace(is_invisible, "");
    TAGS.iter().any(|tag| tag.kind.name() == name).then(|| format!("[{name}]"))
}

/// Whether a place is in a SPEC or BUG, in the title, or in a heading.
fn is_fact(document: &Document<'_>, at: usize) -> bool {
    let section = &document.sections[document.section_at(at)];
    section.heading.contains(at)
        || document.block_at(at).is_some_and(|block| matches!(block.kind, Kind::Spec | Kind::Bug))
}

/// Code, HTML, link targets and everything else that means what its bytes are, in order.
fn raw(document: &Document<'_>) -> Vec<Span> {
    let markdown = &document.markdown;
    let is_raw = |kind: NodeKind| kind.is_opaque() || kind == NodeKind::Definition;
    let blocks = markdown.nodes.iter().filter(|node| is_raw(node.kind)).map(|node| node.span);
    let inlines =
        markdown.inlines.iter().filter(|(kind, _)| *kind != InlineKind::Link).map(|(_, span)| *span);
    let mut spans: Vec<Span> = blocks.chain(inlines).chain(markdown.targets.iter().copied()).collect();
    spans.sort_unstable();
    spans
}

/// Whether the text without a run is shown and read in the same way.
fn does_nothing(document: &Document<'_>, run: Span) -> bool {
    let source = &document.source;
    let (text, start) = (source.text(), source.this_line(run.start));
    let line = &text[start..source.next_line(run.start)];
    if document.text(run).contains(is_turn) && line.contains(is_right_to_left) {
        return false;
    }
    let (head, tail) = (&text[start..run.start], &text[run.end..start + line.len()]);
    let (before, after) = (head.chars().next_back(), tail.chars().next());
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    // At the start of a line, and after what could be the number of a list item, the characters may keep Markdown from
    // reading one.
    if head.trim_start().chars().all(|c| c.is_ascii_digit()) {
        return if head.trim_start().is_empty() {
            after.is_some_and(char::is_alphabetic)
        } else {
            is_word(after) && before != Some(' ')
        };
    }
    // Beside a letter, emphasis opens and closes as beside an invisible character.
    let is_plain = |c: Option<char>, other: Option<char>| {
        is_word(c)
            || c.is_none_or(|c| c.is_whitespace() || ",.;:!?()'\"—–’“”".contains(c))
            || c.is_some_and(|c| "*_~".contains(c)) && is_word(other)
            || c == Some('`') && other.is_some_and(|c| c.is_alphanumeric() || c == ' ')
    };
    is_plain(before, after) && is_plain(after, before)
}

#[cfg(test)]
mod tests {
    use crate::document::parse;
    use crate::rules::{Safety, Settings, check, fix};

    fn found(body: &str) -> Vec<String> {
        let text = format!("# T\n**Version 1.0.0**\n\n## S\n\n{body}");
        let found = check(&parse(&text), &Settings::single(&super::RULE));
        let line = |fixable: bool| if fixable { " [*]" } else { "" };
        found
            .iter()
            .map(|one| format!("{}: {}{}", one.severity.name(), one.message, line(one.fix.is_some())))
            .collect()
    }

    #[test]
    fn places_and_messages() {
        for (body, expected) in [
            (
                "**[SPEC]**\n- Body: 4\u{200b}0 KB\n",
                "error: U+200B ZERO WIDTH SPACE cannot be seen, after `- Body: 4` [*]",
            ),
            (
                "**[NOTE]**\nWords\u{200b} here.\n",
                "warning: U+200B ZERO WIDTH SPACE cannot be seen, after `Words` [*]",
            ),
            (
                "### Li\u{2060}mits\n\n**[NOTE]**\nx\n",
                "error: U+2060 WORD JOINER cannot be seen, after `### Li` [*]",
            ),
            (
                "**[BUG] It st\u{202e}ops**\nSymptom: E7.\nCause: a.\nFix: b.\n",
                "error: U+202E RIGHT-TO-LEFT OVERRIDE turns the direction of the text that follows, after `**[BUG] It st` [*]",
            ),
            (
                "**[SPEC]**\n```sh\nrm a\u{200b}\u{200b}\n```\n",
                "error: U+200B ZERO WIDTH SPACE (2 times) cannot be seen, after `rm a`",
            ),
            (
                "**[SP\u{200b}EC]**\n- ten\n",
                "error: U+200B ZERO WIDTH SPACE cannot be seen, after `**[SP`; without them, the line has the tag `[SPEC]`",
            ),
            ("**[SPEC]**\n- `a\u{200b}b`\n", "error: U+200B ZERO WIDTH SPACE cannot be seen, after `- a`"),
            (
                "**[?]**\nIt may be.\u{e0048}\u{e0069}\u{e0021}\n",
                "warning: 3 tag characters that cannot be seen, spelling `Hi!`, after `It may be.` [*]",
            ),
            (
                "**[NOTE]**\na\u{200b}\u{2060}\u{2066}b\u{2069}\n",
                "warning: U+2066 LEFT-TO-RIGHT ISOLATE turns the direction of the text that follows, after `a` [*]",
            ),
        ] {
            assert_eq!(found(body).join("\n"), expected);
        }
    }

    #[test]
    fn the_fix_leaves_what_does_something() {
        let fixed = |line: &str| {
            let text = format!("# T\n**Version 1.0.0**\n\n## S\n\n**[NOTE]**\nSome words.\n{line}\n");
            let fixed = fix(&text, &Settings::single(&super::RULE), Safety::Safe);
            fixed.text.lines().nth(7).unwrap_or_default().to_owned()
        };
        for (line, expected) in [
            ("4\u{200b}0 KB, and wo\u{200b}rds\u{200b}.", "40 KB, and words."),
            ("**\u{200b}bold\u{200b}** and **重要\u{200b}**文", "**bold** and **重要**文"),
            ("\u{200b}Words\u{200b}", "Words"),
            ("שלום wo\u{200b}rds", "שלום words"),
            ("x \u{202e}abc\u{202c} y", "x abc y"),
            ("m\u{200b}i\u{200b}n\u{200b}g\u{200b} let \u{2060}`a`\u{2060} be", "ming let `a` be"),
        ] {
            assert_eq!(fixed(line), expected);
        }
        for line in [
            "\u{200b}# No heading",
            "\u{200b}- no item",
            "1\u{200b}. No item",
            "\u{200b}1. No item",
            "**重要。\u{200b}**文",
            "@\u{200b}name",
            "`a\u{200b}b` <b\u{200b}> [a](b\u{200b}c)",
            "\u{200b}",
            "שלום \u{2066}API\u{2069} שלום",
            "[\u{200b}SPEC]",
        ] {
            assert_eq!(fixed(line), line, "{}", line.escape_unicode());
        }
    }
}
