//! The options of a MyST directive: the `:key: value` lines between its opening line and its text.

use super::callout::Found;

/// Options that only change its appearance.
const LOOKS: &[&str] = &["open", "icon"];

/// Classes that only change its appearance.
const CLASSES: &[&str] = &["dropdown", "toggle", "simple"];

/// Removes the options from the body. The class of an `admonition` becomes its name.
pub(crate) fn take(found: &mut Found, body: &mut Vec<(usize, String)>) -> Result<(), &'static str> {
    if body.first().is_some_and(|(_, line)| line.trim_end() == "---") {
        return Err("it has YAML options");
    }
    let options = body.iter().take_while(|(_, line)| option(line).is_some()).count();
    for (_, line) in body.drain(..options) {
        let (key, value) = option(&line).unwrap_or_default();
        if key == "class" {
            let mut names = value.split_whitespace().filter(|class| !CLASSES.contains(class));
            let name = names.next();
            if names.next().is_some() {
                return Err("it has several classes");
            }
            match name {
                Some(name) if found.name == "admonition" => found.name = name.to_lowercase(),
                Some(name) if !name.eq_ignore_ascii_case(&found.name) => {
                    return Err("it has a custom class");
                }
                _ => {}
            }
        } else if !LOOKS.contains(&key) {
            return Err("it has options that a block cannot keep");
        }
        found.frame.push('\n');
        found.frame.push_str(&line);
    }
    Ok(())
}

/// `:key: value`
fn option(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.trim_end().strip_prefix(':')?.split_once(':')?;
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '-');
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key, value.trim()))
}
