//! `convert --llm-rewrite` with servers that lie in every way: a wording that could say something else is refused, and a
//! document never gets a word that no person accepted.

#[path = "llm/server.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod server;
#[path = "llm/tool.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod tool;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use server::{Request, Server, for_ever, ok, response, send};
use tagdown_write::convert::wording::{OPENERS, SHORTER};
use tool::{folder, report, run, text};

/// Five facts that become list items, and context.
const PAGE: &str = "# Gate

## Limits

Please note that the gate accepts between 5 and 10 links per session. The worker must not delete the index, but may
rebuild it. Set `--max-size` to change the limit of 20 MB. In order to read the log, the client calls the broker. A token
expires after 60 minutes.

We chose these numbers years ago, and nobody has ever complained about them since.
";

/// The sentences of the page with a wording each that says the same.
const GOOD: [(&str, &str); 5] = [
    ("Please note", "Gate accepts between 5 and 10 links per session."),
    ("The worker", "Worker must not delete index, but may rebuild it."),
    ("Set `--max-size`", "Set `--max-size` to change limit of 20 MB."),
    ("In order", "To read the log, the client calls the broker."),
    ("A token", "A token expires after 60 min."),
];

/// Whether a request asks for wordings.
fn is_rewrite(request: &Request) -> bool {
    let body: Value = serde_json::from_str(&request.body).expect("JSON");
    body["messages"][0]["content"].as_str().is_some_and(|system| system.starts_with("You shorten sentences"))
}

/// The answer with these wordings, by the start of their sentences.
fn answer(request: &Request, wordings: &[(&str, &str)]) -> String {
    if !is_rewrite(request) {
        return request.all("unsure").to_string();
    }
    let of = |block: &Value| {
        let sentence = block["text"].as_str().expect("a text");
        let (_, wording) = wordings.iter().find(|(starts, _)| sentence.starts_with(starts))?;
        Some(json!({"id": block["id"], "text": wording}))
    };
    json!({"blocks": request.blocks().iter().filter_map(of).collect::<Vec<_>>()}).to_string()
}

fn model(wordings: &'static [(&'static str, &'static str)]) -> Server {
    Server::of_model(move |request| answer(request, wordings))
}

fn options(server: &Server) -> Vec<String> {
    ["--llm", &server.url(), "--model", "m", "--llm-rewrite"].map(str::to_owned).to_vec()
}

fn told(server: &Server, more: &[&str]) -> tool::Told {
    let options = options(server);
    let all: Vec<&str> = options.iter().map(String::as_str).chain(more.iter().copied()).collect();
    report(PAGE, &all)
}

/// The wordings that wait for review, and why the others were refused.
fn suggestions(told: &tool::Told) -> (Vec<String>, Vec<String>) {
    let all = told.report["suggestions"].as_array().expect("suggestions");
    let of = |key: &'static str| all.iter().filter_map(move |one| one[key].as_str()).map(str::to_owned);
    let waiting = all.iter().filter(|one| one["refused"].is_null());
    (waiting.filter_map(|one| one["wording"].as_str()).map(str::to_owned).collect(), of("refused").collect())
}

#[test]
fn good_wordings_wait_for_review_and_the_words_of_the_source_are_kept() {
    let plain = report(PAGE, &[]);
    let server = model(&GOOD);
    let told = told(&server, &[]);
    let (waiting, refused) = suggestions(&told);
    assert_eq!((waiting, refused), (GOOD.map(|(_, wording)| wording.to_owned()).to_vec(), vec![]));
    assert_eq!(told.output(), plain.output());
    assert!(
        told.notices().contains("5 shorter wordings by the model `m` wait for review"),
        "{}",
        told.notices()
    );
    // Only the sentences are sent, each once.
    let rewrites: Vec<Request> = server.seen().into_iter().filter(is_rewrite).collect();
    let [request] = &rewrites[..] else { panic!("one request") };
    let blocks = request.blocks();
    assert_eq!(blocks.len(), 5);
    assert!(!request.body.contains("years ago") && !request.body.contains("page.md"), "{}", request.body);
    assert_eq!(
        (&blocks[0]["kind"], &blocks[0]["headings"]),
        (&json!("sentence"), &json!(["Gate", "Limits"]))
    );

    // For people, and for folders.
    let folder = folder(&[("page.md", PAGE), ("other.md", &PAGE.replace("Gate", "Door"))]);
    let options = options(&server);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let output = run(folder.path(), &[&options[..], &["page.md"]].concat());
    let said = text(&output.stderr);
    assert!(said.contains("shorter wordings, written only if you take them in --review:\n"), "{said}");
    assert!(said.contains("  13        Gate accepts between 5 and 10 links per session.\n"), "{said}");
    let output = run(folder.path(), &[&options[..], &["--write", "."]].concat());
    assert!(text(&output.stdout).contains("10 shorter wordings wait for review (--review), 0 refused\n"));
    assert_eq!(fs::read_to_string(folder.path().join("page.md")).expect("a page"), plain.output());
}

