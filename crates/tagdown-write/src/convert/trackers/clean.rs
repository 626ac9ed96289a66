//! The text of an issue without comments, images, layout, tracker commands and emoji. Code stays unchanged.

/// HTML elements that only affect the layout.
const LAYOUT: &str = "br img details summary p div sub sup b i em strong blockquote hr kbd center";

/// GitLab's quick actions, which are not meant for readers.
const ORDERS: &str = "/cc /label /close /assign /milestone /unlabel /remove /estimate /spend /due /relabel";

/// The text without comments, images and HTML layout tags.
pub(crate) fn without_markup(text: &str) -> String {
    // A dot at the start of a line is a list item in everything but Markdown.
    let text = format!("\n{text}").replace("\r\n", "\n").replace("\n• ", "\n- ").split_off(1);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let is_line = at == 0 || text.as_bytes()[at - 1] == b'\n';
        at += match () {
            () if rest.starts_with('`') || is_line && rest.trim_start_matches(' ').starts_with("~~~") => {
                let length = code(rest, is_line);
                out.push_str(&rest[..length]);
                length
            }
            () if is_line && is_order(rest) => rest.find('\n').unwrap_or(rest.len()),
            // An unclosed comment hides everything after it.
            () if rest.starts_with("<!--") => rest.find("-->").map_or(rest.len(), |end| end + 3),
            () if rest.starts_with("![") => image(rest).unwrap_or_else(|| copied(rest, &mut out)),
            () if rest.starts_with('<') => element(rest, &mut out).unwrap_or_else(|| copied(rest, &mut out)),
            () => copied(rest, &mut out),
        };
    }
    out
}

/// Copies the first character and everything after it that cannot open anything.
fn copied(rest: &str, out: &mut String) -> usize {
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let plain = rest[first..].find(['`', '<', '!', '\n', '~', '/']).map_or(rest.len(), |at| first + at);
    out.push_str(&rest[..plain]);
    plain
}

fn is_order(rest: &str) -> bool {
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    ORDERS.split(' ').any(|order| order == word)
}

/// The length of the code that opens here: a span, or a fence at the start of a line.
fn code(rest: &str, is_line: bool) -> usize {
    let body = rest.trim_start_matches(' ');
    let mark = if body.starts_with('~') { '~' } else { '`' };
    let ticks = body.len() - body.trim_start_matches(mark).len();
    let indent = rest.len() - body.len();
    if is_line && ticks >= 3 {
        let fence = mark.to_string().repeat(ticks);
        let mut end = 0;
        for (number, line) in rest.split_inclusive('\n').enumerate() {
            end += line.len();
            if number > 0 && line.trim_start().starts_with(&fence) {
                break;
            }
        }
        return end;
    }
    let after = indent + ticks;
    let mut at = after;
    while let Some(next) = rest[at..].find('`') {
        let run = rest[at + next..].len() - rest[at + next..].trim_start_matches('`').len();
        at += next + run;
        if run == ticks {
            return at;
        }
    }
    after
}

/// The length of the image that opens here.
fn image(rest: &str) -> Option<usize> {
    let line = rest.lines().next()?;
    let open = line.find("](")?;
    line[open..].find(')').map(|close| open + close + 1)
}

/// The length of the tag that opens here, if it is a layout tag.
fn element(rest: &str, out: &mut String) -> Option<usize> {
    let name: String =
        rest[1..].trim_start_matches('/').chars().take(12).take_while(char::is_ascii_alphanumeric).collect();
    LAYOUT.split(' ').find(|known| known.eq_ignore_ascii_case(&name))?;
    let end = rest.find('>')?;
    out.push_str(if name.eq_ignore_ascii_case("br") { "\n" } else { "" });
    Some(end + 1)
}

/// Jira text as Markdown: `{{code}}` for spans, `{code}` around blocks.
pub(crate) fn from_jira(text: &str) -> String {
    let line = |line: &str| {
        let is_fence = ["{code", "{noformat"].iter().any(|mark| line.trim_start().starts_with(mark));
        if is_fence { "```".to_owned() } else { line.replace("{{", "`").replace("}}", "`") }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The text without struck-out parts.
pub(crate) fn without_struck(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, struck)) = rest.split_once("~~") {
        out.push_str(before);
        let Some((_, after)) = struck.split_once("~~") else {
            return out + "~~" + struck;
        };
        rest = after;
    }
    out + rest
}

