//! What is kept of each document of a folder: headings, blocks and links, without the text.

use std::path::{Path, PathBuf};

use gen_lsp_types::Range;
use tagdown::document::{Document, Kind};
use tagdown::text::{Span, Units};

use crate::links::{self, Goal};
use crate::position::Places;

/// A document without its text.
#[derive(Debug)]
pub(crate) struct Page {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Its headings, in order.
    pub(crate) headings: Vec<Place>,
    /// Its tagged blocks, in order.
    pub(crate) blocks: Vec<Place>,
    /// Its links to documents, with their place.
    pub(crate) links: Vec<(Goal, Range)>,
}

/// A heading or a block.
#[derive(Debug)]
pub(crate) struct Place {
    /// The anchor of a heading, or the address of a block.
    pub(crate) anchor: String,
    /// The words of a heading, or the title of a block.
    pub(crate) title: Option<String>,
    /// The kind of a block.
    pub(crate) kind: Option<Kind>,
    /// Where the heading or the tag is.
    pub(crate) range: Range,
}

impl Page {
    /// What is kept of a document.
    pub(crate) fn of(path: &Path, document: &Document<'_>, units: Units) -> Self {
        let places = Places::new(&document.source, units);
        let range = |span: Span| places.range(span);
        let headings = document.sections.iter().filter(|section| section.level > 0);
        let headings = headings.map(|section| Place {
            anchor: section.slug.clone(),
            title: Some(section.title.clone()),
            kind: None,
            range: range(section.heading),
        });
        let blocks = document.tagged_blocks().map(|(block, tag)| Place {
            anchor: document.block_address(block),
            title: document.block_title(block),
            kind: Some(block.kind),
            range: range(tag.span),
        });
        let links = links::all(document).into_iter().filter(|link| !link.is_image).filter_map(|link| {
            let goal = links::goal_from(path, &link.target)?;
            Some((goal, range(link.span)))
        });
        Self {
            path: path.to_owned(),
            headings: headings.collect(),
            blocks: blocks.collect(),
            links: links.collect(),
        }
    }
}
