//! A server on a loopback port that answers as a test requires: correctly, wrongly, slowly, endlessly or not at all.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// A request as received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Its number, from 0.
    pub(crate) number: usize,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Request {
    /// The blocks in the request.
    pub(crate) fn blocks(&self) -> Vec<Value> {
        let body: Value = serde_json::from_str(&self.body).expect("a request of JSON");
        let user = body["messages"][1]["content"].as_str().expect("a message");
        let user: Value = serde_json::from_str(user).expect("a message of JSON");
        user["blocks"].as_array().expect("blocks").clone()
    }

    /// The answer that gives every block this label.
    pub(crate) fn all(&self, label: &str) -> Value {
        let each = |block: &Value| json!({"id": block["id"], "label": label});
        json!({"blocks": self.blocks().iter().map(each).collect::<Vec<_>>()})
    }
}

/// What the server does with a connection.
pub(crate) type Act = dyn Fn(&mut TcpStream, &Request) + Send + Sync;

pub(crate) struct Server {
    pub(crate) port: u16,
    seen: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// A server that reads each request and then acts.
    pub(crate) fn start(act: impl Fn(&mut TcpStream, &Request) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (all, act) = (seen.clone(), Arc::new(act));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (all, act) = (all.clone(), act.clone());
                thread::spawn(move || serve(stream, &all, &*act));
            }
        });
        Self { port, seen }
    }

    /// A server that answers as a model does.
    pub(crate) fn of_model(content: impl Fn(&Request) -> String + Send + Sync + 'static) -> Self {
        Self::start(move |stream, request| send(stream, &ok(&content(request))))
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    pub(crate) fn seen(&self) -> Vec<Request> {
        self.seen.lock().expect("a lock").clone()
    }
}

fn serve(mut stream: TcpStream, all: &Mutex<Vec<Request>>, act: &Act) {
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    let mut request = Request::default();
    while let Ok(count @ 1..) = stream.read(&mut part) {
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let lines = head.lines().map(str::to_ascii_lowercase);
        let length = lines.into_iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            request = Request { number: 0, head: head.to_owned(), body: body.to_owned() };
            break;
        }
    }
    let mut seen = all.lock().expect("a lock");
    request.number = seen.len();
    seen.push(request.clone());
    drop(seen);
    act(&mut stream, &request);
}

/// Sends a text; the other side may have closed the connection.
pub(crate) fn send(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes());
}

/// Sends a part repeatedly while somebody listens, but no longer than any test takes.
pub(crate) fn for_ever(stream: &mut TcpStream, part: &[u8], pause: Duration) {
    let end = std::time::Instant::now() + Duration::from_secs(40);
    while std::time::Instant::now() < end && stream.write_all(part).is_ok() {
        thread::sleep(pause);
    }
}

/// A complete response.
pub(crate) fn response(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

/// A model's response with this content.
pub(crate) fn ok(content: &str) -> String {
    let body = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]});
    response("200 OK", "Content-Type: application/json\r\n", &body.to_string())
}
