"""The authority over one match: it decides what happens and keeps what has happened.

`decide` answers a command with the event it would make, or refuses; `accept` makes the
event part of the match.  What cannot be stored is forgotten by building the referee anew.
"""

import hashlib
from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from ludoteka.core.dice import Dice, dice
from ludoteka.core.game import Game
from ludoteka.core.match import Match
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.turn import Turn
from ludoteka.referee.commands import Act, Back, Command, Resign, Throw
from ludoteka.referee.events import Event, Occupant, Setup

PASS = "pass"  # the action text of a seat that has, or wants, nothing to do
WEAKEST = 1  # the level of the computer that plays on for a seat that gave up


class Referee:
    """One match: its setup, its log, and where it stands."""

    def __init__(self, game: Game, setup: Setup, events: Iterable[Event] = ()) -> None:
        self.game = game
        self.setup = setup
        self.match = Match(game, setup.options)
        self.before: Any = None  # the state before the last action, for showing what it did
        self.moves: list[Event] = []  # the actions that stand
        self.hidden: dict[int, tuple[int, ...]] = {}  # index of a move -> the seats that may not know it
        self.forced: set[int] = set()  # the indices of moves that passed because nothing else could be done
        self.number = 0
        self.occupants: dict[str, Occupant] = dict(setup.seats)  # who decides now
        self.resigned: list[str] = []  # the letters of the seats that gave up
        self._events: list[Event] = []
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
    def leave(self) -> str:
        """The action text with which a seat leaves the others to play on; "" where the game has none."""
        return self.game.moderator.leave if self.game.moderator else ""

    @property
    def is_given_up(self) -> bool:
        """Tell whether the match is over because of a resignation: there were but two, or no person is left."""
        if not self.resigned or self.leave:
            return False
        return len(self.occupants) <= 2 or all(one.kind == "computer" for one in self.occupants.values())

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
    def awaits_person(self) -> bool:
        """Tell whether a person is to act or to throw, so that nothing goes on by itself."""
        occupant = self.occupants.get(self.thrower or self.match.letter(self.seat) or "")
        return occupant is not None and occupant.kind == "person" and not self.is_pass_due

    @property
    def is_pass_due(self) -> bool:
        """Tell whether all that the seat to act can do is to pass."""
        if self.seat in (CHANCE, NOBODY):
            return False
        legal = self.match.legal()
        return len(legal) == 1 and self.game.notation.action_text(self.match.seen(), legal[0]) == PASS

    def seats_of(self, holder: str) -> list[str]:
        """Return the letters of the seats for which this person decides."""
        return [letter for letter, one in self.occupants.items() if one.kind == "person" and one.holder == holder]

    def is_of(self, holder: str) -> bool:
        """Tell whether this person has, or had until giving it up, a seat."""
        return any(one.holder == holder for one in self.occupants.values())

    def done_before(self, holder: str, command: str) -> int | None:
        """Return the number of the event that a command of this person with this id made, if one did."""
        mine = self.seats_of(holder)
        return next(
            (
                event.number
                for event in reversed(self._events)
                if command
                and event.command == command
                and (event.seat in mine or self._throwers.get(event.number) in mine)
            ),
            None,
        )

    def decide(self, holder: str, command: Command, at: float) -> Event:
        """Return the event that a person's command makes; nothing is changed.

        Raises:
            Refused: "stale", "not-your-seat", "game-over", "not-your-turn", "no-throw-due", "not-your-throw",
                "nothing-to-take-back", or the game's own reason.
        """
        mine = self.seats_of(holder)
        if not mine:
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if command.number != self.number:
            raise Refused("stale", Message("The match has moved on. Look again before you act."))
        if isinstance(command, Back):
            return self._event("back", mine[0], str(self._length_after_back(mine)), command.id, at)
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        if isinstance(command, Resign):
            return self._event("resign", self._resigning(mine, command), "", command.id, at)
        if isinstance(command, Throw):
            self._check_throw(mine)
            return self.decide_throw(at, command.id)
        return self._decide_act(mine, command, at)

    def _check_throw(self, mine: list[str]) -> None:
        if self.seat != CHANCE:
            raise Refused("no-throw-due", Message("There is nothing to throw now."))
        if self.thrower not in mine:
            raise Refused("not-your-throw", Message("It is not your throw."))

    def _decide_act(self, mine: list[str], command: Act, at: float) -> Event:
        letter = self.match.letter(self.seat)
        if letter not in mine:
            raise Refused("not-your-turn", Message("It is not your turn."))
        text = command.what if isinstance(command.what, str) else self._text_of_path(command.what)
        action = self.match.check(text)
        text = self.game.notation.action_text(self.match.seen(), action)
        return self._event("act", letter, text, command.id, at)

    def _text_of_path(self, path: tuple[str, ...]) -> str:
        seen = self.match.seen()
        paths = self.game.scene(seen, self.match.legal()).paths
        if path not in paths:
            raise self.game.notation.refused_path(seen, path)
        return paths[path]

    def _resigning(self, mine: list[str], command: Resign) -> str:
        to_act = self.match.letter(self.seat)
        seat = command.seat or (mine[0] if len(mine) == 1 or to_act not in mine else to_act)
        if seat not in mine:
            raise Refused("not-your-seat", Message("You can resign only for a seat of your own."))
        return seat

    def can_take_back(self, holder: str) -> bool:
        """Tell whether a `Back` of this person would be accepted."""
        try:
            self._length_after_back(self.seats_of(holder))
        except Refused:
            return False
        return True

    def _length_after_back(self, mine: list[str]) -> int:
        """Return how many actions remain when these seats take back their last one.

        Only somebody who plays alone, against himself or computers, decides this by himself;
        and what dice or secrets have told cannot be taken back.
        """
        people = {one.holder for one in self.occupants.values() if one.kind == "person"}
        alone = bool(mine) and len(people) == 1
        own = [index for index, move in enumerate(self.moves) if move.seat in mine and index not in self.forced]
        has_secrets = self.game.rules.Observation is not self.game.rules.State  # every answer tells something
        if has_secrets or not alone or self.resigned or not own:
            raise Refused("nothing-to-take-back", Message("There is nothing that you could take back."))
        length = own[-1]
        if any(self.moves[index].seat == "chance" or index in self.hidden for index in range(length, len(self.moves))):
            raise Refused("nothing-to-take-back", Message("A throw or a secret has come out since: it stays."))
        return length

    def decide_for_computer(self, action: int, at: float) -> Event:
        """Return the event of a computer's legal action."""
        letter = str(self.match.letter(self.seat))
        return self._event("act", letter, self.game.notation.action_text(self.match.seen(), action), "", at)

    def decide_pass(self, at: float) -> Event:
        """Return the event of the pass that is due."""
        return self._event("act", str(self.match.letter(self.seat)), PASS, "", at)

    def decide_throw(self, at: float, command: str = "") -> Event:
        """Return the event of the throw that is due; the dice are drawn when it is accepted."""
        return self._event("act", "chance", self._thrown(deepcopy(self._dice)), command, at)

    def _thrown(self, source: Dice) -> str:
        if self.game.throw is None:
            raise TypeError(f"{self.game.name} has throws but does not say how they are made")
        action = self.game.throw(self.match.state, source.throw)
        return self.game.notation.action_text(self.match.seen(), action)

    def _event(self, kind: str, seat: str, text: str, command: str, at: float) -> Event:
        return Event(self.number + 1, kind, seat, text, command, at)

    def accept(self, event: Event) -> None:
        """Make `event`, the next of the log, part of the match."""
        if event.kind == "act":
            self._play(event)
        elif event.kind == "back":
            self._return_to(int(event.text))
        else:
            self._give_up(event.seat)
        self._events.append(event)
        self.number = event.number

    def _give_up(self, letter: str) -> None:
        self.resigned.append(letter)
        self.occupants[letter] = self.occupants[letter]._replace(kind="computer", level=WEAKEST)

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

    def _return_to(self, length: int) -> None:
        actions = self.match.actions[:length]
        self.match, self.before = Match(self.game, self.setup.options), None
        for text in actions:
            self.before = self.match.state.copy()
            self.match.play(text)
        del self.moves[length:]
        self.forced = {index for index in self.forced if index < length}

    def _fresh_dice(self) -> Dice:
        return dice(self.setup.options.get("dice", "fair"), self.setup.seed)

    def turn(self) -> Turn | None:
        """Return what the computer that is to act must know, or None when none is."""
        letter = self.match.letter(self.seat)
        occupant = self.occupants.get(letter or "")
        if occupant is None or occupant.kind != "computer":
            return None
        key = hashlib.sha256(self.setup.seed + f"/computer/{self.number}".encode()).digest()
        return Turn(
            self.game.name,
            self.setup.options,
            self.game.rules.observe(self.match.state, self.seat).values(),
            self.match.offers(),
            self.match.past,
            occupant.level,
            int.from_bytes(key[:4], "big"),
            self.match.told,
        )


def _standing(log: list[Event]) -> list[Event]:
    """Return the actions of a log that have not been taken back."""
    standing: list[Event] = []
    for event in log:
        if event.kind == "act":
            standing.append(event)
        elif event.kind == "back":
            del standing[int(event.text) :]
    return standing
