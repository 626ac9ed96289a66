//! History or reasons in a SPEC, which belong in a NOTE.
//!
//! ```md bad
//! **[SPEC]**
//! - The queue was added in v3 because uploads timed out.
//! - Originally, jobs ran in the web process.
//! ```
//!
//! ```md good
//! **[SPEC]**
//! - Uploads go through the queue.
//! - The queue is available since v3.
//! - `GET /history` returns previously sent messages.
//!
//! **[NOTE]**
//! The queue was added in v3 because uploads timed out.
//! ```
//!
//! The version in which a feature is available is a fact and stays. Not detected: history without one of the usual
//! phrases. Occasional false positives: a change that users of an older version must know about.

use super::engine::{Context, Group, Rule, Severity, page_of};
use crate::prose::{Cue, clause, cue};
use crate::text::Span;

pub(crate) const RULE: Rule = Rule {
    name: "spec-history",
    group: Group::Spec,
    severity: Severity::Warning,
    cues: &[CUES],
    why: "a SPEC states what is true now; its history is for people and belongs in a NOTE",
    todo: "move it to a NOTE",
    source: page_of!("spec_history.rs"),
    check,
    ..Rule::PLAIN
};

const CUES: &[Cue] = &[
    cue(
        "was|were|been migrated|moved|ported|raised|lowered|increased|reduced|changed|renamed|converted|upgraded|downgraded|split|extracted|carved|forked|translated|switched|promoted|bumped from|off|out|away",
        "The importer was migrated from Perl to Rust.",
    ),
    cue(
        "was|were|been dropped|abandoned|retired|removed|replaced|rejected|discarded|passed in|over favour|favor",
        "SOAP was dropped in favour of REST.",
    ),
    cue(
        "has|have|had since|now|recently|long|finally|gradually? been since? retired|replaced|superseded|rewritten|migrated|ported|redesigned|reworked|abandoned|phased|decommissioned|modernised|modernized|overhauled|refactored|consolidated",
        "The old gateway has been retired.",
    ),
    cue(
        "was|were rewritten|redesigned|reworked|overhauled|refactored|modernised|modernized|decommissioned|phased|rebuilt|reimplemented|reengineered",
        "The scheduler was rewritten in Go.",
    ),
    cue(
        "was|were picked|chosen|conceived|invented|founded|coined|designed|devised|proposed|drafted|selected by|in|at|during|back",
        "The name was picked by the founders.",
    ),
    cue(
        "was|were|been introduced|added|created|built|designed|made|written|put|invented in? place|#? to address|fix|solve|avoid|improve|support|reduce|make|help|work|stop|prevent|allow|let|ease|cut|simplify|protect|satisfy|meet|cope|save|appease|please|speed|get",
        "The lock was introduced to stop double starts.",
    ),
    cue(
        "was|were added|introduced|renamed|created|built|dropped|split|merged|moved when|while|during|before|once|as the|we|a|an|our|it",
        "The field was added when the audit started.",
    ),
    cue(
        "was|were|been ~ed|run|done|kept|made|sent|held|built|written by hand|cron|email|phone|mail|post &until|before|then",
        "Jobs were run by hand until the queue arrived.",
    ),
    cue("had been ~ed|kept|run|built|written|held|made|sent|set|done", "The ledger had been kept on paper."),
    cue(
        "^ before|until|till|through|pre version|release|v? # &was|were|had|did|could|lived|ran|used",
        "Before 2.0, the pump was driven by a relay.",
    ),
    cue(
        "^ up|prior to|until version|release|v? # &was|were|had|did|could|lived|ran|used",
        "Up to release 4 the tokens were kept in a file.",
    ),
    cue(
        "in|with|until|before the|its|our very? first|initial|original|earliest|second|third|old version|versions|release|releases|generation|design|prototype|iteration|incarnation|draft|days &was|were|had|did|could|ran|used|lived",
        "In the first version the valve was opened by hand.",
    ),
    cue(
        "!by|to|with|in|of|for|from|if|when the|our platform|infrastructure|core|web|data|security|previous|whole|mobile|operations|product? team|group|developers|authors|maintainers|founders|company|department|squad|engineers|vendor replaced|moved|switched|migrated|decided|chose|rewrote|adopted|dropped|built|picked|introduced|started|began|wrote|settled|agreed|abandoned|retired|went",
        "Our platform group replaced the broker.",
    ),
    cue(
        "they|he|she|everyone|everybody moved|switched|migrated|transitioned|went from|to|off|away|over|with",
        "They switched from MySQL to Postgres.",
    ),
    cue("we|they|i went with|for|back|over", "We went with Postgres."),
    cue(
        "we|they|i|team|project moved|migrated|switched|transitioned|shifted away|off|over|from",
        "The team moved away from cron.",
    ),
    cue(
        "it|this|that|which|limit|name|format|rule|field|flag|value|layout|scheme|convention dates from|to",
        "This limit dates from the first build.",
    ),
    cue("stems|originates|hails from the|a|an|our|when|its|#", "The name stems from a typo."),
    cue(
        "a relic|remnant|leftover|holdover|vestige|artefact|artifact|legacy of|from",
        "The field is a relic of the first build.",
    ),
    cue(
        "exists|exist|remains|remain|survives only|mainly|purely|solely|just? because",
        "The flag exists because of the audit.",
    ),
    cue(
        "because we|our|customers|users|people|somebody|someone|nobody|everyone|management|legal ~ed|was|were|had|wanted|kept",
        "The cap is 50 because customers asked for it.",
    ),
    cue(
        "!is|are|be|was|were|been|being|get|gets used to go|come|need|cost|sit|stay|fail|crash|break|depend|last|require|take|hang|sleep|belong",
        "Uploads used to go straight to disk.",
    ),
    cue(
        "since|after|following the|our merger|acquisition|takeover|relaunch|rewrite|redesign|reorganisation|reorganization|reorg|rebrand|rebranding|fork",
        "Since the merger, invoices are sent by post.",
    ),
    cue(
        "in|around|since|during the early|late|mid *? nineties|eighties|2000s|1990s|2010s",
        "In the early 2010s jobs ran in cron.",
    ),
    cue(
        "two|three|four|several|some|a|many|few releases|versions|sprints ago|back",
        "It changed two releases ago.",
    ),
    cue(
        "was|were changed|renamed|added|moved|replaced|introduced|removed|raised|lowered|dropped|rewritten after",
        "The name was changed after a dispute.",
    ),
    cue(
        "was|were first|once|later called|named|known|written|built|used",
        "The tool was first called `ship`.",
    ),
    cue(
        "got dropped|replaced|removed|changed|renamed|moved|rewritten|merged|split|added|introduced|retired|cut|migrated|ported|converted|redesigned|raised|lowered",
        "The daemon got rewritten in Go.",
    ),
    cue(
        "was|were dropped|abandoned|retired|removed|discontinued for lack|want|cost",
        "LDAP was dropped for lack of users.",
    ),
    cue(
        "was|were dropped|abandoned|retired|removed|replaced|discontinued by the|our team|vendor|authors|project|maintainers",
        "LDAP was dropped by the team.",
    ),
    cue("was|were dropped|abandoned|discontinued|retired in|around #", "LDAP was dropped in 2023."),
    cue("^ in the beginning", "In the beginning the recorder stored WAV files."),
    cue(
        "in the past &was|were|had|did|used|ran|lived|stored|came|wrote|held|kept",
        "Jobs were started by cron in the past.",
    ),
    cue(
        "name|names|term|limit|format|rule|convention|design|idea|choice|scheme|layout|number *? goes|go|went back to",
        "The name goes back to a prototype.",
    ),
    cue(
        "name|term|idea|convention|acronym *? comes|came from a|an|the|our|when",
        "The name comes from a prototype.",
    ),
    cue("^ lesson|lessons learned|learnt", "Lesson learned: keep the cap at 50."),
    cue(
        "earlier|older|previous|prior|former versions|releases|editions ~ed|only|did|could|was|were|had|used",
        "Earlier releases allowed only 100.",
    ),
    cue(
        "^ initially &was|were|had|supported|used|ran|came|later|we|did|started|lived|could|began",
        "Initially the agent supported Linux alone.",
    ),
    cue(
        "was|were|been added|introduced|changed|removed|renamed|moved|replaced|dropped|rewritten|created|built|split|merged|raised|lowered|reduced|increased &because|due",
        "The queue was added in v3 because uploads timed out.",
    ),
    cue(
        "was|were|been added|introduced|changed|removed|renamed|replaced|dropped|rewritten|created|built|designed in? * to address|fix|solve|avoid|improve|support|reduce|make|help|work",
        "The queue was introduced in v3 to reduce load.",
    ),
    cue(
        "was|were chosen|picked|selected|preferred because|over|since|as|for|due|following|after",
        "Postgres was chosen over MySQL.",
    ),
    cue(
        "!the|an|your|its|their originally !defined|declared|written|passed|given|set|created|intended|requested|uploaded|submitted|sent|specified|configured|assigned|posted",
        "The service was originally a script.",
    ),
    cue("historically", "Historically, the port was 81."),
    cue("for historical|legacy reasons", "For historical reasons, the port is 81."),
    cue("historical|legacy reasons", "The name is kept for purely historical reasons."),
    cue(
        "!is|are|be|was|were|been|being|get|gets used to be|have|exist|live|work|happen|mean|default|say|reside",
        "The port used to be 81.",
    ),
    cue(
        "!if|since|when|as|once|before|after|until|what|that|how|while|where|suppose|say|assume|imagine|now|then we|i had|have? originally|initially|previously|first|then|later|recently|eventually|finally? ~ed",
        "We switched to gRPC.",
    ),
    cue(
        "!if|since|when|as|once|before|after|until|what|that|how|while|where|suppose|say|assume|imagine|now|then we ve since|recently|now ~ed",
        "We've recently switched to gRPC.",
    ),
    cue(
        "!if|since|when|as|once|before|after|until|what|that|how|while|where|suppose|say|assume|imagine|now|then we have|ve since|recently|now|already|long? ~ed",
        "We have moved to gRPC.",
    ),
    cue("the|our team|developers|authors|maintainers|project ~ed", "The team decided on gRPC."),
    cue("it was decided|agreed", "It was decided to use gRPC."),
    cue("in the early days|versions|years", "In the early days, jobs ran in cron."),
    cue("in|during earlier|older|former|bygone days|times|years", "In earlier days, jobs ran in cron."),
    cue(
        "^ earlier , &was|were|had|ran|used|did|lived|could|stored|kept|came|held|required|sent|took|needed",
        "Earlier, the limit was 50.",
    ),
    cue("we|i|they|team|project|company once ~ed|ran|held|sat|shipped|hit", "We once had two brokers."),
    cue("back in|when|then #?", "Back in 2019, jobs ran in cron."),
    cue("^ back|early|late in #", "Early in 2019 jobs moved to the queue."),
    cue(
        "in|before|until earlier|older|previous|prior|former|past versions|releases|editions|firmware &was|were|had|meant|used|did|returned|held|ran|took|required|stood|defaulted|accepted|lived|came|caused",
        "In earlier releases the port was 81.",
    ),
    cue(
        "~ed the|an|our old|older|previous|original|legacy|earlier|former &when|in|after|since|with",
        "The queue replaced the old cron job in 2019.",
    ),
    cue("^ in the past", "In the past, jobs ran in cron."),
    cue(
        "^ previously !issued|created|stored|sent|used|defined|registered|saved|seen|cached|generated|uploaded|assigned|configured|set|known|granted|selected",
        "Previously, jobs ran in cron.",
    ),
    cue("was|were|had previously|formerly|initially|once", "The service was previously a script."),
    cue("formerly !used", "The gateway (formerly Hermes) listens on 80."),
    cue("previously known|called|named as?", "The gateway, previously called Hermes, listens on 80."),
    cue("until recently", "Until recently, jobs ran in cron."),
    cue("^ recently we?", "Recently, jobs moved to the queue."),
    cue("at first we|the|this|it", "At first the jobs ran in cron."),
    cue("initially was|were|we|ran|used|had|started|lived", "The service initially ran in cron."),
    cue("started|began as|out|life", "The service started as a script."),
    cue("evolved|grew from|out|over|into|organically", "The schema evolved from a spreadsheet."),
    cue("dates back to?", "The format dates back to 2009."),
    cue(
        "inherited from the? old|legacy|original|previous|earlier",
        "The codes are inherited from the old system.",
    ),
    cue("years|months|weeks ago", "It was two years ago that jobs moved."),
    cue(
        "last year|month|week|quarter|spring|summer|autumn|winter &was|were|we|moved|changed|switched|added",
        "Jobs were moved last year.",
    ),
    cue(
        "after an|the|a|several|some|repeated long|major|recent|production? incident|outage|postmortem|complaints|incidents|outages",
        "The cap is 50 after a production incident.",
    ),
    cue("following an|the|a incident|outage|postmortem", "The cap is 50 following an outage."),
    cue(
        "the motivation|rationale|thinking|reasoning|philosophy behind|for|here|is|was",
        "The motivation for the cap is cost.",
    ),
    cue("the idea behind|here|was", "The idea behind the cap is cost."),
    cue(
        "the reason|reasons for|why|is|behind|being !code|phrase|field|string|header|text|null|empty|one|returned|required|optional",
        "The reason for the cap is cost.",
    ),
    cue("this|that|it|which is|s because", "This is because the disk is slow."),
    cue("this|that|which is|s why", "That is why the cap is 50."),
    cue("inspired by", "The syntax is inspired by Lisp."),
    cue("has|have been a? long|around since", "The API has been around since 2009."),
    cue("prior to this|that change|rewrite|migration", "Prior to this change, the port was 81."),
    cue(
        "before the|this|that migration|rewrite|change|switch|refactor|refactoring !to|of|is|from|over &was|were|had|ran|used|did|lived",
        "Before the rewrite, the port was 81.",
    ),
    cue(
        "after the|this|that rewrite|switch|refactor|refactoring",
        "Since after the rewrite, the port is 82.",
    ),
    cue("over the years", "Over the years, six codes were added."),
    cue("it|this|that|they came about|into", "This came about through a merger."),
];

fn check(cx: &mut Context<'_, '_>) {
    let wording = cx.wording();
    for hit in wording.hits(RULE.name) {
        let words = cx.words(hit.span);
        let passage = wording.passages[hit.passage].span;
        let before = cx.text(Span::new(passage.start, hit.span.start));
        // `A file that was moved` describes the file.
        if !(is_passive(&words) && clause::is_subordinate(before)) {
            cx.report(hit.span, format!("history or reasons: `{words}`; move it to a NOTE"));
        }
    }
}

/// Whether the words start with an auxiliary verb of the passive voice.
fn is_passive(words: &str) -> bool {
    if ["previously", "formerly", "originally", "initially", "once"].iter().any(|past| words.ends_with(past))
    {
        return false;
    }
    let first = words.split(' ').next().unwrap_or_default();
    ["was", "were", "been", "has", "have", "had"].contains(&first)
}
