//! Prints the parsed model of a document: its parts in order, each block with its address, kind, title, fields and
//! hash. `cargo run --example model < FILE`

use std::io::{Write, read_to_string, stdin, stdout};

use tagdown::document::{Document, PartKind, parse};

fn main() -> std::io::Result<()> {
    let text = read_to_string(stdin())?;
    let document = parse(&text);
    for part in &document.parts {
        let from = document.source.position(part.span.start).line;
        let to = document.source.position(part.span.end.saturating_sub(1)).line;
        writeln!(stdout(), "{from:>4}-{to:<4} {}", describe(&document, part.kind))?;
    }
    Ok(())
}

fn describe(document: &Document<'_>, kind: PartKind) -> String {
    match kind {
        PartKind::Heading(section) => {
            let section = &document.sections[section];
            format!("{} {}", "#".repeat(section.level.into()), section.title)
        }
        PartKind::Block(index) => {
            let block = &document.blocks[index];
            let title =
                document.tag_of(block).and_then(|tag| tag.title).map_or("", |title| document.text(title));
            let fields: Vec<_> = block.fields.iter().map(|field| field.spec.name).collect();
            let name = if block.tag.is_some() { block.kind.name() } else { "untagged" };
            let address = document.block_address(block);
            format!("  {name:8} {address}  {}  {title} {}", document.content_hash(block), fields.join(" "))
        }
        other => format!("  {other:?}"),
    }
}
