"""The rules of Labyrinth; clause numbers refer to the rules page (rules.en.md).

These functions are the moderator's part: only the moderator sees the maze.  The reply to an action is in the state (`said_…`).
"""

from collections.abc import Mapping
from typing import Annotated, Any

from ludoteka.core.record import Record
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games.labyrinth.maze import (
    FACES,
    FARTHEST,
    HUNDRED,
    ITEM_NAMES,
    MAX_CELLS,
    MOST_CASH,
    SEATS,
    WAY_NAMES,
    Maze,
    beside,
    climbs,
    is_passable,
    read,
    start_cells,
)
from ludoteka.games.labyrinth.options import LONGEST_NAME, late_of, names_of, scenario_of

NOWHERE = MAX_CELLS  # no cell

NORTH, EAST, SOUTH, WEST, UP, DOWN = 0, 1, 2, 3, 4, 5  # the compass clockwise, as spinners turn
WAYS = 6
COMPASS_WAYS = 4
LOOKS = (NORTH, SOUTH, WEST, EAST)  # the order in which lantern and trumpet report

CARTRIDGE, COMPASS, IDOL, KEY, LANTERN, PURSE, TRUMPET, VEST = 0, 1, 2, 3, 4, 5, 6, 7  # in the order of their texts
TEXTS = 8
FALSE_KEY = 8  # it is called a key
ITEMS = 9

BANK, SHOP, PIT, RIVER, SWAMP, SPINNER, MIRROR, COW = 1, 2, 3, 4, 5, 6, 7, 8  # objects; 0 is none
OBJECT_NAMES = ("", "bank", "shop", "pit", "river", "swamp", "spinner", "mirror", "cow")
SLASH, BACKSLASH = 0, 1  # faces of mirrors
REFLECTED = (EAST, NORTH, WEST, SOUTH)  # by "/", for north, east, south, west
REFLECTED_BACK = (WEST, SOUTH, EAST, NORTH)  # by "\"
QUARTER = 90  # degrees of a spinner's turn

WAITING, IN, DEAD, OUT = 0, 1, 2, 3  # the status of a seat
PLACING, CHOOSING, BEFORE, AFTER = 0, 1, 2, 3  # stages: of the match's beginning, and of a turn
OPEN, WON, DRAWN, ALL_LEFT = 0, 1, 2, 3  # outcomes of a match; OPEN while it goes on

CASH = 1000  # hundredths of a yuan at the start; clause 16
DEPOSIT_KEPT = 10  # yuan on the account at the start, which can never be withdrawn; clause 16
IDOL_PRICE = 1500  # hundredths; clause 15
MOST_BALANCE = 2_000_000_000  # yuan; from here on no interest is paid, so that no number overflows
MILLION = 1_000_000  # accounts are kept in millionths of a yuan
HUNDREDTH = MILLION // 100

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
SPAN = 2 * FARTHEST + 1
NUM_ACTIONS = JOIN + SEATS * SPAN**3
MAX_ACTIONS = MAX_CELLS  # while a player is placed; a turn has far fewer

# Codes of the reply.  Each comes with what it is about and a number: an amount in hundredths, or a count.
WALL, PASSED, GONE_OUT, BY_PIT, BY_RIVER, OBJECT, LADDER, MOUTH, PRICE, MET = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
FOUND, CHOICE, LIES, MISSED, KILLED, PROTECTED, CHOSEN, NOTHING, SKIPPED = 11, 12, 13, 14, 15, 16, 17, 18, 19
DROPPED, TOOK, BOUGHT, SOLD, WITHDREW, DEPOSITED, PASSAGE, SOMEBODY = 20, 21, 22, 23, 24, 25, 26, 27
SAID = 80  # a move needs at most 32 codes, and then everybody may be skipped

# Why an action is not accepted.
ACCEPTED, GAME_OVER, CHOICE_PENDING, NO_CHOICE, ALREADY_MOVED, SHOT_AFTER_MOVE, MOVE_FIRST = 0, 1, 2, 3, 4, 5, 6
NO_CARTRIDGE, NO_LADDER, NOT_HERE, SECOND_UNIQUE, NOT_A_SHOP, NOT_SOLD_HERE, TOO_EXPENSIVE = 7, 8, 9, 10, 11, 12, 13
NOT_A_BANK, NOT_CARRIED, BAD_AMOUNT, NOT_WITHDRAWABLE = 14, 15, 16, 17
NOT_BETWEEN_TURNS, NOT_PLAYING, NOT_TO_JOIN, NOT_EMPTY = 18, 19, 20, 21

