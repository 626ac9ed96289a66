//! Finds cause and fix in the text of the pull request that closed an issue. Its author changed the project, and a
//! maintainer merged it, so both may be believed.

use super::issue::{Issue, Pull};
use super::issue_failure::stopped;
use super::remarks::{is_closing, is_hedged, is_work};
use super::sentence_signs::{KNOWS, explains, has, words};
use super::statements::{self, Said, Topic};

/// Cause and fix according to a pull request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Change {
    pub(crate) cause: Option<String>,
    pub(crate) fix: Option<String>,
    /// Whether the cause only tells what was, and explains nothing. It needs a fix beside it.
    pub(crate) is_weak: bool,
}

/// The longest field, in bytes.
const MOST: usize = 600;

/// What the merged pull requests of an issue say.
pub(crate) fn changes(issue: &Issue) -> Change {
    let mut out = Change::default();
    for pull in issue.pulls.iter().filter(|pull| pull.is_merged) {
        let said: Vec<Said> = statements::of_pull(&pull.body).into_iter().filter(is_told).collect();
        // A title that says what was done is about the change as a whole; a sentence may be about a part of it.
        let told = fix(&said);
        let is_named = told.as_ref().is_some_and(|(_, at)| said[*at].topic == Topic::Fix);
        let at = told.as_ref().map(|(_, at)| *at);
        let by_body = || told.map(|(text, _)| text);
        let fix = if is_named { by_body() } else { by_title(&pull.title).or_else(by_body) };
        let fix = fix.map(|text| (text, at));
        if out.cause.is_none() {
            out.cause = cause(&said, fix.as_ref().and_then(|(_, at)| *at));
            out.is_weak = out.cause.as_ref().is_some_and(|text| !is_strong(&said, text));
        }
        if out.fix.is_none() {
            out.fix = fix.map(|(text, _)| with_reference(&text, pull, issue.milestone.as_deref()));
        }
    }
    out
}

/// A fix with the pull request that contains it, and the release if it is known.
fn with_reference(text: &str, pull: &Pull, milestone: Option<&str>) -> String {
    let text = text.trim().trim_end_matches('.');
    let id = pull.url.as_ref().map_or_else(|| pull.id.clone(), |url| format!("[{}]({url})", pull.id));
    let milestone = milestone.map_or(String::new(), |title| format!(", milestone {title}"));
    format!("{text} ({id}{milestone}).")
}

/// Whether a sentence can be part of a description: no form text, no sign-off, no question.
fn is_told(one: &Said) -> bool {
    const FORMS: &str = "fixes closes resolves related refs ref signed-off-by co-authored-by cc see fix uncomment reviewers differential";
    let words = words(&one.text);
    let is_form =
        words.first().is_some_and(|first| FORMS.split(' ').any(|form| form == first)) && words.len() < 5;
    one.topic != Topic::Other
        && words.len() >= 4
        && !is_form
        && !one.text.starts_with('@')
        && !one.text.trim_end().ends_with('?')
        && !one.text.starts_with("/kind")
        && !has(
            &one.text,
            "signed-off-by, co-authored-by, i have read, contributing, this pr is, does this pr, breaking change, user-facing change, release note, release-note",
        )
}

/// Verbs that say what a change does, at the start of a sentence or after `this change`.
const DOES: &str = "add, adds, use, uses, make, makes, return, returns, normalize, normalizes, normalise, normalises, ensure, ensures, handle, handles, check, checks, close, \
    evict, evicts, avoid, avoids, prevent, prevents, replace, replaces, move, moves, remove, removes, cancel, cancels, skip, skips, set, sets, reset, \
    resets, release, releases, keep, keeps, convert, converts, escape, escapes, quote, quotes, guard, guards, wait, waits, increase, increases, revert, reverts, \
    restore, restores, pass, passes, limit, limits, validate, validates, wrap, wraps, store, stores, clear, clears, flush, flushes, retry, retries, defer, defers, allow, \
    allows, stop, stops, treat, treats, change, changes, switch, switches, updates, introduces, introduce, initialize, initializes, ignore, ignores, drop, drops, reorders, \
    reuse, reuses, respect, respects, require, requires, truncate, truncates, unlock, unlocks, lock, locks, call, calls, copy, copies, disable, disables, enable, enables, \
    propagate, propagates, read, reads, bump, bumps, buffer, detect, detects, acquire, acquires, free, frees, join, joins, parse, parses, don't, do, only, always, never, force, forces, swap, swaps, open, opens, specify, specifies, start, starts, reconnect, reconnects, sort, sorts, apply, applies, send, sends, write, writes, compare, compares, create, creates, delete, \
    deletes, encode, encodes, decode, decodes, explicitly, filter, filters, fetch, fetches, honor, honors, honour, include, includes, exclude, excludes, invalidate, invalidates, load, loads, mark, \
    marks, merge, merges, preserve, preserves, raise, raises, rebuild, rebuilds, refresh, refreshes, register, registers, reject, rejects, rename, renames, report, reports, run, runs, save, saves, \
    schedule, schedules, serialize, serializes, trim, trims, update, upgrade, upgrades, verify, verifies, catch, catches, compute, computes, delay, delays, await, awaits, clamp, clamps, cast, casts, \
    cap, caps, attach, attaches, append, appends, insert, inserts, reduce, reduces, pin, pins,  align, aligns, extend, extends, rewrite, rewrites, \
    split, splits, track, tracks, expose, exposes, mount, mounts, resize, resizes, queue, queues, rework, reworks, persist, persists, reload, reloads";

