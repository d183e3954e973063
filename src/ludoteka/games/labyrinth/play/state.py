"""The constants of the rules, and the state of a match (rules.en.md).

Cells are numbered in the order of the scenario.  A list with a row for each cell or seat holds the rows one after another.
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
LOOKS = (NORTH, SOUTH, WEST, EAST)  # the order in which lantern and trumpet report

CARTRIDGE, COMPASS, IDOL, KEY, LANTERN, PURSE, TRUMPET, VEST = 0, 1, 2, 3, 4, 5, 6, 7  # in the order of their texts
TEXTS = 8
FALSE_KEY = 8  # it is called a key
ITEMS = 9

BANK, SHOP, PIT, RIVER, SWAMP, SPINNER, MIRROR, COW = 1, 2, 3, 4, 5, 6, 7, 8  # objects; 0 is none
SLASH, BACKSLASH = 0, 1  # faces of mirrors

WAITING, IN, DEAD, OUT = 0, 1, 2, 3  # the status of a seat
PLACING, CHOOSING, BEFORE, AFTER = 0, 1, 2, 3  # stages: of the match's beginning, and of a turn
OPEN, WON, DRAWN, ALL_LEFT = 0, 1, 2, 3  # outcomes of a match; OPEN while it goes on

CASH = 1000  # hundredths of a yuan at the start; clause 16
DEPOSIT_KEPT = 10  # yuan on the account at the start, which can never be withdrawn; clause 16
IDOL_PRICE = 1500  # hundredths; clause 15
MOST_CASH = 2_000_000_000  # hundredths in cash or one purse; more is lost, so that no number overflows
MOST_BALANCE = 2_000_000_000  # yuan; from here on no interest is paid, for the same reason
MILLION = 1_000_000  # accounts are kept in millionths of a yuan

# Actions.  Each name is the first number of its kind; a direction or the number of a thing is added to it.
MOVE, STAY, END, SHOOT = 0, 6, 7, 8
DROP = SHOOT + WAYS
TAKE = DROP + TEXTS
CHOOSE = TAKE + TEXTS
CHOOSE_NONE = CHOOSE + TEXTS
BUY = CHOOSE_NONE + 1
SELL = BUY + TEXTS
USE_LANTERN, USE_TRUMPET = SELL + 1, SELL + 2
LEAVE = USE_TRUMPET + 1
WITHDRAW = LEAVE + 1  # plus hundredths, or plus TOO_MUCH
TOO_MUCH = 1_000_000_000
DEPOSIT = WITHDRAW + TOO_MUCH + 1  # as above
JOIN = DEPOSIT + TOO_MUCH + 1  # plus a number made of seat, x, y and floor; coordinates begin at -FARTHEST
FARTHEST = 9_999
SPAN = 2 * FARTHEST + 1
NUM_ACTIONS = JOIN + SEATS * SPAN**3
MAX_ACTIONS = MAX_CELLS  # while a player is placed; a turn has far fewer

# Codes of the reply.  Each comes with what it is about and a number: an amount in hundredths, or a count.
WALL, PASSED, GONE_OUT, BY_PIT, BY_RIVER, OBJECT, LADDER, MOUTH, PRICE, MET = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FOUND, CHOICE, LIES, MISSED, KILLED, PROTECTED, CHOSEN, NOTHING, SKIPPED = 11, 12, 13, 14, 15, 16, 17, 18, 19
DROPPED, TOOK, BOUGHT, SOLD, WITHDREW, DEPOSITED, PASSAGE, SOMEBODY = 20, 21, 22, 23, 24, 25, 26, 27
SAID = 80  # a move needs at most 32 codes, and then everybody may be skipped

RUNS = 256  # the most runs of equal keys, which record the order of the keys; see `heaps.add`


# Fields with a row for each cell or seat; their lists have only as many rows as a match needs.
BY_CELL = ("x", "y", "floor", "beyond", "exits", "ladder", "object", "detail", "prices", "lying")
BY_SEAT = ("names", "status", "stood", "late", "at", "since", "cash", "yuan", "millionths", "items", "pending", "skip")


class State(Record, shorter=(*BY_CELL, *BY_SEAT)):
    """The maze, the things in it, the players, and the turn."""

    cells: int
    x: Annotated[list[int], MAX_CELLS]
    y: Annotated[list[int], MAX_CELLS]
    floor: Annotated[list[int], MAX_CELLS]
    beyond: Annotated[list[int], MAX_CELLS * WAYS]  # by cell and direction: the cell behind the passage, or NOWHERE
    exits: Annotated[list[int], MAX_CELLS * WAYS]
    ladder: Annotated[list[int], MAX_CELLS]
    object: Annotated[list[int], MAX_CELLS]
    detail: Annotated[list[int], MAX_CELLS]  # pit, river: the cell they carry to; spinner: quarter turns; mirror: face
    prices: Annotated[list[int], MAX_CELLS * ITEMS]  # in hundredths; 0 if not sold

    lying: Annotated[list[int], MAX_CELLS * ITEMS]  # counts; for purses, hundredths
    run_cell: Annotated[list[int], RUNS]  # keys and false keys in the order they were put down
    run_item: Annotated[list[int], RUNS]
    run_count: Annotated[list[int], RUNS]
    runs: int

    seats: int
    names: Annotated[list[int], SEATS * LONGEST_NAME]  # code points
    status: Annotated[list[int], SEATS]
    stood: Annotated[list[int], SEATS]  # whether the scenario places the seat
    late: Annotated[list[int], SEATS]  # whether the seat joins after the start
    at: Annotated[list[int], SEATS]
    since: Annotated[list[int], SEATS]  # the number of the player's last arrival
    cash: Annotated[list[int], SEATS]  # hundredths
    yuan: Annotated[list[int], SEATS]  # of the balance
    millionths: Annotated[list[int], SEATS]
    items: Annotated[list[int], SEATS * ITEMS]
    pending: Annotated[list[int], SEATS]  # whether the next turn begins with a choice
    skip: Annotated[list[int], SEATS]  # whether the next turn is lost

    order: Annotated[list[int], SEATS]  # seats in the order they joined, including those that are out
    joined: int  # length of `order`
    place: int  # index in `order` of the seat to act
    stage: int
    fresh: int  # whether nothing has been done in this turn yet
    arrivals: int
    stall: int  # quiet rounds that make a draw; 0 for no limit
    quiet: int  # quiet rounds in a row so far
    eventful: int  # whether this round is not quiet
    rejoin: int
    outcome: int
    winner: int

    said_code: Annotated[list[int], SAID]
    said_what: Annotated[list[int], SAID]
    said_number: Annotated[list[int], SAID]
    said: int


class Observation(Record, shorter=("names", "status", "stood")):
    """What everybody knows, and the viewer."""

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
