"""The things on the cells.  Keys that cannot be told apart are taken in the order in which they came to lie there."""

from ludoteka.games.labyrinth.play.state import FALSE_KEY, IDOL, ITEMS, KEY, MOST_CASH, PURSE, RUNS, State


def is_unique(text: int) -> bool:
    """Tell whether nobody carries two things of this text or another such one (clause 13)."""
    return text in (KEY, IDOL)


def text_of(item: int) -> int:
    """Return what a thing is called: nobody can tell a false key by its text (clause 15)."""
    return KEY if item == FALSE_KEY else item


def count_of(state: State, cell: int, text: int) -> int:
    """Return how many things of a text lie on a cell; of a purse the hundredths."""
    count = state.lying[cell * ITEMS + text]
    return count + state.lying[cell * ITEMS + FALSE_KEY] if text == KEY else count


def price_of(state: State, cell: int, text: int) -> int:
    """Return what a thing of a text costs in the shop on a cell, in hundredths; 0 if it is not sold there."""
    price = state.prices[cell * ITEMS + text]
    return max(price, state.prices[cell * ITEMS + FALSE_KEY]) if text == KEY else price


def uniques_on(state: State, cell: int) -> int:
    """Return how many unique things lie on a cell."""
    return count_of(state, cell, KEY) + count_of(state, cell, IDOL)


def is_bare(state: State, cell: int) -> bool:
    """Tell whether nothing lies on a cell."""
    count = 0
    for item in range(ITEMS):
        count += state.lying[cell * ITEMS + item]
    return count == 0


def add(state: State, cell: int, item: int, count: int) -> None:
    """Lay things on a cell, above all others there.

    The order of keys is kept in runs of equal ones; there is room for so many that no match needs more.  If one
    did, its further keys would be taken after all those whose order is known, true ones first.
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
    """Return the thing of a text that has lain longest on a cell where one lies."""
    if text != KEY:
        return text
    for run in range(state.runs):
        if state.run_cell[run] == cell:
            return state.run_item[run]
    return KEY if state.lying[cell * ITEMS + KEY] > 0 else FALSE_KEY


def remove(state: State, cell: int, text: int) -> int:
    """Take the thing of a text that has lain longest from a cell and return it; a purse goes whole."""
    item = oldest(state, cell, text)
    place = cell * ITEMS + item
    state.lying[place] = 0 if item == PURSE else state.lying[place] - 1
    if text == KEY:
        shorten(state, cell)
    return item


def shorten(state: State, cell: int) -> None:
    """Take one key off the first run of a cell; a run that is used up makes room."""
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
