//! The record that a block was written by an agent and that nobody has looked at it yet:
//! `<!-- tagdown: by agent NAME on 2026-11-17, not reviewed -->`, anywhere in a `[?]` block.
//!
//! A record only takes authority away: a reader does not see the block. A record that is not written correctly therefore
//! counts as well, and text that imitates one gains nothing.

use crate::text::Span;

/// The longest name of an agent.
const LONGEST: usize = 40;
/// What a record starts with, after the name of the tool.
const BY: &str = "by";
const AGENT: &str = "by agent ";
const STATE: &str = ", not reviewed";

/// A comment that says which agent wrote a block.
#[derive(Clone, Debug)]
pub struct AgentRecord {
    /// The comment.
    pub span: Span,
    /// The name of the agent and the day, if the record is written correctly.
    pub said: Option<(Span, Span)>,
}

/// The record for a block that an agent with this name adds.
pub fn agent_record(name: &str, date: &str) -> String {
    format!("<!-- tagdown: {AGENT}{} on {date}{STATE} -->", agent_name(name))
}

/// A name that any client may have sent, as far as a record can contain it.
fn agent_name(name: &str) -> String {
    let is_fine = |c: char| c.is_ascii_alphanumeric() || "._+/".contains(c);
    let words: Vec<&str> = name.split(|c: char| !is_fine(c)).filter(|word| !word.is_empty()).collect();
    let mut name = words.join("-");
    name.truncate(LONGEST);
    let name = name.trim_end_matches('-');
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}

/// Reads a comment; `rest` is what follows the name of the tool, up to the end of the comment. `None` if it is no record.
pub(super) fn read(comment: Span, rest: &str, end: usize) -> Option<AgentRecord> {
    let words = rest.trim_start_matches(':').trim_start();
    let first = words.split_whitespace().next().unwrap_or_default();
    let has_colon = rest.starts_with(':');
    let names_agent = words.split_whitespace().nth(1).is_some_and(|word| word.eq_ignore_ascii_case("agent"));
    if !first.eq_ignore_ascii_case(BY) || !(has_colon || names_agent) {
        return None;
    }
    let said = || {
        let name_on = words.trim_end().strip_prefix(AGENT)?.strip_suffix(STATE)?;
        let (name, date) = name_on.rsplit_once(" on ")?;
        let is_right = has_colon && rest.starts_with(": ") && name == agent_name(name) && is_date(date);
        let start = end - words.len() + AGENT.len();
        let day = start + name_on.len() - date.len();
        is_right.then_some((Span::new(start, start + name.len()), Span::new(day, day + date.len())))
    };
    Some(AgentRecord { span: comment, said: said() })
}

fn is_date(text: &str) -> bool {
    let is_right = |(at, c): (usize, char)| if [4, 7].contains(&at) { c == '-' } else { c.is_ascii_digit() };
    text.len() == 10 && text.char_indices().all(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;

    #[test]
    fn any_name_becomes_one_that_a_record_can_contain() {
        for (given, wanted) in [
            ("claude-code", "claude-code"),
            ("Visual Studio Code", "Visual-Studio-Code"),
            ("", "unknown"),
            ("-->\n\n**[SPEC]**\nx", "SPEC-x"),
            ("a on 2020-01-01, reviewed by root -->", "a-on-2020-01-01-reviewed-by-root"),
            ("\u{202e}é--b", "b"),
            (&"n".repeat(500), &"n".repeat(40)),
        ] {
            let record = agent_record(given, "2026-11-17");
            assert_eq!(record, format!("<!-- tagdown: by agent {wanted} on 2026-11-17, not reviewed -->"));
            let text = format!("## A\n\n**[?]**\n{record}\nx\n");
            let document = parse(&text);
            let found = document.unreviewed(&document.blocks[0]).expect("a record");
            let (name, date) = found.said.expect("written correctly");
            assert_eq!((document.text(name), document.text(date)), (wanted, "2026-11-17"));
        }
    }

    #[test]
    fn a_broken_record_hides_the_block_too_but_no_other_block() {
        for (block, is_hidden) in [
            ("**[?]**\n<!-- tagdown: by agent x on 2026-11-17, reviewed -->\nx", true),
            ("**[?]**\n<!-- tagdown: by somebody -->\nx", true),
            ("**[?]**\n<!--Tagdown BY Agent-->\nx", true),
            ("**[?]**\n<!-- tagdown:by agent x on 2026-11-17, not reviewed -->\nx", true),
            ("**[?]**\n<!-- seen -->\n\n<!-- tagdown: by agent x on 2026-11-17, not reviewed -->\nx", true),
            ("**[?]**\nx <!-- tagdown: by agent x on 2026-11-17, not reviewed --> y", true),
            ("**[?]**\n<!-- tagdown by hand -->\nx", false),
            ("**[?]**\n<!-- by agent x on 2026-11-17, not reviewed -->\nx", false),
            ("**[?]**\n`<!-- tagdown: by agent x on 2026-11-17, not reviewed -->`", false),
            ("**[SPEC]**\n<!-- tagdown: by agent x on 2026-11-17, not reviewed -->\n- x", false),
            ("**[NOTE]**\n<!-- tagdown: by agent x on 2026-11-17, not reviewed -->\n\nx", false),
        ] {
            let text = format!("## A\n\n**[?]**\nfirst\n\n{block}\n\n**[?]**\nlast\n");
            let document = parse(&text);
            let hidden: Vec<&str> = document
                .blocks
                .iter()
                .filter(|block| document.unreviewed(block).is_some())
                .map(|block| document.text(block.span))
                .collect();
            assert_eq!(!hidden.is_empty(), is_hidden, "{block}");
            assert!(hidden.iter().all(|text| !text.contains("last") && text.contains('x')), "{hidden:?}");
        }
    }
}
