//! Text that somebody meant to replace: `TODO`, `TBD`, `FILL-IN` and similar marks in running text, headings and titles.
//! A text that only speaks of such marks, such as “a TODO comment”, is not one of them.

use memchr::memmem;

use super::passages::{Setting, opaque, passages, touches};
use crate::document::{Document, Kind};
use crate::markdown::{InlineKind, NodeKind};
use crate::text::Span;

/// The mark in the templates of `tagdown new`.
const OWN_MARK: &str = "FILL-IN";

/// The marks. All but the last are exact; a small `tbd` stands for the same as the capitals.
const MARKS: [&str; 7] = [OWN_MARK, "TODO", "TBD", "tbd", "XXX", "???", "lorem ipsum"];

/// Names of other marks and of states. Beside one of them, a mark is a name too.
const NAMES: &str =
    "FIXME HACK WIP DONE DOING BLOCKED BACKLOG OPTIMIZE REVIEW BUG Done Doing In IN TODO TBD XXX";

/// Words in front of a mark that is only spoken of.
const BEFORE: &str = "a an the this that these those each every any no as called named marked labelled labeled tagged \
    flagged word words string keyword marker mark prefix says contains";

/// Words in front of the mark of the templates that only mention it.
const BEFORE_OWN_MARK: &str =
    "a an the any every each no remaining contains contain for with of or and word marker mark";

/// Further words in front of `TODO`, which is a noun of its own.
const BEFORE_TODO: &str = "all some one existing open old remaining your my our their its of for with contain status state \
    column from // #";

/// Nouns behind a mark that is only spoken of, without their plural.
const NOUNS: &str = "comment list item marker mark file column entry entrie tag note section app application board label \
    keyword task line annotation card page tracker state status placeholder count example plugin api \
    service project demo sample bot prefix text block bullet";

/// Words behind an adjective `TBD` that begin another part of the sentence.
const LINKS: &str = "by in at on after before until pending with from for when once and or but if as per during is are \
    was later soon here";

/// The headers of columns whose cells are states.
const STATES: &str = "status state progress stage done? done";

/// Words in a text that explains what XXX stands for.
const EXPLAINING: [&str; 5] = ["replace", "where XXX", "stands for", "substitute", "instead of XXX"];

/// A longer row is no list of states.
const LONGEST_ROW: usize = 2_000;

/// All placeholders of a document, in order.
pub fn placeholders(document: &Document<'_>) -> Vec<Span> {
    let text = document.source.text();
    let exact = &MARKS[..MARKS.len() - 1];
    let marks = exact.iter().chain(&["orem ipsum", "OREM IPSUM"]);
    let mut places: Vec<usize> =
        marks.flat_map(|mark| memmem::find_iter(text.as_bytes(), mark.as_bytes())).collect();
    if places.is_empty() {
        return Vec::new();
    }
    places.sort_unstable();
    let is_defined = defines(text);
    let mut out = Vec::new();
    let mut look = |span: Span, setting: Setting| {
        let first = places.partition_point(|place| *place < span.start);
        if places.get(first).is_none_or(|place| *place >= span.end) {
            return;
        }
        let text = document.text(span);
        let explains = text.contains("XXX") && EXPLAINING.iter().any(|words| text.contains(words));
        out.extend(Place { document, text, span, setting, is_defined, explains }.placeholders());
    };
    for passage in passages(document) {
        look(passage.span, passage.setting);
    }
    for section in document.sections.iter().filter(|section| section.level > 0) {
        let is_list = ["todo", "todos", "todo list", "to do", "open todos"];
        if !is_list.contains(&section.title.trim().to_lowercase().as_str()) {
            look(section.heading, Setting::Paragraph);
        }
    }
    let titles = document.tags.iter().filter(|tag| !tag.is_in_heading()).filter_map(|tag| tag.title);
    titles.chain(document.header.paragraph).for_each(|span| look(span, Setting::Paragraph));
    out.extend(in_code(document));
    out.sort_unstable();
    out.dedup();
    out
}

