"""The authority over one match: it decides what happens and keeps what has happened.

`decide` answers a command with the event it would make, or refuses; `accept` makes the
event part of the match.  What cannot be stored is forgotten by building the referee anew.
"""

import hashlib
import re
from collections.abc import Collection
from copy import deepcopy
from typing import NamedTuple

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path
from ludoteka.players.turn import Turn
from ludoteka.referee import agreements
from ludoteka.referee.commands import (
    Abort,
    Accept,
    Act,
    Back,
    Claim,
    Command,
    Decline,
    Leave,
    Offer,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.course import PASS, Course
from ludoteka.referee.events import Event
from ludoteka.referee.seating import check_sit, occupant_for, sit_text

InOrder = Act | Throw | Back | Resign | Leave | Offer | Accept | Decline | Claim
SALT = re.compile(r"[0-9A-Za-z_-]{1,64}")


class Moment(NamedTuple):
    """When something is asked, and what the house knows then of time and people."""

    at: float  # house time, seconds since 1970
    idle: float = 0.0  # of the seconds since somebody began to think, those in which no house was up
    lag: float = 0.0  # seconds that messages of who asks are under way
    gone: Collection[str] = ()  # the holders who have left for longer than the grace


class Referee(Course):
    """A match, and what may be done in it."""

    def decide(self, holder: str, command: Command, moment: Moment) -> Event:
        """Return the event that a person's command makes; nothing is changed.

        Raises:
            Refused: "stale", "not-your-seat", "not-begun", "game-over", "not-your-turn", "no-throw-due",
                "not-your-throw", "nothing-to-take-back", "seat-taken", "bad-seats", "bad-invitation", "has-begun",
                "bad-offer", "nobody-to-ask", "offered-already", "nothing-offered", "cannot-abort", "cannot-claim",
                "bad-salt", "salted-already", or the game's own reason.
        """
        if isinstance(command, Sit):
            return self._decide_sit(holder, command, moment.at)
        if isinstance(command, Abort):
            return self._decide_abort(holder, command, moment.at)
        mine = self.seats_of(holder)
        if not mine:
            raise Refused("not-your-seat", Message("You are watching: none of the seats is yours."))
        if isinstance(command, Salt):
            return self._decide_salt(mine, command, moment.at)
        if not self._is_known(command.number):
            raise Refused("stale", Message("The match has moved on. Look again before you act."))
        return self._decide_in_order(holder, mine, command, moment)

    def _is_known(self, number: int) -> bool:
        """Tell whether who knows the log up to this number knows the match; browsers salt by themselves meanwhile."""
        return 0 <= number <= self.number and all(event.kind == "salt" for event in self._events[number:])

    def _decide_in_order(self, holder: str, mine: list[str], command: InOrder, moment: Moment) -> Event:
        """Decide what is asked in knowledge of the whole log."""
        if isinstance(command, Leave):
            return self._event("leave", self._leaving(mine, command), holder, command.id, moment.at)
        if self.is_waiting:
            raise Refused("not-begun", Message("The match begins when all seats are taken."))
        if isinstance(command, Back):
            length = self._length_after_back(mine)
            event = self._event("back", self.moves[length].seat, str(length), command.id, moment.at)
            return event._replace(spent=self._cost(moment))
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        if isinstance(command, Act | Throw):
            return self._decide_turn(mine, command, moment)
        return self._decide_ending(holder, mine, command, moment)

    def _decide_turn(self, mine: list[str], command: Act | Throw, moment: Moment) -> Event:
        if isinstance(command, Throw):
            self._check_throw(mine)
            event = self.decide_throw(moment.at, command.id)
        else:
            event = self._decide_act(mine, command, moment.at)
        return event._replace(spent=self._cost(moment))

    def _cost(self, moment: Moment) -> float:
        """Return what is charged to the seat that was awaited."""
        return self.timing.charge(self.awaited, moment.at, moment.idle, moment.lag)

    def _decide_ending(
        self, holder: str, mine: list[str], command: Resign | Offer | Accept | Decline | Claim, moment: Moment
    ) -> Event:
        """Decide what ends a match beside the rules, and what is agreed on."""
        if isinstance(command, Resign):
            return self._event("resign", self._resigning(mine, command), "", command.id, moment.at)
        if isinstance(command, Claim):
            seat = agreements.claimable(self, mine)
            self._check_claim(seat, command.what, moment.gone)
            return self._event("claim", seat, f"{holder} {command.what}", command.id, moment.at)
        if isinstance(command, Offer):
            if reason := agreements.objection(self, mine[0], command.matter):
                raise reason
            return self._event("offer", mine[0], command.matter, command.id, moment.at)
        if isinstance(command, Decline) and mine[0] in self.offers.standing:
            return self._event("decline", mine[0], self.offers.standing[mine[0]], command.id, moment.at)
        answered = agreements.answered(self, mine, command.matter)
        if answered is None:
            raise Refused("nothing-offered", Message("Nobody offers that any more."))
        return self._answer(mine, command, answered, moment.at)

    def _answer(self, mine: list[str], command: Accept | Decline, answered: tuple[str, str], at: float) -> Event:
        letter, agreeing = answered
        if isinstance(command, Decline):
            return self._event("decline", mine[0], command.matter, command.id, at)
        if agreeing:  # others must agree, too
            return self._event("offer", agreeing, f"{command.matter} {letter}", command.id, at)
        if command.matter == "draw":
            return self._event("draw", mine[0], "", command.id, at)
        return self._event("back", mine[0], str(_length(agreements.after_back(self, [letter]))), command.id, at)

    def _check_claim(self, seat: str, what: str, gone: Collection[str]) -> None:
        is_possible = what == "win" or (what == "draw" and len(self.occupants) == 2)
        if not is_possible or not seat or self.occupants[seat].holder not in gone:
            raise Refused("cannot-claim", Message("Nothing can be claimed: nobody who is to act has left for long."))

    def _decide_abort(self, holder: str, command: Abort, at: float) -> Event:
        if not agreements.can_abort(self, holder):
            raise Refused("cannot-abort", Message("This match can no longer be called off."))
        return self._event("abort", "", holder, command.id, at)

    def _decide_salt(self, mine: list[str], command: Salt, at: float) -> Event:
        if command.seat not in mine:
            raise Refused("not-your-seat", Message("You can add a salt only for a seat of your own."))
        if not self.commitment or not SALT.fullmatch(command.salt) or self.seat == NOBODY:
            raise Refused("bad-salt", Message("Nothing is thrown here for which that could be a salt."))
        if command.seat in dict(self.salts):
            raise Refused("salted-already", Message("This seat has added its salt already."))
        return self._event("salt", command.seat, command.salt, command.id, at)

    def decide_flag(self, moment: Moment) -> Event | None:
        """Return the event of the seat whose time is over, if one's is."""
        due = self.timing.due(self.awaited) if self.awaited else None
        if due is None or due + moment.idle > moment.at:
            return None
        return self._event("flag", self.awaited, "", "", moment.at)

    def _decide_sit(self, holder: str, command: Sit, at: float) -> Event:
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        check_sit(self.setup, self.occupants, holder, command)
        one = occupant_for(self.game, command.kind, command.level, holder, command.name)
        return self._event("sit", command.seat, sit_text(holder, one), command.id, at)

    def _leaving(self, mine: list[str], command: Leave) -> str:
        if not self.can_leave:
            raise Refused("has-begun", Message("The match has begun: now one can only resign."))
        seat = command.seat or mine[0]
        if seat not in mine:
            raise Refused("not-your-seat", Message("You can leave only a seat of your own."))
        return seat

    @property
    def can_leave(self) -> bool:
        """Tell whether people may still give their seats back."""
        return not self.moves and self.seat != NOBODY and self.game.late is None

    def _check_throw(self, mine: list[str]) -> None:
        if self.seat != CHANCE:
            raise Refused("no-throw-due", Message("There is nothing to throw now."))
        if self.thrower not in mine:
            raise Refused("not-your-throw", Message("It is not your throw."))

    def _decide_act(self, mine: list[str], command: Act, at: float) -> Event:
        letter = self.match.letter(self.seat)
        if self.thrower in mine:
            raise Refused("not-your-turn", Message("The dice must be thrown first."))
        if letter not in mine:
            raise Refused("not-your-turn", Message("It is not your turn."))
        path = self._path(command.what)
        if self.game.late and self.game.late.is_joining(path):  # a reason of the game's would tell too much
            raise Refused("not-your-turn", Message("That is for chance to decide."))
        return self._event("act", letter, self.match.text_of(self.match.find(path)), command.id, at)

    def _path(self, what: str | Path) -> Path:
        """Return the path of an action that was typed or picked."""
        if isinstance(what, str):
            return self.game.texts.read(self.match.seen(), what)
        return what if what in self.match.ways() else self.match.scene().shortcuts.get(what, what)

    def _resigning(self, mine: list[str], command: Resign) -> str:
        to_act = self.thrower or self.match.letter(self.seat)
        seat = command.seat or (mine[0] if len(mine) == 1 or to_act not in mine else to_act)
        if seat not in mine:
            raise Refused("not-your-seat", Message("You can resign only for a seat of your own."))
        return seat

    def can_take_back(self, holder: str) -> bool:
        """Tell whether a `Back` of this person would be accepted."""
        mine = self.seats_of(holder)
        return agreements.takes_back_freely(self, mine) and isinstance(agreements.after_back(self, mine), int)

    def _length_after_back(self, mine: list[str]) -> int:
        """Return how many actions remain when these seats take back their last one, without asking anybody."""
        if not agreements.takes_back_freely(self, mine):
            raise Refused("nothing-to-take-back", Message("There is nothing that you could take back."))
        return _length(agreements.after_back(self, mine))

    def decide_for_computer(self, action: int, at: float) -> Event:
        """Return the event of a computer's legal action."""
        letter = str(self.match.letter(self.seat))
        return self._event("act", letter, self.match.text_of(action), "", at)

    def decide_by_itself(self, at: float) -> Event | None:
        """Return the event that needs no thinking: a throw, who comes in late, a pass, the leave of who gave up."""
        if self.is_waiting:
            return None
        if self.seat == CHANCE:
            return self.decide_throw(at)
        text = self.arrival or (PASS if self.is_pass_due else self.leave if self.is_leave_due else "")
        return self._event("act", str(self.match.letter(self.seat)), text, "", at) if text else None

    def decide_throw(self, at: float, command: str = "") -> Event:
        """Return the event of the throw that is due; the dice are drawn when it is accepted."""
        return self._event("act", "chance", self._thrown(deepcopy(self._dice)), command, at)

    def _event(self, kind: str, seat: str, text: str, command: str, at: float) -> Event:
        return Event(self.number + 1, kind, seat, text, command, at)

    def turn(self) -> Turn | None:
        """Return what the computer that is to act must know, or None when none is."""
        letter = self.match.letter(self.seat)
        occupant = self.occupants.get(letter or "")
        if occupant is None or occupant.kind != "computer":
            return None
        secret = {one.name for one in self.game.options if one.is_secret}
        key = hashlib.sha256(self.setup.seed + f"/computer/{self.number}".encode()).digest()
        return Turn(
            self.game.name,
            {name: value for name, value in self.setup.options.items() if name not in secret},
            self.game.rules.observe(self.match.state, self.seat).values(),
            [action for action in self.match.offers() if self.match.accepts(action)],  # trying costs nothing
            self.match.past,
            occupant.level,
            int.from_bytes(key[:4], "big"),
            self.match.log(self.seat),
        )


def _length(length: int | Refused) -> int:
    if isinstance(length, Refused):
        raise length
    return length