/// The fix: the sentence that says what the change does, and its index.
fn fix(said: &[Said]) -> Option<(String, usize)> {
    let is_it = |one: &Said| {
        is_change(&one.text) && !is_work(&one.text) && !is_closing(&one.text) && !is_vague(&one.text)
    };
    // A labelled fix takes precedence.
    let is_plain = |one: &Said| {
        let tells_before = explains(&one.text) || has(&one.text, BEFORE) || has(&one.text, KNOWS);
        one.is_labelled
            && !tells_before
            && !is_vague(&one.text)
            && !is_work(&one.text)
            && words(&one.text).len() >= 6
    };
    let labelled = said.iter().position(|one| one.topic == Topic::Fix && (is_it(one) || is_plain(one)));
    let plain = || said.iter().position(|one| one.topic != Topic::Cause && is_it(one));
    let named = || {
        let fits = |one: &Said| {
            one.topic == Topic::Fix && one.is_labelled && !is_vague(&one.text) && !is_work(&one.text)
        };
        said.iter().position(fits)
    };
    let at = labelled.or_else(plain).or_else(named)?;
    let first = &said[at];
    (first.text.len() < MOST).then(|| (first.text.clone(), at))
}

/// Whether a sentence says what a change does.
pub(crate) fn is_change(text: &str) -> bool {
    const SUBJECTS: &str =
        "pr, pull request, patch, change, commit, fix, mr, merge request, diff, changeset, branch";
    let all = words(text);
    let lower = all.join(" ");
    let is_verb =
        |word: Option<&String>| word.is_some_and(|word| DOES.split(',').any(|verb| verb.trim() == word));
    let after_subject = ["this ", "the "].iter().find_map(|article| {
        let rest = lower.strip_prefix(article)?;
        let subject = SUBJECTS.split(", ").find(|subject| rest.starts_with(&format!("{subject} ")))?;
        all.get(1 + subject.split(' ').count()).cloned()
    });
    let after_this =
        (all.first().is_some_and(|first| first == "this")).then(|| all.get(1).cloned()).flatten();
    let opens = |phrases: &str| phrases.split(", ").any(|phrase| lower.starts_with(phrase));
    // `Updates are lost` is no order.
    let is_noun = all.get(1).is_some_and(|next| {
        [
            "are", "is", "were", "was", "to", "out", "of", "in", "on", "can", "may", "will", "do", "that",
            "which", "from",
        ]
        .contains(&next.as_str())
    });
    // `During eviction, sets the path to nothing.`
    let after_comma = text
        .split_once(", ")
        .and_then(|(_, rest)| words(rest).into_iter().next())
        .filter(|word| word.ends_with('s'));
    let after_fix = all.first().is_some_and(|first| first == "fix").then(|| all.get(1)).flatten();
    is_verb(after_subject.as_ref())
        || is_verb(after_fix)
        || is_verb(after_comma.as_ref())
        || is_verb(after_this.as_ref())
        || is_verb(all.first()) && !is_noun && !has(text, "was, were, is not, did not, didn't")
        || opens(
            "to fix this, to fix it, to fix that, to solve this, to avoid this, to prevent this, to address this, to resolve this, the fix is, the solution is, the fix was, now, instead, in this pr, in this patch, in this change, in this commit, with this change, with this pr, with this patch, after this change, after this pr, the fix makes, i changed, we changed, i added, we now, i replaced, we replaced, i made, i moved, fixed by, solved by, fixed this by, fix this by, fix by, fixes it by, fixes this by, this fixes it by, fix it by, fixed it by, this pr changes, this updates, it now, the patch, this makes sure",
        ) && !opens("now that")
        || cures(text, &all)
        || has(
            text,
            "fixes the issue, fix the issue by, fixed the issue by, fixes the problem by, fixes this by, by making, is now, are now, we now, now uses, now returns, now checks, now waits",
        ) && !has(text, "was, were, because")
}

