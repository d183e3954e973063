"""Liar's dice: the rules of play.  Clause numbers refer to rules.en.md."""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY

SEATS = 4  # at most
FACES = 6
# Dice are read as digits, the lowest first: 135 is a one, a three and a five.
THROWS = tuple(n for n in range(66667) if set(str(n)) <= set("123456") and list(str(n)) == sorted(str(n)))
FIRST = (0, 0, 6, 27, 83, 209, 461)  # by the number of dice: the index of their first throw
COVERED = 9  # stands for the dice under a cup, to those who may not know them

# An action is CHALLENGE, or a bid, read as digits too: 35 is three fives; or THROW and the number of a throw.
CHALLENGE = 0
STRIDE = 10  # between the bids of a number of dice and those of the next number
THROW = 300
NUM_ACTIONS = THROW + len(THROWS)
MAX_ACTIONS = 252  # the number of different throws of five dice


class State(Record):
    """The complete state."""

    seats: int  # in the match
    dice: int  # that every seat begins with
    left: Annotated[list[int], SEATS]  # dice that each seat still has
    cups: Annotated[list[int], SEATS]  # the dice under each cup; negative while they lie open before the next shake
    turn: int  # the seat to bid or challenge; until all cups are shaken, the one that opens the round
    bid: int  # the last one; 0 before the first


class Observation(Record):
    """What one seat knows."""

    seats: int
    dice: int
    left: Annotated[list[int], SEATS]
    cups: Annotated[list[int], SEATS]  # all but the seat's own are COVERED (clause 2)
    turn: int
    bid: int


def start(options: Mapping[str, Any]) -> State:
    """Give each seat the same number of dice; the first seat opens (clause 1)."""
    state = State()
    state.seats, state.dice = options["players"], options["each"]
    state.left = [state.dice if seat < state.seats else 0 for seat in range(SEATS)]
    return state


def current_seat(state: State) -> int:
    """Return the seat that bids, CHANCE before a cup is shaken, or NOBODY after the end."""
    if is_terminal(state):
        return NOBODY
    return state.turn if next_cup(state) == NOBODY else CHANCE


def next_cup(state: State) -> int:
    """Return the seat whose cup is shaken next, clockwise from the one that opens, or NOBODY (clause 2)."""
    for step in range(SEATS):
        seat = (state.turn + step) % SEATS
        if state.left[seat] > 0 and state.cups[seat] <= 0:
            return seat
    return NOBODY


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the throws of a cup; or the challenge, if there is a bid, and every higher bid (clauses 3-5)."""
    count, cup = 0, next_cup(state)
    if is_terminal(state):
        return 0
    if cup != NOBODY:
        for number in range(FIRST[state.left[cup]], FIRST[state.left[cup] + 1]):
            actions[count] = THROW + number
            count += 1
        return count
    if state.bid > 0:
        actions[0] = CHALLENGE
        count = 1
    for bid in range(max(STRIDE, state.bid) + 1, in_play(state) * STRIDE + FACES + 1):
        if 1 <= bid % STRIDE <= FACES:
            actions[count] = bid
            count += 1
    return count


def in_play(state: State) -> int:
    """Return the number of dice of all seats."""
    count = 0
    for seat in range(SEATS):
        count += state.left[seat]
    return count


def weight(state: State, action: int) -> int:
    """Return the number of orders in which the dice of a throw can fall."""
    faces, ways, dice, last, alike = THROWS[action - THROW], 1, 0, 0, 0
    while faces > 0:
        alike = alike + 1 if faces % 10 == last else 1
        last = faces % 10
        dice += 1
        ways = ways * dice // alike
        faces //= 10
    return ways


def apply(state: State, action: int) -> None:
    """Shake a cup, bid, or challenge, which lifts all cups."""
    if action >= THROW:
        state.cups[next_cup(state)] = THROWS[action - THROW]
    elif action == CHALLENGE:
        lift(state)
    else:
        state.bid = action
        state.turn = neighbour(state, state.turn, 1)


def neighbour(state: State, seat: int, step: int) -> int:
    """Return the next seat with dice: clockwise if `step` is 1, counterclockwise if it is -1."""
    seat = (seat + step) % SEATS
    while state.left[seat] == 0:
        seat = (seat + step) % SEATS
    return seat


def lift(state: State) -> None:
    """Lift all cups; whichever of bidder and challenger was wrong loses a die and opens next (clauses 5, 6)."""
    loser = state.turn
    if found(state, state.bid % STRIDE) < state.bid // STRIDE:
        loser = neighbour(state, state.turn, -1)
    state.left[loser] -= 1
    state.turn = loser if state.left[loser] > 0 else neighbour(state, loser, 1)
    state.bid = 0
    for seat in range(SEATS):
        state.cups[seat] = -max(0, state.cups[seat])


def found(state: State, face: int) -> int:
    """Return the number of dice under all cups that show a face."""
    count = 0
    for seat in range(SEATS):
        faces = state.cups[seat]
        while faces > 0:
            count += int(faces % 10 == face)
            faces //= 10
    return count


def is_terminal(state: State) -> bool:
    """Tell whether only one seat has dice (clause 7)."""
    return state.left[state.turn] == in_play(state)


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the losers, and 0 until the game is over."""
    return (1 if state.left[seat] > 0 else -1) if is_terminal(state) else 0


def observe(state: State, seat: int) -> Observation:
    """Return what `seat` may know: the dice under its own cup, and the number of dice under the others (clause 2)."""
    seen = Observation()
    seen.seats, seen.dice, seen.left = state.seats, state.dice, state.left[:]
    for cup in range(SEATS):
        seen.cups[cup] = state.cups[cup] if cup == seat or state.cups[cup] <= 0 else COVERED
    seen.turn, seen.bid = state.turn, state.bid
    return seen
