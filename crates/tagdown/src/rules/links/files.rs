//! Whether the file that a link names can be missing. Renderers accept many spellings of an address, so only a target
//! that none of them can find is missing.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::rules::engine::{Found, Surroundings};

/// Where the path of a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// To this path.
    There(String),
    /// To nothing.
    Missing,
    /// To nothing, but only a file that is near makes it certain.
    Doubtful,
    /// It cannot be known.
    Unknown,
}

/// The endings of Markdown.
const PAGES: [&str; 6] = ["md", "markdown", "mdx", "mdown", "mkd", "qmd"];

/// The endings that make a name a file for certain. Others, such as `v1.2` or `logging.Formatter`, may be anything.
const FILES: &str = "rst txt adoc asciidoc org ipynb rmd png jpg jpeg gif svg webp avif ico bmp tif tiff pdf mp4 webm mov \
    mp3 wav ogg json jsonc json5 jsonl ndjson yaml yml toml xml xsd csv tsv ini cfg conf lock proto graphql sql sh bash \
    zsh fish ps1 bat cmd py pyi rs js jsx ts tsx mjs cjs vue svelte go java kt kts swift c h cc cpp hpp cxx cs rb pl lua \
    r jl ex exs erl hs ml scala clj dart zig nix tf hcl css scss sass less wasm zip gz tgz tar drawio puml mmd dot tex bib \
    docx xlsx pptx odt excalidraw service env patch diff j2 tmpl log";

/// What a web server or a generator makes.
const BUILT: &str = "html htm php asp aspx jsp xhtml";

/// The folders that tools write.
const MADE: &str = "_build build dist out target site _site public node_modules vendor coverage htmlcov generated \
    _generated gen autoapi _autosummary apidocs apidoc auto_examples _static _images _downloads _modules bin obj tmp";

/// What a path names, by its ending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Page,
    File,
    Built,
    Bare,
}

fn has_word(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

fn shape(path: &str) -> Shape {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending =
        name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, ending)| ending.to_lowercase());
    match ending.as_deref() {
        Some(ending) if PAGES.contains(&ending) => Shape::Page,
        Some(ending) if has_word(FILES, ending) => Shape::File,
        Some(ending) if has_word(BUILT, ending) => Shape::Built,
        _ => Shape::Bare,
    }
}

/// The folders in which a generator looks for a target, besides that of the page.
const ROOTS: [&str; 7] = ["", "docs/", "static/", "public/", "assets/", "src/", "content/"];

/// How many folders above a document are searched.
const MOST_ABOVE: usize = 12;

/// Looks for the files of one document's links.
pub(crate) struct Files<'f> {
    around: &'f dyn Surroundings,
    is_site: bool,
    /// The folders in which a generator looks, as far as they exist.
    roots: OnceCell<Vec<String>>,
    known: FxHashMap<String, Lookup>,
}

impl<'f> Files<'f> {
    pub(crate) fn new(around: &'f dyn Surroundings, is_site: bool) -> Self {
        Self { around, is_site, roots: OnceCell::new(), known: FxHashMap::default() }
    }

    /// Looks for the file or folder that a link names.
    pub(crate) fn find(&mut self, path: &str) -> Lookup {
        if let Some(known) = self.known.get(path) {
            return known.clone();
        }
        let found = self.look(path);
        self.known.insert(path.to_owned(), found.clone());
        found
    }

    fn look(&self, path: &str) -> Lookup {
        let shape = shape(path);
        if path.starts_with('/') {
            return self.in_root(path, shape);
        }
        let found = at(self.around, path, shape, self.is_site);
        if found != Lookup::Missing {
            return found;
        }
        let others = if self.is_site { self.others(path) } else { Vec::new() };
        let mut there = others.iter().map(|other| at(self.around, other, shape, true));
        let there = there.find(|found| matches!(found, Lookup::There(_)));
        there.unwrap_or_else(|| judge(self.around, path, shape, self.is_site))
    }

