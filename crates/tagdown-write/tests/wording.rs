//! Shorter wordings: those that say the same pass, and no other does.

#[path = "wording/pairs.rs"]
mod pairs;

use pairs::{BEYOND, GOOD, LIES, SPACES};
use proptest::prelude::*;
use tagdown::judgement::Profile;
use tagdown::rules::Settings;
use tagdown_write::convert::wording::compare;
use tagdown_write::convert::{
    Conversion, Decision, Decisions, Layout, Options, Undos, convert, restore, strip_with,
};

#[test]
fn good_condensations_pass_and_those_that_cannot_be_proven_do_not() {
    let (passed, refused): (Vec<_>, Vec<_>) = GOOD.iter().partition(|(old, new)| compare(old, new).is_ok());
    let told: Vec<_> = refused.iter().map(|(old, new)| (new, compare(old, new).err())).collect();
    assert_eq!(passed.len(), GOOD.len() - BEYOND, "{told:#?}");
    assert!(GOOD[GOOD.len() - BEYOND..].iter().all(|pair| refused.contains(pair)), "{told:#?}");
}

#[test]
fn no_lie_passes() {
    let passed: Vec<_> = LIES.iter().chain(SPACES).filter(|(old, new)| compare(old, new).is_ok()).collect();
    assert_eq!(passed, [&("", ""); 0]);
}

#[test]
fn an_article_may_open_a_wording_and_a_name_may_not() {
    let job = "Please note that a job body holds at most 64 KB.";
    assert!(
        compare(job, "A job body holds at most 64 KB.").is_ok(),
        "{:?}",
        compare(job, "A job body holds at most 64 KB.")
    );
    // The letter is a name here.
    let name = "Note that a is the default.";
    assert!(compare(name, "A is the default.").is_err());
    let both = "Please note that a job of queue b holds at most 64 KB.";
    assert!(compare(both, "A job of queue b holds at most 64 KB.").is_err());
}

/// A page whose facts become list items.
const PAGE: &str = "# Gate\n\n## Limits\n\nPlease note that the gate listens on port 8080. Keep in mind that requests \
    are limited to\n100 per minute. A token expires after 60 minutes. In order to read the log, the worker needs the \
    `logs:read` scope.\n\nWe chose these numbers years ago, and nobody has ever complained about them since.\n";

struct Desk {
    settings: Settings,
    decisions: Decisions,
    layout: Layout,
}

impl Desk {
    fn new() -> Self {
        Self { settings: Settings::default(), decisions: Decisions::default(), layout: Layout::Place }
    }

    fn options(&self) -> Options<'_> {
        Options {
            profile: Profile::Balanced,
            layout: self.layout,
            bullets: false,
            version: None,
            file_name: "gate.md",
            settings: &self.settings,
            decisions: &self.decisions,
            faq: false,
            lists_bullets: true,
        }
    }

    fn convert(&self, page: &str) -> Conversion {
        convert(page, &self.options())
    }

    /// Accepts a wording for the list item that starts with some words.
    fn accept(&mut self, page: &str, starts: &str, wording: &str) {
        let bullets = self.convert(page).bullets;
        let bullet = bullets.iter().find(|one| one.text.starts_with(starts)).expect(starts);
        self.decisions.insert(&bullet.hash, Decision::worded(&bullet.text, wording));
    }
}

fn undos(conversion: &Conversion) -> Undos {
    let mut undos = Undos::default();
    conversion.undo.iter().cloned().for_each(|undo| undos.add(undo));
    // As a later run reads them.
    Undos::parse(&undos.to_text())
}

const ACCEPTED: [(&str, &str); 3] = [
    ("Please note", "Gate listens on port 8080."),
    ("Keep in", "Requests are limited to 100 per minute."),
    ("In order", "To read the log, the worker needs the `logs:read` scope."),
];

