//! A link or an image whose target is relative: a file, a place in a file, or a place in the same text.

use crate::text::{Span, is_relative_link};

/// A link or an image with a relative target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The complete link.
    pub span: Span,
    /// Where it leads, without Markdown's escapes and entities.
    pub target: Box<str>,
    /// Whether it shows an image.
    pub is_image: bool,
}

impl Link {
    /// A link, if its target is relative.
    pub(crate) fn relative(span: Span, target: &str, is_image: bool) -> Option<Self> {
        let target = target.trim();
        is_relative_link(target).then(|| Self { span, target: target.into(), is_image })
    }
}
