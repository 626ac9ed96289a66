//! Finds the diagnosis that the outcome of a thread confirms: what somebody only supposed is the cause once the advice that
//! was given with it helped, or the fix that was made on its ground was released.

use super::doubt_words::{owns_up, speaks_to_somebody};
use super::explanation::{Voice, names_defect};
use super::hedges::{Bare, bare};
use super::issue::Speaker;
use super::outcome::{Outcome, Proof};
use super::remarks::is_closing;
use super::sentence_signs::{has, is_advice, words};
use super::statements::{Said, Topic};
use super::symptom::tells_of_failure;
use super::ties::tie;
use super::weigh::{Talk, names_release};

/// The confirmed diagnosis of a thread, and its turn. Of several with as many signs, the last one counts.
pub(crate) fn confirmed(talk: &Talk<'_>, outcome: &Outcome) -> Option<(usize, String)> {
    let mut best: Option<(usize, usize, String)> = None;
    for one in talk.said.iter().filter(|one| one.turn > 1 && one.topic == Topic::None) {
        let Some(proof) = outcome.proof(one.turn).filter(|_| one.text.len() < MOST) else { continue };
        let found = by_case(talk, one, proof).or_else(|| by_words(talk, one, proof));
        if let Some((signs, text)) = found
            && best.as_ref().is_none_or(|(most, ..)| *most <= signs)
        {
            best = Some((signs, one.turn, text));
        }
    }
    best.map(|(_, turn, text)| (turn, text))
}

/// Verbs of advice.
const MODALS: [&str; 9] = ["can", "could", "should", "must", "need", "have", "may", "might", "want"];

/// The longest diagnosis, in bytes.
const MOST: usize = 400;

/// The least signs of a diagnosis.
const LEAST: usize = 4;

/// A statement of what is wrong, without the doubt of its speaker.
fn by_words(talk: &Talk<'_>, one: &Said, proof: Proof) -> Option<(usize, String)> {
    let Bare { text, is_hedged, is_planned } = bare(&one.text)?;
    let ground = &talk.ground;
    // `copy() and sort() are called at once` is no order.
    let is_call = text.split_whitespace().next().is_some_and(|first| first.contains('('));
    // Nor is `you use an old list`.
    let all = words(&text);
    let is_statement = all.first().is_some_and(|first| first == "you")
        && !all.get(1).is_some_and(|next| MODALS.contains(&next.as_str()));
    let is_order = !is_call && !is_statement && is_advice(&Said { text: text.clone(), ..one.clone() });
    if !ground.is_stated(&text) || is_order || is_closing(&text) || names_release(one) {
        return None;
    }
    // A release alone confirms no guess: the fix must have been made on its ground.
    let is_guess = is_hedged
        && (proof == Proof::Unopposed
            || proof == Proof::Mended && !is_planned && !ground.is_of_change(&text));
    let is_private = proof == Proof::Mended && speaks_to_somebody(&text);
    let is_unsure = matches!(proof, Proof::Mended | Proof::Unopposed) && talk.is_unsure(one);
    if is_guess
        || is_private
        || is_unsure
        || has(&text, "need to be, needs to be, have to be, has to be, must be")
    {
        return None;
    }
    let is_tied = ground.signs(&text, Voice::Answer).is_some();
    let is_by_user = matches!(proof, Proof::Cured | Proof::Granted);
    let is_reason = is_planned && proof != Proof::Mended;
    // Who says how a part works that nobody named, and then releases the fix, tells what was wrong with it.
    let is_mechanism = proof == Proof::Mended
        && !is_hedged
        && one.speaker == Speaker::Maintainer
        && ground.names_new(&text)
        && ground.is_fresh(&text)
        && ground.is_about(&text)
        && !goes_on(talk, one);
    let is_plain = is_mechanism || is_tied || is_reason || names_defect(&text) || owns_up(&text);
    let is_wrong = is_plain || proof != Proof::Unopposed && has(&text, WRONG);
    // What a project did or does is no failure as long as nobody says so.
    let is_choice = all.first().is_some_and(|first| first == "we" || first == "i") && !owns_up(&text);
    if proof == Proof::Unopposed && is_choice {
        return None;
    }
    let has_tie = tie(&text).is_some();
    let signs = [
        is_hedged,
        is_planned,
        is_by_user,
        has_tie,
        is_of_failure(&all),
        ground.names_new(&text),
        ground.is_fresh(&text),
    ];
    let signs = 2 * usize::from(is_wrong) + signs.iter().filter(|is_there| **is_there).count();
    let least = if one.speaker == Speaker::Other { LEAST + 1 } else { LEAST };
    (is_wrong && signs >= least).then_some((signs, text))
}

/// Whether more is stated behind a sentence, so that it is only the start of an explanation.
fn goes_on(talk: &Talk<'_>, one: &Said) -> bool {
    let is_next = |next: &&Said| next.turn == one.turn && next.paragraph == one.paragraph;
    let next = talk.said.iter().filter(is_next).skip_while(|next| next.text != one.text).nth(1);
    next.is_some_and(|next| {
        !names_release(next) && bare(&next.text).is_some_and(|bare| words(&bare.text).len() >= 5)
    })
}

/// Whether a sentence has the failure as its subject: `The linker error is …`.
fn is_of_failure(all: &[String]) -> bool {
    const NOUNS: &str = "error problem issue crash panic failure warning exception bug hang";
    const VERBS: &str = "is was comes came happens happened means indicates";
    let is_of = |list: &str, word: &String| list.split(' ').any(|one| one == word);
    all.windows(2).take(4).any(|pair| is_of(NOUNS, &pair[0]) && is_of(VERBS, &pair[1]))
}

/// What is wrong with a thing, in words that are no failure.
const WRONG: &str = "old, outdated, too old, deprecated, unsupported, incompatible, not compatible, expired, conflicts, conflicting, conflict, concurrently, at the same time, in parallel, removed, renamed, no longer, different, \
    full, corrupt, corrupted, broken, invalid, blocked, blocks, blocking, limit, limited, read-only, unable, forgot, typo, misconfigured, duplicate, duplicated, mixed, clash, clashes, shadowed, missing, disabled, limited to, not \
    enough, out of, not running, not installed, not supported, not set, not enabled, permission, permissions, requires, require, needs, expects";

/// A case in which the failure comes, which the reporter says is theirs: `If the list is empty, you'll see this error`.
fn by_case(talk: &Talk<'_>, one: &Said, proof: Proof) -> Option<(usize, String)> {
    const OPENINGS: [&str; 3] = ["if", "when", "unless"];
    let text = one.text.as_str();
    let first = words(text).into_iter().next()?;
    let (case, effect) = text.split_once(", ").or_else(|| text.split_once(" then "))?;
    let is_failure = tells_of_failure(effect)
        || has(
            effect,
            "this warning, this error, this message, this happens, this happen, this problem, this issue",
        );
    let is_other = has(
        effect,
        "please, can you, could you, try, does it, do you, did you, let me, let us, i, we'll, goes away, go away, disappears, gone, works, work, fixed, fix, fixes, help, helps, should, would, check, run, use",
    ) || effect.trim_end().ends_with('?')
        || has(
            case,
            "you want, you like, you can, you could, possible, that works, that doesn't, not, still",
        );
    let is_case = OPENINGS.contains(&first.as_str())
        && matches!(proof, Proof::Cured | Proof::Granted)
        && one.speaker != Speaker::Other
        && is_failure
        && !is_other
        && words(case).len() >= 4
        && talk.ground.is_new(case);
    is_case.then(|| (LEAST, text.to_owned()))
}
