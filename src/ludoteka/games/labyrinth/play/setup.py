"""The first state of a match, from checked options."""

from array import array

from ludoteka.core.game import Options
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.games.labyrinth.maze.graph import Maze, Thing, beside, climbs, is_passable
from ludoteka.games.labyrinth.maze.objects import FACES, HUNDRED
from ludoteka.games.labyrinth.maze.objects import ITEMS as ITEM_NAMES
from ludoteka.games.labyrinth.maze.scenario import check_seats, read
from ludoteka.games.labyrinth.maze.values import bad
from ludoteka.games.labyrinth.options import late_of, names_of, scenario_of
from ludoteka.games.labyrinth.play.heaps import add
from ludoteka.games.labyrinth.play.presence import enter
from ludoteka.games.labyrinth.play.state import (
    BEFORE,
    BY_CELL,
    BY_SEAT,
    ITEMS,
    LONGEST_NAME,
    MAX_CELLS,
    NOWHERE,
    PLACING,
    PURSE,
    SEATS,
    WAYS,
    State,
)

WAY_NAMES = ("north", "east", "south", "west", "up", "down")  # by their numbers
OBJECT_NAMES = ("", "bank", "shop", "pit", "river", "swamp", "spinner", "mirror", "cow")
QUARTER = 90  # degrees


def first_state(options: Options) -> State:
    """Return the first state: the maze with everything in it, and the players whom the scenario places.

    Raises:
        Refused: "bad-option", "bad-scenario" or "too-few-empty-cells", if players and scenario do not match.
    """
    maze = read(scenario_of(options))
    state = State()
    _build(state, maze)
    _furnish(state, maze)
    _seat(state, maze, options)
    _pack_lists(state)
    stall = options.get("stall")
    state.stall = len(maze.cells) if stall is True else stall or 0
    state.rejoin = int(options.get("rejoin", False))
    state.winner = NOBODY
    return state


def _pack_lists(state: State) -> None:
    """Keep only the used part of the long lists, as most mazes have far fewer cells and players than there may be.

    All lists become arrays of numbers of 32 bits, which take half the memory.
    """
    for names, most, used in ((BY_CELL, MAX_CELLS, state.cells), (BY_SEAT, SEATS, state.seats)):
        for name in names:
            values = getattr(state, name)
            setattr(state, name, values[: len(values) // most * used])
    for name, size in state.shapes.items():
        if size:
            setattr(state, name, array("i", getattr(state, name)))


def _build(state: State, maze: Maze) -> None:
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


def _furnish(state: State, maze: Maze) -> None:
    """Place the objects and items (clauses 13, 17, 18)."""
    for cell, thing in maze.things.items():
        number = maze.cells[cell]
        state.object[number] = OBJECT_NAMES.index(thing.kind)
        state.detail[number] = _detail(maze, number, thing)
        for item, price in thing.goods.items():
            state.prices[number * ITEMS + ITEM_NAMES.index(item)] = price
    for cell, item, count in maze.items:
        kind = ITEM_NAMES.index(item)
        add(state, maze.cells[cell], kind, count * HUNDRED if kind == PURSE else count)


def _detail(maze: Maze, number: int, thing: Thing) -> int:
    if thing.kind in ("pit", "river"):
        return maze.cells[thing.to] if thing.to else number
    return FACES.index(thing.face) if thing.face else thing.turn // QUARTER


def _seat(state: State, maze: Maze, options: Options) -> None:
    """Place the players where the scenario says, or leave them waiting (clause 7)."""
    names, late = names_of(options), late_of(options)
    check_seats(maze, len(names) - len(late))
    state.seats = len(names)
    state.stage = BEFORE if maze.starts else PLACING
    for seat, name in enumerate(names):
        for index, sign in enumerate(name):
            state.names[seat * LONGEST_NAME + index] = ord(sign)
        state.late[seat] = int(name in late)
        if maze.starts and name not in late:
            if name not in maze.starts:
                raise bad("starts", Message("{name} has no start cell.", name=name))
            enter(state, seat, maze.cells[maze.starts[name]])
            state.stood[seat] = 1
