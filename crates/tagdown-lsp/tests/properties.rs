//! Any sequence of edits, in any encoding: the server has the text of the editor, its findings are those of a fresh
//! check, and its fixes are those of `check --fix`.

mod editor;

use editor::{Editor, HEAD, capabilities, range, with_edits};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use tagdown::document::parse;
use tagdown::rules::{self, Finding, Safety, Settings, apply, check, fix, fix_one};
use tagdown::text::{Span, Units};

/// Pieces that an edit inserts: every kind of character and line ending, and pieces of tags.
const PIECES: &[&str] = &[
    "a",
    "ä",
    "😀",
    "👩‍👩‍👧",
    "e\u{301}",
    "\t",
    " ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "**[SPEC]**",
    "**[SPEC]** one",
    "[NOTE]\n",
    "**[BUG] x**\n",
    "Symptom: a\n",
    "**[?]**\nPerhaps.\n",
    "## B\n",
    "- c\n",
    "```\n",
    "<!-- tagdown: allow inline-content: x -->\n",
    "**[spec]**\n\n- a\n",
    "\u{feff}",
    "| a |\n|---|\n",
    "",
    "It basically works. It was added later. See [x](#no).",
];

/// An edit: where it begins and ends, in thousandths of the text, and what it inserts.
type Step = (usize, usize, usize);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    prop::collection::vec((0..1_000_usize, 0..40_usize, 0..PIECES.len()), 1..12)
}

/// A place where an editor can put the cursor.
fn cursor(text: &str, thousandth: usize) -> usize {
    let at = text.floor_char_boundary(text.len() * thousandth / 999);
    if text[..at].ends_with('\r') && text[at..].starts_with('\n') { at - 1 } else { at }
}

/// Opens a document and makes the edits, up to three at once. Returns the text.
fn typed(editor: &mut Editor, crlf: bool, steps: &[Step]) -> String {
    let uri = "untitled:a";
    let body =
        "## A 😀\n\n**[SPEC]**\n- One ä\u{301} and 👩‍👩‍👧.\n\n**[NOTE]**\nOld.\n\n**[BUG] x**\nSymptom: y\n";
    let text = format!("{HEAD}{body}");
    editor.open(uri, &if crlf { text.replace('\n', "\r\n") } else { text });
    for some in steps.chunks(3) {
        let edit = |(from, length, piece): &Step| {
            let (from, length, piece) = (*from, *length, *piece);
            move |own: &str| {
                let start = cursor(own, from);
                let end = cursor(own, (from + length).min(999)).max(start);
                (Span::new(start, end), PIECES[piece].to_owned())
            }
        };
        editor.edit_in_turn(uri, &some.iter().map(edit).collect::<Vec<_>>());
    }
    editor.text(uri).to_owned()
}

/// The rule and the place of each diagnostic.
fn places(diagnostics: &Value) -> Vec<(Value, Value)> {
    let list = diagnostics.as_array().expect("a list").iter();
    list.map(|one| (one["code"].clone(), one["range"]["start"].clone())).collect()
}

/// The findings of a fresh check: each for itself, and as they are reported with their places.
fn fresh(own: &str, units: Units) -> (Vec<Finding>, Vec<(Value, Value)>) {
    let document = parse(own);
    let single = if document.is_tagged() { check(&document, &Settings::default()) } else { Vec::new() };
    let place = |finding: &Finding| {
        let start = finding.span.start;
        let is_inside = own[..start].ends_with('\r') && own[start..].starts_with('\n');
        let start = if is_inside { start - 1 } else { start };
        (json!(finding.rule), range(own, Span::at(start), units)["start"].clone())
    };
    let reported = rules::gather(single.clone()).iter().map(place).collect();
    (single, reported)
}

/// One sequence of edits in one encoding.
fn holds(units: Units, crlf: bool, steps: &[Step]) {
    let mut editor = Editor::start(&json!({"capabilities": capabilities(units, true)}));
    let uri = "untitled:a";
    let own = typed(&mut editor, crlf, steps);
    let settings = Settings::default();
    let document = parse(&own);
    let (single, wanted) = fresh(&own, units);
    let found = editor.ask("textDocument/diagnostic", json!({"textDocument": {"uri": uri}}));
    assert_eq!(places(&found["items"]), wanted, "the findings of a fresh check of {own:?}");
    quick_fixes(&mut editor, &own, &single, &settings);
    sane(&mut editor, &own, steps);
    let formatted = editor.ask(
        "textDocument/formatting",
        json!({"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": true}}),
    );
    let layout = settings.clone().only(|rule| rule.layout);
    let wanted = if document.is_tagged() { fix(&own, &layout, Safety::Safe).text } else { own.clone() };
    assert_eq!(with_edits(&own, formatted.as_array().expect("edits"), units), wanted, "fmt of {own:?}");
}

/// The words of a text, in any order.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
    words.retain(|word| !word.is_empty());
    words.sort_unstable();
    words
}

