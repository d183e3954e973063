"""Why an action is not accepted: the first reason that applies (clauses 9–17).

An action without such a reason is legal.
"""

from ludoteka.games.labyrinth.play.arrival import carries_unique
from ludoteka.games.labyrinth.play.heaps import count_of, is_bare, is_unique, price_of
from ludoteka.games.labyrinth.play.money import withdrawable
from ludoteka.games.labyrinth.play.passage import somebody_on
from ludoteka.games.labyrinth.play.presence import joining_cell, joining_seat
from ludoteka.games.labyrinth.play.state import (
    AFTER,
    BANK,
    BUY,
    CARTRIDGE,
    CHOOSE,
    CHOOSE_NONE,
    CHOOSING,
    COMPASS_WAYS,
    DEAD,
    DEPOSIT,
    DROP,
    END,
    FALSE_KEY,
    IDOL,
    ITEMS,
    JOIN,
    KEY,
    LANTERN,
    LEAVE,
    NOWHERE,
    OPEN,
    PLACING,
    SEATS,
    SELL,
    SHOOT,
    SHOP,
    STAY,
    TAKE,
    TOO_MUCH,
    TRUMPET,
    USE_LANTERN,
    USE_TRUMPET,
    WAITING,
    WITHDRAW,
    State,
)
from ludoteka.games.labyrinth.play.turns import turn_of

ACCEPTED, GAME_OVER, CHOICE_PENDING, NO_CHOICE, ALREADY_MOVED, SHOT_AFTER_MOVE, MOVE_FIRST = 0, 1, 2, 3, 4, 5, 6
NO_CARTRIDGE, NO_LADDER, NOT_HERE, SECOND_UNIQUE, NOT_A_SHOP, NOT_SOLD_HERE, TOO_EXPENSIVE = 7, 8, 9, 10, 11, 12, 13
NOT_A_BANK, NOT_CARRIED, BAD_AMOUNT, NOT_WITHDRAWABLE = 14, 15, 16, 17
NOT_BETWEEN_TURNS, NOT_PLAYING, NOT_TO_JOIN, NOT_EMPTY = 18, 19, 20, 21


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


def next_to_place(state: State) -> int:
    """Return the seat that the moderator places next at the start, or SEATS."""
    for seat in range(state.seats):
        if state.status[seat] == WAITING and not state.late[seat]:
            return seat
    return SEATS


def may_join(state: State, seat: int) -> bool:
    """Tell whether a seat may still enter, or come back (clause 9)."""
    return state.status[seat] == WAITING or (state.rejoin == 1 and state.status[seat] == DEAD)


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


def holds(state: State, seat: int, text: int) -> bool:
    """Tell whether a player carries a thing of this kind; a purse is never carried."""
    if text == KEY and state.items[seat * ITEMS + FALSE_KEY] > 0:
        return True
    return state.items[seat * ITEMS + text] > 0


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