/// Whether a block contains the mark of the templates, also in code.
pub fn has_own_mark(text: &str) -> bool {
    text.match_indices(OWN_MARK).any(|(at, mark)| is_own_word(text, at, at + mark.len()))
}

/// Whether a text says that TBD is short for something else, such as trunk-based development.
fn defines(text: &str) -> bool {
    text.match_indices("TBD").take(100).any(|(at, _)| {
        let before = text[..at].strip_suffix('(').map(str::trim_end).unwrap_or_default();
        let words: Vec<&str> =
            before.rsplit([' ', '-', '\n', '\r']).filter(|word| !word.is_empty()).take(3).collect();
        let after = text[at + 3..].trim_start().strip_prefix('(').unwrap_or_default();
        let next: Vec<&str> =
            after.split([' ', '-', '\n', '\r', ')']).filter(|word| !word.is_empty()).take(3).collect();
        let spells = |words: &[&str], initials: [char; 3]| {
            words.len() == 3
                && words
                    .iter()
                    .zip(initials)
                    .all(|(word, initial)| word.to_lowercase().starts_with(initial) && word.len() > 2)
        };
        spells(&words, ['d', 'b', 't']) || spells(&next, ['t', 'b', 'd'])
    })
}

/// A piece of text in which to look.
struct Place<'p, 't> {
    document: &'p Document<'t>,
    text: &'t str,
    span: Span,
    setting: Setting,
    /// Whether the document uses TBD as an abbreviation of something else.
    is_defined: bool,
    /// Whether the text explains what XXX stands for.
    explains: bool,
}

