"""What the network of Tavlei sees.

It sees each piece relative to the king: the board is turned and mirrored so that the king stands in one of the fifteen cells
of an eighth of it, and a piece is a feature by its own cell and the king's.  In addition, it sees the king's tactical position, and the
**region** to which he could walk if the defenders made way for him: if it holds no exit, the attackers have closed their ring.
"""

from pathlib import Path

from ludoteka.games.tavlei.evaluation.readable import NEAR_EXIT, ways_out
from ludoteka.games.tavlei.rules import (
    AREA,
    ATTACKER,
    ATTACKERS,
    CELLS,
    DEFENDER,
    EMPTY,
    EXITS,
    KING,
    KING_REACH,
    RIM,
    SIDE,
    STEPS,
    WIDTH,
    State,
)

NETWORK = Path(__file__).parent / "network.json"  # the weights
IMAGES = 8  # of a board: turned and mirrored
LAST = SIDE - 1  # the number of the last row and column
HALF = SIDE // 2
KING_CELLS = tuple(
    row * SIDE + column for row in range(HALF + 1) for column in range(row + 1)
)  # an eighth of the board
BOARD = len(CELLS)


def _image(number: int, cell: int) -> int:
    """Return where a cell of the board, counted from the top left, lies in an image of the board."""
    row, column = divmod(cell, SIDE)
    if number & 1:
        column = LAST - column
    if number & 2:
        row = LAST - row
    if number & 4:
        row, column = column, row
    return row * SIDE + column


# By image and place: the cell there, counted from 0.
IMAGE_CELLS = tuple(
    _image(number, CELLS.index(place)) if place in CELLS else 0 for number in range(IMAGES) for place in range(AREA)
)
# By place of the king: the image in which he stands in the eighth, and the number of his cell in it.
KING_IMAGES = tuple(
    next(number for number in range(IMAGES) if _image(number, CELLS.index(place)) in KING_CELLS)
    if place in CELLS
    else 0
    for place in range(AREA)
)
KING_NUMBERS = tuple(
    KING_CELLS.index(IMAGE_CELLS[KING_IMAGES[place] * AREA + place]) if place in CELLS else 0 for place in range(AREA)
)

# A set of cells is two integers with a bit for each cell: the five upper rows, and the others.  A column without cells
# separates the rows.
ROW_BITS = SIDE + 1
UPPER_ROWS = 5
UPPER_BITS = UPPER_ROWS * ROW_BITS


def _bit(place: int, is_upper: bool) -> int:
    row, column = place // WIDTH - 1, place % WIDTH - 1
    if place not in CELLS or (row < UPPER_ROWS) != is_upper:
        return 0
    return 1 << (row if is_upper else row - UPPER_ROWS) * ROW_BITS + column


UPPER = tuple(_bit(place, is_upper=True) for place in range(AREA))
LOWER = tuple(_bit(place, is_upper=False) for place in range(AREA))
FIRST_PLACE, END_PLACE = (
    CELLS[0],
    CELLS[-1] + 1,
)  # all cells, and the rim between them; compiled code looks at several of them at once
UPPER_CELLS, LOWER_CELLS = sum(UPPER), sum(LOWER)
UPPER_EXITS = sum(UPPER[place] for place in EXITS)
LOWER_EXITS = sum(LOWER[place] for place in EXITS)

DE_BRUIJN = 0x03F79D71B4CB0A89  # every six bits of it in a row are another number
BITS_OF_WORD = 64
_BIT_NUMBERS = {(DE_BRUIJN << bit >> 58) % BITS_OF_WORD: bit for bit in range(BITS_OF_WORD)}


def _cell_of_bit(image: int, is_lower: int, bit: int) -> int:
    row, column = divmod(bit, ROW_BITS)
    place = (row + is_lower * UPPER_ROWS + 1) * WIDTH + column + 1
    return IMAGE_CELLS[image * AREA + place] if place in CELLS else 0


# By image, half of the board, and six bits of a product that depend on a bit alone: the cell of the bit.
BIT_CELLS = tuple(
    _cell_of_bit(image, is_lower, _BIT_NUMBERS[number])
    for image in range(IMAGES)
    for is_lower in range(2)
    for number in range(BITS_OF_WORD)
)

# The groups after those of the cells, and the first feature of each; feature 0 is the bias.
TURN, REGION, FREEDOM, ROUTES, ATTACKERS_LEFT, DEFENDERS_LEFT = range(BOARD, BOARD + 6)
GROUPS = BOARD + 6
MOST_WAYS = 3
MOST_FREEDOM = 4 * KING_REACH
SIZES = 17  # of regions, five cells apart
MOST_PIECES = 16
FIRST_TURN = 1 + len(KING_CELLS) * 2 * BOARD
FIRST_REGION = FIRST_TURN + 2 * (MOST_WAYS + 1)
FIRST_FREEDOM = FIRST_REGION + 2 * 5 * SIZES
FIRST_ROUTE = FIRST_FREEDOM + 5 * (MOST_FREEDOM + 1)
FIRST_ATTACKER = FIRST_ROUTE + 2 * (MOST_FREEDOM + 1)
FIRST_DEFENDER = FIRST_ATTACKER + MOST_PIECES + 1
FEATURES = FIRST_DEFENDER + MOST_PIECES + 1
COUNT = 16  # more than any number of cells or attackers near the king
PIECE_KINDS = tuple({ATTACKER: 1, DEFENDER: 2}.get(piece, 0) for piece in range(RIM + 1))


def viewer(state: State) -> int:
    """Return the seat for which the output of the network stands."""
    return ATTACKERS


