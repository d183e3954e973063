"""Language models that are asked for their next words: over HTTP, through any endpoint like OpenAI's, or a command."""

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread, Timer
from typing import Any, NamedTuple, Protocol

import httpx2
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

from ludoteka.client.views import printable
from ludoteka.core.message import Message, Refused

KEY = "LUDOTEKA_LLM_KEY"  # the environment variable with the key of the endpoint
BUSY = (408, 409, 425, 429, 500, 502, 503, 504, 529)  # statuses after which it helps to ask again
ATTEMPTS = 6
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0  # seconds before another attempt
LARGEST = 4 << 20  # bytes of an answer
SHOWN = 200  # characters of an answer in a refusal
MOST_TOKENS = 1 << 53  # that a report can hold
UNEXPECTED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)  # what reading an answer may raise
Said = dict[str, str]  # {"role": "system", "user" or "assistant", "content": the words}


class Reply(NamedTuple):
    """What a model has answered."""

    text: str
    prompt_tokens: int | None  # as the model reports them; None if it doesn't
    completion_tokens: int | None
    seconds: float  # from the question to the answer, attempts that failed included


class Model(Protocol):
    """A language model, which is told everything again with each question."""

    def ask(self, chat: Sequence[Said]) -> Reply:
        """Return what follows in a conversation.  Raises Refused: "model-failed"."""

    def close(self) -> None:
        """Free what the model uses."""


def failed(reason: str) -> Refused:
    """Return the refusal that says why a model gives no answer."""
    shown = printable(reason[:SHOWN])  # so that no answer controls the terminal
    return Refused("model-failed", Message("The language model gives no answer: {reason}", reason=shown))


class BusyError(Exception):
    """An answer after which it helps to ask again.

    Attributes:
        after: the seconds that the endpoint asks to wait, if it says so.
    """

    def __init__(self, reason: str, after: float = 0.0) -> None:
        super().__init__(reason)
        self.after = min(after, LONGEST_WAIT)


class Endpoint:
    """A model behind an endpoint that speaks OpenAI's Chat Completions.

    Args:
        address: what comes before /chat/completions.
        model: its name there.
        seconds: for one answer, however slowly it arrives.
        more: further fields of each request, such as a temperature.
        first_wait: the most seconds before the second attempt; doubled after each further one.

    Raises:
        Refused: "bad-address"; "bad-key", if the key can't be sent.
    """

    def __init__(
        self, address: str, model: str, seconds: float, more: dict[str, Any], first_wait: float = FIRST_WAIT
    ) -> None:
        try:
            is_address = httpx2.URL(address).scheme in ("http", "https") and bool(httpx2.URL(address).host)
        except httpx2.InvalidURL:
            is_address = False
        if not is_address:
            raise Refused("bad-address", Message("{address} is not the address of an endpoint.", address=address))
        self._key = os.environ.get(KEY, "").strip()
        if not (self._key.isascii() and self._key.isprintable()):
            raise Refused("bad-key", Message("{variable} holds signs that no key has.", variable=KEY))
        headers = {"accept-encoding": "identity"}  # what is packed may be a thousand times as long
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        self._http = httpx2.Client(headers=headers, timeout=seconds)  # redirects are not followed, with the key
        self._address = f"{address.rstrip('/')}/chat/completions"
        self._request = {**more, "model": model}
        self._seconds, self._wait = seconds, wait_random_exponential(first_wait, LONGEST_WAIT)

    def ask(self, chat: Sequence[Said]) -> Reply:
        began = time.monotonic()
        attempts = Retrying(
            stop=stop_after_attempt(ATTEMPTS),
            wait=self._pause,
            retry=retry_if_exception_type((BusyError, httpx2.TransportError)),
            reraise=True,
        )
        try:
            answer = attempts(self._send, {**self._request, "messages": list(chat)})
        except (BusyError, httpx2.TransportError) as error:
            raise failed(str(error) or repr(error)) from error
        try:
            plain = json.loads(answer)
            return _reply(plain["choices"][0]["message"]["content"] or "", plain.get("usage"), began)
        except UNEXPECTED as error:
            raise failed(f"it is not of the expected form: {self._shown(answer)}") from error

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        return max(self._wait(state), error.after if isinstance(error, BusyError) else 0.0)

    def _send(self, content: dict[str, Any]) -> bytes:
        """Return the body of an answer, in time: a thread waits for it, as it may come a byte at a time from the start."""
        answer: Future[bytes] = Future()
        Thread(target=self._receive, args=(content, answer), daemon=True).start()
        try:
            return answer.result(self._seconds)
        except TimeoutError as error:
            raise BusyError(f"it took longer than {self._seconds:g} s") from error

    def _receive(self, content: dict[str, Any], answer: "Future[bytes]") -> None:
        try:
            answer.set_result(self._body(content))
        except Exception as error:  # noqa: BLE001 - raised again by whoever waits
            answer.set_exception(error)

    def _body(self, content: dict[str, Any]) -> bytes:
        until, body = time.monotonic() + self._seconds, bytearray()
        with self._http.stream("POST", self._address, json=content) as answer:
            for part in answer.iter_raw():
                body += part
                if len(body) > LARGEST:
                    raise failed("it is longer than 4 MB")
                if time.monotonic() > until:
                    break  # nobody waits any more
        if answer.status_code in BUSY:
            after = answer.headers.get("retry-after", "")
            raise BusyError(f"status {answer.status_code}", float(after) if after.isdecimal() else 0.0)
        if not answer.is_success:
            raise failed(f"status {answer.status_code}: {self._shown(body)}")
        return bytes(body)

    def _shown(self, body: bytes | bytearray) -> str:
        """Return the text of an answer without the key, which some endpoints repeat."""
        text = body.decode(errors="replace")
        return text.replace(self._key, "…") if self._key else text

    def close(self) -> None:
        self._http.close()