impl Place<'_, '_> {
    fn placeholders(&self) -> Vec<Span> {
        let mut found = Vec::new();
        for mark in MARKS {
            let hits = self.text.match_indices(mark).map(|(at, _)| at);
            // A run of question marks counts once.
            let hits = hits.filter(|&at| mark != "???" || !self.text[..at].ends_with('?'));
            found.extend(hits.filter(|&at| self.is_left(mark, at)).map(|at| (at, at + mark.len())));
        }
        if self.text.contains("orem ipsum") || self.text.contains("OREM IPSUM") {
            let lower = self.text.to_ascii_lowercase();
            found.extend(lower.match_indices("lorem ipsum").map(|(at, mark)| (at, at + mark.len())));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let opaque = opaque(self.document, self.span);
        let spans =
            found.into_iter().map(|(start, end)| Span::new(self.span.start + start, self.span.start + end));
        spans.filter(|span| !touches(&opaque, *span) || self.is_own_value(*span)).collect()
    }

    /// Whether a mark stands for text that is missing.
    fn is_left(&self, mark: &str, at: usize) -> bool {
        let end = at + mark.len();
        if mark == "???" {
            return self.is_missing_value(at);
        }
        let is_alone = if mark == OWN_MARK { is_own_word } else { stands_alone };
        if mark == "lorem ipsum" || !is_alone(self.text, at, end) {
            return mark == "lorem ipsum";
        }
        let (before, after) = (&self.text[..at], &self.text[end..]);
        let (last, next) = (word_before(before), word_after(after));
        let is_noun = is_in(NOUNS, &singular(next));
        let is_spoken_of = is_in(BEFORE, &last.to_ascii_lowercase());
        match mark {
            OWN_MARK => {
                !(is_spoken_of && (is_noun || is_end(after))) && !(is_noun && before.trim().is_empty())
            }
            "TODO" => {
                let is_noun_of_own = is_in(BEFORE_TODO, &last.to_ascii_lowercase());
                let is_in_code = ["in", "near", "at", "from", "inside"].contains(&next)
                    && after.trim_start()[next.len()..].trim_start().starts_with('`');
                let is_spanish = ["el", "la", "los", "las", "lo", "esto", "o", "os"].contains(&next);
                !is_noun
                    && !is_spoken_of
                    && !is_noun_of_own
                    && !is_in_code
                    && !is_spanish
                    && !self.is_beside_name(before, after)
                    && !self.is_state(at)
            }
            "XXX" => {
                let is_pattern = |word: &str| {
                    !word.is_empty() && word.chars().all(|c| matches!(c, 'X' | 'x') || c.is_ascii_digit())
                };
                !is_noun
                    && !is_spoken_of
                    && !is_pattern(last)
                    && !is_pattern(next)
                    && !self.is_beside_name(before, after)
                    && !self.explains
            }
            _ => {
                let expands = |text: &str| text.to_ascii_lowercase().starts_with("to be ");
                let is_explained =
                    expands(after.trim_start_matches([' ', ':', '=', '(', '|', '*', '—', '-']))
                        || (before.ends_with('(') && last_words(before).contains("to be "));
                let is_adjective = !next.is_empty()
                    && next.starts_with(char::is_lowercase)
                    && !is_in(LINKS, next)
                    && after.starts_with(' ')
                    && last_words(before).split([' ', ',']).any(|word| is_in(BEFORE, word));
                !self.is_defined
                    && !is_spoken_of
                    && !is_noun
                    && !is_explained
                    && !is_adjective
                    && !self.is_beside_name(before, after)
            }
        }
    }

    /// Whether question marks stand where a value belongs: behind a colon, in a cell, or behind a verb or preposition.
    fn is_missing_value(&self, at: usize) -> bool {
        const VERBS: &str = "is are was be of at than until by to after before";
        let end = at + self.text[at..].len() - self.text[at..].trim_start_matches('?').len();
        let ends =
            self.text[end..].chars().next().is_none_or(|c| c.is_whitespace() || ")|].,;:*_".contains(c));
        let before = self.text[..at].trim_end_matches(['*', '_']);
        let is_apart = before.is_empty() || before.ends_with([' ', '\n', '\r', '(', '|', '[']);
        let before = before.trim_end();
        let opens = before.is_empty() || before.ends_with([':', '|', '(', '[', '=']);
        ends && is_apart && (opens || is_in(VERBS, word_before(before)))
    }

    /// Whether the name of another mark or state stands beside a mark, joined by a comma, a slash or a conjunction.
    fn is_beside_name(&self, before: &str, after: &str) -> bool {
        const JOINTS: [char; 8] = [' ', ',', '/', '|', '>', '→', '-', ';'];
        let is_cell = self.setting == Setting::Row;
        let is_name = |word: &str| {
            is_in(NAMES, word)
                && !(is_cell && MARKS.contains(&word))
                && (is_cell || !matches!(word, "In" | "IN"))
        };
        let right = after.trim_start_matches(JOINTS);
        let right = ["and ", "or "].iter().find_map(|word| right.strip_prefix(word)).unwrap_or(right);
        let left = before.trim_end_matches(JOINTS);
        let left = [" and", " or"].iter().find_map(|word| left.strip_suffix(word)).unwrap_or(left);
        let is_joined = |rest: &str, whole: &str| rest.len() < whole.len();
        (is_joined(right, after) && is_name(word_after(right)))
            || (is_joined(left, before) && is_name(word_before(left)))
    }

    /// Whether a mark is the only text of a table cell below a header such as `Status`.
    fn is_state(&self, at: usize) -> bool {
        if self.setting != Setting::Row || self.text.len() > LONGEST_ROW {
            return false;
        }
        let column = self.text[..at].matches('|').count();
        let nodes = self.document.markdown.nodes_in(self.span);
        let table = nodes
            .iter()
            .map(|node| node.span)
            .chain(self.document.markdown.top_at(self.span.start).map(|n| n.span));
        let Some(table) = table.filter(|span| span.contains(self.span.start)).min_by_key(|span| span.len())
        else {
            return false;
        };
        let head = self.document.text(table).lines().next().unwrap_or_default();
        let lead = usize::from(!head.trim_start().starts_with('|')) + column
            - usize::from(!self.text.starts_with('|'));
        let cell = head.split('|').nth(lead).unwrap_or_default();
        is_in(STATES, &cell.trim().trim_matches('*').to_lowercase())
    }

    /// Whether a place is the mark of the templates in a code span that is not a mention of the mark.
    fn is_own_value(&self, span: Span) -> bool {
        let is_span =
            |(kind, code): &&(InlineKind, Span)| *kind == InlineKind::Code && code.contains(span.start);
        let inlines = self.document.markdown.inlines_in(self.span);
        let Some((_, code)) = inlines.iter().find(is_span) else { return false };
        if self.document.text(span) != OWN_MARK {
            return false;
        }
        if self.document.text(*code).trim_matches('`').trim() != OWN_MARK {
            return is_in_facts(self.document, span.start);
        }
        let text = self.document.source.text();
        let before = text[self.span.start.min(code.start)..code.start].trim_end();
        let after = text[code.end..self.span.end.max(code.end)].trim_start();
        let is_mention = before.is_empty() || is_in(BEFORE_OWN_MARK, &word_before(before).to_lowercase());
        // One of several names in a list.
        let is_listed = after.starts_with(", `") || before.ends_with("`,");
        !is_mention && !is_listed && (after.is_empty() || after.starts_with(['|', ',', '.', ';', ')']))
    }
}

/// The marks of the templates in the code blocks of facts.
fn in_code<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Span> + 'd {
    let code = document.markdown.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Code { .. }));
    let facts = code.filter(|node| is_in_facts(document, node.span.start));
    facts.flat_map(|node| {
        let text = document.text(node.span);
        let own = text.match_indices(OWN_MARK).filter(|(at, mark)| is_own_word(text, *at, at + mark.len()));
        own.map(|(at, mark)| Span::new(node.span.start + at, node.span.start + at + mark.len()))
    })
}

