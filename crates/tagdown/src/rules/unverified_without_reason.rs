//! A `[?]` that does not say why it is uncertain.
//!
//! ```md bad
//! **[?]**
//! The cache holds 500 entries.
//! ```
//!
//! ```md good
//! **[?]**
//! The cache holds 500 entries. Inferred from one log line; not measured.
//! ```
//!
//! A reason names what is missing: a test, a source or a decision. `Probably` and `may` express doubt but give no
//! reason. A question, a plan or an open decision is a reason in itself. Not detected: a missing reason in a block that
//! uses one of the usual phrases for something else. Occasional false positives: a reason without any of the usual
//! phrases.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::{Cue, cue};
use crate::rules::engine::wording;

pub(crate) const RULE: Rule = Rule {
    name: "unverified-without-reason",
    group: Group::Unverified,
    severity: Severity::Warning,
    cues: &[REASONS],
    why: "nobody can confirm a claim without knowing what is missing",
    source: page_of!("unverified_without_reason.rs"),
    check,
    ..Rule::PLAIN
};

/// Phrases that say where a claim comes from, or what is missing to confirm it.
const REASONS: &[Cue] = &[
    cue("because|since|due", "Unsure, because the vendor does not say."),
    cue(
        "not|never|t|without been|yet|fully|independently|been? verified|confirmed|tested|measured|checked|validated|documented|reproduced|proven|profiled|benchmarked|published|stated|specified|decided|implemented|observed|known|seen|traced|tried|exercised|audited|investigated|inspected|examined|reviewed|opened|read|run|compared|sampled|counted|timed|visited|reached|calibrated|recorded|logged|shown|listed|found|given|explained|covered",
        "Not measured.",
    ),
    cue(
        "unverified|unconfirmed|untested|undocumented|unproven|unpublished|unmeasured|unspecified|undecided|unknown|unclear|unsure|uncertain|unimplemented",
        "Undocumented.",
    ),
    cue(
        "inferred|deduced|derived|extrapolated|estimated|guessed|guess|hypothesis|theory|speculation|speculative|conjecture|anecdotal|hearsay|provisional|tentative|preliminary",
        "Inferred from one log line.",
    ),
    cue(
        "taken|copied|quoted|read|came|comes|known|assumed|borrowed|translated|remembered from",
        "Taken from the 2014 leaflet.",
    ),
    cue(
        "not|t|un available|accessible|possible|reachable|at|clear|sure|certain",
        "The leaflet was not available.",
    ),
    cue(
        "extrapolation|estimate|estimation|approximation|inference|deduction|interpolation|simulation|simulated",
        "An extrapolation from 150 pumps.",
    ),
    cue("can|cannot|could|t not? be sure|certain|excluded|ruled|told|confident", "We cannot be sure."),
    cue(
        "tested|measured|verified|checked|confirmed up|only|with|on|against|by|for|at|in|under|until",
        "Tested up to 150 pumps.",
    ),
    cue("not yet", "Not yet in the specification."),
    cue(
        "under consideration|discussion|review|development|investigation|test",
        "Under consideration for 1.1.",
    ),
    cue("based|relies|rests on", "Based on one log line."),
    cue("according to", "According to the vendor."),
    cue(
        "reported|claimed|mentioned|stated|suggested|observed|noticed|seen|said|told|heard by|in|on|from|only|once|twice|that",
        "Reported by one customer.",
    ),
    cue(
        "only|just|so observed|tested|seen|verified|confirmed|measured|checked|one|two|once|twice|on|in|a|single",
        "Only tested on ARM.",
    ),
    cue(
        "one|single|few|two|three user|customer|run|report|sample|observation|test|instance|case|occurrence|source|log|forum|ticket|reports|samples|runs|users|customers",
        "One customer saw it.",
    ),
    cue(
        "no|any|without|lack|lacks source|evidence|documentation|docs|test|tests|data|access|measurement|benchmark|confirmation|proof|official|way|hardware|reference|answer|repro|response|decision|one|reply",
        "No source says so.",
    ),
    cue(
        "could|can|cannot|did|have|has|had|was|were|is|are|does|do not|t be? test|reproduce|verify|confirm|find|measure|reach|access|say|specify|document|mention|tell|know|check|state|ask|define|guarantee|cover|describe|give",
        "The vendor does not say.",
    ),
    cue("pending|awaiting|awaits|waiting|subject|depends", "Awaiting an answer of the vendor."),
    // `The pump needs 5 V` is only the claim.
    cue("^- needs|need|requires", "Needs a test at full load."),
    cue("i|we|still|this|that|and|but|also|which need|needs|require|requires", "We need the data sheet."),
    cue(
        "needs|need|requires|require *? *? *? *? confirmation|verification|validation|clarification|investigation|test|tests|testing|measurement|measurements|check|checks|checking|review|decision|answer|benchmark|proof|evidence|research|measuring|confirming|verifying|confirmed|verified|tested|measured|checked|decided|clarified|investigated|validated|reviewed|proven|reproduced|retested|analysis|study|trial|experiment|look",
        "The figure needs a second measurement.",
    ),
    cue("to be confirmed|verified|decided|tested|determined|measured|checked|agreed", "To be decided."),
    cue("TBD|TBC|tbd|tbc|TODO|WIP|RFC|draft", "TBD with the vendor."),
    cue(
        "contradicts|contradict|contradictory|conflicts|conflict|conflicting|disagree|disagrees|inconsistent|differs|differ|ambiguous",
        "The two sources disagree.",
    ),
    cue(
        "plan|plans|planned|proposed|proposal|roadmap|future|considered|discussion|discussed|open|decision|candidate|experimental|upcoming|intended",
        "Planned for the next release.",
    ),
    cue(
        "docs|documentation|manual|vendor|changelog|specification|datasheet|code|source|logs|log|comments|comment|forum|wiki|blog|issue|ticket|readme suggests|suggest|implies|imply|hints|hint|says|say|claims|claim|mentions|mention|states|state|indicates|indicate",
        "The vendor's manual suggests it.",
    ),
    cue(
        "from|in|per the|a|an|our|one|old|older|two|slack vendor|manual|log|logs|forum|wiki|blog|email|chat|conversation|memory|comment|comments|commit|thread|code|source|experience|post|meeting|slides|incident|ticket|issue|readme|changelog",
        "From a forum post.",
    ),
    cue(
        "reverse|by engineered|engineering|analogy|inspection|reading|experiment|eye|guesswork|hand|trial",
        "Found by reverse engineering.",
    ),
    cue("from|judging memory|experience|observation|timing|behaviour|behavior|by", "Written from memory."),
    cue(
        "small|limited|single|insufficient|too sample|samples|data|dataset|machine|device|run|environment|evidence|few|little|small|sample",
        "The sample is too small.",
    ),
    cue(
        "older|outdated|stale|obsolete|old version|versions|release|docs|documentation|data|information|firmware|measurement",
        "Comes from an older release.",
    ),
    cue("i|we am|are|m|re|have|don|do not|never|t|no", "We have no ARM board."),
    cue("whether|unanswered|unresolved|questionable|disputed|debatable", "Unresolved: whether it is kept."),
    cue("why uncertain|unverified|unsure", "Why uncertain: one log line."),
    cue("reason|reasons|uncertainty|evidence|confidence|basis|rationale", "Reason: one log line."),
    cue("correlation|coincidence|circumstantial|symptoms", "So far it is only a correlation."),
    cue(
        "looks|sounds|appears|seems like|similar|identical|from|to|in",
        "From the timing it looks like a lock.",
    ),
    cue("nobody|noone|none", "Nobody measured it."),
    cue("no|not one on|in|of *? *? has|have|was|were", "No one in the team has seen it."),
    cue(
        "lacks|lack|lacking|misses|missing|incomplete|illegible|unreadable|unavailable|inaccessible|offline",
        "Our copy lacks that page.",
    ),
    cue(
        "was|were|is|are|went down|gone|lost|closed|broken|busy|absent|away|retired|off",
        "The bench was down that week.",
    ),
    cue("gone out|missing", "The supplier has gone out of business."),
    cue("we|i|they only had|have|saw|see|know|got|heard", "We only had the photo."),
    cue("secondhand|thirdhand|folklore|rumour|rumor|oral|verbal|verbally", "The figure is secondhand."),
];

