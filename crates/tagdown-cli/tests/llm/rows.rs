//! Every way in which a server may answer, and the expected result.

use std::io::Write;
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use super::server::{Act, Request, for_ever, ok, response, send};
use super::tool::KEY;

/// A server, and the expected result.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) act: Box<Act>,
    /// The number of requests.
    pub(crate) requests: usize,
    /// The number of labels by the model.
    pub(crate) labels: usize,
    /// The expected text on standard error.
    pub(crate) said: &'static str,
}

fn row(
    name: &'static str,
    requests: usize,
    labels: usize,
    said: &'static str,
    act: impl Fn(&mut TcpStream, &Request) + Send + Sync + 'static,
) -> Row {
    Row { name, act: Box::new(act), requests, labels, said }
}

/// A model that answers with this text.
fn model(
    name: &'static str,
    labels: usize,
    said: &'static str,
    content: impl Fn(&Request) -> String + Send + Sync + 'static,
) -> Row {
    row(name, 1, labels, said, move |stream, request| send(stream, &ok(&content(request))))
}

/// A model that answers correctly except for the first block, for which it gives this answer.
fn first(name: &'static str, said: &'static str, value: serde_json::Value) -> Row {
    model(name, 3, said, move |request| {
        let mut answer = request.all("SPEC");
        answer["blocks"][0] = value.clone();
        answer.to_string()
    })
}

/// A server that always answers with this status.
fn status(name: &'static str, requests: usize, said: &'static str, text: &'static str) -> Row {
    row(name, requests, 0, said, move |stream, _| send(stream, text))
}

/// A server that fails first and then answers correctly.
fn then_right(name: &'static str, fails: usize, failure: &'static str) -> Row {
    row(name, fails + 1, 4, "", move |stream, request| {
        let right = ok(&request.all("SPEC").to_string());
        send(stream, if request.number < fails { failure } else { &right });
    })
}

pub(crate) fn rows() -> Vec<Row> {
    let mut rows = right();
    rows.extend(content());
    rows.extend(single_blocks());
    rows.extend(statuses());
    rows.extend(transport());
    rows
}

fn right() -> Vec<Row> {
    vec![
        model("right", 4, "", |request| request.all("SPEC").to_string()),
        model("right, as NOTE", 4, "", |request| request.all("NOTE").to_string()),
        model("unsure", 0, "", |request| request.all("unsure").to_string()),
        model("right in a fence", 4, "", |request| format!("```json\n{}\n```\n", request.all("SPEC"))),
        model("right in a bare fence", 4, "", |request| format!("\n```\n{:#}\n```", request.all("SPEC"))),
        row("right until the connection ends", 1, 4, "", |stream, request| {
            let body = ok(&request.all("SPEC").to_string());
            let (_, body) = body.split_once("\r\n\r\n").expect("a body");
            send(stream, &format!("HTTP/1.0 200 OK\r\n\r\n{body}"));
        }),
        row("right with more keys around", 1, 4, "", |stream, request| {
            let content = request.all("SPEC").to_string();
            let body = json!({"id": "x", "usage": {"total_tokens": 9}, "choices": [
                {"message": {"content": content, "reasoning": "**[SPEC]**"}}, {"message": {"content": "no"}}]});
            send(stream, &response("200 OK", "", &body.to_string()));
        }),
    ]
}