#[test]
fn an_accepted_wording_is_written_and_the_source_can_be_restored() {
    for (page, layout) in [
        (PAGE.to_owned(), Layout::Place),
        (PAGE.to_owned(), Layout::Section),
        (PAGE.replace('\n', "\r\n"), Layout::Place),
        (PAGE.replace("\n100", "\n  100"), Layout::Place),
    ] {
        let mut desk = Desk { layout, ..Desk::new() };
        let plain = desk.convert(&page);
        assert_eq!(plain.bullets.len(), 4, "{}", plain.output);
        for (starts, wording) in ACCEPTED {
            desk.accept(&page, starts, wording);
        }
        let worded = desk.convert(&page);
        for (_, wording) in ACCEPTED {
            assert_eq!(worded.output.matches(&format!("- {wording}")).count(), 1, "{}", worded.output);
        }
        assert!(!worded.output.contains("note that") && !worded.output.contains("In order"));
        assert!(worded.output.contains("- A token expires after 60 minutes."));
        assert_eq!(worded.notices, plain.notices);
        assert_eq!(strip_with(&worded.output, &undos(&worded)), page);
        // The record has the words of the source.
        assert!(undos(&worded).to_text().contains("note that"));
        // The page can be reviewed again: with these decisions, without one of them, and with none.
        let undos = undos(&worded);
        let restored = restore(&worded.output, &undos, &desk.options()).expect("restored");
        assert_eq!(restored.source, page);
        assert!(restore(&plain.output, &self::undos(&plain), &desk.options()).is_some());
    }
}

#[test]
fn a_wording_is_written_for_a_sentence_in_a_callout() {
    // The conversion removes the frame.
    let page = PAGE.replace("Please", "> [!NOTE]\n> Please").replace("\n100", "\n> 100");
    let mut desk = Desk::new();
    for (starts, wording) in &ACCEPTED[1..] {
        desk.accept(&page, starts, wording);
    }
    let worded = desk.convert(&page);
    for (_, wording) in &ACCEPTED[1..] {
        assert!(worded.output.contains(&format!("- {wording}")), "{}", worded.output);
    }
    assert_eq!(strip_with(&worded.output, &undos(&worded)), page);
}

#[test]
fn a_wording_is_used_only_for_its_own_sentence_and_only_if_it_passes() {
    let mut desk = Desk::new();
    desk.accept(PAGE, "Please note", "Gate listens on port 8080.");
    let is_used = |desk: &Desk, page: &str| {
        let conversion = desk.convert(page);
        let is_told = conversion.notices.iter().any(|notice| notice.contains("accepted wording not used"));
        let is_used = conversion.bullets.iter().any(|bullet| bullet.wording.is_some());
        assert!(!(is_told && is_used), "{:?}", conversion.notices);
        (is_used, is_told)
    };
    assert_eq!(is_used(&desk, PAGE), (true, false));
    // The same words with another line break have the same key, but are not what the person saw.
    assert_eq!(is_used(&desk, &PAGE.replace("note that the", "note that\nthe")), (false, true));
    assert_eq!(is_used(&desk, &PAGE.replace("8080", "8081")), (false, false));
    for lie in ["Gate listens on port 8081.", "Gate listens on port 8080. Always.", "# Gate", ""] {
        desk.accept(PAGE, "Please note", lie);
        assert_eq!(is_used(&desk, PAGE), (false, true), "{lie}");
        assert_eq!(desk.convert(PAGE).output, Desk::new().convert(PAGE).output, "{lie}");
    }
    // A sentence that a person wanted as it is.
    let source = "Please note that the gate listens on port 8080.";
    desk.accept(PAGE, "Please note", source);
    assert_eq!(is_used(&desk, PAGE), (false, false));
}

#[test]
fn what_is_no_list_item_of_its_own_is_not_listed() {
    let bullets = |page: &str| {
        let bullets = Desk::new().convert(page).bullets;
        bullets.into_iter().map(|bullet| bullet.text).collect::<Vec<_>>()
    };
    // What depends on the sentence before it.
    let depends = bullets(&PAGE.replace("A token", "Therefore, this token"));
    assert!(!depends.iter().any(|text| text.contains("this token")), "{depends:?}");
    // Prose, a list of its own, a foreign page, a tagged page.
    for page in [
        "# A\n\n## B\n\nThe port is 8080.\n",
        "# A\n\n## B\n\n- The port is 8080.\n- The limit is 5.\n- The timeout is 30 s.\n",
        "# A\n\n## B\n\nDer Port ist 8080. Die Grenze ist nicht 5. Das Limit ist 30 s und nicht mehr.\n",
        &Desk::new().convert(PAGE).output,
    ] {
        assert_eq!(bullets(page), [""; 0], "{page}");
    }
    assert_eq!(bullets(PAGE).len(), 4);
}

