//! `tagdown mdbook`: renders the chapters of a book, as an mdBook preprocessor.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tagdown::document::parse;
use tagdown_render::{
    Dialect, ManifestMode, Options, RENDER_KEYS, keep_helpers, kind_named, of_chapter, render,
};

use crate::args::{Global, MdbookArgs, MdbookCommand, unknown};
use crate::commands::render::tell_left_out;
use crate::terminal::{Exit, Problem, output};

/// Printed to a user who runs the command by hand.
const PURPOSE: &str = "`tagdown mdbook` is a preprocessor that mdBook runs with a book as JSON on standard input; to \
                       render a document yourself, run `tagdown render --to mdbook`";

/// The preprocessor keys that belong to mdBook.
const BOOK_KEYS: [&str; 6] = ["command", "renderer", "renderers", "before", "after", "optional"];

/// The renderer name that mdBook's own tests use for an unsupported renderer.
const NOT_SUPPORTED: &str = "not-supported";

/// The key of a book's chapters: since mdBook 0.5, and before.
const ITEMS: [&str; 2] = ["items", "sections"];

pub(crate) fn run(args: &MdbookArgs, global: &Global) -> Result<Exit, Problem> {
    if let Some(MdbookCommand::Supports { renderer }) = &args.command {
        return Ok(if renderer == NOT_SUPPORTED { Exit::Findings } else { Exit::Clean });
    }
    if std::io::stdin().is_terminal() {
        return Err(PURPOSE.to_owned().into());
    }
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .read_to_end(&mut bytes)
        .map_err(|error| format!("cannot read standard input: {error}"))?;
    let refused = |reason: &str| format!("standard input is not an mdBook book: {reason}\n  {PURPOSE}");
    let input: Value = serde_json::from_slice(&bytes).map_err(|error| refused(&error.to_string()))?;
    drop(bytes);
    let pair: Result<[Value; 2], Value> = match input {
        Value::Array(pair) => pair.try_into().map_err(Value::Array),
        other => Err(other),
    };
    let [context, mut book] = pair.map_err(|_| refused("expected a list with a context and a book"))?;
    let Some(chapters) = ITEMS.iter().find(|key| book[**key].is_array()) else {
        return Err(refused("the book has neither `items` nor `sections`").into());
    };
    let dialect = of_chapter();
    let options = options(&context, dialect, global)?;
    let mut left_out = [0; 4];
    let source = source(&context);
    let missing = RefCell::new(BTreeSet::new());
    chapters_of(&mut book[*chapters], &mut |text, chapter| {
        if args.code {
            let folder = source.join(chapter);
            let is_file = |path: &str| {
                let is_file = folder.with_file_name("").join(path).is_file();
                if !is_file {
                    missing
                        .borrow_mut()
                        .insert(format!("{chapter}: shows a helper, because there is no file {path}"));
                }
                is_file
            };
            return if options.raw { text.to_owned() } else { keep_helpers(text, is_file) };
        }
        let rendered = render(&parse(text), dialect, &options);
        left_out.iter_mut().zip(rendered.left_out).for_each(|(all, here)| *all += here);
        rendered.text
    });
    output::write(&book.to_string())?;
    missing.borrow().iter().for_each(|notice| output::complain(notice));
    tell_left_out(&left_out);
    Ok(Exit::Clean)
}

/// The folder of the sources of a book.
fn source(context: &Value) -> PathBuf {
    let root = Path::new(context["root"].as_str().unwrap_or("."));
    root.join(context["config"]["book"]["src"].as_str().unwrap_or("src"))
}

/// Rewrites the text of every chapter, given its text and its path below the sources. Drafts, separators and part titles have none and stay unchanged.
fn chapters_of(items: &mut Value, rewrite: &mut impl FnMut(&str, &str) -> String) {
    for item in items.as_array_mut().into_iter().flatten() {
        let Some(chapter) = item.get_mut("Chapter").and_then(Value::as_object_mut) else { continue };
        let is_draft = chapter.get("path").is_none_or(Value::is_null);
        let path = ["source_path", "path"].iter().find_map(|key| chapter.get(*key)?.as_str());
        let path = path.unwrap_or_default().to_owned();
        if let Some(Value::String(content)) = chapter.get_mut("content").filter(|_| !is_draft) {
            *content = rewrite(content, &path);
        }
        if let Some(below) = chapter.get_mut("sub_items") {
            chapters_of(below, rewrite);
        }
    }
}

/// The rendering options: from the tagdown.toml nearest to the book, overridden by book.toml.
fn options(context: &Value, dialect: &Dialect, global: &Global) -> Result<Options, String> {
    let root = context["root"].as_str().unwrap_or(".");
    let config = global.configs()?.of_folder(Path::new(root))?;
    let mut options = config.config.render.options(dialect);
    let said = context["config"]["preprocessor"]["tagdown"].as_object();
    for (key, value) in said.into_iter().flatten() {
        let place = |reason: String| format!("book.toml, [preprocessor.tagdown]: {reason}");
        match key.as_str() {
            "manifest" => {
                let name = value.as_str().ok_or_else(|| place("`manifest` must be a string".to_owned()))?;
                options.manifest = ManifestMode::from_name(name).map_err(place)?;
            }
            "kinds" => {
                let list = value.as_array().ok_or_else(|| place("`kinds` must be a list".to_owned()))?;
                let kind = |item: &Value| kind_named(item.as_str().unwrap_or_default());
                options.kinds = list.iter().map(kind).collect::<Result<_, _>>().map_err(place)?;
            }
            "raw" => {
                options.raw =
                    value.as_bool().ok_or_else(|| place("`raw` must be true or false".to_owned()))?;
            }
            own if BOOK_KEYS.contains(&own) => {}
            other => return Err(place(unknown("key", other, RENDER_KEYS.into_iter().chain(BOOK_KEYS)))),
        }
    }
    Ok(options)
}
