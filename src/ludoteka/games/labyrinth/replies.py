"""Notes in the public memory (public_memory.py) what one more action and its reply tell everybody.  In the rules dialect.

It follows the log as the chart does (chart.py).
"""

from typing import Annotated

from ludoteka.core.record import Record
from ludoteka.games.labyrinth.choosing import interest
from ludoteka.games.labyrinth.maze import MOST_CASH
from ludoteka.games.labyrinth.public_memory import (
    AT_LADDER,
    AT_MOUTH,
    OPEN_SIDE,
    PLAIN,
    PLAYERS,
    TRIED_SIDE,
    WALL_SIDE,
    PublicMemory,
    begin_sheet,
    draw_floor,
    draw_kind,
    draw_side,
    forget_trials,
    here,
    kind_drawn,
    scroll,
)
from ludoteka.games.labyrinth.rules import (
    BOUGHT,
    BY_PIT,
    BY_RIVER,
    CARTRIDGE,
    CASH,
    CHOICE,
    CHOOSE,
    CHOOSE_NONE,
    COMPASS_WAYS,
    DEPOSIT_KEPT,
    DEPOSITED,
    DROP,
    DROPPED,
    FOUND,
    HUNDREDTH,
    IDOL,
    IDOL_PRICE,
    JOIN,
    KEY,
    KILLED,
    LADDER,
    LEAVE,
    LIES,
    LOOKS,
    MET,
    MILLION,
    MOST_BALANCE,
    MOUTH,
    MOVE,
    OBJECT,
    PASSAGE,
    PASSED,
    PIT,
    PRICE,
    PURSE,
    RIVER,
    SAID,
    SHOOT,
    SKIPPED,
    SOLD,
    SOMEBODY,
    STAY,
    SWAMP,
    TEXTS,
    TOOK,
    USE_LANTERN,
    USE_TRUMPET,
    WALL,
    WITHDREW,
    joining_seat,
)


class Reply(Record):
    """The reply to an action, with the names of the fields of the rules."""

    said_code: Annotated[list[int], SAID]
    said_what: Annotated[list[int], SAID]
    said_number: Annotated[list[int], SAID]
    said: int


def hear(heard: PublicMemory, seat: int, action: int, reply: Reply) -> None:
    """Note an action that was accepted, and its reply (the fields `said_…` of the rules)."""
    player = joining_seat(action) if action >= JOIN else seat
    heard.heard_entries += 1
    note_left(heard, player, action, reply)
    for other in range(PLAYERS):
        if other != player or is_beginning(action):
            settle_interest(heard, other)
    if action >= JOIN:
        note_entrance(heard, player)
    elif heard.heard_in[player] == 1:
        note_deed(heard, player, action, reply)
        note_hand(heard, player, action, reply)
        draw_floor(heard, player)
    if action == LEAVE:
        heard.heard_in[player] = 0
    note_others(heard, reply)


def is_beginning(action: int) -> bool:
    """Tell whether a player who does this has not moved yet in this turn, or ends it."""
    return action < DROP or CHOOSE <= action <= CHOOSE_NONE or action == LEAVE or action >= JOIN


def note_refusal(heard: PublicMemory, player: int, text: int, is_carried: bool) -> None:
    """Note, after a refusal that everybody heard, that a player does not carry a thing, or that it is not on the floor."""
    if is_carried:
        heard.heard_items[player * TEXTS + text] = 0
    else:
        heard.heard_near[player * TEXTS + text], heard.heard_lying[player * TEXTS + text] = 0, 0
        draw_floor(heard, player)


def note_left(heard: PublicMemory, player: int, action: int, reply: Reply) -> None:
    """Note what a player leaves on a cell, for those who may be there too: whoever came later heard that somebody is there."""
    is_arrival = reply.said > 0 and reply.said_code[0] == PASSED
    if action >= JOIN or is_arrival:
        heard.heard_since[player], heard.heard_met[player] = heard.heard_entries, 0
        for text in range(TEXTS):
            heard.heard_near[player * TEXTS + text] = 0
    for i in range(reply.said):
        if reply.said_code[i] == MET:
            heard.heard_met[player] = 1
        elif reply.said_code[i] == KILLED:
            leave_all_things(heard, reply.said_what[i])
        elif reply.said_code[i] == DROPPED:
            leave_thing(heard, player, reply.said_what[i])
    if CHOOSE <= action < CHOOSE_NONE:
        leave_uniques(heard, player)
    if action == LEAVE and heard.heard_in[player] == 1:
        leave_all_things(heard, player)


