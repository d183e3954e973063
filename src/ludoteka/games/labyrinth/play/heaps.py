"""The things on the floor.  Keys look alike and are taken in the order in which they were put down."""

from ludoteka.games.labyrinth.play.state import FALSE_KEY, IDOL, ITEMS, KEY, MOST_CASH, PURSE, RUNS, State


def is_unique(text: int) -> bool:
    """Tell whether a thing is unique: nobody carries two of these (clause 13)."""
    return text in (KEY, IDOL)


def text_of(item: int) -> int:
    """Return the kind by which a thing is named; a false key is called a key (clause 15)."""
    return KEY if item == FALSE_KEY else item


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
    count = 0
    for item in range(ITEMS):
        count += state.lying[cell * ITEMS + item]
    return count == 0


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


def oldest(state: State, cell: int, text: int) -> int:
    """Return the oldest thing of a kind on a cell that holds one."""
    if text != KEY:
        return text
    for run in range(state.runs):
        if state.run_cell[run] == cell:
            return state.run_item[run]
    return KEY if state.lying[cell * ITEMS + KEY] > 0 else FALSE_KEY


def remove(state: State, cell: int, text: int) -> int:
    """Remove the oldest thing of a kind from a cell and return it; a purse is taken whole."""
    item = oldest(state, cell, text)
    place = cell * ITEMS + item
    state.lying[place] = 0 if item == PURSE else state.lying[place] - 1
    if text == KEY:
        shorten(state, cell)
    return item


def shorten(state: State, cell: int) -> None:
    """Take one key off the first run of a cell, and delete the run if it is empty."""
    first = state.runs
    for run in range(state.runs):
        if state.run_cell[run] == cell and first == state.runs:
            first = run
    if first == state.runs:
        return
    state.run_count[first] -= 1
    if state.run_count[first] == 0:
        state.runs -= 1
        for run in range(first, state.runs):
            state.run_cell[run] = state.run_cell[run + 1]
            state.run_item[run] = state.run_item[run + 1]
            state.run_count[run] = state.run_count[run + 1]
