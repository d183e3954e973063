"""What a player may try, judged by the log alone, and what the computer decides."""

from collections.abc import Callable, Iterator

from ludoteka.games.labyrinth.mind.memory import draw_surveys
from ludoteka.games.labyrinth.mind.player import Player
from ludoteka.games.labyrinth.mind.skill import SKILLS
from ludoteka.games.labyrinth.mind.trail import Trail
from ludoteka.games.labyrinth.notation import (
    THINGS,
    Knowledge,
    action,
    amount_text,
    attempt_in_turn,
    hand_of,
    name_of,
    present,
    read,
)
from ludoteka.games.labyrinth.notes.chart import STEPS, WORDS, Chart, chart
from ludoteka.games.labyrinth.notes.hand import Hand
from ludoteka.games.labyrinth.play.state import AFTER, CHOOSING, END

UNIQUES = ("idol", "key")
COINS = (1, 5, 10, 50, 100, 500, 1000, 5000, 10000)  # hundredths: the amounts on buttons; any other amount can be typed


def offers(seen: Knowledge) -> list[int]:
    """Return what the seat to act may try; the moderator may still refuse it."""
    return [action(seen, read(seen, text)) for text in _texts(seen)]


def decide(seen: Knowledge, draw: Callable[[int], int], level: int) -> int:
    """Return the computer's decision for the seat to act, at a level from 1 to 10."""
    skill = SKILLS[level - 1]
    if seen.public.stage == AFTER and not skill.handles:
        return END
    name = name_of(seen.public, seen.public.turn)
    surveys = draw_surveys(present(seen), seen.log, name, skill)
    trail = chart(present(seen), seen.log, Trail)
    text = Player(name, surveys, trail, seen.log, set(_texts(seen)), skill, draw).decide()
    return action(seen, read(seen, text))


def _texts(seen: Knowledge) -> list[str]:
    drawn = chart(present(seen), seen.log, Chart)
    player = name_of(seen.public, seen.public.turn)
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
    """Yield what can be done with things and money, including attempts to take things that may not be there."""
    hand, here = hand_of(seen, drawn, player), drawn.at[player]
    yield from (f"drop:{item}" for item in THINGS if hand.holds(item))
    takes, refused = (f"take:{item}" for item in THINGS), attempt_in_turn(seen)
    yield from (text for text in takes if refused is None or text != refused.text)
    yield from (f"use:{item}" for item in ("lantern", "trumpet") if hand.holds(item))
    if drawn.kinds[here] == "shop":
        yield from (f"buy:{item}" for item, price in sorted(drawn.prices.get(here, {}).items()) if price <= hand.cash)
    if drawn.kinds[here] == "bank":
        yield from _bank(hand)


def _bank(hand: Hand) -> Iterator[str]:
    """Yield what can be done in a bank, with round amounts and the largest possible one."""
    if hand.holds("idol"):
        yield "sell:idol"
    yield from (f"withdraw:{amount_text(amount)}" for amount in _amounts(hand.withdrawable))
    yield from (f"deposit:{amount_text(amount)}" for amount in _amounts(hand.cash))


def _amounts(most: int) -> list[int]:
    return [*(coin for coin in COINS if coin < most), most] if most > 0 else []
