"""A match in a house elsewhere: the house has the referee, this is a guest's place at the table."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Scene
from ludoteka.games import games
from ludoteka.referee.projection import PASS
from ludoteka.terminal.plain.keyboard import Keyboard
from ludoteka.terminal.plain.screen import Screen
from ludoteka.terminal.tables.clocks import clocks
from ludoteka.terminal.tables.conversation import GAP, Conversation
from ludoteka.terminal.tables.guest import GuestClient
from ludoteka.terminal.tables.narration import title
from ludoteka.terminal.tables.negotiation import Negotiation, meant
from ludoteka.terminal.tables.payloads import View
from ludoteka.terminal.tools.records import write


class RemoteTable:
    """A guest, and whoever else plays there."""

    heed: Callable[[], None]

    def __init__(self, guest: GuestClient, match: str, screen: Screen) -> None:
        asking = Negotiation(self)
        self.words: Mapping[str, Callable[[str], None]] = asking.words
        self.help = asking.help
        self.back = asking.back
        self.guest = guest
        self.screen = screen
        self._conversation = Conversation(guest, match, screen)
        self._keyboard = Keyboard(self._typed)
        self._is_asked = False  # for a line

    def _typed(self, line: str | None) -> None:
        self._conversation.inbox.put(line)  # of the match that is played now

    @property
    def view(self) -> View:
        """What the house shows."""
        return self._conversation.view

    def phrases(self) -> list[View]:
        """Return the preset phrases of the chat."""
        return self._conversation.phrases

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

    def curtain(self, seen_by: str) -> str:
        """Return the seat to which the house has the screen handed over."""
        return self.view["curtain"] or ""

    def lift(self, letter: str) -> None:
        """Have the house show what this seat sees, unless the match has gone on meanwhile."""
        with suppress(Refused):
            self.ask("lift", letter)

    def title(self, letter: str) -> Message:
        """Return what a seat is called."""
        return title(self.view, letter)

    def settle(self) -> None:
        """Wait as long as chance or computers are to act."""
        told, conversation = -1, self._conversation
        while self._is_busy or not conversation.inbox.empty():
            if self.view["thinking"] and told != conversation.number and not conversation.is_lost:
                told = conversation.number
                self.screen.say(Message("The computer is thinking …"))
            conversation.wait()

    @property
    def _is_busy(self) -> bool:
        """Tell whether the match goes on by itself."""
        view = self.view
        if view["result"] is not None or view["waiting"]:
            return False
        kinds = {one["letter"]: one["kind"] for one in view["seats"]}
        thrown_by_person = kinds.get(view["thrower"]) == "person"
        is_pass_due = view["yours"] and set(self.scene().paths.values()) == {PASS}
        return bool(view["thinking"]) or is_pass_due or (view["to_act"] == "chance" and not thrown_by_person)

    def line(self) -> str:
        """Return the next line that is typed; what happens meanwhile is shown above it."""
        if self._is_asked:  # by what heeds the news: the screen is to be handed over
            self.screen.prompt_again()
        while True:
            if not self._is_asked:
                self._is_asked = True
                self._keyboard.ask()
            item = self._conversation.inbox.get()
            if isinstance(item, dict):
                with self.screen.over_prompt(lambda: self._is_asked):
                    self._conversation.take(item)
                    if not self._is_busy:
                        self.heed()
                continue
            self._is_asked = False
            if item is None:
                raise EOFError
            return item

    def ask(self, kind: str, content: Any = None) -> None:
        """Ask the house for something, and wait until it is done and seen.  Raises Refused as the house does."""
        self._conversation.ask(kind, content)

    def scene(self) -> Scene:
        """Return what the house shows."""
        return self._conversation.scene

    def facts(self) -> list[str]:
        """Return the clocks, and with what link others can come."""
        say = self.screen.texts.say
        told = []
        if self.view["clock"]:
            left = GAP.join(map(say, clocks(self.view, self._conversation.told_at)))
            told.append(say(Message("Time left: {clocks}", clocks=left)))
        if self.view["invitation"]:
            told.append(say(Message("Invite with this link: {link}", link=f"{self.link}#{self.view['invitation']}")))
        return told

    @property
    def link(self) -> str:
        """Where the match is."""
        return f"{self.guest.address}/match/{self._conversation.match}"

    def legal_texts(self) -> list[str]:
        """Return what can be played, if it is one's turn."""
        game = self.game
        texts = set(self.scene().paths.values())
        listed = game.attempts.list_entry if game and game.attempts else str
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
        write(self.guest.read(f"/match/{self._conversation.match}/record").decode(), path)

    def again(self) -> None:
        """Play the rematch, which somebody else may have made."""
        old = self._conversation
        follower = old.follower or self.guest.ask(f"/api/matches/{old.match}/rematch", {})["id"]
        old.close()
        self._conversation = Conversation(self.guest, follower, self.screen)

    def close(self) -> None:
        """Leave: the match waits in the house."""
        self._conversation.close()
        self._keyboard.close()
