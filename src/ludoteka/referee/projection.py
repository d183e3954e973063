"""What follows from the log of a match: the position, who sits where, clocks, offers and the result."""

import hashlib
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, KeysView, Mapping
from typing import Final

from ludoteka.compilation import mypyc_attr
from ludoteka.core.clock import MatchClock
from ludoteka.core.dice import Dice, make_dice
from ludoteka.core.game import WIN_OR_LOSS, Game, Options, RefusedAttempt
from ludoteka.core.match import Match, replay_actions
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.records.match_record import MOST_ACTIONS
from ludoteka.referee.events import Event, EventLog, Occupant, Person, Setup, called, effective_actions
from ludoteka.referee.seating import asking_holder, claimed_result, occupant_after


@mypyc_attr(allow_interpreted_subclasses=True)
class Roster:
    """The occupants of a match at one time, with their seats looked up once for all questions.

    A roster never changes: a new one takes its place when somebody comes, leaves, gives up or changes their name.
    """

    def __init__(self, occupants: Mapping[str, Occupant], forfeits: Container[str]) -> None:
        seats = {letter: one for letter, one in occupants.items() if one.kind == "person"}
        self.free_seats = [letter for letter, one in occupants.items() if one.kind == "free"]
        # By holder: the seats for which they decide, and all that are theirs, including those they gave up
        self.seats_of = {
            one.holder: [letter for letter, other in seats.items() if other.holder == one.holder]
            for one in seats.values()
        }
        self.held_by = {
            one.holder: [letter for letter, other in occupants.items() if other.holder == one.holder]
            for one in occupants.values()
            if one.holder
        }
        # By seat: those of other people who still play, and must answer its offers
        self.other_people = {
            letter: [seat for seat in seats if seats[seat].holder != occupant.holder and seat not in forfeits]
            for letter, occupant in occupants.items()
        }

    @property
    def people(self) -> KeysView[str]:
        """The holders of the people who decide for a seat."""
        return self.seats_of.keys()

    @property
    def holders(self) -> KeysView[str]:
        """The holders of the people who have a seat, including those who gave up."""
        return self.held_by.keys()


@mypyc_attr(allow_interpreted_subclasses=True)
class Offers:
    """The pending offers, and who has agreed to them."""

    def __init__(self) -> None:
        self.pending: dict[str, str] = {}  # letter of the offering seat -> "draw" or "back"
        self.consents: dict[str, list[str]] = {}  # letter of the offering seat -> the seats that have agreed so far
        # (letter, matter) -> how often the seat had acted when it last made this offer
        self.last_asked: dict[tuple[str, str], int] = {}

    def update(self, event: Event, acts: Mapping[str, int]) -> None:
        """Apply the next event; `acts` maps the letter of each seat to how often it has acted."""
        matter, _, offering = event.text.partition(" ") if event.kind == "offer" else ("", "", "")
        if offering:
            self.consents.setdefault(offering, []).append(event.seat)
        elif matter:
            self.pending[event.seat] = matter
            self.last_asked[event.seat, matter] = acts.get(event.seat, 0)
        elif event.kind in ("decline", "back", "draw", "resign", "flag", "claim"):
            self.pending, self.consents = {}, {}
        elif event.kind == "act" and self.pending:
            # Playing on declines every offer, except the player's own offer of a draw.
            draws = [letter for letter, what in self.pending.items() if (letter, what) == (event.seat, "draw")]
            self.pending, self.consents = dict.fromkeys(draws, "draw"), {}


PASS: Final = "pass"  # noqa: S105 - no secret, but the action text of a seat that has nothing to do
WEAKEST: Final = 1  # the level of the computer that plays on for a seat that gave up