RUNS = 256  # the most runs of equal keys, which record the order of the keys; see `add`


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


# The contract


def start(options: Mapping[str, Any]) -> State:
    """Build the maze, with the players where the scenario places them, or waiting (clause 7).

    Raises:
        Refused: "bad-option", "bad-scenario" or "too-few-empty-cells", if players and scenario do not match.
    """
    maze, state = read(scenario_of(options)), State()
    build(state, maze)
    furnish(state, maze)
    seat_players(state, maze, options)
    rows = dict.fromkeys(BY_CELL, (MAX_CELLS, state.cells)) | dict.fromkeys(BY_SEAT, (SEATS, state.seats))
    state.compact({name: State.shapes[name] // most * used for name, (most, used) in rows.items()})
    stall = options.get("stall")
    state.stall = len(maze.cells) if stall is True else stall or 0
    state.rejoin = int(options.get("rejoin", False))
    state.winner = NOBODY
    if state.stage != PLACING:
        begin_turn(state)
    return state


def current_seat(state: State) -> int:
    """Return the seat to act: CHANCE while players are being placed, NOBODY when the match is over."""
    if state.outcome != OPEN:
        return NOBODY
    return CHANCE if state.stage == PLACING else turn_of(state)


def legal_actions(state: State, actions: list[int]) -> int:
    """Write the legal actions; the smallest amount stands for all amounts, and leaving and late joining are left out."""
    count = 0
    if state.outcome == OPEN and state.stage == PLACING:
        seat = next_to_place(state)
        for cell in range(state.cells):
            action = join_action(seat, state.x[cell], state.y[cell], state.floor[cell])
            count = add_accepted(state, action, actions, count)
        return count
    for action in range(LEAVE):
        count = add_accepted(state, action, actions, count)
    count = add_accepted(state, WITHDRAW + 1, actions, count)
    return add_accepted(state, DEPOSIT + 1, actions, count)


def add_accepted(state: State, action: int, actions: list[int], count: int) -> int:
    """Write an action at index `count` if it is accepted, and return the new count."""
    if reason(state, action) == ACCEPTED:
        actions[count] = action
        count += 1
    return count


def apply(state: State, action: int) -> None:
    """Play an action and store the reply; a turn in which nothing is left to do ends by itself."""
    state.said = 0
    if action >= JOIN:
        enter(state, joining_seat(action), joining_cell(state, action))
        if state.stage == PLACING and next_to_place(state) == SEATS:  # clause 7
            begin_turn(state)
        return
    seat = turn_of(state)
    state.fresh = 0
    if action == LEAVE:
        leave(state, seat)
    elif action == END:
        end_turn(state)
    elif action < END:
        move(state, seat, action)
    elif action < DROP:
        shoot(state, seat, action - SHOOT)
    else:
        deal(state, seat, action)
    if state.outcome == OPEN and state.stage == AFTER and not is_anything_left(state):
        end_turn(state)


def is_terminal(state: State) -> bool:
    """Tell whether the match is over."""
    return state.outcome != OPEN


def returns(state: State, seat: int) -> int:
    """Return 1 for the winner, -1 for the others, 0 for a draw (clauses 5, 9)."""
    if state.outcome == OPEN or state.outcome == DRAWN:
        return 0
    return 1 if seat == state.winner else -1


def observe(state: State, seat: int) -> Observation:
    """Return what everybody knows from the log."""
    seen = Observation()
    seen.viewer = seat
    seen.turn = current_seat(state)
    seen.stage = state.stage
    seen.fresh = state.fresh
    seen.outcome = state.outcome
    seen.winner = state.winner
    seen.seats = state.seats
    seen.names = state.names[:]
    seen.status = state.status[:]
    seen.stood = state.stood[:]
    seen.order = state.order[:]
    seen.joined = state.joined
    seen.rejoin = state.rejoin
    return seen


# The first state.  Only `start` calls these, so they may use all of Python.


def build(state: State, maze: Maze) -> None:
    """Set the cells and the passages between them (clauses 1–5)."""
    state.cells = len(maze.cells)
    state.beyond = [NOWHERE] * (MAX_CELLS * WAYS)
    for cell, number in maze.cells.items():
        state.x[number], state.y[number], state.floor[number] = cell
        for way, name in enumerate(WAY_NAMES):
            if is_passable(maze, cell, name):
                state.beyond[number * WAYS + way] = maze.cells[beside(cell, name)]
    for cell, name in maze.exits:
        state.exits[maze.cells[cell] * WAYS + WAY_NAMES.index(name)] = 1
    for cell in climbs(maze):
        state.ladder[maze.cells[cell]] = 1


def furnish(state: State, maze: Maze) -> None:
    """Place the objects and items (clauses 13, 17, 18)."""
    for cell, thing in maze.things.items():
        number = maze.cells[cell]
        state.object[number] = OBJECT_NAMES.index(thing.kind)
        if thing.kind in ("pit", "river"):
            state.detail[number] = maze.cells[thing.to] if thing.to else number
        else:
            state.detail[number] = FACES.index(thing.face) if thing.face else thing.turn // QUARTER
        for item, price in thing.goods.items():
            state.prices[number * ITEMS + ITEM_NAMES.index(item)] = price
    for cell, item, count in maze.items:
        kind = ITEM_NAMES.index(item)
        add(state, maze.cells[cell], kind, count * HUNDRED if kind == PURSE else count)


def seat_players(state: State, maze: Maze, options: Mapping[str, Any]) -> None:
    """Place the players where the scenario says, or leave them waiting (clause 7)."""
    names, late = names_of(options), late_of(options)
    starts = start_cells(maze, [name for name in names if name not in late])
    state.seats = len(names)
    state.stage = BEFORE if maze.starts else PLACING
    for seat, name in enumerate(names):
        for index, sign in enumerate(name):
            state.names[seat * LONGEST_NAME + index] = ord(sign)
        state.late[seat] = int(name in late)
        if name in starts:
            enter(state, seat, starts[name])
            state.stood[seat] = 1


# Joining and leaving (clauses 7, 9)


def join_action(seat: int, x: int, y: int, floor: int) -> int:
    """Return the action by which a seat enters.  It contains coordinates, because cell numbers are secret."""
    return JOIN + ((seat * SPAN + x + FARTHEST) * SPAN + y + FARTHEST) * SPAN + floor + FARTHEST


def joining_seat(action: int) -> int:
    """Return the seat that enters by an action."""
    return (action - JOIN) // (SPAN * SPAN * SPAN)


def joining_cell(state: State, action: int) -> int:
    """Return the cell on which a player enters by an action, or NOWHERE."""
    seat = joining_seat(action)
    for cell in range(state.cells):
        if join_action(seat, state.x[cell], state.y[cell], state.floor[cell]) == action:
            return cell
    return NOWHERE


def next_to_place(state: State) -> int:
    """Return the seat that the moderator places next at the start, or SEATS."""
    for seat in range(state.seats):
        if state.status[seat] == WAITING and not state.late[seat]:
            return seat
    return SEATS


def may_join(state: State, seat: int) -> bool:
    """Tell whether a seat may still enter, or come back (clause 9)."""
    return state.status[seat] == WAITING or (state.rejoin == 1 and state.status[seat] == DEAD)


def may_play(state: State, seat: int) -> bool:
    """Tell whether a player is in the maze, or may still come in or come back (clauses 7, 9)."""
    return state.status[seat] == IN or may_join(state, seat)


def enter(state: State, seat: int, cell: int) -> None:
    """Place a player on a cell, last in the order of play (clause 7)."""
    withdraw_from_order(state, seat)
    state.order[state.joined] = seat
    state.joined += 1
    state.status[seat] = IN
    state.at[seat] = cell
    state.since[seat] = state.arrivals
    state.cash[seat], state.yuan[seat], state.millionths[seat] = CASH, DEPOSIT_KEPT, 0  # clause 16


def withdraw_from_order(state: State, seat: int) -> None:
    """Remove a returning player's old place in the order."""
    for place in range(state.joined):
        if state.order[place] == seat:
            state.joined -= 1
            for later in range(place, state.joined):
                state.order[later] = state.order[later + 1]
            if place < state.place:
                state.place -= 1
            return


def leave(state: State, seat: int) -> None:
    """Take the seat to act out of the match; when nobody is left, all have lost (clause 9)."""
    leave_all(state, seat, OUT)
    for other in range(state.seats):
        if state.status[other] == IN:
            pass_turn(state)
            return
    state.outcome = ALL_LEFT


def leave_all(state: State, seat: int, status: int) -> None:
    """Remove a player from the maze: things and cash stay on the cell, and the account is closed (clause 9)."""
    for item in range(ITEMS):
        add(state, state.at[seat], item, state.items[seat * ITEMS + item])
        state.items[seat * ITEMS + item] = 0
    add(state, state.at[seat], PURSE, state.cash[seat])
    state.cash[seat], state.yuan[seat], state.millionths[seat] = 0, 0, 0
    state.status[seat] = status
    state.pending[seat] = 0
    state.skip[seat] = 0


# Turns, and the reply that everybody hears (clauses 9, 13, 16, 18)


def say(state: State, code: int, what: int, number: int) -> None:
    """Add a code to the reply: `what` is a thing, direction, object or seat, `number` an amount or a count."""
    state.said_code[state.said] = code
    state.said_what[state.said] = what
    state.said_number[state.said] = number
    state.said += 1


def turn_of(state: State) -> int:
    """Return the seat whose turn it is."""
    return state.order[state.place]


def begin_turn(state: State) -> None:
    """Begin a turn; a pending choice comes first if a unique thing is still on the cell (clause 13)."""
    seat = turn_of(state)
    state.stage = BEFORE
    state.fresh = 1
    if state.pending[seat]:
        if uniques_on(state, state.at[seat]) > 0:
            state.stage = CHOOSING
        else:
            state.pending[seat] = 0
            say(state, NOTHING, 0, 0)


def end_turn(state: State) -> None:
    """Pay interest and pass the turn."""
    credit_interest(state, turn_of(state))
    pass_turn(state)


def pass_turn(state: State) -> None:
    """Pass the turn to the next player; players stuck in a swamp are skipped, but paid interest (clause 18)."""
    waits = True
    while waits and state.outcome == OPEN:
        state.place += 1
        if state.place >= state.joined:
            state.place = 0
            wrap(state)
        seat = turn_of(state)
        if state.outcome == OPEN and state.status[seat] == IN:
            waits = state.skip[seat] == 1
            if waits:
                state.skip[seat] = 0
                credit_interest(state, seat)
                say(state, SKIPPED, seat, 0)
    if state.outcome == OPEN:
        begin_turn(state)


def wrap(state: State) -> None:
    """Count a round: too many quiet ones in a row are a draw (clause 9)."""
    state.quiet = 0 if state.eventful else state.quiet + 1
    state.eventful = 0
    if state.stall > 0 and state.quiet >= state.stall:
        state.outcome = DRAWN


def is_anything_left(state: State) -> bool:
    """Tell whether the seat, which has moved, can do anything but end its turn."""
    for action in range(DROP, LEAVE):
        if (action < CHOOSE or action >= BUY) and thing_reason(state, action) == ACCEPTED:
            return True
    seat = turn_of(state)
    return bank_reason(state, seat, WITHDRAW + 1) == ACCEPTED or bank_reason(state, seat, DEPOSIT + 1) == ACCEPTED


# Moves and arrivals (clauses 1–5, 8, 13, 18)


def move(state: State, seat: int, word: int) -> None:
    """Make the move; a player who goes through an exit with the key wins (clauses 3, 5)."""
    state.stage = AFTER
    if word == STAY:
        return
    way = real_way(state, seat, word)
    cell = state.beyond[state.at[seat] * WAYS + way]
    if state.exits[state.at[seat] * WAYS + way] and state.items[seat * ITEMS + KEY] > 0:
        say(state, GONE_OUT, 0, 0)
        state.status[seat] = OUT
        state.outcome = WON
        state.winner = seat
    elif cell == NOWHERE:
        say(state, WALL, 0, 0)
    else:
        say(state, PASSED, 0, 0)
        arrive(state, seat, carried(state, cell))


def real_way(state: State, seat: int, word: int) -> int:
    """Return the true direction of a word; a spinner turns it unless the player carries a compass (clause 18)."""
    cell = state.at[seat]
    if word >= COMPASS_WAYS or state.object[cell] != SPINNER or state.items[seat * ITEMS + COMPASS] > 0:
        return word
    return (word + state.detail[cell]) % COMPASS_WAYS


def carried(state: State, cell: int) -> int:
    """Return where a step onto a cell ends, and announce a pit or river that carries the player there (clause 18)."""
    if state.object[cell] == PIT:
        say(state, BY_PIT, 0, 0)
        return state.detail[cell]
    if state.object[cell] == RIVER and state.detail[cell] != cell:
        say(state, BY_RIVER, 0, 0)
        return state.detail[cell]
    return cell


def arrive(state: State, seat: int, cell: int) -> None:
    """Put a player on a cell, announce what is there, and let the player pick things up."""
    state.at[seat] = cell
    state.arrivals += 1
    state.since[seat] = state.arrivals
    announce(state, cell)
    if state.object[cell] == SWAMP:
        state.skip[seat] = 1
    if somebody_on(state, cell, seat) != SEATS:
        say(state, MET, 0, 0)
    pick_up(state, seat, cell)


def announce(state: State, cell: int) -> None:
    """Announce what is in a cell; a spinner sounds like a plain cell (clauses 4, 17, 18)."""
    kind = state.object[cell]
    if state.ladder[cell]:
        say(state, LADDER, 0, 0)
    elif kind == RIVER and state.detail[cell] == cell:
        say(state, MOUTH, 0, 0)
    elif kind != 0 and kind != RIVER and kind != PIT and kind != SPINNER:
        say(state, OBJECT, kind, 0)
    if kind == SHOP:
        for text in range(TEXTS):
            if price_of(state, cell, text) > 0:
                say(state, PRICE, text, price_of(state, cell, text))


def somebody_on(state: State, cell: int, seat: int) -> int:
    """Return who, apart from `seat`, has been on a cell longest; ties go by the order of play.  SEATS means nobody."""
    found = SEATS
    for place in range(state.joined):
        other = state.order[place]
        is_there = other != seat and state.status[other] == IN and state.at[other] == cell
        if is_there and (found == SEATS or state.since[other] < state.since[found]):
            found = other
    return found


def pick_up(state: State, seat: int, cell: int) -> None:
    """Pick up everything except unique things between which the player must choose (clause 13)."""
    uniques = uniques_on(state, cell)
    takes_unique = uniques == 1 and not carries_unique(state, seat)
    for text in range(TEXTS):
        count = count_of(state, cell, text)
        if count > 0 and (takes_unique or not is_unique(text)):
            state.eventful = 1
            say(state, FOUND, text, count)
            take_all(state, seat, cell, text)
    if uniques > 0 and not takes_unique:
        state.pending[seat] = 1
        say(state, CHOICE, 0, 0)
        for text in (IDOL, KEY):
            if count_of(state, cell, text) > 0:
                say(state, LIES, text, count_of(state, cell, text))


def take_all(state: State, seat: int, cell: int, text: int) -> None:
    """Pick up all things of a kind; a purse becomes cash."""
    if is_unique(text):
        state.items[seat * ITEMS + remove(state, cell, text)] += 1
        return
    if text == PURSE:
        receive(state, seat, state.lying[cell * ITEMS + PURSE])
    else:
        state.items[seat * ITEMS + text] += state.lying[cell * ITEMS + text]
    state.lying[cell * ITEMS + text] = 0


# Shots (clauses 10–12, 18)


def shoot(state: State, seat: int, word: int) -> None:
    """Fire one bullet, which hits at most one player (clauses 10, 12)."""
    state.items[seat * ITEMS + CARTRIDGE] -= 1
    victim = target(state, seat, real_way(state, seat, word))
    if victim == SEATS:
        say(state, MISSED, 0, 0)
    elif state.items[victim * ITEMS + VEST] > 0:
        state.items[victim * ITEMS + VEST] -= 1
        say(state, PROTECTED, 0, 0)
    else:
        leave_all(state, victim, DEAD)
        state.eventful = 1
        say(state, KILLED, victim, 0)


def target(state: State, seat: int, way: int) -> int:
    """Return the seat that the bullet hits, SEATS if none; players on the shooter's own cell come first (clause 10)."""
    cell = state.at[seat]
    victim = somebody_on(state, cell, seat)
    flown = 0
    while victim == SEATS and flown < MAX_CELLS:
        cell = state.beyond[cell * WAYS + way]
        if cell == NOWHERE or state.object[cell] == COW:
            return SEATS
        flown += 1
        victim = somebody_on(state, cell, seat)
        way = reflected(state, cell, way)
    return victim


def reflected(state: State, cell: int, way: int) -> int:
    """Return the direction of a bullet after a cell, where a mirror may turn it (clause 18)."""
    if state.object[cell] != MIRROR:
        return way
    return REFLECTED[way] if state.detail[cell] == SLASH else REFLECTED_BACK[way]


# Actions with things and money (clauses 13–17)


def deal(state: State, seat: int, action: int) -> None:
    """Carry out an action with a thing or with money."""
    if action < TAKE:
        drop(state, seat, action - DROP)
    elif action < CHOOSE:
        take(state, seat, action - TAKE)
    elif action <= CHOOSE_NONE:
        choose(state, seat, action)
    elif action < SELL:
        buy(state, seat, action - BUY)
    elif action == SELL:
        state.items[seat * ITEMS + IDOL] -= 1
        receive(state, seat, IDOL_PRICE)
        say(state, SOLD, IDOL, 0)
    elif action == USE_LANTERN:
        shine(state, seat)
    elif action == USE_TRUMPET:
        blow(state, seat)
    elif action < DEPOSIT:
        receive(state, seat, action - WITHDRAW)
        move_balance(state, seat, WITHDRAW - action)
        say(state, WITHDREW, 0, action - WITHDRAW)
    else:
        state.cash[seat] -= action - DEPOSIT
        move_balance(state, seat, action - DEPOSIT)
        say(state, DEPOSITED, 0, action - DEPOSIT)


def drop(state: State, seat: int, text: int) -> None:
    """Put one piece down (clause 14)."""
    item = FALSE_KEY if text == KEY and state.items[seat * ITEMS + FALSE_KEY] > 0 else text
    state.items[seat * ITEMS + item] -= 1
    add(state, state.at[seat], item, 1)
    say(state, DROPPED, text, 1)


def take(state: State, seat: int, text: int) -> None:
    """Pick one piece up, or the whole purse (clause 14)."""
    count = count_of(state, state.at[seat], text)
    item = remove(state, state.at[seat], text)
    if item == PURSE:
        receive(state, seat, count)
        say(state, TOOK, PURSE, count)
    else:
        state.items[seat * ITEMS + item] += 1
        say(state, TOOK, text, 1)


def choose(state: State, seat: int, action: int) -> None:
    """Pick the chosen unique thing up, and put down the one carried before (clause 13)."""
    state.pending[seat] = 0
    state.stage = BEFORE
    if action != CHOOSE_NONE:
        state.eventful = 1
        chosen = remove(state, state.at[seat], action - CHOOSE)
        for item in (IDOL, KEY, FALSE_KEY):
            add(state, state.at[seat], item, state.items[seat * ITEMS + item])
            state.items[seat * ITEMS + item] = 0
        state.items[seat * ITEMS + chosen] = 1
    say(state, CHOSEN, 0, 0)


def buy(state: State, seat: int, text: int) -> None:
    """Buy one piece (clause 17)."""
    place = state.at[seat] * ITEMS
    item = FALSE_KEY if text == KEY and state.prices[place + KEY] == 0 else text
    state.cash[seat] -= state.prices[place + item]
    state.items[seat * ITEMS + item] += 1
    state.eventful = 1
    say(state, BOUGHT, text, 1)


def shine(state: State, seat: int) -> None:
    """Report for each of the four sides whether it is a wall or a passage (clause 15)."""
    for way in LOOKS:
        say(state, PASSAGE, way, 0 if state.beyond[state.at[seat] * WAYS + way] == NOWHERE else 1)


def blow(state: State, seat: int) -> None:
    """Report for each passable side whether somebody is behind it (clause 15)."""
    for way in LOOKS:
        cell = state.beyond[state.at[seat] * WAYS + way]
        if cell != NOWHERE:
            say(state, SOMEBODY, way, 0 if somebody_on(state, cell, seat) == SEATS else 1)


# Things on the floor.  Keys look alike and are taken in the order in which they were put down.


def add(state: State, cell: int, item: int, count: int) -> None:
    """Put things on a cell, behind those already there.

    The order of keys is stored in runs of equal keys.  If a match ever needs more than RUNS of them, the keys without
    a run are taken last, true ones first.
    """
    place = cell * ITEMS + item
    state.lying[place] = min(MOST_CASH, state.lying[place] + count)
    if text_of(item) != KEY or count == 0:
        return
    last = RUNS
    for run in range(state.runs):
        if state.run_cell[run] == cell:
            last = run
    if last < RUNS and state.run_item[last] == item:
        state.run_count[last] += count
    elif state.runs < RUNS:
        state.run_cell[state.runs] = cell
        state.run_item[state.runs] = item
        state.run_count[state.runs] = count
        state.runs += 1


def remove(state: State, cell: int, text: int) -> int:
    """Remove the oldest thing of a kind from a cell and return it; a purse is taken whole."""
    item = text
    if text == KEY:
        run = 0
        while run < state.runs and state.run_cell[run] != cell:
            run += 1
        if run < state.runs:
            item = state.run_item[run]
            shorten(state, run)
        elif state.lying[cell * ITEMS + KEY] == 0:
            item = FALSE_KEY
    place = cell * ITEMS + item
    state.lying[place] = 0 if item == PURSE else state.lying[place] - 1
    return item


def shorten(state: State, run: int) -> None:
    """Take one key off a run, and delete the run if it is empty."""
    state.run_count[run] -= 1
    if state.run_count[run] == 0:
        state.runs -= 1
        for later in range(run, state.runs):
            state.run_cell[later] = state.run_cell[later + 1]
            state.run_item[later] = state.run_item[later + 1]
            state.run_count[later] = state.run_count[later + 1]


def count_of(state: State, cell: int, text: int) -> int:
    """Return how many things of a kind are on a cell; for a purse, its hundredths."""
    count = state.lying[cell * ITEMS + text]
    return count + state.lying[cell * ITEMS + FALSE_KEY] if text == KEY else count


def price_of(state: State, cell: int, text: int) -> int:
    """Return the price of a thing in the shop on a cell, in hundredths; 0 if it is not sold there."""
    price = state.prices[cell * ITEMS + text]
    return max(price, state.prices[cell * ITEMS + FALSE_KEY]) if text == KEY else price


def uniques_on(state: State, cell: int) -> int:
    """Return how many unique things are on a cell."""
    return count_of(state, cell, KEY) + count_of(state, cell, IDOL)


def is_bare(state: State, cell: int) -> bool:
    """Tell whether the floor of a cell is empty."""
    for item in range(ITEMS):
        if state.lying[cell * ITEMS + item] != 0:
            return False
    return True


def is_unique(text: int) -> bool:
    """Tell whether a thing is unique: nobody carries two of these (clause 13)."""
    return text in (KEY, IDOL)


def text_of(item: int) -> int:
    """Return the kind by which a thing is named; a false key is called a key (clause 15)."""
    return KEY if item == FALSE_KEY else item


# What a player carries and owns: things, cash in hundredths, and an account with six decimal places (clauses 13, 16, 17)


def holds(state: State, seat: int, text: int) -> bool:
    """Tell whether a player carries a thing of this kind; a purse is never carried."""
    if text == KEY and state.items[seat * ITEMS + FALSE_KEY] > 0:
        return True
    return state.items[seat * ITEMS + text] > 0


def carries_unique(state: State, seat: int) -> bool:
    """Tell whether a player carries a unique thing (clause 13)."""
    held = seat * ITEMS
    return state.items[held + KEY] + state.items[held + FALSE_KEY] + state.items[held + IDOL] > 0


def receive(state: State, seat: int, hundredths: int) -> None:
    """Add to a player's cash, up to the limit."""
    state.cash[seat] = min(MOST_CASH, state.cash[seat] + hundredths)


def credit_interest(state: State, seat: int) -> None:
    """Add half a percent to the balance, rounded down to six places (clause 16)."""
    if state.yuan[seat] < MOST_BALANCE:
        balance = state.yuan[seat] * MILLION + state.millionths[seat]
        balance += balance // 200
        state.yuan[seat] = balance // MILLION
        state.millionths[seat] = balance % MILLION


def withdrawable(state: State, seat: int) -> int:
    """Return how many hundredths a player may withdraw: all but ten yuan (clause 16)."""
    return (state.yuan[seat] - DEPOSIT_KEPT) * 100 + state.millionths[seat] // HUNDREDTH


def move_balance(state: State, seat: int, hundredths: int) -> None:
    """Add hundredths to the balance, or take them from it."""
    balance = state.yuan[seat] * MILLION + state.millionths[seat] + hundredths * HUNDREDTH
    state.yuan[seat] = min(MOST_BALANCE + MOST_BALANCE // 200, balance // MILLION)
    state.millionths[seat] = balance % MILLION


# Why an action is not accepted: the first reason that applies (clauses 9–17).  An action without such a reason is legal.


def reason(state: State, action: int) -> int:
    """Return the first reason against an action, or ACCEPTED."""
    if state.outcome != OPEN:
        return GAME_OVER
    if action >= JOIN:
        return joining_reason(state, joining_seat(action), joining_cell(state, action))
    if state.stage == PLACING:
        return NOT_PLAYING
    if CHOOSE <= action <= CHOOSE_NONE:
        return choosing_reason(state, action)
    if state.stage == CHOOSING:
        return CHOICE_PENDING
    if action <= STAY:
        return moving_reason(state, action)
    if action == END:
        return ACCEPTED if state.stage == AFTER else MOVE_FIRST
    if action < DROP:
        return shooting_reason(state, action - SHOOT)
    if action == LEAVE:
        return between_turns_reason(state)
    return thing_reason(state, action)


def joining_reason(state: State, seat: int, cell: int) -> int:
    """Refuse a player out of order at the start, in the middle of a later turn, or on an occupied cell (clause 7)."""
    if state.stage == PLACING:
        if seat != next_to_place(state):
            return NOT_TO_JOIN
    elif state.stage == CHOOSING:
        return CHOICE_PENDING
    elif seat >= state.seats or not may_join(state, seat):
        return NOT_TO_JOIN
    elif between_turns_reason(state) != ACCEPTED:
        return between_turns_reason(state)
    is_empty = cell != NOWHERE and state.ladder[cell] == 0 and state.object[cell] == 0 and is_bare(state, cell)
    return ACCEPTED if is_empty and somebody_on(state, cell, SEATS) == SEATS else NOT_EMPTY


def between_turns_reason(state: State) -> int:
    """Refuse to let players join or leave during a turn (clauses 7, 9)."""
    if state.stage == AFTER:
        return ALREADY_MOVED
    return ACCEPTED if state.fresh else NOT_BETWEEN_TURNS


def choosing_reason(state: State, action: int) -> int:
    """Refuse to choose anything but a unique thing on the cell or the one in hand (clause 13)."""
    if state.stage != CHOOSING:
        return NO_CHOICE
    text = action - CHOOSE
    if action == CHOOSE_NONE or (is_unique(text) and count_of(state, state.at[turn_of(state)], text) > 0):
        return ACCEPTED
    return NOT_HERE


def moving_reason(state: State, word: int) -> int:
    """Refuse a second move in a turn, and climbing without a ladder; walking into a wall is accepted (clauses 3, 4)."""
    if state.stage == AFTER:
        return ALREADY_MOVED
    if COMPASS_WAYS <= word < STAY and not state.ladder[state.at[turn_of(state)]]:
        return NO_LADDER
    return ACCEPTED


def shooting_reason(state: State, word: int) -> int:
    """Refuse to shoot after the move, without a cartridge, or up and down without a ladder (clauses 10, 11)."""
    seat = turn_of(state)
    if state.stage == AFTER:
        return SHOT_AFTER_MOVE
    if state.items[seat * ITEMS + CARTRIDGE] == 0:
        return NO_CARTRIDGE
    if word >= COMPASS_WAYS and not state.ladder[state.at[seat]]:
        return NO_LADDER
    return ACCEPTED


def thing_reason(state: State, action: int) -> int:
    """Return the reason against an action with things or money."""
    seat = turn_of(state)
    if action < TAKE:
        return ACCEPTED if holds(state, seat, action - DROP) else NOT_CARRIED
    if action < CHOOSE:
        return taking_reason(state, seat, action - TAKE)
    if action < SELL:
        return buying_reason(state, seat, action - BUY)
    if action == USE_LANTERN:
        return ACCEPTED if holds(state, seat, LANTERN) else NOT_CARRIED
    if action == USE_TRUMPET:
        return ACCEPTED if holds(state, seat, TRUMPET) else NOT_CARRIED
    return bank_reason(state, seat, action)


def taking_reason(state: State, seat: int, text: int) -> int:
    """Refuse to take what is not on the cell, a second unique thing, or one that waits for a choice (clauses 13, 14)."""
    if count_of(state, state.at[seat], text) == 0:
        return NOT_HERE
    if is_unique(text) and state.pending[seat]:
        return CHOICE_PENDING
    if is_unique(text) and carries_unique(state, seat):
        return SECOND_UNIQUE
    return ACCEPTED


def buying_reason(state: State, seat: int, text: int) -> int:
    """Refuse to buy what the shop doesn't sell, a second unique thing, or more than the cash can pay (clause 17)."""
    if state.object[state.at[seat]] != SHOP:
        return NOT_A_SHOP
    price = price_of(state, state.at[seat], text)
    if price == 0:
        return NOT_SOLD_HERE
    if is_unique(text) and carries_unique(state, seat):
        return SECOND_UNIQUE
    return ACCEPTED if price <= state.cash[seat] else TOO_EXPENSIVE


def bank_reason(state: State, seat: int, action: int) -> int:
    """Refuse to sell an idol, withdraw or deposit anywhere but in a bank; refuse a wrong amount (clauses 15–17)."""
    if state.object[state.at[seat]] != BANK:
        return NOT_A_BANK
    if action == SELL:
        return ACCEPTED if holds(state, seat, IDOL) else NOT_CARRIED
    if action >= DEPOSIT:
        amount = action - DEPOSIT
        return BAD_AMOUNT if amount == 0 or amount == TOO_MUCH or amount > state.cash[seat] else ACCEPTED
    amount = action - WITHDRAW
    if amount == 0:
        return BAD_AMOUNT
    return NOT_WITHDRAWABLE if amount == TOO_MUCH or amount > withdrawable(state, seat) else ACCEPTED
