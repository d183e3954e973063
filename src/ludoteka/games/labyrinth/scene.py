"""The scene of a player: the map that follows from the log, and what the player may try.

Each floor of each sheet is drawn separately, the viewer's own first.  A side of a cell is a wall, open or unknown, as
seen from that cell.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import chain
from typing import Any, NamedTuple

from ludoteka.core.message import Message, SeatName
from ludoteka.core.scene import Choice, Line, PanelEntry, Path, Piece, Place, Scene
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import OPEN, PLAIN, START, STEPS, WORDS, Chart, Spot
from ludoteka.games.labyrinth.chart import chart as charted
from ludoteka.games.labyrinth.rules import CHOOSING, JOIN
from ludoteka.games.labyrinth.speech import COUNTED, ITEMS, enumerate_things, yuan

WIDTH = 12  # units in a row of sheets; a wider sheet has a row of its own
GAP = 1.5  # units between sheets, with room for a heading
INSET = 0.44  # from the centre of a cell to the line of a side
KINDS = {
    START: Message("start of the track"),
    PLAIN: Message("a cell"),
    "bank": Message("a bank"),
    "shop": Message("a shop"),
    "ladder": Message("a ladder"),
    "swamp": Message("a swamp"),
    "mirror": Message("a mirror"),
    "cow": Message("a cow"),
    "mouth": Message("a river mouth"),
    "pit": Message("a pit"),
    "river": Message("a river"),
}
SYMBOLS = {  # for surfaces that draw with letters
    "key": "k",
    "cartridge": "c",
    "vest": "v",
    "idol": "i",
    "lantern": "l",
    "trumpet": "t",
    "compass": "n",
    "purse": "m",
}
MOST_PARTS = 5_000  # cells, pieces and entries of panels that all matches share
MOST_SCENES = 500  # whose layouts and buttons are kept, as most matches change neither with every action
CORNERS = {"north": (-1, -1, 1, -1), "south": (-1, 1, 1, 1), "west": (-1, -1, -1, 1), "east": (1, -1, 1, 1)}
GROUPS = {
    "shoot": Message("Shoot …"),
    "drop": Message("Put down …"),
    "take": Message("Pick up …"),
    "choose": Message("Choose …"),
    "buy": Message("Buy …"),
    "sell": Message("Sell …"),
    "use": Message("Use …"),
    "withdraw": Message("Withdraw …"),
    "deposit": Message("Pay in …"),
}

BUTTONS = {
    "north": Message("North"),
    "south": Message("South"),
    "west": Message("West"),
    "east": Message("East"),
    "up": Message("Up"),
    "down": Message("Down"),
    "stay": Message("Stay"),
    "end": Message("End the turn"),
}
PARTS = BUTTONS | ITEMS  # what may follow a word, amounts aside
TYPED = {  # instead of their labels
    "north": Message("n, go north"),
    "south": Message("s, go south"),
    "west": Message("w, go west"),
    "east": Message("e, go east"),
    "up": Message("u, go up"),
    "down": Message("d, go down"),
    "stay": Message("wait, stay here"),
    "end": Message("end turn, done"),
}

CELLS = {  # of the buttons, which are laid out like a compass
    "north": (1, 0),
    "up": (2, 0),
    "west": (0, 1),
    "stay": (1, 1),
    "east": (2, 1),
    "south": (1, 2),
    "down": (2, 2),
}

Point = tuple[float, float]
Block = tuple[str, int]  # a floor of a sheet
Corners = dict[Block, Point]
# The kind of a cell, the first thing that lies there, and its sides in the order of `WORDS`; None for one that is unknown
Look = tuple[str, str, tuple[str | None, ...]]


class Cell(NamedTuple):
    """A cell on the map, and the sides of it that are not known to be open."""

    place: Place
    lines: tuple[Line, ...]


def scene(seen: Any, actions: Sequence[int]) -> Scene:
    """Return the scene of a seat; `actions` are those that the seat may try."""
    drawn = charted(notation.present(seen), seen.log, Chart)
    viewer = notation.viewer(seen)
    cells = _cells(drawn, viewer)
    choices = _choices(tuple(actions), seen.public.stage != CHOOSING)
    return Scene(
        notation.status(seen),
        tuple([cell.place for cell in cells]),
        _pieces(drawn, seen),
        choices=choices,
        panel=_panel(drawn, seen),
        lines=tuple(chain.from_iterable([cell.lines for cell in cells])),
        focus=_name(drawn.at[viewer]) if viewer in drawn.at else "",
        shortcuts=_shortcuts(drawn, viewer, choices),
    )


def _cells(drawn: Chart, viewer: str) -> list[Cell]:
    """Return the cells of all sheets, where a viewer sees them."""
    current = drawn.at[viewer].sheet if viewer in drawn.at else ""
    corners = _corners(tuple(drawn.kinds), tuple(drawn.sheets.items()), viewer, current)
    return [_cell(spot, corners[block], look) for spot, block, look in _looks(drawn)]


@lru_cache(2)  # the seats of a match are shown the same chart one after the other
def _looks(drawn: Chart) -> list[tuple[Spot, Block, Look]]:
    """Return what is known of each cell."""
    sides, lying = drawn.sides.get, drawn.lying.get
    north, south, west, east = WORDS
    return [
        (
            spot,
            (spot.sheet, spot.floor),
            (
                kind,
                (lying(spot) or ("",))[0],
                (sides((spot, north)), sides((spot, south)), sides((spot, west)), sides((spot, east))),
            ),
        )
        for spot, kind in drawn.kinds.items()
    ]


@lru_cache(MOST_SCENES)
def _corners(spots: Sequence[Spot], sheets: Sequence[tuple[str, str]], viewer: str, current: str) -> Corners:
    """Return where each floor of each sheet begins; the viewer's come first, and first of all the `current` sheet."""
    blocks: dict[Block, list[tuple[int, int]]] = {}
    for spot in spots:
        blocks.setdefault((spot.sheet, spot.floor), []).append((spot.x, spot.y))
    ranks = {sheet: (whose != viewer, sheet != current, age) for age, (sheet, whose) in enumerate(sheets)}
    ordered = sorted(blocks, key=lambda key: (*ranks[key[0]], -key[1]))
    return dict(zip(ordered, lay_out([blocks[key] for key in ordered]), strict=True))


