//! Front matter in TOML, for renderers that read only YAML.

/// The front matter as YAML, if it is TOML and has only tables and values on one line.
pub(crate) fn as_yaml(front: &str, eol: &str) -> Option<String> {
    let inner = front.trim().strip_prefix("+++")?.strip_suffix("+++")?;
    let mut out = format!("---{eol}");
    let mut indent = 0;
    for line in inner.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('#') {
            out.push_str(&format!("{line}{eol}"));
            continue;
        }
        if let Some(name) = line.strip_prefix('[') {
            let name = without_comment(name.split_once(']')?)?;
            indent = 2;
            out.push_str(&format!("{}:{eol}", key(name)?));
            continue;
        }
        let (name, value) = line.split_once('=')?;
        let (value, rest) = value_at(value.trim())?;
        if !rest.trim().is_empty() && !rest.trim().starts_with('#') {
            return None;
        }
        out.push_str(&format!("{}{}: {value}{eol}", " ".repeat(indent), key(name)?));
    }
    Some(out + "---" + eol)
}

/// What is before a bracket, if at most a comment is behind it.
fn without_comment<'t>((name, rest): (&'t str, &'t str)) -> Option<&'t str> {
    (rest.trim().is_empty() || rest.trim().starts_with('#')).then_some(name)
}

/// A key; keys with dots stand for tables.
fn key(name: &str) -> Option<&str> {
    let name = name.trim();
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    is_bare.then_some(name)
}

/// The value at the start of a text as YAML, and the text behind it.
fn value_at(text: &str) -> Option<(String, &str)> {
    if text.starts_with("\"\"\"") || text.starts_with("'''") {
        return None;
    }
    match text.chars().next()? {
        // Both languages have the same escapes.
        '"' => {
            let mut is_escaped = false;
            let end = text.char_indices().skip(1).find(|(_, c)| {
                let ends = *c == '"' && !is_escaped;
                is_escaped = *c == '\\' && !is_escaped;
                ends
            });
            let end = end?.0 + 1;
            Some((text[..end].to_owned(), &text[end..]))
        }
        '\'' => {
            let end = text[1..].find('\'')? + 2;
            Some((text[..end].to_owned(), &text[end..]))
        }
        '[' => {
            let (mut values, mut rest) = (Vec::new(), text[1..].trim_start());
            while !rest.starts_with(']') {
                // A list in a list is rare, and deep ones would be costly.
                if rest.starts_with(['[', '{']) {
                    return None;
                }
                let (value, behind) = value_at(rest)?;
                values.push(value);
                let behind = behind.trim_start();
                rest = behind.strip_prefix(',').map_or(behind, str::trim_start);
                if rest.len() == behind.len() && !rest.starts_with(']') {
                    return None;
                }
            }
            Some((format!("[{}]", values.join(", ")), &rest[1..]))
        }
        _ => {
            let end = text.find([',', ']', '#']).unwrap_or(text.len());
            let word = text[..end].trim_end();
            let is_number = word.starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c))
                && word.chars().all(|c| c.is_ascii_alphanumeric() || "+-.:_ ".contains(c));
            let is_known = is_number || ["true", "false"].contains(&word);
            is_known.then(|| (word.replace('_', ""), &text[end..]))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::as_yaml;

    #[test]
    fn simple_values_become_yaml() {
        let toml = "+++\n# c\ntitle = \"A \\\"b\\\"\" # d\nn = 1_000\ndate = 2026-01-02T03:04:05Z\ndraft = false\n\
                    tags = ['a, b', \"c\"]\n\n[menu]\nweight = -2\n+++\n";
        let yaml = "---\n# c\ntitle: \"A \\\"b\\\"\"\nn: 1000\ndate: 2026-01-02T03:04:05Z\ndraft: false\n\
                    tags: ['a, b', \"c\"]\nmenu:\n  weight: -2\n---\n";
        assert_eq!(as_yaml(toml, "\n").as_deref(), Some(yaml));
    }

    #[test]
    fn everything_else_stays() {
        for line in [
            "a = \"\"\"",
            "[[a]]",
            "a.b = 1",
            "a = {b = 1}",
            "a = [1,\n2]",
            "a = [[1]]",
            "a",
            "a = 1 2 = 3",
            "a = \"b",
            "a = nan",
        ] {
            assert_eq!(as_yaml(&format!("+++\n{line}\n+++\n"), "\n"), None, "{line}");
        }
        assert_eq!(as_yaml("---\na: b\n---\n", "\n"), None);
    }
}
