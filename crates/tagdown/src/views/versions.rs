//! Versions and the intervals between them.

use std::fmt;
use std::str::FromStr;

use semver::Prerelease;

/// The versions that are asked for: `2.1` and `2.1.x` are all that start so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Versions {
    /// As they are written.
    text: String,
    low: Number,
    /// The first version behind them, where they are more than one.
    behind: Option<Number>,
}

/// A version as it is compared.
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
            .ok_or_else(|| "write a version such as 2.1 or 2.1.3".to_owned())
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl Versions {
    /// Reads `2`, `v2.1`, `2.1.x`, `2.1.3-rc.1` in small letters.
    pub(super) fn read(word: &str) -> Option<Versions> {
        let word = word.strip_prefix('v').unwrap_or(word);
        let (core, suffix) = word.split_at(word.find(['-', '+']).unwrap_or(word.len()));
        let mut numbers = [0; 4];
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
        // Missing numbers are left open, up to the first of the versions behind.
        let is_whole = count == 4 || !pre.is_empty();
        let mut behind = numbers;
        *behind.get_mut(count.checked_sub(1)?)? += 1;
        let first = Prerelease::new("0").unwrap_or_default();
        let behind = (!is_whole).then_some(Number { numbers: behind, pre: first });
        Some(Versions { text: word.to_owned(), low: Number { numbers, pre }, behind })
    }

    pub(super) fn interval(&self) -> Interval {
        let high = match &self.behind {
            Some(behind) => Bound { number: behind.clone(), inclusive: false },
            None => Bound { number: self.low.clone(), inclusive: true },
        };
        Interval { low: Some(self.from()), high: Some(high) }
    }

    pub(super) fn from(&self) -> Bound {
        Bound { number: self.low.clone(), inclusive: true }
    }

    pub(super) fn below(&self) -> Bound {
        Bound { number: self.low.clone(), inclusive: false }
    }

    pub(super) fn to(&self) -> Option<Bound> {
        self.interval().high
    }

    pub(super) fn after(&self) -> Bound {
        match &self.behind {
            Some(behind) => Bound { number: behind.clone(), inclusive: true },
            None => self.below(),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Bound {
    number: Number,
    inclusive: bool,
}

/// Versions from one to another; without a bound, all on that side.
#[derive(Clone, Debug, Default)]
pub(super) struct Interval {
    low: Option<Bound>,
    high: Option<Bound>,
}

impl Interval {
    pub(super) fn new(low: Option<Bound>, high: Option<Bound>) -> Self {
        Self { low, high }
    }

    /// Whether a version may lie in both.
    pub(super) fn meets(&self, other: &Interval) -> bool {
        let reaches = |low: &Option<Bound>, high: &Option<Bound>| match (low, high) {
            (Some(low), Some(high)) => {
                low.number < high.number || low.number == high.number && low.inclusive && high.inclusive
            }
            _ => true,
        };
        reaches(&self.low, &self.high)
            && reaches(&self.low, &other.high)
            && reaches(&other.low, &self.high)
            && reaches(&other.low, &other.high)
    }

    /// Only what lies before a version.
    pub(super) fn cut(self, fixed: &Versions) -> Self {
        let limit = fixed.below();
        let keeps = self.high.as_ref().is_some_and(|high| high.number < limit.number);
        Interval { low: self.low, high: if keeps { self.high } else { Some(limit) } }
    }
}