def lay_out(blocks: Sequence[Sequence[tuple[int, int]]]) -> list[Point]:
    """Return where (0, 0) of each block of cells is on the board: in rows, like words on a page."""
    corners = []
    left, top, height = 0.0, 0.0, 0.0
    for block in blocks:
        x, y = min(x for x, _ in block), min(y for _, y in block)
        wide, high = max(x for x, _ in block) - x + 1, max(y for _, y in block) - y + 1
        if left and left + wide > WIDTH:
            left, top, height = 0.0, top + height + GAP, 0.0
        corners.append((left - x, top - y))
        left, height = left + wide + GAP, max(height, high)
    return corners


def _sheet(spot: Spot) -> str:
    """Return the name of a floor of a sheet: "P", or "P +1" for one floor up."""
    return f"{spot.sheet} {spot.floor:+}" if spot.floor else spot.sheet


def _name(spot: Spot) -> str:
    return f"{spot.sheet}:{spot.x},{spot.y},{spot.floor}"


@lru_cache(MOST_PARTS)
def _cell(spot: Spot, corner: Point, look: Look) -> Cell:
    """Return a cell of a block that begins at `corner`, with its sides."""
    (left, top), (kind, lying, sides) = corner, look
    label = KINDS[kind]
    if lying:
        label = Message("{place}, on the floor: {item}", place=label, item=ITEMS[lying])
    x, y, sheet = left + spot.x, top + spot.y, _sheet(spot)
    drawn = [
        _line(x, y, word, side or "unknown", sheet) for word, side in zip(WORDS, sides, strict=True) if side != OPEN
    ]
    return Cell(Place(_name(spot), x, y, kind, label, sheet), tuple(drawn))


