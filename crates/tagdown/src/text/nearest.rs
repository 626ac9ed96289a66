//! Finds the names that are most similar to a misspelt one.

/// The entry of `names` that is nearest to `word`, if any is near enough.
pub fn nearest_name<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (word.chars().count() / 3).max(2);
    names
        .into_iter()
        .map(|name| (edit_distance(name, word), name))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// How many characters must be inserted, removed, changed or swapped with their neighbour.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(64).collect(), b.chars().take(64).collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let same = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + same);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
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
