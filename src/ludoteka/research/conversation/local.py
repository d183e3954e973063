"""A table in this process: a referee, computers at the other seats, and one seat that is played from outside."""

import time
from collections.abc import Callable

import msgspec

from ludoteka.client.views import fold
from ludoteka.core.game import Game
from ludoteka.core.message import Message, Refused, RefusedAloud
from ludoteka.core.rules import CHANCE
from ludoteka.games import find_game
from ludoteka.players.computer import choose_action
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import Accept, Act, Command, Decline, RefereeContext, Resign, Throw
from ludoteka.referee.events import FREE, Event, Occupant, Setup
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.snapshots import Snapshot, Views
from ludoteka.research.conversation.table import Table
from ludoteka.surfaces.texts import Texts

ME = "me"  # the holder of the seat


def seated_setup(game: Game, options: dict[str, object], seat: str, level: int, seed: bytes) -> Setup:
    """Return the setup of a match in which one seat is played from outside, and computers of a level have the others.

    The seed decides the dice, what chance creates before the start, and the random choices of the computers.

    Raises:
        Refused: "bad-option", "bad-seats".
    """
    checked = game.check_options(options)
    seats = {one.letter: FREE if one.is_guest else Occupant("computer", level) for one in game.seats(checked)}
    if seats.get(seat, FREE) == FREE:
        known = ", ".join(letter for letter, one in seats.items() if one != FREE)
        raise Refused("bad-seats", Message("There is no seat {seat}. The seats are: {seats}.", seat=seat, seats=known))
    seats[seat] = Occupant("person", 0, ME)
    absent = [letter for letter, one in seats.items() if one == FREE]
    complete = game.complete_options(checked, absent, seed)
    return Setup("", game.name, game.rules_version, complete, seed, seats, time.time())


class LocalTable(Table):
    """A match against computers, with a referee in this process.

    Args:
        setup: of the match, as `seated_setup` makes it.
        texts: of the language in which the seat is told what happens.
        choose: how computers decide; by default, they don't wait for the compiler.
        log: events that have happened already.
    """

    def __init__(
        self, setup: Setup, texts: Texts, choose: Callable[[Turn], int] = choose_action, log: tuple[Event, ...] = ()
    ) -> None:
        super().__init__(find_game(setup.game), texts)
        self.referee = Referee(self.game, setup, log)
        self._choose = choose
        self._views = Views(self.referee)
        self._shown: Snapshot | None = None
        self._show()

    def _show(self) -> None:
        """Update the view from the referee, in the form that a house would send."""
        snapshot, before = self._views.take_snapshot(ME, RefereeContext(time.time())), self._shown
        if before and self._views.can_send_change(before, snapshot):
            change = self._views.build_change(before, snapshot)
        else:
            change = self._views.build_view(snapshot)
        self._shown = snapshot
        self._take(fold(self.view, msgspec.json.decode(msgspec.json.encode(change))))

    def _accept(self, event: Event) -> None:
        self.referee.accept(event)
        self._show()

    def act(self, line: str) -> None:
        text = line
        if self.is_mine and self.game.interpret:
            text = self.game.interpret(self.referee.match.seen(), line) or line
        self._obey(Act("", self.referee.number, text))

    def _obey(self, command: Command) -> None:
        context = RefereeContext(time.time())
        try:
            event = self.referee.decide(ME, command, context)
        except RefusedAloud as refused:
            self._accept(self.referee.decide_refusal(refused, context.at))
            raise
        self._accept(event)

    def wait(self, seconds: float | None = None) -> bool:
        until = None if seconds is None else time.monotonic() + seconds
        while not self.is_awaited and self.step():
            if until is not None and time.monotonic() > until:
                return self.is_awaited
        return True

    def step(self) -> bool:
        """Let chance or a computer act once, or throw the dice of this seat; return False if neither is due."""
        referee = self.referee
        if self.is_over:
            return False
        if referee.seat == CHANCE and referee.thrower == self.seat:
            self._obey(Throw("", referee.number))
        elif event := referee.decide_automatically(time.time()):
            self._accept(event)
        elif turn := referee.computer_turn():
            self._accept(referee.decide_for_computer(self._choose(turn), time.time()))
        else:
            return False
        return True

    def resign(self) -> None:
        self._obey(Resign("", self.referee.number, self.seat))

    def answer_offer(self, *, accept: bool) -> None:
        answer = Accept if accept else Decline
        self._obey(answer("", self.referee.number, "draw"))
