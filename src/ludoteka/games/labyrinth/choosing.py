"""What the player to move may try, as choices, from what everybody has heard: the same as `attempts.offers`.  In the rules dialect.

A choice is an action below LEAVE by its own number, or an amount of money by its place in COINS, or everything.
"""

from typing import Any

from ludoteka.games.labyrinth.public_memory import AT_LADDER, PublicMemory
from ludoteka.games.labyrinth.rules import (
    AFTER,
    BANK,
    BUY,
    CARTRIDGE,
    CHOOSE,
    CHOOSE_NONE,
    CHOOSING,
    COMPASS_WAYS,
    DEPOSIT,
    DEPOSIT_KEPT,
    DROP,
    END,
    HUNDREDTH,
    IDOL,
    KEY,
    LANTERN,
    LEAVE,
    MILLION,
    MOST_BALANCE,
    MOVE,
    SELL,
    SHOOT,
    SHOP,
    STAY,
    TAKE,
    TEXTS,
    TRUMPET,
    USE_LANTERN,
    USE_TRUMPET,
    WAYS,
    WITHDRAW,
)

COINS = (1, 5, 10, 50, 100, 500, 1000, 5000, 10000)  # hundredths: the amounts on buttons; any other amount can be typed
EVERYTHING = 9  # in place of a coin
AMOUNTS = EVERYTHING + 1
WITHDRAWALS, DEPOSITS = LEAVE, LEAVE + AMOUNTS  # the first of these choices
CHOICES = DEPOSITS + AMOUNTS


def offered_choices(heard: PublicMemory, player: int, stage: int, choices: Any) -> int:
    """Write what the player whose turn it is may try, and return how many choices these are."""
    if heard.heard_in[player] == 0:
        return 0
    if stage != CHOOSING:
        return add_deals(heard, player, stage, choices, add_moves(heard, player, stage, choices))
    count = 0
    for text in (IDOL, KEY):
        count = add_choice(choices, count, CHOOSE + text, heard.heard_lying[player * TEXTS + text] > 0)
    return add_choice(choices, count, CHOOSE_NONE, True)


def add_moves(heard: PublicMemory, player: int, stage: int, choices: Any) -> int:
    """Write the moves and shots before the move, and the end of the turn after it."""
    if stage == AFTER:
        return add_choice(choices, 0, END, True)
    count = add_choice(choices, 0, STAY, True)
    has_cartridge = heard.heard_items[player * TEXTS + CARTRIDGE] > 0
    for way in range(WAYS if heard.heard_kind[player] == AT_LADDER else COMPASS_WAYS):
        count = add_choice(choices, count, MOVE + way, True)
        count = add_choice(choices, count, SHOOT + way, has_cartridge)
    return count


def add_deals(heard: PublicMemory, player: int, stage: int, choices: Any, count: int) -> int:
    """Write what can be done with things and money; the first `count` choices are written."""
    row, kind, cash = player * TEXTS, heard.heard_kind[player], heard.heard_cash[player]
    for text in range(TEXTS):
        count = add_choice(choices, count, DROP + text, heard.heard_items[row + text] > 0)
        count = add_choice(choices, count, TAKE + text, may_lie_here(heard, player, text))
        count = add_choice(choices, count, BUY + text, kind == SHOP + 1 and 0 < heard.heard_prices[row + text] <= cash)
    count = add_choice(choices, count, USE_LANTERN, heard.heard_items[row + LANTERN] > 0)
    count = add_choice(choices, count, USE_TRUMPET, heard.heard_items[row + TRUMPET] > 0)
    if kind == BANK + 1:
        count = add_choice(choices, count, SELL, heard.heard_items[row + IDOL] > 0)
        count = add_amounts(choices, count, WITHDRAWALS, withdrawable(heard, player, stage == AFTER))
        count = add_amounts(choices, count, DEPOSITS, cash)
    return count


def add_choice(choices: Any, count: int, choice: int, is_offered: bool) -> int:
    """Write a choice at index `count` if it is offered, and return the new count."""
    if is_offered:
        choices[count] = choice
        return count + 1
    return count


def add_amounts(choices: Any, count: int, first: int, most: int) -> int:
    """Write the coins below an amount, and everything."""
    for coin in range(EVERYTHING):
        count = add_choice(choices, count, first + coin, COINS[coin] < most)
    return add_choice(choices, count, first + EVERYTHING, most > 0)


def may_lie_here(heard: PublicMemory, player: int, text: int) -> bool:
    """Tell whether a thing may lie on a player's cell, as far as was heard."""
    return heard.heard_lying[player * TEXTS + text] > 0 or heard.heard_near[player * TEXTS + text] == 1


def withdrawable(heard: PublicMemory, player: int, goes_on: bool) -> int:
    """Return how many hundredths a player may withdraw; `goes_on`: in the turn for which the interest is not yet paid."""
    owed = interest(heard, player) if heard.heard_owed[player] == 1 and not goes_on else 0
    balance = (heard.heard_yuan[player] - DEPOSIT_KEPT) * MILLION + heard.heard_millionths[player] + owed
    return int(balance // HUNDREDTH)


def meant_action(heard: PublicMemory, player: int, stage: int, choice: int) -> int:
    """Return the action that a choice means."""
    if choice < WITHDRAWALS:
        return choice
    coin = (choice - WITHDRAWALS) % AMOUNTS
    if choice < DEPOSITS:
        return WITHDRAW + (COINS[coin] if coin < EVERYTHING else withdrawable(heard, player, stage == AFTER))
    return DEPOSIT + (COINS[coin] if coin < EVERYTHING else heard.heard_cash[player])


def interest(heard: PublicMemory, player: int) -> int:
    """Return the interest that the end of a turn brings, in millionths."""
    if heard.heard_yuan[player] >= MOST_BALANCE:
        return 0
    return (heard.heard_yuan[player] * MILLION + heard.heard_millionths[player]) // 200