/// Wordings for one sentence that must be refused, and what is said about each.
const LIES: &[(&str, &str, &str)] = &[
    ("Please note", "Gate accepts links per session.", "leaves out the number `5`"),
    (
        "Please note",
        "Gate accepts between 10 and 5 links per session.",
        "changes the order of the words at the number `10`",
    ),
    ("Please note", "Gate accepts between 5 and 100 links per session.", "adds the number `100`"),
    ("Please note", "Gate accepts between 5 and 10 links per day.", "adds the word `day`"),
    ("Please note", "Gate always accepts between 5 and 10 links per session.", "adds the word `always`"),
    (
        "The worker",
        "Worker may not delete index, but must rebuild it.",
        "changes the order of the words at the word `may`",
    ),
    ("The worker", "Worker must delete index, but may rebuild it.", "leaves out the word `not`"),
    ("The worker", "Worker must not delete index.", "leaves out the word `may`"),
    ("Set `--max-size`", "Set `--max-sizes` to change limit of 20 MB.", "adds the code `--max-sizes`"),
    ("Set `--max-size`", "Set --max-size to change limit of 20 MB.", "adds the name `--max-size`"),
    ("Set `--max-size`", "Set `--max-size to change limit of 20 MB.", "has no end"),
    ("Set `--max-size`", "Set `--max-size` to change limit of 20 GB.", "adds the unit `GB`"),
    ("Set `--max-size`", "Set [`--max-size`](http://x.example) to 20 MB.", "adds the link"),
    ("Set `--max-size`", "Set <b>`--max-size`</b> to change limit of 20 MB.", "adds the text `<b>`"),
    (
        "In order",
        "To read the log, the broker calls the client.",
        "changes the order of the words at the word `broker`",
    ),
    ("In order", "**[NOTE]** To read the log, the client calls the broker.", "adds the link `[NOTE]`"),
    ("In order", "**[SPEC]**\n- To read the log, the client calls the broker.", "several lines"),
    ("In order", "# To read the log, the client calls the broker.", "one paragraph"),
    ("In order", "To read the log, the client calls\u{200b} the broker.", "hidden characters"),
    ("In order", "To read the log, the client \u{1b}[31mcalls the broker.", "hidden characters"),
    ("In order", "Spec: to read the log, the client calls the broker.", "adds the word `Spec`"),
    ("A token", "A token expires after 60 s.", "adds the unit `s`"),
    ("A token", "", "it is empty"),
    (
        "A token",
        "A token expires after 60 minutes and cannot be renewed by anybody.",
        "longer than the sentence",
    ),
    ("A token", "Worker must not delete index, but may rebuild it.", "longer than the sentence"),
    ("The worker", "A token expires after 60 min.", "adds the number `60`"),
];

#[test]
fn every_lie_is_refused_with_its_reason_and_the_words_of_the_source_are_used() {
    let plain = report(PAGE, &[]);
    for &(starts, lie, reason) in LIES {
        let server = Server::of_model(move |request| answer(request, &[(starts, lie)]));
        let told = told(&server, &[]);
        let (waiting, refused) = suggestions(&told);
        assert_eq!(waiting, [""; 0], "{lie}");
        assert!(refused.len() == 1 && refused[0].contains(reason), "{lie}: {refused:?}");
        assert_eq!(told.output(), plain.output(), "{lie}");
        assert!(told.notices().contains("1 shorter wording by the model `m` refused"), "{}", told.notices());
    }
}

