"""A match that lives as long as the command: its referee and its computers are in this process."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ludoteka.core.game import Game
from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Scene
from ludoteka.players.computer import choose_action
from ludoteka.referee.commands import Act, Back, Command, Resign, Throw
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import Event, Setup
from ludoteka.referee.match_creation import create_setup, rematch_options
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Views
from ludoteka.referee.views.status_text import status_text
from ludoteka.terminal.plain.screen import PROMPT, Screen
from ludoteka.terminal.tables.news import news
from ludoteka.terminal.tables.setups import ME, game_named
from ludoteka.terminal.tools.records import save


class LocalTable:
    """A person, whoever else sits at the same screen, and computers."""

    words: Mapping[str, Callable[[str], None]] = {}
    heed: Callable[[], None]  # never called: nothing happens while a line is awaited

    def __init__(self, setup: Setup, screen: Screen, log: Sequence[Event] = ()) -> None:
        self._game = game_named(setup.game)
        self._screen = screen
        self._begin(setup, log)

    def _begin(self, setup: Setup, log: Sequence[Event] = ()) -> None:
        self._referee = Referee(self._game, setup, log)
        self._views = Views(self._referee)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    @property
    def is_over(self) -> bool:
        """Tell whether the match is over."""
        return self._referee.seat == NOBODY

    @property
    def thrower(self) -> Message | None:
        """The seat whose throw is awaited."""
        return self.title(self._referee.thrower) if self._referee.thrower else None

    @property
    def viewpoint(self) -> str:
        """The seat to act, if a person has it; else the first person's."""
        mine = self._referee.seats_of(ME)
        to_act = self._referee.match.letter(self._referee.seat)
        return to_act if to_act in mine else mine[0]

    def curtain(self, seen_by: str) -> str:
        """Return the seat to hand over to where another has seen the board last and knows what this one must not."""
        is_other = self._game.has_private_views and not self.is_over and seen_by not in ("", self.viewpoint)
        return self.viewpoint if is_other else ""

    def lift(self, letter: str) -> None:
        """Do nothing: `viewpoint` sees."""

    def title(self, letter: str) -> Message:
        """Return what a seat is called."""
        return next(one.title for one in self._game.seats(self._referee.setup.options) if one.letter == letter)

    def settle(self) -> None:
        """Let chance and computers act until a person is awaited."""
        referee = self._referee
        while not (referee.awaits_person or self.is_over):
            turn = referee.computer_turn()
            if event := referee.decide_automatically(time.time()):
                self._accept(event)
            elif turn:
                self._screen.say(Message("The computer is thinking …"))
                self._accept(referee.decide_for_computer(choose_action(turn), time.time()))

    def _accept(self, event: Event) -> None:
        """Let an event happen, and tell it."""
        thrower = self._referee.thrower
        self._referee.accept(event)
        for message in news(self._referee, event, thrower, ME):
            self._screen.say(message)

    def line(self) -> str:
        """Return the next line that is typed."""
        return input(PROMPT)

    def scene(self) -> Scene:
        """Return what the viewpoint sees."""
        letter = self.viewpoint
        seats = self._game.seats(self._referee.setup.options)
        scene = self._views.scene(next(one.number for one in seats if one.letter == letter))
        return scene._replace(status=status_text(self._referee, scene.status))

    def facts(self) -> list[str]:
        """Return nothing: there is no clock here."""
        return []

    def legal_texts(self) -> list[str]:
        """Return what the seat to act may try, as far as it knows."""
        match, attempts = self._referee.match, self._game.attempts
        if self._referee.seat in (CHANCE, NOBODY) or attempts is None:
            return [] if self._referee.seat == CHANCE else match.legal_texts()
        return sorted({attempts.list_entry(match.text_of(action)) for action in match.offers()})

    def example(self) -> str:
        """Return an action that could be typed now."""
        return "…" if self._referee.seat in (CHANCE, NOBODY) else self._referee.match.example()

    def help(self) -> list[Message]:
        """Return what is particular about this table."""
        return [Message("quit  leave; the match is not kept")]

    def act(self, line: str) -> None:
        """Play what was typed."""
        self._do(Act("", self._referee.number, line))

    def throw(self) -> None:
        """Throw the dice."""
        self._do(Throw("", self._referee.number))

    def back(self) -> None:
        """Take back."""
        self._do(Back("", self._referee.number))

    def resign(self, seat: str) -> None:
        """Give up."""
        self._do(Resign("", self._referee.number, seat))

    def meant(self, line: str) -> str:
        """Return what a line means in the words of the game, or the line as it is."""
        spoken = None if self.is_over else self._game.interpret
        return (spoken(self._referee.match.seen(), line) if spoken else "") or line

    def _do(self, command: Command) -> None:
        self._accept(self._referee.decide(ME, command, RefereeContext(time.time())))

    def save(self, path: Path) -> None:
        """Write the record of the match into a file."""
        save(self._referee, path)

    def again(self) -> None:
        """Begin another match with the seats changed."""
        setup = self._referee.setup
        letters, people = list(setup.seats), list(setup.seats.values())
        changed = dict(zip(letters, people[1:] + people[:1], strict=True))
        self._begin(create_setup(self._game, rematch_options(self._game, setup.options), changed))

    def close(self) -> None:
        """Leave: nothing is kept."""
