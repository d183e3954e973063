"""An asynchronous client of a house, for programs: like `Client`, whose methods it awaits (docs/api.md)."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any

import httpx2

from ludoteka.client import asks
from ludoteka.client.asks import Ask
from ludoteka.client.following import Happening, MatchFollower, Position

Entry = dict[str, Any]  # of a list, as docs/api.md describes it


class AsyncClient:
    """A client of one house, for the account of its token; without a token, a guest.

    Every method raises Refused with the code of the house if it refuses, and "no-house" if it cannot be reached.
    """

    def __init__(self, server: str, token: str = "") -> None:
        """Create a client for the house at an address.  Raises Refused: "bad-address"."""
        self.address = asks.address_of(server)
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self._http = httpx2.AsyncClient(base_url=self.address, headers=headers, timeout=asks.SECONDS)

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections; streams end."""
        await self._http.aclose()

    async def ask(self, ask: Ask) -> Any:
        """Send any request of the API; return the content of its answer."""
        try:
            answer = await self._http.request(ask.method, ask.path, json=ask.content)
        except httpx2.TransportError as error:
            raise asks.no_answer(error) from error
        return asks.read_answer(answer.status_code, answer.content)

    async def me(self) -> Entry:
        """Return the user's name and standing."""
        return dict(await self.ask(Ask("GET", "/api/guest")))

    async def games(self) -> list[Entry]:
        """Return the games of the house, with their seats and options."""
        return list((await self.ask(Ask("GET", "/api/house")))["games"])

    async def lobby(self) -> list[Entry]:
        """Return the public matches with free seats."""
        return list((await self.ask(Ask("GET", "/api/lobby")))["open"])

    async def matches(self) -> list[Entry]:
        """Return the user's matches, newest first."""
        return list(await self.ask(Ask("GET", "/api/matches")))

    async def challenges(self) -> list[Entry]:
        """Return the open challenges to and from the user."""
        return list(await self.ask(Ask("GET", "/api/challenges")))

    async def create_match(self, game: str, seats: Mapping[str, Mapping[str, Any]], **more: Any) -> str:
        """Create a match and return its id; `more` may be `options`, `clock`, `visibility` and `rated`."""
        return str((await self.ask(asks.new_match(game, seats, more)))["id"])

    async def challenge(self, name: str, game: str, **more: Any) -> str:
        """Challenge a user, and return the id; `more` may be `options`, `clock`, `rated` and `seat`."""
        return str((await self.ask(asks.new_challenge(name, game, more)))["id"])

    async def accept(self, challenge: str) -> None:
        """Accept a challenge."""
        await self.ask(asks.challenge_reply(challenge, "accept"))

    async def decline(self, challenge: str) -> None:
        """Decline a challenge, or withdraw a sent one."""
        await self.ask(asks.challenge_reply(challenge, "decline"))

    async def command(self, match: str, kind: str, content: Any = None, number: int | None = None) -> int:
        """Give any command in a match; return the number of its event.

        `number` is the last event that the client has seen; the command is refused with "stale" if there is a later one.
        """
        return int((await self.ask(asks.match_command(match, kind, content, number)))["number"])

    async def act(self, position: Position, action: str) -> int:
        """Play an action in a position; return the number of its event."""
        return await self.command(position.match, "act", action, position.number)

    async def throw(self, position: Position) -> int:
        """Throw the dice; return the number of the event."""
        return await self.command(position.match, "throw", None, position.number)

    async def resign(self, match: str) -> int:
        """Resign; return the number of the event."""
        return await self.command(match, "resign")

    async def sit(self, match: str, seat: str, invitation: str = "") -> int:
        """Take a free seat; return the number of the event."""
        return await self.command(match, "sit", {"seat": seat, "secret": invitation})

    async def say(self, match: str, text: str) -> None:
        """Say something in the chat of a match."""
        await self.command(match, "chat", {"text": text})

    async def tournament(self, tournament: str, what: str = "ready") -> Entry:
        """Take part in a tournament: "join", "withdraw", or be "ready" for the next match; return its state."""
        return dict(await self.ask(asks.in_tournament(tournament, what)))

    async def record(self, match: str) -> str:
        """Return the record of a match."""
        try:
            answer = await self._http.get(f"/match/{match}/record")
        except httpx2.TransportError as error:
            raise asks.no_answer(error) from error
        if answer.status_code >= asks.OK:
            asks.read_answer(answer.status_code, answer.content)
        return answer.text

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
        """Yield the lines of a stream, which is asked for again when it is lost."""
        backoff, timeout = asks.Backoff(), httpx2.Timeout(asks.SECONDS, read=asks.SILENCE)
        while True:
            try:
                async with self._http.stream("GET", path(), timeout=timeout) as answer:
                    if answer.status_code >= asks.OK and answer.status_code not in asks.PASSING:
                        asks.read_answer(answer.status_code, await answer.aread())
                    async for line in answer.aiter_lines():
                        if answer.status_code < asks.OK:
                            backoff.reset()
                            if line:
                                yield json.loads(line)
            except httpx2.TransportError:
                pass  # asked for again, whatever the reason
            await asyncio.sleep(backoff.next())
