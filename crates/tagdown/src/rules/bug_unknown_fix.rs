//! A BUG whose fix is unknown, which belongs in a `[?]`.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: under investigation.
//! ```
//!
//! ```md fixed
//! **[?]**
//! **Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: under investigation.
//! ```
//!
//! The rule's fix keeps the title and the fields. It is unsafe because a fix for the failure may be known by now.
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: none of the clients below 2.1 works; update.
//! ```

use super::engine::{Context, Edit, FixKind, Group, Hit, Rule, Safety, Severity, page_of};
use crate::document::Kind;
use crate::prose::{Cue, cue};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "bug-unknown-fix",
    group: Group::Bug,
    severity: Severity::Error,
    fix: FixKind::Unsafe,
    cues: &[CUES],
    why: "a BUG must have a known fix; a failure without one belongs in a `[?]`",
    todo: "change the block to a `[?]` until the fix is known",
    source: page_of!("bug_unknown_fix.rs"),
    check,
    ..Rule::PLAIN
};

/// Phrases near the start of a fix that mean that there is none.
const CUES: &[Cue] = &[
    cue(
        "^ we|i|they have|ve not yet? found|fixed|solved|identified|implemented|determined",
        "We have not found a remedy.",
    ),
    cue("we|i|nobody do|don|really? not|t yet? know|understand $", "We do not know."),
    cue("^ currently|still? unknown|unclear|undetermined|unresolved $", "Unknown."),
    cue(
        "^ currently|still? unknown|unclear|undetermined|unresolved|unfixed at|as|so|yet|for|to|in this|of|far|now|us|the|time",
        "Unknown at this time.",
    ),
    cue("^ no|none known|yet|so|at|found|available|currently far|this|the|yet? !workaround", "None so far."),
    cue(
        "no known|permanent|real|clean|proper|confirmed|official|definitive fix|solution|resolution|remedy|cure|patch",
        "No known fix.",
    ),
    cue("^ TBD|TBA|TBC|TODO|WIP|tbd|todo !mode", "TBD with the vendor."),
    cue(
        "no|any known|permanent|real|clean|proper|good|confirmed|official|complete|definitive|upstream? fix|solution|resolution|remedy|cure|patch is|has|was|been|exists|known|yet|so|at|found|available|as",
        "No solution has been found so far.",
    ),
    cue(
        "there is|s|are currently|still|yet|presently|as? no|none known|permanent|real|proper|confirmed|official? fix|solution|resolution|remedy|cure|patch|answer",
        "Currently there is no fix.",
    ),
    cue(
        "still looking|investigating|working|searching|debugging|waiting|researching",
        "The team is still looking into it.",
    ),
    cue(
        "^ we|they|i are|re|m|am still|currently? looking|investigating|working into|at|on",
        "We're looking into it.",
    ),
    cue(
        "^ the|our vendor|team|supplier|upstream|maintainers|developers|support|provider|manufacturer|authors is|are still|currently? looking|investigating|working into|at|on",
        "The vendor is looking into it.",
    ),
    cue(
        "will|should be handled|tackled|taken|picked|dealt|scheduled|planned|considered in|with|up|for? a|the|an|later|next|future|some? future|later|next|upcoming|coming|another",
        "Will be handled in a future sprint.",
    ),
    cue(
        "^ check|read|look|inspect|see * &find|which|why|where|whether",
        "Check the logs and find out which index is stale.",
    ),
    cue("being looked|investigated|worked|researched|debugged|analysed|analyzed", "It is being worked on."),
    cue(
        "^ we|they|i are|re|m|am still|currently? waiting|awaiting for|on|a|an",
        "We're waiting for the vendor to respond.",
    ),
    cue(
        "^ awaiting|waiting|pending for|on|a|an|upstream|vendor|response|feedback|review|the !period|time|state",
        "Awaiting a response of the vendor.",
    ),
    cue(
        "has|have not yet? been found|identified|fixed|resolved|solved|determined|implemented",
        "A remedy has not been found.",
    ),
    cue("^ not known|fixed|resolved|solved|found|determined yet?", "Not known yet."),
    cue(
        "hasn|haven|isn|wasn|aren t yet? been? found|identified|fixed|resolved|known|solved|determined",
        "It hasn't been fixed.",
    ),
    cue(
        "not yet fixed|resolved|solved|known|found|identified|available|implemented|determined|released",
        "A remedy is not yet known.",
    ),
    cue(
        "^ we|i|they|nobody do|don|does|doesn not|t yet? know|have yet|a|how|what|the|of|any fix?",
        "We do not know how to mend it.",
    ),
    cue("nobody|nothing|none|noone has|found|knows|helps|worked|works|so", "Nobody has found a remedy."),
    cue(
        "remains|remain|still unknown|unresolved|unsolved|unfixed|unclear|open $",
        "The matter remains open.",
    ),
    cue(
        "^ it|this|cause|fix|solution|remedy|reason is unknown|unresolved|unsolved|unfixed|unclear $",
        "This is unresolved.",
    ),
    cue("to be fixed|determined|found|decided|investigated|done|announced|confirmed", "It is to be fixed."),
    cue(
        "will|should be fixed|addressed|resolved|solved|looked|investigated in|soon|later|eventually|when|with|by|at",
        "It will be fixed in a later release.",
    ),
    cue(
        "fix|patch|solution|resolution|remedy is|s planned|pending|unknown|needed|required|missing|outstanding|scheduled|tbd|TBD|coming|upcoming|expected",
        "A patch is pending.",
    ),
    cue(
        "^ investigate|debug|analyse|analyze|profile|diagnose|research|examine|explore|study|reproduce|bisect|troubleshoot|isolate|narrow * !must|is|are|builds|build",
        "Investigate the pool.",
    ),
    cue(
        "^ investigation|debugging|analysis|triage|research|diagnosis",
        "Investigation of the pool has started.",
    ),
    cue("^ root cause analysis", "Root cause analysis pending."),
    cue("^ look|looking|dig|digging|drill|delve further|deeper|more? into|at", "Look into the scheduler."),
    cue(
        "^ find|figure|work|check out? why|which|what|how|where|whether|if",
        "Find out which client holds the lock.",
    ),
    cue(
        "^ find|identify|determine|establish|understand|locate the? actual|real|true|underlying|root? cause|culprit|reason|source|leak|trigger",
        "Identify the root cause.",
    ),
    cue(
        "needs|need|requires|needed investigation|investigating|debugging|analysis|research|triage|diagnosis",
        "Needs investigation.",
    ),
    cue(
        "someone|somebody|we should|must|needs|need|has|have to? look|check|investigate|dig|find|debug",
        "Someone should look at the logs.",
    ),
    cue(
        "^ more|extra|additional|better logging|logs|telemetry|instrumentation|tracing|metrics|diagnostics was|were|is|are|has|have|to|needed|added",
        "More logging was added.",
    ),
    cue(
        "^ add|added|enable|collect|gather|capture|get|turn more|extra|on? logging|logs|metrics|traces|telemetry|instrumentation|diagnostics|dumps to|for|so|until|and see|find|narrow|identify|catch|understand|learn|determine|that|the|we|more",
        "Add logging to find the cause.",
    ),
    cue(
        "^ ask|contact|ping|email|consult the|a|an|our|with? vendor|supplier|manufacturer|maintainer|maintainers|support|upstream|author|authors|team|developers $",
        "Ask the vendor.",
    ),
    cue(
        "^ was|has|been|already? reported|raised|filed|escalated|submitted|forwarded|handed|passed upstream|to|with the|a|our|their|vendor|upstream|support? *? *? *? $",
        "Escalated to the platform team.",
    ),
    cue(
        "^ a|an? ticket|issue|case|report|bug has|is|was? been? opened|filed|raised|open|submitted|created",
        "Ticket opened with the vendor.",
    ),
    cue("^ open question|issue|problem|point|item $", "Open question."),
    cue(
        "to be discussed|scheduled|planned|triaged|analysed|analyzed|clarified|looked|addressed|resolved|solved",
        "To be discussed.",
    ),
    cue(
        "fix|patch|solution|work is|are|still? in the? works|progress|development|review|preparation|pipeline|backlog|underway",
        "A fix is in the works.",
    ),
    cue("work|working on a|the|it fix|patch|solution?", "Work on a fix has started."),
    cue("but|have|with|without|still no|a fix|patch|solution|remedy|cure $", "We have an idea but no patch."),
    cue(
        "^ monitor|observe|watch|track the|it|this|for situation|issue|problem|closely|further|now|recurrence|behaviour|behavior?",
        "Monitor the situation.",
    ),
    cue("^ keep|keeping an eye|watching|monitoring|observing", "Keep an eye on it."),
    cue("^ planned|scheduled|targeted|slated|expected|due|earmarked for|in|by|with", "Planned for Q3."),
    cue(
        "^ revisit|reconsider|reassess|recheck|reevaluate after|when|once|later|in|with|the|this|it",
        "Revisit after the migration.",
    ),
    cue("^ on the|our roadmap|backlog|list|radar", "On the roadmap."),
    cue("under investigation|review|analysis !mode", "The case is under investigation."),
    cue(
        "needs|need|requires more|further investigation|research|analysis|debugging|digging|time|work",
        "Needs more investigation.",
    ),
];

