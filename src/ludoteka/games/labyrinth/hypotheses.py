"""The search over map hypotheses: all maps that may be the true one, followed through the log entry by entry, the most probable first.

A hypothesis is a survey: what was said, drawn under the assumptions that it needs.  An assumption is that a cell holds a
spinner or none, that a river carried a player to a certain cell, or that two fragments of the map are the same part of
the maze.  The cost of a survey is the negative logarithm of its probability: what it assumes, and how surprising every
answer is on this map.  Each entry turns a survey into one, several or none; of all these, a limited number of the cheapest is kept
(a beam search).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import log
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.chart import (
    CARRIERS,
    MOVES,
    OBJECTS,
    OPEN,
    PLAIN,
    START,
    STEPS,
    WALL,
    WORDS,
    Chart,
    Spot,
    agrees,
    chart,
)
from ludoteka.games.labyrinth.maze import COMPASS, OPPOSITE

# One survey

EVEN = -log(0.5)  # of a side about which nothing is known
ALIKE, ONE_WAY = -log(0.97), -log(0.03)  # of a side that is seen from behind as it is from here, or otherwise
KINDS = {PLAIN: -log(0.7)}  # of a new cell
OBJECT = -log(0.05)  # of any other kind of a new cell
SIZE = 0.02  # for each cell that is known already: the larger the map, the less probable are more cells
BARE, LADEN = -log(0.7), -log(0.3)  # of a new cell without and with things
MIRACLE = 5.0  # of things on a cell from which they had been picked up


class Shift(NamedTuple):
    """The offset that puts one fragment onto another."""

    sheet: str
    x: int
    y: int
    floor: int

    def of(self, spot: Spot) -> Spot:
        """Return the position of a cell after the shift."""
        return Spot(self.sheet, spot.x + self.x, spot.y + self.y, spot.floor + self.floor)


def shift_onto(spot: Spot, onto: Spot) -> Shift:
    """Return the shift that puts one cell onto another."""
    return Shift(onto.sheet, onto.x - spot.x, onto.y - spot.y, onto.floor - spot.floor)


def true_way(word: str, turn: int) -> str:
    """Return the direction that a word means on a cell that turns words by so many right angles clockwise."""
    return COMPASS[(COMPASS.index(word) + turn) % len(COMPASS)] if turn and word in WORDS else word


class Survey:
    """A map in fragments, which differ in where their cells are counted from."""

    def __init__(self) -> None:
        self.cost = 0.0
        self.fragments = 0
        self.key_count = 0
        self.kinds: dict[Spot, str] = {}
        self.sides: dict[tuple[Spot, str], str] = {}  # OPEN or WALL in true directions, as seen from that cell
        self.turns: dict[Spot, int] = {}  # the right angles by which a cell turns words, where somebody has left it
        self.tried: dict[tuple[Spot, str], frozenset[int]] = {}  # the keys with which a side answered as a wall
        self.carried: dict[Spot, Spot] = {}  # a pit's or river's cell -> where it takes a player
        self.prices: dict[Spot, tuple[str, ...]] = {}
        self.lying: dict[Spot, tuple[str | int, ...]] = {}  # what is on the floor, the oldest first; a key is a number
        self.at: dict[str, Spot] = {}
        self.keys: dict[str, int] = {}  # the key that a player carries
        self.visits: dict[Spot, int] = {}  # when somebody was last there, counted in entries of the log

    def copy(self) -> "Survey":
        copied = Survey.__new__(Survey)
        for name, value in vars(self).items():
            setattr(copied, name, value.copy() if type(value) is dict else value)
        return copied

    def begin(self, player: str, kind: str) -> Spot:
        """Begin a new fragment for a player, and return its first cell."""
        self.fragments += 1
        spot = Spot(str(self.fragments), 0, 0, 0)
        self.kinds[spot] = kind
        self.at[player] = spot
        return spot

    def add_side(self, spot: Spot, way: str, side: str) -> bool:
        """Draw a side, and tell whether it agrees with what was drawn there."""
        drawn = self.sides.get((spot, way))
        if drawn is None:
            self.sides[spot, way] = side
            self.cost += self._surprise(spot, way, side)
        return drawn is None or drawn == side

    def _surprise(self, spot: Spot, way: str, side: str) -> float:
        behind = self.sides.get((spot.beside(way), OPPOSITE[way]))
        if behind is None:
            return EVEN
        return ALIKE if behind == side else ONE_WAY

    def add_kind(self, spot: Spot, kind: str) -> bool:
        """Draw what a cell is, and tell whether that agrees with what was drawn there."""
        drawn = self.kinds.get(spot)
        if drawn is None:
            self.cost += KINDS.get(kind, OBJECT) + SIZE * len(self.kinds)
            self.kinds[spot] = kind
        elif not agrees(drawn, kind) or (kind != PLAIN and self.turns.get(spot)):
            return False
        elif kind == START:
            self.kinds[spot] = START
        return True

    def price_of_merging(self, shift: Shift, cells: Sequence[Spot], least: float = 0.0) -> float | None:
        """Return how much more a survey costs after a fragment is put onto another.

        None means that they contradict each other, or that less than `least` is saved where they overlap.
        """
        saved = 0.0
        for spot in cells:
            onto = shift.of(spot)
            if onto in self.kinds:
                more = self._overlap(spot, onto)
                if more is None:
                    return None
                saved += more
        return None if saved < least else self._new_surprises(shift, cells) - saved

    def _new_surprises(self, shift: Shift, cells: Sequence[Spot]) -> float:
        price = 0.0
        for spot in cells:
            onto = shift.of(spot)
            for way in STEPS:
                side = self.sides.get((spot, way))
                if side and (onto, way) not in self.sides:
                    price += self._surprise(onto, way, side) - EVEN
        return price

    def _overlap(self, spot: Spot, onto: Spot) -> float | None:
        """Return what is saved if two cells are one; None if they can't be."""
        one, other = self.kinds[spot], self.kinds[onto]
        turns = {self.turns.get(spot), self.turns.get(onto)} - {None}
        if not agrees(one, other) or len(turns) > 1 or self.prices.get(spot) != self.prices.get(onto):
            return None
        if START in (one, other) and turns - {0}:
            return None
        saved = KINDS.get(one if other == START else other, OBJECT)
        for way in STEPS:
            side, drawn = self.sides.get((spot, way)), self.sides.get((onto, way))
            if side and drawn:
                if side != drawn:
                    return None
                saved += EVEN
        return saved

    def merge(self, sheet: str, shift: Shift) -> None:
        """Put a fragment onto another one, with which it agrees."""

        def moved(spot: Spot) -> Spot:
            return shift.of(spot) if spot.sheet == sheet else spot

        kinds: dict[Spot, str] = {}
        for spot, kind in self.kinds.items():
            kinds[moved(spot)] = START if START in (kind, kinds.get(moved(spot))) else kind
        self.kinds = kinds
        self.sides = {(moved(spot), way): side for (spot, way), side in self.sides.items()}
        tried: dict[tuple[Spot, str], frozenset[int]] = {}
        for (spot, way), keys in self.tried.items():
            tried[moved(spot), way] = tried.get((moved(spot), way), frozenset()) | keys
        self.tried = tried
        self.turns = {moved(spot): turn for spot, turn in self.turns.items()}
        self.carried = {moved(spot): moved(there) for spot, there in self.carried.items()}
        self.prices = {moved(spot): prices for spot, prices in self.prices.items()}
        self.at = {player: moved(spot) for player, spot in self.at.items()}
        visits: dict[Spot, int] = {}
        lying: dict[Spot, tuple[str | int, ...]] = {}
        for spot, number in self.visits.items():
            if number >= visits.get(moved(spot), 0):  # who was there last knows what lies there
                visits[moved(spot)] = number
                lying[moved(spot)] = self.lying.get(spot, ())
        self.visits, self.lying = visits, lying


