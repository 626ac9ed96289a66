//! What to say about sections and blocks that were asked for but do not exist.

use tagdown::text::nearest;
use tagdown_read::{Asking, Reading};

/// Why a section or block that was asked for cannot be shown, and the nearest names that exist.
pub fn missing(readings: &[Reading], sections: &[String], asking: Asking) -> Option<String> {
    for reading in readings {
        if let Some(missing) = reading.missing.iter().find(|missing| missing.is_address) {
            let wanted = &missing.wanted;
            let problem = match missing.blocks {
                0 => format!("no section or block `{wanted}`"),
                blocks => format!("`{wanted}` is the id of {blocks} blocks"),
            };
            return Some(format!("{}: {problem}{}", reading.path, offer(&missing.nearest, asking)));
        }
    }
    let is_missing = |reading: &Reading, section: &String| {
        reading.missing.iter().any(|missing| !missing.is_address && missing.wanted == *section)
    };
    let nowhere = |section: &&String| readings.iter().all(|reading| is_missing(reading, section));
    let section = sections.iter().find(|section| !readings.is_empty() && nowhere(section))?;
    let titles = readings.iter().flat_map(|reading| &reading.headings).filter(|heading| heading.level > 1);
    let near = nearest(section, titles.map(|heading| heading.title.clone()));
    Some(format!("no section `{section}`{}", offer(&near, asking)))
}

fn offer(names: &[String], asking: Asking) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => format!("; {} lists the sections and blocks", asking.outline()),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}
