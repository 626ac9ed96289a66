//! The options of a MyST directive: the lines `:key: value` between its opening line and its text.

use super::find::Found;

/// Options that only say how it looks.
const LOOKS: &[&str] = &["open", "icon"];

/// Classes that only say how it looks.
const CLASSES: &[&str] = &["dropdown", "toggle", "simple"];

/// Takes the options off the body. The class of an `admonition` is its name.
pub(super) fn take(found: &mut Found, body: &mut Vec<(usize, String)>) -> Result<(), &'static str> {
    if body.first().is_some_and(|(_, line)| line.trim_end() == "---") {
        return Err("it has options in YAML");
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
                    return Err("it has a class of its own");
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
