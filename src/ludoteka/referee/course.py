"""The course of a match: its setup, its log, and where it stands by them."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ludoteka.core.dice import Dice, make_dice
from ludoteka.core.game import WIN_OR_LOSS, Game, LateSeats
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.referee.events import Event, Occupant, Setup
from ludoteka.referee.offers import Offers
from ludoteka.referee.seating import asker, claimed, seated
from ludoteka.referee.settled import settled
from ludoteka.referee.timing import Timing

PASS = "pass"  # noqa: S105 - no secret, but the action text of a seat that has nothing to do
WEAKEST = 1  # the level of the computer that plays on for a seat that gave up


class Course:
    """One match by its log; `accept` is all that changes it.

    The setup tells who sits where after all of the log.
    """

    def __init__(self, game: Game, setup: Setup, events: Iterable[Event] = ()) -> None:
        self.game = game
        self.setup = setup
        self.known: dict[str, Any] = {}  # what has been worked out since the last event
        self.match = Match(game, setup.options, setup.position)
        self.before: Any = None  # the state before the last action, for showing what it did
        self.moves: list[Event] = []  # the actions that stand
        self.forced: set[int] = set()  # the indices of moves that passed because nothing else could be done
        self.number = 0
        self.last = ""  # the kind of the last event
        self.occupants: dict[str, Occupant] = dict(setup.seats)  # who decides now, also for those who gave up
        self.given_up: dict[str, str] = {}  # the letters of the seats that gave up -> "resign", "flag" or "claim"
        self.agreement = ""  # how people ended the match: "draw", "abort", or "claim" for a draw that was claimed
        self.offers = Offers()
        self.commitment = ""  # the SHA-256 of the seed, where it was told
        self.salts: list[tuple[str, str]] = []  # letter, salt
        self.timing = Timing(setup.clock, setup.seats, setup.made_at)
        self._events: list[Event] = []
        self._commands: dict[str, tuple[Event, ...]] = {}  # by the id of the command that made them
        self._acts: Counter[str] = Counter()  # how often each seat has acted
        self._arrival = (-1, "")  # the number at which it was looked for, and what was found
        self._throwers: dict[int, str] = {}  # the number of a throw's event -> the letter of the seat that threw
        self._dice = make_dice(setup.options.get("dice", "fair"), setup.seed)
        log = list(events)
        stands = _standing(log)  # what was taken back need not be played; who sits where, the setup knows
        for event in log:
            if event.kind not in ("act", "back", "sit", "leave") or event.number in stands:
                self._take(event)
            self._note(event)

    @property
    def events(self) -> list[Event]:
        """The log, in order."""
        return list(self._events)

    @settled
    def seat(self) -> int:
        """The seat to act, CHANCE at a throw, NOBODY when the match is over."""
        return NOBODY if self.ended else self.match.seat

    @settled
    def free(self) -> list[str]:
        """The letters of the seats that nobody has taken."""
        return [letter for letter, one in self.occupants.items() if one.kind == "free"]

    @property
    def is_waiting(self) -> bool:
        """Tell whether the match has yet to begin; one that seats may join later begins with those who are there."""
        return bool(self.free) and self.game.late is None

    @property
    def leave(self) -> str:
        """The action text with which a seat leaves the others to play on; "" where the game has none."""
        return self.game.late.leave_text if self.game.late else ""

    @settled
    def ended(self) -> str:
        """How people ended the match: "draw", "abort", "claim", "resign" or "flag"; "" while the rules decide.

        Who gives up ends it where there were but two, or no person is left.
        """
        if self.agreement or not self.given_up or self.leave:
            return self.agreement
        people = [letter for letter, one in self.occupants.items() if one.kind == "person"]
        is_over = len(self.occupants) <= 2 or set(people) <= set(self.given_up)
        return list(self.given_up.values())[-1] if is_over else ""

    @settled
    def result(self) -> dict[str, int] | None:
        """What each seat's letter has won, {} where nobody played for it, or None while the match goes on."""
        scores = self.game.scores or WIN_OR_LOSS
        if self.agreement:
            return {} if self.agreement == "abort" else dict.fromkeys(self.occupants, 0)
        if self.ended:
            return dict.fromkeys(self.occupants, scores.others) | dict.fromkeys(self.given_up, scores.resigned)
        result = self.match.returns()
        return result if result is None or self.leave else result | dict.fromkeys(self.given_up, scores.resigned)

    @settled
    def thrower(self) -> str | None:
        """The letter of the seat whose hand throws now; None where no throw is due or the dice fall by themselves."""
        if self.seat != CHANCE or self.game.thrower is None:
            return None
        return self.match.letter(self.game.thrower(self.match.state))

    @settled
    def is_pass_due(self) -> bool:
        """Tell whether all that the seat to act can do is to pass."""
        if self.seat in (CHANCE, NOBODY):
            return False
        legal = self.match.legal()
        return len(legal) == 1 and self.match.text_of(legal[0]) == PASS

    @settled
    def is_leave_due(self) -> bool:
        """Tell whether the seat to act has given up and the game lets it go now."""
        if self.game.late is None or self.match.letter(self.seat) not in self.given_up:
            return False
        try:
            self.match.check(self.leave)
        except Refused:
            return False
        return True

    @property
    def arrival(self) -> str:
        """The action text that brings in somebody who sat down in a match that had begun; "" where nobody can come in.

        Where he comes in follows from the seed, as throws do.
        """
        if self.game.late is None or self.seat in (CHANCE, NOBODY):
            return ""
        if self._arrival[0] != self.number:
            self._arrival = (self.number, self._arriving(self.game.late))
        return self._arrival[1]

    def _arriving(self, late: LateSeats) -> str:
        source = make_dice("fair", hashlib.sha256(self.setup.seed + f"/join/{self.number}".encode()).digest())
        for seat in self.game.seats(self.setup.options):
            if self.occupants[seat.letter].kind != "free" and seat.letter not in self.given_up:
                action = late.join(self.match.state, seat.number, source.throw)
                if action >= 0:
                    return self.match.text_of(action)
        return ""

    @settled
    def awaited(self) -> str:
        """The letter of the seat whose person is to act or throw, or ""."""
        letter = self.thrower or self.match.letter(self.seat) or ""
        return letter if self.awaits_person and not self.is_waiting else ""

    @settled
    def awaits_person(self) -> bool:
        """Tell whether a person, perhaps one who is still to come, must act or throw before the match goes on."""
        if self.is_waiting:
            return True
        if self.arrival:
            return False
        occupant = self.occupants.get(self.thrower or self.match.letter(self.seat) or "")
        return occupant is not None and occupant.kind != "computer" and not self.is_pass_due

    @settled
    def people(self) -> set[str]:
        """The holders of the seats for which persons decide."""
        return {one.holder for one in self.occupants.values() if one.kind == "person"}

    def seats_of(self, holder: str) -> list[str]:
        """Return the letters of the seats for which this person decides."""
        return [letter for letter, one in self.occupants.items() if one.kind == "person" and one.holder == holder]

    def held_by(self, holder: str) -> list[str]:
        """Return the letters of the seats that are this person's, those also that he gave up."""
        return [letter for letter, one in self.occupants.items() if holder and one.holder == holder]  # free: nobody's

    def acts_of(self, letter: str) -> int:
        """Return how often a seat has acted, taken back or not."""
        return self._acts[letter]

    def done_before(self, holder: str, command: str) -> int | None:
        """Return the number of the event that a command of this person with this id made, if one did."""
        found = self._commands.get(command)
        if not command or not found:
            return None
        mine = self.held_by(holder)
        return next(
            (
                event.number
                for event in reversed(found)
                if event.seat in mine or self._throwers.get(event.number) in mine or asker(event) == holder
            ),
            None,
        )

    def accept(self, event: Event) -> None:
        """Make `event`, the next of the log, part of the match."""
        if event.kind == "back":
            self._return_to(int(event.text))
        else:
            self._take(event)
        self._note(event)

    def _take(self, event: Event) -> None:
        self.known = {}
        if event.kind == "act":
            self._play(event)
        elif event.kind == "commit":
            self.commitment = event.text
            self._dice = make_dice(self.setup.options.get("dice", "fair"), self.setup.seed, self.setup.id)
        elif event.kind == "salt":
            self.salts.append((event.seat, event.text))
            self._dice.salt(event.seat, event.text)
        elif event.kind in ("sit", "leave"):
            self._seat(event.seat, seated(event))
        elif event.kind in ("draw", "abort") or (event.kind == "claim" and claimed(event) == "draw"):
            self.agreement = event.kind
        elif event.kind in ("resign", "flag", "claim"):
            self._give_up(event.seat, event.kind)

    def _note(self, event: Event) -> None:
        """Keep what the log tells of time and offers, of actions that were taken back as well."""
        self.known = {}
        if event.kind == "act":
            letter = self._throwers.get(event.number, "") if event.seat == "chance" else event.seat
            self.timing.acted(letter, event.spent, event.at)
            self._acts[letter] += 1
        elif event.kind == "flag":
            self.timing.ran_out(event.seat, event.at)
        elif event.kind == "back" and event.spent:  # within a turn, which goes on
            self.timing.acted(event.seat, event.spent, event.at)
        elif event.kind == "back" or (event.kind in ("sit", "leave") and not self.moves):
            self.timing.since = event.at
        self.offers.note(event, self._acts)
        self._events.append(event)
        if event.command:
            self._commands[event.command] = (*self._commands.get(event.command, ()), event)
        self.number, self.last = event.number, event.kind

    def _give_up(self, letter: str, how: str) -> None:
        self.given_up[letter] = how
        if not self.ended:
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
        self.known = {}
        return bool(letters)

    def _play(self, event: Event) -> None:
        if event.seat == "chance":
            self._throwers[event.number] = self.thrower or ""
            self._thrown(self._dice)
        elif event.text == PASS and self.is_pass_due:
            self.forced.add(len(self.moves))
        self.before = self.match.state.copy()
        self.match.play(event.text)
        self.moves.append(event)

    def _thrown(self, source: Dice) -> str:
        if self.game.throw is None:
            raise TypeError(f"{self.game.name} has throws but does not say how they are made")
        action = self.game.throw(self.match.state, source.throw)
        return self.match.text_of(action)

    def _return_to(self, length: int) -> None:
        actions = self.match.actions[:length]
        self.match, self.before = Match(self.game, self.setup.options, self.setup.position), None
        for text in actions:
            self.before = self.match.state.copy()
            self.match.play(text)
        del self.moves[length:]
        self.forced = {index for index in self.forced if index < length}


def _standing(log: list[Event]) -> set[int]:
    """Return the numbers of the actions of a log that have not been taken back."""
    standing: list[int] = []
    for event in log:
        if event.kind == "act":
            standing.append(event.number)
        elif event.kind == "back":
            del standing[int(event.text) :]
    return set(standing)
