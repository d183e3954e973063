"""Agreements that no rules define: offers of draws and take backs, aborted matches, claims against absent players."""

from collections.abc import Collection

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.referee.projection import Projection

MATTERS = ("draw", "back")


def offer_refusal(projection: Projection, letter: str, matter: str) -> Refused | None:
    """Return why a seat cannot offer this now, or None if it can.

    Its code is "bad-offer", "nobody-to-ask", "offered-already", or the code of the refusal by `length_after_back`.
    """
    if matter not in MATTERS:
        return Refused("bad-offer", Message("You can offer a draw or ask to take a move back, nothing else."))
    if refusal := asking_refusal(projection, letter):
        return refusal
    if matter == "draw" and has_offered_draw(projection, letter):
        return Refused(
            "offered-already", Message("You have already offered a draw. Make a move before you offer again.")
        )
    length = length_after_back(projection, [letter]) if matter == "back" else 0
    return length if isinstance(length, Refused) else None


def asking_refusal(projection: Projection, letter: str) -> Refused | None:
    """Return why a seat cannot offer anything now, or None if it can: "nobody-to-ask", "offered-already"."""
    if projection.game.late or not projection.roster.other_people[letter]:
        return Refused("nobody-to-ask", Message("There is nobody who could agree to that."))
    if letter in projection.offers.pending:
        return Refused("offered-already", Message("Your last offer is still open."))
    return None


def has_offered_draw(projection: Projection, letter: str) -> bool:
    """Tell whether a seat has offered a draw since it last acted."""
    return projection.offers.last_asked.get((letter, "draw")) == projection.acts_of(letter)


def find_offer(projection: Projection, mine: list[str], matter: str) -> tuple[str, str] | None:
    """Return the seat whose offer one of these seats may answer, and that answering seat; or None.

    The answering seat is "" if nobody else has to agree after it.
    """
    for letter, offered in projection.offers.pending.items():
        agreeing = {projection.occupants[one].holder for one in projection.offers.consents.get(letter, ())}
        others = projection.roster.other_people[letter]
        open_ones = [other for other in others if projection.occupants[other].holder not in agreeing]
        if offered == matter and letter not in mine and (own := [one for one in open_ones if one in mine]):
            holders = {projection.occupants[one].holder for one in open_ones}
            return letter, own[0] if len(holders) > 1 else ""
    return None


def length_after_back(projection: Projection, mine: list[str]) -> int | Refused:
    """Return how many actions remain after these seats take back their last one, or why they cannot.

    Once a throw or a secret has been revealed after an action, or the match is over, it can no longer be taken back:
    "nothing-to-take-back".
    """
    if projection.setup.rated:
        return Refused("nothing-to-take-back", Message("In a rated match, every move stands."))
    reveals = projection.game.has_secrets  # every action, or the answer to it, reveals something to a seat
    actors = [] if reveals or projection.forfeits or projection.seat == NOBODY else projection.actors
    for index in reversed(range(len(actors))):
        if actors[index] == "chance":
            return Refused("nothing-to-take-back", Message("The dice have been thrown since your move, so it stands."))
        if actors[index] in mine and index not in projection.forced_passes:
            return index
    return Refused("nothing-to-take-back", Message("There is nothing you could take back."))


def takes_back_freely(projection: Projection, mine: list[str]) -> bool:
    """Tell whether these seats may take back without asking: nobody else plays, or their turn still goes on."""
    last = projection.actors[-1] if projection.actors else ""
    is_alone = bool(mine) and len(projection.roster.people) == 1
    return is_alone or (last in mine and last == projection.match.letter(projection.seat))


def can_abort(projection: Projection, holder: str, absent: Collection[str]) -> bool:
    """Tell whether this person may end the match without a result.

    They may before every seat has acted, but not after a throw, or they could throw again in another match, unless they
    wait for somebody who is absent and has never acted; and once only computers still play.
    """
    if projection.seat == NOBODY or projection.setup.tournament:
        return False
    if projection.is_full:
        return bool(projection.held_by(holder))
    if projection.game.late:
        return bool(projection.held_by(holder)) and projection.only_computers_play
    if projection.is_waiting:
        return holder == projection.setup.host or bool(projection.seats_of(holder))
    if projection.have_all_acted or not projection.seats_of(holder):
        return False
    if "chance" not in projection.actors:
        return True
    awaited = projection.awaited
    is_others = bool(awaited) and awaited not in projection.seats_of(holder)
    return is_others and not projection.acts_of(awaited) and projection.occupants[awaited].holder in absent


def claimable_seat(projection: Projection, mine: list[str]) -> str:
    """Return the letter of the seat that keeps these seats waiting, against which they may claim once it is absent.

    Somebody who has not acted yet loses nothing by being away: the match can be called off.  In a tournament, they
    have entered to play.
    """
    letter = projection.awaited
    is_others = letter and letter not in mine and projection.occupants[letter].kind == "person"
    if not (mine and is_others) or projection.clock.control.kind == "days":
        return ""
    return letter if projection.acts_of(letter) or projection.setup.tournament else ""
