"""The parts of a view beside the board: seats, clocks, offers, and what one person may do."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ludoteka.core.game import Seat
from ludoteka.core.rules import NOBODY
from ludoteka.referee import agreements
from ludoteka.referee.commands import RefereeContext
from ludoteka.referee.events import guest_number
from ludoteka.referee.projection import Projection
from ludoteka.referee.referee import Referee
from ludoteka.referee.seating import invitation_secret


# The curtain: people who share a screen see a seat's secrets only after the screen was handed over to that seat
def shares_screen(projection: Projection, holder: str) -> bool:
    """Tell whether a person holds several seats in a game where one seat may not see what another sees."""
    return projection.game.has_private_views and len(projection.held_by(holder)) > 1


def curtained_seat(projection: Projection, holder: str, lifted: str = "") -> str | None:
    """Return the letter of the seat to hand the screen over to, or None if its view may be shown.

    `lifted` is the seat for which the curtain was lifted last.
    """
    awaited = projection.awaited
    is_down = awaited != lifted and shares_screen(projection, holder) and awaited in projection.seats_of(holder)
    return awaited if is_down else None


def lifted_seat(projection: Projection, holder: str, lifted: str) -> str:
    """Return the seat for which the curtain is still lifted: `lifted`, until another of this person's seats must act."""
    if not lifted or not shares_screen(projection, holder) or lifted not in projection.held_by(holder):
        return ""
    return lifted if curtained_seat(projection, holder, lifted) is None else ""


def playable_seats(projection: Projection, holder: str, lifted: str) -> list[str]:
    """Return the letters of the seats for which this person may act and throw with the curtain as it is."""
    mine = projection.seats_of(holder)
    return [one for one in mine if one == lifted] if shares_screen(projection, holder) else mine


def is_turn_hidden(projection: Projection, holder: str, lifted: str) -> bool:
    """Tell whether it is the turn of one of this person's seats for which the curtain is not lifted."""
    due = projection.thrower or projection.match.letter(projection.seat)
    return due in projection.seats_of(holder) and due not in playable_seats(projection, holder, lifted)


def is_board_hidden(projection: Projection, holder: str, lifted: str) -> bool:
    """Tell whether this person sees only what spectators see because no curtain is lifted; never after the end."""
    return not lifted and projection.seat != NOBODY and shares_screen(projection, holder)


Content = dict[str, Any]
PERMISSIONS: Final = (
    "back",
    "throw",
    "resign",
    "rematch",
    "leave",
    "fill",
    "offer_draw",
    "offer_back",
    "accept",
    "abort",
    "claim",
    "chat",
    "hint",
)


class Presence(NamedTuple):
    """Which players are absent and since when, and how many people without a seat watch the match."""

    left_at: Mapping[str, float] = MappingProxyType({})  # holder of a seat -> when they left, in house time
    watching: int = 0  # people without a seat
    grace: float = 60.0  # seconds of absence after which the others may claim


EVERYBODY_PRESENT: Final = Presence()


def shared_details(referee: Referee, context: RefereeContext, presence: Presence) -> Content:
    """Return the details that are the same for everybody."""
    to_act, options = referee.match.letter(referee.seat), referee.setup.options
    hides_some = bool(referee.game.secret_options) and referee.result is None
    occupant = referee.occupants.get(to_act or "")
    dice = None
    if referee.commitment:  # what anybody needs to verify the throws; the seed only when the match is over
        seed = referee.setup.seed.hex() if referee.result is not None else None
        dice = {"commitment": referee.commitment, "salts": [*referee.salts], "seed": seed}
    return {
        "watching": presence.watching,
        "options": referee.game.public_options(options) if hides_some else options,
        "clock": clock_details(referee, context),
        "dice": dice,
        "offers": dict(referee.offers.pending),
        "ending": referee.ending or referee.match.draw_reason or None,
        "waiting": referee.is_waiting,
        "to_act": to_act,
        "thrower": referee.thrower,
        "thinking": not referee.is_waiting and occupant is not None and occupant.kind == "computer",
        "result": referee.result,
    }


def personal_details(
    referee: Referee, holder: str, mine: list[str], playable: list[str], context: RefereeContext
) -> Content:
    """Return the details that differ from person to person, for their seats and those they may act and throw for now."""
    knows_invitation = holder == referee.setup.host or bool(referee.held_by(holder))  # spectators don't
    is_open = bool(referee.free_seats) and referee.seat != NOBODY
    return {
        "invitation": invitation_secret(referee.setup) if is_open and knows_invitation else None,
        "yours": not referee.is_waiting and referee.match.letter(referee.seat) in playable,
        "can": permissions(referee, holder, mine, playable, context),
    }