/// Everything else has an answer, and ranges that an editor accepts.
fn sane(editor: &mut Editor, own: &str, steps: &[Step]) {
    let document = json!({"textDocument": {"uri": "untitled:a"}});
    contained(&editor.ask("textDocument/documentSymbol", document.clone()), None);
    for method in ["foldingRange", "semanticTokens/full", "codeLens"] {
        editor.ask(&format!("textDocument/{method}"), document.clone());
    }
    let (from, length, _) = steps[0];
    let (start, end) = (cursor(own, from), cursor(own, (from + 5 * length).min(999)));
    let part = json!({
        "textDocument": {"uri": "untitled:a"}, "options": {"tabSize": 2, "insertSpaces": true},
        "range": range(own, Span::new(start, end.max(start)), editor.units),
    });
    let edits = editor.ask("textDocument/rangeFormatting", part);
    let edits = edits.as_array().cloned().unwrap_or_default();
    assert_eq!(words(&with_edits(own, &edits, editor.units)), words(own), "formatting a part loses nothing");
    for (from, length, _) in steps {
        let position =
            range(own, Span::at(cursor(own, (from + length).min(999))), editor.units)["start"].clone();
        let place = json!({
            "textDocument": {"uri": "untitled:a"}, "position": position, "range": {"start": position, "end": position},
            "context": {"diagnostics": [], "includeDeclaration": true},
        });
        for method in ["hover", "completion", "definition", "references", "prepareRename", "codeAction"] {
            editor.ask(&format!("textDocument/{method}"), place.clone());
        }
    }
}

/// Each symbol is inside the one above it, and what is selected is inside the symbol. VS Code shows no symbols otherwise.
fn contained(symbols: &Value, above: Option<&Value>) {
    let at = |place: &Value| (place["line"].as_u64(), place["character"].as_u64());
    let is_inside = |inner: &Value, outer: &Value| {
        at(&outer["start"]) <= at(&inner["start"]) && at(&inner["end"]) <= at(&outer["end"])
    };
    for symbol in symbols.as_array().into_iter().flatten() {
        assert!(is_inside(&symbol["selectionRange"], &symbol["range"]), "{symbol}");
        assert!(above.is_none_or(|above| is_inside(&symbol["range"], above)), "{symbol} in {above:?}");
        assert!(!symbol["name"].as_str().expect("a name").trim().is_empty());
        contained(&symbol["children"], Some(&symbol["range"]));
    }
}

/// Every fix that the editor offers, and all of them at once.
fn quick_fixes(editor: &mut Editor, own: &str, single: &[Finding], settings: &Settings) {
    let (uri, units) = ("untitled:a", editor.units);
    let whole = range(own, Span::new(0, own.len()), units);
    let params = json!({"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", params);
    let actions = actions.as_array().cloned().unwrap_or_default();
    let texts: Vec<String> = actions
        .iter()
        .filter(|action| action["isPreferred"] == json!(true))
        .map(|action| editor.applied(uri, &action["edit"]))
        .collect();
    let document = parse(own);
    let safe = |finding: &&Finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == Safety::Safe);
    let edits =
        single.iter().take(50).filter(safe).filter_map(|finding| fix_one(&document, settings, finding));
    let wanted: Vec<String> = edits.map(|edits| apply(own, &edits)).collect();
    assert_eq!(texts, wanted, "the fixes of {own:?}");
    let all = actions.iter().find(|action| action["kind"] == "source.fixAll.tagdown");
    let fixed = if single.is_empty() { None } else { Some(fix(own, settings, Safety::Safe)) };
    let fixed = fixed.filter(|fixed| fixed.text != own);
    assert_eq!(all.is_some(), fixed.is_some(), "{own:?}");
    let Some(fixed) = fixed else { return };
    if fixed.applied == 1 && texts.len() == 1 && single.len() == 1 {
        assert_eq!(texts[0], fixed.text, "the only fix of {own:?}");
    }
    if let Some(all) = all {
        assert_eq!(editor.applied(uri, &all["edit"]), fixed.text, "all fixes of {own:?}");
    }
}

fn run(cases: u32) {
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let all = (0..3_usize, any::<bool>(), steps());
    runner
        .run(&all, |(units, crlf, steps)| {
            holds([Units::Utf8, Units::Utf16, Units::Utf32][units], crlf, &steps);
            Ok(())
        })
        .expect("every sequence holds");
}

#[test]
fn any_edits_keep_texts_findings_and_fixes_the_same() {
    run(300);
}

#[test]
#[ignore = "takes a minute"]
fn very_many_edits_keep_texts_findings_and_fixes_the_same() {
    run(5_000);
}

#[test]
fn what_is_published_ends_with_the_findings_of_a_fresh_check() {
    let mut runner = TestRunner::new(Config { cases: 15, failure_persistence: None, ..Config::default() });
    runner
        .run(&(any::<bool>(), steps()), |(crlf, steps)| {
            let mut editor = Editor::plain(Units::Utf16);
            let own = typed(&mut editor, crlf, &steps);
            let (_, wanted) = fresh(&own, Units::Utf16);
            let version = editor.texts["untitled:a"].0;
            // New findings of the last version may come in a second message, when the text has rested.
            loop {
                let published = editor.expect("textDocument/publishDiagnostics");
                if published["version"] == json!(version) && places(&published["diagnostics"]) == wanted {
                    return Ok(());
                }
            }
        })
        .expect("every sequence holds");
}