/// Whether a word is the doing of something: `using`, `sorting`.
fn is_doing(word: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["thing", "bring", "string", "during", "nothing", "something", "everything", "anything"];
    word.len() > 4 && word.ends_with("ing") && !OTHERS.contains(&word)
}

/// Whether a sentence says by what means a failure is cured: `Sorting the names fixes this`, `fixed by sorting`, `a check is
/// added`.
fn cures(text: &str, all: &[String]) -> bool {
    let fixes = [
        "fixes",
        "fixed",
        "fix",
        "solves",
        "solved",
        "resolves",
        "resolved",
        "avoids",
        "prevents",
        "addresses",
    ];
    let is_fix = |word: &String| fixes.contains(&word.as_str());
    let opens = all.first().is_some_and(|word| is_doing(word)) && all.iter().any(is_fix);
    let by = all.windows(2).any(|pair| pair[0] == "by" && is_doing(&pair[1])) && all.iter().any(is_fix);
    opens
        || by
        || has(
            text,
            "and this fixes, which fixes, this fixes the problem, this fixes the issue, this solves, is added, are added, was changed to, were changed to, is replaced by, was replaced by, \
            has been changed to, is changed to, moved to",
        )
}

/// Whether a sentence names only the failure that is fixed: `This PR fixes the leak`.
fn is_vague(text: &str) -> bool {
    let all = words(text);
    let lower = all.join(" ");
    let fixes = ["fix", "fixes", "fixed", "resolves", "solves", "addresses", "corrects", "closes"];
    let verb = all.iter().take(4).any(|word| fixes.contains(&word.as_str()));
    let acts = has(
        &lower,
        "by, to fix this, to fix it, the fix is, fix this, fixes the issue, instead, now, the fix was",
    );
    verb && !acts && !cures(text, &all) && !lower.starts_with("this fix ") && !lower.starts_with("the fix ")
        || has(
            text,
            "a test, tests, test case, typo, refactor, refactors, cleanup, clean up, changelog, lint, comment, comments, documentation, readme, unit tests, formatting, ci, benchmark, api changes, no changes, ready for review, more resilient, more robust, deadlock-proof, improve, improves, better, various, several fixes, minor fixes",
        )
}

/// Words that tell of the state before a change.
const BEFORE: &str = "currently, previously, before this, the current, used to, was not, were not, is not, are not, doesn't, didn't, does not, did not, never, ended up, \
    ends up, end up, can leak, could leak, hardcodes, hard-codes, hardcoded, hard-coded, overflowed, overflows, wrong, wrongly, incorrectly, results in, resulted in, resulting in, leads to, \
    led to, leading to, as a result, introduced, regression, caused, causing, causes, because, since, due to, race, assumes, assumed, expects, expected, forgot, instead of, rather than, \
    without, missing, lost, loses, fails to, failed to, too early, too late, twice, uninitialized, dangling, stale, leaked, leaks, kept running, no corresponding, can happen when, happens when, happened when, occurs when, occurred when, happens if, occurs if, invalid, invalidated, invalidates, what happened before, blocks on, block on, missed, whereas";

/// The cause: the sentences that tell what was wrong, before the fix.
fn cause(said: &[Said], fix: Option<usize>) -> Option<String> {
    let is_it = |(at, one): &(usize, &Said)| {
        let tells = one.topic == Topic::Cause && one.is_labelled
            || explains(&one.text)
            || has(&one.text, BEFORE)
            || has(&one.text, KNOWS)
            || contrasts(&one.text);
        let looks_back = has(
            &one.text,
            "what happened before, what happened, previously, before this, the problem was, the issue was, was caused by, caused by, root cause, because, the reason",
        );
        let is_before = fix.is_none_or(|fix| *at < fix) || one.topic == Topic::Cause || looks_back;
        tells
            && is_before
            && Some(*at) != fix
            && (one.topic != Topic::Fix || looks_back || fix.is_some_and(|fix| *at < fix))
            && words(&one.text).len() >= 6
            && !is_change(&one.text)
            && !is_fix_talk(&one.text)
            && !is_work(&one.text)
            && !is_closing(&one.text)
            && !is_hedged(&one.text)
            && !has(
                &one.text,
                "i found, i had, i don't, i didn't, i noticed, we noticed, easy to, how to, tested, verified, needs to go, this occured, this occurred, introduced this",
            )
    };
    let all: Vec<(usize, &Said)> = said.iter().enumerate().collect();
    // A sentence that explains takes precedence over one that only tells what was wrong.
    let first = all.iter().copied().find(|one| is_it(one))?;
    let mut text = run_up(said, first.0, fix);
    let mut last = first.0;
    for (at, one) in all.iter().copied().skip(first.0 + 1) {
        let is_near = at == last + 1 && one.paragraph == first.1.paragraph;
        let leans = [
            "this",
            "as",
            "since",
            "because",
            "it",
            "therefore",
            "thus",
            "so",
            "which",
            "that",
            "when",
            "if",
            "these",
            "in",
        ];
        let follows = words(&one.text).first().is_some_and(|word| leans.contains(&word.as_str()));
        // `Sorting the names …` after an explanation says what to do about it.
        let does = words(&one.text).first().is_some_and(|word| is_doing(word));
        if !is_near
            || does
            || !(is_it(&(at, one))
                || follows && Some(at) != fix && !is_change(&one.text) && !is_hedged(&one.text))
            || text.len() + one.text.len() > MOST
        {
            break;
        }
        text = format!("{} {}", stopped(&text), one.text);
        last = at;
    }
    (text.len() < MOST).then_some(text)
}

