//! Converts numbers with units to one form: `60-second`, `60 s` and `1 minute` are the same quantity.

/// What a unit measures. Quantities of different dimensions are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dimension {
    /// In milliseconds.
    Time,
    /// In bytes; both meanings of a kilobyte are tried.
    Size,
    /// A physical or technical measure; the number is the index of the unit in [`MEASURES`].
    Measure(usize),
    /// A count of things; the number is the index of the noun in [`COUNTED`].
    Count(usize),
}

/// Units of time, in milliseconds.
const TIMES: &[(&str, f64)] = &[
    ("ns", 1e-6),
    ("nanosecond", 1e-6),
    ("us", 1e-3),
    ("µs", 1e-3),
    ("μs", 1e-3),
    ("microsecond", 1e-3),
    ("ms", 1.0),
    ("msec", 1.0),
    ("millisecond", 1.0),
    ("s", 1e3),
    ("sec", 1e3),
    ("second", 1e3),
    ("min", 60e3),
    ("minute", 60e3),
    ("h", 3600e3),
    ("hr", 3600e3),
    ("hour", 3600e3),
    ("day", 86_400e3),
    ("week", 7.0 * 86_400e3),
    ("month", 30.0 * 86_400e3),
    ("year", 365.0 * 86_400e3),
];

/// Units of size, in bytes.
const SIZES: &[(&str, f64)] = &[
    ("b", 1.0),
    ("byte", 1.0),
    ("kb", 1e3),
    ("kilobyte", 1e3),
    ("kib", 1024.0),
    ("mb", 1e6),
    ("megabyte", 1e6),
    ("mib", 1024.0 * 1024.0),
    ("gb", 1e9),
    ("gigabyte", 1e9),
    ("gib", 1024.0 * 1024.0 * 1024.0),
    ("tb", 1e12),
    ("terabyte", 1e12),
    ("tib", 1024.0 * 1024.0 * 1024.0 * 1024.0),
];

/// Other measures, each with its spellings.
const MEASURES: &[&[&str]] = &[
    &["%", "percent"],
    &["hz"],
    &["khz"],
    &["mhz"],
    &["ghz"],
    &["kbit", "kbps"],
    &["mbit", "mbps"],
    &["gbit", "gbps"],
    &["px", "pixel", "pixels"],
    &["v", "volt", "volts"],
    &["mv"],
    &["ma"],
    &["a", "ampere", "amps"],
    &["mw"],
    &["w", "watt", "watts"],
    &["mah"],
    &["mm"],
    &["cm"],
    &["km"],
    &["kg"],
    &["mg"],
    &["µl", "μl"],
    &["ml"],
    &["°c", "celsius"],
    &["°f", "fahrenheit"],
    &["rpm"],
    &["dpi"],
    &["fps"],
    &["rps", "qps"],
    &["db"],
    &["baud"],
    &["bit", "bits"],
    &["kw", "kilowatt", "kilowatts"],
    &["kwh"],
    &["bar"],
    &["mbar"],
    &["kpa"],
    &["psi"],
    &["l", "litre", "litres", "liter", "liters"],
    &["eur", "euro", "euros"],
    &["usd", "dollar", "dollars"],
    &["gbp"],
    &["chf"],
    &["tonne", "tonnes"],
];

/// Nouns that limits count.
const COUNTED: &[&str] = &[
    "request",
    "connection",
    "item",
    "entry",
    "row",
    "user",
    "character",
    "retry",
    "attempt",
    "worker",
    "thread",
    "process",
    "file",
    "page",
    "record",
    "message",
    "event",
    "token",
    "replica",
    "node",
    "core",
    "line",
    "column",
    "digit",
    "object",
    "job",
    "client",
    "session",
    "key",
    "field",
    "partition",
    "shard",
    "instance",
    "channel",
    "frame",
    "sample",
    "player",
    "result",
    "element",
    "document",
    "query",
    "call",
    "operation",
    "device",
    "address",
    "slot",
    "match",
    "symbol",
    "letter",
    "word",
    "member",
    "tag",
    "label",
    "port",
    "pod",
    "table",
    "index",
    "block",
    "segment",
    "chunk",
    "packet",
    "hop",
    "failure",
    "error",
    "time",
    "level",
    "tick",
    "step",
    "cycle",
    "order",
];

