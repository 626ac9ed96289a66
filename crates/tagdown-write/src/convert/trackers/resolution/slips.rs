//! Finds a slip that the team owns up to, which is the cause, and what the team did about it.

use super::ends::{Ends, asks, is_team};
use super::mends::{advises, exactness, mends};
use super::slip_words::is_slip;
use crate::convert::trackers::remarks::{ASKS, is_closing};
use crate::convert::trackers::sentence_signs::has;
use crate::convert::trackers::statements::Said;

/// A slip of the team, and what the team did about it, or says to do.
pub(super) fn owned<'t>(ends: &Ends<'t>) -> Option<(&'t Said, &'t Said)> {
    let slips = ends.said.iter().copied().filter(|one| is_team(one) && is_slip(one));
    for slip in slips {
        let later = || ends.of_team().filter(|one| one.turn >= slip.turn && one.text != slip.text);
        let mended = later().filter(|one| mends(one)).max_by_key(|one| (exactness(one), one.turn));
        let is_advice = |one: &&Said| {
            (advises(one) || has(&one.text, "update, upgrade, pull") && !asks(one))
                && !has(&one.text, ASKS)
                && !is_closing(&one.text)
        };
        let fix = mended.or_else(|| later().find(is_advice));
        if let Some(fix) = fix.filter(|fix| !ends.is_contested(fix.turn)) {
            return Some((slip, fix));
        }
    }
    None
}