/// Whether a cause is labelled as one or says what leads to what.
fn is_strong(said: &[Said], text: &str) -> bool {
    let is_labelled = |one: &Said| {
        one.topic == Topic::Cause && one.is_labelled && text.starts_with(one.text.trim_end_matches('.'))
    };
    said.iter().any(is_labelled)
        || explains(text)
        || has(
            text,
            "caused by, causing, causes, caused, results in, resulting in, resulted in, leads to, led to, leading to, because, due to, as a result, thus",
        )
}

/// Whether a sentence sets what is against what is expected: `Patterns need slashes, but the watcher uses …`.
fn contrasts(text: &str) -> bool {
    text.split_once(", but ").is_some_and(|(_, rest)| {
        let next = words(rest);
        next.len() >= 3
            && next.first().is_some_and(|word| {
                !["i", "i'm", "we", "it", "this", "that", "not", "there's"].contains(&word.as_str())
            })
    })
}

/// Whether a sentence speaks of the change, not of what was wrong.
fn is_fix_talk(text: &str) -> bool {
    const OPENINGS: &str = "this pr, this pull request, this patch, this commit, this change, this fix, the pr, the patch, fixes, fixed, fix, \
        fixing, addresses, address, resolves, resolve, solves, closes, corrects, correct, but";
    let lower = words(text).join(" ");
    let explains = has(text, "caused by, due to, because");
    OPENINGS.split(',').any(|opening| lower.starts_with(&format!("{} ", opening.trim()))) && !explains
        || has(
            text,
            "the fix is, tempting fix, a fix is, would be wrong, should close, should fix, will fix, now fix it, not fixed, described in, reported in, reported by, i guess",
        )
}

/// A sentence with the one before it, if it refers to that one.
fn run_up(said: &[Said], at: usize, fix: Option<usize>) -> String {
    const LEANING: [&str; 9] = ["this", "that", "these", "as", "therefore", "thus", "so", "which", "it"];
    let one = &said[at];
    let leans = words(&one.text).first().is_some_and(|word| LEANING.contains(&word.as_str()));
    let before = at.checked_sub(1).filter(|before| leans && Some(*before) != fix).map(|before| &said[before]);
    let before = before.filter(|before| {
        before.paragraph == one.paragraph
            && before.topic == one.topic
            && !is_fix_talk(&before.text)
            && !is_change(&before.text)
            && !is_work(&before.text)
            && !is_hedged(&before.text)
    });
    before.map_or_else(|| one.text.clone(), |before| format!("{} {}", stopped(&before.text), one.text))
}

/// The title of a pull request that says what was done: `Evict closed connections from the pool`.
fn by_title(title: &str) -> Option<String> {
    let mut bare = title.trim();
    if let Some((rest, number)) = bare.rsplit_once(" (#") {
        bare =
            if number.trim_end_matches(')').bytes().all(|byte| byte.is_ascii_digit()) { rest } else { bare };
    }
    // `fix(pool): evict …`, `[pool] evict …`, `pool: evict …`
    if let Some((mark, rest)) = bare.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        bare = if mark.len() < 20 { rest.trim() } else { bare };
    }
    if let Some((mark, rest)) = bare.split_once(": ")
        && mark.len() < 24
        && !mark.contains(' ')
    {
        bare = rest.trim();
    }
    let all = words(bare);
    let is_verb = all.first().is_some_and(|first| DOES.split(',').any(|verb| verb.trim() == first));
    let is_told = all.len() >= 5 && is_verb && !is_vague(bare) && !is_work(bare) && !bare.ends_with('…');
    is_told.then(|| bare.to_owned())
}
