//! What speaks against a sentence as the cause or the fix of a failure, however well it sounds: doubt, talk to a person,
//! talk about the work, praise, a wish, or words that point to a text which is not there.

use super::after_words::tells_of_after;
use super::phrases::{has, words};

/// Whether a speaker is not sure of what a sentence says.
pub(crate) fn is_doubtful(text: &str) -> bool {
    has(
        text,
        "i think, i guess, i suspect, i suppose, i assume, i believe, we think, we guess, we suspect, we suppose, we assume, we believe, i wonder, i expect, i imagine, i reckon, not sure, unsure, \
         almost certainly, probably, likely, unlikely, most likely, presumably, supposedly, seemingly, apparently, it appears, appears that, possibly, potentially, conceivably, perhaps, maybe, could be, may be, might be, may have, might have, \
         could have, must have been, seem, seems, seemed, looks like, looked like, looks to, looks as, look like, appears to, appeared to, appear to, afaik, afaict, iirc, in theory, theory, theories, hypothesis, \
         suspicion, suspicious, suspected, suspect, hunch, guess, guessing, if i understand, if i remember, should be fixed, should be resolved, should be solved, should be gone, should be in, should be included, \
         should be part, should be available, should fix, should do it, should do the trick, hopefully, if that is, if that's, if this is, if so, in that case, usually, typically, often, commonly, in most cases, most of the time, \
         normally caused, normally this is, this is normally, a chance, my understanding, as far as, rumour, rumor, i can't tell, cannot tell, can't tell, can't say, cannot say, can't yet say, \
         not clear, unclear, is unknown, was unknown, cause unknown, reason unknown, no idea, don't know, do not know, not known, nobody knows, don't see why, do not see why, not understand, don't understand, wild, or so, or something, somehow, some kind of, \
         more an issue, more of an, more of a, kind of, sort of",
    )
}

/// Whether a sentence is about work, people and habits of a project, and not about what it makes.
fn is_process(text: &str) -> bool {
    has(
        text,
        "failed to test, not tested, wasn't tested, weren't tested, never tested, untested, without testing, no test, no tests, lack of tests, missing tests, not covered by, test coverage, tests passed, tests did not, \
         tests didn't, in review, during review, code review, reviewer, reviewers, slipped through, went unnoticed, unnoticed, undetected, invisible, not visible, existing test, existing tests, the only test, test suite, overlooked, apologies, apologize, apologise, our mistake, in the future, in future, next time, \
         complained, complaints, complaint, users want, users asked, was requested, requested by, confusing, in qa, by qa, catch this, catch that, caught this, caught it, not caught by, not caught in, \
         never showed it, never showed up, nobody noticed, nobody ever noticed, never noticed, never saw it, did not notice, didn't notice, nobody saw, lesson, lessons, postmortem, post-mortem, release process, release note, release notes, justification, low risk, merge conflict, rebase, rebased, triage, triaged",
    )
}

/// Whether a sentence tells of days and of people at work.
fn is_diary(text: &str) -> bool {
    has(
        text,
        "monday, tuesday, wednesday, thursday, friday, saturday, sunday, yesterday, today, tomorrow, tonight, this morning, last night, last week, last month, next week, days ago, weeks ago, months ago, years ago, \
         earlier today, spent, digging, dug into, while debugging, after debugging, hours of, investigated, \
         investigating, investigation, i tried, i've tried, i have tried, we tried, we've tried, tracked down, tracked it down, narrowed, noticed, stumbled, ran into, came across, was able to, were able to, managed to, gave me, gives me, told me",
    )
}

/// Whether a sentence speaks of a change, and not of what was wrong before it: `This is a quick fix, because …`.
fn is_about_change(text: &str) -> bool {
    has(
        text,
        "fix, fixes, solution, solutions, workaround, workarounds, patch, this change, the change, this pr, the pr, this pull request, this commit, redesign, refactor, refactoring, safe to, to merge",
    ) && (has(text, "previous fix, earlier fix, first fix, last fix, quick fix, proper fix, proper solution")
        || !has(
            text,
            "before this, prior to this, without this, introduced, came in, regression, since the fix, after the fix, before the fix, before the change, broke, broken by, caused by, is that, was that, because of",
        ))
}

