//! The colours of a page in light and dark mode, in one table for the style sheet.

/// A colour and its name in the style sheet.
struct Colour {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn colour(name: &'static str, light: &'static str, dark: &'static str) -> Colour {
    Colour { name, light, dark }
}

const COLOURS: &[Colour] = &[
    colour("paper", "#fdfdfc", "#15171b"),
    colour("panel", "#f5f5f3", "#1d2026"),
    colour("ink", "#22262c", "#dfe2e7"),
    colour("muted", "#5a616b", "#a3aab5"),
    colour("line", "#dfdfdb", "#333842"),
    colour("link", "#0a58a8", "#82b7f4"),
    colour("code", "#f3f3f0", "#20242b"),
    colour("spec", "#0f5c9c", "#7fb8f0"),
    colour("spec-paper", "#f0f6fc", "#172230"),
    colour("note", "#5b616b", "#a8afba"),
    colour("note-paper", "#f7f7f5", "#1b1e23"),
    colour("bug", "#a8261c", "#f59d92"),
    colour("bug-paper", "#fdf3f1", "#2a1b1b"),
    colour("unverified", "#835100", "#e3b565"),
    colour("unverified-paper", "#fdf6e7", "#282114"),
    colour("on", "#ffffff", "#15171b"),
    colour("code-k", "#8a2c86", "#d9a0dc"),
    colour("code-s", "#1b6b3a", "#98ca95"),
    colour("code-c", "#62676f", "#969eaa"),
    colour("code-n", "#9a4a00", "#e2ad78"),
    colour("code-f", "#1d55a6", "#8ab9f0"),
    colour("code-t", "#0d6470", "#74c5cf"),
    colour("code-v", "#7a4f1d", "#d6be8f"),
    colour("code-d", "#a8261c", "#f59d92"),
];

/// The variables of the style sheet, for both modes.
pub(crate) fn style() -> String {
    let list = |of: fn(&Colour) -> &'static str| {
        COLOURS.iter().map(|colour| format!("--{}:{};", colour.name, of(colour))).collect::<Vec<_>>().concat()
    };
    let (light, dark) = (list(|colour| colour.light), list(|colour| colour.dark));
    format!(
        ":root{{color-scheme:light;{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{color-scheme:dark;{dark}}}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text colours and their backgrounds.
    const PAIRS: &[(&str, &str)] = &[
        ("ink", "paper"),
        ("ink", "panel"),
        ("ink", "code"),
        ("ink", "spec-paper"),
        ("ink", "note-paper"),
        ("ink", "bug-paper"),
        ("ink", "unverified-paper"),
        ("muted", "paper"),
        ("muted", "panel"),
        ("muted", "code"),
        ("muted", "spec-paper"),
        ("muted", "note-paper"),
        ("muted", "bug-paper"),
        ("muted", "unverified-paper"),
        ("link", "paper"),
        ("link", "panel"),
        ("link", "code"),
        ("link", "spec-paper"),
        ("link", "note-paper"),
        ("link", "bug-paper"),
        ("link", "unverified-paper"),
        ("spec", "spec-paper"),
        ("note", "note-paper"),
        ("bug", "bug-paper"),
        ("unverified", "unverified-paper"),
        ("spec", "panel"),
        ("spec", "paper"),
        ("bug", "paper"),
        ("unverified", "paper"),
        ("note", "paper"),
        ("on", "link"),
        ("code-k", "code"),
        ("code-s", "code"),
        ("code-c", "code"),
        ("code-n", "code"),
        ("code-f", "code"),
        ("code-t", "code"),
        ("code-v", "code"),
        ("code-d", "code"),
    ];

    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_by_day_and_by_night() {
        let find = |name: &str| COLOURS.iter().find(|colour| colour.name == name).expect("a name");
        for (text, paper) in PAIRS {
            let (text, paper) = (find(text), find(paper));
            for (text_in, paper_in) in [(text.light, paper.light), (text.dark, paper.dark)] {
                let found = contrast(text_in, paper_in);
                assert!(
                    found >= 4.5,
                    "{} on {}: {text_in} on {paper_in} is {found:.2}",
                    text.name,
                    paper.name
                );
            }
        }
    }
}