/// Complete first sentences of a fix that mean that there is none.
const WHOLE: &[&str] = &[
    "?",
    "??",
    "???",
    "-",
    "—",
    "n/a",
    "na",
    "none",
    "none yet",
    "none known",
    "none available",
    "no",
    "no fix",
    "no fix yet",
    "nothing",
    "nothing yet",
    "open",
    "pending",
    "tba",
    "tbc",
    "tbd",
    "todo",
    "unclear",
    "unknown",
    "unresolved",
    "unfixed",
    "still open",
    "unknown yet",
    "unknown so far",
    "still unknown",
    "wip",
    "not available",
    "not determined",
    "not fixed",
    "not fixed yet",
    "not found",
    "not known",
    "not resolved",
    "not yet",
    "investigating",
    "in progress",
    "work in progress",
    "to do",
    "under investigation",
    "wontfix",
    "won't fix",
];

fn check(cx: &mut Context<'_, '_>) {
    let hits: Vec<Hit> = cx.wording().hits(RULE.name).copied().collect();
    for (block, tag) in cx.document.blocks_of(Kind::Bug) {
        let Some(field) = block.fields.iter().find(|field| field.spec.name == "Fix") else { continue };
        if field.value.is_empty() || !(is_unknown(cx.text(field.value)) || says_so(cx, field.value, &hits)) {
            continue;
        }
        let first: String =
            cx.text(field.value).lines().next().unwrap_or_default().chars().take(60).collect();
        let title = tag.title.map(|title| format!("{}**{}**", cx.eol(), cx.text(title))).unwrap_or_default();
        let edit = Edit::replace(tag.span, format!("{}{title}", Kind::Unverified.tag_line()));
        let movable = !tag.is_in_heading() && tag.inline.is_none();
        let finding = cx.report(field.value, format!("the fix is unknown: `{first}`"));
        finding.related(tag.span, "so this is not a BUG");
        if movable {
            finding.fix(Safety::Unsafe, "change it to a `[?]` and keep the fields", vec![edit]);
        }
    }
}