/// A sentence without the thanks around it and the word that opens an answer: `Right, the list is empty, thanks`.
pub(crate) fn without_courtesy(text: &str) -> &str {
    const OPENINGS: [&str; 22] = [
        "right,",
        "ah,",
        "oh,",
        "ok,",
        "okay,",
        "yes,",
        "yes ",
        "yep,",
        "yup,",
        "yeah,",
        "sorry,",
        "oops,",
        "good catch,",
        "great catch,",
        "nice catch,",
        "i see that ",
        "i see ",
        "i noticed that ",
        "i found that ",
        "i found out that ",
        "i realized that ",
        "i realised that ",
    ];
    const THANKS: [&str; 8] =
        ["thank you", "thanks", "thank you!", "thanks!", "thank you.", "thanks.", "cheers", "thx"];
    let starts =
        |text: &str, word: &str| text.get(..word.len()).is_some_and(|it| it.eq_ignore_ascii_case(word));
    let mut rest = text;
    // `Thanks all. v2.1 is released`: a small letter hides the end of the sentence.
    if (starts(rest, "thanks ") || starts(rest, "thank you"))
        && let Some((thanks, after)) = rest.split_once(['.', '!'])
        && thanks.split_whitespace().count() < 16
        && after.starts_with(' ')
    {
        rest = after.trim_start();
    }
    if let Some(opening) = OPENINGS.iter().find(|opening| starts(rest, opening)) {
        rest = rest[opening.len()..].trim_start();
    }
    rest = without_finding(rest);
    let end = THANKS.iter().find_map(|thanks| {
        let at = rest.len().checked_sub(thanks.len())?;
        let is_last = rest.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(thanks));
        (is_last && rest[..at].ends_with(' ')).then_some(at)
    });
    let cut = end.map_or(rest, |at| rest[..at].trim_end().trim_end_matches([',', ';', '-', '–']).trim_end());
    if cut.split_whitespace().nth(2).is_some() { cut } else { text }
}

/// A sentence without the names of those it speaks to.
pub(crate) fn without_mention(text: &str) -> &str {
    let mut rest = text;
    while let Some((name, after)) = rest.strip_prefix('@').and_then(|rest| rest.split_once(' ')) {
        let is_name =
            name.trim_end_matches([',', ':']).chars().all(|c| c.is_alphanumeric() || "-_.".contains(c));
        if name.is_empty() || !is_name {
            break;
        }
        rest = after.trim_start();
    }
    rest
}

/// A sentence without how its speaker found out: `I took a look and the problem is …`, `While testing I found that …`.
fn without_finding(text: &str) -> &str {
    const LOOKS: [&str; 5] = [
        " and the problem ",
        " and the issue is ",
        " and the issue was ",
        " and the cause ",
        " and the reason ",
    ];
    const FINDS: [&str; 6] = [
        "I've found that ",
        "I have found that ",
        "I found that ",
        "I found out that ",
        "I noticed that ",
        "and found that ",
    ];
    let is_early = |at: usize| text[..at].split_whitespace().count() <= MOST_BEFORE;
    let looked = || {
        LOOKS.iter().find_map(|look| text.find(look).filter(|at| is_early(*at))).map(|at| at + " and ".len())
    };
    let found = FINDS.iter().find_map(|find| Some(text.find(find).filter(|at| is_early(*at))? + find.len()));
    let speaks = text.starts_with("I ") || text.starts_with("I'") || text.starts_with("We ");
    found.or_else(|| looked().filter(|_| speaks)).map_or(text, |at| &text[at..])
}

/// The most words of a sentence about how somebody found out.
const MOST_BEFORE: usize = 8;

