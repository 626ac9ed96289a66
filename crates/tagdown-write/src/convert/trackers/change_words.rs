//! Recognises what a change does: `Sort the names before writing`, `fixed by sorting`.

use super::sentence_signs::{has, words};

/// Verbs that say what a change does, at the start of a sentence or after `this change`.
pub(super) const DOES: &str = "add, adds, use, uses, make, makes, return, returns, normalize, normalizes, normalise, normalises, ensure, ensures, handle, handles, check, checks, close, \
    evict, evicts, avoid, avoids, prevent, prevents, replace, replaces, move, moves, remove, removes, cancel, cancels, skip, skips, set, sets, reset, \
    resets, release, releases, keep, keeps, convert, converts, escape, escapes, quote, quotes, guard, guards, wait, waits, increase, increases, revert, reverts, \
    restore, restores, pass, passes, limit, limits, validate, validates, wrap, wraps, store, stores, clear, clears, flush, flushes, retry, retries, defer, defers, allow, \
    allows, stop, stops, treat, treats, change, changes, switch, switches, updates, introduces, introduce, initialize, initializes, ignore, ignores, drop, drops, reorders, \
    reuse, reuses, respect, respects, require, requires, truncate, truncates, unlock, unlocks, lock, locks, call, calls, copy, copies, disable, disables, enable, enables, \
    propagate, propagates, read, reads, bump, bumps, buffer, detect, detects, acquire, acquires, free, frees, join, joins, parse, parses, don't, do, only, always, never, force, forces, swap, swaps, open, opens, specify, specifies, start, starts, reconnect, reconnects, sort, sorts, apply, applies, send, sends, write, writes, compare, compares, create, creates, delete, \
    deletes, encode, encodes, decode, decodes, explicitly, filter, filters, fetch, fetches, honor, honors, honour, include, includes, exclude, excludes, invalidate, invalidates, load, loads, mark, \
    marks, merge, merges, preserve, preserves, raise, raises, rebuild, rebuilds, refresh, refreshes, register, registers, reject, rejects, rename, renames, report, reports, run, runs, save, saves, \
    schedule, schedules, serialize, serializes, trim, trims, update, upgrade, upgrades, verify, verifies, catch, catches, compute, computes, delay, delays, await, awaits, clamp, clamps, cast, casts, \
    cap, caps, attach, attaches, append, appends, insert, inserts, reduce, reduces, take, takes, hold, holds, give, gives, pin, pins,  align, aligns, extend, extends, rewrite, rewrites, \
    split, splits, track, tracks, expose, exposes, mount, mounts, resize, resizes, queue, queues, signal, signals, notify, notifies, emit, emits, hide, hides, show, shows, forward, forwards, bind, binds, drain, drains, rotate, rotates, deduplicate, debounce, throttle, retain, retains, recreate, \
    recreates, recompute, recomputes, reinitialize, reinitializes, terminate, terminates, spawn, spawns, strip, strips, pad, pads, round, rounds, sanitize, sanitizes, isolate, isolates, separate, separates, clone, clones, postpone, \
    postpones, shift, shifts, sync, syncs, dispose, disposes, destroy, destroys, teach, teaches, rework, reworks, persist, persists, reload, reloads";

/// The same in the past: `Added a lock around the cache`.
const DID: &str = "added, removed, changed, replaced, moved, modified, switched, wrapped, dropped, disabled, enabled, renamed, reordered, reset, cleared, \
    closed, converted, escaped, initialized, initialised, limited, normalized, normalised, restored, skipped, updated, upgraded, pinned, bumped, increased, raised, lowered, extended, reverted, \
    reduced, rewrote, reworked, introduced, made, cast, clamped, swapped, sorted, locked, guarded, deferred, cached, flushed, rounded";

pub(super) fn is_of(list: &str, word: Option<&String>) -> bool {
    word.is_some_and(|word| list.split(',').any(|verb| verb.trim() == word))
}

/// Whether somebody says what they did: `So I have added a lock`, `Added a lock`.
pub(super) fn did(all: &[String]) -> bool {
    // `Introduced in 2.1`, `Changed by accident` tell of something else.
    const ELSE: &str = "by, in, on, at, since, with, from, behaviour, behavior, when, while, was, were";
    const BEFORE: [&str; 8] = ["so", "instead", "therefore", "thus", "now", "then", "here", "hence"];
    let first = all.iter().position(|word| !BEFORE.contains(&word.as_str())).unwrap_or(0);
    let is_person = all.get(first).is_some_and(|word| ["i", "we"].contains(&word.as_str()));
    let verb = first + usize::from(is_person);
    let verb = verb + usize::from(is_person && all.get(verb).is_some_and(|word| word == "have"));
    let tells_else = is_of(ELSE, all.get(verb + 1));
    is_of(DID, all.get(verb)) && !tells_else && all.len() >= 4
}

