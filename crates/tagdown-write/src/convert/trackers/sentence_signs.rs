//! Recognises what a sentence indicates: a cause, a fix, or that a fix did not help. Only clear wording counts.

use std::sync::LazyLock;

use tagdown::prose::{DOUBT, Lexicon};

use super::connectives::gives_reason;
use super::issue::Speaker;
use super::phrases::without_links;
pub(crate) use super::phrases::{has, is_version, without_code, words};
use super::statements::{Said, Topic};

/// Whether a sentence names a version.
pub(crate) fn names_version(text: &str) -> bool {
    words(&without_links(text)).iter().any(|word| is_version(word))
}

/// Whether a sentence is hedged, a question, or about the future.
pub(crate) fn is_open(text: &str) -> bool {
    static DOUBTS: LazyLock<Lexicon<()>> =
        LazyLock::new(|| Lexicon::new(DOUBT.iter().map(|cue| (cue.words, ()))));
    let mut is_doubtful = false;
    DOUBTS.find(text, |()| true, |_| is_doubtful = true);
    is_doubtful
        || text.trim_end().ends_with('?')
        || has(
            text,
            "either, looks like, look like, seems, seem, seemed, might, could be, possible, possibly, guess, suspect, suspicion, theory, wild guess, \
             should be gone, should be fixed, should be resolved, should work, should fix, should help, hopefully, not sure, no idea, unclear, \
             will be, we will, we'll, i'll, i will, going to, planned, plan to, todo, to do, wait for, not decided, would be, would need, \
             let's, needs investigation, haven't looked, have not looked, someone said, somebody said, perhaps, in theory, appears to, \
             can't yet tell, can't tell, couldn't tell, cannot tell, something in there, somewhere, not analysed, could also, so far, i'm afraid, \
             next release, upcoming, coming release, eventually, at the earliest, once merged, under review, working on",
        )
}

/// Whether a sentence says that an earlier statement is wrong or did not help.
pub(crate) fn is_setback(text: &str) -> bool {
    // `Lists need no change` speaks of what is to do.
    let is_same = has(text, "no change")
        && !has(
            text,
            "need no change, needs no change, require no change, requires no change, no change needed, no change required, no change is, no change to, no change in",
        );
    is_same
        || has(text, "came back") && !has(text, "came back to")
        || has(
            text,
            "still happening, still happens, still happen, still see, still seeing, still the same, still there, still broken, still fails, still \
         failing, still occurs, still occurring, still getting, still get, still reproduces, still reproducible, still an issue, still crashes, \
         did not help, didn't help, does not help, doesn't help, did not fix, didn't fix, does not fix, doesn't fix, did not work, didn't work, \
         does not work for me, not fixed, isn't fixed, is not fixed, did not solve, didn't solve, does not solve, doesn't solve, reopened this, \
         reopening, please reopen, reopen this, reopen the issue, reverted, reverting, had to revert, revert this, revert it, backed out, rolled back the fix, is back, back again, analysis was wrong, \
         theory was wrong, i was wrong, that was wrong, this was wrong, fix was for something else, not the whole story, does not close this, doesn't close this, not close this, keep this open, keep this one open, keeping this open, panic stays, crash stays, error stays, problem stays, bug stays, no effect, regressed, withdrawn, pulled the release, will be fixed in future, will be fixed in a future, will be fixed in the future, will be addressed in a future, will be addressed in future",
        )
}

/// Whether somebody says, after a fix, that the problem persists.
pub(crate) fn is_disputed(text: &str) -> bool {
    let fine =
        "works again, working again, fine again, up again, runs again, good again, back again to normal";
    text.contains(":(")
        || has(
            text,
            "still, unfortunately, same problem, same issue, same error, same crash, same panic, same exception, same failure, same result, same behaviour, same behavior, same symptom, same symptoms, same message, similar issue, not on windows, not on linux, not on mac, not for me, no luck",
        )
        || has(text, "again") && !has(text, fine)
}

/// Whether a maintainer says that an explanation is wrong.
pub(crate) fn is_refusal(text: &str) -> bool {
    has(
        text,
        "scratch that, never mind, nevermind, forget what i said, on second thought, i stand corrected, was mistaken, not what is happening, not what's happening, not caused by, isn't caused by, wasn't caused by, not because of, not due to, \
         isn't due to, wasn't due to, wasn't it, was not it, red herring, not it, that's not it, is not it, not the cause, not the reason, not the problem, nothing to do with, unrelated, not related, \
         is not the leader, it is not the, it's not the, that is wrong, that's wrong, cause is unknown, cause unknown, is not known, not correct, can't be the reason, cannot be the reason, \
         isn't the cause, isn't the reason",
    )
}

