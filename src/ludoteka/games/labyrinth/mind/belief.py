"""What a computer makes of the log: the map of everybody's tracks, laid together where they match in one way only.

The map that people see never does that; a computer that is wrong finds out when what is said contradicts its sheet.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.chart import PLAIN, START, STEPS, WORDS, Chart, Spot

ENOUGH = 12  # points for what agrees before two sheets are laid together; a side known on both is one
OBJECT = 3  # points for an object known on both
MOST_TEARS = 3  # so often contradicted, a sheet is thrown away


class Shift(NamedTuple):
    """How far a sheet is moved to lie on another."""

    sheet: str
    x: int
    y: int
    floor: int

    def of(self, spot: Spot) -> Spot:
        """Return where a cell comes to lie."""
        return Spot(self.sheet, spot.x + self.x, spot.y + self.y, spot.floor + self.floor)


class Belief(Chart):
    """A chart whose sheets are laid together."""

    def __init__(self) -> None:
        super().__init__()
        self.near: dict[str, frozenset[str]] = {}  # player -> those who may stand on his cell
        self.tears: dict[str, int] = {}  # sheet -> how often what was said contradicted it

    def tear(self, player: str, kind: str) -> Spot:
        """Begin a new sheet; throw the old one away when it has been contradicted too often."""
        old = self.at[player].sheet
        spot = self.begin(player, kind)
        self.tears[old] = self.tears.get(old, 0) + 1
        if self.tears[old] >= MOST_TEARS:
            self._throw_away(old)
        return spot

    def follow(self, told: LogEntry) -> None:
        """Draw what one entry says, and lay the sheet of who acted on another one if it can only lie there."""
        super().follow(told)
        self._meet(told)
        if told.seat in self.at and (told.text in STEPS or told.text in ("use:lantern", "use:trumpet")):
            self._lay(self.at[told.seat])

    def _meet(self, told: LogEntry) -> None:
        """Keep who may stand with whom: whoever arrives meets somebody or nobody."""
        word, _, name = (told.text or "").partition(":")
        if word == "join" or told.answers[:1] == ("passed",):
            player, met = name or told.seat, "met" in told.answers
            self.near = {one: (others - {player}) | ({player} if met else set()) for one, others in self.near.items()}
            self.near[player] = frozenset(self.at) - {player} if met else frozenset()

    def _lay(self, here: Spot) -> None:
        cells = [spot for spot in self.kinds if spot.sheet == here.sheet]
        if len(cells) > 1:
            found = list(self._shifts(here, cells))
            if len(found) == 1:
                self._join(here.sheet, found[0])

    def _shifts(self, here: Spot, cells: list[Spot]) -> Iterator[Shift]:
        """Yield the ways in which a sheet can be laid on others."""
        kind = self.kinds[here]
        for onto in self.kinds:
            if onto.sheet != here.sheet and self.agrees(onto, kind):
                shift = Shift(onto.sheet, onto.x - here.x, onto.y - here.y, onto.floor - here.floor)
                if self._points(cells, shift) >= ENOUGH:
                    yield shift

    def _points(self, cells: list[Spot], shift: Shift) -> int:
        """Return how much agrees when cells are laid so; 0 if anything does not."""
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
        """Lay a sheet on another: what was said later is kept where two things can be true."""

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