fn check(cx: &mut Context<'_, '_>) {
    for (block, tag) in wording::silent(cx.document, cx.wording(), RULE.name) {
        if !asks(cx.text(block.content)) {
            cx.report(tag.span, "the block does not say why it is uncertain; state what is missing");
        }
    }
}

/// Whether a text asks a question: a question mark after a few words, not after a bare value.
fn asks(text: &str) -> bool {
    let is_question = |(at, _): (usize, &str)| {
        let before = &text[..at];
        let start = before.rfind(['.', '!', '?', '|', ':', '\n']).map_or(0, |stop| stop + 1);
        before[start..].split_whitespace().count() >= 4
    };
    text.match_indices('?').any(is_question)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::parse;
    use crate::rules::{Settings, check};

    #[test]
    fn the_manifest_tells_the_language_of_a_short_document() {
        let count = |manifest: &str| {
            let text = format!(
                "# Pump\n\n## AI READING INSTRUCTION\n\n{manifest}\n\n## A\n\n**[?]**\nTank volume: 400 L.\n"
            );
            check(&parse(&text), &Settings::single(&RULE)).len()
        };
        assert_eq!(count("Read SPEC and BUG first; skip NOTE if there is no room."), 1);
        assert_eq!(count("SPEC und BUG zuerst; NOTE ist nur für Menschen."), 0);
        assert_eq!(count("SPEC, NOTE."), 0);
    }
}
