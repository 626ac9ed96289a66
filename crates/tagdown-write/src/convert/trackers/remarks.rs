//! Recognises talk around a failure: closing remarks, thanks, requests, opinions and reports on one's own work. None of
//! it is a cause, and most of it is no fix.

use super::sentence_signs::{has, is_order, names_version, words};

/// Whether a sentence only closes an issue or speaks of the tracker.
pub(crate) fn is_closing(text: &str) -> bool {
    if has(text, "not close this, doesn't close this, not close it, doesn't close it") {
        return false;
    }
    // A file is closed too, and a cache can be stale.
    let all = words(text);
    let is_it = |word: Option<&String>| word.is_some_and(|word| word == "closing");
    is_it(all.first())
        || is_it(all.last())
        || has(
            text,
            "closing this, closing it, closing as, closing the issue, closing the ticket, closing for, closing due, closing since, closing because, closing in favor, closing in favour, \
             closing out, closing now, closing here, marking this, marking as, as stale, marked stale, stale bot, stale issue, is stale now, went stale",
        )
        || has(
            text,
            "i'll close, i will close, going to close, go ahead and close, can be closed, closed this, close this, \
         please reopen, feel free, reopen if, re-open if, reopen this, let me know, let us know, lack of follow-up, lack of \
         information, lack of response, lack of activity, lack of details, lack of feedback, inactivity, no response, no feedback, \
         no follow-up, disappeared, this issue, this ticket, this thread, this report, mailing list, stack overflow, \
         forum, discussions, new issue, separate issue, tracking issue, milestone, triage, cross-posting, issue tracker",
        )
}

/// Whether a sentence is about what somebody did, will do or thinks.
pub(crate) fn is_talk(text: &str) -> bool {
    const OPENINGS: &str = "i ran, i also ran, i've, i have, i tested, i tried, i managed, i was hoping, i am, i'm, i would, i'd, i opened, i can, \
        i can't, i cannot, i don't, i do not, i'll, i will, i generally, i prefer, i like, i hope, i wonder, i apologize, i agree, i just, i guess, i think, i suspect, \
        i could, we could, we can, we can't, we should, we would, we'd, we will, we'll, we've, we have a, we need, we want, we plan, \
        will look, will fix, will release, could you, can you, would you, do you, did you, have you, are you, you can always, you could, you may, you might, \
        thanks, thank you, sorry, hi, hello, hey, hm, hmm, cc, looking into, looking at, working on, nice, great, good, glad, excellent, awesome, cool, lgtm, \
        interesting, unfortunately you, please, let's, let me, maybe, perhaps, not sure, for now, in the meantime, tested, verified, reproduced, \
        same here, same problem, same issue, me too, see, note that, fyi, ping, any, what, where, why, which, when did, how, who, is this, is it, does this, does it, have a";
    const OPINIONS: &str = "prefer, would rather, in my opinion, imo, imho, makes sense, worth, nice to have, should probably, would be, it'd be, better to, \
        generally, personally, hoping, hopefully, wouldn't want, would not want, iterations, i ran, i tested";
    let lower = words(text).join(" ").replace('’', "'");
    let opens = |opening: &str| {
        lower.strip_prefix(opening).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    OPENINGS.split(',').any(|opening| opens(opening.trim()))
        || has(text, OPINIONS)
        || text.starts_with('@')
        || text.trim_end().ends_with('?')
}

/// Whether a sentence tells that work was done, which is no cause.
pub(crate) fn is_work(text: &str) -> bool {
    has(
        text,
        "i've fixed, i have fixed, i fixed, i've merged, i merged, i've released, i've pushed, i pushed, have fixed, i've added, i've verified, i have verified, i verified, i've tested, i have tested, i've confirmed, i have confirmed, fixed those, \
         we've fixed, we fixed, was fixed, is fixed, been fixed, been resolved, been merged, been released, been addressed, been corrected, been solved, been reported, been tested, been verified, this has been closed, it has been closed, issue has been closed, ticket has been closed, been closed as, been reverted, been backported, been updated, \
         been improved, attempted to fix, added tests, added a test, integration test, integration tests, \
         test coverage, unit test, regression test, changelog, release notes, lgtm, signed-off-by, co-authored-by, reviewed-by, checklist, \
         documentation, docs, needs to be updated, backport, cherry pick, cherry-pick, cherry picked, follow-up, downgrade, downgrading",
    )
}

/// Whether a sentence asks for something to be tried, so its success is not known yet.
pub(crate) fn is_trial(text: &str) -> bool {
    has(
        text,
        "try, try out, give it a try, give this a go, could help, might help, should help, should work, would help, can you, could you, does it, \
         if that works, see if, check if, check whether, test it, please test, in the meantime, for now, as a workaround, workaround",
    )
}

/// What is asked of a reporter, and no cure.
pub(crate) const ASKS: &str = "post, output of, the output, your config, which version, what version, paste, share, attach, provide a, provide the, provide us, provide more, provide your, provide some, logs, log output, stack trace, let me know, let us know, tell me, tell us, open an issue, new issue, check if, check whether, see if, see whether, confirm, reproduce, debug, \
    verbose, -vv, more info, more information, details, pull request, send a pr, wait";

/// Whether a sentence proposes an action with code, an option or a version in it.
pub(crate) fn is_proposal(text: &str) -> bool {
    let exact = text.contains('`')
        || text.contains("--")
        || text.contains(" = ")
        || text.contains("http")
        || names_version(text);
    let all = words(text);
    let acts = has(
        text,
        "you can, you'll want to, you will want to, you need to, you have to, you should, you must, try, adding, installing, \
         setting, upgrading, updating, removing, deleting, downgrade to",
    );
    let is_long = all.len() >= 3 && !text.trim_end().ends_with('?');
    exact && is_long && (acts || orders(text, &all) || is_order(&all))
}

/// Whether a verb says what to do: `then set`, and not `the variable was never set`.
fn orders(text: &str, all: &[String]) -> bool {
    const VERBS: &str =
        "do run set use install change remove delete upgrade update add pass disable enable restart pin";
    const BEFORE: &str =
        "to you can could should please just and or then simply must instead also still always";
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == word);
    let opens = |all: &[String]| all.first().is_some_and(|first| is_of(VERBS, first));
    opens(all)
        || all.windows(2).any(|pair| is_of(BEFORE, &pair[0]) && is_of(VERBS, &pair[1]))
        || text.split(", ").skip(1).any(|clause| opens(&words(clause)))
}

