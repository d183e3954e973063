"""What the network of Quagmire sees of a position of two seats, at the end of a turn.

A position has at most one feature of each group.  There is a group for each pawn, which tells its place and the next pawn
behind it; for each seat, one for its home and one for the pawns that wait for a six; and one for each pair of
enemy pawns, which tells how far apart they are.  "Own" pawns are those of the seat whose turn has ended.
"""

from pathlib import Path

from ludoteka.core.rules import NOBODY
from ludoteka.games.quagmire.rules import (
    CIRCLE,
    FACES,
    LAP,
    PAWNS,
    PLACES,
    QUAGMIRE,
    QUARTER,
    SEATS,
    START,
    State,
    cell_of,
)

NETWORK = Path(__file__).parent / "network.json"  # the weights
BEHIND = 1 + 2 * FACES  # the next pawn behind: none within a throw; an enemy, or an own one, so many steps away
PAWN_FEATURES = (LAP + 1) * BEHIND + PLACES - LAP - 1
HOME_FEATURES = 1 << PAWNS
WAITING = PAWNS + 1  # so many numbers of pawns may stand in one place
WAITING_FEATURES = WAITING * WAITING
REACH = 14  # steps; a cut may carry a capture so far
DISTANCES = 2 * REACH + 1

# The groups after those of the pawns, and the first feature of each; feature 0 is the bias.
HOMES = 2 * PAWNS
WAITS = HOMES + 2
PAIRS = WAITS + 2
GROUPS = PAIRS + PAWNS * PAWNS
FIRST_HOME = 1 + 2 * PAWN_FEATURES
FIRST_WAIT = FIRST_HOME + 2 * HOME_FEATURES
FIRST_PAIR = FIRST_WAIT + 2 * WAITING_FEATURES
FEATURES = FIRST_PAIR + QUARTER * DISTANCES


def feature(state: State, seat: int, group: int) -> int:
    """Return the feature in a group, from the point of view of a seat whose turn has ended; 0 for none."""
    other = other_seat(state, seat)
    if group >= PAIRS:
        pair = group - PAIRS
        return pair_feature(state, seat, state.pawns[seat * PAWNS + pair // PAWNS], other, pair % PAWNS)
    if group < HOMES:
        player, is_other = (seat, 0) if group < PAWNS else (other, 1)
        place = state.pawns[player * PAWNS + group % PAWNS]
        return 1 + is_other * PAWN_FEATURES + pawn_feature(state, player, place)
    is_other = (group - HOMES) % 2
    player = other if is_other == 1 else seat
    if group < WAITS:
        return FIRST_HOME + is_other * HOME_FEATURES + home_feature(state, player)
    return FIRST_WAIT + is_other * WAITING_FEATURES + waiting_feature(state, player)


def other_seat(state: State, seat: int) -> int:
    """Return the next seat in the game."""
    other = (seat + 1) % SEATS
    while state.playing[other] == 0:
        other = (other + 1) % SEATS
    return other


def pawn_feature(state: State, seat: int, place: int) -> int:
    """Return the feature of a pawn on a place, counted from 0: on the circle, with the next pawn within a throw behind it."""
    if place > LAP:
        return (LAP + 1) * BEHIND + place - LAP - 1
    cell = cell_of(seat, place)
    for steps in range(1, FACES + 1):
        behind = state.ground[(cell - steps) % CIRCLE]
        if behind != NOBODY:
            return place * BEHIND + (FACES + steps if behind == seat else steps)
    return place * BEHIND


def home_feature(state: State, seat: int) -> int:
    """Return which places of a seat's home have pawns: a bit for each."""
    places = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        if LAP < place <= LAP + PAWNS:
            places += 1 << (place - LAP - 1)
    return places


def waiting_feature(state: State, seat: int) -> int:
    """Return how many pawns of a seat are in the quagmire and on the start, as one number."""
    waiting = 0
    for pawn in range(seat * PAWNS, seat * PAWNS + PAWNS):
        place = state.pawns[pawn]
        if place == QUAGMIRE:
            waiting += WAITING
        elif place == START:
            waiting += 1
    return waiting


def pair_feature(state: State, seat: int, place: int, other: int, number: int) -> int:
    """Return the feature of a pawn and an enemy one, both on the circle: how far apart, and where in their quarter."""
    enemy = state.pawns[other * PAWNS + number]
    if place > LAP or enemy > LAP:
        return 0
    steps = (cell_of(seat, place) - cell_of(other, enemy) + CIRCLE // 2) % CIRCLE - CIRCLE // 2
    if steps < -REACH or steps > REACH:
        return 0
    return FIRST_PAIR + enemy % QUARTER * DISTANCES + steps + REACH