#[test]
fn answers_for_other_sentences_and_answers_of_another_form_are_refused() {
    let plain = report(PAGE, &[]);
    // Right wordings, each for the sentence after it.
    let turned = Server::of_model(|request| {
        let mut answer: Value = serde_json::from_str(&answer(request, &GOOD)).expect("JSON");
        if let Some(blocks) = answer["blocks"].as_array_mut().filter(|_| is_rewrite(request)) {
            let count = blocks.len();
            blocks.iter_mut().enumerate().for_each(|(at, one)| one["id"] = json!((at + 1) % count + 1));
        }
        answer.to_string()
    });
    let told_turned = told(&turned, &[]);
    let (waiting, refused) = suggestions(&told_turned);
    assert_eq!((waiting.len(), refused.len()), (0, 5), "{refused:?}");
    assert_eq!(told_turned.output(), plain.output());
    let forms: [(Value, usize, &str); 6] = [
        (json!([{"id": 1, "text": 5}]), 1, ""),
        (json!([{"id": 1, "text": "Gate.", "label": "SPEC"}]), 1, ""),
        (json!([{"id": 1, "text": GOOD[0].1}, {"id": 1, "text": GOOD[0].1}]), 1, ""),
        (
            json!([{"id": 99, "text": "Gate."}, {"id": "1", "text": "Gate."}]),
            0,
            "answered 2 questions that it was not asked",
        ),
        (json!("text"), 0, "no shorter wordings for 5 sentences: the model answered with unexpected JSON"),
        (json!([]), 0, ""),
    ];
    for (blocks, count, said) in forms {
        let content = json!({"blocks": blocks}).to_string();
        let server = Server::of_model(move |request| {
            if is_rewrite(request) { content.clone() } else { request.all("unsure").to_string() }
        });
        let told = told(&server, &[]);
        let (waiting, refused) = suggestions(&told);
        assert_eq!((waiting.len(), refused.len()), (0, count), "{blocks}: {refused:?}");
        assert!(told.said.contains(said), "{blocks}: {}", told.said);
        assert_eq!(told.output(), plain.output());
    }
}

#[test]
fn a_server_that_sends_rubbish_much_or_nothing_costs_no_word() {
    type Act = fn(&mut std::net::TcpStream);
    let plain = report(PAGE, &[]);
    let acts: [(&str, Act); 5] = [
        ("the model did not answer with JSON", |stream| send(stream, &ok("Sure! Here are the sentences."))),
        ("the answer is longer than 1 MB", |stream| {
            send(stream, "HTTP/1.1 200 OK\r\n\r\n");
            for_ever(stream, &[b' '; 4096], Duration::ZERO);
        }),
        ("in time (--llm-timeout)", |_| sleep(Duration::from_secs(20))),
        ("the server answered 500", |stream| send(stream, &response("500 No", "", ""))),
        ("the server closed the connection", |_| {}),
    ];
    for (said, act) in acts {
        let server = Server::start(move |stream, request| {
            if is_rewrite(request) {
                act(stream);
            } else {
                send(stream, &ok(&request.all("unsure").to_string()));
            }
        });
        let told = told(&server, &["--llm-timeout", "3"]);
        assert!(
            told.said.contains("no shorter wordings for 5 sentences: ") && told.said.contains(said),
            "{}",
            told.said
        );
        assert_eq!((told.output(), suggestions(&told)), (plain.output(), (vec![], vec![])));
    }
    // A wording of 900 KB is one that is longer than its sentence.
    let long = "word ".repeat(180_000);
    let server = Server::of_model(move |request| answer(request, &[("A token", &long)]));
    let told = told(&server, &[]);
    assert_eq!(suggestions(&told).1, ["it is longer than the sentence"]);
    assert!(told.report.to_string().len() < 10_000);
}

