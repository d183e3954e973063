"""How a survey goes on with each entry of the log: in one way, in several, or in none if the entry contradicts it."""

from collections.abc import Iterator
from itertools import product
from math import log
from typing import NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.survey import BARE, LADEN, MIRACLE, Survey, shift_onto, true_way
from ludoteka.games.labyrinth.notes.chart import CARRIERS, OBJECTS, OPEN, PLAIN, START, STEPS, WALL, WORDS, Spot

SPINNER = -log(0.006)  # of a spinner on a plain cell, for each of its three turns
LOOP = -log(0.5)  # of a pit that leads back to a known one
TWO_STEPS = tuple((x, y) for x, y in product(range(-2, 3), repeat=2) if abs(x) + abs(y) == 2)
ONE_STEP = ((0, -1), (0, 1), (-1, 0), (1, 0))


class HeardEntry(NamedTuple):
    """One entry of the log with its number, and whether the actor carried a compass."""

    entry: LogEntry
    moment: int
    has_compass: bool


def follow(survey: Survey, said: HeardEntry) -> Iterator[Survey]:
    """Yield the surveys that a survey becomes with an entry."""
    entry = said.entry
    word, _, what = (entry.text or "").partition(":")
    player = what if word == "join" else entry.seat
    if word == "join":
        twin = survey.copy()
        twin.visits[twin.begin(player, START)] = said.moment
        twin.keys.pop(player, None)
        yield twin
    elif word == "wake":
        yield _wake(survey, player, what, said.moment)
    elif player not in survey.at:
        yield survey
    elif word in STEPS:
        yield from _step(survey, player, word, said)
    else:
        twin = survey.copy()
        if _act(twin, player, word, what, entry.answers):
            yield twin


def _wake(survey: Survey, player: str, what: str, moment: int) -> Survey:
    """Return the survey of a player who remembers only where they stand and whether they carry a key."""
    twin = survey.copy()
    kind, _, holds_key = what.partition(":")
    twin.visits[twin.begin(player, kind)] = moment
    if holds_key == "1":
        twin.keys[player] = new_key(twin)
    return twin


def _step(survey: Survey, player: str, word: str, said: HeardEntry) -> Iterator[Survey]:
    here = survey.at[player]
    is_straight = said.has_compass or word not in WORDS or survey.kinds[here] != PLAIN
    decided = 0 if is_straight else survey.turns.get(here)
    for turn in range(4) if decided is None else (decided,):
        twin = survey.copy()
        twin.visits[here] = said.moment - 1
        if not is_straight and decided is None:
            twin.turns[here] = turn
            twin.cost += SPINNER if turn else 0.0
        yield from _answered(twin, player, here, true_way(word, turn), said)


def _answered(twin: Survey, player: str, here: Spot, way: str, said: HeardEntry) -> Iterator[Survey]:
    """Yield the surveys after a step in a true direction."""
    answers = said.entry.answers
    if answers[:1] == ("wall",):
        if twin.add_side(here, way, WALL):
            note_key(twin, player, here, way)
            twin.visits[here] = said.moment
            yield twin
    elif answers[:1] == ("passed",):
        if twin.add_side(here, way, OPEN):
            yield from _arrive(twin, player, here.beside(way), said)
    else:
        yield twin


def note_key(twin: Survey, player: str, here: Spot, way: str) -> None:
    """Note that a player's key doesn't open a side."""
    if player in twin.keys:
        twin.tried[here, way] = twin.tried.get((here, way), frozenset()) | {twin.keys[player]}


def _arrive(twin: Survey, player: str, onto: Spot, said: HeardEntry) -> Iterator[Survey]:
    answers = said.entry.answers
    carrier = next((code for code in answers if code in CARRIERS), "")
    kind = next((code for code in answers[1:] if code in OBJECTS and code not in CARRIERS), carrier or PLAIN)
    if not carrier:
        yield from _stop(twin, player, onto, kind, said)
    elif twin.add_kind(onto, carrier):
        landings = [(twin.carried[onto], 0.0)] if onto in twin.carried else _landings(twin, onto, carrier, kind)
        for there, cost in landings:
            one = twin.copy()
            one.cost += cost
            end = there or one.begin(player, kind)
            one.carried[onto] = end
            yield from _stop(one, player, end, kind, said)


def _landings(twin: Survey, onto: Spot, carrier: str, kind: str) -> list[tuple[Spot | None, float]]:
    """Return where a pit or a river may take a player who was never carried from there, with costs; None is a new fragment."""
    if carrier == "pit":
        taken = set(twin.carried.values())
        pits = [spot for spot, what in twin.kinds.items() if what == "pit" and spot != onto and spot not in taken]
        return [(None, LOOP if pits else 0.0), *((spot, LOOP + log(len(pits))) for spot in pits)]
    offsets = (*ONE_STEP, *TWO_STEPS) if kind == "mouth" else TWO_STEPS
    spots = [Spot(onto.sheet, onto.x + x, onto.y + y, onto.floor) for x, y in offsets]
    return [(spot, log(len(spots))) for spot in spots]