    /// Other places of a target in a site: the address of `guide.md` may be `guide/`, and a generator may look in its own
    /// folders.
    fn others(&self, path: &str) -> Vec<String> {
        let own = self.around.own_name();
        let stem = own.rsplit_once('.').map_or(own, |(stem, _)| stem);
        let bare = path.trim_start_matches("./").trim_start_matches("../");
        let as_folder = path.strip_prefix("../").map_or_else(|| format!("{stem}/{path}"), str::to_owned);
        let roots = self.roots.get_or_init(|| self.roots());
        std::iter::once(as_folder).chain(roots.iter().map(|root| format!("{root}{bare}"))).collect()
    }

    fn roots(&self) -> Vec<String> {
        let above = (0..MOST_ABOVE).map(|depth| "../".repeat(depth));
        let above = above.take_while(|up| up.is_empty() || self.around.look(up) == Found::Folder);
        let all = above.flat_map(|up| ROOTS.map(|root| format!("{up}{root}")));
        all.filter(|root| root.is_empty() || self.around.look(root) == Found::Folder).collect()
    }

    /// An address from the root of a site or repository, which the document does not tell.
    fn in_root(&self, path: &str, shape: Shape) -> Lookup {
        if shape != Shape::Page {
            return Lookup::Unknown;
        }
        let bare = path.trim_start_matches('/');
        let mut above = (0..MOST_ABOVE).map(|depth| format!("{}{bare}", "../".repeat(depth)));
        let there = above.find(|path| self.around.is_file(path));
        there.map_or(Lookup::Unknown, Lookup::There)
    }
}

/// Whether a path is that of a Markdown file.
pub(crate) fn is_page(path: &str) -> bool {
    shape(path) == Shape::Page
}

/// What a path leads to, with the endings that a site leaves out.
fn at(around: &dyn Surroundings, path: &str, shape: Shape, is_site: bool) -> Lookup {
    match around.look(path) {
        Found::File | Found::Folder => return Lookup::There(path.to_owned()),
        Found::Unknown => return Lookup::Unknown,
        Found::Nothing => {}
    }
    let is_there = |path: String| around.is_file(&path).then_some(Lookup::There(path));
    let bare = path.trim_end_matches('/');
    let stem = bare.rsplit_once('.').map_or(bare, |(stem, _)| stem);
    let sources = |stem: &str| {
        let pages = PAGES
            .iter()
            .chain(&["rst", "ipynb", "adoc", "html"])
            .map(move |ending| format!("{stem}.{ending}"));
        pages.collect::<Vec<_>>().into_iter()
    };
    let mut others: Box<dyn Iterator<Item = String>> = match shape {
        Shape::Built => Box::new(sources(stem)),
        Shape::Bare => Box::new(sources(bare)),
        Shape::Page if is_site => Box::new(sources(stem)),
        Shape::Page | Shape::File => Box::new(std::iter::empty()),
    };
    others.find_map(is_there).unwrap_or(Lookup::Missing)
}

/// Whether a path that leads to nothing is certainly wrong.
fn judge(around: &dyn Surroundings, path: &str, shape: Shape, is_site: bool) -> Lookup {
    let is_made = path.split('/').any(|part| has_word(MADE, &part.to_lowercase()));
    let folder = path.trim_end_matches('/').rsplit_once('/').map_or("", |(folder, _)| folder);
    let has_folder = folder.is_empty() || around.look(folder) == Found::Folder;
    let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_certain = match shape {
        Shape::Built => false,
        Shape::Page if around.site().makes_pages => false,
        // A generator may write the folder.
        Shape::Page | Shape::File => has_folder || !is_site,
        // `[text](word)` may be a label or an example, and `../rules` an address of a site elsewhere.
        Shape::Bare if is_loud(name) => !is_site && has_folder,
        Shape::Bare => return if is_site || is_made { Lookup::Unknown } else { Lookup::Doubtful },
    };
    if is_certain && !is_made { Lookup::Missing } else { Lookup::Unknown }
}

/// The starts of names without an ending that are files wherever they occur.
const LOUD: [&str; 10] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "CONTRIBUTING",
    "CHANGELOG",
    "NOTICE",
    "AUTHORS",
    "CODEOWNERS",
    "Makefile",
    "Dockerfile",
];

/// Whether a name is one such as `LICENSE-MIT`.
fn is_loud(name: &str) -> bool {
    LOUD.iter().any(|start| name.starts_with(start))
}
