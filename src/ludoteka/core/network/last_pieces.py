"""The numbers of the positions of an endgame table: one piece is left on one side, and one or two on the other.

A game numbers the *places* of a piece from 0; two pieces may share one.  The side to throw comes first.  The functions are
written in the rules dialect.
"""

MOST = 2  # pieces of a side


def pair_count(places: int) -> int:
    """Return how many pairs of places there are, regardless of the order."""
    return places * (places + 1) // 2


def position_count(places: int) -> int:
    """Return how many numbers there are: one piece against one, then one against two, then two against one."""
    return places * places + 2 * places * pair_count(places)


def pair_number(near: int, far: int) -> int:
    """Return the number of a pair of places, of which `far` is not the lower one."""
    return far * (far + 1) // 2 + near


def far_place(pair: int) -> int:
    """Return the higher place of a pair with a number."""
    far = 0
    while pair_number(0, far + 1) <= pair:
        far += 1
    return far


def near_place(pair: int) -> int:
    """Return the lower place of a pair with a number."""
    return pair - pair_number(0, far_place(pair))


def last_number(own: int, pieces: int, enemy: int, enemies: int, places: int) -> int:
    """Return the number of a position from the place, or the number of the pair of places, of each side."""
    if pieces == MOST:
        return places * places + places * pair_count(places) + own * places + enemy
    return places * places + own * pair_count(places) + enemy if enemies == MOST else own * places + enemy


def split_number(number: int, places: int) -> tuple[int, int, int, int]:
    """Return what `last_number` was made from: place or pair and number of pieces of the side to throw, then of the other."""
    pairs = pair_count(places)
    if number >= places * places + places * pairs:
        rest = number - places * places - places * pairs
        return rest // places, MOST, rest % places, 1
    if number >= places * places:
        rest = number - places * places
        return rest // pairs, 1, rest % pairs, MOST
    return number // places, 1, number % places, 1
