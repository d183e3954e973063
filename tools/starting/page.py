"""A start as a page in the browser, where Python has no windows.  Python 3.6 and newer can read this file."""

import secrets
import webbrowser
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Empty
from socketserver import ThreadingMixIn
from threading import Lock, Thread
from typing import TYPE_CHECKING

from starting.state import CLOSED, FAILED, OPEN, WORKING, State
from starting.texts import language, say

if TYPE_CHECKING:
    from starting.state import Refusal
    from starting.work import Start

INTERVAL = 1  # seconds after which the page is loaded again
PAGE = """<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Ludoteka</title>{refresh}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 15vh auto; padding: 0 1rem }}
pre {{ white-space: pre-wrap; font-size: 0.8rem }} progress {{ width: 100%; margin-bottom: 1rem }} button {{ font: inherit }}
form {{ display: inline }}</style>
<h1>Ludoteka</h1><p role="status">{text}</p>{body}"""
BUTTON = '<form method="post" action="{}"><button>{}</button></form> '


class Server(ThreadingMixIn, HTTPServer):
    """A server that answers several requests at once, and the last one before it ends."""


class Page:
    """A page that shows the state of the start.  Its address is a secret, so that no other page can press its buttons."""

    def __init__(self, start: "Start | Refusal") -> None:
        self._start = start
        self.state = State(WORKING, "")
        self._reading = Lock()
        self.server = Server(("127.0.0.1", 0), type("PageAnswerer", (Answerer,), {"page": self}))
        self.server.timeout = INTERVAL
        self.path = f"/{secrets.token_urlsafe()}/"
        self.address = f"http://127.0.0.1:{self.server.server_port}{self.path}"

    def run(self) -> int:
        """Show the page until it or the house is closed; return the exit code."""
        self._start.begin()
        self.read()
        Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()  # some block until they are up
        exit_code = 0
        while self.state.kind != CLOSED:
            self.server.handle_request()
            self.read()
            exit_code = {FAILED: 1, CLOSED: exit_code}.get(self.state.kind, 0)
        self.server.server_close()
        return exit_code

    def read(self) -> None:
        """Read the newest state."""
        with self._reading, suppress(Empty):
            while self.state.kind != CLOSED:
                self.state = self._start.states.get_nowait()

    def press(self, button: str) -> None:
        """Do what a button says."""
        if button == "again" and self.state.kind == FAILED and self.state.can_repeat:
            self.state = State(WORKING, "")
            self._start.begin()
        elif button == "house":
            self._start.show_house()
        elif button == "close":
            self.state = State(CLOSED, say("Ludoteka is closed."))
            self._start.close()
        self.read()

    def html(self) -> str:
        """Return the page."""
        state = self.state
        parts = ["<progress></progress>"] * (state.kind == WORKING)
        parts += [f"<pre>{escape(state.details)}</pre>"] * bool(state.details)
        parts += [BUTTON.format("house", say("Open in the browser"))] * (state.kind == OPEN)
        parts += [BUTTON.format("again", say("Start again"))] * (state.kind == FAILED and state.can_repeat)
        parts += [BUTTON.format("close", say("Close"))] * (state.kind != CLOSED)
        refresh = f'<meta http-equiv="refresh" content="{INTERVAL}">' if state.kind == WORKING else ""
        return PAGE.format(language=language(), refresh=refresh, text=escape(state.text), body="".join(parts))


class Answerer(BaseHTTPRequestHandler):
    """Answers requests for the page, and for what its buttons do."""

    page: Page  # of the class that it makes
    timeout = 2  # seconds for a request; browsers open connections that they may not use

    def do_GET(self) -> None:
        """Answer with the page."""
        self.page.read()
        self._answer(200 if self.path == self.page.path else 404)

    def do_POST(self) -> None:
        """Do what a button says."""
        is_ours = self.path.startswith(self.page.path)
        if is_ours:
            self.page.press(self.path[len(self.page.path) :])
        self._answer((200 if self.page.state.kind == CLOSED else 303) if is_ours else 404)

    def _answer(self, status: int) -> None:
        body = self.page.html().encode() if status == 200 else b""
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        if status == 303:
            self.send_header("Location", self.page.path)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts: object) -> None:
        """Print nothing."""
