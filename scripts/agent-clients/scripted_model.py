"""A language model that calls each tool of the server once, in a fixed order, and then stops. It speaks the chat protocol
that opencode uses, on this machine only. `play` runs it while a host talks to it, and returns what the tools answered."""

import json
import re
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# In each argument, HASH is the hash that the last answer with one shows.
CALLS = [
    ("search", {"query": "rate limit"}),
    ("read", {"path": "http-api.md", "section": "Rate limits"}),
    ("bugs", {"budget": 900}),
    ("check", {"path": "http-api.md"}),
    ("outline", {"path": "http-api.md"}),
    ("add", {"path": "http-api.md", "section": "Rate limits", "text": "Bursts may count twice. Not tested.", "expect_hash": "HASH"}),
    ("propose", {"path": "http-api.md", "section": "Rate limits", "kind": "SPEC", "text": "- Bursts: 20", "expect_hash": "HASH"}),
]


def text_of(content):
    """The text of a message, which is a string or a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content or ""


def next_part(request, answers):
    """What the model says next: a call, or the end. Requests without our tools are for titles and the like."""
    names = {tool["function"]["name"] for tool in request.get("tools", [])}
    if not any(name.endswith("search") and "tagdown" in name for name in names):
        return {"content": "A title"}, "stop"
    results = [text_of(message["content"]) for message in request["messages"] if message["role"] == "tool"]
    answers[:] = results
    if len(results) == len(CALLS):
        return {"content": "done"}, "stop"
    name, arguments = CALLS[len(results)]
    hashes = re.findall(r"hash ([0-9a-f]{16}) of", "\n".join(results))
    given = json.dumps(arguments).replace("HASH", hashes[-1] if hashes else "")
    full = next(full for full in names if "tagdown" in full and full.endswith(name))
    call = {"index": 0, "id": f"call_{len(results)}", "type": "function", "function": {"name": full, "arguments": given}}
    return {"tool_calls": [call]}, "tool_calls"


@contextmanager
def play():
    """Runs the model; gives its address and the list of answers, which fills up."""
    answers = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            delta, reason = next_part(request, answers)
            base = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            chunks = [{**base, "choices": [{"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": None}]},
                      {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}], "usage": usage}]
            lines = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks] + ["data: [DONE]\n\n"]
            body = "".join(lines).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", answers
    finally:
        server.shutdown()
