//! Labels each piece of a document, unless something prevents its conversion.

use tagdown::document::Document;
use tagdown::judgement::{Features, Label, Piece, all_features, is_foreign, labels, pieces};
use tagdown::rules::spec_cues;

use crate::convert::checks::obstacle;
use crate::convert::outcome::Options;

/// A document with a label for each of its pieces.
pub(crate) struct Labelled {
    pub(super) pieces: Vec<Piece>,
    pub(super) features: Vec<Option<Features>>,
    pub(super) labels: Vec<Label>,
    pub(super) is_foreign: bool,
}

/// Why a document stays unchanged.
pub(crate) enum Left {
    /// It must not be converted.
    Refused(String),
    /// There is nothing to do.
    Done(String),
}

/// Labels the pieces of a document that can be converted.
pub(crate) fn labelled(document: &Document<'_>, options: &Options<'_>) -> Result<Labelled, Left> {
    if let Some(reason) = obstacle(document) {
        return Err(Left::Refused(reason));
    }
    let pieces = pieces(document);
    if pieces.is_empty() && document.is_tagged() {
        return Err(Left::Done("already fully tagged".to_owned()));
    }
    let features = all_features(document, &pieces, spec_cues());
    if features.iter().all(Option::is_none) && (pieces.is_empty() || document.tags.is_empty()) {
        return Err(Left::Done("no text to tag".to_owned()));
    }
    let is_foreign = is_foreign(document, options.settings.language);
    let labels = labels(&pieces, &features, options.profile, is_foreign);
    Ok(Labelled { pieces, features, labels, is_foreign })
}
