//! Phrases that express uncertainty in any context. `spec-hedge` and `bug-hypothetical` use them.

use super::cue::{Cue, cue};

/// Phrases that express uncertainty, each with an example sentence.
pub const DOUBT: &[Cue] = &[
    cue(
        "!what|that|which nobody|one|noone has|ever ever|yet? measured|tested|verified|confirmed|tried|checked|validated",
        "Nobody has measured it.",
    ),
    cue("most|very|quite likely !to", "The delay is most likely caused by the scheduler."),
    cue(
        "is|are|still|purely|highly speculative|speculation !execution|decoding|loading",
        "The value is purely speculative.",
    ),
    cue(
        "!had|has|have|needs|need|must|ought to be confirmed|verified|determined !by|before|with|against|at",
        "The limit is to be confirmed.",
    ),
    cue(
        "!why|whether|if|where it|this|that|order|meaning|purpose|reason|cause|behavior|behaviour|effect is|remains|seems unclear|uncertain",
        "The order is unclear.",
    ),
    cue("probably", "The pool probably holds 20 connections."),
    cue(
        "^ possibly the|a|an|this|it|because|due|caused|related|by|also|in|on",
        "Possibly the queue is flushed.",
    ),
    cue(
        "!never|not|cannot|can|could|a|an|the|of|with|each|every|any|for possibly because|due|caused|related|by|also|twice|more|up|as|the|in|on|even|from",
        "The queue is flushed on exit, possibly twice.",
    ),
    cue("is|are|was|were possibly", "The queue is possibly flushed."),
    cue("perhaps !without|most|best", "The retry limit is perhaps 5."),
    cue("maybe", "The token lives for maybe an hour."),
    cue("presumably", "The cache is presumably shared."),
    cue("supposedly", "The lock is supposedly reentrant."),
    cue("apparently", "The header is apparently ignored."),
    cue("reportedly", "The driver reportedly retries twice."),
    cue("allegedly", "The vendor allegedly supports IPv6."),
    cue("seemingly", "The field is seemingly unused."),
    cue("conceivably", "The index is conceivably rebuilt."),
    cue("is|are|was|were|s likely !to", "The limit is likely 100 per minute."),
    cue("!less|more|equally|as|how likely due|caused|because|related|a|the|an", "Likely due to the proxy."),
    cue("i|we think|believe|suspect|guess|suppose|assume|presume", "We think the limit is 50."),
    cue(
        "!that|which is|are believed|presumed|thought|suspected|rumored|rumoured to",
        "The key is believed to be static.",
    ),
    cue("our|my best? guess|assumption|suspicion|understanding|impression", "Our best guess is 30 seconds."),
    cue("best guess", "Best guess: 30 seconds."),
    cue("as far as i|we can? know|tell|see|remember", "The file is never read as far as we can tell."),
    cue("to the best of our|my knowledge", "To the best of our knowledge the port is fixed."),
    cue("if i|we remember|recall correctly|right|rightly", "The port is 81 if I remember correctly."),
    cue("AFAIK|afaik|AFAICT|afaict|IIRC|iirc", "AFAIK the port is fixed."),
    cue("not entirely|completely|quite sure|certain|clear", "It is not entirely clear who sends it."),
    cue("i|we am|are|re|m unsure|uncertain", "We are unsure whether it holds for ARM."),
    cue(
        "has|have|had not yet? been verified|confirmed|tested|validated|checked",
        "This has not been tested.",
    ),
    cue(
        "we|i|nobody|one have|has not yet? verified|confirmed|tested|validated|checked",
        "We have not tested this.",
    ),
    cue("haven|hasn t been verified|confirmed|tested|validated|checked", "This hasn't been tested."),
    cue("we|i haven t yet? verified|confirmed|tested|validated|checked", "We haven't verified this on ARM."),
    cue("not yet been? verified|confirmed|tested|validated", "The limit is 50, not yet confirmed."),
    cue("not verified|confirmed|tested|validated yet", "The limit is 50, not confirmed yet."),
    cue("never been? verified|confirmed|tested", "The fallback was never tested."),
    cue(
        "needs|requires|awaiting|pending|awaits verification|confirmation|verifying|confirming",
        "The figure needs confirmation.",
    ),
    cue("TBC|TBD|tbc|tbd", "The limit is TBD."),
    cue("it is|s possible that", "It is possible that the lock is held."),
    cue("it could|may|might be that", "It could be that the lock is held."),
    cue("in theory", "In theory the queue drains within a second."),
    cue("theoretically", "Theoretically, the queue is empty by then."),
    cue("could|may|might|can have been caused|triggered|due", "It could have been caused by a restart."),
    cue(
        "could|may|might be due|caused|related|connected|linked|because|triggered|attributable",
        "It may be related to the cache.",
    ),
    cue("could|may|might be wrong|incorrect|inaccurate|outdated|obsolete", "The table may be outdated."),
    cue("!there could|may|might also? be the|a|an cause|reason|culprit|race|bug|leak", "This may be a race."),
    cue("hearsay|rumour|rumor|anecdotally", "Anecdotally, the fan runs slower."),
];