def feature(state: State, seat: int, group: int) -> int:
    """Return the feature in a group for the viewer; 0 for none."""
    king = king_place(state)
    if group < BOARD:
        return piece_feature(state, king, CELLS[group])
    if group == TURN:
        return turn_feature(state, ways_out(state, king))
    if group == REGION:
        return region_feature(state, king, cells_with(state, ATTACKER))
    if group == FREEDOM:
        return freedom_feature(surroundings_of(state, king))
    if group == ROUTES:
        return route_feature(state, surroundings_of(state, king))
    if group == ATTACKERS_LEFT:
        return FIRST_ATTACKER + count_pieces(state, ATTACKER)
    return FIRST_DEFENDER + count_pieces(state, DEFENDER)


def set_image(target: State, source: State, number: int) -> None:
    """Make `target` an image of a position: the board turned or mirrored."""
    first = number % IMAGES * AREA
    for place in CELLS:
        target.board[CELLS[IMAGE_CELLS[first + place]]] = source.board[place]


def king_place(state: State) -> int:
    """Return the place of the king."""
    king, board = 0, state.board
    for place in range(FIRST_PLACE, END_PLACE):
        king += place * (board[place] == KING)
    return king


def count_pieces(state: State, piece: int) -> int:
    """Return how many pieces of a kind are left."""
    count, board = 0, state.board
    for place in range(FIRST_PLACE, END_PLACE):
        count += board[place] == piece
    return count


def piece_feature(state: State, king: int, place: int) -> int:
    """Return the feature of a piece on a cell, or 0."""
    kind = PIECE_KINDS[state.board[place]]
    cell = IMAGE_CELLS[KING_IMAGES[king] * AREA + place]
    return 0 if kind == 0 else first_feature(king, kind) + cell


def first_feature(king: int, kind: int) -> int:
    """Return the feature of a kind of piece on the first cell, for a place of the king."""
    return 1 + (KING_NUMBERS[king] * 2 + kind - 1) * BOARD


def turn_feature(state: State, ways: int) -> int:
    """Return the feature that says whose turn it is, and how many exits the king could reach in one move."""
    return FIRST_TURN + state.turn * (MOST_WAYS + 1) + min(ways, MOST_WAYS)


def surroundings_of(state: State, king: int) -> int:
    """Return how many attackers stand beside the king, to how many cells he can go, and from how many of them an exit is open.

    The three numbers are digits to the base COUNT, the first the lowest.
    """
    counts, board = 0, state.board
    for step in STEPS:
        place = king + step
        counts += board[place] == ATTACKER
        for _ in range(KING_REACH):
            if board[place] != EMPTY:
                break
            counts += COUNT
            if NEAR_EXIT[place] != 0 and ways_out(state, place) > 0:
                counts += COUNT * COUNT
            place += step
    return counts


def freedom_feature(surroundings: int) -> int:
    """Return the feature of the attackers beside the king and the cells to which he can go."""
    return FIRST_FREEDOM + surroundings % COUNT * (MOST_FREEDOM + 1) + surroundings // COUNT % COUNT


def route_feature(state: State, surroundings: int) -> int:
    """Return the feature of the cells within the king's reach from which an exit is open, and whose turn it is."""
    return FIRST_ROUTE + state.turn * (MOST_FREEDOM + 1) + surroundings // (COUNT * COUNT)


def cells_with(state: State, piece: int) -> tuple[int, int]:
    """Return the set of the cells on which a kind of piece stands."""
    upper, lower, board = 0, 0, state.board
    for place in range(FIRST_PLACE, END_PLACE):
        is_here = board[place] == piece
        upper |= UPPER[place] * is_here
        lower |= LOWER[place] * is_here
    return upper, lower


def region_feature(state: State, king: int, attackers: tuple[int, int]) -> int:
    """Return the feature of the king's region: how many cells and exits it has, and whose turn it is.

    `attackers` is the set of their cells.
    """
    upper_open, lower_open = UPPER_CELLS & ~attackers[0], LOWER_CELLS & ~attackers[1]
    upper, lower = UPPER[king], LOWER[king]
    upper_before, lower_before = 0, 0
    while upper != upper_before or lower != lower_before:
        upper_before, lower_before = upper, lower
        upper |= upper << 1 | upper >> 1 | upper << ROW_BITS | upper >> ROW_BITS | lower << (UPPER_BITS - ROW_BITS)
        upper &= upper_open
        lower |= lower << 1 | lower >> 1 | lower << ROW_BITS | lower >> ROW_BITS | upper >> (UPPER_BITS - ROW_BITS)
        lower &= lower_open
    exits = count_bits(upper & UPPER_EXITS) + count_bits(lower & LOWER_EXITS)
    size = count_bits(upper) + count_bits(lower)
    return FIRST_REGION + (state.turn * 5 + exits) * SIZES + size // 5


def count_bits(bits: int) -> int:
    """Return the number of cells in a set.  Source: H. S. Warren, Hacker's Delight, 2002 (the sum in parallel)."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    bits += bits >> 8
    bits += bits >> 16
    return (bits + (bits >> 32)) & 0x7F


def cell_of_lowest(bits: int, king: int, is_lower: int) -> int:
    """Return the cell of the lowest bit of a set, in the image that belongs to the place of the king.

    Source: C. E. Leiserson, H. Prokop and K. H. Randall, Using de Bruijn sequences to index a 1 in a computer word, 1998.
    """
    number = (bits & -bits) * DE_BRUIJN >> 58 & BITS_OF_WORD - 1
    return BIT_CELLS[(KING_IMAGES[king] * 2 + is_lower) * BITS_OF_WORD + number]