/// Whether a sentence says that a proposal worked.
pub(crate) fn is_success(text: &str) -> bool {
    has(
        text,
        "works, worked, that was it, that did it, did the trick, solved, confirmed, can confirm, all good, no errors, no error since, fixed it, \
         problem gone, issue gone, perfect, resolved, verified, thanks, thank you, works again, went through, fixed for me, no more",
    ) && !is_setback(text)
        && !is_open(text)
}

/// Whether a sentence describes a temporary remedy.
pub(crate) fn is_stopgap(text: &str) -> bool {
    has(
        text,
        "workaround, work around, workarounds, for now, in the meantime, meanwhile, temporarily, temporary fix, temporary workaround, temporary solution, as a stopgap, until then, until you, until we, \
         until it, until a fix, until this, until the, stopgap, band-aid, hack",
    )
}

const VERBS_OF_REPAIR: &str = "fixed, resolved, solved, corrected, addressed, repaired, fixes, resolves, solves, corrects, upgrade, update, released, \
    shipped, available, landed, merged, backported, pull, install, downgrade, gone, done, ships, upgraded, updated";

/// What a release does about a failure.
const RELEASES: &str = "drops, adds, fixes, removes, restores, uses, creates, drains, retries, stores, sets, keeps, handles, ships, includes, contains, \
    reports, checks, closes, resolves, corrects, has, cancels, reopens, applies, accepts, escapes, validates, takes, puts, brings, waits, rebuilds";

const IMPERATIVES: &str = "stop, start, make, kill, reboot, copy, never, back, log, set, move, use, upgrade, update, pull, run, add, remove, install, replace, change, enable, disable, increase, raise, \
    lower, decrease, switch, configure, pass, delete, rename, restart, downgrade, pin, rebuild, reinstall, export, put, save, exclude, allow, \
    grant, create, mount, point, specify, drop, unset, clear, reset, convert, escape, quote, bind, free, enabled, disabled, added, set, \
    removed, installed, replaced, changed, increased, raised, renewed, renew, regenerate, reduce, open, close, edit, append, turn, adjust, define, upgraded, updated, gave, pointed, configured, switched, moved, reset, corrected";

const REQUESTS: &str = "post, paste, send us, send me, send the, attach, tell, let me, let us, report back, see if, check if, check whether, try, test, share, can you, \
    could you, would you, capture, collect, provide, open an issue, open a new, discussions, forum, stack trace, dump, pprof, tcpdump, \
    feel free, show us, confirm";

/// Whether a sentence says that the version at this word contains the fix.
fn mends(words: &[String], at: usize, said: &Said) -> bool {
    const HERE: [&str; 7] = ["out", "available", "released", "on", "in", "fine", "ok"];
    const FAILS: &str = "crashes, hangs, breaks, fails, shows, throws, does, this, introduces, behaves, works, needs, requires, panics, leaks, loses, ignores, still, also, always";
    const TELLS_OF_THEN: [&str; 9] =
        ["since", "after", "when", "before", "until", "once", "on", "rolled", "upgrading"];
    let is_of = |list: &str, word: &String| list.split(',').any(|known| known.trim() == word);
    let near = &words[at.saturating_sub(6)..at];
    if TELLS_OF_THEN.contains(&words[0].as_str()) {
        return false;
    }
    let is_plain = near.iter().any(|word| is_of(VERBS_OF_REPAIR, word));
    let next = |step: usize| words.get(at + step).map_or("", String::as_str);
    let is_there = near.last().is_some_and(|word| word == "in") && near.iter().any(|word| word == "it's");
    let does = words.iter().skip(at + 1).take(10).any(|word| is_of(RELEASES, word));
    // `2.4 computes the length anew`
    let verb = next(1);
    let acts =
        verb.len() > 4 && verb.ends_with('s') && !verb.ends_with("ss") && !is_of(FAILS, &verb.to_owned());
    let opens = at < 4 && (does || acts || next(1) == "is" && HERE.contains(&next(2)));
    let is_known = said.speaker == Speaker::Maintainer || said.topic == Topic::Fix || said.turn == 1;
    is_plain
        || is_known
            && (is_there || opens || has(&said.text, "and later, and newer, or later, or newer, on are fine"))
}

/// Whether a sentence is an instruction.
pub(crate) fn is_order(words: &[String]) -> bool {
    const SKIPPED: &str = "so please then just to you you'll want can need must have should simply ok and first fix this it solve resolve";
    let first = words.iter().find(|word| !SKIPPED.split(' ').any(|skipped| skipped == *word));
    first.is_some_and(|word| IMPERATIVES.split(',').any(|verb| verb.trim() == word))
}

