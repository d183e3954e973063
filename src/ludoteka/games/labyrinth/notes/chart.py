"""The map that follows from what has been said: one track a player, in as many sheets as it is in pieces.

Nobody is told where he is, so every track starts on a sheet of its own, at (0, 0, 0).  A pit or a river carries
a player to a place unknown: there a new sheet begins, unless it is known where the cell leads.  Words mean
on the map what they say; a spinner may have turned them, and when what is said contradicts the sheet, a new one
begins.  Nothing is drawn but what was said: a passage from one side says nothing of the other.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self, TypeVar

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.notes.hand import NOTHING, Hand, hundredths

STEPS = {
    "north": (0, -1, 0),
    "south": (0, 1, 0),
    "west": (-1, 0, 0),
    "east": (1, 0, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
MOVES = (*STEPS, "stay")  # a turn has just one of these
BEGINNINGS = (*MOVES, "shoot", "choose", "join", "leave")  # whoever does one of these has not moved yet in the turn
WORDS = ("north", "south", "west", "east")  # the sides that lantern and trumpet tell of
CARRIERS = ("pit", "river")
OBJECTS = ("bank", "shop", "ladder", "swamp", "mirror", "cow", "mouth", *CARRIERS)
START, PLAIN, UNKNOWN = "start", "plain", "unknown"
OPEN, WALL, EXIT = "open", "wall", "exit"
LATEST = 32  # so many entries later a chart is still drawn on
KEPT = 64  # charts of the latest logs, so that following a match costs one entry at a time


class Spot(NamedTuple):
    """A cell of a sheet; its coordinates count from where the sheet begins."""

    sheet: str
    x: int
    y: int
    floor: int

    def beside(self, word: str) -> "Spot":
        """Return the cell that lies that way."""
        x, y, floor = STEPS[word]
        return Spot(self.sheet, self.x + x, self.y + y, self.floor + floor)


class Chart:
    """Everything drawn so far."""

    def __init__(self) -> None:
        self.kinds: dict[Spot, str] = {}  # what was announced on arriving there
        self.sides: dict[tuple[Spot, str], str] = {}  # OPEN, WALL or EXIT, as seen from that cell
        self.carried: dict[Spot, Spot] = {}  # a pit's or river's cell -> where it leaves one
        self.prices: dict[Spot, dict[str, int]] = {}  # of a shop, in hundredths
        self.lying: dict[Spot, tuple[str, ...]] = {}  # what was left there, as far as was said
        self.at: dict[str, Spot] = {}  # player -> where his track has come to
        self.sheets: dict[str, str] = {}  # sheet -> whose it is, in the order they began
        self.hands: dict[str, Hand] = {}  # player -> what he carries, as far as was said
        self.tried: dict[tuple[Spot, str, str], int] = {}  # cell, wall run into, by whom -> the number of his key then

    def copy(self) -> Self:
        """Return an independent chart with the same drawing."""
        twin = type(self)()
        for name, drawn in vars(self).items():
            setattr(twin, name, dict(drawn))
        return twin

    def begin(self, player: str, kind: str) -> Spot:
        """Begin a new sheet for a player and put him there."""
        number = sum(whose == player for whose in self.sheets.values()) + 1
        spot = Spot(player if number == 1 else f"{player}.{number}", 0, 0, 0)
        self.sheets[spot.sheet] = player
        self.kinds[spot] = kind
        self.at[player] = spot
        return spot

    def tear(self, player: str, kind: str) -> Spot:
        """Begin a new sheet for a player because what was said contradicts his last one."""
        return self.begin(player, kind)

    def follow(self, told: LogEntry) -> None:
        """Draw what one entry of the log says."""
        word, _, what = (told.text or "").partition(":")
        player = what if word == "join" else told.seat
        self._settle(player, word)
        if word == "join":
            self.begin(player, START)
            self.hands[player] = NOTHING
        elif player in self.at:
            self._act(player, word, what, told.answers)
            hand = self.hands[player].after(word, what, told.answers, self.prices.get(self.at[player], {}))
            self.hands[player] = hand._replace(has_moved=hand.has_moved or word in MOVES)
        if word == "end":
            self.hands[player] = self.hands[player].settle()
        if word == "leave":
            self.at.pop(player, None)
        self._note_others(told.answers)

    def _settle(self, player: str, word: str) -> None:
        """Pay interest to those whose turn is over now that somebody acts."""
        for name, hand in self.hands.items():
            if name != player or word in BEGINNINGS:
                self.hands[name] = hand.settle()

    def _note_others(self, answers: tuple[str, ...]) -> None:
        """Note what the answers say about other players: killed, or skipped and paid their interest."""
        for code in answers:
            kind, _, name = code.partition(":")
            if kind == "killed":
                self.at.pop(name, None)
            elif kind == "skipped":
                self.hands = {one: hand.settle() for one, hand in self.hands.items()}
                self.hands[name] = self.hands[name].credit()

    def _act(self, player: str, word: str, what: str, answers: tuple[str, ...]) -> None:
        if word in STEPS:
            self._move(player, word, answers)
        elif word == "use":
            self._look(player, what, answers)
        elif word in ("drop", "take", "choose"):
            self._handle(self.at[player], answers, what)

    def _move(self, player: str, word: str, answers: tuple[str, ...]) -> None:
        here = self.at[player]
        first = answers[0] if answers else ""
        if first in (WALL, "out"):
            self._side(player, word, EXIT if first == "out" else WALL)
            self.tried[self.at[player], word, player] = self.hands[player].keys
        elif first == "passed":
            self._side(player, word, OPEN)
            here = self.at[player]  # a new sheet, if the old one was contradicted
            self._arrive(player, here.beside(word), word, answers)

    def _side(self, player: str, word: str, side: str) -> None:
        """Draw a side of the cell where the player stands; start anew if another was drawn there."""
        here = self.at[player]
        drawn = self.sides.get((here, word), side)
        if drawn != side and EXIT not in (drawn, side):
            here = self.tear(player, self.kinds[here])
        self.sides[here, word] = side

    def _arrive(self, player: str, there: Spot, word: str, answers: tuple[str, ...]) -> None:
        carrier = next((code for code in answers if code in CARRIERS), "")
        kind = next((code for code in answers[1:] if code in OBJECTS and code not in CARRIERS), PLAIN)
        if word in ("up", "down"):
            kind = "ladder"
        if carrier:
            there = self._carry(player, there, carrier, kind if kind != PLAIN else carrier)
        elif not self.agrees(there, kind):
            there = self.tear(player, kind)
        self.kinds[there] = kind if not carrier or kind != PLAIN else carrier
        self.at[player] = there
        self._handle(there, answers, "")
        if kind == "shop":
            self.prices[there] = _prices(answers)

    def _carry(self, player: str, onto: Spot, carrier: str, kind: str) -> Spot:
        """Return where a pit or river leaves the player who stepped onto a cell of it."""
        if self.kinds.get(onto, carrier) == carrier:
            self.kinds[onto] = carrier
            there = self.carried.get(onto)
            if there is None or not self.agrees(there, kind):
                there = self.begin(player, kind)
            self.carried[onto] = there
            return there
        return self.begin(player, kind)

    def agrees(self, spot: Spot, kind: str) -> bool:
        """Tell whether a cell may be of this kind, by what is drawn there."""
        drawn = self.kinds.get(spot, kind)
        return drawn == kind or (drawn, kind) in ((START, PLAIN), (PLAIN, START))

    def _look(self, player: str, thing: str, answers: tuple[str, ...]) -> None:
        seen = dict(code.split(":", 1) for code in answers if ":" in code)
        for word in WORDS:
            if thing == "lantern" and word in seen:
                self._side(player, word, WALL if seen[word] == "wall" else OPEN)
            elif thing == "trumpet":
                self._side(player, word, OPEN if word in seen else WALL)

    def _handle(self, spot: Spot, answers: tuple[str, ...], chosen: str) -> None:
        """Note what lies on a cell after what was said there."""
        lying = list(self.lying.get(spot, ()))
        left = [code.partition(":")[2] for code in answers if code.startswith("lies:")]
        if answers[:1] == ("passed",):
            lying = left  # everything else was picked up
        for code in answers:
            done, _, item = code.partition(":")
            if done == "dropped":
                lying.append(item)
            elif done == "took" and item in lying:
                lying.remove(item)
            elif done == "chosen" and chosen in lying:
                lying.remove(chosen)
        self.lying[spot] = tuple(lying)


def _prices(answers: Sequence[str]) -> dict[str, int]:
    """Return the price list that was read out: item -> hundredths."""
    goods = (code.split(":") for code in answers if code.startswith("price:"))
    return {item: hundredths(price) for _, item, price in goods}


Drawn = TypeVar("Drawn", bound=Chart)
_kept: dict[
    tuple[type[Chart], int], tuple[tuple[LogEntry, ...], Chart]
] = {}  # by length: the latest log, and its chart


def chart(present: Sequence[str], log: tuple[LogEntry, ...], kind: type[Drawn]) -> Drawn:
    """Return the chart of a log; `present` are the players who stood in the maze before it began.  Do not change it."""
    everything = (*(LogEntry(player, f"join:{player}", ()) for player in present), *log)
    drawn, done = kind(), 0
    for length in range(len(everything), max(0, len(everything) - LATEST), -1):
        kept = _kept.get((kind, length))
        if kept and kept[0] == everything[:length] and isinstance(kept[1], kind):
            drawn, done = kept[1], length
            break
    if done < len(everything):
        drawn = drawn.copy()
        for told in everything[done:]:
            drawn.follow(told)
        while len(_kept) >= KEPT:
            del _kept[next(iter(_kept))]
        _kept[kind, len(everything)] = (everything, drawn)
    return drawn


def route(
    drawn: Chart, start: Spot, goals: Mapping[Spot, object], words: Sequence[str] = tuple(STEPS)
) -> list[str] | None:
    """Return the shortest known way to one of the goals, or None; `words` come first in it in their order."""
    ways: dict[Spot, list[str]] = {start: []}
    waiting = [start]
    for spot in waiting:
        if spot in goals:
            return ways[spot]
        for word in words:
            if drawn.sides.get((spot, word)) == OPEN:
                there = landing(drawn, spot.beside(word))
                if there is not None and there not in ways:
                    ways[there] = [*ways[spot], word]
                    waiting.append(there)
    return None


def landing(drawn: Chart, onto: Spot) -> Spot | None:
    """Return where a step onto a cell ends, or None if nobody can say."""
    if drawn.kinds.get(onto) in CARRIERS and onto not in drawn.carried:
        return None
    return drawn.carried.get(onto, onto)
