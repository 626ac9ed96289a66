//! Faults of the author's own text never prevent a conversion and never change it; they are reported. What a conversion
//! brings in, and what is wrong with tags, prevents it.

use tagdown::document::parse;
use tagdown::judgement::Profile;
use tagdown::rules::{Settings, Severity, check};
use tagdown_write::convert::{Conversion, Layout, Options, UNDECIDED, convert};

const LAYOUTS: [Layout; 3] = [Layout::Section, Layout::Place, Layout::Whole];

fn converted(text: &str, layout: Layout, settings: &Settings) -> Conversion {
    let options = Options {
        profile: Profile::Balanced,
        layout,
        bullets: false,
        version: None,
        file_name: "page.md",
        settings,
        decisions: &UNDECIDED,
        faq: false,
        lists_bullets: false,
    };
    convert(text, &options)
}

/// The default settings, with some rules as errors.
fn strict(rules: &[&str]) -> Settings {
    let mut settings = Settings::default();
    for active in settings.rules.iter_mut().filter(|active| rules.contains(&active.rule.name)) {
        active.severity = Severity::Error;
    }
    settings
}

const PAGE: &str = "# Queue\n\n## Limits\n\nA job body holds at most 64 KB. Jobs are kept for 7 days. Nobody has ever asked for more, \
                    and the disk was small when we started.\n\n";

#[test]
fn faults_of_the_text_are_reported() {
    for (rules, fault, notice) in [
        (
            &["several-titles"][..],
            "# Second\n\nThe port is 8080.\n",
            "a second title: `Second` (several-titles)",
        ),
        (&[], "<!-- tagdown: allow no-such-rule -->\nThe port is 8080.\n", "unknown rule `no-such-rule`"),
        (&[], "**[BUG] Port is taken**\nSymptom: `EADDRINUSE`\nFix: use port 8081\n", "(bug-missing-field)"),
        (&[], "**[SPEC]**\nThe port is 8080. The host is `a`. The path is `/b`.\n", "(spec-prose)"),
        (&["admonition"], "<Tabs>\n\n!!! note\n    The port is 8080.\n\n</Tabs>\n", "(admonition)"),
    ] {
        let settings = strict(rules);
        for layout in LAYOUTS {
            let text = format!("{PAGE}{fault}");
            let conversion = converted(&text, layout, &settings);
            assert_eq!(conversion.refused, None, "in\n{text}");
            assert!(conversion.output.contains("**[NOTE]**"), "{}", conversion.output);
            let found = |one: &&String| one.contains(notice) && one.contains("not caused by the conversion");
            let line = conversion.notices.iter().find(found).expect(notice);
            let number: usize =
                line["line ".len()..].split(':').next().and_then(|n| n.parse().ok()).expect("a line");
            let at = conversion.output.lines().nth(number - 1).unwrap_or_default();
            assert!(!at.is_empty() && fault.contains(at), "{line}: {at}");
            // The rest of the page is cut as if it had no fault.
            if layout != Layout::Whole {
                assert!(
                    conversion.output.contains("- A job body holds at most 64 KB.\n"),
                    "{}",
                    conversion.output
                );
            }
        }
    }
}

#[test]
fn strict_wording_changes_nothing() {
    let text = format!(
        "{PAGE}## Use\n\nThe token is probably valid for an hour. You should consider a longer one. Note that the port is 8080. \
         Originally the port was 80. The limit may be 10 requests per second, as described above.\n"
    );
    let wording = [
        "spec-hedge",
        "spec-advice",
        "spec-filler",
        "spec-history",
        "spec-dangling-reference",
        "spec-crowded-bullet",
        "fact-outside-spec",
    ];
    for layout in LAYOUTS {
        let usual = converted(&text, layout, &Settings::default());
        let strict = converted(&text, layout, &strict(&wording));
        assert_eq!(strict.refused, None);
        assert_eq!(strict.output, usual.output);
        let is_fallback = |notice: &String| notice.contains("no paragraph was cut");
        assert!(!strict.notices.iter().any(is_fallback), "{:?}", strict.notices);
    }
}

#[test]
fn many_faults_are_counted() {
    let titles = ["One", "Two", "Three", "Four", "Five", "Six"];
    let titles = titles.map(|title| format!("# {title}\n\nThe port is 8080.\n\n")).concat();
    let conversion = converted(&format!("{PAGE}{titles}"), Layout::Section, &strict(&["several-titles"]));
    assert_eq!(conversion.refused, None);
    let own: Vec<&String> = conversion.notices.iter().filter(|one| one.contains("not caused by")).collect();
    assert_eq!(own.len(), 4, "{own:?}");
    assert!(own[3].starts_with("3 more errors not caused by the conversion"), "{own:?}");
}

#[test]
fn what_a_conversion_brings_in_prevents_it() {
    // The page has one title, far below; a conversion puts a second one above it.
    let text = "The port is 8080.\n\n## Limits\n\n- `a`: 1\n\n# Queue\n\n- `b`: 2\n";
    assert!(check(&parse(text), &strict(&["several-titles"])).iter().all(|one| one.rule != "several-titles"));
    let conversion = converted(text, Layout::Section, &strict(&["several-titles"]));
    assert!(conversion.refused.is_some_and(|reason| reason.contains("several-titles")));
    assert_eq!(converted(text, Layout::Section, &Settings::default()).refused, None);
}

#[test]
fn faults_of_tags_and_headers_prevent_a_conversion() {
    for (text, rule) in [
        (format!("{PAGE}[SPEC]\n- a\n"), "unbolded-tag"),
        (format!("{PAGE}**[SPEC]** The port is 8080.\n"), "inline-content"),
        (PAGE.replace("# Queue\n", "# Queue\n**Version 1.0.0** · HADS 2.0.0\n"), "format-version"),
    ] {
        let conversion = converted(&text, Layout::Section, &Settings::default());
        let refused = conversion.refused.unwrap_or_default();
        assert!(refused.contains(rule), "{refused} in\n{text}");
        assert_eq!(conversion.output, text);
    }
}
