"""A table in a house on the network, where its referee is."""

from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from ludoteka.client.views import View, decode_message
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.surfaces.palette import Palette, palette
from ludoteka.terminal.tables.clocks import clocks
from ludoteka.terminal.tables.connection import ENDED, FOUND, LOST, Content, MatchConnection
from ludoteka.terminal.tables.fairness import SeedWatch
from ludoteka.terminal.tables.guest import GuestClient
from ludoteka.terminal.tables.narration import REMATCH, chat_line
from ludoteka.terminal.tables.people import HOST_KNOWS_SECRETS, occupant, people
from ludoteka.terminal.tables.table import CHAT, THINKING, Listener, Request, Table
from ludoteka.terminal.tools.records import write

GAP = "   "
ABOUT_A_POSITION = (
    "act",
    "throw",
    "back",
    "hint",
)  # commands that refer to the position on the screen, not to a later one
MOST_SAID = 10  # the most chat lines shown at once
NOT_UNDERSTOOD = Message("This terminal does not understand the server, which may run another version of Ludoteka.")


class HouseMessage(NamedTuple):
    """A message from the house about one match."""

    match: str
    content: Content


class RemoteTable(Table):
    """The table of a guest of the house."""

    def __init__(self, guest: GuestClient, match: str, listener: Listener) -> None:
        super().__init__(listener)
        self.guest = guest
        self._messages: deque[HouseMessage] = deque()
        self._requests: deque[Request] = deque()  # deferred while an answer is awaited
        self._open(match)

    def _open(self, match: str) -> None:
        """Connect to a match, and wait for its first view."""
        self.match, self.view, self.follower = match, {}, ""
        self.link = f"{self.guest.address}/match/{match}"
        self.is_connected, self.is_watching = True, False
        self._number = 0  # of the last event applied to the view
        self._clock_at = 0.0  # when the clocks were received, by the monotonic clock
        self._answers: dict[str, Refused | int] = {}
        self._salts: set[str] = set()  # ids of commands whose answers are ignored
        self._seed = SeedWatch()
        self._last_said = 0  # the number of the last chat line
        self._refusal: Refused | None = None
        address = f"{self.guest.address}/api/matches/{match}/socket"
        self._connection = MatchConnection(
            address, self.guest.headers, lambda content: self.put(HouseMessage(match, content))
        )
        while not self.view:
            self._take_next()

    @property
    def colours(self) -> Palette:
        """The colours of the game; from the house if the game is not installed here."""
        if self.game is None:
            with suppress(Refused):
                return palette(self.guest.read(f"/games/{self.view['game']}/looks.css").decode(errors="replace"))
        return super().colours

    def phrases(self) -> list[View]:
        """Return the preset phrases of the chat."""
        return self._phrases

    @cached_property
    def _phrases(self) -> list[View]:
        return list(self.guest.ask("/api/house").get("phrases", ()))

    def settle(self) -> None:
        """Wait while chance or computers act."""
        told = -1
        self._sort()
        while self.is_busy or self._messages:
            if self.is_thinking and not self.only_computers_play and told != self._number and self.is_connected:
                told = self._number
                self.listener.say(Message("The computer is thinking …"), THINKING)
            self._take_next()
            self.listener.refresh()
            self._sort()

    def wait(self) -> Request:
        """Return the next request; announce what happens until it comes."""
        while True:
            self._sort()
            if self._messages:
                self._take_next()
                self.listener.refresh()
            elif self._requests:
                return self._requests.popleft()
            else:
                self._sort(is_waiting=True)

    def _sort(self, is_waiting: bool = False) -> None:
        """Sort the inbox into messages from the house and requests; if waiting, block until one arrives."""
        while is_waiting or not self.inbox.empty():
            item = self.inbox.get()
            (self._messages if isinstance(item, HouseMessage) else self._requests).append(item)
            is_waiting = False

    def _take_next(self) -> None:
        """Process the next message from the house.

        Raises:
            Refused: the house has closed the match, or the message is not understood.
        """
        while not self._messages:
            self._sort(is_waiting=True)
        item = self._messages.popleft()
        if item.match == self.match:
            try:
                self._take(item.content)
            except (LookupError, TypeError, ValueError) as error:
                raise Refused("not-understood", NOT_UNDERSTOOD) from error

    def _take(self, item: Content) -> None:
        kind = item["t"]
        if kind in ("view", "event"):
            self._follow(item)
        elif kind in ("done", "refused"):
            self._note_answer(item)
        elif kind == "rematch":
            self.follower = item["d"]["id"]
            self.listener.say(Message("Another player asks for a rematch."), REMATCH)
        elif kind == "hint":
            self._take_hint(item["d"])
        elif kind == "chat":
            self._read_chat(item["d"] if isinstance(item["d"], list) else [item["d"]])
        elif kind in (LOST, FOUND):
            self._tell_of_loss(kind == LOST)
        elif kind == ENDED:
            raise self._refusal or Refused("no-house", Message("The server has closed the match."))

    def _take_hint(self, hint: Content | None) -> None:
        if hint:
            self.tell_hint(hint["text"], hint["path"])
        else:
            self.listener.say(Message("No hint was found. Please try again."))

    def _follow(self, item: Content) -> None:
        """Apply a view, or a change of it."""
        before, self._number = self.view, item["n"]
        change = item.get("d") or {}
        if "clock" in change:
            self._clock_at = monotonic()
        self.fold(change)
        self.follower = self.view.get("rematch") or self.follower
        if not before or [*map(occupant, before["seats"])] != [*map(occupant, self.view["seats"])]:
            self.listener.echo(GAP.join(map(self.listener.texts.say, people(self.view))))
        if not before and self.view.get("host_knows_secrets"):  # older houses don't say
            self.listener.say(HOST_KNOWS_SECRETS)
        for salt in self._seed.due_salts(self.view):
            self._salts.add(self._connection.command("salt", self._number, salt))
        if verdict := self._seed.verdict(self.view):
            self.listener.say(verdict)

    def _note_answer(self, item: Content) -> None:
        name, is_refused = item.get("id"), item["t"] == "refused"
        answer = Refused(item["d"]["code"], decode_message(item["d"]["message"])) if is_refused else item["n"]
        if name is None and isinstance(answer, Refused):  # the house does not serve this terminal
            self._refusal = answer
            if not self.view:
                raise answer
        elif name not in self._salts:
            self._answers[str(name)] = answer

    def _read_chat(self, lines: list[Content]) -> None:
        """Show new chat lines from other people, at most MOST_SAID."""
        fresh = [one for one in lines if one["n"] > self._last_said]
        for one in fresh[-MOST_SAID:]:
            if not one["yours"] and one.get("text") != "":  # it was removed
                self.listener.say(chat_line(one, self._phrases), CHAT)
        self._last_said = max([self._last_said, *(one["n"] for one in lines)])

    def _tell_of_loss(self, is_lost: bool) -> None:
        if is_lost and self.is_connected:
            self.listener.say(Message("The server cannot be reached. This terminal keeps trying; nothing is lost."))
        elif not is_lost and not self.is_connected:
            self.listener.say(Message("The server is back."))
        self.is_connected = not is_lost

    def ask(self, kind: str, content: Any = None) -> None:
        """Send a command, and wait until it is done and the view shows it.  Raises Refused if the house refuses it."""
        while not self._is_done(kind, content):
            pass

    def _is_done(self, kind: str, content: Any) -> bool:
        """Send a command once; return False if it came too late but still means the same, so that it can be repeated."""
        played = self.view["moves"]
        name = self._connection.command(kind, self._number, content)
        while name not in self._answers:
            self._take_next()
            if not self.is_connected:
                self.listener.refresh()
        answer = self._answers.pop(name)
        if isinstance(answer, Refused):
            if answer.code == "stale" and (kind not in ABOUT_A_POSITION or self.view["moves"] == played):
                return False
            raise answer
        while self._number < answer:
            self._take_next()
        return True

    def lift(self, letter: str) -> None:
        """Ask the house for this seat's view, unless the match has gone on in the meantime."""
        with suppress(Refused):
            self.ask("lift", letter)

    def clocks(self) -> list[Message]:
        """Return the time left for each seat now."""
        return clocks(self.view, self._clock_at)

    def facts(self) -> Mapping[str, str]:
        """Return the clocks, and the link for other players."""
        say = self.listener.texts.say
        told = {}
        if self.view["clock"]:
            left = GAP.join(map(say, self.clocks()))
            told["clocks"] = say(Message("Time left: {clocks}", clocks=left))
        if self.view["invitation"]:
            told["invitation"] = f"{self.link}#{self.view['invitation']}"
        return told

    def interpret(self, line: str) -> str:
        """Return the action that a game without secrets reads from a line, or the line itself."""
        game = self.game
        if game is None or self.is_over or not game.interpret or game.has_secrets:
            return line
        match = Match(game, self.view["options"])
        try:
            for _, text, *_sentences in self.view["moves"]["list"]:
                match.play(text)
        except Refused:  # the match began from another position, or follows other rules
            return line
        return game.interpret(match.seen(), line) or line

    def save(self, path: Path) -> None:
        """Write the record of the match to a new file."""
        write(self.guest.read(f"/match/{self.match}/record").decode(), path)

    def rematch(self) -> None:
        """Go to the rematch: create it, agree to it, or watch it."""
        agrees = self.view["can"]["rematch"] or not self.follower
        follower = self.guest.ask(f"/api/matches/{self.match}/rematch", {})["id"] if agrees else self.follower
        self._connection.close()
        self._open(follower)

    def close(self) -> None:
        """Leave; the match stays in the house."""
        self._connection.close()