# How a survey goes on with an entry: in one way, in several, or in none if the entry contradicts it

SPINNER = -log(0.006)  # of a spinner on a plain cell, for each of its three turns
LOOP = -log(0.5)  # of a pit that leads back to a known one
TWO_STEPS = tuple((x, y) for x, y in product(range(-2, 3), repeat=2) if abs(x) + abs(y) == 2)
ONE_STEP = ((0, -1), (0, 1), (-1, 0), (1, 0))


class HeardEntry(NamedTuple):
    """One entry of the log with its number, and whether the actor carried a compass."""

    entry: LogEntry
    number: int
    has_compass: bool


def follow(survey: Survey, said: HeardEntry) -> Iterator[Survey]:
    """Yield the surveys that a survey becomes with an entry."""
    entry = said.entry
    word, _, what = (entry.text or "").partition(":")
    player = what if word == "join" else entry.seat
    if word == "join":
        branch = survey.copy()
        branch.visits[branch.begin(player, START)] = said.number
        branch.keys.pop(player, None)
        yield branch
    elif word == "wake":
        yield _wake(survey, player, what, said.number)
    elif player not in survey.at:
        yield survey
    elif word in STEPS:
        yield from _step(survey, player, word, said)
    else:
        branch = survey.copy()
        if _act(branch, player, word, what, entry.answers):
            yield branch


