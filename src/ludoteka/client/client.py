"""Clients of a house for programs, synchronous and asynchronous (docs/api.md)."""

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import quote, urlsplit

import httpx2

from ludoteka.client.views import Happening, MatchFollower, Position, decode_message, printable
from ludoteka.core.message import Message, Refused

SECONDS = 20.0  # the timeout of a request
LARGEST = 8 << 20  # bytes of an answer
STREAM_TIMEOUT = httpx2.Timeout(SECONDS, read=30.0)  # the house sends a line at least every seven seconds
FIRST_DELAY, LONGEST_DELAY = 0.25, 8.0  # seconds before the next attempt; doubled after each failure
NUMBER = re.compile(r"^\[\w+ -?\d+\] ")  # of an error of the system, before its text
PASSING = (429, 500, 502, 503, 504)  # statuses after which a stream is asked for again

Entry = dict[str, Any]  # of a list, as docs/api.md describes it
Answer = TypeVar("Answer")
One = TypeVar("One")
Many = TypeVar("Many")
Text = TypeVar("Text")
Number = TypeVar("Number")
Nothing = TypeVar("Nothing")
Later = Coroutine[Any, Any, Answer]


class Request(NamedTuple):
    """One request of the API."""

    method: str
    path: str
    content: dict[str, Any] | None = None


class Backoff:
    """How long to wait before a lost stream is asked for again."""

    _delay = FIRST_DELAY

    def reset(self) -> None:
        """The stream is there."""
        self._delay = FIRST_DELAY

    def next(self) -> float:
        """Return the seconds to wait; chance spreads clients that have lost the same house."""
        delay, self._delay = self._delay, min(LONGEST_DELAY, self._delay * 2)
        return delay * (0.5 + secrets.randbelow(500) / 1000)


def bad_address(written: str) -> Refused:
    """Return the refusal of what is not the address of a house."""
    return Refused("bad-address", Message("{address} is not the address of a server.", address=written))


