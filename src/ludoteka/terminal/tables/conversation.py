"""What a terminal and a house say to each other about one match."""

import secrets
from functools import cached_property
from queue import SimpleQueue
from time import monotonic
from typing import Any

from ludoteka.core.dice import commitment
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Scene
from ludoteka.terminal.plain.screen import Screen
from ludoteka.terminal.tables.connection import ENDED, FOUND, LOST, Content, MatchConnection
from ludoteka.terminal.tables.guest import GuestClient
from ludoteka.terminal.tables.narration import narrate, people, seats_of, who
from ludoteka.terminal.tables.negotiation import heard
from ludoteka.terminal.tables.payloads import View, fold, message, scene

GAP = "   "
SALT_BYTES = 12
NO_SCENE = Scene(Message(""), (), (), {})
ABOUT_A_POSITION = ("act", "throw", "back")  # commands that mean the one that was seen, not any that came since
MOST_SAID = 10  # words of a chat that are told at once
Item = Content | str | None  # a message of the house, a line that was typed, the end of the lines


class Conversation:
    """One match in a house: what it shows, what is asked of it, and what is told on the screen of both."""

    def __init__(self, guest: GuestClient, match: str, screen: Screen) -> None:
        self.match = match
        self.view: View = {}
        self.scene = NO_SCENE
        self.told_at = 0.0  # when the clock was told, by the monotonic clock
        self.number = 0  # of the last event that was fold into the view
        self.follower = ""  # the match after this one
        self.is_lost = False
        self.inbox: SimpleQueue[Item] = SimpleQueue()
        self._guest = guest
        self._screen = screen
        self._is_acting = False
        self._answers: dict[str, Refused | int] = {}
        self._salts: set[str] = set()  # commands whose answers nobody waits for
        self._salted: set[str] = set()
        self._bound_to = ""  # the commitment to the seed of the dice
        self._is_checked = False
        self._last_said = 0  # the number of the last word of the chat
        self._refusal: Refused | None = None
        self._connection = MatchConnection(f"{guest.address}/api/matches/{match}/socket", guest.headers, self.inbox.put)
        while not self.view:
            self.wait()

    @cached_property
    def phrases(self) -> list[View]:
        """The preset phrases of the chat, as the house tells them."""
        return list(self._guest.ask("/api/house").get("phrases", ()))

    def close(self) -> None:
        """Leave."""
        self._connection.close()

    def wait(self) -> None:
        """Take the next message; no line comes, for none was asked for."""
        item = self.inbox.get()
        if isinstance(item, dict):
            self.take(item)

    def take(self, item: Content) -> None:
        """Do what a message of the house asks for.

        Raises:
            Refused: the house has ended it, or says what is understood by other versions only.
        """
        try:
            self._take(item)
        except (LookupError, TypeError, ValueError) as error:
            text = Message("This terminal does not understand the house: it may be of another version.")
            raise Refused("not-understood", text) from error

    def _take(self, item: Content) -> None:
        kind = item["t"]
        if kind in ("view", "event"):
            self._fold(item)
        elif kind in ("done", "refused"):
            self._answer(item)
        elif kind == "rematch":
            self.follower = item["d"]["id"]
            self._screen.say(Message("The rematch is there: type new to play it."))
        elif kind == "chat":
            self._hear(item["d"] if isinstance(item["d"], list) else [item["d"]])
        elif kind in (LOST, FOUND):
            self._tell_of_loss(kind == LOST)
        elif kind == ENDED:
            raise self._refusal or Refused("no-house", Message("The house has closed the match."))

    def _fold(self, item: Content) -> None:
        before, self.number = self.view, item["n"]
        change = item.get("d") or {}
        self.view = fold(before, change)
        self.scene = scene(self.view["scene"])
        if "clock" in change:
            self.told_at = monotonic()
        if self.view.get("rematch"):
            self.follower = self.view["rematch"]
        if before:
            for one in narrate(before, self.view, self._is_acting):
                self._screen.say(one)
        if not before or [*map(who, before["seats"])] != [*map(who, self.view["seats"])]:
            self._screen.echo(GAP.join(map(self._screen.texts.say, people(self.view))))
        self._salt()
        self._check_seed()

    def _check_seed(self) -> None:
        """Hold the seed of the dice, once it is told, against what the house was bound to when this terminal came."""
        dice = self.view["dice"]
        self._bound_to = self._bound_to or (dice["commitment"] if dice else "")
        if dice and dice["seed"] and not self._is_checked:
            self._is_checked = True
            if commitment(bytes.fromhex(dice["seed"])) == self._bound_to:
                text = Message(
                    "The house has kept to its seed. To check every throw: save FILE, then ludoteka verify FILE."
                )
            else:
                text = Message("The seed of the dice is not the one to which the house was bound!")
            self._screen.say(text)

    def _salt(self) -> None:
        """Add to the seed of the dice for one's own seats: so the house alone does not choose what falls."""
        dice = self.view["dice"]
        if dice and self.view["result"] is None:
            for letter in seats_of(self.view):
                if letter not in self._salted | {seat for seat, _ in dice["salts"]}:
                    self._salted.add(letter)
                    salt = {"seat": letter, "salt": secrets.token_urlsafe(SALT_BYTES)}
                    self._salts.add(self._connection.command("salt", self.number, salt))

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
            self._screen.say(heard(one, self.phrases))
        self._last_said = max([self._last_said, *(one["n"] for one in said)])

    def _tell_of_loss(self, is_lost: bool) -> None:
        if is_lost and not self.is_lost:
            self._screen.say(Message("The house cannot be reached. This goes on trying; nothing is lost."))
        elif self.is_lost and not is_lost:
            self._screen.say(Message("The house is there again."))
        self.is_lost = is_lost

    def ask(self, kind: str, content: Any = None) -> None:
        """Ask the house for something, and wait until it is done and seen.

        Raises:
            Refused: as the house does.
        """
        self._is_acting = kind == "act"
        try:
            while not self._is_done(kind, content):
                pass
        finally:
            self._is_acting = False

    def _is_done(self, kind: str, content: Any) -> bool:
        """Ask once; what came too late, though it means the same still, is to be asked again."""
        played = self.view["moves"]
        name = self._connection.command(kind, self.number, content)
        while name not in self._answers:
            self.wait()
        answer = self._answers.pop(name)
        if isinstance(answer, Refused):
            if answer.code == "stale" and (kind not in ABOUT_A_POSITION or self.view["moves"] == played):
                return False
            raise answer
        while self.number < answer:
            self.wait()
        return True