def _wake(survey: Survey, player: str, what: str, number: int) -> Survey:
    """Return the survey of a player who remembers only where they stand and whether they carry a key."""
    branch = survey.copy()
    kind, _, holds_key = what.partition(":")
    branch.visits[branch.begin(player, kind)] = number
    if holds_key == "1":
        branch.keys[player] = new_key(branch)
    return branch


def _step(survey: Survey, player: str, word: str, said: HeardEntry) -> Iterator[Survey]:
    here = survey.at[player]
    is_straight = said.has_compass or word not in WORDS or survey.kinds[here] != PLAIN
    decided = 0 if is_straight else survey.turns.get(here)
    for turn in range(4) if decided is None else (decided,):
        branch = survey.copy()
        branch.visits[here] = said.number - 1
        if not is_straight and decided is None:
            branch.turns[here] = turn
            branch.cost += SPINNER if turn else 0.0
        yield from _answered(branch, player, here, true_way(word, turn), said)


def _answered(branch: Survey, player: str, here: Spot, way: str, said: HeardEntry) -> Iterator[Survey]:
    answers = said.entry.answers
    if answers[:1] == ("wall",):
        if branch.add_side(here, way, WALL):
            note_key(branch, player, here, way)
            branch.visits[here] = said.number
            yield branch
    elif answers[:1] == ("passed",):
        if branch.add_side(here, way, OPEN):
            yield from _arrive(branch, player, here.beside(way), said)
    else:
        yield branch


def note_key(branch: Survey, player: str, here: Spot, way: str) -> None:
    """Note that a player's key doesn't open a side."""
    if player in branch.keys:
        branch.tried[here, way] = branch.tried.get((here, way), frozenset()) | {branch.keys[player]}


def _arrive(branch: Survey, player: str, onto: Spot, said: HeardEntry) -> Iterator[Survey]:
    answers = said.entry.answers
    carrier = next((code for code in answers if code in CARRIERS), "")
    kind = next((code for code in answers[1:] if code in OBJECTS and code not in CARRIERS), carrier or PLAIN)
    if not carrier:
        yield from _stop(branch, player, onto, kind, said)
    elif branch.add_kind(onto, carrier):
        landings = [(branch.carried[onto], 0.0)] if onto in branch.carried else _landings(branch, onto, carrier, kind)
        for there, cost in landings:
            one = branch.copy()
            one.cost += cost
            end = there or one.begin(player, kind)
            one.carried[onto] = end
            yield from _stop(one, player, end, kind, said)


def _landings(branch: Survey, onto: Spot, carrier: str, kind: str) -> list[tuple[Spot | None, float]]:
    """Return where a pit or a river may take a player who was never carried from there, with costs; None is a new fragment."""
    if carrier == "pit":
        taken = set(branch.carried.values())
        pits = [spot for spot, what in branch.kinds.items() if what == "pit" and spot != onto and spot not in taken]
        return [(None, LOOP if pits else 0.0), *((spot, LOOP + log(len(pits))) for spot in pits)]
    offsets = (*ONE_STEP, *TWO_STEPS) if kind == "mouth" else TWO_STEPS
    spots = [Spot(onto.sheet, onto.x + x, onto.y + y, onto.floor) for x, y in offsets]
    return [(spot, log(len(spots))) for spot in spots]


def _stop(branch: Survey, player: str, there: Spot, kind: str, said: HeardEntry) -> Iterator[Survey]:
    answers = said.entry.answers
    is_new = there not in branch.visits
    if not branch.add_kind(there, kind):
        return
    prices = tuple(code for code in answers if code.startswith("price:"))
    if branch.prices.get(there, prices) != prices:
        return
    if prices:
        branch.prices[there] = prices
    branch.at[player] = there
    _pick_up(branch, player, there, answers, is_new)
    branch.visits[there] = said.number
    others = {name: spot for name, spot in branch.at.items() if name != player}
    if "met" not in answers:
        if there not in others.values():
            yield branch
    elif there in others.values() or not others:
        yield branch
    else:
        yield from _meet(branch, player, others)


