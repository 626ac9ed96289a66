//! Filler in a SPEC: words that add no facts.
//!
//! ```md bad
//! **[SPEC]**
//! - Please note that a token expires after 60 minutes.
//! - Of course, `limit` is at most 50.
//! ```
//!
//! ```md fixed
//! **[SPEC]**
//! - A token expires after 60 minutes.
//! - `limit` is at most 50.
//! ```
//!
//! The fix removes the words if they open a sentence and a complete sentence remains. It keeps every other word. It is
//! safe because the removed words only announce the fact. In other cases (`it is important to`, `please`, filler in the
//! middle of a sentence), a person must reword the sentence. Not detected: single fillers such as `just`, `very` and
//! `actually`, which sometimes carry meaning.

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::prose::{Cue, cue, sentence};
use crate::rules::engine::wording;
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-filler",
    group: Group::Spec,
    severity: Severity::Warning,
    fix: FixKind::Sometimes,
    removes_words: true,
    cues: &[CUES],
    why: "every word of a SPEC costs a model tokens; keep only words that carry a fact",
    todo: "remove the words",
    source: page_of!("spec_filler.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue("^- please|do|kindly|just|also note also? that", "Kindly note that names are unique."),
    cue("^- please|kindly|also? note ,", "Note, names are unique."),
    cue("^- be advised|warned that?", "Be advised that names are unique."),
    cue(
        "^ basically|essentially|clearly|naturally|frankly|admittedly|evidently ,",
        "Frankly, names are unique.",
    ),
    cue(
        "!far as you|we|everyone|everybody|anyone|most|many|readers|people|users probably|surely|already|certainly|all|doubtless? know|knows",
        "As everyone knows, names are unique.",
    ),
    cue(
        "it should|must|can|has|may|might to? also? be pointed|observed|said|added|highlighted|underlined|recalled|understood|clarified|repeated out? that",
        "It should be pointed out that names are unique.",
    ),
    cue(
        "^ one|another|a|something|one more|last|final|few? thing|things|point|points|detail to be|keep|bear|note|know|remember|mention",
        "One thing to be aware of: names are unique.",
    ),
    cue(
        "^ something to be|keep|bear|note|know|remember|mention",
        "Something to keep in mind: names are unique.",
    ),
    cue("^ also? be aware", "Be aware: names are unique."),
    cue("^ mind you", "Mind you, names are unique."),
    cue("^ by the way", "By the way, names are unique."),
    cue("^ as a|an quick|important|friendly? reminder|aside|note ,", "As a reminder, names are unique."),
    cue("^ as always|usual|ever ,", "As always, names are unique."),
    cue("^ in other words", "In other words, names are unique."),
    cue("^ to put it simply|differently|bluntly|plainly|briefly", "To put it simply, names are unique."),
    cue("^ to sum up|summarize|summarise|reiterate|recap|repeat ,", "To sum up, names are unique."),
    cue("^ last but not least", "Last but not least, names are unique."),
    cue("for what it is|s worth", "For what it's worth, names are unique."),
    cue("suffice it to say", "Suffice it to say that names are unique."),
    cue("it bears mentioning|repeating|noting|stressing", "It bears mentioning that names are unique."),
    cue("^ also|and|just|please|but? remember that", "Also remember that names are unique."),
    cue("^ remember ,", "Remember, names are unique."),
    cue("^- please? also? note also? that", "Please note that names are case-sensitive."),
    cue("please|also|and|but|however also? note that", "Names end in a slash, but note that it is optional."),
    cue(
        "you|clients|users|developers|readers should|must also? note that",
        "Clients should note that names are unique.",
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
        "it is|s also? worth noting|mentioning|remembering|knowing|pointing|saying|stating|repeating|stressing|recalling|emphasising|emphasizing|highlighting out? that|the?",
        "It is worth noting that names are unique.",
    ),
    cue(
        "it is|s worth noting|mentioning|remembering|repeating|stressing|saying",
        "The port, it is worth mentioning, is fixed.",
    ),
    cue(
        "it should|must|can|has to? also? be noted|mentioned|remembered|stressed|emphasized|emphasised that?",
        "It should be noted that names are unique.",
    ),
    cue("^- also|please|and|but? keep|bear in mind that?", "Keep in mind that names are unique."),
    cue("^ remember that", "Remember that names are unique."),
    cue("^ do|don not|t forget that|to", "Do not forget to close the handle."),
    cue(
        "as you can|may|might|will|ll already? see|imagine|guess|know|expect|notice",
        "As you can see, names are unique.",
    ),
    cue("!far as we|you all? know", "As you know, names are unique."),
    cue("you will|ll|can notice|see that", "You will notice that names are unique."),
    cue("needless to say", "Needless to say, names are unique."),
    cue("it goes without saying", "It goes without saying that names are unique."),
    cue("^ of course", "Of course, names are unique."),
    cue("is|are|can|will|may|but|and of course", "Names are, of course, unique."),
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

/// Words that can be capitalised to start a sentence; other words may have to stay in lower case.
const OPENERS: &[&str] = &[
    "the", "a", "an", "this", "these", "those", "all", "each", "every", "any", "no", "it", "its", "they",
    "if", "when", "there", "only", "both", "some", "most", "in", "on", "for", "by", "at", "with", "without",
    "your", "our", "their", "neither", "either", "once", "after", "before", "while", "until", "unless", "as",
    "not", "one", "two",
];

/// Words that only announce a fact and are followed by a complete sentence.
const CUTTABLE: &[&str] = &[
    "note",
    "aware",
    "mind",
    "remember",
    "noting",
    "mentioning",
    "remembering",
    "noted",
    "mentioned",
    "turns",
    "see",
    "know",
    "say",
    "course",
    "obviously",
    "interestingly",
    "importantly",
    "notably",
    "basically",
    "essentially",
    "fact",
    "nutshell",
    "information",
    "all",
    "clear",
    "put",
    "advised",
    "reminder",
    "way",
    "words",
    "least",
    "worth",
];

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
        let finding = cx.report(hit.span, format!("filler: `{words}`; state only the fact"));
        if let Some(edits) = edits {
            finding.fix(Safety::Safe, format!("remove `{words}`"), edits);
        }
    }
}

