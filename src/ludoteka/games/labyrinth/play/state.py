"""Labyrinth: the numbers of the rules, and the record of a match (rules.en.md).

Cells are numbered in the order of the scenario.  Of lists with a row for every cell or seat, the rows follow each other.
"""

from typing import Annotated

from ludoteka.core.record import Record

MAX_CELLS = 150  # clause 6
NOWHERE = MAX_CELLS  # no cell
SEATS = 32
LONGEST_NAME = 20  # code points of a name

NORTH, EAST, SOUTH, WEST, UP, DOWN = 0, 1, 2, 3, 4, 5  # the compass clockwise, as spinners turn
WAYS = 6
COMPASS_WAYS = 4
LOOKS = (NORTH, SOUTH, WEST, EAST)  # the order in which lantern and trumpet tell

CARTRIDGE, COMPASS, IDOL, KEY, LANTERN, PURSE, TRUMPET, VEST = 0, 1, 2, 3, 4, 5, 6, 7  # by their texts, sorted
TEXTS = 8
FALSE_KEY = 8  # its text is that of a key
ITEMS = 9

BANK, SHOP, PIT, RIVER, SWAMP, SPINNER, MIRROR, COW = 1, 2, 3, 4, 5, 6, 7, 8  # objects; 0 is none
SLASH, BACKSLASH = 0, 1  # faces of mirrors

WAITING, IN, DEAD, OUT = 0, 1, 2, 3  # of a seat
PLACING, CHOOSING, BEFORE, AFTER = 0, 1, 2, 3  # stages: of the match's beginning, and of a turn
OPEN, WON, DRAWN, ALL_LEFT = 0, 1, 2, 3  # how the match stands

CASH = 1000  # hundredths of a yuan at the start; clause 16
DEPOSIT_KEPT = 10  # yuan on the account at the start, which can never be withdrawn; clause 16
IDOL_PRICE = 1500  # hundredths; clause 15
MOST_CASH = 2_000_000_000  # hundredths in one hand or purse: what is above is lost, so that no number wraps
MOST_BALANCE = 2_000_000_000  # yuan: from there on no more interest is paid, for the same reason
MILLION = 1_000_000  # parts of a yuan that accounts are kept in

# Actions.  A move or a shot is its own number and the way.
MOVE, STAY, END, SHOOT = 0, 6, 7, 8
DROP = SHOOT + WAYS
TAKE = DROP + TEXTS
CHOOSE = TAKE + TEXTS
CHOOSE_NONE = CHOOSE + TEXTS
BUY = CHOOSE_NONE + 1
SELL = BUY + TEXTS
USE_LANTERN, USE_TRUMPET = SELL + 1, SELL + 2
LEAVE = USE_TRUMPET + 1
WITHDRAW = LEAVE + 1  # and hundredths, or TOO_MUCH
TOO_MUCH = 1_000_000_000
DEPOSIT = WITHDRAW + TOO_MUCH + 1  # as above
JOIN = DEPOSIT + TOO_MUCH + 1  # and seat, x, y, floor, the coordinates from -FARTHEST on
FARTHEST = 9_999
SPAN = 2 * FARTHEST + 1
NUM_ACTIONS = JOIN + SEATS * SPAN**3
MAX_ACTIONS = MAX_CELLS  # when a player is placed; in a turn there are far fewer

# What is said: a code, what or whom it is about, and a number: an amount in hundredths, or how many times.
WALL, PASSED, GONE_OUT, BY_PIT, BY_RIVER, OBJECT, LADDER, MOUTH, PRICE, MET = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FOUND, CHOICE, LIES, MISSED, KILLED, PROTECTED, CHOSEN, NOTHING, SKIPPED = 11, 12, 13, 14, 15, 16, 17, 18, 19
DROPPED, TOOK, BOUGHT, SOLD, WITHDREW, DEPOSITED, PASSAGE, SOMEBODY = 20, 21, 22, 23, 24, 25, 26, 27
SAID = 80  # a move says 32 codes at most, and then everybody may be skipped

RUNS = 256  # keys that lie one after another are kept in their order; see `heaps.add`


class State(Record):
    """The maze, the things in it, the players, and the turn."""

    cells: int
    x: Annotated[list[int], MAX_CELLS]
    y: Annotated[list[int], MAX_CELLS]
    floor: Annotated[list[int], MAX_CELLS]
    beyond: Annotated[list[int], MAX_CELLS * WAYS]  # by cell and way: the cell one passes to, or NOWHERE
    exits: Annotated[list[int], MAX_CELLS * WAYS]
    ladder: Annotated[list[int], MAX_CELLS]
    object: Annotated[list[int], MAX_CELLS]
    detail: Annotated[list[int], MAX_CELLS]  # pit, river: where one is carried; spinner: quarters; mirror: face
    prices: Annotated[list[int], MAX_CELLS * ITEMS]  # in hundredths; 0 for what is not sold

    lying: Annotated[list[int], MAX_CELLS * ITEMS]  # how many, of purses the hundredths
    run_cell: Annotated[list[int], RUNS]  # keys and false keys as they came to lie, the oldest first
    run_item: Annotated[list[int], RUNS]
    run_count: Annotated[list[int], RUNS]
    runs: int

    seats: int
    names: Annotated[list[int], SEATS * LONGEST_NAME]  # code points
    status: Annotated[list[int], SEATS]
    stood: Annotated[list[int], SEATS]  # whether the scenario itself says where the seat starts
    late: Annotated[list[int], SEATS]  # whether the seat was not there at the beginning
    at: Annotated[list[int], SEATS]
    since: Annotated[list[int], SEATS]  # the arrival that brought the player there
    cash: Annotated[list[int], SEATS]  # hundredths
    yuan: Annotated[list[int], SEATS]  # of the balance
    millionths: Annotated[list[int], SEATS]
    items: Annotated[list[int], SEATS * ITEMS]
    pending: Annotated[list[int], SEATS]  # whether a choice between uniques comes first in the next turn
    skip: Annotated[list[int], SEATS]  # whether the next turn is lost

    order: Annotated[list[int], SEATS]  # seats as they joined; those that are out keep their place
    joined: int  # how many
    place: int  # of the seat to act, in the order
    stage: int
    fresh: int  # whether nothing has been done in the turn
    arrivals: int
    stall: int  # quiet rounds that make a draw; 0: any number may pass
    quiet: int  # such rounds in a row
    eventful: int  # whether this round is not one
    rejoin: int
    outcome: int
    winner: int

    said_code: Annotated[list[int], SAID]
    said_what: Annotated[list[int], SAID]
    said_number: Annotated[list[int], SAID]
    said: int


class Observation(Record):
    """What everybody knows; and who looks."""

    viewer: int
    turn: int  # the seat to act
    stage: int
    fresh: int
    outcome: int
    winner: int
    seats: int
    names: Annotated[list[int], SEATS * LONGEST_NAME]
    status: Annotated[list[int], SEATS]
    stood: Annotated[list[int], SEATS]
    order: Annotated[list[int], SEATS]
    joined: int
    rejoin: int
