//! Code of an MDX page, which Markdown reads as paragraphs.

/// Whether a paragraph is code of an MDX page.
pub fn is_module_code(text: &str) -> bool {
    let is_import = text.starts_with("import ") && (text.contains(" from '") || text.contains(" from \""));
    let exports = ["export const ", "export default ", "export function "];
    is_import || exports.iter().any(|start| text.starts_with(start))
}