class Calls(Generic[One, Many, Text, Number, Nothing]):
    """The requests that both clients make; they differ in whether one waits for an answer or awaits it.

    Every method raises Refused with the code of the house if it refuses, and "no-house" if it cannot be reached.
    """

    def __init__(self, server: str, token: str = "") -> None:
        """Create a client for the house at an address, as a user types it.  Raises Refused: "bad-address"."""
        try:
            parts = urlsplit(server if "://" in server else f"http://{server}")
            is_address = parts.scheme in ("http", "https") and bool(httpx2.URL(parts.geturl()).host)
        except (ValueError, httpx2.InvalidURL):
            is_address = False
        if not is_address:
            raise bad_address(server)
        self.address = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
        self._headers = {"authorization": f"Bearer {token}"} if token else {}

    def _send(self, request: Request, read: Callable[[bytes], object]) -> Any:
        """Send a request; return what is read from the body of its answer."""
        raise NotImplementedError

    def _call(self, request: Request, read: Callable[[Any], object]) -> Answer:  # type: ignore[type-var]  # callers say which
        answer: Answer = self._send(request, lambda body: read(self._decode(body)))
        return answer

    def ask(self, request: Request) -> Any:
        """Send any request of the API; return the content of its answer."""
        return self._send(request, self._decode)

    def read_text(self, path: str) -> Text:
        """Return the text of a page, such as a record."""
        text: Text = self._send(Request("GET", path), lambda body: body.decode(errors="replace"))
        return text

    def me(self) -> One:
        """Return the user's name and standing."""
        return self._call(Request("GET", "/api/guest"), dict)

    def games(self) -> Many:
        """Return the games of the house, with their seats and options."""
        return self._call(Request("GET", "/api/house"), lambda house: list(house["games"]))

    def lobby(self) -> Many:
        """Return the public matches with free seats."""
        return self._call(Request("GET", "/api/lobby"), lambda lobby: list(lobby["open"]))

    def matches(self) -> Many:
        """Return the user's matches, newest first."""
        return self._call(Request("GET", "/api/matches"), list)

    def challenges(self) -> Many:
        """Return the open challenges to and from the user."""
        return self._call(Request("GET", "/api/challenges"), list)

    def create_match(self, game: str, seats: Mapping[str, Mapping[str, Any]], **more: Any) -> Text:
        """Create a match and return its id; `more` may be `options`, `clock`, `visibility` and `rated`."""
        return self._call(Request("POST", "/api/matches", {"game": game, "seats": seats, **more}), _id_of)

    def challenge(self, name: str, game: str, **more: Any) -> Text:
        """Challenge a user, and return the id; `more` may be `options`, `clock`, `rated` and `seat`."""
        return self._call(Request("POST", "/api/challenges", {"name": name, "game": game, **more}), _id_of)

    def accept(self, challenge: str) -> Nothing:
        """Accept a challenge."""
        return self._call(Request("POST", f"/api/challenges/{challenge}/accept", {}), _nothing)

    def decline(self, challenge: str) -> Nothing:
        """Decline a challenge, or withdraw a sent one."""
        return self._call(Request("POST", f"/api/challenges/{challenge}/decline", {}), _nothing)

    def command(self, match: str, kind: str, content: Any = None, number: int | None = None) -> Number:
        """Give any command in a match; return the number of its event.

        `number` is the last event that the client has seen; the command is refused with "stale" if there is a later one.
        """
        return self._call(_command(match, kind, content, number), lambda done: int(done["number"]))

    def act(self, position: Position, action: str) -> Number:
        """Play an action in a position; return the number of its event."""
        return self.command(position.match, "act", action, position.number)

    def throw(self, position: Position) -> Number:
        """Throw the dice; return the number of the event."""
        return self.command(position.match, "throw", None, position.number)

    def resign(self, match: str) -> Number:
        """Resign; return the number of the event."""
        return self.command(match, "resign")

    def sit(self, match: str, seat: str, invitation: str = "") -> Number:
        """Take a free seat; return the number of the event."""
        return self.command(match, "sit", {"seat": seat, "secret": invitation})

    def say(self, match: str, text: str) -> Nothing:
        """Say something in the chat of a match."""
        return self._call(_command(match, "chat", {"text": text}), _nothing)

    def tournament(self, tournament: str, what: str = "ready") -> One:
        """Take part in a tournament: "join", "withdraw", or be "ready" for the next match; return its state."""
        return self._call(Request("POST", f"/api/tournaments/{quote(tournament)}/{what}", {}), dict)

    def record(self, match: str) -> Text:
        """Return the record of a match."""
        return self.read_text(f"/match/{match}/record")

    def _check(self, answer: httpx2.Response, body: bytes) -> bytes:
        """Return the body of an answer.  Raises Refused as the house does."""
        if answer.is_success:
            return body
        plain = self._decode(body)
        try:
            refused = Refused(plain["code"], decode_message(printable(plain["message"])))
        except (ValueError, TypeError, KeyError) as error:
            raise self.no_house from error
        raise refused

    def _decode(self, body: bytes) -> Any:
        try:
            return json.loads(body)
        except ValueError as error:
            raise self.no_house from error

    @property
    def no_house(self) -> Refused:
        """The refusal for an address where something other than a house answers."""
        return Refused("no-house", Message("There is no Ludoteka server at {address}.", address=self.address))

    def _unreachable(self, error: Exception) -> Refused:
        reason = NUMBER.sub("", str(error)) or repr(error)
        text = Message("The server at {address} cannot be reached: {reason}.", address=self.address, reason=reason)
        return Refused("no-house", text)


def _id_of(answer: Any) -> str:
    return str(answer["id"])


def _nothing(answer: Any) -> None:
    """Leave out an answer that says nothing."""


