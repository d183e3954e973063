"""Who decides for the seats of a match, and what follows from that alone."""

from collections.abc import Container, Mapping

from ludoteka.compilation import mypyc_attr
from ludoteka.referee.events import Occupant


@mypyc_attr(allow_interpreted_subclasses=True)
class Roster:
    """The occupants of a match at one time, with their seats looked up once for all questions.

    A roster never changes: a new one takes its place when somebody comes, leaves, gives up or changes their name.
    """

    def __init__(self, occupants: Mapping[str, Occupant], forfeits: Container[str]) -> None:
        seats = {letter: one for letter, one in occupants.items() if one.kind == "person"}
        self.holders = {one.holder for one in occupants.values()}
        self.people = {one.holder for one in seats.values()}
        self.free_seats = [letter for letter, one in occupants.items() if one.kind == "free"]
        # By holder: the seats for which they decide, and all that are theirs, including those they gave up
        self.seats_of = {who: [letter for letter, one in seats.items() if one.holder == who] for who in self.people}
        self.held_by = {
            who: [letter for letter, one in occupants.items() if one.holder == who] for who in self.holders if who
        }
        # By seat: those of other people who still play, and must answer its offers
        self.other_people = {
            letter: [one for one in seats if seats[one].holder != occupant.holder and one not in forfeits]
            for letter, occupant in occupants.items()
        }


def is_given_up(occupants: Mapping[str, Occupant], forfeits: Container[str], *, in_tournament: bool) -> bool:
    """Tell whether a match in which somebody has given up is over.

    So are a match of two, one in which no person is left, and in a tournament one in which only one seat is left: it has
    won, and would otherwise play for nothing against computers.
    """
    left = [one.kind for letter, one in occupants.items() if letter not in forfeits]
    return len(occupants) <= 2 or "person" not in left or (in_tournament and len(left) == 1)
