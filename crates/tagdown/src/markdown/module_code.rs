//! Code of an MDX page, which Markdown reads as paragraphs.

/// Whether a paragraph is code of an MDX page.
pub fn is_module_code(text: &str) -> bool {
    let is_quoted = |name: &str| name.trim_start().starts_with(['\'', '"']);
    let is_import = text.starts_with("import ") && text.split(" from").skip(1).any(is_quoted);
    let exports = ["export const ", "export default ", "export function "];
    is_import || exports.iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_module_code;

    #[test]
    fn an_import_may_take_two_lines() {
        for (text, expected) in [
            ("import a from './a.png';", true),
            ("import a from\n'./a.png';", true),
            ("import { a,\n  b } from \"c\"", true),
            ("import the data from the old table", false),
            ("imports from 'x' work", false),
        ] {
            assert_eq!(is_module_code(text), expected, "{text}");
        }
    }
}
