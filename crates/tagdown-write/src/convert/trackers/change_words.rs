//! Recognises what a change does: `Sort the names before writing`, `fixed by sorting`. A sentence that only names the
//! failure is not one.

use super::remarks::is_work;
use super::sentence_signs::{has, words};

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

/// The same in the past: `Added a lock around the cache`.
const DID: &str = "added, removed, changed, replaced, moved, modified, switched, wrapped, dropped, disabled, enabled, renamed, reordered, reset, cleared, \
    closed, converted, escaped, initialized, initialised, limited, normalized, normalised, restored, skipped, updated, upgraded, pinned, bumped, increased, raised, \
    reduced, rewrote, reworked, introduced, made, cast, clamped, swapped, sorted, locked, guarded, deferred, cached, flushed, rounded";

fn is_of(list: &str, word: Option<&String>) -> bool {
    word.is_some_and(|word| list.split(',').any(|verb| verb.trim() == word))
}

/// Whether somebody says what they did: `So I have added a lock`, `Added a lock`.
fn did(all: &[String]) -> bool {
    const BEFORE: [&str; 8] = ["so", "instead", "therefore", "thus", "now", "then", "here", "hence"];
    let first = all.iter().position(|word| !BEFORE.contains(&word.as_str())).unwrap_or(0);
    let is_person = all.get(first).is_some_and(|word| ["i", "we"].contains(&word.as_str()));
    let verb = first + usize::from(is_person);
    let verb = verb + usize::from(is_person && all.get(verb).is_some_and(|word| word == "have"));
    // `Introduced in 2.1`, `Changed by accident` tell of something else.
    let tells_else = all.get(verb + 1).is_some_and(|next| {
        [
            "by",
            "in",
            "on",
            "at",
            "since",
            "with",
            "from",
            "behaviour",
            "behavior",
            "when",
            "while",
            "was",
            "were",
        ]
        .contains(&next.as_str())
    });
    is_of(DID, all.get(verb)) && !tells_else && all.len() >= 4
}

/// Whether a sentence says what happens from now on: `The loader now logs an error`.
fn does_now(all: &[String]) -> bool {
    const FAILS: &str = "this, is, was, has, does, fails, crashes, hangs, breaks, throws, shows, gets, causes, raises, panics, leaks, loses, ignores, misses, requires, needs, supports, works, always, unless, as";
    all.windows(2).any(|pair| {
        let next = &pair[1];
        pair[0] == "now"
            && next.len() > 3
            && next.ends_with('s')
            && !next.ends_with("ss")
            && !is_of(FAILS, Some(next))
    })
}

/// Whether `this change` does something in a later part of a sentence: `Until then, this commit makes …`.
fn does_later(text: &str) -> bool {
    const SUBJECTS: [&str; 5] = ["pr", "patch", "change", "commit", "fix"];
    text.split(", ").skip(1).any(|part| {
        let all = words(part);
        let is_subject = all.first().is_some_and(|word| ["this", "the"].contains(&word.as_str()))
            && all.get(1).is_some_and(|word| SUBJECTS.contains(&word.as_str()));
        is_subject && is_of(DOES, all.get(2))
    })
}

/// Whether a sentence says what a change does.
pub(crate) fn is_change(text: &str) -> bool {
    const SUBJECTS: &str =
        "pr, pull request, patch, change, commit, fix, mr, merge request, diff, changeset, branch";
    let all = words(text);
    let lower = all.join(" ");
    let is_verb = |word: Option<&String>| is_of(DOES, word);
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
    // `Fix the reader so it closes the file`
    let is_aimed = all.first().is_some_and(|first| ["fix", "fixes", "fixed"].contains(&first.as_str()))
        && all.iter().skip(2).any(|word| word == "so")
        && all.len() >= 8;
    is_verb(after_subject.as_ref())
        || is_aimed
        || is_verb(after_fix)
        || is_verb(after_comma.as_ref())
        || is_verb(after_this.as_ref())
        || is_verb(all.first()) && !is_noun && !has(text, "was, were, is not, did not, didn't")
        || opens(
            "to fix this, to fix it, to fix that, to solve this, to avoid this, to prevent this, to address this, to resolve this, the fix is, the solution is, the fix was, now, instead, in this pr, in this patch, in this change, in this commit, with this change, with this pr, with this patch, after this change, after this pr, the fix makes, i changed, we changed, i added, we now, i replaced, we replaced, i made, i moved, fixed by, solved by, fixed this by, fix this by, fix by, fixes it by, fixes this by, this fixes it by, fix it by, fixed it by, this pr changes, this updates, it now, the patch, this makes sure",
        ) && !opens("now that")
        || did(&all)
        || does_now(&all) && !has(text, "was, were, because")
        || does_later(text)
        || cures(text, &all)
        || has(
            text,
            "fixes the issue, fix the issue by, fixed the issue by, fixes the problem by, fixes this by, by making, is now, are now, we now, now uses, now returns, now checks, now waits",
        ) && !has(text, "was, were, because")
}

