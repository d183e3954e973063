"""Actions with things and money (clauses 13–17)."""

from ludoteka.games.labyrinth.play.heaps import add, count_of, remove
from ludoteka.games.labyrinth.play.money import deposit, receive, withdraw
from ludoteka.games.labyrinth.play.passage import passable, somebody_on
from ludoteka.games.labyrinth.play.reply import say
from ludoteka.games.labyrinth.play.state import (
    BEFORE,
    BOUGHT,
    BUY,
    CHOOSE,
    CHOOSE_NONE,
    CHOSEN,
    DEPOSIT,
    DEPOSITED,
    DROP,
    DROPPED,
    FALSE_KEY,
    IDOL,
    IDOL_PRICE,
    ITEMS,
    KEY,
    LOOKS,
    NOWHERE,
    PASSAGE,
    PURSE,
    SEATS,
    SELL,
    SOLD,
    SOMEBODY,
    TAKE,
    TOOK,
    USE_LANTERN,
    USE_TRUMPET,
    WITHDRAW,
    WITHDREW,
    State,
)


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
        withdraw(state, seat, action - WITHDRAW)
        say(state, WITHDREW, 0, action - WITHDRAW)
    else:
        deposit(state, seat, action - DEPOSIT)
        say(state, DEPOSITED, 0, action - DEPOSIT)


def carried_as(state: State, seat: int, text: int) -> int:
    """Return the item that a player means by a name: a false key is also called a key."""
    return FALSE_KEY if text == KEY and state.items[seat * ITEMS + FALSE_KEY] > 0 else text


def drop(state: State, seat: int, text: int) -> None:
    """Put one piece down (clause 14)."""
    item = carried_as(state, seat, text)
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
        leave_unique(state, seat, IDOL)
        leave_unique(state, seat, KEY)
        leave_unique(state, seat, FALSE_KEY)
        state.items[seat * ITEMS + chosen] = 1
    say(state, CHOSEN, 0, 0)


def leave_unique(state: State, seat: int, item: int) -> None:
    """Put a unique thing down if the player carries it."""
    add(state, state.at[seat], item, state.items[seat * ITEMS + item])
    state.items[seat * ITEMS + item] = 0


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
        say(state, PASSAGE, way, 0 if passable(state, state.at[seat], way) == NOWHERE else 1)


def blow(state: State, seat: int) -> None:
    """Report for each passable side whether somebody is behind it (clause 15)."""
    for way in LOOKS:
        cell = passable(state, state.at[seat], way)
        if cell != NOWHERE:
            say(state, SOMEBODY, way, 0 if somebody_on(state, cell, seat) == SEATS else 1)
