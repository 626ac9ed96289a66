//! What a dialect is: a renderer, or a family of renderers, described as data.

use super::places::Place;
use super::read_back::ReadBack;

/// A renderer, or a family of renderers, and how a tagged document is written for it.
#[derive(Debug)]
pub struct Dialect {
    /// The name on the command line.
    pub name: &'static str,
    /// The renderers that read it, for the help.
    pub about: &'static str,
    /// How a callout is set off.
    pub shape: Shape,
    /// The callout of each kind, in the order of [`tagdown::document::TAGS`].
    pub callouts: [DefaultCallout; 4],
    /// The first line of a callout, with the placeholders `{name}` and `{title}`; `{marks}` is as many colons as
    /// needed.
    pub opener: &'static str,
    /// What a title may contain.
    pub title: Title,
    /// Where blank lines and indents are required.
    pub layout: Layout,
    /// Running text that the renderer would read as its own syntax.
    pub escapes: &'static [Escape],
    /// How the renderer treats HTML.
    pub html: Html,
    /// The names of pages that are the index of their folder, if it puts every other page in a folder of its own and does
    /// not adapt addresses in HTML.
    pub indexes: &'static [&'static str],
    /// How it finds the images that HTML in the text refers to.
    pub images: Images,
    /// How the renderer treats code blocks.
    pub code: Code,
    /// Its callouts for GitHub alerts inside the text (note, tip, important, warning, caution), unless it reads alerts.
    pub alerts: Option<[&'static str; 5]>,
    /// The comment that ends the summary of a page, wherever it is.
    pub divider: Option<&'static str>,
    /// Whether it reads front matter; if not, front matter becomes a comment.
    pub front_matter: bool,
    /// Whether it reads front matter in TOML as well; if not, it gets YAML.
    pub toml: bool,
    /// Whether it takes the title of a page from the front matter and shows it as a heading.
    pub titles_pages: bool,
    /// Whether it supports footnotes.
    pub footnotes: bool,
    /// Which addresses in running text become links.
    pub addresses: Addresses,
    /// Whether a backslash in an address keeps the next character from being markup, as on GitHub.
    pub unescapes_addresses: bool,
    /// Whether a link to a folder leads to its page, as on GitHub.
    pub serves_folders: bool,
    /// Whether it stops at a link to a folder without a page.
    pub needs_pages: bool,
    /// Whether it makes a README the index of its folder, but does not adapt links to it.
    pub indexes_readmes: bool,
    /// The anchor of the title of a page, if it never is the one that it has on GitHub; empty for the start of the page.
    pub title_anchor: Option<&'static str>,
    /// Whether a heading with this title gets another anchor than this one, which it has on GitHub.
    pub moves_anchor: fn(&str, &str) -> bool,
    /// What gives a heading an anchor, with the placeholder `{anchor}`.
    pub anchor: &'static str,
    /// Whether a misplaced break, a link to nowhere or a label that is defined twice is an error.
    pub strict: bool,
    /// How the manifest is collapsed.
    pub fold: Fold,
    /// Whether a blank line must follow the opening line.
    pub gap: bool,
    /// Whether `convert --from` can read its callouts.
    pub read_back: Option<ReadBack>,
}

impl Dialect {
    /// An anchor in HTML, which may contain any character.
    pub(crate) const ELEMENT: &str = " <a id=\"{anchor}\"></a>";

    /// The values that most dialects share.
    pub(crate) const PLAIN: Dialect = Dialect {
        name: "",
        about: "",
        shape: Shape::Quote,
        callouts: [DefaultCallout { name: "", title: "" }; 4],
        opener: "",
        title: Title::Line,
        layout: Layout::Common,
        escapes: &[],
        html: Html::Known,
        indexes: &[],
        images: Images::Untouched,
        code: Code::ANY,
        alerts: None,
        divider: None,
        front_matter: true,
        toml: false,
        titles_pages: false,
        footnotes: true,
        addresses: Addresses::Linked,
        unescapes_addresses: true,
        serves_folders: false,
        needs_pages: false,
        indexes_readmes: false,
        title_anchor: None,
        moves_anchor: |_, _| false,
        anchor: " {#{anchor}}",
        strict: false,
        fold: Fold::Details,
        gap: false,
        read_back: None,
    };

