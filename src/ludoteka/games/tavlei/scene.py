"""The scene of Tavlei, and sentences on the captures of a move."""

from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Final

from ludoteka.core.board import Board
from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Captured, Mark, Ornament, PanelEntry, Path, Piece, Place, Scene, Stack, mark
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.notation import FIXED_PATHS, NAMES

TITLES: Final = Message("Attackers"), Message("Defenders")
KINDS: Final = {  # kind, seat, symbol, label
    rules.ATTACKER: ("attacker", rules.ATTACKERS, "a", Message("attacker")),
    rules.DEFENDER: ("defender", rules.DEFENDERS, "d", Message("defender")),
    rules.KING: ("king", rules.DEFENDERS, "k", Message("king")),
}
SPECIAL: Final = {rules.THRONE: ("throne", Message("throne")), **dict.fromkeys(rules.EXITS, ("exit", Message("exit")))}
PLACES: Final = tuple(
    Place(NAMES[place], index % rules.SIDE, index // rules.SIDE, *SPECIAL.get(place, ()))
    for index, place in enumerate(rules.CELLS)
)
ORNAMENTS: Final = (Ornament("table", rules.SIDE // 2, rules.SIDE // 2),)
GATES: Final = tuple((gate, tuple(step for step in rules.STEPS if gate + step in rules.CELLS)) for gate in rules.EXITS)
PIECES: Final[list[dict[int, Stack]]] = [  # by cell of the board with its rim, and by kind; all matches share them
    {
        what: (Piece(kind, seat, NAMES[place], symbol, label),)
        for what, (kind, seat, symbol, label) in KINDS.items()
        if place in rules.CELLS
    }
    for place in range(rules.AREA)
]
FOES: Final = [  # translations by seat: 1 for a cell with a piece of the other side, else 0
    bytes(what in KINDS and rules.owns(1 - seat, what) for what in range(256))
    for seat in (rules.ATTACKERS, rules.DEFENDERS)
]
ALL: Final = {kind: "".join(rules.SETUP).count(rules.KINDS[kind]) for kind in (rules.ATTACKER, rules.DEFENDER)}
VACANT: Final = bytes((rules.EMPTY, rules.EXIT, rules.RIM))


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that both seats see, without the pieces."""
    board = seen.board
    panel = PanelEntry(TITLES[0], board.count(rules.ATTACKER)), PanelEntry(TITLES[1], board.count(rules.DEFENDER))
    captured = tuple(
        Captured(*KINDS[what], count - left) for what, count in ALL.items() if (left := board.count(what)) < count
    )
    foreseen = _foresee(seen, actions) if actions else {}
    return Scene(_status(seen), PLACES, panel=panel, captured=captured, ornaments=ORNAMENTS, foreseen=foreseen)


def cells(state: rules.State) -> Sequence[int]:
    """Return what is on each cell of the board with its rim."""
    return state.board


def stack(place: int, what: int) -> Stack:
    """Return the piece on a cell, if there is one."""
    return PIECES[place].get(what, ())


BOARD: Final = Board(cells, stack)


def _foresee(seen: rules.Observation, actions: Sequence[int]) -> dict[Path, tuple[Mark, ...]]:
    """Return marks of what each move captures, and of the exits that the king can reach from where he is or goes."""
    after, mover = seen.copy(), seen.turn
    board = after.board
    threatened: dict[int, list[int]] = {}  # a cell -> foes that a piece that comes there may capture
    for foe in compress(range(rules.AREA), bytes(board).translate(FOES[mover])):
        for step in rules.STEPS:
            if board[foe] == rules.KING or rules.is_jaw(seen, foe - step, board[foe]):
                threatened.setdefault(foe + step, []).append(foe)
    foreseen: dict[Path, tuple[Mark, ...]] = {}
    for action in actions:
        target = action % rules.AREA
        if target in threatened:
            origin, left = action // rules.AREA, board[target]
            board[target], board[origin] = board[origin], rules.EMPTY
            captured = [foe for foe in threatened[target] if rules.is_captured(after, mover, target, foe - target)]
            board[origin], board[target] = board[target], left
            if captured:
                foreseen[FIXED_PATHS[action]] = tuple(mark("captured", NAMES[place]) for place in captured)
    if mover == rules.DEFENDERS:
        foreseen.update(_foresee_escapes(board, actions))
    return foreseen


def _foresee_escapes(board: Sequence[int], actions: Sequence[int]) -> Iterator[tuple[Path, tuple[Mark, ...]]]:
    """Yield marks of the exits that the king could reach next from where he is, and from where he goes."""
    king = board.index(rules.KING)
    origins: dict[int, list[Mark]] = {}  # a cell -> the exits that the king reaches from there
    for gate, steps in GATES:
        for step in steps:
            place = gate + step
            for _ in range(rules.KING_REACH):
                if board[place] not in (rules.EMPTY, rules.KING):
                    break
                origins.setdefault(place, []).append(mark("escape", NAMES[gate]))
                place += step
    targets = [action % rules.AREA for action in actions if action // rules.AREA == king]
    near = dict.fromkeys(one for place in (king, *targets) for one in origins.get(place, ()))
    if near:
        yield (NAMES[king],), tuple(near)
    for place in targets:
        if place in origins:
            yield (NAMES[king], NAMES[place]), tuple(origins[place])


def _status(seen: rules.Observation) -> Message:
    if seen.winner == NOBODY:
        return Message("Attackers to move") if seen.turn == rules.ATTACKERS else Message("Defenders to move")
    if rules.KING not in seen.board:
        return Message("The king is captured: the attackers win")
    if seen.winner == rules.ATTACKERS:
        return Message("The defenders cannot move: the attackers win")
    if any(seen.board[place] == rules.KING for place in rules.EXITS):
        return Message("The king has escaped: the defenders win")
    return Message("The attackers cannot move: the defenders win")


def remarks(before: rules.State, action: int, after: rules.State) -> Sentences:
    """Return a sentence on a move that captures, and none on any other."""
    origin, target = divmod(action, rules.AREA)
    beside = [target + step for step in rules.STEPS]  # a captured piece stands next to the one that moved
    left = [place for place in beside if before.board[place] in KINDS and after.board[place] in VACANT]
    taken = [NAMES[place] for place in left if place != origin]
    if not taken:
        return ()
    move = {"origin": NAMES[origin], "target": NAMES[target]}
    cells = ", ".join(taken)
    return (Message("{seat}: {origin}-{target}, capturing on {cells}.", seat=TITLES[before.turn], cells=cells, **move),)