@mypyc_attr(allow_interpreted_subclasses=True)
class Projection:
    """A match as its events make it: a fold over the log.  Only `accept` and, for names, `rename` change it.

    The setup names the occupants as they are after the whole log.
    """

    def __init__(self, game: Game, setup: Setup, events: Iterable[Event] = ()) -> None:
        self.game = game
        self.match = Match(game, setup.options, setup.position)
        self.setup = setup._replace(options=self.match.options)  # which are equal, and then in memory only once
        self.actors: list[str] = []  # the seats of the actions that have not been taken back
        self.forced_passes: set[int] = set()  # indices into `actors`
        self.number = 0  # of the last event
        self.last_kind = ""  # of the last event
        self.occupants: dict[str, Occupant] = dict(setup.seats)  # who decides now, also for seats that gave up
        self.forfeits: dict[str, str] = {}  # letter of a seat that gave up -> "resign", "flag" or "claim"
        self.roster = Roster(self.occupants, self.forfeits)
        self.agreement = ""  # how people ended the match: "draw", "abort", or "claim" for a draw that was claimed
        self.offers = Offers()
        self.commitment = ""  # the SHA-256 of the seed, once it has been published
        self.salts: list[tuple[str, str]] = []  # letter, salt
        self.hints: Counter[str] = Counter()  # how many hints each seat has asked for
        self.clock = MatchClock(setup.clock, setup.seats, setup.made_at, runs_at_once=bool(setup.tournament))
        self._events = EventLog()
        self._acts: Counter[str] = Counter()  # how often each seat has acted
        self._throwers: dict[int, str] = {}  # the number of a throw's event -> the letter of the seat that threw
        self._dice = make_dice(setup.options.get("dice", "fair"), setup.seed)
        self._decided: tuple[Event, int] | None = None  # the act that was decided last, and its action in the rules
        self._update()
        log = list(events)
        effective = effective_actions(log)  # replay skips actions taken back; the setup already has the seats
        for event in log:
            if event.kind not in ("act", "back", "sit", "leave") or event.number in effective:
                self._apply(event)
            self._register(event)

    @property
    def events(self) -> list[Event]:
        """The log, in order."""
        return list(self._events)

    def events_after(self, number: int) -> Iterator[Event]:
        """Yield the events after the one with this number."""
        return self._events.after(number)

    @property
    def moves(self) -> list[Event]:
        """The actions that have not been taken back."""
        effective = effective_actions(self._events)
        return [event for event in self._events if event.number in effective]

    @property
    def is_full(self) -> bool:
        """Tell whether the match is under way, but can have no more actions."""
        return self.seat != NOBODY and len(self.actors) >= MOST_ACTIONS

    @property
    def free_seats(self) -> list[str]:
        """The letters of the seats that nobody has taken."""
        return self.roster.free_seats

    @property
    def thinking_seed(self) -> int:
        """The seed of a computer's random choices after the last event; it follows from that of the match."""
        digest = hashlib.sha256(self.setup.seed + f"/computer/{self.number}".encode()).digest()
        return int.from_bytes(digest[:4], "big")

    @property
    def leave_text(self) -> str:
        """The action text with which a seat leaves while the others play on; "" where the game has none."""
        return self.game.late.leave_text if self.game.late else ""

    def _update(self) -> None:
        """Compute what follows from the other fields; what takes longer is forgotten, and computed when it is needed."""
        # How people ended the match: "draw", "abort", "claim", "resign" or "flag"; "" while the rules decide
        self.ending = self._find_ending()
        # The seat to act, CHANCE when a throw is due, NOBODY when the match is over
        self.seat = NOBODY if self.ending else self.match.seat
        # Whether the match still waits for players; a game with late seats never waits
        self.is_waiting = bool(self.free_seats) and self.game.late is None
        # The return of each seat by letter; None while the match goes on; {} for an aborted match, or if late seats can be
        # out of the game, -1 for each that was out or had given up, and 0 for every other seat
        self.result = self._find_result()
        # The letter of the seat that throws now; None when no throw is due or the dice roll by themselves
        self.thrower: str | None = None
        if self.seat == CHANCE and self.game.thrower:
            self.thrower = self.match.letter(self.game.thrower(self.match.state))
        self._awaits_person: bool | None = None
        self._awaited: str | None = None

    def _find_ending(self) -> str:
        """Return how people ended the match; giving up ends it only if the others cannot play on."""
        if self.agreement or not self.forfeits or self.leave_text:
            return self.agreement
        left = [one.kind for letter, one in self.occupants.items() if letter not in self.forfeits]
        # In a tournament, the only one who is left has won, and would otherwise play for nothing against computers
        has_won = bool(self.setup.tournament) and len(left) == 1
        is_over = len(self.occupants) <= 2 or "person" not in left or has_won
        return list(self.forfeits.values())[-1] if is_over else ""

    def _find_result(self) -> dict[str, int] | None:
        scores = self.game.scores or WIN_OR_LOSS
        if self.agreement == "abort":
            plays = self.game.late.plays if self.game.late else None
            if plays is None:
                return {}
            seats = {seat.letter: plays(self.match.state, seat.number) for seat in self.game.seats(self.match.options)}
            return {letter: 0 if is_in and letter not in self.forfeits else -1 for letter, is_in in seats.items()}
        if self.agreement:
            return dict.fromkeys(self.occupants, 0)
        if self.ending:
            return dict.fromkeys(self.occupants, scores.others) | dict.fromkeys(self.forfeits, scores.resigned)
        result = self.match.returns()
        return result if result is None or self.leave_text else result | dict.fromkeys(self.forfeits, scores.resigned)

    @property
    def is_pass_due(self) -> bool:
        """Tell whether passing is all that the seat to act may try, as far as it knows."""
        offered = [] if self.seat in (CHANCE, NOBODY) else self.match.offers()
        return len(offered) == 1 and self.match.text_of(offered[0]) == PASS

    def count_last_passes(self, most: int) -> int:
        """Return how many forced passes were played one after the other up to now, at most `most`."""
        count = 0
        for index in range(len(self.actors) - 1, -1, -1):
            if self.actors[index] == "chance":
                continue
            if count == most or index not in self.forced_passes:
                break
            count += 1
        return count

    @property
    def leave(self) -> int | None:
        """The action by which the seat to act leaves; None unless it has given up and the game lets it leave now."""
        if self.game.late is None or self.match.letter(self.seat) not in self.forfeits:
            return None
        try:
            return self.match.check(self.leave_text)
        except Refused:
            return None

    def shown_occupant(self, letter: str) -> Occupant:
        """Return whom readers see at a seat; one who gave up and leaves is still shown, since no computer plays on for them."""
        has_left = bool(self.leave_text) and letter in self.forfeits
        return (self.setup.seats if has_left else self.occupants)[letter]

    @property
    def arrival(self) -> int | None:
        """The action that brings in a late player; None where nobody can come in now.

        The place of arrival follows from the seed, as throws do.
        """
        late = self.game.late
        if late is None or self.seat in (CHANCE, NOBODY):
            return None
        source = make_dice("fair", hashlib.sha256(self.setup.seed + f"/join/{self.number}".encode()).digest())
        for seat in self.game.seats(self.setup.options):
            if self.occupants[seat.letter].kind != "free" and seat.letter not in self.forfeits:
                action = late.join(self.match.state, seat.number, source.throw)
                if action >= 0:
                    return action
        return None

    @property
    def only_computers_play(self) -> bool:
        """Tell whether every person is out of the game, in a game in which the others play on."""
        plays = self.game.late.plays if self.game.late else None
        if plays is None or self.seat in (CHANCE, NOBODY):
            return False
        return not any(
            self.occupants[seat.letter].kind == "person" and plays(self.match.state, seat.number)
            for seat in self.game.seats(self.setup.options)
        )

    @property
    def awaited(self) -> str:
        """The letter of the seat whose person must act or throw, or ""."""
        if self._awaited is None:
            letter = self.thrower or self.match.letter(self.seat) or ""
            self._awaited = letter if self.awaits_person and not self.is_waiting else ""
        return self._awaited

    @property
    def awaits_person(self) -> bool:
        """Tell whether the match goes on only when a person acts, throws or takes a free seat."""
        if self._awaits_person is None:
            occupant = self.occupants.get(self.thrower or self.match.letter(self.seat) or "")
            is_persons = occupant is not None and occupant.kind != "computer"
            self._awaits_person = self.is_waiting or (self.arrival is None and is_persons and not self.is_pass_due)
        return self._awaits_person

    def seats_of(self, holder: str) -> list[str]:
        """Return the letters of the seats for which this person decides."""
        return self.roster.seats_of.get(holder, [])

    def held_by(self, holder: str) -> list[str]:
        """Return the letters of this person's seats, including those they gave up."""
        return self.roster.held_by.get(holder, [])

    @property
    def have_all_acted(self) -> bool:
        """Tell whether every seat has acted, counting actions that were taken back."""
        return self._acts.keys() >= self.occupants.keys()

    def acts_of(self, letter: str) -> int:
        """Return how often a seat has acted, counting actions that were taken back."""
        return self._acts[letter]

    def event_number_of(self, holder: str, command: str) -> int | None:
        """Return the number of the event that this person's command with this id has already made, or None."""
        mine = self.held_by(holder)
        for event in self._events.made_by(command):  # several people may have used the same id
            if event.seat in mine or self._throwers.get(event.number) in mine or asking_holder(event) == holder:
                return event.number
        return None

    def accept(self, event: Event, rewound: Match | None = None) -> None:
        """Append `event` to the log and apply it; for a take back, `rewound` may name what `replay_actions` returns."""
        if event.kind == "back":
            length = int(event.text)
            self.match = rewound or replay_actions(*self.rewinding(length))
            del self.actors[length:]
            self.forced_passes = {index for index in self.forced_passes if index < length}
        else:
            self._apply(event)
        self._register(event)

    def _apply(self, event: Event) -> None:
        if event.kind == "act":
            self._play(event)
        elif event.kind == "commit":
            self.commitment = event.text
            self._dice = make_dice(self.setup.options.get("dice", "fair"), self.setup.seed, self.setup.id)
        elif event.kind == "salt":
            self.salts.append((event.seat, event.text))
            self._dice.salt(event.seat, event.text)
        elif event.kind == "hint":
            self.hints[event.seat] += 1
        elif event.kind == "refusal":
            self.match.add_attempt(RefusedAttempt(event.seat, *event.text.rsplit(" ", 1)))
        elif event.kind in ("sit", "leave"):
            one = self.occupants[event.seat] = occupant_after(event)
            self.setup = self.setup._replace(seats=self.setup.seats | {event.seat: one})
            self.roster = Roster(self.occupants, self.forfeits)
        elif event.kind in ("draw", "abort") or (event.kind == "claim" and claimed_result(event) == "draw"):
            self.agreement = event.kind
        elif event.kind in ("resign", "flag", "claim"):
            self._forfeit(event.seat, event.kind)

    def _register(self, event: Event) -> None:
        """Add the event to the log, the clock and the offers; these count actions that were taken back, too."""
        if event.kind == "act":
            letter = self._throwers.get(event.number, "") if event.seat == "chance" else event.seat
            self.clock.charge(letter, event.spent, event.at)
            self._acts[letter] += 1
        elif event.kind == "flag":
            self.clock.run_out(event.seat, event.at)
        elif event.kind == "back" and event.spent:
            self.clock.charge_back(event.seat, event.spent, event.at)
        elif event.kind == "back" or (event.kind in ("sit", "leave") and not self.actors):
            self.clock.since = event.at
        self.offers.update(event, self._acts)
        self._events.append(event)
        self.number, self.last_kind = event.number, event.kind
        self._update()

    def _forfeit(self, letter: str, how: str) -> None:
        self.forfeits[letter] = how
        self._update()
        if not self.ending:
            self.occupants[letter] = self.occupants[letter]._replace(kind="computer", level=WEAKEST)
        self.roster = Roster(self.occupants, self.forfeits)

    def rename(self, person: Person) -> bool:
        """Change how a person is called, and their standing; tell whether they have a seat here."""
        letters = self.held_by(person.holder)
        seats = {letter: called(self.setup.seats[letter], person) for letter in letters}
        self.occupants |= {letter: called(self.occupants[letter], person) for letter in letters}
        self.setup = self.setup._replace(seats=self.setup.seats | seats)
        self.roster = Roster(self.occupants, self.forfeits)
        self._update()
        return bool(letters)

    def _play(self, event: Event) -> None:
        if event.seat == "chance":
            self._throwers[event.number] = self.thrower or ""
            self._throw(self._dice)
        elif event.text == PASS and self.is_pass_due:
            self.forced_passes.add(len(self.actors))
        if self._decided and self._decided[0] is event:
            self.match.play_action(self._decided[1], event.text)
        else:  # from the log, which contains only texts
            self.match.play(event.text)
        self.match.previous_state.share_lists(self.match.state)  # which nobody else changes
        self.actors.append(sys.intern(event.seat))

    def _throw(self, source: Dice) -> int:
        if self.game.throw is None:
            raise TypeError(f"{self.game.name} has throws, but no function that makes them")
        return self.game.throw(self.match.state, source.throw)

    def rewinding(self, length: int) -> tuple[Game, Options, str | None, list[str]]:
        """Return what `replay_actions` needs for the match after its first `length` actions."""
        return self.game, self.setup.options, self.setup.position, self.match.actions[:length]
