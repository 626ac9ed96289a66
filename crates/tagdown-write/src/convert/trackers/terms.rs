//! The words that tell what a text is about.

use tagdown::text::stem;

/// The stems of the significant words of a text.
pub(super) fn terms(text: &str) -> impl Iterator<Item = String> {
    let all = tagdown::prose::words(text).map(|(start, end)| text[start..end].to_lowercase());
    all.filter(|word| word.len() > 2 && !SMALL.split(' ').any(|small| small == word)).map(|word| stem(&word))
}

/// Words without significance.
const SMALL: &str = "the and for with that this from not but are was were been have has had its you your our they them then than when \
    which what who why how can could should would will may might must into out over under after before also only just more most less \
    very all any some each every one two use used using get got see seen there here where while does did done doing don isn doesn didn \
    cannot yes now new old same other about because since until upon per via etc such like well still even too much many few own off \
    again once never always error fails failed issue bug problem version fixed fix expected set run";
