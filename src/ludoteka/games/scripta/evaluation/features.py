"""What the network of XII Scripta sees of a position at the end of a turn.

A position has at most one feature of each group: the men on one point, those beside the board, those captured, those
borne off, and the number of men in the game.  "Own" men are those of the seat whose turn has ended.
"""

from ludoteka.games.scripta.rules import MEN, POINTS, State, sign_of

CROWD = 5  # men on a point; more look the same
MOST_CAPTURED = 4  # likewise

# The groups after those of the points, and the first feature of each; feature 0 is the bias.
OWN_WAITING, WAITING, OWN_CAPTURED, CAPTURED, OWN_OFF, OFF, PIECES = range(POINTS, POINTS + 7)
GROUPS = POINTS + 7
FIRST_WAITING = 1 + 2 * CROWD * POINTS
FIRST_CAPTURED = FIRST_WAITING + 2 * MEN
FIRST_OFF = FIRST_CAPTURED + 2 * MOST_CAPTURED
FIRST_PIECES = FIRST_OFF + 2 * MEN
FEATURES = FIRST_PIECES + MEN


def feature(state: State, seat: int, group: int) -> int:
    """Return the feature in a group, from the point of view of a seat whose turn has ended; 0 for none."""
    if group < POINTS:
        return point_feature(state.men[group + 1] * sign_of(seat), group)
    if group == PIECES:
        return FIRST_PIECES + state.pieces - 1
    is_other = (group - POINTS) % 2
    player = 1 - seat if is_other == 1 else seat
    if group <= WAITING:
        return counted(FIRST_WAITING + is_other * MEN, state.waiting[player])
    if group <= CAPTURED:
        return counted(FIRST_CAPTURED + is_other * MOST_CAPTURED, min(state.captured[player], MOST_CAPTURED))
    return counted(FIRST_OFF + is_other * MEN, state.off[player])


def point_feature(men: int, point: int) -> int:
    """Return the feature of a number of men on a point, counted from 0; enemies count negative."""
    if men == 0:
        return 0
    first = 1 + 2 * CROWD * point
    return first + min(men, CROWD) - 1 if men > 0 else first + CROWD + min(-men, CROWD) - 1


def counted(first: int, count: int) -> int:
    """Return the feature of a number of men, 0 for none; `first` is the feature of one man."""
    return first + count - 1 if count > 0 else 0
