"""The surveys that a player considers possible, the most probable first."""

from collections.abc import Iterator, Sequence

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.survey import Shift, Survey, agrees, shift_onto, true_way
from ludoteka.games.labyrinth.mind.tracking import HeardEntry, follow, note_key
from ludoteka.games.labyrinth.notes.chart import OPEN, PLAIN, STEPS, WALL, WORDS, Spot

MOST_SURVEYS = 40
MOST_CELLS = 1600  # on all surveys together, so that no decision takes long in a large maze
GAP = 11.0  # surveys that cost so much more than the best one are given up
MERGING = 4.0  # the cost of assuming that two fragments are the same place, a logarithm of how many ways there are
NEAR_BEST = 3  # so many of the best surveys are searched for fragments that match
LOST = 7.0  # the cost of assuming that something unknown has happened to a player, who may be anywhere
ALL_OVER = 6  # cells of a fragment on which a player can be lost
SMALLEST = 3  # cells of a fragment that is compared with others


class Beliefs:
    """All surveys after a log."""

    def __init__(self) -> None:
        self.surveys = [Survey()]

    def copy(self) -> "Beliefs":
        """Return a copy that can go on by itself."""
        twin = Beliefs()
        twin.surveys = list(self.surveys)
        return twin

    @property
    def best(self) -> Survey:
        """The most probable survey."""
        return self.surveys[0]

    def follow(self, said: HeardEntry) -> None:
        """Go on with one entry of the log."""
        found = [twin for one in self.surveys for twin in follow(one, said)]
        best = self.best
        if not found:
            found = [_begun_anew(_torn(best, said.entry, said.moment), said.moment)]
        elif _is_surprising(best, said.entry):
            found.append(_torn(best, said.entry, said.moment))
        has_news = any(_size(one) > _size(best) for one in found)
        if has_news and said.entry.text in (*STEPS, "use:lantern", "use:trumpet"):
            found.sort(key=_cost)
            for one in found[:NEAR_BEST]:
                found += _merged(one, said.entry.seat)
        self.surveys = _distinct(sorted(found, key=_cost))


def _size(survey: Survey) -> int:
    return len(survey.sides) + len(survey.kinds)


def _cost(survey: Survey) -> float:
    return survey.cost


def _distinct(surveys: Sequence[Survey]) -> list[Survey]:
    """Return the best surveys; where two agree on cost, players and spinners, the first one."""
    kept: dict[tuple[object, ...], Survey] = {}
    most = min(MOST_SURVEYS, MOST_CELLS // (1 + len(surveys[0].kinds)) + 4)
    for one in surveys:
        if one.cost <= surveys[0].cost + GAP and len(kept) < most:
            spinners = frozenset((spot, turn) for spot, turn in one.turns.items() if turn)
            sizes = len(one.kinds), len(one.sides)
            kept.setdefault((round(one.cost, 6), tuple(one.at.items()), sizes, spinners), one)
    return list(kept.values())


def _torn(survey: Survey, entry: LogEntry, moment: int) -> Survey:
    """Return a survey in which a player goes on in a new fragment, because the answer fits no survey, or may mislead."""
    twin, player = survey.copy(), entry.seat
    twin.cost += LOST
    old = twin.at[player]
    is_passed = entry.answers[:1] == ("passed",)
    here = twin.begin(player, PLAIN if is_passed else twin.kinds[old])
    if is_passed:
        kind = next((code for code in entry.answers[1:] if code in KIND_CODES), PLAIN)
        twin.kinds[here] = kind
        prices = tuple(code for code in entry.answers if code.startswith("price:"))
        if prices:
            twin.prices[here] = prices
        if "found:key" in entry.answers:
            twin.key_count += 1
            twin.keys[player] = twin.key_count
    elif entry.text in STEPS:
        twin.sides[here, str(entry.text)] = WALL
        note_key(twin, player, here, str(entry.text))
    else:
        for code in entry.answers:
            word, _, what = code.partition(":")
            twin.sides[here, word] = WALL if what == "wall" else OPEN
    twin.visits[here] = moment
    return twin


def _begun_anew(survey: Survey, moment: int) -> Survey:
    """Return a survey on which nothing is drawn but the cells where the players stand.

    If no survey agrees with an answer, parts were joined that are different places, and nobody can tell which.
    """
    twin = Survey()
    twin.fragments, twin.key_count = survey.fragments, survey.key_count
    for player, spot in survey.at.items():
        twin.visits[twin.begin(player, survey.kinds[spot])] = moment
    twin.keys = dict(survey.keys)
    return twin


def _is_surprising(survey: Survey, entry: LogEntry) -> bool:
    """Tell whether a step has led from a large fragment to a cell that was not on it."""
    here = survey.at.get(entry.seat)
    if here is None or entry.text not in STEPS or entry.answers[:1] != ("passed",):
        return False
    cells = sum(spot.sheet == here.sheet for spot in survey.kinds)
    way = true_way(entry.text, survey.turns.get(here, 0) if entry.text in WORDS else 0)
    return cells >= ALL_OVER and here.beside(way) not in survey.kinds


KIND_CODES = ("bank", "shop", "ladder", "swamp", "mirror", "cow", "mouth", "pit", "river")


def _merged(survey: Survey, player: str) -> Iterator[Survey]:
    """Yield the surveys in which the fragment of a player is put onto another one, where that is probable."""
    if player not in survey.at:
        return
    here = survey.at[player]
    cells = [spot for spot in survey.kinds if spot.sheet == here.sheet]
    if len(cells) < SMALLEST:
        return
    others = set(survey.at.values()) - {here}
    for onto in survey.kinds:
        if onto.sheet == here.sheet or not agrees(survey.kinds[onto], survey.kinds[here]):
            continue
        shift = shift_onto(here, onto)
        price = survey.price_of_merging(shift, cells, MERGING / 2)
        if price is not None and price + MERGING < 0 and not _meets(survey, here, shift, others):
            twin = survey.copy()
            twin.merge(here.sheet, shift)
            twin.cost += price + MERGING
            yield twin


def _meets(survey: Survey, here: Spot, shift: Shift, others: set[Spot]) -> bool:
    """Tell whether a shift puts a player onto another one, whom they would have met."""
    moved = {shift.of(spot) for spot in survey.at.values() if spot.sheet == here.sheet}
    return bool(moved & others)