def leave_uniques(heard: PublicMemory, player: int) -> None:
    """Note that a player leaves the unique thing they carry, because they have chosen another."""
    for text in (IDOL, KEY):
        if heard.heard_items[player * TEXTS + text] > 0:
            leave_thing(heard, player, text)


def leave_all_things(heard: PublicMemory, player: int) -> None:
    """Note that all things and the cash of a player are left on the cell."""
    for text in range(TEXTS):
        if heard.heard_items[player * TEXTS + text] > 0:
            leave_thing(heard, player, text)
    if heard.heard_cash[player] > 0:
        leave_thing(heard, player, PURSE)


def leave_thing(heard: PublicMemory, player: int, text: int) -> None:
    """Note that a player leaves a thing, for everybody who may be on the same cell."""
    for other in range(PLAYERS):
        if heard.heard_in[other] == 1 and other != player:
            later = other if heard.heard_since[other] > heard.heard_since[player] else player
            if heard.heard_met[later] == 1:
                heard.heard_near[other * TEXTS + text] = 1


def note_entrance(heard: PublicMemory, player: int) -> None:
    """Note that a player enters on an empty cell, with nothing but money."""
    heard.heard_in[player] = 1
    heard.heard_cash[player] = CASH
    heard.heard_yuan[player], heard.heard_millionths[player] = DEPOSIT_KEPT, 0
    heard.heard_owed[player], heard.heard_skip[player], heard.heard_choice[player] = 0, 0, 0
    for text in range(TEXTS):
        heard.heard_items[player * TEXTS + text] = 0
        heard.heard_lying[player * TEXTS + text] = 0
        heard.heard_prices[player * TEXTS + text] = 0
    heard.heard_kind[player] = PLAIN
    begin_sheet(heard, player)


def note_deed(heard: PublicMemory, player: int, action: int, reply: Reply) -> None:
    """Note what a player has found out about passages, and where they are now."""
    if action <= STAY:
        heard.heard_owed[player] = 1
        heard.heard_choice[player] = 0
    if action < STAY and reply.said > 0:
        step(heard, player, action - MOVE, reply)
    elif action == USE_LANTERN:
        for i in range(reply.said):
            if reply.said_code[i] == PASSAGE:
                draw_side(heard, player, reply.said_what[i], OPEN_SIDE if reply.said_number[i] == 1 else WALL_SIDE)
    elif action == USE_TRUMPET:
        for way in LOOKS:
            draw_side(heard, player, way, side_blown_at(reply, way))


def side_blown_at(reply: Reply, way: int) -> int:
    """Return what a trumpet tells of a side: it is open if somebody or nobody is behind it."""
    side = WALL_SIDE
    for i in range(reply.said):
        if reply.said_code[i] == SOMEBODY and reply.said_what[i] == way:
            side = OPEN_SIDE
    return side


def step(heard: PublicMemory, player: int, way: int, reply: Reply) -> None:
    """Note where a step has led."""
    if reply.said_code[0] == WALL:
        holds_key = heard.heard_items[player * TEXTS + KEY] > 0
        draw_side(heard, player, way, TRIED_SIDE if holds_key else WALL_SIDE)
    elif reply.said_code[0] == PASSED:
        draw_side(heard, player, way, OPEN_SIDE)
        arrive(heard, player, way, reply)


def arrive(heard: PublicMemory, player: int, way: int, reply: Reply) -> None:
    """Note what was announced on arrival; a new sheet begins where a player is carried, or where the map is contradicted."""
    for text in range(TEXTS):
        heard.heard_lying[player * TEXTS + text], heard.heard_prices[player * TEXTS + text] = 0, 0
    is_carried = 0
    for i in range(reply.said):
        code, at = reply.said_code[i], player * TEXTS + reply.said_what[i]
        if code == LIES:
            heard.heard_lying[at] += max(1, reply.said_number[i])
        elif code == PRICE:
            heard.heard_prices[at] = reply.said_number[i]
        elif code == CHOICE:
            heard.heard_choice[player] = 1
        elif code in (BY_PIT, BY_RIVER):
            is_carried = 1
    heard.heard_kind[player] = kind_of(way, reply)
    if heard.heard_kind[player] == SWAMP + 1:
        heard.heard_skip[player] = 1
    scroll(heard, player, way)
    drawn = kind_drawn(heard, here(heard, player))
    if is_carried == 1 or (drawn != 0 and drawn != heard.heard_kind[player]):
        begin_sheet(heard, player)
    draw_kind(heard, player)


