//! What a change did to one block, and where the block was before.

use rustc_hash::FxHashMap;

use super::change::{Change, Comparison};
use super::fact::{At, Page};
use super::judge::compare;
use super::pair::pair;
use super::places::Places;

/// The history of a block over one change of its document.
#[derive(Debug)]
pub struct Trace {
    /// The address of the block before the change; `None` if the change added it.
    pub before: Option<String>,
    /// The documents before and after, with the changes that concern the block.
    pub comparison: Comparison,
}

/// Looks for the block with an address in the state of a document before a change, by the facts that it has.
///
/// ```
/// use tagdown_read::facts::{facts, trace};
/// let page = |text: &str| facts(&tagdown::parse(text), "a.md");
/// let old = page("# T\n\n## Limits\n\n**[SPEC]**\n- Body: 4 KB\n- Retries: 3\n");
/// let new = page("# T\n\n## Quotas\n\n**[SPEC]**\n- Body: 8 KB\n- Retries: 3\n");
/// let trace = trace(old, new, "quotas/spec-1");
/// assert_eq!(trace.before.as_deref(), Some("limits/spec-1"));
/// assert_eq!(trace.comparison.changes.len(), 1);
/// ```
pub fn trace(old: Page, new: Page, address: &str) -> Trace {
    let (olds, news) = (vec![old], vec![new]);
    let pairs = pair(&olds, &news, &Places::new(&olds, &news, &[]));
    let is_in = |pages: &[Page], at: At, address: &str| pages[at.0].facts[at.1].address.as_ref() == address;
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for (from, _) in pairs.pairs.iter().filter(|(_, to)| is_in(&news, *to, address)) {
        *counts.entry(&olds[from.0].facts[from.1].address).or_default() += 1;
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(a.0)));
    let before = most.map(|(address, _)| address.to_owned());
    let mut comparison = compare(olds, news, &[]);
    let concerns = |change: &Change| {
        change.all().any(|(from, to)| {
            let was = before
                .as_ref()
                .is_some_and(|before| from.is_some_and(|from| is_in(&comparison.old, from, before)));
            was || to.is_some_and(|to| is_in(&comparison.new, to, address))
        })
    };
    let kept =
        |changes: &[Change]| changes.iter().filter(|change| concerns(change)).cloned().collect::<Vec<_>>();
    (comparison.changes, comparison.context) = (kept(&comparison.changes), kept(&comparison.context));
    Trace { before, comparison }
}