def phase_of_play(referee: Referee, context: RefereeContext, presence: Presence) -> tuple[object, ...] | None:
    """Return all that personal details depend on while people just play; None if something else is going on.

    People just play if every seat's last turn is over, nobody is away, has made an offer or given up, and nothing is
    secret or thrown.  In two phases that are equal, a person has the same seats and permissions.
    """
    game, actors = referee.game, referee.actors
    is_plain = not game.has_secrets and game.throw is None and game.late is None
    is_disturbed = presence.left_at or context.absent or referee.offers.last_asked or referee.forced_passes
    if (
        not is_plain
        or is_disturbed
        or referee.is_waiting
        or referee.forfeits
        or referee.seat == NOBODY
        or referee.is_full
    ):
        return None
    if {*actors[-len(referee.occupants) :]} != referee.occupants.keys():
        return None
    return referee.roster, referee.seat, actors[-1], referee.hints.total()


def seat_details(referee: Referee, mine: list[str], context: RefereeContext, presence: Presence) -> list[Content]:
    """Return the occupants of all seats; for absent people, add how long they have been gone and how soon the others may claim."""
    shown = [_seat(referee, seat, seat.letter in mine) for seat in referee.game.seats(referee.setup.options)]
    for one in shown if presence.left_at else ():
        letter = one["letter"]
        left_at = presence.left_at.get(referee.occupants[letter].holder) if one["kind"] == "person" else None
        if left_at is not None:
            gone = round(max(0.0, context.at - left_at), 1)
            one |= {"present": False, "gone": gone}
            if letter == agreements.claimable_seat(referee, mine):
                one["claimable_in"] = max(0.0, presence.grace - gone)
    return shown


def _seat(referee: Referee, seat: Seat, is_own: bool) -> Content:
    """Return the occupant of a seat as if they were present."""
    one = referee.shown_occupant(seat.letter)
    return {
        "letter": seat.letter,
        "number": seat.number,
        "title": seat.title.plain(),
        "kind": one.kind,
        "level": one.level,
        "name": one.name,
        "standing": one.standing if one.kind == "person" else None,
        "guest": guest_number(one.holder) if one.kind == "person" else None,
        "present": one.kind != "free",
        "gone": None,
        "claimable_in": None,
        "yours": is_own,
        "turned": seat.sits_opposite,
        "hints": referee.hints[seat.letter],
    }


def clock_details(referee: Referee, context: RefereeContext) -> Content | None:
    """Return the time that people have left; computers have no limit."""
    timing = referee.clock
    if timing.control.kind == "none":
        return None
    awaited = referee.awaited
    left = timing.left(awaited, context.at, context.downtime)
    people = {letter: round(left[letter], 2) for letter, one in referee.occupants.items() if one.kind != "computer"}
    runs = bool(awaited) and timing.runs_for(awaited)
    delay = round(timing.delay(awaited, context.at, context.downtime), 2) if runs else 0
    held = {"delay": delay} if delay else {}
    return {"control": timing.control.text, "left": people, "running": awaited if runs else None, **held}


def permissions(
    referee: Referee, holder: str, mine: list[str], playable: list[str], context: RefereeContext
) -> Content:
    """Return which commands this person may send now."""
    is_over, is_waiting = referee.seat == NOBODY, referee.is_waiting
    plays = bool(mine) and not is_over and not is_waiting
    claimed_from = agreements.claimable_seat(referee, mine) if context.absent else ""
    asks = plays and agreements.asking_refusal(referee, mine[0]) is None
    takes_freely = not is_waiting and agreements.takes_back_freely(referee, mine)
    offered = referee.offers.pending.values() if plays else ()
    accepted = [
        matter for matter in agreements.MATTERS if matter in offered and agreements.find_offer(referee, mine, matter)
    ]
    return _share_permissions(  # in the order of PERMISSIONS
        takes_freely and isinstance(agreements.length_after_back(referee, mine), int),
        referee.thrower in playable and not is_waiting,
        plays,
        is_over and referee.result != {} and bool(referee.held_by(holder)),
        bool(mine) and referee.can_leave,
        not is_over and bool(referee.free_seats) and holder == referee.setup.host,
        asks and not agreements.has_offered_draw(referee, mine[0]),
        asks and not takes_freely and isinstance(agreements.length_after_back(referee, mine[:1]), int),
        tuple(accepted),
        agreements.can_abort(referee, holder, context.absent),
        bool(claimed_from) and referee.occupants[claimed_from].holder in context.absent,
        chat_mode(referee, holder),
        plays and referee.match.letter(referee.seat) in playable and referee.offers_hints(holder),
    )


@lru_cache(1024)
def _share_permissions(*permissions: Any) -> Content:
    """Return these permissions by their names; cached, as few different ones occur, and all matches share them."""
    return dict(zip(PERMISSIONS, permissions, strict=True))


def chat_mode(projection: Projection, holder: str) -> str:
    """Return how a person may chat: in "words" in private matches, in preset "phrases" in public ones, or "" if not at all."""
    if not projection.game.has_chat or not projection.held_by(holder) or len(projection.roster.people) < 2:
        return ""
    return "phrases" if projection.setup.visibility == "public" else "words"