/// Removes the words that open the sentence and capitalises what follows, if a sentence remains.
fn without(cx: &Context<'_, '_>, hit: Span, sentence: Span, words: &str) -> Option<Vec<Edit>> {
    let after = cx.text(Span::new(hit.end, sentence.end.max(hit.end)));
    let comma = after.len() - after.trim_start_matches(',').len();
    let rest = after[comma..].trim_start();
    let lower = words.to_lowercase();
    let is_lead = lower.ends_with(" that") || comma > 0;
    let is_cuttable = lower.split(|c: char| !c.is_alphabetic()).any(|word| CUTTABLE.contains(&word));
    let is_plain =
        cx.text(hit).chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || ",'’".contains(c));
    let opens = hit.start == sentence.start && words.starts_with(char::is_uppercase);
    if !(is_lead && is_cuttable && is_plain && opens) {
        return None;
    }
    let gap = hit.end + after.len() - rest.len();
    let mut edits = vec![Edit::delete(Span::new(hit.start, gap))];
    let first = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let is_sentence = rest.split_whitespace().count() > 2;
    if OPENERS.contains(&first) && rest[first.len()..].starts_with(' ') && is_sentence {
        let raised = first[..1].to_uppercase();
        edits.push(Edit::replace(Span::new(gap, gap + 1), raised));
        return Some(edits);
    }
    let is_code = rest.starts_with('`') && !rest.starts_with("``");
    (is_sentence && (is_code || first.starts_with(char::is_uppercase))).then_some(edits)
}

#[cfg(test)]
mod tests {
    /// A SPEC bullet after the safe fix.
    fn fixed(line: &str) -> String {
        let text = format!("**[SPEC]**\n- {line}\n");
        let fixed = crate::rules::fix(
            &text,
            &crate::rules::Settings::single(&super::RULE),
            crate::rules::Safety::Safe,
        );
        assert_eq!(fixed.refused, 0, "{line}");
        fixed.text.trim_start_matches("**[SPEC]**\n- ").trim_end().to_owned()
    }

    #[test]
    fn fillers_are_taken_out_where_a_sentence_is_left() {
        for (line, expected) in [
            ("Please note that the limit is 5.", "The limit is 5."),
            ("It stops. Note that a restart is needed.", "It stops. A restart is needed."),
            ("Obviously, `x` is the key.", "`x` is the key."),
            ("Note, that the limit is 5.", "The limit is 5."),
            ("Please note, all names are unique.", "All names are unique."),
            ("By the way, each id is final.", "Each id is final."),
            ("It is worth noting that HTTP is refused.", "HTTP is refused."),
            ("Keep in mind that each id is final.", "Each id is final."),
        ] {
            assert_eq!(fixed(line), expected);
        }
        for line in [
            "Note that ``` opens a fence.",
            "Remember that option.",
            "Note that b means bits, and B means bytes.",
            "Note that npm is needed.",
            "It is important to us.",
            "It is important to close the handle.",
            "Please wait.",
            "Names are, of course, unique.",
            "The limit is 5, but note that it grows.",
            "The flag says whether it is important that `x` is sent.",
            "Feel free to send the header.",
        ] {
            assert_eq!(fixed(line), line);
        }
    }
}