/// Whether a cue appears near the start of a fix, with no instructions around it.
fn says_so(cx: &Context<'_, '_>, value: Span, hits: &[Hit]) -> bool {
    const WORDS: usize = 5;
    let first = hits.partition_point(|hit| hit.span.start < value.start);
    let Some(hit) = hits.get(first).filter(|hit| hit.span.start < value.end) else { return false };
    let before = cx.text(Span::new(value.start, hit.span.start));
    let after = cx.text(Span::new(hit.span.end, value.end));
    let says_what_to_do = before.contains([',', ';', ':', '`', '\n']) || before.contains(". ");
    let acts =
        says_what_to_do || after.contains(['`', ':']) || (is_open(cx.text(hit.span)) && also_acts(after));
    before.split_whitespace().count() < WORDS && !acts
}

/// Whether the words are a task that leaves the failure as it is; an action may still follow it.
fn is_open(words: &str) -> bool {
    words.split_whitespace().next().is_some_and(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic()).to_lowercase();
        !matches!(word.as_str(), "no" | "none" | "unknown" | "we" | "i" | "not" | "still")
    })
}

/// Whether the text goes on with an action: `… and restart the worker`.
fn also_acts(after: &str) -> bool {
    const NOUNS: &[&str] = &[
        "the",
        "a",
        "an",
        "its",
        "their",
        "our",
        "why",
        "how",
        "which",
        "what",
        "when",
        "where",
        "whether",
        "see",
        "find",
        "investigate",
        "report",
        "no",
        "not",
        "it",
        "is",
        "are",
        "we",
        "debug",
        "fix",
        "then",
    ];
    let acts = |(at, word): (usize, &str)| {
        let next = after[at + word.len()..].split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
        next.is_some_and(|next| !NOUNS.contains(&next.to_lowercase().as_str()))
    };
    [" and ", " then ", ", or ", "; "].iter().any(|joint| after.match_indices(joint).any(acts))
}

