"""A table: one match, as a house shows it, and what the people at this terminal may ask of it.

A table is used by one thread, its own: that thread waits for requests and for what happens elsewhere.  Only
`put` may be called from others.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.games import games
from ludoteka.referee.projection import PASS
from ludoteka.surfaces.palette import Palette, palette_of
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.tables.history import History
from ludoteka.terminal.tables.narration import Move, Notice, narrate
from ludoteka.terminal.tables.payloads import View, decode_scene, fold
from ludoteka.terminal.tables.people import title, use_names

NO_SCENE = Scene(Message(""), (), (), {})
MOVE, NOTICE, CHAT, THINKING = "move", "notice", "chat", "thinking"  # what a sentence is about
Request = Any  # whatever a client put: the line client puts lines, and None at their end


class Listener(Protocol):
    """A client that shows a table.  It is called in the table's thread."""

    texts: Texts

    def say(self, message: Message, kind: str = NOTICE) -> None:
        """Tell the person something: `kind` says what it is about."""
        ...

    def echo(self, text: str) -> None:
        """Tell the person something that is the same in every language."""
        ...

    def refresh(self) -> None:
        """Show the table again: it has changed while a request is awaited, or a computer has acted."""
        ...


class Table:
    """A match with people at this terminal.  Whatever is asked for may be Refused."""

    link = ""  # where others find the match, if it is in a house
    is_connected = True  # whether the house can be reached

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.view: View = {}
        self._sent: View = {}  # the view without names in place of letters
        self.scene: Scene = NO_SCENE
        self.history = History()
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self.is_watching = False  # the computers are to play on after all people here are out
        self._is_acting = False  # somebody here has just asked for an action, and need not be told of it

    def put(self, request: Request) -> None:
        """Hand in a request, from any thread."""
        self.inbox.put(request)

    def fold(self, change: View) -> None:
        """Take in what has changed, and tell it."""
        before, was_solo = self.view, bool(self.view) and self.only_computers_play
        self._sent = fold(self._sent if before else {}, change)
        after = use_names(self._sent)
        self.view, self.scene = after, decode_scene(after["scene"])
        if before and before.get("id") == after.get("id"):
            narrated = narrate(before, after)
            self.history.extend(before, after, narrated)
            for one in [] if was_solo and self.only_computers_play else narrated:
                self._tell(one)  # a solo may go on for hundreds of moves: how it ends is enough
        else:
            self.history.begin(after)

    def _tell(self, said: Move | Message | Notice) -> None:
        if isinstance(said, Message):
            self.listener.say(said)
            return
        if isinstance(said, Notice):
            self.listener.say(said.message, said.kind)
            return
        is_own = self._is_acting and self.is_mine(said.letter)
        for sentence in said.captures if is_own and said.is_known else said.sentences:
            self.listener.say(sentence, MOVE)

    @property
    def game(self) -> Game | None:
        """The game, if this terminal knows it too."""
        return games().get(self.view["game"])

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.view["result"] is not None

    @property
    def thrower(self) -> Message | None:
        """The title of the seat whose throw is awaited from here."""
        return self.title(self.view["thrower"]) if self.view["can"]["throw"] else None

    @property
    def viewpoint(self) -> str:
        """The letter of the seat whose view is shown, "" for a spectator."""
        return self.view["seat"] or ""

    @property
    def sits_opposite(self) -> bool:
        """Whether the only seat of the people here sees the board from the other side."""
        mine = [one for one in self.view["seats"] if one["yours"]]
        return len(mine) == 1 and bool(mine[0].get("turned"))

    @property
    def curtain(self) -> str:
        """The letter of the seat to hand the screen over to before more is shown, or ""."""
        return self.view["curtain"] or ""

    @property
    def is_thinking(self) -> bool:
        """Whether a computer is to act."""
        return bool(self.view["thinking"]) and not self.is_over

    @property
    def is_alone(self) -> bool:
        """Whether the people here are the only ones who play."""
        return not any(one["kind"] == "person" and not one["yours"] for one in self.view["seats"])

    @property
    def only_computers_play(self) -> bool:
        """Whether every person is out of a game in which the others play on: only then can it be called off."""
        return bool(self.game and self.game.late and self.view["can"]["abort"]) and not self.is_over

    def watch(self) -> None:
        """Let the computers play on."""
        self.is_watching = True

    @property
    def is_busy(self) -> bool:
        """Whether the match goes on by itself: chance or a computer is to act, or a pass is due."""
        view = self.view
        if view["result"] is not None or view["waiting"] or view["curtain"]:
            return False
        if self.only_computers_play and not self.is_watching:
            return False
        kinds = {one["letter"]: one["kind"] for one in view["seats"]}
        is_thrown_by_person = kinds.get(view["thrower"]) == "person"
        is_pass_due = view["yours"] and set(self.scene.paths.values()) == {PASS}
        return bool(view["thinking"]) or is_pass_due or (view["to_act"] == "chance" and not is_thrown_by_person)

    def is_mine(self, letter: str) -> bool:
        """Tell whether a seat belongs to the people here."""
        return any(one["letter"] == letter and one["yours"] for one in self.view["seats"])

    def title(self, letter: str) -> Message:
        """Return what a seat is called."""
        return title(self.view, letter)

    def legal_texts(self) -> list[str]:
        """Return what can be played, if it is the turn of somebody here."""
        game = self.game
        listed = game.attempts.list_entry if game and game.attempts else str
        return sorted(set(map(listed, self.scene.paths.values())))

    def example(self) -> str:
        """Return an action that could be typed now, or "…"."""
        return next(iter(self.scene.paths.values()), "…")

    def act(self, what: str | Sequence[str]) -> None:
        """Play the action of a text, or of the names that were picked."""
        self._is_acting = True
        try:
            self.ask("act", what if isinstance(what, str) else list(what))
        finally:
            self.is_watching = False  # the computers are to play on after all people here are out
        self._is_acting = False

    def throw(self) -> None:
        """Throw the dice."""
        self.ask("throw")

    def resign(self, seat: str = "") -> None:
        """Give up."""
        self.ask("resign", seat or None)

    def lift(self, letter: str) -> None:
        """Take it that the screen was handed over to this seat."""
        self.ask("lift", letter)

    def back(self) -> None:
        """Take the last action back, or ask the others to agree to that."""
        asks = self.view["can"].get("offer_back") and not self.view["can"]["back"]
        self.ask("offer", "back") if asks else self.ask("back")
        if asks:
            self.listener.say(Message("The others have been asked."))

    def interpret(self, line: str) -> str:
        """Return what a line means in the words of the game, or the line as it is."""
        return line

    def clocks(self) -> list[Message]:
        """Return what each seat has left on its clock."""
        return []

    def facts(self) -> Mapping[str, str]:
        """Return what stands between the board and its status, by what it is: "clocks", "invitation"."""
        return {}

    @property
    def colours(self) -> Palette:
        """The colours of the game."""
        return palette_of(self.game.folder if self.game else None)

    def phrases(self) -> list[View]:
        """Return the preset phrases of the chat."""
        return []

    def ask(self, kind: str, content: Any = None) -> None:
        """Ask for something (docs/protocol.md), and wait until it is done and seen.

        Raises:
            Refused: it was not done.
        """
        raise NotImplementedError

    def settle(self) -> None:
        """Let everything happen that nobody here has a say in, and tell it."""
        raise NotImplementedError

    def wait(self) -> Request:
        """Return the next request; what happens meanwhile is told."""
        raise NotImplementedError

    def save(self, path: Path) -> None:
        """Write the record of the match into a new file."""
        raise NotImplementedError

    def rematch(self) -> None:
        """Begin another match with the seats changed."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave."""