def _meet(branch: Survey, player: str, others: dict[str, Spot]) -> Iterator[Survey]:
    """Yield the surveys in which a player has met one of the others, whose fragment is now known to join."""
    for spot in others.values():
        here = branch.at[player]
        if spot.sheet != here.sheet:
            shift = shift_onto(here, spot)
            price = branch.price_of_merging(shift, [kind for kind in branch.kinds if kind.sheet == here.sheet])
            if price is not None:
                one = branch.copy()
                one.merge(here.sheet, shift)
                one.cost += price + log(len(others))
                yield one


def _pick_up(branch: Survey, player: str, there: Spot, answers: tuple[str, ...], is_new: bool) -> None:
    found = [code.partition(":")[2] for code in answers if code.startswith("found:")]
    lies = [code.partition(":")[2] for code in answers if code.startswith("lies:")]
    if is_new:
        branch.cost += LADEN if found or lies else BARE
    elif (found or lies) and not branch.lying.get(there):
        branch.cost += MIRACLE
    keys = [thing for thing in branch.lying.get(there, ()) if isinstance(thing, int)]
    if "key" in found:
        branch.keys[player] = keys.pop(0) if keys else new_key(branch)
    keys = keys[: lies.count("key")]
    while len(keys) < lies.count("key"):
        keys.append(new_key(branch))
    branch.lying[there] = (*keys, *("idol" for one in lies if one == "idol"))


def new_key(branch: Survey) -> int:
    """Return the number of a key that nobody has heard of before."""
    branch.key_count += 1
    return branch.key_count


def _act(branch: Survey, player: str, word: str, what: str, answers: tuple[str, ...]) -> bool:
    """Draw an action that is no move; tell whether it agrees with the survey."""
    here = branch.at[player]
    if word == "leave":
        _perish(branch, player)
    for code in answers:
        if code.startswith("killed:"):
            _perish(branch, code.partition(":")[2])
    if word == "use":
        return _look(branch, here, what, dict(code.split(":", 1) for code in answers if ":" in code))
    if word in ("drop", "take", "choose", "buy"):
        _handle(branch, player, word, what, answers)
    return True


def _perish(branch: Survey, name: str) -> None:
    spot = branch.at.pop(name, None)
    key = branch.keys.pop(name, None)
    if spot is not None:
        branch.lying[spot] = (*branch.lying.get(spot, ()), *(() if key is None else (key,)), "remains")


def _look(branch: Survey, here: Spot, thing: str, seen: dict[str, str]) -> bool:
    seen = {word: what for word, what in seen.items() if word in WORDS}
    for word in WORDS:
        is_open = seen.get(word) == "passage" if thing == "lantern" else word in seen
        if not branch.add_side(here, word, OPEN if is_open else WALL):
            return False
    nobody = [here.beside(word) for word, what in seen.items() if what == "nobody"]
    return not any(spot in nobody for spot in branch.at.values())


def _handle(branch: Survey, player: str, word: str, what: str, answers: tuple[str, ...]) -> None:
    here = branch.at[player]
    lying = list(branch.lying.get(here, ()))
    done = answers[0].partition(":")[0] if answers else ""
    carried: str | int | None = branch.keys.get(player)
    if done == "dropped":
        lying.append(carried if what == "key" and carried else what)
        if what == "key":
            branch.keys.pop(player, None)
    elif done == "bought" and what == "key":
        branch.keys[player] = new_key(branch)
    elif done == "took" or (word == "choose" and done == "chosen" and what != "none"):
        key = next((thing for thing in lying if isinstance(thing, int)), None)
        if what == "key":
            if key is not None:
                lying.remove(key)
            branch.keys[player] = key if key is not None else new_key(branch)
        elif what in lying:
            lying.remove(what)
        if word == "choose":
            lying.append(carried if carried is not None else "idol")
            if what != "key":
                branch.keys.pop(player, None)
    branch.lying[here] = tuple(lying)


# All surveys after a log

