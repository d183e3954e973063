"""A match in a house elsewhere: the house has the referee, this is a guest's place at the table."""

import secrets
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Scene
from ludoteka.games import games
from ludoteka.terminal.asking import Asking, heard, meant
from ludoteka.terminal.clocks import clocks
from ludoteka.terminal.connection import ENDED, FOUND, LOST, Connection, Content
from ludoteka.terminal.guest import Guest
from ludoteka.terminal.happenings import happenings, people, seats_of, title, who
from ludoteka.terminal.keyboard import Keyboard
from ludoteka.terminal.plain import View, folded, message, scene
from ludoteka.terminal.records import write
from ludoteka.terminal.screen import Screen

GAP = "   "
SALT_BYTES = 12
MOST_SAID = 10  # words of a chat that are told at once


class RemoteTable:
    """A guest, and whoever else plays there."""

    heed: Callable[[], None]

    def __init__(self, guest: Guest, match: str, screen: Screen) -> None:
        asking = Asking(self)
        self.words: Mapping[str, Callable[[str], None]] = asking.words
        self.help = asking.help
        self.back = asking.back
        self.guest = guest
        self.screen = screen
        self._inbox: SimpleQueue[Content | str | None] = SimpleQueue()
        self._keyboard = Keyboard(self._typed)
        self._is_asked = False  # for a line
        self._enter(match)

    def _enter(self, match: str) -> None:
        self.match = match
        self.view: View = {}
        self._number = 0  # of the last event that was folded into the view
        self._told_at = 0.0  # when the clock was told, by the monotonic clock
        self._follower = ""  # the match after this one
        self._is_lost = False
        self._is_acting = False
        self._answers: dict[str, Refused | int] = {}
        self._salts: set[str] = set()  # commands whose answers nobody waits for
        self._salted: set[str] = set()
        self._last_said = 0  # the number of the last word of the chat
        self._refusal: Refused | None = None
        inbox = self._inbox = SimpleQueue()
        address = f"{self.guest.address}/api/matches/{match}/socket"
        self._connection = Connection(address, self.guest.headers, inbox.put)

    def _typed(self, line: str | None) -> None:
        self._inbox.put(line)  # of the match that is played now

    @cached_property
    def _house(self) -> View:
        return dict(self.guest.ask("/api/house"))

    def phrases(self) -> list[View]:
        """Return the preset phrases of the chat, as the house tells them."""
        return list(self._house.get("phrases", ()))

    def arrive(self) -> None:
        """Wait until the house has shown the match."""
        while not self.view:
            self._take(self._inbox.get())

    @property
    def game(self) -> Game | None:
        """The game, if this terminal knows it too."""
        return games().get(self.view["game"])

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return self.view["result"] is not None

    @property
    def thrower(self) -> Message | None:
        """The seat whose throw is awaited from here."""
        return self.title(self.view["thrower"]) if self.view["can"]["throw"] else None

    @property
    def viewpoint(self) -> str:
        """The seat for which the house draws."""
        return self.view["seat"] or ""

    @property
    def is_handed_over(self) -> bool:
        """Tell whether several seats are played here that must not see the same."""
        game = self.game
        is_open = game and (game.rules.Observation is game.rules.State or game.moderator is not None)
        return len(seats_of(self.view)) > 1 and not is_open

    def title(self, letter: str) -> Message:
        """Return what a seat is called."""
        return title(self.view, letter)

    def settle(self) -> None:
        """Wait as long as chance or computers are to act."""
        told = -1
        while self._is_busy:
            if self.view["thinking"] and told != self._number and not self._is_lost:
                told = self._number
                self.screen.say(Message("The computer is thinking …"))
            self._take(self._inbox.get())
        while not self._inbox.empty():
            self._take(self._inbox.get())

    @property
    def _is_busy(self) -> bool:
        view = self.view
        if view["result"] is not None or view["waiting"]:
            return False
        kinds = {one["letter"]: one["kind"] for one in view["seats"]}
        thrown_by_person = kinds.get(view["thrower"]) == "person"
        return bool(view["thinking"]) or (view["to_act"] == "chance" and not thrown_by_person)

    def line(self) -> str:
        """Return the next line that is typed; what happens meanwhile is shown above it."""
        while True:
            if not self._is_asked:
                self._is_asked = True
                self._keyboard.ask()
            item = self._inbox.get()
            if isinstance(item, dict):
                with self.screen.over_prompt(lambda: self._is_asked):
                    self._take(item)
                    if not self._is_busy:
                        self.heed()
                continue
            self._is_asked = False
            if item is None:
                raise EOFError
            return item

    def _take(self, item: Content | str | None) -> None:
        """Do what a message of the house asks for; lines are asked for, so none comes by itself."""
        if not isinstance(item, dict):
            return
        kind = item["t"]
        if kind in ("view", "event"):
            self._fold(item)
        elif kind in ("done", "refused"):
            self._answer(item)
        elif kind == "rematch":
            self._follower = item["d"]["id"]
            self.screen.say(Message("The rematch is there: type new to play it."))
        elif kind == "chat":
            self._hear(item["d"] if isinstance(item["d"], list) else [item["d"]])
        elif kind in (LOST, FOUND):
            self._tell_of_loss(kind == LOST)
        elif kind == ENDED:
            raise self._refusal or Refused("no-house", Message("The house has closed the match."))

    def _fold(self, item: Content) -> None:
        before, self._number = self.view, item["n"]
        change = item.get("d") or {}
        self.view = folded(before, change)
        if "clock" in change:
            self._told_at = monotonic()
        if self.view.get("rematch"):
            self._follower = self.view["rematch"]
        if before:
            for one in happenings(before, self.view, self._is_acting):
                self.screen.say(one)
        if not before or [*map(who, before["seats"])] != [*map(who, self.view["seats"])]:
            self.screen.echo(GAP.join(map(self.screen.texts.say, people(self.view))))
        self._salt()

    def _salt(self) -> None:
        """Add to the seed of the dice for one's own seats: so the house alone does not choose what falls."""
        dice = self.view["dice"]
        if dice and self.view["result"] is None:
            for letter in seats_of(self.view):
                if letter not in self._salted | {seat for seat, _ in dice["salts"]}:
                    self._salted.add(letter)
                    salt = {"seat": letter, "salt": secrets.token_urlsafe(SALT_BYTES)}
                    self._salts.add(self._connection.command("salt", self._number, salt))

    def _answer(self, item: Content) -> None:
        name = item.get("id")
        is_refused = item["t"] == "refused"
        answer = Refused(item["d"]["code"], message(item["d"]["message"])) if is_refused else item["n"]
        if name is None and isinstance(answer, Refused):  # the house does not serve this terminal, or not understand it
            self._refusal = answer
            if not self.view:
                raise answer
        elif name not in self._salts:
            self._answers[str(name)] = answer

    def _hear(self, said: list[Content]) -> None:
        """Tell what others have said; of what was said before this terminal came, the last."""
        fresh = [one for one in said if one["n"] > self._last_said and not one["yours"]]
        for one in fresh[-MOST_SAID:]:
            self.screen.say(heard(one, self.phrases()))
        self._last_said = max([self._last_said, *(one["n"] for one in said)])

    def _tell_of_loss(self, is_lost: bool) -> None:
        if is_lost and not self._is_lost:
            self.screen.say(Message("The house cannot be reached. This goes on trying; nothing is lost."))
        elif self._is_lost and not is_lost:
            self.screen.say(Message("The house is there again."))
        self._is_lost = is_lost

    def ask(self, kind: str, content: Any = None) -> None:
        """Ask the house for something, and wait until it is done and seen.

        Raises:
            Refused: as the house does.
        """
        name = self._connection.command(kind, self._number, content)
        self._is_acting = kind == "act"
        try:
            while name not in self._answers:
                self._take(self._inbox.get())
            answer = self._answers.pop(name)
            if isinstance(answer, Refused):
                raise answer
            while self._number < answer:
                self._take(self._inbox.get())
        finally:
            self._is_acting = False

    def scene(self) -> Scene:
        """Return what the house shows."""
        return scene(self.view["scene"])

    def facts(self) -> list[str]:
        """Return the clocks, and with what link others can come."""
        say = self.screen.texts.say
        told = []
        if self.view["clock"]:
            left = GAP.join(map(say, clocks(self.view, self._told_at)))
            told.append(say(Message("Time left: {clocks}", clocks=left)))
        if self.view["invitation"]:
            told.append(say(Message("Invite with this link: {link}", link=f"{self.link}#{self.view['invitation']}")))
        return told

    @property
    def link(self) -> str:
        """Where the match is."""
        return f"{self.guest.address}/match/{self.match}"

    def legal_texts(self) -> list[str]:
        """Return what can be played, if it is one's turn."""
        game = self.game
        texts = set(self.scene().paths.values())
        listed = game.moderator.listed if game and game.moderator else str
        return sorted(map(listed, texts))

    def example(self) -> str:
        """Return an action that could be typed now."""
        return next(iter(self.scene().paths.values()), "…")

    def meant(self, line: str) -> str:
        """Return what a line means in the words of the game, or the line as it is."""
        return line if self.game is None or self.is_over else meant(self.game, self.view, line)

    def act(self, line: str) -> None:
        """Play what was typed."""
        self.ask("act", line)

    def throw(self) -> None:
        """Throw the dice."""
        self.ask("throw")

    def resign(self, seat: str) -> None:
        """Give up."""
        self.ask("resign", seat or None)

    def save(self, path: Path) -> None:
        """Write the record of the match into a file."""
        write(self.guest.read(f"/match/{self.match}/record").decode(), path)

    def again(self) -> None:
        """Play the rematch, which somebody else may have made."""
        follower = self._follower or self.guest.ask(f"/api/matches/{self.match}/rematch", {})["id"]
        self._connection.close()
        self._enter(follower)
        self.arrive()

    def close(self) -> None:
        """Leave: the match waits in the house."""
        self._connection.close()
        self._keyboard.close()
