//! Tagged documents as other renderers show them well: one callout a block. The dialects are data; how a callout is
//! written is `callout.rs`, what of the text a renderer would misread is `escape.rs`, where it needs blank lines and
//! indents is `layout.rs`.

mod docusaurus;
mod github;
mod gitlab;
pub mod html;
mod hugo;
mod mapping;
mod material;
mod mdbook;
mod myst;
mod obsidian;
mod pandoc;
mod portable;
mod starlight;
mod vitepress;

mod addresses;
mod apart;
mod callout;
mod change;
mod code;
mod colons;
mod elements;
mod escape;
mod fields;
mod footnotes;
mod headings;
mod hoist;
mod indent;
mod layout;
mod nested;
mod preformatted;
mod raw_html;
mod rendering;
mod tags_apart;
mod title;

pub use escape::Escape;
pub use mapping::{Callout, Mapping};
pub use rendering::render;

use crate::tags::Kind;

/// A renderer, or a family of them, and how a tagged document is written for it.
#[derive(Debug)]
pub struct Dialect {
    /// As it is named on the command line.
    pub name: &'static str,
    /// Who reads it, for the help.
    pub about: &'static str,
    /// How a callout is set off.
    pub shape: Shape,
    /// The callout of each kind, in the order of [`crate::TAGS`].
    pub callouts: [DefaultCallout; 4],
    /// The first line of a callout, with `{name}` and `{title}` in it; `{marks}` are as many colons as it takes.
    pub opener: &'static str,
    /// What a title may hold.
    pub title: Title,
    /// Where blank lines and indents must stand.
    pub layout: Layout,
    /// What in running text the renderer would take for its own.
    pub escapes: &'static [Escape],
    /// What the renderer makes of HTML.
    pub html: Html,
    /// What the renderer makes of code blocks.
    pub code: Code,
    /// Its callouts for GitHub's alerts inside the text (note, tip, important, warning, caution), unless it reads those.
    pub alerts: Option<[&'static str; 5]>,
    /// Whether it reads front matter; else that is kept as a comment.
    pub front_matter: bool,
    /// Whether it reads footnotes.
    pub footnotes: bool,
    /// Whether a heading in a callout is none, and a break in the wrong place an error.
    pub strict: bool,
    /// How the manifest is folded.
    pub fold: Fold,
    /// Whether a blank line must follow the opening line.
    pub gap: bool,
    /// Whether `convert --from` reads its callouts back.
    pub is_readable: bool,
}

impl Dialect {
    /// What most dialects have in common.
    const PLAIN: Dialect = Dialect {
        name: "",
        about: "",
        shape: Shape::Quote,
        callouts: [DefaultCallout { name: "", title: "" }; 4],
        opener: "",
        title: Title::Line,
        layout: Layout::Common,
        escapes: &[],
        html: Html::Known,
        code: Code::ANY,
        alerts: None,
        front_matter: true,
        footnotes: true,
        strict: false,
        fold: Fold::Details,
        gap: false,
        is_readable: false,
    };

    /// The callouts of the four kinds, by their names.
    const fn callouts(
        spec: &'static str,
        note: &'static str,
        bug: &'static str,
        open: &'static str,
    ) -> [DefaultCallout; 4] {
        [
            DefaultCallout { name: spec, title: "Spec" },
            DefaultCallout { name: note, title: "Note" },
            DefaultCallout { name: bug, title: "Bug" },
            DefaultCallout { name: open, title: "Unverified" },
        ]
    }
}

/// The name and the title of a kind's callout, unless the configuration says.
#[derive(Clone, Copy, Debug)]
pub struct DefaultCallout {
    /// What the renderer calls it: `danger`.
    pub name: &'static str,
    /// What stands above it, where the block itself has no title.
    pub title: &'static str,
}

/// How a callout is set off from the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Not at all: the tags stay.
    Tags,
    /// `> ` before every line.
    Quote,
    /// Four spaces before every line.
    Indent,
    /// Between two lines of colons.
    Colons,
    /// A page of HTML.
    Page,
}

/// What a title may hold in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// There is none: it becomes the first line of the text, in bold.
    Bold,
    /// Markdown, up to the end of the line.
    Line,
    /// Markdown between double quotes.
    Quoted,
    /// Plain text between brackets.
    Bracketed,
    /// Plain text as the value of an attribute.
    Attribute,
}

/// Where a renderer needs blank lines and indents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As `CommonMark` says.
    Common,
    /// A blank line between all blocks.
    Parted,
    /// That, and four spaces a level in lists.
    Indented,
}

/// What a renderer makes of HTML in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Html {
    /// Whatever it is, it stays.
    Untouched,
    /// Elements that HTML does not have are text.
    Known,
    /// Every element must be closed, since Vue compiles the page.
    Vue,
    /// It is JSX.
    Jsx,
}

/// What a renderer makes of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Only fences make a block of it.
    pub fenced: bool,
    /// A fence may have one word behind it, and the closing fence must equal it.
    pub named: bool,
    /// Behind that word, `name="value"` may stand.
    pub options: bool,
    /// Behind that word, attributes in braces may stand.
    pub attributes: bool,
    /// A pipe in the code of a table stays with its backslash.
    pub piped: bool,
    /// Two braces in a line are compiled.
    pub compiled: bool,
    /// Lines of Rust that open with a number sign are hidden.
    pub hiding: bool,
}

impl Code {
    const ANY: Code = Code {
        fenced: false,
        named: false,
        options: false,
        attributes: false,
        piped: false,
        compiled: false,
        hiding: false,
    };
    const ATTRIBUTED: Code = Code { named: true, attributes: true, ..Code::ANY };
    const NAMED: Code = Code { named: true, piped: true, ..Code::ANY };
    const COMPILED: Code = Code { compiled: true, ..Code::ANY };
    const HIDING: Code = Code { hiding: true, ..Code::ANY };
}

/// How the manifest is folded.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// As an element of HTML.
    Details,
    /// As a callout that opens with this line.
    Opener(&'static str, Shape),
}

/// All dialects.
pub const DIALECTS: &[Dialect] = &[
    github::DIALECT,
    gitlab::DIALECT,
    material::DIALECT,
    docusaurus::DIALECT,
    vitepress::DIALECT,
    starlight::DIALECT,
    mdbook::DIALECT,
    myst::DIALECT,
    pandoc::DIALECT,
    obsidian::DIALECT,
    hugo::DIALECT,
    portable::DIALECT,
    html::DIALECT,
];

/// The dialect of this name.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

/// The dialect of a chapter that mdBook itself hands over, its includes resolved.
pub fn of_chapter() -> &'static Dialect {
    &mdbook::CHAPTER
}

/// What becomes of the manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ManifestMode {
    /// It stays where it is.
    #[default]
    Keep,
    /// It is there, but closed.
    Fold,
    /// It is left out.
    Drop,
}

/// How to render.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The kinds that are shown; none named: all. Text without a tag counts as NOTE.
    pub kinds: Vec<Kind>,
    /// What becomes of the manifest.
    pub manifest: ManifestMode,
    /// Names and titles of callouts that the configuration changes.
    pub mapping: Mapping,
    /// Leave the renderer's own syntax in the text alone: `{x}`, `<Component>`, `{{ x }}`, `:directive`.
    pub raw: bool,
}

impl Options {
    /// Whether blocks of a kind are shown.
    pub fn shows(&self, kind: Kind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// A document in a dialect.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// Its text.
    pub text: String,
    /// How many blocks of each kind, in the order of [`crate::TAGS`], were left out by [`Options::kinds`].
    pub left_out: [usize; 4],
}