/// Whether a word is the doing of something: `using`, `sorting`.
pub(crate) fn is_doing(word: &str) -> bool {
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
    let aims = all.first().is_some_and(|word| is_doing(word))
        && has(
            text,
            "to avoid this, to avoid that, to avoid it, to prevent this, to prevent that, to prevent it, to fix this, to fix that, to fix it, to solve this, to resolve this",
        );
    opens
        || aims
        || by
        || has(
            text,
            "and this fixes, which fixes, this fixes the problem, this fixes the issue, this solves, is added, are added, was changed to, were changed to, is replaced by, was replaced by, \
            has been changed to, is changed to, moved to",
        )
}

/// The verb of a sentence about a change: `avoids` in `This commit avoids …`, `added` in `So I have added …`.
fn main_verb(all: &[String]) -> Option<&str> {
    const SKIPPED: &str = "so instead therefore thus now then here hence this the pr pull request patch change commit fix i we have it also";
    all.iter().map(String::as_str).find(|word| !SKIPPED.split(' ').any(|skipped| skipped == *word))
}

/// Whether a sentence names only the failure that is fixed: `This PR fixes the leak`.
pub(crate) fn is_vague(text: &str) -> bool {
    let all = words(text);
    let lower = all.join(" ");
    let fixes = ["fix", "fixes", "fixed", "resolves", "solves", "addresses", "corrects", "closes"];
    let verb = all.iter().take(4).any(|word| fixes.contains(&word.as_str()));
    let aims = ["to fix ", "to solve ", "to resolve ", "to address ", "to avoid ", "to prevent "]
        .iter()
        .any(|aim| lower.starts_with(aim));
    // `The fix uses a lock` and `Fix uses a lock` have the fix as their subject.
    let is_subject = all.first().is_some_and(|word| word == "fix") && is_of(DOES, all.get(1));
    let acts = aims
        || is_subject
        || has(&lower, "by, fix this, fixes the issue, instead, now, so, so that, the fix is, the fix was");
    // `Prevent a crash on start` names what shall not be, and not what is done about it.
    let wards = ["prevent", "prevents", "avoid", "avoids", "protect", "protects"];
    let only_wards = main_verb(&all).is_some_and(|word| wards.contains(&word))
        && !has(&lower, "by, instead, via, using, so that, only if, only when, before, without");
    // `Changed the loader` does not say to what.
    let alters = [
        "change", "changes", "changed", "update", "updates", "updated", "modify", "modified", "rework",
        "reworks", "reworked",
    ];
    let is_empty = main_verb(&all).is_some_and(|word| alters.contains(&word))
        && !has(&lower, "to, so that, so, instead, from, by, into, with");
    if only_wards || is_empty || has(text, "should, ought to, would") {
        return true;
    }
    verb && !acts && !cures(text, &all) && !lower.starts_with("this fix ") && !lower.starts_with("the fix ")
        || has(
            text,
            "a test, tests, test case, typo, refactor, refactors, cleanup, clean up, changelog, lint, comment, comments, documentation, readme, unit tests, formatting, ci, benchmark, api changes, no changes, ready for review, more resilient, more robust, deadlock-proof, improve, improves, better, various, several fixes, minor fixes",
        )
}

/// The title of a pull request that says what was done: `Evict closed connections from the pool`.
pub(crate) fn by_title(title: &str) -> Option<String> {
    let mut bare = title.trim();
    if let Some((rest, number)) = bare.rsplit_once(" (#") {
        bare =
            if number.trim_end_matches(')').bytes().all(|byte| byte.is_ascii_digit()) { rest } else { bare };
    }
    // `AB-12 evict …`, `#12 evict …`
    if let Some((mark, rest)) = bare.split_once(' ')
        && mark.bytes().any(|byte| byte.is_ascii_digit())
        && mark
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"#-:".contains(&byte))
    {
        bare = rest.trim();
    }
    for mark in ["Fix - ", "fix - ", "Fix: ", "Bugfix: ", "Bug fix: "] {
        bare = bare.strip_prefix(mark).unwrap_or(bare);
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
    let is_verb = is_of(DOES, all.first()) || did(&all);
    let is_told = all.len() >= 5 && is_verb && !is_vague(bare) && !is_work(bare) && !bare.ends_with('…');
    is_told.then(|| bare.to_owned())
}
