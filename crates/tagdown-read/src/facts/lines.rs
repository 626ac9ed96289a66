//! Which lines of code differ, and which words in them.

use similar::DiffTag;
use tagdown::text::changes;

use super::spacing::{continuing, even};
use super::words::{MOST, Part, differing};

/// The old and the new code as one: the lines that changed, word by word, and the lines next to them.
pub(super) fn marked_lines(old: &[String], new: &[String]) -> Vec<Part> {
    if old.len() * new.len() > MOST {
        return vec![Part::Old(old.join("\n")), Part::Between, Part::New(new.join("\n"))];
    }
    // A line that was only indented is the same line.
    let bare = |lines: &[String]| -> Vec<String> {
        lines.iter().map(|line| even(line).trim_start().to_owned()).collect()
    };
    let columns = (continuing(old), continuing(new));
    let ops = changes(&bare(old), &bare(new), None);
    let mut out: Vec<Part> = Vec::new();
    let mut at = 0;
    while at < ops.len() {
        if ops[at].tag() == DiffTag::Equal {
            let (from, to) = (ops[at].old_range(), ops[at].new_range());
            let pairs = from.zip(to).map(|(from, to)| Same {
                old: &old[from],
                new: &new[to],
                is_aligned: columns.0[from] && columns.1[to],
            });
            same(&pairs.collect::<Vec<_>>(), (at > 0, at + 1 < ops.len()), &mut out);
            at += 1;
            continue;
        }
        let (mut before, mut after) = (String::new(), String::new());
        while let Some(op) = ops.get(at).filter(|op| op.tag() != DiffTag::Equal) {
            before.push_str(&text(&old[op.old_range()]));
            after.push_str(&text(&new[op.new_range()]));
            at += 1;
        }
        out.extend(differing(&before, &after).into_iter().flat_map(with_end_outside));
    }
    if let Some(Part::Old(last) | Part::New(last) | Part::Both(last)) = out.last_mut() {
        last.truncate(last.trim_end_matches('\n').len());
    }
    out.retain(
        |part| !matches!(part, Part::Old(text) | Part::New(text) | Part::Both(text) if text.is_empty()),
    );
    out
}

/// A line of which both states have the same words.
struct Same<'l> {
    old: &'l str,
    new: &'l str,
    /// Whether both continue a column, so that their indentation states nothing.
    is_aligned: bool,
}

/// Lines with the same words: those that were indented, and the others next to a change.
fn same(lines: &[Same<'_>], (has_before, has_after): (bool, bool), out: &mut Vec<Part>) {
    let mut at = 0;
    while at < lines.len() {
        let is_still = |line: &&Same<'_>| line.is_aligned || indent(line.old) == indent(line.new);
        let stay = lines[at..].iter().take_while(is_still).count();
        if stay > 0 {
            let still: Vec<&str> = lines[at..at + stay].iter().map(|line| line.new).collect();
            out.push(Part::Both(context(&still, has_before || at > 0, has_after || at + stay < lines.len())));
            at += stay;
            continue;
        }
        let (was, is) = (indent(lines[at].old), indent(lines[at].new));
        let common = if is.starts_with(was) || was.starts_with(is) { was.len().min(is.len()) } else { 0 };
        out.push(Part::Both(is[..common].to_owned()));
        out.push(Part::Old(was[common..].to_owned()));
        out.extend((was.len() > common && is.len() > common).then_some(Part::Between));
        out.push(Part::New(is[common..].to_owned()));
        out.push(Part::Both(format!("{}\n", &lines[at].new[is.len()..])));
        at += 1;
    }
}

/// The white space that a line starts with.
fn indent(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

fn text(lines: &[impl AsRef<str>]) -> String {
    lines.iter().flat_map(|line| [line.as_ref(), "\n"]).collect()
}

/// The ends of lines without a change that are next to one.
fn context(lines: &[&str], has_before: bool, has_after: bool) -> String {
    let first = if has_before { told(lines.iter()) } else { 0 };
    let last = if has_after { told(lines.iter().rev()) } else { 0 };
    if lines.len() <= first + last + 1 {
        return text(lines);
    }
    format!("{}…\n{}", text(&lines[..first]), text(&lines[lines.len() - last..]))
}

/// How many lines are needed for one that is not empty.
fn told<'l>(mut lines: impl Iterator<Item = &'l &'l str>) -> usize {
    lines.position(|line| !line.is_empty()).map_or(0, |at| at + 1)
}

/// A mark ends with its line, not at the start of the next one.
fn with_end_outside(part: Part) -> Vec<Part> {
    let (text, make): (&str, fn(String) -> Part) = match &part {
        Part::Old(text) => (text, Part::Old),
        Part::New(text) => (text, Part::New),
        Part::Both(_) | Part::Between => return vec![part],
    };
    let inner = text.trim_end_matches('\n');
    if inner.len() == text.len() {
        return vec![part];
    }
    vec![make(inner.to_owned()), Part::Both(text[inner.len()..].to_owned())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_that_changed_are_shown() {
        let old: Vec<String> = (0..2000).map(|line| format!("key-{line} = {line}")).collect();
        let mut new = old.clone();
        new[1000].push('0');
        new.remove(1500);
        let both = |text: &str| Part::Both(text.to_owned());
        assert_eq!(
            marked_lines(&old, &new),
            [
                both("…\nkey-999 = 999\n"),
                both("key-1000 = "),
                Part::Old("1000".to_owned()),
                Part::Between,
                Part::New("10000".to_owned()),
                both("\n"),
                both("key-1001 = 1001\n…\nkey-1499 = 1499\n"),
                Part::Old("key-1500 = 1500".to_owned()),
                both("\n"),
                both("key-1501 = 1501\n…"),
            ]
        );
    }
}