/// Whether the text of a fix says that there is none.
pub fn is_unknown(value: &str) -> bool {
    let value = value.trim_matches(|c: char| c.is_whitespace() || "*_()[]".contains(c));
    let end = value.find(['.', ';', ',', '!', '\n', '(', '—', '–', ':']).unwrap_or(value.len());
    let first = value[..end].trim().trim_matches(['*', '_']);
    // Text before a colon is a label, and the fix follows it.
    if value[end..].starts_with(':') {
        return false;
    }
    // The longest of these phrases has four words.
    let is_short = |text: &str| text.split_whitespace().nth(4).is_none();
    let is_whole = |text: &str| is_short(text) && WHOLE.contains(&text.to_lowercase().as_str());
    is_whole(first) || is_whole(value)
}

#[cfg(test)]
mod tests {
    fn found(value: &str) -> usize {
        let text = format!("# T\n\n## S\n\n**[BUG] Title**\nSymptom: E7.\nCause: `x`.\nFix: {value}\n");
        crate::rules::check(&crate::document::parse(&text), &crate::rules::Settings::single(&super::RULE))
            .len()
    }

    #[test]
    fn wordings() {
        for value in [
            "TBD",
            "Unknown at this time.",
            "We are still investigating the cause.",
            "unknown.",
            "Under investigation since May.",
            "None yet",
            "N/A",
            "No known fix; retry",
            "None known yet.",
            "No fix has been found so far",
            "Being investigated.",
            "To be determined",
            "We don't know.",
            "Will be fixed in a future release",
        ] {
            assert_eq!(found(value), 1, "{value}");
        }
        for value in [
            "none of the above works, so update",
            "set `unknown = false`",
            "Pending requests are dropped: raise the limit",
            "open the port",
            "Make sure that port 80 is open.",
            "Restart the worker that is waiting for the lock.",
            "Install the patch required by kernel 5.",
            "Install libfoo, which is not available in Debian.",
            "no restart is needed: set `x`",
            "unknown-tag must be off",
            "Unknown fields are rejected since 2.1; upgrade",
            "To be determined by size: use len(x)",
            "Under investigation mode, set x",
            "`None`",
        ] {
            assert_eq!(found(value), 0, "{value}");
        }
    }
}
