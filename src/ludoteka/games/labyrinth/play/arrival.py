"""Moves and arrivals (clauses 3–5, 8, 13, 18)."""

from ludoteka.games.labyrinth.play.heaps import count_of, is_unique, price_of, remove, uniques_on
from ludoteka.games.labyrinth.play.money import receive
from ludoteka.games.labyrinth.play.passage import passable, real_way, somebody_on
from ludoteka.games.labyrinth.play.reply import say
from ludoteka.games.labyrinth.play.state import (
    AFTER,
    BY_PIT,
    BY_RIVER,
    CHOICE,
    FALSE_KEY,
    FOUND,
    GONE_OUT,
    IDOL,
    ITEMS,
    KEY,
    LADDER,
    LIES,
    MET,
    MOUTH,
    NOWHERE,
    OBJECT,
    OUT,
    PASSED,
    PIT,
    PRICE,
    PURSE,
    RIVER,
    SEATS,
    SHOP,
    SPINNER,
    STAY,
    SWAMP,
    TEXTS,
    WALL,
    WAYS,
    WON,
    State,
)


def move(state: State, seat: int, word: int) -> None:
    """Make the move; a player who goes through an exit with the key wins (clauses 3, 5)."""
    state.stage = AFTER
    if word == STAY:
        return
    way = real_way(state, seat, word)
    cell = passable(state, state.at[seat], way)
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


def carries_unique(state: State, seat: int) -> bool:
    """Tell whether a player carries a unique thing (clause 13)."""
    held = seat * ITEMS
    return state.items[held + KEY] + state.items[held + FALSE_KEY] + state.items[held + IDOL] > 0


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
        say_uniques(state, cell)


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


def say_uniques(state: State, cell: int) -> None:
    """Announce the unique things on a cell."""
    for text in range(TEXTS):
        count = count_of(state, cell, text)
        if is_unique(text) and count > 0:
            say(state, LIES, text, count)
