"""One map that may be the true one: what was said, drawn under the assumptions that it needs.

An assumption is that a cell holds a spinner or none, that a river carried a player to a certain cell, or that two fragments of
the map are the same part of the maze.  The cost of a survey is the negative logarithm of its probability:
what it assumes, and how surprising every answer is on this map.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from ludoteka.games.labyrinth.maze.graph import COMPASS, OPPOSITE
from ludoteka.games.labyrinth.notes.chart import PLAIN, START, STEPS, Spot

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
    return COMPASS[(COMPASS.index(word) + turn) % len(COMPASS)] if turn else word


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
        """Return an independent copy."""
        twin = Survey.__new__(Survey)
        for name, value in vars(self).items():
            setattr(twin, name, value.copy() if type(value) is dict else value)
        return twin

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
        """Return how much more surprising the sides are where fragments become neighbours."""
        price = 0.0
        for spot in cells:
            onto = shift.of(spot)
            for way in STEPS:
                side = self.sides.get((spot, way))
                if side and (onto, way) not in self.sides:
                    behind = self.sides.get((onto.beside(way), OPPOSITE[way]))
                    price += 0.0 if behind is None else (ALIKE if behind == side else ONE_WAY) - EVEN
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
        for spot, moment in self.visits.items():
            if moment >= visits.get(moved(spot), 0):  # who was there last knows what lies there
                visits[moved(spot)] = moment
                lying[moved(spot)] = self.lying.get(spot, ())
        self.visits, self.lying = visits, lying


def agrees(drawn: str, kind: str) -> bool:
    """Tell whether two kinds can be those of one cell."""
    return drawn == kind or {drawn, kind} == {START, PLAIN}