/// The dimension of a unit and its factor.
pub(crate) fn unit(word: &str) -> Option<(Dimension, f64)> {
    let lower = word.to_lowercase();
    let named = |name: &str| {
        lower == name || lower.strip_suffix('s').is_some_and(|stem| stem == name && name.len() > 1)
    };
    if let Some((_, factor)) = TIMES.iter().find(|(name, _)| named(name)) {
        return Some((Dimension::Time, *factor));
    }
    if let Some((_, factor)) = SIZES.iter().find(|(name, _)| named(name)) {
        return Some((Dimension::Size, *factor));
    }
    if let Some(place) = MEASURES.iter().position(|names| names.contains(&lower.as_str())) {
        return Some((Dimension::Measure(place), 1.0));
    }
    let singular = match lower.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => lower
            .strip_suffix("es")
            .filter(|stem| stem.ends_with(['s', 'x', 'h']))
            .map_or_else(|| lower.strip_suffix('s').unwrap_or(&lower).to_owned(), str::to_owned),
    };
    let singular = if singular == "char" { "character".to_owned() } else { singular };
    let place = COUNTED.iter().position(|noun| *noun == singular || *noun == lower)?;
    Some((Dimension::Count(place), 1.0))
}

/// A number as written: `10`, `1,000`, `2.5`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: f64,
    /// Its length in bytes.
    pub(crate) len: usize,
}

/// Reads the number at the start of a text. Versions, dates and times do not count as numbers.
pub(crate) fn number(text: &str) -> Option<Number> {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut len = digits(0);
    if len == 0 || len > 15 {
        return None;
    }
    let mut plain = text[..len].to_owned();
    while bytes.get(len) == Some(&b',') && digits(len + 1) == 3 {
        plain.push_str(&text[len + 1..len + 4]);
        len += 4;
    }
    if bytes.get(len) == Some(&b'.') && digits(len + 1) > 0 {
        let fraction = digits(len + 1);
        plain.push_str(&text[len..len + 1 + fraction]);
        len += 1 + fraction;
    }
    let next = bytes.get(len).copied();
    let more = bytes.get(len + 1).is_some_and(u8::is_ascii_digit);
    if more && next.is_some_and(|b| b".:/-".contains(&b)) {
        return None;
    }
    Some(Number { value: plain.parse().ok()?, len })
}

/// The unit after a number: its length in bytes, including the separator before it, its dimension and its factor.
pub(crate) fn unit_behind(text: &str) -> Option<(usize, Dimension, f64)> {
    let gap = text.len() - text.strip_prefix([' ', '-', '\u{a0}', '\u{202f}']).unwrap_or(text).len();
    let rest = &text[gap..];
    if rest.starts_with('%') {
        return unit("%").map(|(dimension, factor)| (gap + 1, dimension, factor));
    }
    let length = rest.find(|c: char| !(c.is_alphabetic() || c == '°')).unwrap_or(rest.len());
    let (dimension, factor) = unit(rest.get(..length).filter(|word| !word.is_empty() && word.len() < 16)?)?;
    // `5 a` and `3 b` are rarely amperes and bytes.
    let is_letter = length == 1 && gap > 0 && matches!(rest.as_bytes()[0], b'a' | b'A' | b'b');
    let is_size = gap == 0 && rest[..length].eq_ignore_ascii_case("l");
    (!is_letter && !is_size).then_some((gap + length, dimension, factor))
}

/// Whether a word is the time of a day, as the text before it shows: `at 02:00`. `16:9` is a ratio.
pub(crate) fn is_clock(before: &str, word: &str) -> bool {
    const LEADS: &[&str] = &["at", "from", "until", "till", "before", "after", "by", "between", "to", "and"];
    let Some((hour, minute)) = word.split_once(':') else { return false };
    let is_below = |part: &str, end: u8| part.parse::<u8>().is_ok_and(|value| value < end);
    let lead = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    hour.len() < 3
        && minute.len() == 2
        && is_below(hour, 24)
        && is_below(minute, 60)
        && LEADS.iter().any(|known| known.eq_ignore_ascii_case(lead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_day() {
        for (before, word) in [("It runs at ", "02:00"), ("from 8:00 to ", "17:30")] {
            assert!(is_clock(before, word), "{word}");
        }
        for (before, word) in
            [("a ratio of ", "16:09"), ("at ", "16:9"), ("at ", "25:00"), ("at ", "host:80")]
        {
            assert!(!is_clock(before, word), "{word}");
        }
    }

    fn quantity(text: &str) -> Option<(Dimension, f64)> {
        let number = number(text)?;
        let (_, dimension, factor) = unit_behind(&text[number.len..])?;
        Some((dimension, number.value * factor))
    }

    #[test]
    fn spellings_of_one_quantity_are_equal() {
        for (one, other) in [
            ("60-second", "60 s"),
            ("60 s", "1 minute"),
            ("10MB", "10 MB"),
            ("1,000 requests", "1000 request"),
            ("24 hours", "1 day"),
            ("1.5 s", "1500ms"),
            ("5 %", "5 percent"),
            ("3 retries", "3 retry"),
            ("2 processes", "2 process"),
        ] {
            assert!(quantity(one).is_some(), "{one}");
            assert_eq!(quantity(one), quantity(other), "{one} and {other}");
        }
        for text in ["1.2.3", "2026-01-02", "02:00", "24/7", "5 a", "3D", "2x", "5 of"] {
            assert_eq!(quantity(text), None, "{text}");
        }
    }
}