/// Answers of a model that do not follow the instructions.
fn content() -> Vec<Row> {
    const OTHER: &str = "4 doubts need review: the model answered with unexpected JSON";
    const NO_JSON: &str = "4 doubts need review: the model did not answer with JSON";
    let raw = |name, said, body: &'static str| {
        row(name, 1, 0, said, move |stream, _| send(stream, &response("200 OK", "", body)))
    };
    vec![
        raw("no JSON", "4 doubts need review: the answer is not JSON", "{\"choices\": ["),
        raw("an empty body", "the answer is not JSON", ""),
        raw("JSON of another shape", "the answer is not in the OpenAI format", "[1, 2]"),
        raw(
            "an error with status 200",
            "the answer is not in the OpenAI format",
            "{\"error\": {\"message\": \"no \\u001b[31m\"}}",
        ),
        raw("no choices", "the answer is empty", "{\"choices\": []}"),
        raw("choices of another shape", "the answer has no text", "{\"choices\": [7]}"),
        raw("content null", "the answer has no text", "{\"choices\": [{\"message\": {\"content\": null}}]}"),
        raw(
            "content a list",
            "the answer has no text",
            "{\"choices\": [{\"message\": {\"content\": [\"{}\"]}}]}",
        ),
        row("deeper than any stack", 1, 0, "the answer is not JSON", |stream, _| {
            send(stream, &response("200 OK", "", &"[".repeat(500_000)));
        }),
        model("deeper inside", 0, NO_JSON, |_| "{\"blocks\":".repeat(50_000)),
        model("no text", 0, NO_JSON, |_| String::new()),
        model("words", 0, NO_JSON, |_| "All of these are SPEC.".to_owned()),
        model("words before", 0, NO_JSON, |request| format!("Sure! {}", request.all("SPEC"))),
        model("words after", 0, NO_JSON, |request| format!("{}\nI hope this helps", request.all("SPEC"))),
        model("words before a fence", 0, NO_JSON, |request| {
            format!("So:\n```json\n{}\n```", request.all("SPEC"))
        }),
        model("two fences", 0, NO_JSON, |request| {
            let one = format!("```json\n{}\n```\n", request.all("SPEC"));
            one.repeat(2)
        }),
        model("twice", 0, NO_JSON, |request| request.all("SPEC").to_string().repeat(2)),
        model("a list", 0, OTHER, |request| request.all("SPEC")["blocks"].to_string()),
        model("a string", 0, OTHER, |request| json!(request.all("SPEC").to_string()).to_string()),
        model("another key", 0, OTHER, |_| json!({"labels": []}).to_string()),
        model("one more key", 0, OTHER, |request| {
            let mut answer = request.all("SPEC");
            answer["text"] = json!("**[SPEC]**");
            answer.to_string()
        }),
        model("blocks no list", 0, OTHER, |_| json!({"blocks": {"1": "SPEC"}}).to_string()),
        model("no blocks", 0, "4 doubts need review: left out by the model", |_| {
            json!({"blocks": []}).to_string()
        }),
        model("text, tags and escapes", 0, NO_JSON, |_| {
            format!("**[SPEC]**\n# Owned\n\u{1b}]0;owned\u{7}\u{1b}[2J{KEY}<script>")
        }),
    ]
}

/// Answers that are wrong for one block; all others are used.
fn single_blocks() -> Vec<Row> {
    const LABEL: &str = "1 doubt needs review: answered with an unknown label";
    const FORM: &str = "1 doubt needs review: answered in an unexpected form";
    const LEFT: &str =
        "1 doubt needs review: left out by the model; the model answered 1 question that it was not asked";
    vec![
        first("an unknown id", LEFT, json!({"id": 99, "label": "SPEC"})),
        first("id 0", LEFT, json!({"id": 0, "label": "SPEC"})),
        first("a negative id", LEFT, json!({"id": -1, "label": "SPEC"})),
        first("an id too large", LEFT, json!({"id": u64::MAX, "label": "SPEC"})),
        first("an id as text", LEFT, json!({"id": "1", "label": "SPEC"})),
        first("an id with a fraction", LEFT, json!({"id": 1.0, "label": "SPEC"})),
        first("no id", LEFT, json!({"label": "SPEC"})),
        first("no object", LEFT, json!("SPEC")),
        first("an unknown label", LABEL, json!({"id": 1, "label": "FACT"})),
        first("a BUG", LABEL, json!({"id": 1, "label": "BUG"})),
        first("a ?", LABEL, json!({"id": 1, "label": "?"})),
        first("a label in small letters", LABEL, json!({"id": 1, "label": "spec"})),
        first("a label with a tag", LABEL, json!({"id": 1, "label": "**[SPEC]**\n# Owned \u{1b}[31m"})),
        first("a label of another type", LABEL, json!({"id": 1, "label": ["SPEC"]})),
        first("no label", FORM, json!({"id": 1})),
        first("one key too many", FORM, json!({"id": 1, "label": "SPEC", "text": "owned"})),
        first("sentences where none are", FORM, json!({"id": 1, "sentences": ["SPEC"]})),
        first("sentences and a label", FORM, json!({"id": 1, "label": "SPEC", "sentences": ["SPEC"]})),
        model("doubled ids", 3, "1 doubt needs review: answered twice", |request| {
            let mut answer = request.all("SPEC");
            let again = answer["blocks"][0].clone();
            answer["blocks"].as_array_mut().expect("blocks").push(again);
            answer.to_string()
        }),
    ]
}

