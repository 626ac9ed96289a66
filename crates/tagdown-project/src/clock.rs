//! The clock: today's date, and ages in days. `SOURCE_DATE_EPOCH` sets it, as in other tools that write
//! dates.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

/// The current time, or the time set in the environment.
pub fn now() -> Timestamp {
    let set = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.trim().parse().ok());
    set.and_then(|seconds| Timestamp::from_second(seconds).ok()).unwrap_or_else(Timestamp::now)
}

/// Today's date in the local time zone, as `2026-03-01`.
pub fn date() -> String {
    let is_set = std::env::var_os("SOURCE_DATE_EPOCH").is_some();
    let zone = if is_set { TimeZone::UTC } else { TimeZone::system() };
    Zoned::new(now(), zone).date().to_string()
}

/// The date of a timestamp, in UTC.
pub fn day(seconds: i64) -> String {
    let moment = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    moment.to_zoned(TimeZone::UTC).date().to_string()
}

/// Full days since a timestamp; 0 if it is in the future.
pub fn days_since(seconds: i64) -> u64 {
    u64::try_from((now().as_second() - seconds) / 86_400).unwrap_or(0)
}
