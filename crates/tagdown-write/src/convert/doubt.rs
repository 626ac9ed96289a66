//! What somebody should decide about a page.

use std::cmp::Reverse;

use tagdown::document::Kind;
use tagdown::judgement::PieceKind;
use tagdown::text::Span;

use crate::convert::decisions::Decision;

/// A sentence or block that somebody should decide, or has decided.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// The key for a decision on it.
    pub hash: String,
    /// Its first and last line in the source, from 1.
    pub lines: [usize; 2],
    /// Its span in the source.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// The span of the block that contains it.
    pub block: Span,
    /// What the block is.
    pub kind: PieceKind,
    /// The headings above it, the nearest last.
    pub headings: Vec<String>,
    /// What it becomes if nobody decides.
    pub label: Kind,
    /// What it becomes in this conversion.
    pub written: Kind,
    /// How likely it is a fact, in percent.
    pub chance: u8,
    /// Whether it is a paragraph with facts that becomes a NOTE because it cannot be cut.
    pub is_buried: bool,
    /// How much a decision matters, among doubts with the same label.
    pub value: usize,
    /// The earlier decision.
    pub decision: Option<Decision>,
    /// The accepted wording that is written instead of the text.
    pub wording: Option<String>,
}

impl Doubt {
    /// The sort key among doubts: facts that would be lost come first, then context that would be kept.
    pub fn rank(&self) -> (bool, Reverse<usize>) {
        (self.label == Kind::Spec, Reverse(self.value))
    }

    /// Whether it is a sentence of a longer block.
    pub fn is_sentence(&self) -> bool {
        self.span != self.block
    }
}