/// Whether a sentence of a document is an instruction. Documents do not ask for logs.
pub(crate) fn is_advice(said: &Said) -> bool {
    !is_open(&said.text)
        && !is_stopgap(&said.text)
        && is_order(&words(&said.text))
        && !has(&said.text, REQUESTS)
}

/// Whether a sentence says that nobody knows the cause.
pub(crate) fn is_ignorance(text: &str) -> bool {
    has(
        text,
        "not know, don't know, nobody knows, no one knows, not known, cause is unknown, cause unknown, not understood, not yet understood, \
         under investigation, investigating, being investigated, looking into",
    )
}

/// Whether a sentence says what a thing needs or supports, which names versions without being a fix.
pub(crate) fn is_need(text: &str) -> bool {
    has(text, "requires, require, supports, support, needs, is supported, are supported, depends on")
}

/// Whether a sentence of a document, below a failure and above its fix, is the reason for the failure.
pub(crate) fn is_reason(said: &Said) -> bool {
    let names = "but, gives up, give up, expired, expires, exceeds, exceed, takes longer, too old, too long, too short, too many, outdated, already, \
                 in use, used by, locked, full, invalid, removed, renamed, conflicts, runs out, ran out, closes, drops, requires";
    is_plain(said) && has(&said.text, names)
}

/// Whether a sentence of a document says how to get rid of a failure, in other words than an instruction.
pub(crate) fn is_remedy(said: &Said) -> bool {
    let text = said.text.as_str();
    let names = "solve this by, solve it by, solve that by, fix this by, fix it by, fix that by, avoid this by, avoid it by, \
                 resolve this by, resolve it by, prevent this by, prevent it by, cure it by";
    !is_open(text) && !is_stopgap(text) && text.contains('`') && has(text, names)
}

/// Whether a sentence states a specific fix for a failure.
pub(crate) fn is_fix(said: &Said) -> bool {
    let text = said.text.as_str();
    if is_open(text)
        || is_stopgap(text)
        || is_setback(text)
        || has(
            text,
            "only fixes, only fixed, not fixed, not in, not yet in, not included, not part of, won't fix, wontfix, no fix, cannot be fixed, can't be fixed, please make, should ask",
        )
    {
        return false;
    }
    let words = words(text);
    let version = words.iter().position(|word| is_version(word));
    if version.is_some_and(|at| mends(&words, at, said)) {
        return true;
    }
    let is_exact = text.contains('`')
        || version.is_some()
        || said.code.is_some()
        || text.contains(" = ")
        || text.contains("--");
    let orders = is_order(&words);
    let asks = has(text, REQUESTS);
    let tells = has(
        text,
        "the fix is, the solution is, fix is to, solution is to, fixed by, solved by, resolved by, fixes it, fixes this, fixes the, \
        solves it, solves this, solved it, solved the, fixed it, fixed the, resolved it, resolves it, did the trick, ended the, cured it",
    );
    if said.topic == Topic::Fix {
        // Under such a heading the cause often comes first.
        return orders
            || !asks
                && (is_exact || tells || says_now(&words))
                && (!has(text, KNOWS) || tells || says_now(&words) || version.is_some());
    }
    match said.speaker {
        Speaker::Maintainer | Speaker::Contributor => is_exact && (orders || tells) && !asks,
        Speaker::Reporter => is_exact && tells,
        Speaker::Other | Speaker::Bot => false,
    }
}

/// Words that explain, whoever says them.
pub(crate) const EXPLAINS: &str = "caused by, root cause, the cause, cause was, cause is, turns out, turned out, culprit, the reason is, the reason was, \
    due to, because, problem is that, problem was that, problem was, issue is that, issue was that, trouble is, trouble was, bug is in, bug was in, comes from, bisected, \
    bisected this";

/// Whether a sentence says that something is the reason for something else.
pub(crate) fn explains(text: &str) -> bool {
    has(text, EXPLAINS)
        || gives_reason(text)
        || has(text, "so, hence, therefore, since, which means, that means, as a result")
}

