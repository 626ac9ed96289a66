//! The version that a document should have after a change.

use super::change::What;

/// Which part of a version moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bump {
    /// Only context changed.
    Patch,
    /// Facts were added, changed or confirmed.
    Minor,
    /// Facts that readers may rely on are gone.
    Major,
}

impl Bump {
    /// What a change asks for.
    pub const fn of(what: What) -> Self {
        match what {
            What::Lost | What::Demoted | What::Doubted => Self::Major,
            What::Changed | What::Confirmed | What::Refuted | What::Promoted | What::Added => Self::Minor,
            What::Claimed | What::Dropped | What::Moved => Self::Patch,
        }
    }
}

/// The next version; `None` if the old one has another form. Before 1.0.0 the second number moves for what is gone.
///
/// ```
/// use tagdown_read::facts::{Bump, next};
/// assert_eq!(next("1.2.3", Bump::Major).as_deref(), Some("2.0.0"));
/// assert_eq!(next("0.2.3", Bump::Major).as_deref(), Some("0.3.0"));
/// assert_eq!(next("v1.2.3-rc.1", Bump::Minor).as_deref(), Some("1.3.0"));
/// assert_eq!(next("soon", Bump::Patch), None);
/// ```
pub fn next(version: &str, bump: Bump) -> Option<String> {
    let core = version.trim_start_matches('v').split(['-', '+']).next()?;
    let numbers: Vec<u64> = core.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let [major, minor, patch] = numbers[..] else { return None };
    Some(match bump {
        Bump::Major if major > 0 => format!("{}.0.0", major + 1),
        Bump::Major | Bump::Minor => format!("{major}.{}.0", minor + 1),
        Bump::Patch => format!("{major}.{minor}.{}", patch + 1),
    })
}