/// A sentence without the issue that it closes before it: `Fixes #12 — the list is empty`.
pub(crate) fn without_issue(text: &str) -> &str {
    const VERBS: [&str; 10] =
        ["fix", "fixes", "fixed", "close", "closes", "closed", "resolve", "resolves", "resolved", "for"];
    let mut words = text.splitn(3, ' ');
    let (Some(verb), Some(issue), Some(rest)) = (words.next(), words.next(), words.next()) else {
        return text;
    };
    let number = issue.trim_end_matches([':', ',', '.', ';']).strip_prefix('#');
    let is_issue =
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    let bare = rest.trim_start_matches(['—', '–', '-', ':', ' ']);
    let is_set_off = bare.len() < rest.len() || issue.ends_with([':', ',', '.', ';']);
    let is_verb = VERBS.contains(&verb.to_lowercase().as_str());
    if is_verb && is_issue && is_set_off { bare } else { text }
}

/// A text in which a smiley before a new sentence ends the one before it.
pub(crate) fn without_smileys(text: &str) -> String {
    const SMILEYS: [&str; 6] = [" :(", " :)", " :-(", " :-)", " ;)", " :D"];
    let mut out = text.to_owned();
    for smiley in SMILEYS {
        while let Some(at) = out.find(smiley).filter(|at| {
            let rest = &out[at + smiley.len()..];
            let is_next =
                rest.strip_prefix([' ', '\n']).is_some_and(|rest| rest.starts_with(char::is_uppercase));
            is_next && out[..*at].ends_with(char::is_alphanumeric)
        }) {
            out.replace_range(at..at + smiley.len(), ".");
        }
    }
    out
}

/// A sentence without its emoji, including shortcodes such as `:tada:`.
pub(crate) fn without_emoji(text: &str) -> String {
    let is_name = |word: &str| {
        let inner = word.strip_prefix(':').and_then(|word| word.strip_suffix(':'));
        inner.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || "_+-0123456789".contains(c))
        })
    };
    let is_picture = |c: char| matches!(u32::from(c), 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0xFE0F | 0x200D);
    let is_said = |word: &&str| !is_name(word) && !word.chars().all(is_picture);
    text.split(' ').filter(is_said).collect::<Vec<_>>().join(" ")
}

/// A sentence that starts with a capital letter, unless it starts with a name or code.
pub(crate) fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_word = first.chars().all(|c| c.is_ascii_lowercase() || ",'".contains(c)) && !first.is_empty();
    match text.chars().next() {
        Some(c) if is_word => format!("{}{}", c.to_uppercase(), &text[c.len_utf8()..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_goes_and_code_stays() {
        for (text, said) in [
            ("a <!-- Fix: `rm` -->b", "a b"),
            ("a <!-- never closed `b`", "a "),
            ("a `<!-- b -->` c", "a `<!-- b -->` c"),
            ("Set `{{ .Name }}` and `<br>`, `Vec<P>`", "Set `{{ .Name }}` and `<br>`, `Vec<P>`"),
            ("```\n<p>![a](b)\n/label x\n```\nc", "```\n<p>![a](b)\n/label x\n```\nc"),
            ("~~~\n<p>\n~~~\n<p>a</p>", "~~~\n<p>\n~~~\na"),
            ("![a](b)c ![d][e] (f)", "c ![d][e] (f)"),
            ("a<br>b<T>c", "a\nb<T>c"),
            ("a\n/label ~bug\nb /cc c", "a\n\nb /cc c"),
            ("über ` offen", "über ` offen"),
        ] {
            assert_eq!(without_markup(text), said);
        }
        assert_eq!(without_struck("a ~~b~~ c ~~d"), "a  c ~~d");
        assert_eq!(from_jira("{{a}}\n{code:java}\nb\n{code}"), "`a`\n```\nb\n```");
        for (text, told) in [
            ("Right, the list is empty.", "the list is empty."),
            ("the fix is in `2.1` thank you", "the fix is in `2.1`"),
            ("Fixed in 2.1, thanks!", "Fixed in 2.1"),
            ("Thanks all. v2.1 is out now.", "v2.1 is out now."),
            ("Thanks for the report.", "Thanks for the report."),
            ("Right, thanks", "Right, thanks"),
        ] {
            assert_eq!(without_courtesy(text), told);
        }
        assert_eq!(without_emoji(":tada: a 🎉 b"), "a b");
    }
}
