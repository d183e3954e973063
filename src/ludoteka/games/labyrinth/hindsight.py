"""A finished match in hindsight: where everybody was after each action, what they had seen, and what they overlooked."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ludoteka.core.game import Hindsight, Log, LogEntry
from ludoteka.core.message import Message, SeatName
from ludoteka.core.rules import NOBODY
from ludoteka.games.labyrinth import notation, rules
from ludoteka.games.labyrinth.chart import CARRIERS, EXIT, STEPS, WALL, Chart, chart
from ludoteka.games.labyrinth.rules import IN, State


def hindsight(states: Iterable[State], log: Log) -> list[Hindsight]:
    """Return what can be said in hindsight of each entry of the log of a finished match."""
    visited: dict[str, list[str]] = {}
    traced: list[Hindsight] = []
    heard = tuple(map(_heard, log))
    for index, (before, after) in enumerate(pairwise(state.copy() for state in states)):
        _visit(visited, before)
        places = _visit(visited, after)
        drawn = chart(notation.present(notation.Knowledge(rules.observe(before, NOBODY), ())), heard[:index], Chart)
        facts = tuple(_facts(drawn, log[index].seat, log[index].text or "", log[index].answers))
        traced.append(Hindsight(places, {name: tuple(cells) for name, cells in visited.items()}, facts))
    return traced


def _heard(entry: LogEntry) -> LogEntry:
    """Return an entry as the players heard it: of one who enters, only the name."""
    text = entry.text or ""
    return entry._replace(text=text.partition("@")[0]) if text.startswith("join:") else entry


def _visit(visited: dict[str, list[str]], state: State) -> dict[str, str]:
    """Add the places of all players to those that they have been to, and return them."""
    places = _places(state)
    for name, place in places.items():
        if place not in visited.setdefault(name, []):
            visited[name].append(place)
    return places


def _places(state: State) -> dict[str, str]:
    """Return the cell of each player in the maze."""
    cells = {name: state.at[seat] for seat, name in enumerate(notation.names(state)) if state.status[seat] == IN}
    return {name: f"{state.x[cell]},{state.y[cell]},{state.floor[cell]}" for name, cell in cells.items()}


def _facts(drawn: Chart, player: str, word: str, answers: tuple[str, ...]) -> Iterator[Message]:
    """Yield what the player could have known before a step, by all that was said aloud."""
    if word not in STEPS or player not in drawn.at:
        return
    here, name = drawn.at[player], SeatName(player)
    side, keys = drawn.sides.get((here, word)), drawn.hands[player].keys
    if side == WALL and answers[:1] == (WALL,) and drawn.tried.get((here, word, player), 0) == keys:
        yield Message("{name} walked into a wall that was already known.", name=name)
    if answers[:1] == ("passed",) and drawn.kinds.get(here.beside(word)) in CARRIERS:
        yield Message("{name} stepped into a pit or a river that was already known.", name=name)
    exits = [way for way in STEPS if drawn.sides.get((here, way)) == EXIT]
    if exits and word not in exits and drawn.hands[player].holds("key"):
        yield Message("{name} stood at a known exit with a key and walked on.", name=name)
