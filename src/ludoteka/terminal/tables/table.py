"""A table: one match, as a house shows it, and the requests of the people at this terminal.

A table belongs to one thread, which waits for requests and for messages from the house.  Other threads put their
requests into `inbox`.  A shallow copy stays as it is, because the view and the moves are replaced and never changed.
"""

from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Protocol

from ludoteka.client.views import View, decode_scene, fold
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused
from ludoteka.core.scene import Scene
from ludoteka.games import games
from ludoteka.referee.projection import PASS
from ludoteka.surfaces.palette import Palette, palette_of
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.article import article
from ludoteka.terminal.suggestions import wordings
from ludoteka.terminal.tables.narration import (
    HINT,
    MOVE,
    NOTICE,
    REASON,
    Move,
    Notice,
    describe_move,
    narrate,
    own_seats,
    title,
    use_names,
)
from ludoteka.terminal.tools.records import write

NO_SCENE = Scene(Message(""), (), (), {})


class Listener(Protocol):
    """A client that shows a table.  It is called in the table's thread."""

    texts: Texts

    def say(self, message: Message, kind: str = NOTICE) -> None:
        """Show a message to the person."""

    def echo(self, text: str) -> None:
        """Show a text that is not translated."""

    def refresh(self) -> None:
        """Show the table again, because it has changed."""


