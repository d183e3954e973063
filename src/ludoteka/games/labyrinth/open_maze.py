"""A match that is over: its scene with nothing hidden, and in hindsight where everybody was, what they had seen, and what they overlooked."""

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from ludoteka.core.game import Hindsight, Log, LogEntry
from ludoteka.core.message import Message, SeatName
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Line, PanelEntry, Piece, Place, Scene
from ludoteka.games.labyrinth import notation, rules
from ludoteka.games.labyrinth.chart import CARRIERS, EXIT, STEPS, WALL, Chart, chart
from ludoteka.games.labyrinth.maze import WAY_NAMES
from ludoteka.games.labyrinth.scene import CORNERS, INSET, KINDS, SYMBOLS, lay_out
from ludoteka.games.labyrinth.speech import COUNTED, enumerate_things, yuan
from ludoteka.games.labyrinth.speech import ITEMS as ITEM_LABELS

APART = 0.07  # between the lines of two players
COLOURS = 8  # of lines, by seats
FALSE_KEY = Message("false key")
OPEN_KINDS = KINDS | {"spinner": Message("a spinner")}


class Plan(NamedTuple):
    """Where the cells of a maze are drawn."""

    points: list[tuple[float, float]]  # by cell
    sheets: list[str]  # by cell: the name of its floor


def reveal(states: Iterable[rules.State]) -> Scene:
    """Return the scene after the last of `states`, which are all states of a finished match up to that moment.

    Nothing is hidden: this is never shown before the match is over.
    """
    ways: dict[int, list[list[int]]] = {}
    last = rules.State()
    for last in states:
        _follow(ways, last)
    plan = _plan(last)
    return Scene(
        notation.status(notation.deduce(rules.observe(last, NOBODY), ())),
        _places(last, plan),
        (*_things(last, plan), *_players(last, plan)),
        panel=_panel(last),
        lines=(*_sides(last, plan), *_ways(plan, ways)),
    )


def _follow(ways: dict[int, list[list[int]]], state: rules.State) -> None:
    """Extend the way of each player; where a player does not walk to the next cell, a new stretch begins."""
    for seat in range(state.seats):
        if state.status[seat] != rules.IN:
            ways.setdefault(seat, []).append([])
            continue
        stretches, here = ways.setdefault(seat, [[]]), state.at[seat]
        if stretches[-1] and stretches[-1][-1] == here:
            continue
        if stretches[-1] and here not in state.beyond[stretches[-1][-1] * rules.WAYS :][: rules.COMPASS_WAYS]:
            stretches.append([])
        stretches[-1].append(here)


def _plan(state: rules.State) -> Plan:
    spots = list(zip(state.x, state.y, state.floor, strict=True))
    cells = {floor: [(x, y) for x, y, one in spots if one == floor] for floor in sorted(set(state.floor))}
    corners = dict(zip(cells, lay_out([*cells.values()]), strict=True))
    points = [(corners[floor][0] + x, corners[floor][1] + y) for x, y, floor in spots]
    return Plan(points, [f"{floor:+}" if floor else "0" for floor in state.floor])


def _name(state: rules.State, cell: int) -> str:
    return f"{state.x[cell]},{state.y[cell]},{state.floor[cell]}"


def _places(state: rules.State, plan: Plan) -> tuple[Place, ...]:
    places = []
    for cell in range(state.cells):
        kind = _kind(state, cell)
        label = OPEN_KINDS[kind]
        if _has_hatch(state, cell):
            label = Message("{place} with a hatch", place=label)
        places.append(Place(_name(state, cell), *plan.points[cell], kind, label, plan.sheets[cell]))
    return tuple(places)


def _has_hatch(state: rules.State, cell: int) -> bool:
    return any(state.exits[cell * rules.WAYS + way] for way in range(rules.COMPASS_WAYS, rules.WAYS))


def _kind(state: rules.State, cell: int) -> str:
    if state.ladder[cell]:
        return "ladder"
    if state.object[cell] == rules.RIVER and state.detail[cell] == cell:
        return "mouth"
    return rules.OBJECT_NAMES[state.object[cell]] or "plain"


def _sides(state: rules.State, plan: Plan) -> tuple[Line, ...]:
    """Return the walls and exits, as seen from every cell, and an arrow through every one-way wall."""
    lines = []
    for cell in range(state.cells):
        (x, y), sheet = plan.points[cell], plan.sheets[cell]
        for way in range(rules.COMPASS_WAYS):
            name = WAY_NAMES[way]
            x1, y1, x2, y2 = (INSET * one for one in CORNERS[name])
            kind = "exit" if state.exits[cell * rules.WAYS + way] else "wall"
            other = state.beyond[cell * rules.WAYS + way]
            if other == rules.NOWHERE:
                lines.append(Line(kind, ((x + x1, y + y1), (x + x2, y + y2)), sheet))
            elif state.beyond[other * rules.WAYS + (way + 2) % rules.COMPASS_WAYS] == rules.NOWHERE:
                lines.append(_arrow(x, y, name, sheet))
        if _has_hatch(state, cell):
            lines.append(_hatch(x, y, sheet))
    return tuple(lines)


