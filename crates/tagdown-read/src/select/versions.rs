//! Versions and version intervals.

use std::fmt;
use std::str::FromStr;

use semver::Prerelease;

/// A set of versions: `2.1` and `2.1.x` are all versions that start with `2.1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The text, as written.
    text: String,
    /// Whether the text ends with a wildcard, `x` or `*`.
    pub(super) is_open: bool,
    low: Number,
    /// The first version after the set, if the set can contain more than one.
    behind: Option<Number>,
}

/// A version number that can be compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    /// Missing numbers are zero.
    numbers: [u64; 4],
    pre: Prerelease,
}

impl FromStr for Versions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(&text.trim().to_lowercase())
            .ok_or_else(|| "expected a version such as 2.1 or 2.1.3".to_owned())
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl Versions {
    /// Reads `2`, `v2.1`, `2.1.x` or `2.1.3-rc.1`, in lower case.
    pub(super) fn read(word: &str) -> Option<Versions> {
        let word = word.strip_prefix('v').unwrap_or(word);
        let (core, suffix) = word.split_at(word.find(['-', '+']).unwrap_or(word.len()));
        let mut numbers = [0_u64; 4];
        let mut count = 0;
        let mut open = false;
        for part in core.split('.') {
            if matches!(part, "x" | "*") {
                open = true;
            } else if open || count == 4 {
                return None;
            } else {
                numbers[count] = part.parse().ok()?;
                count += 1;
            }
        }
        let pre = match suffix.strip_prefix('-').map(|pre| pre.split('+').next().unwrap_or(pre)) {
            Some("") => return None,
            Some(pre) => Prerelease::new(pre).ok()?,
            None => Prerelease::EMPTY,
        };
        let mut behind = numbers;
        let last = behind.get_mut(count.checked_sub(1)?)?;
        *last = last.checked_add(1)?;
        // Missing numbers match every version below the next one. A prerelease matches up to its release.
        let behind = match (count, pre.is_empty()) {
            (_, false) => Some(Number { numbers, pre: Prerelease::EMPTY }),
            (4, _) => None,
            _ => Some(Number { numbers: behind, pre: first_pre() }),
        };
        Some(Versions { text: word.to_owned(), is_open: open, low: Number { numbers, pre }, behind })
    }

    /// The complete set, as requested.
    pub(super) fn asked(&self) -> Interval {
        Interval { low: Some(Bound { number: self.low.clone(), inclusive: true }), high: Some(self.to()) }
    }

    /// The complete set, including prereleases of the first version.
    pub(super) fn interval(&self) -> Interval {
        Interval { low: Some(self.from()), high: Some(self.to()) }
    }

    /// The bound at the first version, including its prereleases.
    pub(super) fn from(&self) -> Bound {
        let pre = if self.low.pre.is_empty() { first_pre() } else { self.low.pre.clone() };
        Bound { number: Number { numbers: self.low.numbers, pre }, inclusive: true }
    }

    /// The bound at the last version.
    pub(super) fn to(&self) -> Bound {
        match &self.behind {
            Some(behind) => Bound { number: behind.clone(), inclusive: behind.pre.is_empty() },
            None => Bound { number: self.low.clone(), inclusive: true },
        }
    }

    /// The bound just below the first version.
    pub(super) fn below(&self) -> Bound {
        Bound { number: self.low.clone(), inclusive: false }
    }
}

/// The lowest prerelease of a version.
fn first_pre() -> Prerelease {
    Prerelease::new("0").unwrap_or_default()
}

/// One end of an interval.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    number: Number,
    inclusive: bool,
}

/// Versions between two bounds; a missing bound sets no limit on that side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interval {
    low: Option<Bound>,
    high: Option<Bound>,
}

impl Interval {
    pub(super) fn new(low: Option<Bound>, high: Option<Bound>) -> Self {
        Self { low, high }
    }

    /// Whether it contains no version, which cannot be what the author meant.
    pub(super) fn is_empty(&self) -> bool {
        !reaches(self.low.as_ref(), self.high.as_ref())
    }

    /// Whether a version may be in both.
    pub(super) fn meets(&self, other: &Interval) -> bool {
        reaches(self.low.as_ref(), other.high.as_ref()) && reaches(other.low.as_ref(), self.high.as_ref())
    }

    /// Extends the interval up to a fix, because versions between the last one named and the fix may also fail.
    pub(super) fn until(self, fixed: &Versions) -> Self {
        Interval { low: self.low, high: Some(fixed.below()) }
    }
}

fn reaches(low: Option<&Bound>, high: Option<&Bound>) -> bool {
    let (Some(low), Some(high)) = (low, high) else { return true };
    low.number < high.number || low.number == high.number && low.inclusive && high.inclusive
}