/// Words that explain if a maintainer says them.
pub(crate) const KNOWS: &str = "so, hence, therefore, which means, that means, as a result, instead of, never, lost, loses, forgot, forgets, missing, without, \
    is not, are not, was not, were not, does not, doesn't, do not, don't, did not, didn't, has no, have no, had no, get no, gets no, isn't, aren't, wasn't, \
    weren't, and not, but not, wrong, twice, no longer, ignores, ignored, expects, assumes, overwrites, dropped, runs into, trips over, rather than, \
    too early, too late, refuses, rejects, holds, strips, stripped, blocked, exclusively, race, overflow, overflows, null, nil, truncated, deadlock, \
    collides, conflict, mismatch, stale, cached, not set, unset, keyed by, stands still, different order, row by row, squashes, behind, ahead, only, \
    there is no, there's no, longer than, cancelled, swallowed, times out, belongs, belong, based on, in place, by bytes, both call, follows, on every, \
    not at, per process, second time, creates it again, no such, reset, resets, left running, has no such, a second later, mis, too large, too small";

const CHATTER: &str = "thanks, thank, sorry, hi, hello, hey, yes, yep, yeah, no, ok, okay, ah, hm, hmm, found, reproduced, confirmed, good, great, nice, \
    patch, pr, closing, closes, closed, reopening, see, cc, same, me, +1, duplicate, can, could, please, would, let, will, interesting, sure, right, done, \
    fixed, merged, released, i'll, we'll, i, edit, update, note, tested, verified, works, perfect, release, that's, you're, keeping, moving, any, also, \
    i'd, looked, delivered, customer, nothing, explained, as, could, guten, hallo, greetings, best, regards, cheers, dear, this issue";

/// Words that open a sentence about the speaker, or about what others should do.
const FIRST_PERSON: &str = "i, we, you, if, can't, cannot, can, could, none, nobody, somebody, unfortunately, thanks, thank, sorry, please, would, let, will, \
    i'll, we'll, any, don't, closing, closes, i'm, we're, i've, we've, keeping, moving";

/// Whether a sentence describes the state from now on.
fn says_now(words: &[String]) -> bool {
    words.iter().any(|word| word == "now")
}

/// Whether a sentence is a plain statement that can be part of an explanation.
pub(crate) fn is_plain(said: &Said) -> bool {
    let words = words(&said.text);
    let is_long = words.len() >= 12
        && !FIRST_PERSON.split(',').any(|word| words.first().is_some_and(|first| word.trim() == first));
    let is_chatter = words.first().is_some_and(|first| CHATTER.split(',').any(|word| word.trim() == first));
    words.len() >= 5
        && !is_open(&said.text)
        && !is_refusal(&said.text)
        && !is_setback(&said.text)
        && !is_fix(said)
        && !is_stopgap(&said.text)
        && !(is_chatter && !is_long && said.topic != Topic::Cause)
        && !(says_now(&words) && said.topic != Topic::Cause)
        && !said.text.starts_with('@')
}

/// Whether a sentence explains a failure.
pub(crate) fn is_cause(said: &Said) -> bool {
    if said.topic == Topic::Fix {
        return is_plain(said) && has(&said.text, KNOWS);
    }
    if said.topic == Topic::Cause {
        return !is_open(&said.text) && words(&said.text).len() >= 3;
    }
    let explains = has(&said.text, EXPLAINS) || gives_reason(&said.text);
    match said.speaker {
        // A statement after `turns out` is plain even if a greeting opens the sentence.
        _ if explains && !is_open(&said.text) && !is_setback(&said.text) => {
            matches!(said.speaker, Speaker::Maintainer | Speaker::Reporter)
                && words(&said.text).len() >= 6
                && !is_refusal(&said.text)
        }
        Speaker::Maintainer => is_plain(said) && words(&said.text).len() >= 7 && has(&said.text, KNOWS),
        _ => false,
    }
}

/// Whether somebody agrees with the previous speaker.
pub(crate) fn is_agreement(text: &str) -> bool {
    has(
        text,
        "is right, you're right, you are right, exactly, correct, that's it, spot on, good find, nice find, nice catch, good catch, confirmed, well spotted, thanks for the patch, thanks for the fix, great fix, nice fix, good fix, great work, nice debugging, for the patch, your analysis, great analysis, good analysis, excellent analysis, nice analysis, analysis is correct, analysis is right, for the analysis, great diagnosis, good diagnosis, correct diagnosis, my mistake, my fault, my bad, mistake on my end, mistake on my part, mistake on our end",
    ) && !is_refusal(text)
}

/// Whether a sentence only accompanies an action and is not part of it.
pub(crate) fn is_chatter(text: &str) -> bool {
    const OPENING: &str = "thanks thank closing closes closed cc sorry cheers hth patch pr merged keeping moving please reopen 👍";
    let words = words(text);
    words.len() < 9 && words.first().is_none_or(|first| OPENING.split(' ').any(|word| word == first))
}