def _arrow(x: float, y: float, way: str, sheet: str) -> Line:
    across, down, _ = STEPS[way]
    tip = (x + across * 0.48, y + down * 0.48)
    back = (x + across * 0.3, y + down * 0.3)
    wings = [(back[0] + sign * down * 0.16, back[1] + sign * across * 0.16) for sign in (-1, 1)]
    return Line("arrow", (wings[0], tip, wings[1]), sheet)


def _hatch(x: float, y: float, sheet: str) -> Line:
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1))
    return Line("hatch", tuple((x + 0.36 * across, y + 0.36 * down) for across, down in corners), sheet)


def _ways(plan: Plan, ways: dict[int, list[list[int]]]) -> tuple[Line, ...]:
    lines = []
    for seat, stretches in ways.items():
        shift = (seat % COLOURS - COLOURS / 2) * APART
        for cells in stretches:
            if len(cells) > 1:
                points = tuple((plan.points[cell][0] + shift, plan.points[cell][1] + shift) for cell in cells)
                lines.append(Line(f"way{seat % COLOURS}", points, plan.sheets[cells[0]]))
    return tuple(lines)


def _things(state: rules.State, plan: Plan) -> tuple[Piece, ...]:
    pieces = []
    for cell in range(state.cells):
        for item, count in enumerate(state.lying[cell * rules.ITEMS : (cell + 1) * rules.ITEMS]):
            if count:
                kind = notation.THINGS[rules.text_of(item)]
                pieces.append(Piece(kind, NOBODY, _name(state, cell), SYMBOLS[kind], _label(item, count)))
    return tuple(pieces)


def _label(item: int, count: int) -> Message:
    if item == rules.PURSE:
        return Message("purse with {amount}", amount=yuan(notation.amount_text(count)))
    thing = notation.THINGS[rules.text_of(item)]
    if rules.text_of(item) != item:
        return FALSE_KEY if count == 1 else Message("{count} false key", plural="{count} false keys", count=count)
    return ITEM_LABELS[thing] if count == 1 else COUNTED[thing](count)


def _players(state: rules.State, plan: Plan) -> tuple[Piece, ...]:
    names = notation.names(state)
    symbols = notation.symbols(names)
    return tuple(
        Piece("player", seat, _name(state, state.at[seat]), symbols[name], Message("{name}", name=SeatName(name)))
        for seat, name in enumerate(names)
        if state.status[seat] == rules.IN
    )


def _panel(state: rules.State) -> tuple[PanelEntry, ...]:
    entries = []
    for seat, name in enumerate(notation.names(state)):
        if state.status[seat] == rules.IN:
            carried = enumerate(state.items[seat * rules.ITEMS : (seat + 1) * rules.ITEMS])
            cash = Message("cash: {amount}", amount=yuan(notation.amount_text(state.cash[seat])))
            balance = state.yuan[seat] * 1_000_000 + state.millionths[seat]
            account = Message("account: {amount}", amount=yuan(notation.tenths_text(balance)))
            value = reduce(
                enumerate_things, (cash, account, *(_label(item, count) for item, count in carried if count))
            )
            entries.append(PanelEntry(Message("{name}", name=SeatName(name)), value))
    return tuple(entries)


def hindsight(states: Iterable[rules.State], log: Log) -> list[Hindsight]:
    """Return what can be said in hindsight of each entry of the log of a finished match."""
    visited: dict[str, list[str]] = {}
    traced: list[Hindsight] = []
    heard = tuple(map(_heard, log))
    for index, (before, after) in enumerate(pairwise(state.copy() for state in states)):
        _visit(visited, before)
        places = _visit(visited, after)
        drawn = chart(notation.present(notation.deduce(rules.observe(before, NOBODY), ())), heard[:index], Chart)
        facts = tuple(_facts(drawn, log[index].seat, log[index].text or "", log[index].answers))
        traced.append(Hindsight(places, {name: tuple(cells) for name, cells in visited.items()}, facts))
    return traced


def _heard(entry: LogEntry) -> LogEntry:
    """Return an entry as the players heard it: of one who enters, only the name."""
    text = entry.text or ""
    return entry._replace(text=text.partition("@")[0]) if text.startswith("join:") else entry


def _visit(visited: dict[str, list[str]], state: rules.State) -> dict[str, str]:
    names = enumerate(notation.names(state))
    places = {name: _name(state, state.at[seat]) for seat, name in names if state.status[seat] == rules.IN}
    for name, place in places.items():
        if place not in visited.setdefault(name, []):
            visited[name].append(place)
    return places


def _facts(drawn: Chart, player: str, word: str, answers: tuple[str, ...]) -> Iterator[Message]:
    """Yield what the player could have known before a step, by all that was said aloud."""
    if word not in STEPS or player not in drawn.at:
        return
    here, name = drawn.at[player], SeatName(player)
    if answers[:1] == (WALL,) and drawn.is_known_wall(player, here, word):
        yield Message("{name} walked into a wall that was already known.", name=name)
    if answers[:1] == ("passed",) and drawn.kinds.get(here.beside(word)) in CARRIERS:
        yield Message("{name} stepped into a pit or a river that was already known.", name=name)
    exits = [way for way in STEPS if drawn.sides.get((here, way)) == EXIT]
    if exits and word not in exits and drawn.hands[player].holds("key"):
        yield Message("{name} stood at a known exit with a key and walked on.", name=name)
