//! VitePress: markdown-it containers, in a page that Vue compiles.

use super::conditions;
use super::dialect::{Addresses, Code, Dialect, Escape, Fold, Html, Images, Shape};
use super::places::Place;
use super::read_back::{Frame, ReadBack};

pub(crate) const DIALECT: Dialect = Dialect {
    name: "vitepress",
    about: "VitePress",
    shape: Shape::Colons,
    callouts: Dialect::callouts("info", "tip", "danger", "warning"),
    opener: "{marks} {name} {title}",
    escapes: &[
        Escape::all("{{", "<span v-pre>{{</span>"),
        Escape::all("\\{{", "<span v-pre>{{</span>"),
        // Its parser reads `&not` in a name that is no entity.
        Escape::when("&", "&amp;", |_, after| conditions::is_false_entity(after)),
        // Attributes.
        Escape::all("{", "\\{").at(Place::OutsideAddress),
        Escape::when(":", "\\:", |before, after| is_emoji(after) || is_face(before, after)),
        Escape::when("<", "&lt;", |_, after| is_name(after)),
        Escape::when("<3", "&lt;3", |before, _| stands_alone(before)),
        Escape::when("-)", "\\-)", |before, _| before.ends_with(['8', 'B', 'x', 'X', ';'])),
        Escape::when(";)", "\\;)", |before, _| stands_alone(before)),
        Escape::when("=)", "\\=)", |before, _| stands_alone(before)),
        Escape::when("[[", "\\[[", |_, after| after.starts_with("toc]]")).at(Place::LineStart),
        Escape::all("<<<", "&lt;<<").at(Place::LineStart),
    ],
    html: Html::Vue,
    images: Images::Dotted,
    moves_anchor: conditions::is_special,
    code: Code { fenced: true, uncombined: true, ..Code::COMPILED },
    footnotes: false,
    fold: Fold::Opener("{marks} details {title}", Shape::Colons),
    read_back: Some(ReadBack {
        names: &["info", "tip", "warning", "danger", "details", "note", "important", "caution"],
        frames: &[Frame::Quote, Frame::Colons(3)],
        has_compiled_titles: true,
        ..ReadBack::QUOTES
    }),
    addresses: Addresses::Complete,
    needs_pages: true,
    ..Dialect::PLAIN
};

/// Whether the character here does not directly follow a word.
fn stands_alone(before: &str) -> bool {
    !before.ends_with(char::is_alphanumeric)
}

/// Whether this is the name of a tag. VitePress reads more tags than Markdown does: components at the start of a line,
/// whatever follows their name, and attributes such as `@click`.
fn is_name(after: &str) -> bool {
    conditions::starts_word(after.strip_prefix('/').unwrap_or(after))
}

/// Whether this is an emoticon such as `:)`, which becomes an emoji.
fn is_face(before: &str, after: &str) -> bool {
    let mouth = after.strip_prefix(['-', '\'']).unwrap_or(after);
    stands_alone(before)
        && mouth.starts_with(['/', ')', '(', '*', '|', 'D', 'P', 'p', 'o', 'O', '@', 's', 'S', 'z', '$', '"'])
}

/// Whether this is `:name:`, which may become an emoji.
fn is_emoji(after: &str) -> bool {
    let is_name = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_+-".contains(b);
    let name = after.bytes().take(60).take_while(is_name).count();
    name > 0 && after[name..].starts_with(':')
}