fn statuses() -> Vec<Row> {
    const BUSY: &str = "HTTP/1.1 429 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const BUSY_1: &str =
        "HTTP/1.1 429 Busy\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const BUSY_LONG: &str =
        "HTTP/1.1 429 Busy\r\nRetry-After: 86400\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const BUSY_ODD: &str =
        "HTTP/1.1 429 Busy\r\nRetry-After: -1e9\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    const DOWN: &str = "HTTP/1.1 503 Down\r\nConnection: close\r\nContent-Length: 4\r\n\r\ndown";
    const BROKEN: &str =
        "HTTP/1.1 500 Broken\r\nConnection: close\r\nContent-Length: 10\r\n\r\n\u{1b}[31mowned";
    vec![
        then_right("429 once", 1, BUSY),
        then_right("429 twice", 2, BUSY),
        then_right("429 once, with a wait", 1, BUSY_1),
        then_right("503 once", 1, DOWN),
        then_right("a dropped connection once", 1, ""),
        status("429 for ever", 3, "4 doubts need review: the server answered 429", BUSY),
        status("429 with a long wait", 1, "the server answered 429", BUSY_LONG),
        status("429 with an odd wait", 3, "the server answered 429", BUSY_ODD),
        status("503 for ever", 3, "the server answered 503: `down`", DOWN),
        status("500", 1, "the server answered 500: `\u{fffd}[31mowned`", BROKEN),
        status("204", 1, "the server answered 204", "HTTP/1.1 204 Nothing\r\nConnection: close\r\n\r\n"),
        row("401 with the key", 1, 0, "the server answered 401: `wrong key [key]", |stream, _| {
            let body = json!({"error": {"message": format!("wrong key {KEY}\n{}", "x".repeat(9999))}});
            send(stream, &response("401 No", "", &body.to_string()));
        }),
        row("403 with the key, no JSON", 1, 0, "the server answered 403: `wrong key [key]", |stream, _| {
            send(stream, &response("403 No", "", &format!("wrong key\n{KEY} in Bearer {KEY}")));
        }),
        row("an error without end", 1, 0, "the server answered 400", |stream, _| {
            send(stream, "HTTP/1.1 400 No\r\nConnection: close\r\n\r\n");
            for_ever(stream, &[b'x'; 4096], Duration::ZERO);
        }),
    ]
}

fn transport() -> Vec<Row> {
    const SLOW: &str = "4 doubts need review: the server did not finish its answer in time (--llm-timeout)";
    const DROPPED: &str = "4 doubts need review: the server closed the connection";
    const LONG: &str = "4 doubts need review: the answer is longer than 1 MB";
    const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    const WAIT: Duration = Duration::from_secs(1);
    let whole = |request: &Request| ok(&request.all("SPEC").to_string());
    vec![
        row("silence", 1, 0, SLOW, |_, _| sleep(Duration::from_secs(20))),
        row("headers that never end in time", 1, 0, SLOW, |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\nX: ");
            for_ever(stream, b"x", WAIT);
        }),
        row("a byte a second", 1, 0, SLOW, move |stream, request| {
            let text = whole(request);
            let (head, _) = text.split_once("\r\n\r\n").expect("a head");
            send(stream, &format!("{head}\r\n\r\n"));
            for_ever(stream, b" ", WAIT);
        }),
        row("100 Continue for ever", 1, 0, "", |stream, _| {
            for_ever(stream, b"HTTP/1.1 100 Continue\r\n\r\n", Duration::from_millis(1));
        }),
        row("chunks without end", 1, 0, LONG, |stream, _| {
            send(stream, CHUNKED);
            for_ever(stream, format!("1000\r\n{}\r\n", "x".repeat(4096)).as_bytes(), Duration::ZERO);
        }),
        row("10 GB by its length", 1, 0, LONG, |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n");
            for_ever(stream, &[b' '; 4096], Duration::ZERO);
        }),
        row("a body without end", 1, 0, LONG, |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\n\r\n");
            for_ever(stream, &[b' '; 4096], Duration::ZERO);
        }),
        row("headers without end", 1, 0, "4 doubts need review: ", |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\n");
            for_ever(stream, "X-Long: yes\r\n".repeat(100).as_bytes(), Duration::ZERO);
        }),
        row("dropped", 3, 0, DROPPED, |_, _| {}),
        row("dropped within the headers", 3, 0, DROPPED, |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\nConte");
        }),
        row("dropped within the body", 3, 0, DROPPED, move |stream, request| {
            let text = whole(request);
            send(stream, &text[..text.len() - 20]);
        }),
        row("dropped within a chunk", 3, 0, DROPPED, |stream, _| {
            send(stream, &format!("{CHUNKED}1000\r\n{{\"cho"));
        }),
        row("no HTTP", 1, 0, "the response is not HTTP", |stream, _| {
            send(stream, "220 mail.example.org ESMTP\r\n");
        }),
        row("a length that is none", 1, 0, "4 doubts need review: ", |stream, _| {
            send(stream, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}");
        }),
        row("no UTF-8", 1, 0, "the answer is not UTF-8", |stream, _| {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\xff\xfe{\"choices\":[]}");
        }),
        row("bytes that were not asked to be packed", 1, 0, "the answer is no", |stream, _| {
            send(stream, &response("200 OK", "Content-Encoding: gzip\r\n", "\u{1f}packed"));
        }),
    ]
}