    /// The callouts of the four kinds, by name.
    pub(crate) const fn callouts(
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

/// The name and title of a kind's callout, unless the configuration sets them.
#[derive(Clone, Copy, Debug)]
pub struct DefaultCallout {
    /// The renderer's name for it, such as `danger`.
    pub name: &'static str,
    /// The title above it, if the block has none.
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
    /// An HTML page.
    Page,
}

/// What a title may contain in a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// Nothing: the title becomes the first line of the text, in bold.
    Bold,
    /// Markdown, up to the end of the line.
    Line,
    /// Markdown between double quotes.
    Quoted,
    /// Plain text between brackets.
    Bracketed,
    /// Markdown as the value of an attribute.
    Attribute,
}

/// Where a renderer needs blank lines and indents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// As in `CommonMark`.
    Common,
    /// A blank line between all blocks.
    Parted,
    /// The same, and four spaces per level in lists.
    Indented,
}

/// How a renderer treats HTML in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Html {
    /// All HTML stays as it is.
    Untouched,
    /// Elements that HTML does not define are shown as text.
    Known,
    /// Every element must be closed, because Vue compiles the page.
    Vue,
    /// HTML is read as JSX.
    Jsx,
}

/// Which addresses in running text become links by themselves, of those that do on GitHub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// All of them.
    Linked,
    /// All but `www.host.org`.
    Complete,
    /// All but `ftp://host.org`.
    Web,
    /// None, or not all of those with a scheme.
    Text,
}

/// How a renderer finds a local image that an `<img>` in the text refers to. Most give each page its own folder and
/// adapt only the addresses of images in Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// Where the author says it is.
    Untouched,
    /// Where the author says it is; without `./`, the address is that of a package.
    Dotted,
    /// As an image in Markdown, without the other attributes.
    Markdown,
    /// As an image in Markdown, with the other attributes in braces.
    Attributed,
    /// As an image in Markdown, or with code in the attribute.
    Required,
}

/// How a renderer treats code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Only fenced code is a code block.
    pub fenced: bool,
    /// Only one word may follow an opening fence, and the closing fence must be the same length.
    pub named: bool,
    /// `name="value"` may follow that word.
    pub options: bool,
    /// Attributes in braces may follow that word.
    pub attributes: bool,
    /// Code in a table keeps the backslash before a pipe.
    pub piped: bool,
    /// Double braces in inline code are compiled.
    pub compiled: bool,
    /// Lines of Rust that start with `#` are hidden.
    pub hiding: bool,
    /// Nothing may follow the language without a space.
    pub uncombined: bool,
}

impl Code {
    /// Code as in `CommonMark`.
    pub(crate) const ANY: Code = Code {
        fenced: false,
        named: false,
        options: false,
        attributes: false,
        piped: false,
        compiled: false,
        hiding: false,
        uncombined: false,
    };
    /// One word after the fence, which attributes in braces may follow.
    pub(crate) const ATTRIBUTED: Code = Code { named: true, attributes: true, ..Code::ANY };
    /// One word after the fence.
    pub(crate) const NAMED: Code = Code { named: true, piped: true, ..Code::ANY };
    /// Inline code that is compiled.
    pub(crate) const COMPILED: Code = Code { compiled: true, ..Code::ANY };
    /// Rust code with hidden lines.
    pub(crate) const HIDING: Code = Code { hiding: true, ..Code::ANY };
}

/// How the manifest is collapsed.
#[derive(Clone, Copy, Debug)]
pub enum Fold {
    /// As a `<details>` element.
    Details,
    /// As a callout that opens with this line.
    Opener(&'static str, Shape),
}

/// Characters that mean something to a renderer but nothing in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Escape {
    /// The characters.
    pub find: &'static str,
    /// The places where they mean something.
    pub place: Place,
    /// Whether they mean something here, given the text before and after them. Looks only at near text.
    pub when: fn(&str, &str) -> bool,
    /// The replacement, which shows the same text and has no special meaning.
    pub put: &'static str,
    /// Whether this also applies in code.
    pub in_code: bool,
}

impl Escape {
    /// Applies everywhere in running text.
    pub const fn all(find: &'static str, put: &'static str) -> Self {
        Self { find, place: Place::Anywhere, when: |_, _| true, put, in_code: false }
    }

    /// Applies in running text where a condition is met.
    pub const fn when(find: &'static str, put: &'static str, when: fn(&str, &str) -> bool) -> Self {
        Self { find, place: Place::Anywhere, when, put, in_code: false }
    }

    /// Applies only in such a place.
    #[must_use]
    pub const fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }
}