def _command(match: str, kind: str, content: Any = None, number: int | None = None) -> Request:
    """Return the request for a command in a match; it has an id, so that the house never carries it out twice."""
    body = {"id": secrets.token_hex(12), "d": content} | ({} if number is None else {"n": number})
    return Request("POST", f"/api/matches/{match}/{kind}", body)


class Client(Calls[Entry, list[Entry], str, int, None]):
    """A client of one house, for the account of its token; without a token, a guest."""

    def __init__(self, server: str, token: str = "") -> None:
        super().__init__(server, token)
        self._http = httpx2.Client(base_url=self.address, headers=self._headers, timeout=SECONDS)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; streams end."""
        self._http.close()

    def _send(self, request: Request, read: Callable[[bytes], object]) -> Any:
        body = bytearray()
        try:
            with self._http.stream(request.method, request.path, json=request.content) as answer:
                for part in answer.iter_bytes():
                    body += part
                    if len(body) > LARGEST:
                        raise self.no_house
        except httpx2.RequestError as error:
            raise self._unreachable(error) from error
        return read(self._check(answer, bytes(body)))

    def watch(self, match: str) -> Iterator[Position]:
        """Yield the position of a match now, and after each event, until the match is over."""
        follower = MatchFollower(match)
        for line in self._lines(lambda: follower.path):
            if position := follower.take(line):
                yield position
                if position.is_over:
                    return

    def events(self) -> Iterator[Happening]:
        """Yield the user's running matches and open challenges, and then their events, without end."""
        for line in self._lines(lambda: "/api/events"):
            yield Happening(line["t"], line["d"])

    def _lines(self, path: Callable[[], str]) -> Iterator[Entry]:
        """Yield the lines of a stream, which is asked for again when it is lost."""
        backoff = Backoff()
        while True:
            try:
                with self._http.stream("GET", path(), timeout=STREAM_TIMEOUT) as answer:
                    if not answer.is_success and answer.status_code not in PASSING:
                        self._check(answer, answer.read())
                    for line in answer.iter_lines() if answer.is_success else ():
                        backoff.reset()
                        if line:
                            yield json.loads(line)
            except httpx2.TransportError:
                pass  # asked for again, whatever the reason
            time.sleep(backoff.next())


class AsyncClient(Calls[Later[Entry], Later[list[Entry]], Later[str], Later[int], Later[None]]):
    """An asynchronous client of one house, for the account of its token; without a token, a guest."""

    def __init__(self, server: str, token: str = "") -> None:
        super().__init__(server, token)
        self._http = httpx2.AsyncClient(base_url=self.address, headers=self._headers, timeout=SECONDS)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *failure: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections; streams end."""
        await self._http.aclose()

    async def _send(self, request: Request, read: Callable[[bytes], object]) -> Any:
        try:
            answer = await self._http.request(request.method, request.path, json=request.content)
        except httpx2.RequestError as error:
            raise self._unreachable(error) from error
        return read(self._check(answer, answer.content))

    async def watch(self, match: str) -> AsyncIterator[Position]:
        """Yield the position of a match now, and after each event, until the match is over."""
        follower = MatchFollower(match)
        async for line in self._lines(lambda: follower.path):
            if position := follower.take(line):
                yield position
                if position.is_over:
                    return

    async def events(self) -> AsyncIterator[Happening]:
        """Yield the user's running matches and open challenges, and then their events, without end."""
        async for line in self._lines(lambda: "/api/events"):
            yield Happening(line["t"], line["d"])

    async def _lines(self, path: Callable[[], str]) -> AsyncIterator[Entry]:
        backoff = Backoff()
        while True:
            try:
                async with self._http.stream("GET", path(), timeout=STREAM_TIMEOUT) as answer:
                    if not answer.is_success and answer.status_code not in PASSING:
                        self._check(answer, await answer.aread())
                    async for line in answer.aiter_lines():
                        if answer.is_success:
                            backoff.reset()
                            if line:
                                yield json.loads(line)
            except httpx2.TransportError:
                pass  # asked for again, whatever the reason
            await asyncio.sleep(backoff.next())
