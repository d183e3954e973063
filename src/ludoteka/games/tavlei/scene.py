"""The scene of Tavlei, and sentences on the captures of a move."""

from collections.abc import Iterator, Sequence
from itertools import compress
from operator import itemgetter
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
# From an exit along each rank and file: the cells from which the king reaches it, and the mark
WAYS_OUT: Final = tuple(
    tuple((gate + step * count, mark("escape", NAMES[gate])) for count in range(1, rules.KING_REACH + 1))
    for gate in rules.EXITS
    for step in rules.STEPS
    if gate + step in rules.CELLS
)
# The cells from which the king may reach an exit with two moves
HOPEFUL: Final = frozenset(
    place + step * count
    for way in WAYS_OUT
    for place, _ in way
    for step in rules.STEPS
    for count in range(rules.KING_REACH + 1)
)
PIECES: Final[list[dict[int, Stack]]] = [  # by slot, which is a cell of the board, and by kind; all matches share them
    {what: (Piece(kind, seat, NAMES[place], symbol, label),) for what, (kind, seat, symbol, label) in KINDS.items()}
    for place in rules.CELLS
]
FOES: Final = [  # translations by seat: 1 for a cell with a piece of the other side, else 0
    bytes(what in KINDS and rules.owns(1 - seat, what) for what in range(256))
    for seat in (rules.ATTACKERS, rules.DEFENDERS)
]
JAWS: Final = [  # translations by the seat that moves: 1 for what can be the second jaw around a foe, besides the throne
    bytes(what == rules.EXIT or (what in KINDS and rules.owns(seat, what)) for what in range(256))
    for seat in (rules.ATTACKERS, rules.DEFENDERS)
]
IS_KING: Final = bytes(what == rules.KING for what in range(256))
TARGETS: Final = bytes(action % rules.AREA for action in range(rules.NUM_ACTIONS))  # by action
ALL: Final = {kind: "".join(rules.SETUP).count(rules.KINDS[kind]) for kind in (rules.ATTACKER, rules.DEFENDER)}
VACANT: Final = bytes((rules.EMPTY, rules.EXIT, rules.RIM))


_on_cells = itemgetter(*rules.CELLS)


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that both seats see, without the pieces."""
    board = bytes(seen.board)  # which is counted faster
    panel = PanelEntry(TITLES[0], board.count(rules.ATTACKER)), PanelEntry(TITLES[1], board.count(rules.DEFENDER))
    captured = tuple(
        Captured(*KINDS[what], count - left) for what, count in ALL.items() if (left := board.count(what)) < count
    )
    foreseen = _foresee(seen, actions) if actions else {}
    return Scene(_status(seen), PLACES, panel=panel, captured=captured, ornaments=ORNAMENTS, foreseen=foreseen)


def slots(state: rules.State) -> Sequence[int]:
    """Return what is on each cell."""
    on_cells: tuple[int, ...] = _on_cells(state.board)
    return on_cells


def stack(slot: int, what: int) -> Stack:
    """Return the piece on a cell, if there is one."""
    return PIECES[slot].get(what, ())


BOARD: Final = Board(slots, stack)


def _foresee(seen: rules.Observation, actions: Sequence[int]) -> dict[Path, tuple[Mark, ...]]:
    """Return marks of what each move captures, and of the exits that the king can reach from where he is or goes."""
    after, mover = seen.copy(), seen.turn
    board = after.board
    foes, threatened = bytes(board).translate(FOES[mover]), _threatened(bytes(board), mover)
    foreseen: dict[Path, tuple[Mark, ...]] = {}
    for action in compress(actions, map(threatened.__getitem__, map(TARGETS.__getitem__, actions))):
        origin, target = divmod(action, rules.AREA)
        left = board[target]
        board[target], board[origin] = board[origin], rules.EMPTY
        beside = [step for step in rules.STEPS if foes[target + step]]
        captured = sorted([target + step for step in beside if rules.is_captured(after, mover, target, step)])
        board[origin], board[target] = board[target], left
        if captured:
            foreseen[FIXED_PATHS[action]] = tuple([mark("captured", NAMES[place]) for place in captured])
    if mover == rules.DEFENDERS and (king := board.index(rules.KING)) in HOPEFUL:
        for path, escapes in _foresee_escapes(board, king, actions):
            foreseen[path] = (*foreseen.get(path, ()), *escapes)  # the king may capture where he goes
    return foreseen


def _threatened(board: bytes, mover: int) -> bytes:
    """Return 1 for each cell on which a piece may capture, because a foe beside it has a jaw on its other side or is the king.

    All cells are looked at together, in numbers with a byte for each cell.
    """
    tables = FOES[mover], JAWS[mover], IS_KING
    foes, jaws, king = [int.from_bytes(board.translate(table), "little") for table in tables]
    jaws |= 1 << 8 * rules.THRONE
    cells = 0
    for step in rules.STEPS:
        cells |= _shifted(foes & (_shifted(jaws, step) | king), step)
    return cells.to_bytes(rules.AREA, "little")


def _shifted(cells: int, step: int) -> int:
    """Return the cells one step further on."""
    return cells << 8 * step if step > 0 else cells >> -8 * step


def _foresee_escapes(
    board: Sequence[int], king: int, actions: Sequence[int]
) -> Iterator[tuple[Path, tuple[Mark, ...]]]:
    """Yield marks of the exits that the king could reach next from where he is, and from where he goes."""
    exits: dict[int, list[Mark]] = {}  # a cell -> the exits that the king reaches from there
    for way in WAYS_OUT:
        for place, escape in way:
            if board[place] not in (rules.EMPTY, rules.KING):
                break
            exits.setdefault(place, []).append(escape)
    first = king * rules.AREA
    targets = [action - first for action in actions if first <= action < first + rules.AREA]
    near = dict.fromkeys(one for place in (king, *targets) for one in exits.get(place, ()))
    if near:
        yield (NAMES[king],), tuple(near)
    for place in targets:
        if place in exits:
            yield (NAMES[king], NAMES[place]), tuple(exits[place])


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
