//! Changes an input by whole lines: a piece of a document is put in, lines are removed, repeated, moved or joined. Half
//! of all mutations are of this kind; libFuzzer changes single bytes in the other half.

use crate::choices::Choices;
use crate::input::{END, split};
use crate::targets::Target;

/// The number of option bytes that a target may look at.
const OPTIONS: usize = 8;

/// A changed input of at most `most` bytes; `None` if libFuzzer should change it.
pub fn structured(target: &Target, bytes: &[u8], most: usize, seed: u32) -> Option<Vec<u8>> {
    let mut choices = Choices::new(u64::from(seed));
    if choices.once_in(2) {
        return None;
    }
    let (text, options) = split(bytes);
    let text = String::from_utf8_lossy(text);
    let mut made = change(target, &text, &mut choices).into_bytes();
    let mut options = options.to_vec();
    if choices.once_in(3) {
        options = (0..OPTIONS).map(|_| (choices.below(255)) as u8).collect();
    }
    made.truncate(most.saturating_sub(options.len() + 1));
    if !options.is_empty() && made.len() + options.len() < most {
        made.push(END);
        made.extend(options);
    }
    Some(made)
}

fn change(target: &Target, text: &str, choices: &mut Choices) -> String {
    if choices.once_in(8) {
        return (target.make)(choices);
    }
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = choices.below(lines.len() + 1);
    let end = (at + 1 + choices.below(4)).min(lines.len());
    let piece = (target.piece)(choices);
    match choices.below(9) {
        0 if at < end => drop(lines.drain(at..end)),
        1 if at < end => {
            let some: Vec<&str> = lines[at..end].to_vec();
            let to = choices.below(lines.len() + 1);
            lines.splice(to..to, some);
        }
        2 if at < end => {
            let some: Vec<&str> = lines.drain(at..end).collect();
            let to = choices.below(lines.len() + 1);
            lines.splice(to..to, some);
        }
        3 if at < end => lines[at] = lines[at].trim_end_matches(['\r', '\n']),
        4 if at < end => lines[at] = &piece,
        5 => {
            return if text.contains("\r\n") {
                text.replace("\r\n", "\n")
            } else {
                text.replace('\n', "\r\n")
            };
        }
        6 if at < end => {
            // A container around some lines.
            let mark = choices.one(&["> ", "- ", "    ", "  ", "\t", "1. ", "| ", "* ", "[^1]: "]);
            let some: String = lines[at..end].iter().map(|line| format!("{mark}{line}")).collect();
            return lines[..at].concat() + &some + &lines[end..].concat();
        }
        _ => lines.insert(at, &piece),
    }
    lines.concat()
}
