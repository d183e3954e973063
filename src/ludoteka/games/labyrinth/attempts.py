"""What a player may try, judged by the log alone, and why the moderator refuses it, each reason with its clause (rules.en.md)."""

from collections.abc import Iterator

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth import rules
from ludoteka.games.labyrinth.chart import STEPS, WORDS, Chart, Hand, chart
from ludoteka.games.labyrinth.choosing import COINS
from ludoteka.games.labyrinth.notation import (
    THINGS,
    Knowledge,
    amount_text,
    attempt_in_turn,
    hand_of,
    own_action,
    present,
)
from ludoteka.games.labyrinth.rules import AFTER, BUY, CHOOSE, CHOOSING, DROP, TAKE, State

UNIQUES = ("idol", "key")
REFUSALS = {
    rules.GAME_OVER: ("game-over", Message("The match is over.")),
    rules.CHOICE_PENDING: (
        "choice-pending",
        Message("Your turn starts with the choice between the unique things (clause 13)."),
    ),
    rules.NO_CHOICE: ("no-choice", Message("There is nothing to choose now (clause 13).")),
    rules.ALREADY_MOVED: ("already-moved", Message("You've already moved: a turn has one move.")),
    rules.SHOT_AFTER_MOVE: ("shot-after-move", Message("You can shoot only before your move (clause 10).")),
    rules.MOVE_FIRST: ("move-first", Message("Move first: go somewhere, or stay.")),
    rules.NO_CARTRIDGE: ("no-cartridge", Message("You have no cartridges (clause 10).")),
    rules.NO_LADDER: ("no-ladder", Message("There is no ladder here (clauses 4 and 11).")),
    rules.NOT_HERE: ("not-here", Message("There is nothing like that on the floor here (clause 14).")),
    rules.SECOND_UNIQUE: ("second-unique", Message("You already carry a unique thing (clauses 13 and 17).")),
    rules.NOT_A_SHOP: ("not-a-shop", Message("There is no shop here (clause 17).")),
    rules.NOT_SOLD_HERE: ("not-sold-here", Message("This shop doesn't sell that (clause 17).")),
    rules.TOO_EXPENSIVE: ("too-expensive", Message("You don't have enough cash for that (clause 17).")),
    rules.NOT_A_BANK: ("not-a-bank", Message("There is no bank here (clauses 15 and 17).")),
    rules.NOT_CARRIED: ("not-carried", Message("You don't carry that (clause 15).")),
    rules.BAD_AMOUNT: (
        "bad-amount",
        Message("The amount must be above zero, and you can't pay in more than your cash (clause 17)."),
    ),
    rules.NOT_WITHDRAWABLE: (
        "not-withdrawable",
        Message("You can withdraw only what your account holds above ten yuan (clause 16)."),
    ),
    rules.NOT_BETWEEN_TURNS: (
        "not-your-turn",
        Message("Players can join and leave only between two turns (clauses 7 and 9)."),
    ),
    rules.NOT_PLAYING: ("not-your-turn", Message("The moderator is still placing the players (clause 7).")),
    rules.NOT_TO_JOIN: ("not-your-turn", Message("This player can't enter now (clauses 7 and 9).")),
    rules.NOT_EMPTY: ("not-here", Message("Players enter on empty cells where nobody is (clause 7).")),
}

# Reasons that may depend on what nobody heard.
MODERATORS_REASONS = (rules.NOT_HERE, rules.SECOND_UNIQUE, rules.NOT_CARRIED)


def offers(seen: Knowledge) -> list[int]:
    """Return what the seat to act may try; the moderator may still refuse it."""
    return [action for text in offered_texts(seen) if (action := own_action(text)) is not None]


def offered_texts(seen: Knowledge) -> list[str]:
    """Return the texts of what the seat to act may try."""
    drawn = chart(present(seen), seen.log, Chart)
    player = seen.names[seen.public.turn]
    if player not in drawn.at:
        return []
    if seen.public.stage == CHOOSING:
        lying = drawn.lying.get(drawn.at[player], ())
        return [*(f"choose:{item}" for item in UNIQUES if item in lying), "choose:none"]
    return [*_moves(seen, drawn, player), *_deeds(seen, drawn, player)]


def _moves(seen: Knowledge, drawn: Chart, player: str) -> Iterator[str]:
    """Yield the moves and shots that are possible before the move, and the end of the turn after it."""
    if seen.public.stage == AFTER:
        yield "end"
        return
    ways = tuple(STEPS) if drawn.kinds[drawn.at[player]] == "ladder" else WORDS
    yield from ways
    yield "stay"
    if drawn.hands[player].holds("cartridge"):
        yield from (f"shoot:{way}" for way in ways)


def _deeds(seen: Knowledge, drawn: Chart, player: str) -> Iterator[str]:
    """Yield what can be done with things and money; what others may have taken meanwhile is on the floor as far as was heard."""
    hand, here = hand_of(seen, drawn, player), drawn.at[player]
    yield from (f"drop:{item}" for item in THINGS if hand.holds(item))
    floor = {*drawn.lying.get(here, ()), *drawn.near[player]}
    yield from (f"take:{item}" for item in THINGS if item in floor)
    yield from (f"use:{item}" for item in ("lantern", "trumpet") if hand.holds(item))
    if drawn.kinds[here] == "shop":
        yield from (f"buy:{item}" for item, price in sorted(drawn.prices.get(here, {}).items()) if price <= hand.cash)
    if drawn.kinds[here] == "bank":
        yield from _bank(hand)


def _bank(hand: Hand) -> Iterator[str]:
    if hand.holds("idol"):
        yield "sell:idol"
    yield from (f"withdraw:{amount_text(amount)}" for amount in _amounts(hand.withdrawable))
    yield from (f"deposit:{amount_text(amount)}" for amount in _amounts(hand.cash))


def _amounts(most: int) -> list[int]:
    return [*(coin for coin in COINS if coin < most), most] if most > 0 else []


def refusal_of(state: State, action: int) -> Refused:
    """Return the moderator's refusal of an action."""
    code, message = REFUSALS[rules.reason(state, action)]
    return Refused(code, message)


def is_refused_aloud(state: State, seen: Knowledge, action: int) -> bool:
    """Tell whether everybody hears this refusal: the log did not foretell it, and it is the first in this turn."""
    is_of_things = DROP <= action < BUY  # what a shop or a bank refuses follows from the log
    is_unforeseen = is_of_things and rules.reason(state, action) in MODERATORS_REASONS and _may_try(seen, action)
    return is_unforeseen and attempt_in_turn(seen) is None


def _may_try(seen: Knowledge, action: int) -> bool:
    """Tell whether an action is offered, or reaches for something that may lie on the cell unheard of."""
    return action in offers(seen) or (TAKE <= action < CHOOSE and seen.public.stage != CHOOSING)


def accepts(state: State, action: int) -> bool:
    """Tell whether an action may be played, whether it is listed as legal or not."""
    return rules.reason(state, action) == rules.ACCEPTED
