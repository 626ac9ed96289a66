//! A label in a BUG that looks like a field but is not one of the five field names.
//!
//! ```md bad
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Resolution: update to 2.1.
//! ```
//!
//! ```md fixed
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the progress bar stays at 100%.
//! Cause: the size is kept in 31 bits.
//! Fix: (Resolution) update to 2.1.
//! ```
//!
//! The rule reports a label that is close to one of the five names in spelling or meaning, is common in descriptions
//! of failures (`Severity:`), or is bold or bulleted like the fields around it. The fix is unsafe because a person
//! must decide whether the new name fits; for example, a `Fix direction:` may not be a fix. It keeps the words of the old
//! name in brackets. Items of a list inside a field belong to the field.
//!
//! ```md good
//! **[BUG] Upload stops at 2 GB**
//! Symptom: the log shows
//! Error: too large
//! Cause: the size is kept in 31 bits.
//! Fix: update to 2.1.
//! 1. **Linux:** `apt upgrade`
//! 2. **macOS:** `brew upgrade`
//! ```

use super::engine::{Context, Edit, FixKind, Group, Rule, Safety, Severity, page_of};
use crate::document::{FIELDS, Kind};
use crate::text::edit_distance;

pub(crate) const RULE: Rule = Rule {
    name: "bug-unknown-field",
    group: Group::Bug,
    severity: Severity::Warning,
    fix: FixKind::Unsafe,
    why: "tools recognise only the five names and treat this as part of the field above",
    todo: "use one of the five field names, or turn it into plain text",
    source: page_of!("bug_unknown_field.rs"),
    removes_words: true,
    check,
    ..Rule::PLAIN
};

fn check(cx: &mut Context<'_, '_>) {
    for (block, _) in cx.document.blocks_of(Kind::Bug) {
        for unknown in &block.unknown_fields {
            let name = cx.text(unknown.name);
            let Some(nearest) = unknown.nearest else {
                let known = FIELDS.iter().map(|field| field.name).collect::<Vec<_>>().join(", ");
                cx.report(unknown.name, format!("`{name}:` is not a BUG field; the fields are {known}"));
                continue;
            };
            // Two fields of one name would be no better. The one that says no more than the name is renamed.
            let rivals = block.unknown_fields.iter().filter(|other| other.nearest == Some(nearest));
            let best = rivals.min_by_key(|other| other_words(cx.text(other.name), nearest.name).len());
            let taken = block.fields.iter().any(|field| field.spec == nearest)
                || best.is_some_and(|best| best.name != unknown.name);
            let message = format!("`{name}:` is not a BUG field; the nearest is `{}:`", nearest.name);
            let finding = cx.report(unknown.name, message);
            if !taken {
                let mut edits = vec![Edit::replace(unknown.name, nearest.name)];
                let rest = other_words(name, nearest.name);
                if !rest.is_empty() {
                    edits.push(Edit::insert(unknown.label.end, format!(" ({rest})")));
                }
                finding.fix(Safety::Unsafe, format!("rename it to `{}:`", nearest.name), edits);
            }
        }
    }
}

/// The words of a name that the new name does not have in some spelling.
fn other_words(name: &str, new: &str) -> String {
    let is_sign = |c: char| !c.is_alphanumeric();
    let is_kept = |word: &&str| {
        let bare = word.trim_matches(is_sign).to_lowercase();
        let is_same = |known: &str| {
            bare == known || (known.len() > 2 && bare.starts_with(known)) || edit_distance(&bare, known) < 2
        };
        !bare.is_empty() && !new.to_lowercase().split(' ').any(is_same)
    };
    let words = name.split_whitespace().filter(is_kept).map(|word| word.trim_matches(['(', ')']));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Settings, check, fix};

    #[test]
    fn a_new_name_keeps_the_words_of_the_old_one() {
        for (line, expected) in [
            ("Resolution: c", "Fix: (Resolution) c"),
            ("Fix (2.1): c", "Fix: (2.1) c"),
            ("- **Fix / mandatory step:** c", "- **Fix:** (mandatory step) c"),
            ("Fixes: c", "Fix: c"),
            ("**Proposed fix**: c", "**Fix**: (Proposed) c"),
        ] {
            let text = format!("**[BUG] t**\nSymptom: a\nCause: b\n{line}\n");
            let lead = if line.starts_with('-') { text.replace("\nSymptom", "\n- Symptom") } else { text };
            let fixed = fix(&lead, &Settings::single(&RULE), Safety::Unsafe);
            assert!(fixed.text.ends_with(&format!("{expected}\n")), "{}", fixed.text);
        }
    }

    #[test]
    fn a_fix_never_writes_a_field_twice() {
        for (fields, expected) in [
            ("Affected version: 1.0\nFixed in: 1.2\n", "Affected versions: 1.0\nFixed in: 1.2\n"),
            ("Fixed in: 1.2\nAffected version: 1.0\n", "Fixed in: 1.2\nAffected versions: 1.0\n"),
            ("Resolution: c\nFixed by: d\n", "Resolution: c\nFix: (by) d\n"),
        ] {
            let text = format!("**[BUG] t**\nSymptom: a\nCause: b\n{fields}");
            let fixed = fix(&text, &Settings::single(&RULE), Safety::Unsafe);
            assert!(fixed.text.ends_with(expected), "{}", fixed.text);
        }
    }

    #[test]
    fn items_inside_a_field_are_no_fields() {
        for (body, count) in [
            ("Symptom: a\nCause: b\nFix: c\n1. **Real HW:** d\n2. **Resolution:** e\n", 0),
            ("Symptom: a\nCause: b\nFix:\n- Action: d\n- Resolution: e\n", 0),
            ("- **Symptom:** a\n- **Cause:** b\n- **Fix:** c\n  - **Linux:** d\n", 0),
            ("- **Symptom:** a\n- **Cause:** b\n- **Fix:** c\n  1. Reason: d\n", 0),
            ("**Symptom:** a\n**Cause:** b\n**Fix:**\n- **Stage one:** c\n", 0),
            ("- **Symptom:** a\n- **Cause:** b\n- **Fix:** c\n- **Severity:** high\n", 1),
            ("**Symptom:** a\n**Impact:** b\n**Cause:** b\n**Fix:** c\n", 1),
            ("Symptom: a\nRoot cause: b\nFix: c\n", 1),
        ] {
            let text = format!("**[BUG] t**\n{body}");
            let found = check(&crate::document::parse(&text), &Settings::single(&RULE));
            assert_eq!(found.len(), count, "{body}");
        }
    }
}
