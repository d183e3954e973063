"""The authority over one match: it turns commands into events.

`decide` returns the event that a command would make, or refuses it; `accept` applies the event.  If an event cannot
be stored after it was accepted, the referee is discarded and rebuilt from the stored log.
"""

import re
from collections.abc import Collection
from copy import deepcopy

from ludoteka.compilation import mypyc_attr
from ludoteka.core.message import Message, Refusal, Refused, RefusedAloud
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
    Hint,
    Leave,
    Offer,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.context import RefereeContext
from ludoteka.referee.events import KEEPING_POSITION, Event, Person
from ludoteka.referee.length import check_length, is_full
from ludoteka.referee.projection import PASS, Projection
from ludoteka.referee.seating import check_sit, create_occupant, encode_sit
from ludoteka.referee.thinking.hints import check_hint
from ludoteka.referee.thinking.turns import build_turn

InOrder = Act | Throw | Hint | Back | Resign | Leave | Offer | Accept | Decline | Claim
SALT = re.compile(r"[0-9A-Za-z_-]{1,64}")
NOT_YOUR_SEAT = Refusal("not-your-seat", Message("You are watching: none of the seats is yours."), 403)
STALE = Refusal("stale", Message("The match has moved on. Look again before you act."), 409)


@mypyc_attr(allow_interpreted_subclasses=True)
class Referee(Projection):
    """One match, and the decisions on what may happen in it."""

    def decide(self, holder: str, command: Command, context: RefereeContext) -> Event:
        """Return the event that a person's command makes, without changing anything.

        Raises:
            Refused: "stale", "not-your-seat", "not-begun", "game-over", "not-your-turn", "no-throw-due",
                "not-your-throw", "nothing-to-take-back", "seat-taken", "bad-seats", "bad-invitation",
                "seated-already", "has-begun", "bad-offer", "nobody-to-ask", "offered-already", "nothing-offered",
                "cannot-abort", "cannot-claim", "no-hints", "bad-salt", "salted-already", "too-long", or the game's own reason.
        """
        if isinstance(command, Sit):
            return self._decide_sit(holder, command, context.at)
        if isinstance(command, Abort):
            return self._decide_abort(holder, command, context)
        mine = self.seats_of(holder)
        if not mine:
            raise NOT_YOUR_SEAT()
        if isinstance(command, Salt):
            return self._decide_salt(mine, command, context.at)
        if not self._is_current(command.number) and not _is_valid_later(mine, command):
            raise STALE()
        return self._decide_in_order(holder, mine, command, context)

    def _is_current(self, number: int) -> bool:
        """Tell whether a client that has seen the log up to this number is up to date; salts and hints don't count."""
        return 0 <= number <= self.number and all(event.kind in KEEPING_POSITION for event in self.events_after(number))

    def _decide_in_order(self, holder: str, mine: list[str], command: InOrder, context: RefereeContext) -> Event:
        """Decide a command from a client that is up to date."""
        check_length(self, command)
        if isinstance(command, Leave):
            return self._event("leave", self._leaving_seat(mine, command), holder, command.id, context.at)
        if self.is_waiting:
            raise Refused("not-begun", Message("The match begins when all seats are taken."))
        if self.seat == NOBODY:  # the seed is public now, so nothing may follow
            raise Refused("game-over", Message("The match is over."))
        if isinstance(command, Hint):
            return self._event("hint", check_hint(self, holder), "", command.id, context.at)
        if isinstance(command, Back):
            return self._decide_back(mine, command, context)
        if isinstance(command, Act | Throw):
            return self._decide_turn(mine, command, context)
        return self._decide_ending(holder, mine, command, context)

    def _decide_back(self, mine: list[str], command: Back, context: RefereeContext) -> Event:
        """Decide a take back that needs no consent; the awaited seat, whose clock has run, is a seat of the same person."""
        length = self._length_after_back(mine)
        seat = self.awaited or self.actors[length]
        return self._event("back", seat, str(length), command.id, context.at, self._cost(context))

    def _decide_turn(self, mine: list[str], command: Act | Throw, context: RefereeContext) -> Event:
        spent = self._cost(context)
        if isinstance(command, Act):
            return self._decide_act(mine, command, context.at, spent)
        self._check_throw(mine)
        return self.decide_throw(context.at, command.id, spent)

    def _cost(self, context: RefereeContext) -> float:
        """Return the seconds to charge to the awaited seat."""
        return self.clock.cost(self.awaited, context.at, context.downtime, context.lag)

    def _decide_ending(
        self, holder: str, mine: list[str], command: Resign | Offer | Accept | Decline | Claim, context: RefereeContext
    ) -> Event:
        """Decide a resignation, a claim, or a step of an agreement."""
        if isinstance(command, Resign):
            return self._event("resign", self._resigning_seat(mine, command), "", command.id, context.at)
        if isinstance(command, Claim):
            seat = agreements.claimable_seat(self, mine)
            self._check_claim(seat, command.what, context.absent)
            return self._event("claim", seat, f"{holder} {command.what}", command.id, context.at)
        if isinstance(command, Offer):
            if reason := agreements.offer_refusal(self, mine[0], command.matter):
                raise reason
            return self._event("offer", mine[0], command.matter, command.id, context.at)
        if isinstance(command, Decline) and mine[0] in self.offers.pending:
            return self._event("decline", mine[0], self.offers.pending[mine[0]], command.id, context.at)
        offer = agreements.find_offer(self, mine, command.matter)
        if offer is None:
            raise Refused("nothing-offered", Message("This offer is no longer open."))
        return self._answer(mine, command, offer, context.at)

    def _answer(self, mine: list[str], command: Accept | Decline, offer: tuple[str, str], at: float) -> Event:
        letter, agreeing = offer
        if isinstance(command, Decline):
            return self._event("decline", mine[0], command.matter, command.id, at)
        if agreeing:  # more people must agree
            return self._event("offer", agreeing, f"{command.matter} {letter}", command.id, at)
        if command.matter == "draw":
            return self._event("draw", mine[0], "", command.id, at)
        return self._event("back", mine[0], str(_length(agreements.length_after_back(self, [letter]))), command.id, at)

    def _check_claim(self, seat: str, what: str, absent: Collection[str]) -> None:
        is_possible = what == "win" or (what == "draw" and len(self.occupants) == 2)
        if not is_possible or not seat or self.occupants[seat].holder not in absent:
            raise Refused(
                "cannot-claim", Message("There is nothing to claim: the player to move has not been gone long enough.")
            )

    def _decide_abort(self, holder: str, command: Abort, context: RefereeContext) -> Event:
        if not agreements.can_abort(self, holder, context.absent):
            raise Refused("cannot-abort", Message("This match can no longer be called off."))
        return self._event("abort", "", holder, command.id, context.at)

    def _decide_salt(self, mine: list[str], command: Salt, at: float) -> Event:
        if command.seat not in mine:
            raise NOT_YOUR_SEAT(Message("You can add a salt only for a seat of your own."))
        if not self.commitment or not SALT.fullmatch(command.salt) or self.seat == NOBODY:
            raise Refused("bad-salt", Message("This salt can't be used for the dice of this match."))
        if command.seat in dict(self.salts):
            raise Refused("salted-already", Message("This seat has already added its salt."))
        return self._event("salt", command.seat, command.salt, command.id, at)

    def decide_flag(self, context: RefereeContext) -> Event | None:
        """Return the event that flags the awaited seat, or None while it still has time."""
        due = self.clock.due(self.awaited) if self.awaited else None
        if due is None or due + context.downtime > context.at:
            return None
        return self._event("flag", self.awaited, "", "", context.at)

    def _decide_sit(self, holder: str, command: Sit, at: float) -> Event:
        if self.seat == NOBODY:
            raise Refused("game-over", Message("The match is over."))
        check_sit(self.setup, self.occupants, holder, command)
        one = create_occupant(self.game, command.kind, command.level, command.person or Person(holder))
        return self._event("sit", command.seat, encode_sit(holder, one), command.id, at)

    def _leaving_seat(self, mine: list[str], command: Leave) -> str:
        if self.setup.has_fixed_seats:
            raise Refused("drawn-seat", Message("The seats of this match were assigned, so they can't be given back."))
        if not self.can_leave:
            raise Refused(
                "has-begun", Message("The match has begun: you can resign, but no longer give the seat back.")
            )
        seat = command.seat or mine[0]
        if seat not in mine:
            raise NOT_YOUR_SEAT(Message("You can only give back a seat of your own."))
        return seat

    @property
    def can_leave(self) -> bool:
        """Tell whether people may still give back their seats; never if the house has decided who sits where."""
        is_fixed = self.setup.has_fixed_seats or self.game.late is not None
        return not self.actors and self.seat != NOBODY and not is_fixed

    def _check_throw(self, mine: list[str]) -> None:
        if self.seat != CHANCE:
            raise Refused("no-throw-due", Message("There is nothing to throw now."))
        if self.thrower not in mine:
            raise Refused("not-your-throw", Message("It is not your throw."))

    def _decide_act(self, mine: list[str], command: Act, at: float, spent: float) -> Event:
        letter = self.match.letter(self.seat)
        if self.thrower in mine:
            raise Refused("not-your-turn", Message("The dice must be thrown first."))
        if letter not in mine:
            raise Refused("not-your-turn", Message("It is not your turn."))
        path = self._path(command.what)
        if self.game.late and self.game.late.is_joining(path):  # the game's own refusal could reveal a secret
            raise Refused("not-your-turn", Message("Chance decides that."))
        return self._event("act", letter, self.match.text_of(self.match.find(path)), command.id, at, spent)

    def _path(self, what: str | Path) -> Path:
        """Return the path of an action that was typed as text or picked."""
        if isinstance(what, str):
            return self.game.texts.read(self.match.seen(), what)
        return what if self.match.action_of(what) is not None else self.match.scene().shortcuts.get(what, what)

    def _resigning_seat(self, mine: list[str], command: Resign) -> str:
        to_act = self.thrower or self.match.letter(self.seat)
        seat = command.seat or (mine[0] if len(mine) == 1 or to_act not in mine else to_act)
        if seat not in mine:
            raise NOT_YOUR_SEAT(Message("You can only resign for a seat of your own."))
        return seat

    def can_take_back(self, holder: str) -> bool:
        """Tell whether a `Back` of this person would be accepted."""
        mine = self.seats_of(holder)
        return agreements.takes_back_freely(self, mine) and isinstance(agreements.length_after_back(self, mine), int)

    def _length_after_back(self, mine: list[str]) -> int:
        """Return how many actions remain after these seats take back their last one without asking anybody."""
        if not agreements.takes_back_freely(self, mine):
            raise Refused("nothing-to-take-back", Message("There is nothing you could take back."))
        return _length(agreements.length_after_back(self, mine))

    def decide_for_computer(self, action: int, at: float) -> Event:
        """Return the event of the legal action that a computer chose."""
        letter = str(self.match.letter(self.seat))
        return self._event("act", letter, self.match.text_of(action), "", at)

    def decide_automatically(self, at: float) -> Event | None:
        """Return the event that needs no decision, if one is due.

        It is a throw, the arrival of a late player, a forced pass, or the leave of a seat that gave up.  A match that can
        have no more actions is called off instead.
        """
        if self.is_waiting:
            return None
        if is_full(self) and not self.awaits_person:
            return self._event("abort", "", "", "", at)
        if self.seat == CHANCE:
            return self.decide_throw(at)
        text = self.arrival_text or (PASS if self.is_pass_due else self.leave_text if self.is_leave_due else "")
        return self._event("act", str(self.match.letter(self.seat)), text, "", at) if text else None

    def decide_refusal(self, refused: RefusedAloud, at: float) -> Event:
        """Return the event by which everybody hears what `decide` has refused to the seat to act."""
        return self._event("refusal", str(self.match.letter(self.seat)), f"{refused.text} {refused.code}", "", at)

    def decide_throw(self, at: float, command: str = "", spent: float = 0.0) -> Event:
        """Return the event of the throw that is due; the dice advance only when it is accepted."""
        return self._event("act", "chance", self._throw(deepcopy(self._dice)), command, at, spent)

    def _event(self, kind: str, seat: str, text: str, command: str, at: float, spent: float = 0.0) -> Event:
        return Event(self.number + 1, kind, seat, text, command, at, spent)

    @property
    def only_computers_play(self) -> bool:
        """Tell whether every person is out of the game, in a game in which the others play on."""
        return agreements.only_computers_play(self)

    def computer_turn(self) -> Turn | None:
        """Return what the computer to act needs to decide, or None when it is not a computer's turn."""
        letter = self.match.letter(self.seat)
        occupant = self.occupants.get(letter or "")
        if occupant is None or occupant.kind != "computer":
            return None
        legal = [
            action for action in self.match.offers() if self.match.accepts(action)
        ]  # without what would be refused
        return build_turn(self, occupant.level, legal)


def _is_valid_later(mine: list[str], command: InOrder) -> bool:
    """Tell whether a command means the same whatever has happened since it was sent: a resignation for a certain seat."""
    return isinstance(command, Resign) and (bool(command.seat) or len(mine) == 1)


def _length(length: int | Refused) -> int:
    """Return the length, or raise the refusal in its place."""
    if isinstance(length, Refused):
        raise length
    return length
