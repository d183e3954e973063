"""The computer player of the hunt: it flees from the hunters, or goes where the fugitive may be."""

from collections.abc import Callable, Set

from ludoteka.games.hunt import rules
from ludoteka.games.hunt.deduction import KINDS, Knowledge, reachable


def decide(seen: Knowledge, draw: Callable[[int], int], _level: int) -> int:
    """Return one of the best actions."""
    buffer = [0] * rules.MAX_ACTIONS
    legal = buffer[: rules.legal_actions(seen.town, buffer)]
    if legal == [rules.PASS]:
        return rules.PASS
    worth = {action: _worth(seen, action) for action in legal}
    best = [action for action, value in worth.items() if value == max(worth.values())]
    return best[draw(len(best))]


def _worth(seen: Knowledge, action: int) -> int:
    kind, place = divmod(action, rules.STRIDE)
    hunters = {*seen.town.hunters}
    if seen.town.mover == 0:
        return 10 * min(2, steps(place, hunters)) + len(reachable(seen.possible, (*KINDS, "hides")[kind]))
    return -sum(steps(one, hunters - {rules.standing(seen.town)} | {place}) for one in seen.possible)


def steps(place: int, others: Set[int]) -> int:
    """Return the number of steps from a place to the nearest of other places."""
    count, found = 0, {place}
    while not found & others:
        count += 1
        found |= {end for kind in KINDS for end in reachable(found, kind)}
    return count
