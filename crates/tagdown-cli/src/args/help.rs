//! How help looks: its colours, and the examples below it.

use clap::builder::styling::{AnsiColor, Style, Styles};

pub(super) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The examples below a command's help, with what each one does.
pub(crate) fn examples(examples: &[(&str, &str)]) -> clap::builder::StyledStr {
    let (header, literal, dim) = (STYLES.get_header(), STYLES.get_literal(), Style::new().dimmed());
    let width = examples.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let mut text = format!("{header}Examples:{header:#}");
    for (command, does) in examples {
        let gap = " ".repeat(if does.is_empty() { 0 } else { width - command.len() + 2 });
        text.push_str(&format!("\n  {literal}{command}{literal:#}{gap}{dim}{does}{dim:#}"));
    }
    text.into()
}
