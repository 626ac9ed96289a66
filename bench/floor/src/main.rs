//! The floor of the benchmarks: walks folders, reads every Markdown file, and parses it with pulldown-cmark.

use std::path::Path;

use pulldown_cmark::{Options, Parser};

fn main() {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let is_markdown = |path: &Path| path.extension().is_some_and(|end| end == "md");
    let (mut files, mut events) = (0, 0);
    for root in std::env::args_os().skip(1) {
        for entry in ignore::WalkBuilder::new(root).build().flatten() {
            if is_markdown(entry.path())
                && let Ok(text) = std::fs::read_to_string(entry.path())
            {
                files += 1;
                events += Parser::new_ext(&text, options).into_offset_iter().count();
            }
        }
    }
    println!("{files} files, {events} events");
}