class Table:
    """A match with people at this terminal.  Every request can raise Refused."""

    link = ""  # the address of the match, if it is in a house
    is_connected = True  # whether the house can be reached
    colours: Palette  # of the game

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.view: View = {}
        self._sent: View = {}  # the view as it was sent, before names replace letters
        self.scene: Scene = NO_SCENE
        self.moves: list[Move] = []  # that have not been taken back
        self.hinted: Sequence[str] = ()  # the names to pick for the last hint, until the match goes on
        self.inbox: SimpleQueue[Any] = SimpleQueue()  # requests: the line client puts lines, and None after the last
        self.is_watching = False  # whether the computers play on after all people here are out
        self._turns_board: bool | None = None  # the person's choice, if they have made one
        self._sits_opposite = False  # whether the seat here that acted last sees the board from the other side
        self._is_acting = False  # while an action from this terminal is being played, which need not be announced here

    def fold(self, change: View) -> None:
        """Apply a change to the view, and announce what happened."""
        before, was_solo = self.view, bool(self.view) and self.only_computers_play
        self._sent = fold(self._sent if before else {}, change)
        after = use_names(self._sent)
        self.view, self.scene = after, decode_scene(after["scene"])
        for one in after["seats"]:
            if one["yours"] and one["letter"] == (after["thrower"] or after["to_act"]):
                self._sits_opposite = bool(one.get("turned"))
        if not before:
            self.colours = self._find_colours()
        if not before or before["moves"] != after["moves"] or self.is_over:
            self.hinted = ()
        narrated = narrate(before, after) if before else []
        fresh = [one for one in narrated if isinstance(one, Move)]
        old, new = before["moves"]["list"] if before else [], after["moves"]["list"]
        standing = len(new) - len(fresh)
        if old[:standing] == new[:standing]:
            self.moves = [*self.moves[:standing], *fresh]
        else:  # another match, or one with secrets that is over, which reveals all moves
            self.moves = [describe_move(after, entry) for entry in new]
        for one in [] if was_solo and self.only_computers_play else narrated:
            self._tell(one)  # computers may play hundreds of moves alone: the end is enough

    def _tell(self, said: Move | Notice) -> None:
        if isinstance(said, Notice):
            self.listener.say(said.message, said.kind)
            return
        is_own = self._is_acting and self.is_mine(said.letter)
        for sentence in said.captures if is_own and said.is_known else said.sentences:
            self.listener.say(sentence, MOVE)

    @property
    def game(self) -> Game | None:
        """The game, if it is installed here."""
        return games().get(self.view["game"])

    @property
    def is_over(self) -> bool:
        return self.view["result"] is not None

    @property
    def can(self) -> View:
        """What the people here can do now."""
        can: View = self.view["can"]
        return can

    @property
    def thrower(self) -> Message | None:
        """The title of the seat for which somebody here has to throw."""
        return self.title(self.view["thrower"]) if self.can["throw"] else None

    @property
    def sits_opposite(self) -> bool:
        """Whether the person here, or the one of them who is to move, sees the board from the other side."""
        mine = [bool(one.get("turned")) for one in self.view["seats"] if one["yours"]]
        return mine[0] if len(mine) == 1 else self._sits_opposite and self.turns_board

    @property
    def turns_board(self) -> bool:
        """Whether several people here see the board from the side of the one to move."""
        return bool(self.view.get("turns_board")) if self._turns_board is None else self._turns_board

    def toggle_turning(self) -> None:
        """Turn the board to the player to move from now on, or no longer."""
        self._turns_board = not self.turns_board
        on, off = Message("The board turns to the player to move."), Message("The board no longer turns by itself.")
        self.listener.say(on if self.turns_board else off)
        self.listener.refresh()

    @property
    def curtain(self) -> str:
        """The letter of the seat that must get the screen before more is shown, or ""."""
        return self.view["curtain"] or ""

    @property
    def is_thinking(self) -> bool:
        return bool(self.view["thinking"]) and not self.is_over

    @property
    def only_computers_play(self) -> bool:
        """Whether all people are out and only computers play on, in a game that allows this."""
        return bool(self.game and self.game.late and self.can["abort"]) and not self.is_over

    @property
    def asks_to_watch(self) -> bool:
        """Whether only computers are left, and nobody has said yet what to do then."""
        return self.only_computers_play and not self.is_watching

    def watch(self) -> None:
        self.is_watching = True

    @property
    def is_busy(self) -> bool:
        """Whether the match goes on by itself: chance or a computer acts next, or a pass is forced."""
        view = self.view
        if view["result"] is not None or view["waiting"] or view["curtain"]:
            return False
        if self.asks_to_watch:
            return False
        kinds = {one["letter"]: one["kind"] for one in view["seats"]}
        is_thrown_by_person = kinds.get(view["thrower"]) == "person"
        is_pass_due = view["yours"] and set(self.scene.paths.values()) == {PASS}
        return bool(view["thinking"]) or is_pass_due or (view["to_act"] == "chance" and not is_thrown_by_person)

    def is_mine(self, letter: str) -> bool:
        """Tell whether a seat belongs to the people here."""
        return letter in own_seats(self.view)

    def title(self, letter: str) -> Message:
        return title(self.view, letter)

    def legal_texts(self) -> list[str]:
        """Return the legal actions as texts, if somebody here can act."""
        game = self.game
        listed = game.attempts.list_entry if game and game.attempts else str
        return sorted(set(map(listed, self.scene.paths.values())))

    def act(self, what: str | Sequence[str]) -> None:
        """Play an action, given as a text or as the picked names."""
        self._is_acting = True
        self.is_watching = False  # a person is playing again
        try:
            self.ask("act", what if isinstance(what, str) else list(what))
        finally:
            self._is_acting = False

    def tell_hint(self, text: str, path: Sequence[str], reasons: Sequence[Message]) -> None:
        """Tell the person what a strong player would do, and why."""
        self.hinted = path
        action = wordings(self.scene, self.listener.texts).get(text, text)
        self.listener.say(Message("Hint: {action}", action=action), HINT)
        for reason in reasons:
            self.listener.say(reason, REASON)
        self.listener.refresh()

    def resign(self, seat: str = "") -> None:
        self.ask("resign", seat or None)

    def join(self, name: str) -> None:
        """Let another player take a free seat at this terminal: the one with this letter, or the next one under this name.

        Raises:
            Refused: "seat-taken", if no seat is free; and as the house refuses it.
        """
        free = [one["letter"] for one in self.view["seats"] if one["kind"] == "free"]
        if not free or self.is_over:
            raise Refused("seat-taken", Message("No seat is free in this match, so nobody can join."))
        self._sit(name if name in free else free[0], "" if name in free else name)

    def _sit(self, seat: str, name: str) -> None:
        """Take a free seat for a person here; a house knows all of them by one name."""
        secret = self.view.get("invitation") or ""
        self.ask("sit", {"seat": seat, "kind": "person", "level": 0, "secret": secret})

    def lift(self, letter: str) -> None:
        """Lift the curtain for this seat, which has the screen now."""
        self.ask("lift", letter)

    def back(self) -> None:
        """Take back the last action, or ask the others to agree to it."""
        if self.can.get("offer_back") and not self.can["back"]:
            self.offer("back")
        else:
            self.ask("back")

    def offer(self, what: str) -> None:
        """Offer something to the others: a "draw", or to take "back" a move."""
        self.ask("offer", what)
        self.listener.say(Message("The others have been asked."))

    def interpret(self, line: str) -> str:
        """Return the action that the game reads from a line, or the line itself."""
        return line

    def clocks(self) -> list[Message]:
        """Return the time left for each seat."""
        return []

    @property
    def invitation(self) -> str:
        """The link with which others can take seats, or ""."""
        secret = self.view["invitation"] if self.link else ""
        return f"{self.link}#{secret}" if secret else ""

    def _find_colours(self) -> Palette:
        return palette_of(self.game.folder if self.game else None)

    def rules(self, width: int) -> str:
        """Return the rules of the game as text.  Raises Refused: "no-such-game", if it is not installed here."""
        if self.game is None:
            text = Message("This terminal doesn't have the rules of this game. Read them on the server's pages.")
            raise Refused("no-such-game", text)
        return article(self.game, self.listener.texts, width)

    @property
    def phrases(self) -> list[View]:
        """The preset phrases of the chat."""
        return []

    def ask(self, kind: str, content: Any = None) -> None:
        """Send a command (docs/protocol.md), and wait until it is done and the view shows it.

        Raises:
            Refused: the command was refused.
        """
        raise NotImplementedError

    def settle(self) -> None:
        """Wait until a person here can act, and announce what happens until then."""
        raise NotImplementedError

    def wait(self) -> Any:
        """Return the next request; announce what happens until it comes."""
        raise NotImplementedError

    def save(self, name: str) -> None:
        """Write the record of the match to a new file."""
        write(self._record(), Path(name))
        self.listener.say(Message("The record is in {name}.", name=name))

    def _record(self) -> str:
        raise NotImplementedError

    def rematch(self) -> None:
        """Start another match, in which the players change seats."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave."""
