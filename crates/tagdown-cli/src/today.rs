//! The clock: what day it is, and how old something is. `SOURCE_DATE_EPOCH` sets it, as for other tools that write dates.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// Now, or the moment that the environment names.
pub(crate) fn now() -> Timestamp {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse().ok());
    set.and_then(|seconds| Timestamp::from_second(seconds).ok()).unwrap_or_else(Timestamp::now)
}

/// The day where the person is, as `2026-03-01`.
pub(crate) fn date() -> String {
    let is_set = std::env::var_os("SOURCE_DATE_EPOCH").is_some();
    let zone = if is_set { TimeZone::UTC } else { TimeZone::system() };
    Zoned::new(now(), zone).date().to_string()
}

/// The day of a moment, in universal time.
pub(crate) fn day(seconds: i64) -> String {
    let moment = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    moment.to_zoned(TimeZone::UTC).date().to_string()
}

/// Whole days since a moment; none where it lies ahead.
pub(crate) fn days_since(seconds: i64) -> u64 {
    u64::try_from((now().as_second() - seconds) / 86_400).unwrap_or(0)
}