/// Whether a place is in a SPEC or BUG.
fn is_in_facts(document: &Document<'_>, at: usize) -> bool {
    document.block_at(at).is_some_and(|block| matches!(block.kind, Kind::Spec | Kind::Bug))
}

/// Whether the mark of the templates is not a part of a longer name.
fn is_own_word(text: &str, start: usize, end: usize) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    !text[..start].ends_with(joins) && !text[end..].starts_with(joins)
}

/// Whether a mark is a word of its own, and not a part of a name, a path or a pattern.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
    if before == Some('_') && after == Some('_') {
        let outer = text[..start].trim_end_matches('_').chars().next_back();
        return outer.is_none_or(|c| !c.is_alphanumeric());
    }
    let joins = |c: char| c.is_alphanumeric() || "_-/#@$%&=+~\\<>".contains(c);
    let is_path = after == Some('.') && text[end + 1..].starts_with(char::is_alphanumeric);
    let is_genitive = after.is_some_and(|c| "'’".contains(c));
    !before.is_some_and(|c| joins(c) || c == '.') && !after.is_some_and(joins) && !is_path && !is_genitive
}

/// Whether a list of words holds a word.
fn is_in(list: &str, word: &str) -> bool {
    list.split(' ').any(|one| one == word)
}

/// Whether a sentence ends here.
fn is_end(after: &str) -> bool {
    after.trim_start().chars().next().is_none_or(|c| ".,;:!?)".contains(c))
}

/// The last word in front, without emphasis.
fn word_before(text: &str) -> &str {
    let text = text.trim_end_matches([' ', '\n', '\r', '*', '_']);
    let start = text.rfind([' ', '\n', '\r', '|', '(', '*', '_', '[', '"', ',']).map_or(0, |at| at + 1);
    &text[start.min(text.len())..]
}

/// The next word behind, without emphasis; empty if a mark of punctuation comes first.
fn word_after(text: &str) -> &str {
    let text = text.trim_start_matches([' ', '\n', '\r', '*', '_']);
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '-')).unwrap_or(text.len());
    &text[..end]
}

/// The last words of the line, in lower case.
fn last_words(text: &str) -> String {
    let words: Vec<&str> = text.rsplit([' ', '\n', '\r']).filter(|word| !word.is_empty()).take(4).collect();
    words.into_iter().rev().collect::<Vec<_>>().join(" ").to_lowercase() + " "
}

/// A word in lower case, without the ending of a plural.
fn singular(word: &str) -> String {
    let lower = word.to_lowercase();
    lower.strip_suffix('s').filter(|stem| is_in(NOUNS, stem)).map(str::to_owned).unwrap_or(lower)
}