/// Whether a word has the form of a verb after `the reader`: `logs`, `takes`.
fn is_third_person(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

/// Whether a sentence says what happens from now on: `The loader now logs an error`.
fn does_now(all: &[String]) -> bool {
    const FAILS: &str = "this, is, was, has, does, fails, crashes, hangs, breaks, throws, shows, gets, causes, raises, panics, leaks, loses, ignores, misses, requires, needs, supports, works, always, unless, as";
    all.windows(2).any(|pair| {
        let next = &pair[1];
        pair[0] == "now" && (is_third_person(next) && !is_of(FAILS, Some(next)) || is_of(DOES, Some(next)))
    })
}

/// Whether a word is an auxiliary verb, so that the word before it is a noun: `writes` in `writes did not`.
fn is_auxiliary(word: &str) -> bool {
    const ALL: &str = "are is were was do does did has have had can could may might will would not never";
    ALL.split(' ').any(|one| one == word)
}

/// Whether a sentence says what a change does.
pub(crate) fn is_change(text: &str) -> bool {
    let all = words(text);
    let tells_before = || has(text, "was, were, because");
    does_first(text, &all)
        || does_after_subject(&all)
        || opens_as_change(&all)
        || ends_now(text, &all)
        || did(&all)
        || does_now(&all) && !tells_before()
        || has(text, "will now, can now")
        || cures(text, &all)
        || has(
            text,
            "fixes the issue, fix the issue by, fixed the issue by, fixes the problem by, fixes this by, by making, is now, are now, we now, now uses, now returns, now checks, now waits, now only, now also",
        ) && !tells_before()
}

/// Whether a sentence starts with what is done: `Sort the names`, `Batches the writes`, `During eviction, sets the path`.
fn does_first(text: &str, all: &[String]) -> bool {
    // `Updates are lost` is no order.
    const NOUN_BEFORE: &str = "are is were was to out of in on can may will do that which from took takes fails failed crashed crashes hangs hung stops stopped broke breaks gets got has had does did never sometimes";
    let is_noun = all.get(1).is_some_and(|next| NOUN_BEFORE.split(' ').any(|one| one == next));
    let opens_case =
        all.first().is_some_and(|first| ["when", "if", "to", "instead", "once"].contains(&first.as_str()));
    let rest = text.split_once(", ").map(|(_, rest)| words(rest)).unwrap_or_default();
    let after_comma = rest
        .first()
        .filter(|word| word.ends_with('s') && !rest.get(1).is_some_and(|next| is_auxiliary(next)));
    // `When the list is open, close it`
    let is_order = opens_case
        && rest.get(1).is_some_and(|next| ["it", "them", "the", "a", "an"].contains(&next.as_str()))
        && !rest[0].ends_with("ly");
    let is_first = |word: &str| all.first().is_some_and(|first| first == word);
    let after_fix = is_first("fix").then(|| all.get(1)).flatten();
    // `Fix the reader so it closes the file`
    let is_aimed = (is_first("fix") || is_first("fixes") || is_first("fixed"))
        && all.iter().skip(2).any(|word| word == "so")
        && all.len() >= 8;
    // `Remove the lock that was held twice` is an order, `Writes were lost` is none.
    let tells_else = has(text, "was, were, is not, did not, didn't")
        && !has(text, "that was, that were, which was, which were, that is not, that did not");
    // `read() and seek() are called` names parts of a program.
    let is_call = text.split_whitespace().next().is_some_and(|first| first.contains('('));
    is_aimed
        || is_order
        || is_of(DOES, after_fix)
        || is_of(DOES, after_comma)
        || is_of(DOES, all.first()) && !is_noun && !is_call && !tells_else
        || governs(all) && !tells_else
}

/// Whether the first word is a verb by its form and by the article after it: `Consolidates the pools`, `Batched all writes`.
fn governs(all: &[String]) -> bool {
    const ARTICLES: [&str; 8] = ["the", "a", "an", "all", "its", "every", "each", "both"];
    const OTHERS: &str = "caused, broke, missed, tested, verified, reported, noticed, discovered, encountered, reproduced, confirmed, fixed, resolved, solved, addressed, corrected, closed, worked, failed, crashed, hanged, \
        leaked, happened, occurred, needed, used, as, unless, across, besides, towards, perhaps, always, sometimes, thus, plus, versus, based, compared, indeed, instead, crashes, fails, happens, occurs, hangs, leaks, loses, skips, shows, \
        throws, reports, tests, verifies, ignores";
    let is_verb =
        |word: &String| (is_third_person(word) || word.len() > 4 && word.ends_with("ed")) && is_telling(word);
    all.first().is_some_and(|word| is_verb(word) && !is_of(OTHERS, Some(word)))
        && all.get(1).is_some_and(|next| ARTICLES.contains(&next.as_str()))
}

/// Whether a verb says what a change does; `needs` and `fixes` say nothing of it.
fn is_telling(verb: &str) -> bool {
    const EMPTY: &str = "this needs seems looks appears fixes solves resolves addresses closes depends relies aims intends replaces supersedes follows builds targets attempts helps works consists contains simplifies improves enhances \
        refactors cleans corrects tidies reworks was has does goes implements tackles mitigates concerns affects breaks causes introduces includes is simplified improved enhanced refactored cleaned reworked implemented";
    !EMPTY.split_whitespace().any(|empty| empty == verb)
}

/// Whether a sentence has the change as its subject: `This commit checks …`, `This removes … by using …`.
fn does_after_subject(all: &[String]) -> bool {
    const SUBJECTS: &str = "pr, pull request, patch, change, commit, fix, mr, merge request, diff, changeset, branch, one, version";
    let lower = all.join(" ");
    let verb = ["this ", "the "].iter().find_map(|article| {
        let rest = lower.strip_prefix(article)?;
        let subject = SUBJECTS.split(", ").find(|subject| rest.starts_with(&format!("{subject} ")))?;
        all.get(1 + subject.split(' ').count())
    });
    let acts = |word: &String| is_third_person(word) && is_telling(word);
    let after_this = all.first().is_some_and(|first| first == "this").then(|| all.get(1)).flatten();
    is_of(DOES, verb)
        || verb.is_some_and(acts)
        || is_of(DOES, after_this)
        || after_this.is_some_and(acts) && by_doing(all)
}

/// Whether a sentence opens with words that announce a change.
fn opens_as_change(all: &[String]) -> bool {
    const OPENINGS: &str = "to fix this, to fix it, to fix that, to solve this, to avoid this, to prevent this, to address this, to resolve this, the fix is, the solution is, the fix was, now, instead, in this pr, in this patch, \
        in this change, in this commit, with this change, with this pr, with this patch, after this change, after this pr, the fix makes, i changed, we changed, i added, we now, i replaced, we replaced, i made, i moved, fixed by, \
        solved by, fixed this by, fix this by, fix by, fixes it by, fixes this by, this fixes it by, fix it by, fixed it by, this pr changes, this updates, it now, the patch, this makes sure, work around, works around, worked around";
    let lower = all.join(" ");
    OPENINGS.split(',').any(|phrase| lower.starts_with(phrase.trim())) && !lower.starts_with("now that")
}

/// Whether a sentence ends with the state after a change: `Names are sorted once now`.
fn ends_now(text: &str, all: &[String]) -> bool {
    all.last().is_some_and(|last| last == "now")
        && !has(text, "right now, until now, up to now")
        && !has(text, "fails, broken, crashes, hangs, error, errors, happens")
}

/// Whether a word is the doing of something: `using`, `sorting`.
pub(crate) fn is_doing(word: &str) -> bool {
    const OTHERS: [&str; 8] =
        ["thing", "bring", "string", "during", "nothing", "something", "everything", "anything"];
    word.len() > 4 && word.ends_with("ing") && !OTHERS.contains(&word)
}

/// Whether a sentence names a means: `by sorting`, and not `by improving it`.
pub(super) fn by_doing(all: &[String]) -> bool {
    const EMPTY: &str = "improving enhancing optimizing optimising fixing correcting adjusting refactoring reworking handling managing properly correctly solving resolving addressing";
    let tells = |word: &String| is_doing(word) && !EMPTY.split(' ').any(|empty| empty == word);
    all.windows(2).any(|pair| pair[0] == "by" && tells(&pair[1]))
}

/// Whether a sentence says by what means a failure is cured: `Sorting the names fixes this`, `fixed by sorting`, `a check is
/// added`.
pub(super) fn cures(text: &str, all: &[String]) -> bool {
    const LINKS: [&str; 5] = ["so", "thus", "therefore", "hence", "now"];
    const FIXES: &str = "fixes, fixed, fix, solves, solved, resolves, resolved, avoids, prevents, addresses";
    let is_fix = |word: &String| is_of(FIXES, Some(word));
    // `Sorting fixes this`, and not `a sorting bug fix`
    let opens = all.first().is_some_and(|word| is_doing(word))
        && all.iter().any(|word| is_fix(word) && word != "fix");
    let by = by_doing(all) && all.iter().any(is_fix);
    let aims = all.first().is_some_and(|word| is_doing(word))
        && has(
            text,
            "to avoid this, to avoid that, to avoid it, to prevent this, to prevent that, to prevent it, to fix this, to fix that, to fix it, to solve this, to resolve this",
        );
    // `A check is added`, and not `work is added`, which tells of a step.
    let first = all.iter().find(|word| !LINKS.contains(&word.as_str()));
    let is_more = first.is_some_and(|word| ["a", "an", "another", "more", "new"].contains(&word.as_str()))
        && has(text, "is added, are added, was added, were added");
    opens
        || aims
        || by
        || is_more
        || !has(text, "because")
            && has(
                text,
                "and this fixes, which fixes, this fixes the problem, this fixes the issue, this solves, was changed to, were changed to, is replaced by, was replaced by, \
            has been changed to, is changed to, moved to",
            )
}
