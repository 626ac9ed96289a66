//! The tone of a sentence: whether it states something binding, or only explains, tells a story or gives an example.

use std::sync::LazyLock;

use super::cue::{Cue, cue};
use super::facts::Fact;
use super::lexicon::Lexicon;

/// Phrases that make a bare number a fact: a limit, a default, a status.
const BINDING: &[Cue] = &[
    cue(
        "per|after|blocked|refused|kept|stored|deleted|purged|holds|hold|keeps|keep|throttled|banned|locked",
        "A sender is blocked after 500 messages.",
    ),
    cue("default|defaults|defaulting", "The port defaults to 80."),
    cue(
        "maximum|minimum|max|min|limit|limits|limited|cap|capped|ceiling|floor|quota|threshold|bound|exceed|exceeds|exceeding",
        "A batch is limited to 50.",
    ),
    cue("at|up|no most|least|to|more|fewer|less !be", "At most 50 are kept."),
    cue(
        "timeout|timeouts|expire|expires|interval|every|within|retry|retries|retried|ttl|TTL",
        "It is retried 3 times.",
    ),
    cue(
        "larger|smaller|shorter|longer|older|newer|younger|higher|lower|greater|bigger|heavier|lighter|fewer|less|wider|deeper than #",
        "Passwords shorter than 12 characters are refused.",
    ),
    cue("HTTP", "It answers with HTTP 503."),
    cue("port|ports", "It listens on port 8080."),
    cue("status|exit|error code|codes|status", "The exit code is 3."),
    cue(
        "returns|responds|answers|rejected|rejects|fails|exits|exit with|code|status|an|a|HTTP",
        "A late call fails with 409.",
    ),
];

/// Phrases that show that a sentence only explains.
const TELLING: &[Cue] = &[
    cue("originally|previously|formerly|historically|earlier|ago|initially|once", "Originally 40 ms."),
    cue(
        "!is|are|be|being|gets|get|must|can measured|observed|benchmarked|profiled|reported|noticed|tested|tried|switched|moved|migrated|replaced|decided|dropped|reduced|increased|improved|doubled|halved|saved|cut|shrank|rose",
        "We measured 40 ms.",
    ),
    cue(
        "benchmark|benchmarks|averaged|experiment|experiments|study|survey|bench",
        "A benchmark shows 40 ms.",
    ),
    cue(
        "was|were|had|did|took|ran|went|came|saw|found|wrote|grew|became|began|chose|chosen|got|lost|spent|thought|knew|broke|fell|felt",
        "It took 40 ms.",
    ),
    cue(
        "in our|my|internal|early|first|one|a *? tests|test|experience|benchmark|benchmarks|load|measurements|trial|lab|case",
        "In our tests it is 40 ms.",
    ),
    cue("it|they|we|i|this|that|he|she|which ~ed", "It lived for 3 days."),
    cue("for example|instance", "A delay, for example 40 ms."),
    cue("such as", "A delay such as 40 ms."),
    cue(
        "suppose|imagine|say|picture|consider|assume|example|examples|scenario|hypothetically|think",
        "Suppose a delay of 40 ms.",
    ),
    cue("see|refer|described|documented|documentation|docs|guide|chapter", "See 40 ms in the guide."),
    cue(
        "about|around|roughly|approximately|typically|usually|often|generally|nearly|almost|sometimes|normally|average|mostly|circa|ca|likely|probably|perhaps|maybe",
        "It takes about 40 ms.",
    ),
    cue("would|could|might|should|may", "It would take 40 ms."),
    cue(
        "recommend|recommended|recommends|suggest|advise|prefer|ideally|enough|plenty|sensible|good|better|best|worth|tempting|tip|rule",
        "We recommend 40 ms.",
    ),
    cue(
        "faster|slower|larger|smaller|cheaper|quicker|more|fewer|less|bigger than",
        "It is 40 ms faster than before.",
    ),
    cue("faster|slower|speedup|improvement|gain|gains|saving|savings|overhead", "It is 40 ms faster."),
    cue("like a|an|the", "It is like a delay of 40 ms."),
    cue("reason|because|rationale|motivation|why|since", "That is why it is 40 ms."),
    cue("years|months|weeks|days ago|later|earlier|of", "3 years of work."),
    cue(
        "planned|plan|plans|future|roadmap|upcoming|will|eventually|someday|propose|proposed",
        "Planned: 40 ms.",
    ),
];

/// Comparatives that state a limit before a number.
const LIMITS: &[&str] = &["larger", "smaller", "bigger"];

static CUES: LazyLock<Lexicon<bool>> = LazyLock::new(|| {
    let cues = |table: &'static [Cue], binding: bool| table.iter().map(move |cue| (cue.words, binding));
    Lexicon::new(cues(BINDING, true).chain(cues(TELLING, false)))
});

/// The tone of a sentence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tone {
    /// It states a limit, a default or a status.
    is_binding: bool,
    /// It only explains, or is a question.
    pub(crate) is_telling: bool,
    /// Where it starts to give a reason or an example.
    turns_at: usize,
}

impl Tone {
    pub(crate) fn of(text: &str) -> Self {
        let is_telling = text.trim_end().ends_with('?');
        let turns_at = text.find("e.g").unwrap_or(text.len());
        let mut tone = Self { is_binding: false, is_telling, turns_at };
        CUES.find(
            text,
            |_| true,
            |hit| {
                // `Files larger than 5 MB are refused` states a limit.
                let words = &text[hit.start..hit.end];
                let is_limit = words.strip_suffix(" than").is_some_and(|more| LIMITS.contains(&more))
                    && text[hit.end..].trim_start().starts_with(|c: char| c.is_ascii_digit());
                if is_limit && !hit.what {
                    return;
                }
                let is_reason = text[hit.start..hit.end].eq_ignore_ascii_case("because");
                tone.is_binding |= hit.what;
                tone.is_telling |= !hit.what && !is_reason;
                tone.turns_at = if is_reason { tone.turns_at.min(hit.start) } else { tone.turns_at };
            },
        );
        tone
    }

    /// Whether the sentence states the fact, which starts at byte `at` of its text. Text after the fact may explain it:
    /// `after 15 minutes because …`
    pub(crate) fn binds(&self, text: &str, fact: &Fact, at: usize) -> bool {
        let is_name = fact.is_bare && follows_name(&text[..at]);
        (self.is_binding || !fact.needs_cue) && !self.is_telling && at < self.turns_at && !is_name
    }
}

/// `Ubuntu 24.04`, `Phase 2`: a number that belongs to a name. `HTTP 503` is a status.
fn follows_name(before: &str) -> bool {
    let before = &before[before.floor_char_boundary(before.len().saturating_sub(40))..];
    let word = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    word.starts_with(char::is_uppercase) && !word.eq_ignore_ascii_case("http") && before.trim_end() != word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cue_is_proved_by_its_example() {
        for cue in BINDING.iter().chain(TELLING) {
            let mut found = false;
            Lexicon::new([(cue.words, ())]).find(cue.example, |()| true, |_| found = true);
            assert!(found, "`{}` is not in `{}`", cue.words, cue.example);
        }
    }
}