/// Whether a sentence says that what was proposed helped.
pub(crate) fn is_cured(text: &str) -> bool {
    let cured = has(
        text,
        "worked, did work, did indeed work, does work, indeed works, works now, it works, works fine, works for me, works again, works perfectly, works great, that was it, that did it, did the trick, solved it, solved the, \
         solved my, solves it, solves the, that solved, this solved, this fixed, that fixed, fixed it, fixed the, fixed my, fixes it, fixes the, does fix it, problem gone, issue gone, is gone, \
         problem is gone, can confirm, resolved it, resolved the, resolves the, that resolved, helped, it is useful, works like a charm, no longer happens, no more errors, \
         all good, issue is resolved, problem is resolved, problem is solved, is solved, is resolved, working now, now works, now working, no longer occurs",
    );
    // Emphasis may stand around the word: `this **fixed** it`.
    let plain = text.replace("**", "");
    (cured || has(&plain, "this fixed, that fixed, fixed it"))
        && !has(
            text,
            "not, didn't, doesn't, don't, if, unless, but still, still, only until, once it, until, temporarily, no luck",
        )
        && !text.trim_end().ends_with('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn talk_is_no_cause_and_praise_is_no_cure() {
        for text in [
            "Closing due to lack of follow-up.",
            "Closing as the reporter disappeared.",
            "Feel free to reopen this because logs may turn up.",
        ] {
            assert!(is_closing(text), "{text}");
        }
        for text in [
            "I ran it 40 times, so it looks right.",
            "We could move the lock, because it is held too long.",
            "Why is the file empty?",
        ] {
            assert!(is_talk(text), "{text}");
        }
        assert!(
            is_closing("Marked stale by the bot.")
                && !is_closing("A stale entry is kept after closing a file.")
        );
        assert!(
            !is_talk("The lock is held while the file is read.")
                && !is_closing("The lock is held while the file is read.")
        );
        assert!(
            is_cured("That did it, thanks!")
                && is_cured("this **fixed** it")
                && !is_cured("Thanks for the answer.")
                && !is_cured("It worked until today.")
        );
        assert!(!is_proposal("So the `LIST` variable was never set."));
        assert!(is_proposal("Try adding `--slow`.") && !is_proposal("Try again tomorrow."));
    }
}