/// Whether a sentence tells of a suspicion that was given up later, so that the text around it is a story.
pub(crate) fn is_suspicion(text: &str) -> bool {
    has(
        text,
        "suspected, we suspect, i suspect, first thought, initially thought, thought at first, at first we, at first i, at first it, we first thought, i first thought, we thought, i thought, was innocent, were innocent, \
         first suspicion, first guess, first theory, initial theory, red herring, wrong track, ruled out",
    )
}

/// Whether a sentence says what somebody feels about a thing.
fn is_feeling(text: &str) -> bool {
    has(
        text,
        "impressive, interesting, weird, strange, curious, surprising, annoying, sad, ugly, nice, great, awesome, wow, ouch, oops, hooray, lol, \
         good idea, bad idea, good practice, bad practice, best practice, undesirable, unwanted, good catch, nice catch, good find, well done, well spotted, for sure, no doubt, tricky, not ideal, not great",
    )
}

/// Whether a sentence points to a text or a picture beside it.
fn points_away(text: &str) -> bool {
    has(
        text,
        "see above, see below, the above, mentioned above, described above, comment above, commit above, code above, listed above, shown above, listed below, shown below, below is, is below, the following, as follows, \
         as described, as mentioned, as noted, as explained, as reported, as discussed, as shown, see attached, i attached, i've attached, have attached, find attached, is attached below, attached log, attached logs, attached file, attached files, attached image, attached patch, attached picture, attached trace, attached output, attached example, screenshot, linked issue, linked pr, linked comment, this comment, that comment, previous comment, earlier comment, this line, that line, these lines, \
         this thread, that thread, since then, does that, do that, did that, than that, like that, tolerate that, handle that, about that, last time, as before, the same as, the same old, same problem, same cause, same reason, same root cause, described in, mentioned in, discussed in, discussion in",
    )
}

/// Whether a sentence is about another failure, or the case of one person.
fn is_elsewhere(text: &str) -> bool {
    has(
        text,
        "another issue, other issue, other issues, different issue, separate issue, another problem, different problem, separate problem, another bug, different bug, separate bug, unrelated, not related, my case, \
         my setup, my machine, my system, \
         for me, our case, their case, on my end, on my side, on our side, on our end, upstream bug, upstream issue",
    )
}

/// Whether a comment speaks to one person or says what is left to do: `in your setup`, `The tables need to be made anew`.
/// In a description, `you` is anybody, and what has to be is what was not.
pub(crate) fn speaks_to_somebody(text: &str) -> bool {
    has(text, "you, your, yours, you're, you've, you'll")
        || has(text, "need to be, needs to be, have to be, has to be, must be")
            && !has(text, "because, so, but, since")
}

/// Whether a sentence speaks of the speaker, who does not own up to the fault.
fn is_personal(text: &str) -> bool {
    const PERSONS: [&str; 12] =
        ["i", "i'm", "i've", "i'd", "i'll", "me", "my", "myself", "hi", "hello", "hey", "thanks"];
    let is_one = |word: &String| PERSONS.contains(&word.replace('’', "'").as_str());
    words(text).iter().any(is_one) && !owns_up(text) || text.contains(" @") || text.starts_with('@')
}

/// Whether somebody says that they made the fault: `I accidentally left the list out`.
pub(crate) fn owns_up(text: &str) -> bool {
    has(
        text,
        "i forgot, i accidentally, i mistakenly, i broke, i left, i changed, i removed, i introduced, i misread, i was using, mistake i made, my change, my commit, my fault",
    )
}

/// Whether a sentence says only what came of a failure, or what was seen of it: `The bug can make the reader stop`.
fn is_effect(text: &str) -> bool {
    const FAILURES: &str =
        "bug bugs issue problem regression crash leak error failure fault defect behaviour behavior";
    const DETERMINERS: [&str; 4] = ["the", "this", "that", "a"];
    let all = words(text);
    let of =
        |list: &str, word: Option<&String>| word.is_some_and(|word| list.split(' ').any(|one| one == word));
    let noun = usize::from(all.first().is_some_and(|first| DETERMINERS.contains(&first.as_str())));
    let is_subject = of(FAILURES, all.get(noun)) || noun == 1 && of(FAILURES, all.get(2));
    let explains = has(
        text,
        "because, caused by, due to, is that, was that, comes from, came from, stems from, is in, was in, lies in, came in, introduced, is a, was a, is an, was an, is the, was the, happens, \
         happened, occurs, occurred, arises, arose, only when, only if",
    );
    let is_seen = has(
        text,
        "reported, reports that, users see, users saw, users get, we see, we saw, we get, we observed, observed, complains, complained, prints, printed, fails with, failed with, ends with, exits with, can be seen, shows up, showed up, log shows, logs show, was seen, were seen",
    );
    is_subject && !explains || is_seen && !has(text, "because, caused by, due to, so, since")
}