MOST_SURVEYS = 40
MOST_CELLS = 1600  # on all surveys together, so that no decision takes long in a large maze
GAP = 11.0  # surveys that cost so much more than the best one are given up
MERGING = 4.0  # the cost of assuming that two fragments are the same place, a logarithm of how many ways there are
NEAR_BEST = 3  # so many of the best surveys are searched for fragments that match
LOST = 7.0  # the cost of assuming that something unknown has happened to a player, who may be anywhere
ALL_OVER = 6  # cells of a fragment on which a player can be lost
COST = attrgetter("cost")
SMALLEST = 3  # cells of a fragment that is compared with others


def follow_all(surveys: Sequence[Survey], said: HeardEntry) -> list[Survey]:
    """Return the surveys after one more entry of the log, the most probable first; `surveys` are those before it."""
    found, best = [branch for survey in surveys for branch in follow(survey, said)], surveys[0]
    if not found:
        found = [_begun_anew(_torn(best, said.entry, said.number), said.number)]
    elif _is_surprising(best, said.entry):
        found.append(_torn(best, said.entry, said.number))
    size = len(best.sides) + len(best.kinds)
    has_news = any(len(one.sides) + len(one.kinds) > size for one in found)
    if has_news and said.entry.text in (*STEPS, "use:lantern", "use:trumpet"):
        found.sort(key=COST)
        for one in found[:NEAR_BEST]:
            found += _merged(one, said.entry.seat)
    return _distinct(sorted(found, key=COST))


