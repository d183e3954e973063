"""Bots: programs that play.  A bot says what it plays; `BotRunner` does the rest (docs/api.md)."""

import threading
import time
from collections.abc import Callable
from typing import Any

from ludoteka.client.client import Backoff, Client
from ludoteka.client.views import Happening, Position
from ludoteka.core.message import Message, Refused

AT_ONCE = 4  # matches
PASSING = ("no-house", "not-stored", "store-unreachable", "too-often", "broken")  # after which a bot tries again
TOO_LATE = ("stale", "game-over", "not-your-turn")  # the next position says what has changed
READY_SECONDS = 20.0  # between two times at which a bot says that it is ready for its next match in a tournament
Say = Callable[[Message], None]


class Bot:
    """A player.  Its methods are called for several matches at once, each in a thread of its own."""

    def wants(self, challenge: dict[str, Any]) -> bool:
        """Tell whether to accept a challenge."""
        return True

    def plays(self, match: dict[str, Any]) -> bool:
        """Tell whether to play a match that has begun; otherwise another program plays it."""
        return True

    def choose(self, position: Position) -> str:
        """Return the text of the action to play; `position.actions` holds all that are possible."""
        raise NotImplementedError

    def end(self, position: Position) -> None:
        """React to the end of a match."""


class BotRunner:
    """Lets a bot answer challenges and play its matches."""

    def __init__(self, client: Client, bot: Bot, say: Say, at_once: int = AT_ONCE) -> None:
        self._client = client
        self._bot = bot
        self._say = say
        self._at_once = at_once
        self._playing: set[str] = set()

    def check(self) -> str:
        """Return the name of the bot's account.  Raises Refused: "not-a-bot", and as `Client`."""
        known = self._client.me()
        if known["standing"] != "bot":
            raise Refused(
                "not-a-bot", Message("This token is not of the account of a bot. The account's page can mark it.")
            )
        return str(known["name"])

    def run(self) -> None:
        """Play until interrupted."""
        for happening in self._client.events():
            self.take(happening)

    def take(self, happening: Happening) -> None:
        """Answer a challenge, or begin to play a match."""
        if happening.kind == "challenge" and not happening.content["is_yours"]:
            self._answer(happening)
        elif happening.kind == "begun" and happening.id not in self._playing and self._bot.plays(happening.content):
            self._playing.add(happening.id)
            threading.Thread(target=self.play, args=(happening.id,), daemon=True).start()

    def play(self, match: str) -> None:
        """Play a match to its end, and wait for it; resign if the bot fails, so that nobody waits for it."""
        try:
            for position in self._client.watch(match):
                if position.is_over:
                    self._bot.end(position)
                    self._say(Message("The match {match} is over.", match=match))
                elif position.is_mine or position.must_throw:
                    self._act(position)
        except Exception as error:  # noqa: BLE001 - the bot may raise anything
            reason = error.message if isinstance(error, Refused) else repr(error)
            self._say(Message("The bot failed in the match {match}, and resigns: {reason}", match=match, reason=reason))
            if refused := self._insist(lambda: self._client.resign(match)):
                self._say(refused.message)
        finally:
            self._playing.discard(match)

    def enter(self, tournament: str) -> None:
        """Take part in a tournament, in the background, until it is over.  Raises Refused: as `Client`."""
        self._client.tournament(tournament, "join")
        threading.Thread(target=self._be_ready, args=(tournament,), daemon=True).start()

    def _be_ready(self, tournament: str) -> None:
        state: dict[str, Any] = {"status": "open"}
        while state["status"] != "over":
            try:
                state = self._client.tournament(tournament)
            except Refused as refused:
                if refused.code not in PASSING:
                    self._say(refused.message)
                    return
            time.sleep(READY_SECONDS)

    def _answer(self, happening: Happening) -> None:
        is_wanted = len(self._playing) < self._at_once and self._bot.wants(happening.content)
        reply = self._client.accept if is_wanted else self._client.decline
        if refused := self._insist(lambda: reply(happening.id)):  # withdrawn at this moment, for example
            self._say(refused.message)
            return
        name = happening.content["challenger"]["name"]
        accepted = Message("Accepted a challenge of {name}.", name=name)
        declined = Message("Declined a challenge of {name}.", name=name)
        self._say(accepted if is_wanted else declined)

    def _act(self, position: Position) -> None:
        """Throw, or play what the bot chooses; another action if the house refuses one that seemed possible."""
        if position.must_throw:
            self._insist(lambda: self._client.throw(position))
            return
        while True:
            action = self._bot.choose(position)
            refused = self._insist(lambda: self._client.act(position, action))  # noqa: B023 - called at once
            if refused is None:
                return
            if action not in position.actions or len(position.actions) == 1:
                raise refused
            position = position.without(action)

    def _insist(self, ask: Callable[[], object]) -> Refused | None:
        """Ask, again while the house can't answer or has been asked too often; return any other refusal, unless it is too late."""
        backoff = Backoff()
        while True:
            try:
                ask()
            except Refused as refused:
                if refused.code not in PASSING:
                    return None if refused.code in TOO_LATE else refused
                time.sleep(backoff.next())
            else:
                return None
