"""The course of a match: its setup, its log, and where it stands by them."""

import hashlib
from collections.abc import Iterable
from typing import Any

from ludoteka.core.dice import Dice, dice
from ludoteka.core.game import Game, Moderator
from ludoteka.core.match import Match
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.seating import asker, seated

PASS = "pass"  # noqa: S105 - no secret, but the action text of a seat that has nothing to do
WEAKEST = 1  # the level of the computer that plays on for a seat that gave up


class Course:
    """One match by its log; `accept` is all that changes it.

    The setup tells who sits where after all of the log.
    """

    def __init__(self, game: Game, setup: Setup, events: Iterable[Event] = ()) -> None:
        self.game = game
        self.setup = setup
        self.match = Match(game, setup.options, setup.position)
        self.before: Any = None  # the state before the last action, for showing what it did
        self.moves: list[Event] = []  # the actions that stand
        self.hidden: dict[int, tuple[int, ...]] = {}  # index of a move -> the seats that may not know it
        self.forced: set[int] = set()  # the indices of moves that passed because nothing else could be done
        self.number = 0
        self.occupants: dict[str, Occupant] = dict(setup.seats)  # who decides now, also for those who gave up
        self.resigned: list[str] = []  # the letters of the seats that gave up
        self._events: list[Event] = []
        self._arrival = (-1, "")  # the number at which it was looked for, and what was found
        self._throwers: dict[int, str] = {}  # the number of a throw's event -> the letter of the seat that threw
        self._dice = self._fresh_dice()
        log = list(events)
        for event in _standing(log):  # what was taken back need not be played first
            self._play(event)
        self._events, self.number = log, len(log)
        for event in log:
            if event.kind == "resign":
                self._give_up(event.seat)

    @property
    def events(self) -> list[Event]:
        """The log, in order."""
        return list(self._events)

    @property
    def seat(self) -> int:
        """The seat to act, CHANCE at a throw, NOBODY when the match is over."""
        return NOBODY if self.is_given_up else self.match.seat

    @property
    def free(self) -> list[str]:
        """The letters of the seats that nobody has taken."""
        return [letter for letter, one in self.occupants.items() if one.kind == "free"]

    @property
    def is_waiting(self) -> bool:
        """Tell whether the match has yet to begin; a moderated one begins with those who are there."""
        return bool(self.free) and self.game.moderator is None

    @property
    def leave(self) -> str:
        """The action text with which a seat leaves the others to play on; "" where the game has none."""
        return self.game.moderator.leave if self.game.moderator else ""

    @property
    def is_given_up(self) -> bool:
        """Tell whether the match is over because of a resignation: there were but two, or no person is left."""
        if not self.resigned or self.leave:
            return False
        people = [letter for letter, one in self.occupants.items() if one.kind == "person"]
        return len(self.occupants) <= 2 or set(people) <= set(self.resigned)

    @property
    def result(self) -> dict[str, int] | None:
        """What each seat's letter has won, or None while the match goes on."""
        if self.is_given_up:
            return {letter: -1 if letter in self.resigned else 1 for letter in self.occupants}
        result = self.match.returns()
        return result if result is None or self.leave else result | dict.fromkeys(self.resigned, -1)

    @property
    def thrower(self) -> str | None:
        """The letter of the seat whose hand throws now; None where no throw is due or the dice fall by themselves."""
        if self.seat != CHANCE or self.game.thrower is None:
            return None
        return self.match.letter(self.game.thrower(self.match.state))

    @property
    def is_pass_due(self) -> bool:
        """Tell whether all that the seat to act can do is to pass."""
        if self.seat in (CHANCE, NOBODY):
            return False
        legal = self.match.legal()
        return len(legal) == 1 and self.game.notation.action_text(self.match.seen(), legal[0]) == PASS

    @property
    def is_leave_due(self) -> bool:
        """Tell whether the seat to act has given up and the game lets it go now."""
        if self.game.moderator is None or self.match.letter(self.seat) not in self.resigned:
            return False
        leave = self.game.notation.parse_action(self.match.seen(), self.leave)
        return self.game.moderator.accepts(self.match.state, leave)

    @property
    def arrival(self) -> str:
        """The action text that brings in somebody who sat down in a match that had begun; "" where nobody can come in.

        Where he comes in follows from the seed, as throws do.
        """
        if self.game.moderator is None or self.seat in (CHANCE, NOBODY):
            return ""
        if self._arrival[0] != self.number:
            self._arrival = (self.number, self._arriving(self.game.moderator))
        return self._arrival[1]

    def _arriving(self, moderator: Moderator) -> str:
        source = dice("fair", hashlib.sha256(self.setup.seed + f"/join/{self.number}".encode()).digest())
        for seat in self.game.seats(self.setup.options):
            if self.occupants[seat.letter].kind != "free" and seat.letter not in self.resigned:
                action = moderator.join(self.match.state, seat.number, source.throw)
                if action >= 0:
                    return self.game.notation.action_text(self.match.seen(), action)
        return ""

    @property
    def awaited(self) -> str:
        """The letter of the seat whose person is to act or throw, or ""."""
        letter = self.thrower or self.match.letter(self.seat) or ""
        return letter if self.awaits_person and not self.is_waiting else ""

    @property
    def awaits_person(self) -> bool:
        """Tell whether a person, perhaps one who is still to come, must act or throw before the match goes on."""
        if self.is_waiting:
            return True
        if self.arrival:
            return False
        occupant = self.occupants.get(self.thrower or self.match.letter(self.seat) or "")
        return occupant is not None and occupant.kind != "computer" and not self.is_pass_due

    def seats_of(self, holder: str) -> list[str]:
        """Return the letters of the seats for which this person decides."""
        return [letter for letter, one in self.occupants.items() if one.kind == "person" and one.holder == holder]

    def held_by(self, holder: str) -> list[str]:
        """Return the letters of the seats that are this person's, those also that he gave up."""
        return [letter for letter, one in self.occupants.items() if one.holder == holder]

    def done_before(self, holder: str, command: str) -> int | None:
        """Return the number of the event that a command of this person with this id made, if one did."""
        mine = self.held_by(holder)
        return next(
            (
                event.number
                for event in reversed(self._events)
                if command
                and event.command == command
                and (event.seat in mine or self._throwers.get(event.number) in mine or asker(event) == holder)
            ),
            None,
        )

    def accept(self, event: Event) -> None:
        """Make `event`, the next of the log, part of the match."""
        if event.kind == "act":
            self._play(event)
        elif event.kind == "back":
            self._return_to(int(event.text))
        elif event.kind == "resign":
            self._give_up(event.seat)
        else:
            self._seat(event.seat, seated(event))
        self._events.append(event)
        self.number = event.number

    def _give_up(self, letter: str) -> None:
        self.resigned.append(letter)
        if not self.is_given_up:
            self.occupants[letter] = self.occupants[letter]._replace(kind="computer", level=WEAKEST)

    def _seat(self, letter: str, one: Occupant) -> None:
        self.setup = self.setup._replace(seats=self.setup.seats | {letter: one})
        self.occupants[letter] = one

    def rename(self, holder: str, name: str) -> bool:
        """Call a person otherwise from now on; tell whether he has a seat here."""
        letters = self.held_by(holder)
        for letter in letters:
            self.occupants[letter] = self.occupants[letter]._replace(name=name)
        renamed = {letter: self.setup.seats[letter]._replace(name=name) for letter in letters}
        self.setup = self.setup._replace(seats=self.setup.seats | renamed)
        return bool(letters)

    def _play(self, event: Event) -> None:
        if event.seat == "chance":
            self._throwers[event.number] = self.thrower or ""
            self._thrown(self._dice)
        elif event.text == PASS and self.is_pass_due:
            self.forced.add(len(self.moves))
        seen, seat = self.match.seen(), self.match.seat
        self.before = self.match.state.copy()
        action = self.match.play(event.text)
        seats = [one.number for one in self.game.seats(self.setup.options)]
        hidden = [one for one in [*seats, NOBODY] if seat != CHANCE and not self.game.heard(seen, action, one)]
        if hidden:
            self.hidden[len(self.moves)] = tuple(hidden)
        self.moves.append(event)

    def _thrown(self, source: Dice) -> str:
        if self.game.throw is None:
            raise TypeError(f"{self.game.name} has throws but does not say how they are made")
        action = self.game.throw(self.match.state, source.throw)
        return self.game.notation.action_text(self.match.seen(), action)

    def _return_to(self, length: int) -> None:
        actions = self.match.actions[:length]
        self.match, self.before = Match(self.game, self.setup.options, self.setup.position), None
        for text in actions:
            self.before = self.match.state.copy()
            self.match.play(text)
        del self.moves[length:]
        self.forced = {index for index in self.forced if index < length}

    def _fresh_dice(self) -> Dice:
        return dice(self.setup.options.get("dice", "fair"), self.setup.seed)


def _standing(log: list[Event]) -> list[Event]:
    """Return the actions of a log that have not been taken back."""
    standing: list[Event] = []
    for event in log:
        if event.kind == "act":
            standing.append(event)
        elif event.kind == "back":
            del standing[int(event.text) :]
    return standing