def _distinct(surveys: Sequence[Survey]) -> list[Survey]:
    """Return the best surveys; where two agree on cost, players and spinners, the first one."""
    kept: dict[tuple[object, ...], Survey] = {}
    most = min(MOST_SURVEYS, MOST_CELLS // (1 + len(surveys[0].kinds)) + 4)
    for survey in surveys:
        if survey.cost <= surveys[0].cost + GAP and len(kept) < most:
            spinners = frozenset((spot, turn) for spot, turn in survey.turns.items() if turn)
            sizes = len(survey.kinds), len(survey.sides)
            kept.setdefault((round(survey.cost, 6), tuple(survey.at.items()), sizes, spinners), survey)
    return list(kept.values())


def _torn(survey: Survey, entry: LogEntry, number: int) -> Survey:
    """Return a survey in which a player goes on in a new fragment, because the answer fits no survey, or may mislead."""
    branch, player = survey.copy(), entry.seat
    branch.cost += LOST
    old = branch.at[player]
    is_passed = entry.answers[:1] == ("passed",)
    here = branch.begin(player, PLAIN if is_passed else branch.kinds[old])
    if is_passed:
        kind = next((code for code in entry.answers[1:] if code in OBJECTS), PLAIN)
        branch.kinds[here] = kind
        prices = tuple(code for code in entry.answers if code.startswith("price:"))
        if prices:
            branch.prices[here] = prices
        if "found:key" in entry.answers:
            branch.keys[player] = new_key(branch)
    elif entry.text in STEPS:
        branch.sides[here, str(entry.text)] = WALL
        note_key(branch, player, here, str(entry.text))
    else:
        for code in entry.answers:
            word, _, what = code.partition(":")
            branch.sides[here, word] = WALL if what == "wall" else OPEN
    branch.visits[here] = number
    return branch


def _begun_anew(survey: Survey, number: int) -> Survey:
    """Return a survey with only the cells where players stand: parts were joined that are different places."""
    branch = Survey()
    branch.fragments, branch.key_count = survey.fragments, survey.key_count
    for player, spot in survey.at.items():
        branch.visits[branch.begin(player, survey.kinds[spot])] = number
    branch.keys = dict(survey.keys)
    return branch


def _is_surprising(survey: Survey, entry: LogEntry) -> bool:
    here = survey.at.get(entry.seat)
    if here is None or entry.text not in STEPS or entry.answers[:1] != ("passed",):
        return False
    cells = sum(spot.sheet == here.sheet for spot in survey.kinds)
    way = true_way(entry.text, survey.turns.get(here, 0))
    return cells >= ALL_OVER and here.beside(way) not in survey.kinds


def _merged(survey: Survey, player: str) -> Iterator[Survey]:
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
        moved = {shift.of(spot) for spot in survey.at.values() if spot.sheet == here.sheet}
        if price is not None and price + MERGING < 0 and not moved & others:  # on whom nobody was met
            branch = survey.copy()
            branch.merge(here.sheet, shift)
            branch.cost += price + MERGING
            yield branch


# What a player remembers of the log

MEMORY = 600  # own turns, more than nearly any match has; whoever still wanders about then has drawn a wrong map
HALF = MEMORY // 2  # so many turns are forgotten at once, so that beliefs can be continued from one turn to the next
CACHE_SIZE = 8  # beliefs after recent logs, so that each new entry costs one step


class _Believer(NamedTuple):
    """Who draws the surveys: players for whom all three are the same believe the same."""

    hears_others: bool
    name: str  # "" if the player listens to everybody and has forgotten nothing, so that it doesn't matter who it is
    forgotten: int  # own turns

    def hears(self, player: str) -> bool:
        """Tell whether a player's ways count for these beliefs."""
        return self.hears_others or player == self.name


class _Recollection(NamedTuple):
    believer: _Believer
    log: tuple[LogEntry, ...]
    turns: Mapping[str, int]  # of each player
    compasses: Mapping[str, int]  # how many each player carries
    surveys: list[Survey]


_cache: list[_Recollection] = []  # the latest last
_changing = Lock()  # matches may be replayed in several threads


def draw_surveys(present: Sequence[str], log: tuple[LogEntry, ...], name: str, *, hears_others: bool) -> list[Survey]:
    """Return the surveys that a player considers possible, the best first; `present` are the players placed by the scenario."""
    everything = (*(LogEntry(player, f"join:{player}", ()) for player in present), *log)
    with _changing:
        cached = _cache[::-1]
    forgotten = _forgotten(everything, name, cached)
    believer = _Believer(hears_others, "" if hears_others and not forgotten else name, forgotten)
    mine = [one for one in cached if one.believer == believer]
    known = _recall(everything, mine) or _awake(believer, everything[: _first(everything, name, forgotten)])
    if len(known.log) < len(everything):
        known = _continue(known, everything)
        with _changing:
            del _cache[: len(_cache) + 1 - CACHE_SIZE]
            _cache.append(known)
    return known.surveys


def _recall(log: tuple[LogEntry, ...], cached: Sequence[_Recollection]) -> _Recollection | None:
    return next((one for one in cached if one.log == log[: len(one.log)]), None)


def _forgotten(log: tuple[LogEntry, ...], name: str, cached: Sequence[_Recollection]) -> int:
    known = _recall(log, cached)
    turns = known.turns.get(name, 0) if known else 0
    for index in range(len(known.log) if known else 0, len(log)):
        turns += log[index].seat == name and log[index].text in MOVES
    return max(0, turns // HALF - 1) * HALF


def _first(log: Sequence[LogEntry], name: str, forgotten: int) -> int:
    if not forgotten:
        return 0
    return [index for index, entry in enumerate(log) if entry.seat == name and entry.text in MOVES][forgotten - 1] + 1


def _awake(believer: _Believer, past: tuple[LogEntry, ...]) -> _Recollection:
    """Return the beliefs of a player who knows of the forgotten entries only what everybody carries and stands on."""
    drawn, surveys = chart((), past, Chart), [Survey()]
    for player, spot in drawn.at.items():
        if believer.hears(player):
            state = f"wake:{drawn.kinds[spot]}:{int(drawn.hands[player].holds('key'))}"
            surveys = follow_all(surveys, HeardEntry(LogEntry(player, state, ()), len(past), has_compass=False))
    turns = Counter(entry.seat for entry in past if entry.text in MOVES)
    compasses = {player: hand.items.get("compass", 0) for player, hand in drawn.hands.items()}
    return _Recollection(believer, past, turns, compasses, surveys)


def _continue(known: _Recollection, log: tuple[LogEntry, ...]) -> _Recollection:
    turns, compasses, surveys = Counter(known.turns), Counter(known.compasses), known.surveys
    for index in range(len(known.log), len(log)):
        entry = log[index]
        has_compass = compasses[entry.seat] > 0
        turns[entry.seat] += entry.text in MOVES
        for code in entry.answers:
            if code.endswith(":compass"):
                compasses[entry.seat] += -1 if code.startswith("dropped") else 1
        if known.believer.hears(entry.seat) or entry.text == f"join:{known.believer.name}":
            surveys = follow_all(surveys, HeardEntry(entry, index + 1, has_compass))
    return _Recollection(known.believer, log, turns, compasses, surveys)