def kind_of(way: int, reply: Reply) -> int:
    """Return the kind of the cell on which a step has ended, as it was announced."""
    kind, carrier = 0, PLAIN
    for i in range(reply.said):
        code = reply.said_code[i]
        if code == BY_PIT and carrier == PLAIN:
            carrier = PIT + 1
        elif code == BY_RIVER and carrier == PLAIN:
            carrier = RIVER + 1
        elif code == OBJECT and kind == 0:
            kind = reply.said_what[i] + 1
        elif code == LADDER and kind == 0:
            kind = AT_LADDER
        elif code == MOUTH and kind == 0:
            kind = AT_MOUTH
    if way >= COMPASS_WAYS:
        return AT_LADDER
    return carrier if kind == 0 else kind


def note_hand(heard: PublicMemory, player: int, action: int, reply: Reply) -> None:
    """Note what a player carries and owns after an action, and what lies on the cell."""
    if SHOOT <= action < DROP:
        heard.heard_items[player * TEXTS + CARTRIDGE] -= 1
    for i in range(reply.said):
        code, what, number = reply.said_code[i], reply.said_what[i], reply.said_number[i]
        if code == FOUND:
            gain(heard, player, what, number)
        elif code == TOOK:
            gain(heard, player, what, number)
            pick_off(heard, player, what)
        elif code == BOUGHT:
            pay(heard, player, 0 - heard.heard_prices[player * TEXTS + what])
            gain(heard, player, what, 1)
        elif code == DROPPED:
            heard.heard_items[player * TEXTS + what] -= 1
            heard.heard_lying[player * TEXTS + what] += 1
        elif code == SOLD:
            heard.heard_items[player * TEXTS + what] -= 1
            pay(heard, player, IDOL_PRICE)
    note_account(heard, player, reply)
    if CHOOSE <= action < CHOOSE_NONE:
        choose(heard, player, action - CHOOSE)


def gain(heard: PublicMemory, player: int, text: int, number: int) -> None:
    """Note that a player has got things, or money."""
    if text == PURSE:
        pay(heard, player, number)
    else:
        heard.heard_items[player * TEXTS + text] += max(1, number)
    if text == KEY:
        forget_trials(heard, player)


def pay(heard: PublicMemory, player: int, hundredths: int) -> None:
    """Add to a player's cash, or take from it."""
    heard.heard_cash[player] = min(MOST_CASH, heard.heard_cash[player] + hundredths)


def pick_off(heard: PublicMemory, player: int, text: int) -> None:
    """Note that a thing was picked up from the floor, if one was announced there."""
    place = player * TEXTS + text
    heard.heard_lying[place] = max(0, heard.heard_lying[place] - 1)


def choose(heard: PublicMemory, player: int, text: int) -> None:
    """Note that a player has chosen a unique thing, and has put down the one carried before."""
    heard.heard_items[player * TEXTS + IDOL], heard.heard_items[player * TEXTS + KEY] = 0, 0
    gain(heard, player, text, 1)
    pick_off(heard, player, text)


def note_account(heard: PublicMemory, player: int, reply: Reply) -> None:
    """Note what a player has withdrawn or paid in."""
    for i in range(reply.said):
        number = reply.said_number[i]
        if reply.said_code[i] == WITHDREW:
            pay(heard, player, number)
            move_millionths(heard, player, 0 - number * HUNDREDTH)
        elif reply.said_code[i] == DEPOSITED:
            pay(heard, player, 0 - number)
            move_millionths(heard, player, number * HUNDREDTH)


def note_others(heard: PublicMemory, reply: Reply) -> None:
    """Note who is killed, whose turn is skipped, and that there is nothing left to choose."""
    for i in range(reply.said):
        code, what = reply.said_code[i], reply.said_what[i]
        if code == KILLED:
            heard.heard_in[what] = 0
        elif code == SKIPPED:
            for other in range(PLAYERS):
                settle_interest(heard, other)
            heard.heard_skip[what] = 0
            heard.heard_owed[what] = 1
            settle_interest(heard, what)


def settle_interest(heard: PublicMemory, player: int) -> None:
    """Pay the interest for a turn that is over."""
    if heard.heard_owed[player] == 1:
        heard.heard_owed[player] = 0
        move_millionths(heard, player, interest(heard, player))


def move_millionths(heard: PublicMemory, player: int, millionths: int) -> None:
    """Add millionths to the account, or take them from it."""
    balance = heard.heard_yuan[player] * MILLION + heard.heard_millionths[player] + millionths
    heard.heard_yuan[player] = min(MOST_BALANCE + MOST_BALANCE // 200, balance // MILLION)
    heard.heard_millionths[player] = balance % MILLION