def _stop(twin: Survey, player: str, there: Spot, kind: str, said: HeardEntry) -> Iterator[Survey]:
    """Yield the surveys in which a player ends a move on a cell."""
    answers = said.entry.answers
    is_new = there not in twin.visits
    if not twin.add_kind(there, kind):
        return
    prices = tuple(code for code in answers if code.startswith("price:"))
    if twin.prices.get(there, prices) != prices:
        return
    if prices:
        twin.prices[there] = prices
    twin.at[player] = there
    _pick_up(twin, player, there, answers, is_new)
    twin.visits[there] = said.moment
    others = {name: spot for name, spot in twin.at.items() if name != player}
    if "met" not in answers:
        if there not in others.values():
            yield twin
    elif there in others.values() or not others:
        yield twin
    else:
        yield from _meet(twin, player, others)


def _meet(twin: Survey, player: str, others: dict[str, Spot]) -> Iterator[Survey]:
    """Yield the surveys in which a player has met one of the others, whose fragment is now known to join."""
    for spot in others.values():
        here = twin.at[player]
        if spot.sheet != here.sheet:
            shift = shift_onto(here, spot)
            price = twin.price_of_merging(shift, [one for one in twin.kinds if one.sheet == here.sheet])
            if price is not None:
                one = twin.copy()
                one.merge(here.sheet, shift)
                one.cost += price + log(len(others))
                yield one


def _pick_up(twin: Survey, player: str, there: Spot, answers: tuple[str, ...], is_new: bool) -> None:
    """Update what lies on the cell where a player has arrived, and what the player carries."""
    found = [code.partition(":")[2] for code in answers if code.startswith("found:")]
    lies = [code.partition(":")[2] for code in answers if code.startswith("lies:")]
    if is_new:
        twin.cost += LADEN if found or lies else BARE
    elif (found or lies) and not twin.lying.get(there):
        twin.cost += MIRACLE
    keys = [thing for thing in twin.lying.get(there, ()) if isinstance(thing, int)]
    if "key" in found:
        twin.keys[player] = keys.pop(0) if keys else new_key(twin)
    keys = keys[: lies.count("key")]
    while len(keys) < lies.count("key"):
        keys.append(new_key(twin))
    twin.lying[there] = (*keys, *("idol" for one in lies if one == "idol"))


def new_key(twin: Survey) -> int:
    """Return the number of a key that nobody has heard of before."""
    twin.key_count += 1
    return twin.key_count


def _act(twin: Survey, player: str, word: str, what: str, answers: tuple[str, ...]) -> bool:
    """Draw an action that is no move; tell whether it agrees with the survey."""
    here = twin.at[player]
    if word == "leave":
        _perish(twin, player)
    for code in answers:
        if code.startswith("killed:"):
            _perish(twin, code.partition(":")[2])
    if word == "use":
        return _look(twin, here, what, dict(code.split(":", 1) for code in answers if ":" in code))
    if word in ("drop", "take", "choose", "buy"):
        _handle(twin, player, word, what, answers)
    return True


def _perish(twin: Survey, name: str) -> None:
    """Take a player out of the maze; everything that was carried lies there."""
    spot = twin.at.pop(name, None)
    key = twin.keys.pop(name, None)
    if spot is not None:
        twin.lying[spot] = (*twin.lying.get(spot, ()), *(() if key is None else (key,)), "remains")


def _look(twin: Survey, here: Spot, thing: str, seen: dict[str, str]) -> bool:
    seen = {word: what for word, what in seen.items() if word in WORDS}
    for word in WORDS:
        is_open = seen.get(word) == "passage" if thing == "lantern" else word in seen
        if not twin.add_side(here, word, OPEN if is_open else WALL):
            return False
    nobody = [here.beside(word) for word, what in seen.items() if what == "nobody"]
    return not any(spot in nobody for spot in twin.at.values())


def _handle(twin: Survey, player: str, word: str, what: str, answers: tuple[str, ...]) -> None:
    here = twin.at[player]
    lying = list(twin.lying.get(here, ()))
    done = answers[0].partition(":")[0] if answers else ""
    carried: str | int | None = twin.keys.get(player)
    if done == "dropped":
        lying.append(carried if what == "key" and carried else what)
        if what == "key":
            twin.keys.pop(player, None)
    elif done == "bought" and what == "key":
        twin.keys[player] = new_key(twin)
    elif done == "took" or (word == "choose" and done == "chosen" and what != "none"):
        key = next((thing for thing in lying if isinstance(thing, int)), None)
        if what == "key":
            if key is not None:
                lying.remove(key)
            twin.keys[player] = key if key is not None else new_key(twin)
        elif what in lying:
            lying.remove(what)
        if word == "choose":
            lying.append(carried if carried is not None else "idol")
            if what != "key":
                twin.keys.pop(player, None)
    twin.lying[here] = tuple(lying)