/// Tokens that every wording must keep, in several kinds.
const PROTECTED: &[&str] = &[
    "5",
    "10",
    "-3",
    "0.5",
    "1,000",
    "v1.2",
    "2027-01-02",
    "10–20",
    "5%",
    "30 ms",
    "20 MB",
    "max_size",
    "maxSize",
    "--max-size",
    "/etc/app.toml",
    "APP_HOME",
    "app.timeout",
    "`retries`",
    "`a b`",
    "[guide](guide.md)",
    "<https://a.example>",
    "\"the end\"",
    "not",
    "never",
    "no",
    "none",
    "cannot",
    "without",
    "only",
    "unless",
    "must",
    "shall",
    "should",
    "may",
    "can",
    "except",
    "until",
    "before",
    "after",
    "always",
    "all",
    "any",
    "or",
    "more",
    "less",
    "greater",
    "under",
    "over",
    "than",
    "server",
    "client",
    "deletes",
    "worker",
];

/// Words that may be left out in most places.
const IDLE: &[&str] = &["the", "a", "simply", "please"];

/// A sentence: an opening, then protected tokens, each with or without an idle word before it.
fn sentence() -> impl Strategy<Value = (Vec<String>, usize)> {
    let token = (prop::sample::select(PROTECTED), prop::option::of(prop::sample::select(IDLE)));
    let opening =
        prop::sample::select(vec!["", "Please note that the server", "In order to run, the server"]);
    (opening, prop::collection::vec(token, 3..9)).prop_map(|(opening, tokens)| {
        let opening: Vec<String> = opening.split_whitespace().map(str::to_owned).collect();
        let first = opening.len();
        let rest = tokens.into_iter().flat_map(|(token, idle)| idle.into_iter().chain([token]));
        (opening.into_iter().chain(rest.map(str::to_owned)).collect(), first)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_single_change_of_a_protected_token_passes(
        (tokens, first) in sentence(), at in any::<prop::sample::Index>(), other in prop::sample::select(PROTECTED),
        kind in 0..4,
    ) {
        let places: Vec<usize> =
            (first..tokens.len()).filter(|&place| PROTECTED.contains(&tokens[place].as_str())).collect();
        let place = *at.get(&places);
        let mut changed = tokens.clone();
        match kind {
            0 => drop(changed.remove(place)),
            1 => changed.insert(place, other.to_owned()),
            2 => changed[place] = other.to_owned(),
            _ => {
                let next = places[(places.iter().position(|one| *one == place).expect("a place") + 1) % places.len()];
                changed.swap(place, next);
            }
        }
        prop_assume!(changed != tokens);
        let (old, new) = (tokens.join(" ") + ".", changed.join(" ") + ".");
        prop_assert!(compare(&old, &new).is_err(), "{old}\n{new}");
        // Also without the idle words.
        let short: Vec<String> = changed.into_iter().filter(|token| !IDLE.contains(&token.as_str())).collect();
        prop_assert!(compare(&old, &short.join(" ")).is_err(), "{old}\n{short:?}");
    }

    #[test]
    fn nothing_panics_and_what_passes_is_no_longer_and_has_every_digit_and_code(old in "[ -~éü\n]{0,80}", cut in 0..80_usize) {
        let at = old.floor_char_boundary(cut.min(old.len()));
        for new in [&old[at..], &old[..at], old.trim_start_matches("the "), old.as_str()] {
            if compare(&old, new).is_ok() {
                let digits = |text: &str| text.chars().filter(|c| c.is_ascii_digit() || *c == '`').collect::<String>();
                prop_assert_eq!(digits(&old), digits(new));
                prop_assert!(new.len() <= old.len());
            }
        }
    }
}
