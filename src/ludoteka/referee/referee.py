"""The authority over one match: it turns commands into events.

`decide` returns the event that a command would make, or refuses it; `accept` applies the event.  If an event cannot
be stored after it was accepted, the referee is discarded and rebuilt from the stored log.
"""

import re
from copy import deepcopy

from ludoteka.compilation import mypyc_attr
from ludoteka.core.message import Message, Refusal, Refused, RefusedAloud
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.players.levels import hint_level
from ludoteka.players.turn import Turn, build_turn
from ludoteka.records.match_record import MOST_ACTIONS
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
    RefereeContext,
    Resign,
    Salt,
    Sit,
    Throw,
)
from ludoteka.referee.events import KEEPING_POSITION, Event, Person
from ludoteka.referee.projection import Projection
from ludoteka.referee.seating import check_sit, create_occupant, encode_sit

InOrder = Act | Throw | Hint | Back | Resign | Leave | Offer | Accept | Decline | Claim
# Events beside the actions: take backs, what was taken back, hints, offers, seats taken and given back.  Every server that
# opens a match replays all of them, so there is an end.
MOST_ASIDES = 20_000
SALT = re.compile(r"[0-9A-Za-z_-]{1,64}")
NOT_YOUR_SEAT = Refusal("not-your-seat", Message("You are watching: none of the seats is yours."), 403)
NOT_YOUR_TURN = Refusal("not-your-turn", Message("It is not your turn."))
DICE_FIRST = Refusal("not-your-turn", Message("The dice must be thrown first."))
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
            if not agreements.can_abort(self, holder, context.absent):
                raise Refused("cannot-abort", Message("This match can no longer be called off."))
            return self._event("abort", "", holder, command.id, context.at)
        mine = self.seats_of(holder)
        if not mine:
            raise NOT_YOUR_SEAT()
        if isinstance(command, Salt):
            return self._decide_salt(mine, command, context.at)
        # A resignation for a certain seat means the same whatever has happened since it was sent
        is_lasting = isinstance(command, Resign) and (bool(command.seat) or len(mine) == 1)
        if not is_lasting and not self._is_current(command.number):
            raise STALE()
        return self._decide_in_order(holder, mine, command, context)

    def _is_current(self, number: int) -> bool:
        """Tell whether a client that has seen the log up to this number is up to date; salts and hints don't count."""
        if number == self.number:
            return True
        return 0 <= number <= self.number and all(event.kind in KEEPING_POSITION for event in self.events_after(number))

    def _decide_in_order(self, holder: str, mine: list[str], command: InOrder, context: RefereeContext) -> Event:
        self._check_length(command)
        if isinstance(command, Leave):
            return self._event("leave", self._leaving_seat(mine, command), holder, command.id, context.at)
        if self.is_waiting:
            raise Refused("not-begun", Message("The match begins when all seats are taken."))
        if self.seat == NOBODY:  # the seed is public now, so nothing may follow
            raise Refused("game-over", Message("The match is over."))
        if isinstance(command, Hint):
            return self._event("hint", self._hinted_seat(holder), "", command.id, context.at)
        if isinstance(command, Act | Throw | Back):
            spent = self.clock.cost(self.awaited, context.at, context.downtime, context.lag)
            return self._decide_turn(mine, command, context.at, spent)
        return self._decide_ending(holder, mine, command, context)

    def _check_length(self, command: Command) -> None:
        """Refuse a command that would make the log too long, unless it ends the match.  Raises Refused: "too-long"."""
        if self.is_full and isinstance(command, Act | Throw):
            text = Message(
                "A match has at most {count} action. You can resign, offer a draw or call the match off.",
                plural="A match has at most {count} actions. You can resign, offer a draw or call the match off.",
                count=MOST_ACTIONS,
            )
            raise Refused("too-long", text)
        if self.number - len(self.actors) < MOST_ASIDES:
            return
        if isinstance(command, Hint):
            raise Refused("too-long", Message("Too many hints have been asked for in this match. You can play on."))
        if isinstance(command, Back | Leave) or (isinstance(command, Offer) and command.matter == "back"):
            raise Refused("too-long", Message("Too many moves have been taken back in this match. You can play on."))

    def _decide_turn(self, mine: list[str], command: Act | Throw | Back, at: float, spent: float) -> Event:
        """Decide an action, a throw, or a take back that needs no consent; `spent` is charged to the awaited seat."""
        if isinstance(command, Back):
            if not agreements.takes_back_freely(self, mine):
                raise Refused("nothing-to-take-back", Message("There is nothing you could take back."))
            length = _length(agreements.length_after_back(self, mine))
            # The awaited seat, whose clock has run, is a seat of the same person
            return self._event("back", self.awaited or self.actors[length], str(length), command.id, at, spent)
        if isinstance(command, Throw):
            if self.seat != CHANCE:
                raise Refused("no-throw-due", Message("There is nothing to throw now."))
            if self.thrower not in mine:
                raise Refused("not-your-throw", Message("It is not your throw."))
            return self.decide_throw(at, command.id, spent)
        return self._decide_act(mine, command, at, spent)

    def _decide_ending(
        self, holder: str, mine: list[str], command: Resign | Offer | Accept | Decline | Claim, context: RefereeContext
    ) -> Event:
        if isinstance(command, Resign):
            return self._event("resign", self._resigning_seat(mine, command), "", command.id, context.at)
        if isinstance(command, Claim):
            seat = agreements.claimable_seat(self, mine)
            is_possible = command.what == "win" or (command.what == "draw" and len(self.occupants) == 2)
            if not is_possible or not seat or self.occupants[seat].holder not in context.absent:
                text = Message("There is nothing to claim: the player to move has not been gone long enough.")
                raise Refused("cannot-claim", text)
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
        return self._answer(mine, command, *offer, context.at)

    def _answer(self, mine: list[str], command: Accept | Decline, letter: str, agreeing: str, at: float) -> Event:
        """Decide the answer to the offer of a seat, for which more people must agree if `agreeing` is one of their seats."""
        if isinstance(command, Decline):
            return self._event("decline", mine[0], command.matter, command.id, at)
        if agreeing:
            return self._event("offer", agreeing, f"{command.matter} {letter}", command.id, at)
        if command.matter == "draw":
            return self._event("draw", mine[0], "", command.id, at)
        return self._event("back", mine[0], str(_length(agreements.length_after_back(self, [letter]))), command.id, at)

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

    def _decide_act(self, mine: list[str], command: Act, at: float, spent: float) -> Event:
        letter = self.match.letter(self.seat)
        if self.thrower in mine:
            raise DICE_FIRST()
        if letter not in mine:
            raise NOT_YOUR_TURN()
        path = command.what
        if isinstance(path, str):
            path = self.match.read(path)
        elif self.match.action_of(path) is None:
            path = self.match.scene().shortcuts.get(path, path)
        if self.game.late and self.game.late.is_joining(path):  # the game's own refusal could reveal a secret
            raise Refused("not-your-turn", Message("Chance decides that."))
        return self._act(letter, self.match.find(path), at, command.id, spent)

    def _resigning_seat(self, mine: list[str], command: Resign) -> str:
        to_act = self.thrower or self.match.letter(self.seat)
        seat = command.seat or (mine[0] if len(mine) == 1 or to_act not in mine else to_act)
        if seat not in mine:
            raise NOT_YOUR_SEAT(Message("You can only resign for a seat of your own."))
        return seat

    def offers_hints(self, holder: str) -> bool:
        """Tell whether this person plays an unrated match against computers only, in a game in which the computer has a plan."""
        kinds = {occupant.kind for occupant in self.occupants.values() if occupant.holder != holder}
        has_rivals = self.setup.rated or "person" in kinds or "computer" not in kinds
        return not has_rivals and hint_level(self.game) > 0

    def _hinted_seat(self, holder: str) -> str:
        """Return the seat for which this person can ask for a hint now.  Raises Refused: "no-hints", "not-your-turn"."""
        if not self.offers_hints(holder):
            raise Refused("no-hints", Message("Hints work only when all your opponents are computers."))
        if self.seat == CHANCE:
            raise DICE_FIRST()
        letter = str(self.match.letter(self.seat))
        if letter not in self.seats_of(holder):
            raise NOT_YOUR_TURN()
        return letter

    def hint_turn(self) -> Turn:
        """Return the turn that a hint is the answer to.

        It offers every action that the seat may try, even one that would be refused, because the seat can't know which.
        """
        return build_turn(self.match, self.match.offers(), hint_level(self.game), self.thinking_seed)

    def decide_for_computer(self, action: int, at: float) -> Event:
        return self._act(str(self.match.letter(self.seat)), action, at)

    def decide_automatically(self, at: float) -> Event | None:
        """Return the event that needs no decision, if one is due.

        It is a throw, the arrival of a late player, a forced pass, or the leave of a seat that gave up.  A match that can
        have no more actions is called off instead.
        """
        if self.is_waiting:
            return None
        if self.is_full and not self.awaits_person:
            return self._event("abort", "", "", "", at)
        if self.seat == CHANCE:
            return self.decide_throw(at)
        action = self.arrival
        if action is None:
            action = self.match.offers()[0] if self.is_pass_due else self.leave
        return None if action is None else self._act(str(self.match.letter(self.seat)), action, at)

    def decide_refusal(self, refused: RefusedAloud, at: float) -> Event:
        """Return the event by which everybody hears what `decide` has refused to the seat to act."""
        return self._event("refusal", str(self.match.letter(self.seat)), f"{refused.text} {refused.code}", "", at)

    def decide_throw(self, at: float, command: str = "", spent: float = 0.0) -> Event:
        """Return the event of the throw that is due; the dice advance only when it is accepted."""
        return self._act("chance", self._throw(deepcopy(self._dice)), at, command, spent)

    def _act(self, seat: str, action: int, at: float, command: str = "", spent: float = 0.0) -> Event:
        """Return the event of a legal action, and remember the action, so that `accept` need not read the text."""
        event = self._event("act", seat, self.match.text_of(action), command, at, spent)
        self._decided = event, action
        return event

    def _event(self, kind: str, seat: str, text: str, command: str, at: float, spent: float = 0.0) -> Event:
        return Event(self.number + 1, kind, seat, text, command, at, spent)

    def computer_turn(self) -> Turn | None:
        """Return what the computer to act needs to decide, or None when it is not a computer's turn."""
        letter = self.match.letter(self.seat)
        occupant = self.occupants.get(letter or "")
        if occupant is None or occupant.kind != "computer":
            return None
        return build_turn(self.match, self.match.acceptable(), occupant.level, self.thinking_seed)


def _length(length: int | Refused) -> int:
    if isinstance(length, Refused):
        raise length
    return length
