//! Finds the names that are most similar to a misspelt one.

/// The entry of `names` that is nearest to `word`, if any is near enough.
pub fn nearest_name<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let mut limit = (word.chars().count() / 3).max(2);
    let mut found = None;
    for name in names {
        if let Some(distance) = distance_within(name, word, limit) {
            found = Some(name);
            // Only a nearer one is of interest from here on.
            match distance.checked_sub(1) {
                Some(nearer) => limit = nearer,
                None => break,
            }
        }
    }
    found
}

/// How many characters must be inserted, removed, changed or swapped with their neighbour.
pub fn edit_distance(a: &str, b: &str) -> usize {
    distance_within(a, b, usize::MAX).unwrap_or(usize::MAX)
}

/// The characters that are compared.
const LONGEST: usize = 64;

/// The same, if it is not above a limit.
fn distance_within(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(LONGEST).collect(), b.chars().take(LONGEST).collect());
    // The distances of a start of `a` from each start of `b`, for the last three starts of `a`.
    let mut rows = [[0_u8; LONGEST + 1]; 3];
    rows[2] = std::array::from_fn(|j| j as u8);
    let mut lowest_before = 0;
    for (i, letter) in a.iter().enumerate() {
        rows.rotate_left(1);
        let [before, last, row] = &mut rows;
        row[0] = last[0] + 1;
        for (j, other) in b.iter().enumerate() {
            let mut best = (last[j + 1] + 1).min(row[j] + 1).min(last[j] + u8::from(letter != other));
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        // No row is below both of those before it.
        let lowest = row[..=b.len()].iter().copied().min().map_or(0, usize::from);
        if lowest.min(lowest_before) > limit {
            return None;
        }
        lowest_before = lowest;
    }
    let distance = usize::from(rows[2][b.len()]);
    (distance <= limit).then_some(distance)
}

/// The maximum number of names to suggest for an unknown one.
pub const OFFERED: usize = 3;

/// The names most similar to `wanted`, at most [`OFFERED`]: names that contain it, and names that differ only slightly.
pub fn nearest(wanted: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let folded = fold(wanted);
    let limit = (folded.chars().count() / 3).max(2);
    let distance = |name: String| {
        let plain = fold(&name);
        let holds =
            !folded.is_empty() && (plain.contains(&folded) || plain.len() > 3 && folded.contains(&*plain));
        let changes = edit_distance(unnumbered(&plain), unnumbered(&folded));
        (holds || changes <= limit).then_some((!holds, changes, name))
    };
    let mut ranked: Vec<_> = names.filter(|name| !name.is_empty()).filter_map(distance).collect();
    ranked.sort();
    ranked.dedup();
    ranked.into_iter().take(OFFERED).map(|(_, _, name)| name).collect()
}

/// A name in lower case, with single spaces.
pub fn fold(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A heading without its leading number.
pub fn unnumbered(name: &str) -> &str {
    let bare = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start_matches(')');
    if bare.starts_with(' ') { bare.trim_start() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_the_first_of_the_fewest_changes() {
        for (a, b, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("limits", "limits", 0),
            ("limits", "limts", 1),
            ("limits", "ilmits", 1),
            ("limits", "limit", 1),
            ("größe", "grosse", 3),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            assert_eq!(edit_distance(a, b), distance, "{a} {b}");
            assert_eq!(edit_distance(b, a), distance, "{b} {a}");
            for limit in 0..8 {
                let expected = (distance <= limit).then_some(distance);
                assert_eq!(distance_within(a, b, limit), expected, "{a} {b} {limit}");
            }
        }
        assert_eq!(nearest_name("limts", ["lists", "limits", "limbs", "limes"]), Some("lists"));
        assert_eq!(nearest_name("limts", ["list", "limits", "other"]), Some("limits"));
        assert_eq!(nearest_name("limts", ["other", ""]), None);
    }
}
