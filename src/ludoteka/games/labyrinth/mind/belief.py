"""The computer's map: everybody's tracks, merged where two sheets match in one way only.

The map that people see is never merged.  If a merge was wrong, a later answer contradicts the sheet.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.chart import PLAIN, START, STEPS, WORDS, Chart, Spot

ENOUGH = 12  # points needed to merge two sheets; a side known on both is one point
OBJECT = 3  # points for an object known on both
MOST_TEARS = 3  # contradictions after which a sheet is thrown away


class Shift(NamedTuple):
    """The offset that puts one sheet onto another."""

    sheet: str
    x: int
    y: int
    floor: int

    def of(self, spot: Spot) -> Spot:
        """Return the position of a cell after the shift."""
        return Spot(self.sheet, spot.x + self.x, spot.y + self.y, spot.floor + self.floor)


class Belief(Chart):
    """A chart whose sheets are merged."""

    def __init__(self) -> None:
        super().__init__()
        self.near: dict[str, frozenset[str]] = {}  # player -> the others who may be on the same cell
        self.tears: dict[str, int] = {}  # sheet -> how often an answer contradicted it

    def tear(self, player: str, kind: str) -> Spot:
        """Begin a new sheet, and throw the old one away if it has been contradicted too often."""
        old = self.at[player].sheet
        spot = self.begin(player, kind)
        self.tears[old] = self.tears.get(old, 0) + 1
        if self.tears[old] >= MOST_TEARS:
            self._throw_away(old)
        return spot

    def follow(self, entry: LogEntry) -> None:
        """Draw one entry of the log, and merge the actor's sheet with another if only one position fits."""
        super().follow(entry)
        self._meet(entry)
        if entry.seat in self.at and (entry.text in STEPS or entry.text in ("use:lantern", "use:trumpet")):
            self._lay(self.at[entry.seat])

    def _meet(self, entry: LogEntry) -> None:
        """Keep track of who may be together: a player who arrives meets somebody or nobody."""
        word, _, name = (entry.text or "").partition(":")
        if word == "join" or entry.answers[:1] == ("passed",):
            player, met = name or entry.seat, "met" in entry.answers
            self.near = {one: (others - {player}) | ({player} if met else set()) for one, others in self.near.items()}
            self.near[player] = frozenset(self.at) - {player} if met else frozenset()

    def _lay(self, here: Spot) -> None:
        cells = [spot for spot in self.kinds if spot.sheet == here.sheet]
        if len(cells) > 1:
            found = list(self._shifts(here, cells))
            if len(found) == 1:
                self._join(here.sheet, found[0])

    def _shifts(self, here: Spot, cells: list[Spot]) -> Iterator[Shift]:
        """Yield the shifts that put a sheet onto others without contradiction."""
        kind = self.kinds[here]
        for onto in self.kinds:
            if onto.sheet != here.sheet and self.agrees(onto, kind):
                shift = Shift(onto.sheet, onto.x - here.x, onto.y - here.y, onto.floor - here.floor)
                if self._points(cells, shift) >= ENOUGH:
                    yield shift

    def _points(self, cells: list[Spot], shift: Shift) -> int:
        """Return how many points agree under a shift; 0 if anything contradicts it."""
        points = 0
        for spot in cells:
            onto = shift.of(spot)
            if onto not in self.kinds:
                continue
            kind = self.kinds[spot]
            if not self.agrees(onto, kind) or self.prices.get(spot) != self.prices.get(onto):
                return 0
            points += OBJECT if kind not in (START, PLAIN) else 0
            for word in WORDS:
                side, other = self.sides.get((spot, word)), self.sides.get((onto, word))
                if side and other:
                    if side != other:
                        return 0
                    points += 1
        return points

    def _join(self, sheet: str, shift: Shift) -> None:
        """Merge a sheet into another; where both have an entry, the one that was added later is kept."""

        def moved(spot: Spot) -> Spot:
            return shift.of(spot) if spot.sheet == sheet else spot

        self.kinds = {moved(spot): kind for spot, kind in self.kinds.items()}
        self.sides = {(moved(spot), word): side for (spot, word), side in self.sides.items()}
        self.tried = {(moved(spot), word, who): key for (spot, word, who), key in self.tried.items()}
        self.carried = {moved(spot): moved(there) for spot, there in self.carried.items()}
        self.prices = {moved(spot): prices for spot, prices in self.prices.items()}
        self.lying = {moved(spot): things for spot, things in self.lying.items()}
        self.at = {player: moved(spot) for player, spot in self.at.items()}

    def _throw_away(self, sheet: str) -> None:
        for player in [player for player, spot in self.at.items() if spot.sheet == sheet]:
            self.begin(player, self.kinds[self.at[player]])
        self.kinds = {spot: kind for spot, kind in self.kinds.items() if spot.sheet != sheet}
        self.sides = {(spot, word): side for (spot, word), side in self.sides.items() if spot.sheet != sheet}
        self.tried = {one: key for one, key in self.tried.items() if one[0].sheet != sheet}
        self.carried = {one: there for one, there in self.carried.items() if sheet not in (one.sheet, there.sheet)}
        self.prices = {spot: prices for spot, prices in self.prices.items() if spot.sheet != sheet}
        self.lying = {spot: things for spot, things in self.lying.items() if spot.sheet != sheet}