def _reply(text: Any, usage: Any, began: float) -> Reply:
    """Return an answer.  Raises one of UNEXPECTED."""
    used = dict(usage or {})
    counts = [used.get(name) for name in ("prompt_tokens", "completion_tokens")]
    read, written = (one if isinstance(one, int) and 0 <= one < MOST_TOKENS else None for one in counts)
    said = str(text).encode(errors="replace").decode()  # without halves of signs, which no file can hold
    return Reply(said, read, written, time.monotonic() - began)


class Command:
    """A model behind a command, which runs as long as the matches do.

    For each question it gets one line of JSON on its standard input: {"messages": [{"role": …, "content": …}, …]}, the
    whole conversation.  It answers with one line on its standard output: {"text": …}, if it counts tokens with
    "usage": {"prompt_tokens": …, "completion_tokens": …}.

    Raises:
        Refused: "model-failed".
    """

    def __init__(self, command: str, seconds: float) -> None:
        self._seconds = seconds
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError, IndexError) as error:
            raise failed(str(error)) from error

    def ask(self, chat: Sequence[Said]) -> Reply:
        assert self._process.stdin  # noqa: S101 - it was started with pipes
        assert self._process.stdout  # noqa: S101 - it was started with pipes
        began = time.monotonic()
        watchdog = Timer(self._seconds, self._kill)
        watchdog.daemon = True
        watchdog.start()
        try:
            with suppress(BrokenPipeError):  # then it has ended, and answers nothing
                self._process.stdin.write(json.dumps({"messages": list(chat)}, ensure_ascii=False).encode() + b"\n")
                self._process.stdin.flush()
            line = self._process.stdout.readline(LARGEST)
        finally:
            watchdog.cancel()
        if not line:
            raise failed("the command has ended, or was stopped because it took too long")
        if len(line) == LARGEST:
            raise failed("it is longer than 4 MB")
        try:
            plain = json.loads(line)
            return _reply(plain["text"], plain.get("usage"), began)
        except UNEXPECTED as error:
            raise failed(f"it is not of the expected form: {line.decode(errors='replace')}") from error

    def close(self) -> None:
        self._kill()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe:
                    pipe.close()
        self._process.wait()

    def _kill(self) -> None:
        """Stop the command, and what it has started: it may hold the pipes."""
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
