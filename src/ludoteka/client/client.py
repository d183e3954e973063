"""A synchronous client of a house, for programs (docs/api.md)."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any

import httpx2

from ludoteka.client import asks
from ludoteka.client.asks import Ask
from ludoteka.client.following import Happening, MatchFollower, Position

Entry = dict[str, Any]  # of a list, as docs/api.md describes it


class Client:
    """A client of one house, for the account of its token; without a token, a guest.

    Every method raises Refused with the code of the house if it refuses, and "no-house" if it cannot be reached.
    """

    def __init__(self, server: str, token: str = "") -> None:
        """Create a client for the house at an address.  Raises Refused: "bad-address"."""
        self.address = asks.address_of(server)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx2.Client(base_url=self.address, headers=headers, timeout=asks.SECONDS)

    def __enter__(self) -> "Client":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; streams end."""
        self._http.close()

    def ask(self, ask: Ask) -> Any:
        """Send any request of the API; return the content of its answer."""
        try:
            answer = self._http.request(ask.method, ask.path, json=ask.content)
        except httpx2.TransportError as error:
            raise asks.no_answer(error) from error
        return asks.read_answer(answer.status_code, answer.content)

    def me(self) -> Entry:
        """Return the user's name and standing."""
        return dict(self.ask(Ask("GET", "/api/guest")))

    def games(self) -> list[Entry]:
        """Return the games of the house, with their seats and options."""
        return list(self.ask(Ask("GET", "/api/house"))["games"])

    def lobby(self) -> list[Entry]:
        """Return the public matches with free seats."""
        return list(self.ask(Ask("GET", "/api/lobby"))["open"])

    def matches(self) -> list[Entry]:
        """Return the user's matches, newest first."""
        return list(self.ask(Ask("GET", "/api/matches")))

    def challenges(self) -> list[Entry]:
        """Return the open challenges to and from the user."""
        return list(self.ask(Ask("GET", "/api/challenges")))

    def create_match(self, game: str, seats: Mapping[str, Mapping[str, Any]], **more: Any) -> str:
        """Create a match and return its id; `more` may be `options`, `clock`, `visibility` and `rated`."""
        return str(self.ask(asks.new_match(game, seats, more))["id"])

    def challenge(self, name: str, game: str, **more: Any) -> str:
        """Challenge a user, and return the id; `more` may be `options`, `clock`, `rated` and `seat`."""
        return str(self.ask(asks.new_challenge(name, game, more))["id"])

    def accept(self, challenge: str) -> None:
        """Accept a challenge."""
        self.ask(asks.challenge_reply(challenge, "accept"))

    def decline(self, challenge: str) -> None:
        """Decline a challenge, or withdraw a sent one."""
        self.ask(asks.challenge_reply(challenge, "decline"))

    def command(self, match: str, kind: str, content: Any = None, number: int | None = None) -> int:
        """Give any command in a match; return the number of its event.

        `number` is the last event that the client has seen; the command is refused with "stale" if there is a later one.
        """
        return int(self.ask(asks.match_command(match, kind, content, number))["number"])

    def act(self, position: Position, action: str) -> int:
        """Play an action in a position; return the number of its event."""
        return self.command(position.match, "act", action, position.number)

    def throw(self, position: Position) -> int:
        """Throw the dice; return the number of the event."""
        return self.command(position.match, "throw", None, position.number)

    def resign(self, match: str) -> int:
        """Resign; return the number of the event."""
        return self.command(match, "resign")

    def sit(self, match: str, seat: str, invitation: str = "") -> int:
        """Take a free seat; return the number of the event."""
        return self.command(match, "sit", {"seat": seat, "secret": invitation})

    def say(self, match: str, text: str) -> None:
        """Say something in the chat of a match."""
        self.command(match, "chat", {"text": text})

    def tournament(self, tournament: str, what: str = "ready") -> Entry:
        """Take part in a tournament: "join", "withdraw", or be "ready" for the next match; return its state."""
        return dict(self.ask(asks.in_tournament(tournament, what)))

    def record(self, match: str) -> str:
        """Return the record of a match."""
        try:
            answer = self._http.get(f"/match/{match}/record")
        except httpx2.TransportError as error:
            raise asks.no_answer(error) from error
        if answer.status_code >= asks.OK:
            asks.read_answer(answer.status_code, answer.content)
        return answer.text

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
        backoff, timeout = asks.Backoff(), httpx2.Timeout(asks.SECONDS, read=asks.SILENCE)
        while True:
            try:
                with self._http.stream("GET", path(), timeout=timeout) as answer:
                    if answer.status_code >= asks.OK and answer.status_code not in asks.PASSING:
                        asks.read_answer(answer.status_code, answer.read())
                    for line in answer.iter_lines() if answer.status_code < asks.OK else ():
                        backoff.reset()
                        if line:
                            yield json.loads(line)
            except httpx2.TransportError:
                pass  # asked for again, whatever the reason
            time.sleep(backoff.next())
