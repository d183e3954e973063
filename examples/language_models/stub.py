"""A language model without a model: an endpoint like OpenAI's that plays at random, the same way every time.

    python examples/language_models/stub.py --port 8080
    ludoteka research llm labyrinth --endpoint http://127.0.0.1:8080/v1 --model stub --games 2

It needs nothing but Python.  In most answers, it plays one of the actions that it is told it can play; in some, it tries
nonsense.  With --fail, its first answers fail: a status such as 429, "garbage", or "slow" for one that never ends.

With --lines, it is a command instead of a server, for `ludoteka research llm --command`.
"""

import argparse
import hashlib
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

LISTED = "You can play: "
NONSENSE = 7  # one of so many answers
TOKEN = 4  # characters: a usual estimate


def answer(messages):
    """Return the answer to a conversation: it depends on nothing else."""
    digest = hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).digest()
    asked = [said["content"] for said in messages if LISTED in said["content"]]
    actions = asked[-1].rpartition(LISTED)[2].splitlines()[0].split("  ") if asked else ["pass"]
    action = "nonsense" if digest[0] % NONSENSE == 0 else actions[int.from_bytes(digest[1:5]) % len(actions)]
    return f"I have thought about it.\nACTION: {action}"


def usage(messages, text):
    """Return how many tokens were read and written, as estimated."""
    read = sum(len(said["content"]) for said in messages) // TOKEN
    return {"prompt_tokens": read, "completion_tokens": len(text) // TOKEN}


class Stub(BaseHTTPRequestHandler):
    """Answers POST /v1/chat/completions."""

    failures: ClassVar[list[str]] = []  # to come, the first first
    key: ClassVar[str] = ""  # that requests must have; "" for none
    closing = threading.Event()

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        failure = self.failures.pop(0) if self.failures else ""
        if self.key and self.headers["authorization"] != f"Bearer {self.key}":
            failure = "401"
        if failure.isdecimal():
            self.reply(int(failure), {"error": {"message": "Please try again."}})
        elif failure == "slow":
            self.drip()
        elif failure:
            self.reply(200, {"choices": "garbage"})
        else:
            text = answer(asked["messages"])
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
            model = {"object": "chat.completion", "model": asked["model"]}
            self.reply(200, {**model, "choices": [choice], "usage": usage(asked["messages"], text)})

    def reply(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("retry-after", "0")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def drip(self):
        """Send a byte at a time, until the client has had enough."""
        self.send_response(200)
        self.end_headers()
        try:
            while not self.closing.wait(0.02):
                self.wfile.write(b" ")
        except OSError:
            pass

    def log_message(self, *words):
        """Print nothing."""


def say(line):
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main():
    """Serve, or read lines, until the end."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8080, help="0 for any free one")
    parser.add_argument("--fail", default="", help="such as 429,500,garbage,slow")
    parser.add_argument("--lines", action="store_true", help="read and write lines of JSON instead")
    parser.add_argument("--key", default="", help="the key that requests must have; by default none")
    wishes = parser.parse_args()
    if wishes.lines:
        for line in sys.stdin:
            messages = json.loads(line)["messages"]
            text = answer(messages)
            say(json.dumps({"text": text, "usage": usage(messages, text)}))
        return
    Stub.key = wishes.key
    Stub.failures = [failure for failure in wishes.fail.split(",") if failure]
    with ThreadingHTTPServer(("127.0.0.1", wishes.port), Stub) as server:
        server.daemon_threads = True
        say(f"http://127.0.0.1:{server.server_port}/v1")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            Stub.closing.set()


if __name__ == "__main__":
    main()
