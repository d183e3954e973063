"""The scene of a player: the map that follows from the log, and what the player may try.

Each floor of each sheet is drawn separately, the viewer's own first.  A side of a cell is a wall, open or unknown, as
seen from that cell.
"""

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Any

from ludoteka.core.message import Message, SeatName
from ludoteka.core.scene import Choice, Line, PanelEntry, Path, Piece, Place, Scene
from ludoteka.games.labyrinth import notation
from ludoteka.games.labyrinth.chart import OPEN, PLAIN, START, STEPS, WORDS, Chart, Hand, Spot
from ludoteka.games.labyrinth.chart import chart as charted
from ludoteka.games.labyrinth.rules import CHOOSING
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
MOST_PARTS = 5_000  # places and lines that all matches share
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
Corners = dict[tuple[str, int], Point]


def scene(seen: Any, actions: Sequence[int]) -> Scene:
    """Return the scene of a seat; `actions` are those that the seat may try."""
    drawn = charted(notation.present(seen), seen.log, Chart)
    viewer = notation.viewer(seen)
    corners = _corners(drawn, viewer)
    choices = _choices(seen, actions)
    return Scene(
        notation.status(seen),
        _places(drawn, corners),
        _pieces(drawn, seen),
        choices=choices,
        panel=_panel(drawn, seen),
        lines=_lines(drawn, corners),
        focus=_name(drawn.at[viewer]) if viewer in drawn.at else "",
        shortcuts=_shortcuts(drawn, viewer, choices),
    )


def _blocks(drawn: Chart, viewer: str) -> list[list[Spot]]:
    """Return the cells of each floor of each sheet, the viewer's current sheet first."""
    blocks: dict[tuple[str, int], list[Spot]] = {}
    for spot in drawn.kinds:
        blocks.setdefault((spot.sheet, spot.floor), []).append(spot)
    sheets = list(drawn.sheets)
    current = drawn.at[viewer].sheet if viewer in drawn.at else ""

    def rank(key: tuple[str, int]) -> tuple[bool, bool, int, int]:
        sheet, floor = key
        return (drawn.sheets[sheet] != viewer, sheet != current, sheets.index(sheet), -floor)

    return [blocks[key] for key in sorted(blocks, key=rank)]


def _corners(drawn: Chart, viewer: str) -> Corners:
    blocks = _blocks(drawn, viewer)
    corners = lay_out([[(spot.x, spot.y) for spot in block] for block in blocks])
    return {(block[0].sheet, block[0].floor): corner for block, corner in zip(blocks, corners, strict=True)}


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


def _point(corners: Corners, spot: Spot) -> Point:
    left, top = corners[spot.sheet, spot.floor]
    return left + spot.x, top + spot.y


def _sheet(spot: Spot) -> str:
    """Return the name of a floor of a sheet: "P", or "P +1" for one floor up."""
    return f"{spot.sheet} {spot.floor:+}" if spot.floor else spot.sheet


def _name(spot: Spot) -> str:
    return f"{spot.sheet}:{spot.x},{spot.y},{spot.floor}"


def _places(drawn: Chart, corners: Corners) -> tuple[Place, ...]:
    return tuple(
        _place(spot, _point(corners, spot), kind, (drawn.lying.get(spot) or ("",))[0])
        for spot, kind in drawn.kinds.items()
    )


@lru_cache(MOST_PARTS)
def _place(spot: Spot, point: Point, kind: str, lying: str) -> Place:
    label = KINDS[kind]
    if lying:
        label = Message("{place}, on the floor: {item}", place=label, item=ITEMS[lying])
    return Place(_name(spot), *point, kind, label, _sheet(spot))


def _lines(drawn: Chart, corners: Corners) -> tuple[Line, ...]:
    lines = []
    for spot in drawn.kinds:
        point, sheet = _point(corners, spot), _sheet(spot)
        for word in WORDS:
            side = drawn.sides.get((spot, word), "unknown")
            if side != OPEN:
                lines.append(_line(point, word, side, sheet))
    return tuple(lines)


@lru_cache(MOST_PARTS)
def _line(point: Point, word: str, side: str, sheet: str) -> Line:
    (x, y), (x1, y1, x2, y2) = point, (INSET * one for one in CORNERS[word])
    return Line(side, ((x + x1, y + y1), (x + x2, y + y2)), sheet)


def _pieces(drawn: Chart, seen: Any) -> tuple[Piece, ...]:
    names = notation.names(seen.public)
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
    entries = [
        PanelEntry(Message("{name}", name=SeatName(name)), _carried(drawn, name)) for name in notation.order(seen)
    ]
    viewer = notation.viewer(seen)
    return (*entries, *(_money(notation.hand_of(seen, drawn, viewer)) if viewer in drawn.at else ()))


def _carried(drawn: Chart, name: str) -> Message:
    if name not in drawn.at:
        return Message("out of the labyrinth")
    things = [COUNTED[item](count) for item, count in sorted(drawn.hands[name].items.items()) if count > 0]
    return reduce(enumerate_things, things) if things else Message("carries nothing")


def _money(hand: Hand) -> tuple[PanelEntry, ...]:
    return (
        PanelEntry(Message("Cash"), yuan(notation.amount_text(hand.cash))),
        PanelEntry(Message("Account"), yuan(notation.tenths_text(hand.balance))),
        PanelEntry(Message("Can be withdrawn"), yuan(notation.amount_text(hand.withdrawable))),
    )


def _choices(seen: Any, actions: Sequence[int]) -> tuple[Choice, ...]:
    choices: dict[str, Message] = {}
    for text in (notation.path(seen, action)[-1] for action in actions):
        word, _, what = text.partition(":")
        if word == "join":  # which the moderator chooses, as a throw of dice
            continue
        choices[word] = GROUPS[word] if what else BUTTONS[word]
        if what:
            choices[text] = PARTS[what] if what in PARTS else yuan(what)
    if actions and seen.public.stage != CHOOSING:  # what is not offered can still be typed: it may lie there unheard of
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
