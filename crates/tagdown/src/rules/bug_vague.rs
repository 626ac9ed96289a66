//! A BUG field without specific details.
//!
//! ```md bad
//! **[BUG] Upload problems**
//! Symptom: the upload sometimes causes problems.
//! Cause: a bug in the uploader.
//! Fix: fix the uploader.
//! ```
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the upload does not work properly: the bar stays at 100% and no file appears.
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! ```
//!
//! A field is vague if its few words say only that something is wrong, without a number, a code span, a quotation,
//! an identifier or a colon followed by details. Not detected: long fields that say nothing specific.

use super::engine::{Context, Group, Hit, Rule, Severity, page_of};
use crate::document::Field;
use crate::prose::{Cue, cue};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "bug-vague",
    group: Group::Bug,
    severity: Severity::Warning,
    cues: &[CUES, WHOLE],
    why: "readers need a visible symptom to recognise a failure, and a concrete step to fix it",
    todo: "name a specific error, value, version or step",
    source: page_of!("bug_vague.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue(
        "feels|feel|looks|look|seems|seem a? bit|little|somewhat|kind|of|very? off|weird|strange|odd|wrong|slow|sluggish|laggy|broken|buggy|unstable",
        "Everything feels a bit off.",
    ),
    cue("problem|problems", "Uploads sometimes cause problems."),
    cue("issue|issues !a|an|the|tokens|tickets|requests|commands", "Users see issues."),
    cue(
        "does|do|did|will|would not always|really|quite? work|function|behave|operate properly|correctly|right|well|reliably|nicely|consistently",
        "The upload does not work properly.",
    ),
    cue("doesn|don|didn|won t always|really|quite? work|function|behave|operate", "The upload doesn't work."),
    cue(
        "does|do|did|will not always|really|quite? work|function|behave|operate as? expected|intended|should?",
        "The upload does not behave as expected.",
    ),
    cue("does|do|did|will not work $", "Uploads do not work."),
    cue(
        "not working|functioning|behaving properly|correctly|right|as|well?",
        "The upload is not working correctly.",
    ),
    cue(
        "works|work|behaves|behave|acts|act incorrectly|wrongly|badly|poorly|unpredictably|unexpectedly|differently|erratically|strangely|weirdly|oddly|funny|strange|weird",
        "The upload behaves strangely.",
    ),
    cue("misbehaves|misbehave|misbehaving|malfunctions|malfunction|malfunctioning", "The upload misbehaves."),
    cue(
        "is|are|gets|get|becomes|become|runs|run very|too|really|quite|a|bit? slow|sluggish|laggy|flaky|unstable|unreliable|broken at|from|now|once|every|sometimes|occasionally|often times|time|and|in",
        "Sync is flaky at times.",
    ),
    cue("^ something|it is|seems wrong|off|broken with|in|about", "Something is wrong with the buffer."),
    cue("acts|acting up", "The upload acts up."),
    cue(
        "strange|weird|odd|unexpected|unpredictable|erratic|inconsistent|incorrect|wrong|undefined|bad|flaky behavior|behaviour|results|result|things|output|outcomes|errors|effects",
        "Users see strange behaviour.",
    ),
    cue(
        "something|things|everything|stuff goes|go|went|is|are|gets|get wrong|off|weird|broken|bad|strange",
        "Something goes wrong during the upload.",
    ),
    cue("things|everything|something|stuff breaks|break|broke|fails|fail|stops|stop", "Things break."),
    cue(
        "is|are|gets|get|becomes|become broken|buggy|flaky|unstable|unreliable|glitchy|wonky|off|wrong|bad|weird $",
        "The upload is broken.",
    ),
    cue(
        "fails|fail|breaks|break|crashes|crash|errors|hangs sometimes|occasionally|often|randomly|intermittently|unexpectedly|now $",
        "The upload fails sometimes.",
    ),
    cue(
        "sometimes|occasionally|often|randomly|intermittently fails|fail|breaks|break|crashes|crash|errors|hangs|misbehaves $",
        "The upload sometimes fails.",
    ),
    cue(
        "an|some|various|random|several|many|strange|weird error|errors occurs|occur|happens|happen|appears|appear|is|are|pops|pop|may|can|thrown|shown $",
        "Various errors occur.",
    ),
    cue(
        "various|random|general|miscellaneous errors|failures|glitches|bugs|instability|crashes",
        "Random failures.",
    ),
    cue("errors|glitches|failures sometimes|occasionally? occur|happen|appear", "Errors sometimes occur."),
    cue(
        "poor|bad|degraded|suboptimal performance|experience|quality|behavior|behaviour",
        "Poor performance.",
    ),
    cue(
        "is|are|gets|get|becomes|become|runs|run very|too|really|quite? slow|sluggish|laggy $",
        "The upload is slow.",
    ),
    cue(
        "causes|cause|causing|caused trouble|confusion|errors|failures|trouble|headaches|bugs",
        "The upload causes trouble.",
    ),
    cue("fails|fail|breaks|break|crashes|crash|stops|stop|hangs|hang working? $", "The upload fails."),
    cue("has|have some? bug|bugs|glitch|glitches|quirk|quirks", "The upload has bugs."),
];

/// Complete Cause or Fix texts that carry no information.
const WHOLE: &[Cue] = &[
    cue(
        "^ a|an|some|the|internal|coding|programming|human|logic|implementation|configuration? internal|coding|programming|human|logic|implementation|configuration? bug|error|issue|problem|mistake|fault in|of? the|our? *? $",
        "A bug in the uploader.",
    ),
    cue(
        "^ bad|wrong|broken|incorrect|buggy code|logic|configuration|implementation|setup|settings $",
        "Bad code.",
    ),
    cue("^ misconfiguration|complicated|various|unspecified $", "Misconfiguration."),
    cue(
        "^ various|several|many|technical|different|multiple reasons|causes|factors|things|issues $",
        "Various reasons.",
    ),
    cue("^ something|it is|was|got broken|wrong $", "It is broken."),
    cue("^ something|it broke $", "Something broke."),
    cue(
        "^ fix|fixed|repair|repaired|improve|improved|handle|handled|solve|solved|resolve|resolved it|this|bug|issue|problem|code|configuration|bugs|issues $",
        "Fix it.",
    ),
    cue(
        "^ fix|fixed|repair|repaired|improve|improved|solve|solved|resolve|resolved the|this * $",
        "Fix the uploader.",
    ),
    cue(
        "^ handle|do|configure|use|set|implement it|this|that|things properly|correctly|right|better|carefully $",
        "Handle it properly.",
    ),
    cue("^ done|fixed|resolved|solved|improve|refactor|investigate|bugfix|patched|corrected $", "Done."),
    cue("^ be|take careful|care $", "Be careful."),
    cue("^ use common sense $", "Use common sense."),
    cue("^ avoid it|this|that $", "Avoid this."),
    cue("^ do|don not|t do it|this|that $", "Don't do that."),
    cue(
        "^ made|make? various|several|some|multiple|minor|code|bug fixes|changes|improvements|change|fix $",
        "Various fixes.",
    ),
    cue("^ make|made it work|better|right|faster $", "Make it work."),
    cue("^ works now|again $", "Works now."),
    cue(
        "^ adjust|change|update|tweak as|it|accordingly|appropriately needed|necessary|required|appropriate? $",
        "Adjust as needed.",
    ),
    cue("^ change|update|improve|rewrite|refactor|rework the|it|some|your code? $", "Update the code."),
    cue(
        "^ contact|ask support|the|us|your|vendor team|vendor|support|admin|administrator? $",
        "Contact support.",
    ),
    cue("^ it depends $", "It depends."),
    cue("^ see|as above|below $", "See above."),
    cue(
        "^ add|improve|better|more error? handling|checks|validation|tests|testing $",
        "Improve error handling.",
    ),
    cue("^ test|try more|better|again later? $", "Try again later."),
];

/// A field with more words than this says more than that something is wrong.
const WORDS: usize = 14;

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    if !wording.is_english {
        return;
    }
    let mut reported = None;
    for hit in wording.hits(RULE.name) {
        let block = &cx.document.blocks[wording.passages[hit.passage].block];
        let Some(field) = block.field_at(hit.span.start) else {
            continue;
        };
        let is_vague = match field.spec.name {
            "Symptom" => !is_exact(cx, field),
            "Cause" | "Fix" => is_whole(cx, field, hit),
            _ => false,
        };
        if reported == Some(field.label) || !is_vague {
            continue;
        }
        reported = Some(field.label);
        let (words, wanted) = match field.spec.name {
            "Symptom" => (cx.words(hit.span), "what the user sees"),
            "Cause" => (cx.quote(field.value), "what is wrong and where"),
            _ => (cx.quote(field.value), "what to do"),
        };
        cx.report(field.value, format!("too vague: `{words}`; describe {wanted}"));
    }
}

/// Whether the field contains nothing but the matched words.
fn is_whole(cx: &Context<'_, '_>, field: &Field, hit: &Hit) -> bool {
    let around = |from: usize, to: usize| cx.text(Span::new(from, to.max(from)));
    let says = |text: &str| text.contains(|c: char| c.is_alphanumeric() || "`\"".contains(c));
    !says(around(field.value.start, hit.span.start)) && !says(around(hit.span.end, field.value.end))
}

/// Whether the field contains something specific: a number, a name, code, quoted output or enough detail.
fn is_exact(cx: &Context<'_, '_>, field: &Field) -> bool {
    let text = cx.text(field.value);
    let is_name = |word: &str| {
        let inner = word.trim_matches(|c: char| !c.is_alphanumeric());
        inner.len() > 1 && inner.chars().skip(1).any(char::is_uppercase) || inner.contains('_')
    };
    text.contains(['`', '"', '“', '%', ':', ';'])
        || text.contains(|c: char| c.is_ascii_digit())
        || text.split_whitespace().count() > WORDS
        || text.split_whitespace().any(is_name)
}
