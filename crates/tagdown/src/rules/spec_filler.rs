//! Words in a SPEC that carry no fact.
//!
//! ```md bad
//! **[SPEC]**
//! - Please note that a token expires after 60 minutes.
//! - It is important to send the header with every request.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - A token expires after 60 minutes.
//! - Send the header with every request.
//! ```
//!
//! The fix takes the words out and keeps every other. It is safe: what is taken out comes from a closed list and
//! says only that something is said. Where no plain sentence would be left, there is no fix. Missed: single fillers such
//! as `just`, `very` and `actually`, which sometimes carry a meaning.

use super::{Context, FixKind, Group, Rule, wording};
use crate::cue::{Cue, cue};
use crate::finding::{Edit, Safety, Severity};
use crate::sentence;
use crate::source::Span;

pub(super) const RULE: Rule = Rule {
    name: "spec-filler",
    group: Group::Spec,
    severity: Severity::Warning,
    fix: FixKind::Sometimes,
    removes_words: true,
    cues: &[CUES],
    why: "every word of a SPEC is read and paid for; keep those that carry a fact",
    source: include_str!("spec_filler.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue("^- please? also? note also? that", "Please note that names are case-sensitive."),
    cue(
        "please|also|and|but|should|must|to|however|do also? note that",
        "Names end in a slash, but note that it is optional.",
    ),
    cue("^- please? note however that", "Note, however, that names are case-sensitive."),
    cue("please also? note", "Please note the trailing slash."),
    cue("^ please", "Please send the header."),
    cue("please !note|be|keep|bear|remember|see|refer", "To cancel, please call the endpoint twice."),
    cue("please? do? be aware that", "Please be aware that the clock is in UTC."),
    cue("please do? be aware", "Please be aware of the time zone."),
    cue("you should|must|need|have to? be aware that|of", "You should be aware that the clock is in UTC."),
    cue(
        "it is|s also? very|really|extremely|critically? important|essential|crucial|vital|critical|imperative to? note|remember|understand|realize|realise|know|keep|mention|point|stress that",
        "It is important to note that names are unique.",
    ),
    cue(
        "it is|s also? very|really|extremely|critically? important|essential|crucial|vital|critical|imperative that|to|you",
        "It is important to close the handle.",
    ),
    cue(
        "it is|s also? worth noting|mentioning|remembering|knowing|pointing out? that|the?",
        "It is worth noting that names are unique.",
    ),
    cue("it is|s worth noting|mentioning|remembering", "The port, it is worth mentioning, is fixed."),
    cue(
        "it should|must|can|has to? also? be noted|mentioned|remembered|stressed|emphasized|emphasised that?",
        "It should be noted that names are unique.",
    ),
    cue("^- also|please|and|but? keep|bear in mind that?", "Keep in mind that names are unique."),
    cue("^ remember that", "Remember that names are unique."),
    cue("do|don not|t forget that|to", "Do not forget to close the handle."),
    cue(
        "as you can|may|might|will|ll already? see|imagine|guess|know|expect|notice",
        "As you can see, names are unique.",
    ),
    cue("as we|you all? know", "As you know, names are unique."),
    cue("you will|ll|may|might|can notice|see|find that", "You will notice that names are unique."),
    cue("needless to say", "Needless to say, names are unique."),
    cue("it goes without saying", "It goes without saying that names are unique."),
    cue("of course", "Names are, of course, unique."),
    cue("^ obviously", "Obviously, names are unique."),
    cue("is|are|will|must|should|has|have obviously", "Names are obviously unique."),
    cue("interestingly", "Interestingly, names are unique."),
    cue("^ importantly|notably", "Importantly, names are unique."),
    cue(
        "^ basically|essentially !empty|equivalent|identical|the|a|an|same|zero|free|unused",
        "Basically, names are unique.",
    ),
    cue("as a matter of fact", "As a matter of fact, names are unique."),
    cue("in a nutshell", "In a nutshell, names are unique."),
    cue("at the end of the day $", "At the end of the day, names are unique."),
    cue("for your information", "For your information, names are unique."),
    cue("FYI|fyi", "FYI, names are unique."),
    cue("the fact is that", "The fact is that names are unique."),
    cue("it turns out that", "It turns out that names are unique."),
    cue("rest assured", "Rest assured that names are unique."),
    cue("feel free to", "Feel free to send several headers."),
    cue("we would like to", "We would like to mention the port, 80."),
    cue("^ in this section|chapter|document|part we|you|i", "In this section we list the ports."),
    cue(
        "^ this|the section|chapter|document|page|part describes|explains|covers|lists|shows|outlines|discusses|provides|introduces|gives|contains",
        "This section describes the ports.",
    ),
    cue(
        "^ the following section|chapter|sections describes|explains|covers|lists|shows|outlines|describe|explain|list",
        "The following section lists the ports.",
    ),
    cue("^ first of all", "First of all, names are unique."),
    cue("^ to be clear|honest|fair", "To be clear, names are unique."),
    cue("^ simply put", "Simply put, names are unique."),
    cue("^ that being? said", "That said, names are unique."),
    cue("^ with that in mind", "With that in mind, names are unique."),
];

/// What must follow the words, so that without them a sentence is left: the last of them is one of these.
const LEADS_ON: &[&str] = &["that", "to"];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    let mut passage = None;
    let mut sentences = Vec::new();
    for hit in wording.hits(RULE.name) {
        if passage != Some(hit.passage) {
            passage = Some(hit.passage);
            sentences = wording::sentences(cx.document, &wording.passages[hit.passage]);
        }
        let sentence = sentence::around(&sentences, wording.passages[hit.passage].span, hit.span.start);
        let words = cx.words(hit.span);
        let edits = without(cx, hit.span, sentence, &words);
        let finding = cx.report(hit.span, format!("filler: `{words}`; say the fact alone"));
        if let Some(edits) = edits {
            finding.fix(Safety::Safe, format!("take `{words}` out"), edits);
        }
    }
}