/// Whether a sentence opens with what was tested: `Verified with two readers`.
fn tells_of_check(text: &str) -> bool {
    const CHECKS: [&str; 6] = ["verified", "tested", "confirmed", "reproduced", "checked", "replayed"];
    words(text).first().is_some_and(|first| CHECKS.contains(&first.as_str()))
}

/// Whether a sentence that is meant as an explanation is none that a maintainer would sign.
pub(crate) fn spoils_cause(text: &str) -> bool {
    let is_vague = has(
        text,
        "in some cases, in certain cases, in some situations, sometimes, at times, under certain circumstances, in certain situations",
    ) && !has(text, "because, caused by, due to, so, since, counted on, relied on, assumed");
    let wishes = has(text, "should, shouldn't, ought to, would be nice, we want, we don't want, wish")
        && !has(
            text,
            "because, caused by, due to, so, but, instead of, although, since, even though, should have",
        );
    is_doubtful(text)
        || is_process(text)
        || is_diary(text)
        || is_about_change(text)
        || tells_of_after(text)
        || is_feeling(text) && !has(text, "because, caused by, due to, since, side effect of")
        || points_away(text)
        || is_elsewhere(text)
        || is_personal(text)
        || is_effect(text)
        || has(text, "be caused by") && has(text, "shouldn't, should not, can't, cannot, couldn't, won't")
        || tells_of_check(text)
        || text.to_lowercase().contains("bisect")
        || has(
            text,
            "should not be, shouldn't be, not be related, not be caused, first bad commit, no need, not needed, do not run, don't run, do not use, don't use, false alarm, harmless, are fine, is fine",
        )
        || wishes
        || is_vague
        || text.trim_end().ends_with(['?', '!'])
}

/// Whether a fix says nothing without the sentence before it: `The fix is to not use it`.
fn hangs(text: &str) -> bool {
    const PRONOUNS: [&str; 6] = ["it", "them", "that", "this", "those", "one"];
    const EMPTY: &str = "the a an is was to of in on and or not no fix solution just simply simple really be by do does did done so now we i use used using remove removed change changed \
        drop dropped avoid avoided disable disabled skip skipped delete deleted revert reverted";
    let all = words(text);
    let is_told = |word: &&String| {
        !PRONOUNS.contains(&word.as_str()) && !EMPTY.split_whitespace().any(|empty| empty == *word)
    };
    all.iter().any(|word| PRONOUNS.contains(&word.as_str()))
        && all.iter().filter(is_told).count() < 2
        && !text.contains('`')
        && !text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a sentence that is meant as a fix is none that a maintainer would sign.
pub(crate) fn spoils_fix(text: &str) -> bool {
    // A condition or a reason is no fix, and a greeting is none either.
    const OPENINGS: [&str; 11] =
        ["hi", "hello", "hey", "dear", "wow", "sorry", "if", "unless", "because", "since", "hoping"];
    let greets = words(text).first().is_some_and(|first| OPENINGS.contains(&first.as_str()))
        || has(text, "it is because, this is because, that is because, it's because, that's because");
    let replaces = has(
        text,
        "partially, partly, here, the following, not merged, replaces commit, supersedes, replaces the pr, replaces pr",
    );
    let tells_story = has(
        text,
        "i had to, we had to, i tried, we tried, it was determined, it was found, it turned out, we found, i found, trial and error, trial-and-error",
    );
    // That it runs somewhere is not what it does.
    let is_used =
        has(text, "in production, i get, i see, we see, for us, for me, deployed, works for, working for");
    // What somebody could do with it is a test, and what shall be done should it come back is a promise.
    let is_tested = has(
        text,
        "i could, we could, i can, i was able, we were able, i am able, i'm able, i managed, we managed, i no longer, i don't see, i do not see, i haven't seen, reopen, re-open, reopens, reopened",
    ) || words(text).first().is_some_and(|first| first == "should");
    is_used
        || is_tested
        || tells_story
        || hangs(text)
        || is_doubtful(text)
        || is_process(text)
        || is_feeling(text)
        || has(text, "unfortunately, sadly")
        || greets
        || replaces
        || text.trim_end().ends_with('?')
}