#[test]
fn an_accepted_wording_is_used_in_later_runs_while_sentence_and_wording_are_the_same() {
    let folder = folder(&[("page.md", PAGE)]);
    let path = |name: &str| folder.path().join(name);
    let sentence = "A token\nexpires after 60 minutes.";
    let hash = tagdown_write::convert::block_hash("Limits", "A token expires after 60 minutes.");
    let decide = |wording: &str| {
        let line = json!({"block": hash, "by": "person", "label": "SPEC", "source": sentence, "starts": "", "wording": wording});
        fs::write(path("tagdown-decisions.jsonl"), format!("{line}\n")).expect("written");
    };
    let converted = || {
        let output = run(folder.path(), &["page.md"]);
        (text(&output.stdout), text(&output.stderr))
    };
    let (plain, _) = converted();
    decide("A token expires after 60 min.");
    let (worded, said) = converted();
    assert!(
        worded.contains("- A token expires after 60 min.\n") && !said.contains("not used"),
        "{worded}{said}"
    );
    // The source can be restored after it was written.
    run(folder.path(), &["--write", "page.md"]);
    assert_eq!(fs::read_to_string(path("page.md")).expect("read"), worded);
    run(folder.path(), &["--strip", "--write", "page.md"]);
    assert_eq!(fs::read_to_string(path("page.md")).expect("read"), PAGE);
    // Somebody edits the file of decisions.
    for lie in ["A token expires after 90 min.", "Tokens never expire.", "A token\nexpires after 60 min."] {
        decide(lie);
        let (output, said) = converted();
        assert_eq!(output, plain, "{lie}");
        assert!(said.contains("line 6: accepted wording not used"), "{said}");
    }
    // Somebody edits the sentence, or only its line break.
    decide("A token expires after 60 min.");
    for changed in
        [PAGE.replace("60 minutes", "61 minutes"), PAGE.replace("A token\nexpires", "A\ntoken expires")]
    {
        fs::write(path("page.md"), changed).expect("written");
        let (output, _) = converted();
        assert!(!output.contains("60 min."), "{output}");
    }
}

#[test]
fn what_was_decided_is_not_asked_again_and_limits_hold() {
    let folder = folder(&[("page.md", PAGE)]);
    let sentence = "In order to read the log, the client calls the broker.";
    let hash = tagdown_write::convert::block_hash("Limits", sentence);
    let kept = json!({"block": hash, "by": "person", "label": "SPEC", "source": sentence, "starts": "", "wording": sentence});
    fs::write(folder.path().join("tagdown-decisions.jsonl"), format!("{kept}\n")).expect("written");
    let server = model(&GOOD);
    let options = options(&server);
    let options: Vec<&str> = options.iter().map(String::as_str).chain(["page.md"]).collect();
    let output = run(folder.path(), &options);
    assert!(text(&output.stderr).contains("4 shorter wordings by the model"), "{}", text(&output.stderr));
    assert!(
        !server.seen().iter().any(|request| request.body.contains("In order to read the log, the client"))
    );
    // Without requests left, sentences are counted.
    let more = (0..3).map(|number| PAGE.replace("Gate", &format!("Gate {number}")));
    let pages: Vec<(String, String)> =
        more.enumerate().map(|(at, page)| (format!("{at}.md"), page)).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(name, page)| (name.as_str(), page.as_str())).collect();
    let folder = tool::folder(&pages);
    let output = run(folder.path(), &[&options[..5], &["--llm-requests", "1", "."]].concat());
    let said = text(&output.stderr);
    assert!(said.contains("limit of 1 request reached (--llm-requests): "), "{said}");
    assert!(said.contains("10 sentences in 2 documents not sent to the model"), "{said}");
    for (arguments, said) in [
        (vec!["--llm-rewrite", "page.md"], "--llm"),
        ([&options[..], &["--whole"]].concat(), "cannot be used with"),
        ([&options[..], &["--bullets"]].concat(), "cannot be used with"),
    ] {
        let output = run(folder.path(), &arguments);
        let problem = text(&output.stderr);
        assert!(output.status.code() == Some(2) && problem.contains(said), "{arguments:?}: {problem}");
    }
}

#[test]
fn the_manual_lists_every_phrase() {
    let manual = include_str!("../../../docs/converting.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let openers = OPENERS.iter().map(|phrase| format!("`{}`", phrase.replace(" ,", ",")));
    let shorter = SHORTER.iter().map(|(long, short)| format!("`{long}` (`{short}`)"));
    for phrase in openers.chain(shorter) {
        assert!(manual.contains(&phrase), "{phrase}");
    }
}