/// The sentence without the words, if one is left: its first letter raised where they opened it.
fn without(cx: &Context<'_, '_>, hit: Span, sentence: Span, words: &str) -> Option<Vec<Edit>> {
    let last = words.rsplit(' ').next().unwrap_or_default();
    let is_aside = words.starts_with("This") || words.starts_with("In this") || words.contains("section");
    // Without these words a wish or a permission would read as an order.
    let is_wish = words.contains("free") || words.contains("like");
    let after = cx.text(Span::new(hit.end, sentence.end.max(hit.end)));
    let comma = after.len() - after.trim_start_matches(',').len();
    let rest = after[comma..].trim_start();
    let leads_on =
        (LEADS_ON.contains(&last) && comma == 0) || comma > 0 || matches!(words, "Please" | "please");
    let is_plain =
        cx.text(hit).chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || ",'’".contains(c));
    let first = rest.chars().next().filter(|c| c.is_alphabetic() || *c == '`')?;
    if !leads_on || is_aside || is_wish || !is_plain || last == "the" {
        return None;
    }
    let gap = hit.end + after.len() - rest.len();
    let mut edits = vec![Edit::delete(Span::new(hit.start, gap))];
    let opens = hit.start == sentence.start;
    if !opens && comma > 0 && !cx.text(Span::new(sentence.start, hit.start)).trim_end().ends_with(',') {
        return None;
    }
    if !opens && comma > 0 {
        // The comma before an inserted phrase goes with the one behind it.
        let before = cx.text(Span::new(sentence.start, hit.start)).trim_end();
        let start = sentence.start + before.len() - 1;
        edits = vec![Edit::replace(Span::new(start, gap), " ")];
    } else if opens && first.is_lowercase() && words.starts_with(char::is_uppercase) && !is_name(rest) {
        let letter = Span::new(gap, gap + first.len_utf8());
        edits.push(Edit::replace(letter, first.to_uppercase().to_string()));
    }
    Some(edits)
}

/// Whether the first word keeps its small letter wherever it stands: `iOS`, `npm_config`.
fn is_name(rest: &str) -> bool {
    let word = rest.split(char::is_whitespace).next().unwrap_or_default();
    word.chars()
        .skip(1)
        .any(|c| c.is_uppercase() || c.is_ascii_digit() || "_/.".contains(c) && !word.ends_with(c))
}
