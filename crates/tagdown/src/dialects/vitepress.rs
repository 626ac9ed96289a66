//! VitePress: containers of markdown-it, in a page that Vue compiles.

use super::{Code, Dialect, Escape, Fold, Html, Shape, escape};

pub(super) const DIALECT: Dialect = Dialect {
    name: "vitepress",
    about: "VitePress",
    shape: Shape::Colons,
    callouts: Dialect::callouts("info", "tip", "danger", "warning"),
    opener: "{marks} {name} {title}",
    escapes: &[
        Escape::all("{{", "<span v-pre>{{</span>"),
        // Attributes.
        Escape::when("{", "\\{", |before, _| !escape::is_in_address(before)),
        Escape::when(":", "\\:", |_, after| is_emoji(after)),
        Escape::when("[[", "\\[[", |before, after| escape::opens_line(before) && after.starts_with("toc]]")),
        Escape::when("<<<", "&lt;<<", |before, _| escape::opens_line(before)),
    ],
    html: Html::Vue,
    code: Code { fenced: true, ..Code::COMPILED },
    footnotes: false,
    fold: Fold::Opener("{marks} details {title}", Shape::Colons),
    is_readable: true,
    ..Dialect::PLAIN
};

/// `:name:`, for which VitePress may know a picture.
fn is_emoji(after: &str) -> bool {
    let is_name = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_+-".contains(b);
    let name = after.bytes().take(60).take_while(is_name).count();
    name > 0 && after[name..].starts_with(':')
}