@lru_cache(MOST_PARTS)
def _line(x: float, y: float, word: str, side: str, sheet: str) -> Line:
    x1, y1, x2, y2 = (INSET * one for one in CORNERS[word])
    return Line(side, ((x + x1, y + y1), (x + x2, y + y2)), sheet)


def _pieces(drawn: Chart, seen: Any) -> tuple[Piece, ...]:
    names = seen.names
    symbols = notation.symbols(names)
    players = tuple(_player(names.index(name), name, symbols[name], _name(spot)) for name, spot in drawn.at.items())
    things = tuple(_thing(lying[0], _name(spot)) for spot, lying in drawn.lying.items() if lying)
    return things + players


@lru_cache(MOST_PARTS)
def _player(number: int, name: str, symbol: str, place: str) -> Piece:
    return Piece("player", number, place, symbol, Message("{name}", name=SeatName(name)))


@lru_cache(MOST_PARTS)
def _thing(kind: str, place: str) -> Piece:
    return Piece(kind, -1, place, SYMBOLS[kind], ITEMS[kind])


def _panel(drawn: Chart, seen: Any) -> tuple[PanelEntry, ...]:
    """Return the players in the order of play, with what everybody knows of them, and the viewer's own money."""
    hands = [(name, drawn.hands[name].items if name in drawn.at else None) for name in notation.order(seen)]
    entries = [_player_entry(name, items if items is None else tuple(items.items())) for name, items in hands]
    viewer = notation.viewer(seen)
    if viewer not in drawn.at:
        return tuple(entries)
    hand = notation.hand_of(seen, drawn, viewer)
    return (*entries, *_money(hand.cash, hand.balance, hand.withdrawable))


@lru_cache(MOST_PARTS)
def _player_entry(name: str, items: Sequence[tuple[str, int]] | None) -> PanelEntry:
    """Return what a player carries, or that they are out of the labyrinth, where there are no `items`."""
    things = [COUNTED[item](count) for item, count in sorted(items or ()) if count > 0]
    carried = reduce(enumerate_things, things) if things else Message("carries nothing")
    where = Message("out of the labyrinth") if items is None else carried
    return PanelEntry(Message("{name}", name=SeatName(name)), where)


@lru_cache(MOST_PARTS)
def _money(cash: int, balance: int, withdrawable: int) -> tuple[PanelEntry, ...]:
    return (
        PanelEntry(Message("Cash"), yuan(notation.amount_text(cash))),
        PanelEntry(Message("Account"), yuan(notation.tenths_text(balance))),
        PanelEntry(Message("Can be withdrawn"), yuan(notation.amount_text(withdrawable))),
    )


@lru_cache(MOST_SCENES)
def _choices(actions: Sequence[int], reaches: bool) -> tuple[Choice, ...]:
    """Return the buttons of these actions; one that `reaches` for things on the floor may try any of them."""
    choices: dict[str, Message] = {}
    # Where a player enters is chosen by the moderator, as a throw of dice
    for text in [notation.own_text(action) for action in actions if action < JOIN]:
        word, _, what = text.partition(":")
        choices[word] = GROUPS[word] if what else BUTTONS[word]
        if what:
            choices[text] = PARTS[what] if what in PARTS else yuan(what)
    if actions and reaches:  # what is not offered can still be typed: it may lie there unheard of
        choices |= {"take": GROUPS["take"]} | {f"take:{item}": ITEMS[item] for item in notation.THINGS}
    return tuple(_choice(name, label) for name, label in choices.items())


def _choice(name: str, label: Message) -> Choice:
    word, _, what = name.partition(":")
    way = what if word == "shoot" else name
    kind = "cartridge" if name == "shoot" else what or (name if name in CELLS else "")
    kind = "" if word in ("withdraw", "deposit") or what == "none" else kind
    return Choice(name, label, TYPED.get(way), kind, CELLS.get(way))


def _shortcuts(drawn: Chart, viewer: str, choices: tuple[Choice, ...]) -> dict[Path, Path]:
    here = drawn.at.get(viewer)
    steps = [choice.name for choice in choices if choice.name in STEPS]
    return {(_name(here.beside(step)),): (step,) for step in steps if here and here.beside(step) in drawn.kinds}
