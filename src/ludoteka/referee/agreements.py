"""What people agree on beside the rules: draws and take backs that are offered and accepted, matches given up early."""

from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import NOBODY
from ludoteka.referee.course import Course

MATTERS = ("draw", "back")


def others(course: Course, letter: str) -> list[str]:
    """Return the letters of the seats of other people who still play: theirs is the answer to an offer."""
    holder = course.occupants[letter].holder
    return [
        one
        for one, occupant in course.occupants.items()
        if occupant.kind == "person" and occupant.holder != holder and one not in course.given_up
    ]


def objection(course: Course, letter: str, matter: str) -> Refused | None:
    """Return why a seat cannot offer that now: "bad-offer", "nobody-to-ask", "offered-already" or as `after_back`."""
    if matter not in MATTERS:
        return Refused("bad-offer", Message("A draw can be offered, or an action asked back; nothing else."))
    if course.game.late or not others(course, letter):
        return Refused("nobody-to-ask", Message("There is nobody who could agree to that."))
    if letter in course.offers.standing:
        return Refused("offered-already", Message("Your last offer still stands."))
    if matter == "draw" and course.offers.asked.get((letter, matter)) == course.acts_of(letter):
        return Refused("offered-already", Message("You have offered that already. Act first, then you may again."))
    length = after_back(course, [letter]) if matter == "back" else 0
    return length if isinstance(length, Refused) else None


def answered(course: Course, mine: list[str], matter: str) -> tuple[str, str] | None:
    """Return who offered this to one of these seats, and whose answer is the last that is needed, or None for that."""
    for letter, offered in course.offers.standing.items():
        agreeing = {course.occupants[one].holder for one in course.offers.agreed.get(letter, ())}
        open_ones = [one for one in others(course, letter) if course.occupants[one].holder not in agreeing]
        if offered == matter and letter not in mine and (own := [one for one in open_ones if one in mine]):
            holders = {course.occupants[one].holder for one in open_ones}
            return letter, own[0] if len(holders) > 1 else ""
    return None


def after_back(course: Course, mine: list[str]) -> int | Refused:
    """Return how many actions remain when these seats take back their last one, or why they cannot.

    What dice or secrets have told cannot be taken back: "nothing-to-take-back".
    """
    tells = course.game.has_secrets  # every action, or the answer to it, tells somebody something
    moves = () if tells or course.given_up or course.agreement else course.moves
    for index in reversed(range(len(moves))):
        if moves[index].seat == "chance":
            return Refused("nothing-to-take-back", Message("A throw has come out since: it stays."))
        if moves[index].seat in mine and index not in course.forced:
            return index
    return Refused("nothing-to-take-back", Message("There is nothing that you could take back."))


def is_alone(course: Course, mine: list[str]) -> bool:
    """Tell whether these seats are of the only person."""
    return bool(mine) and len(course.people) == 1


def takes_back_freely(course: Course, mine: list[str]) -> bool:
    """Tell whether these seats need nobody's consent: nobody else plays, or their turn goes on after their action."""
    last = course.moves[-1].seat if course.moves else ""
    return is_alone(course, mine) or (last in mine and last == course.match.letter(course.seat))


def can_abort(course: Course, holder: str) -> bool:
    """Tell whether this person may end the match without a result: while it waits, or not all have acted yet."""
    if course.seat == NOBODY or course.game.late:
        return False
    if course.is_waiting:
        return holder == course.setup.host or bool(course.seats_of(holder))
    return bool(course.seats_of(holder)) and not all(course.acts_of(letter) for letter in course.occupants)


def claimable(course: Course, mine: list[str]) -> str:
    """Return the letter of the seat that keeps these waiting and may be claimed from once its person is gone, or ""."""
    letter = course.awaited
    is_others = letter and letter not in mine and course.occupants[letter].kind == "person"
    return letter if mine and is_others and course.timing.control.kind != "days" else ""
