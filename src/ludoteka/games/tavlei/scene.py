"""The scene of Tavlei, and sentences on the captures of a move."""

from collections.abc import Sequence
from itertools import compress
from operator import getitem
from typing import Final

from ludoteka.core.game import Sentences
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import PanelEntry, Piece, Place, Scene
from ludoteka.games.tavlei import rules
from ludoteka.games.tavlei.notation import NAMES
from ludoteka.games.tavlei.rules import (
    AREA,
    ATTACKER,
    ATTACKERS,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EMPTY,
    EXIT,
    EXITS,
    KING,
    RIM,
    SIDE,
    STEPS,
    THRONE,
    State,
)

TITLES: Final = Message("Attackers"), Message("Defenders")
KINDS: Final = {  # kind, seat, symbol, label
    ATTACKER: ("attacker", ATTACKERS, "a", Message("attacker")),
    DEFENDER: ("defender", DEFENDERS, "d", Message("defender")),
    KING: ("king", DEFENDERS, "k", Message("king")),
}
SPECIAL: Final = {THRONE: ("throne", Message("throne")), **dict.fromkeys(EXITS, ("exit", Message("exit")))}
PLACES: Final = tuple(
    Place(NAMES[place], index % SIDE, index // SIDE, *SPECIAL.get(place, ())) for index, place in enumerate(CELLS)
)
PIECES: Final = [  # by cell of the board with its rim, and by kind; created once, since all scenes share them
    {
        what: Piece(kind, seat, NAMES[place], symbol, label)
        for what, (kind, seat, symbol, label) in KINDS.items()
        if place in CELLS
    }
    for place in range(AREA)
]
VACANT: Final = bytes((EMPTY, EXIT, RIM))
OCCUPIED: Final = bytes(what in KINDS for what in range(256))  # a translation: 1 for a cell with a piece, else 0


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that both seats see."""
    board = bytes(seen.board)
    pieces = map(getitem, compress(PIECES, board.translate(OCCUPIED)), board.translate(None, VACANT))
    panel = PanelEntry(TITLES[0], board.count(ATTACKER)), PanelEntry(TITLES[1], board.count(DEFENDER))
    return Scene(_status(seen), PLACES, tuple(pieces), panel=panel)


def _status(seen: rules.Observation) -> Message:
    if seen.winner == NOBODY:
        return Message("Attackers to move") if seen.turn == ATTACKERS else Message("Defenders to move")
    if KING not in seen.board:
        return Message("The king is captured: the attackers win")
    if seen.winner == ATTACKERS:
        return Message("The defenders cannot move: the attackers win")
    if any(seen.board[place] == KING for place in EXITS):
        return Message("The king has escaped: the defenders win")
    return Message("The attackers cannot move: the defenders win")


def remarks(before: State, action: int, after: State) -> Sentences:
    """Return a sentence on a move that captures, and none on any other."""
    origin, target = divmod(action, AREA)
    beside = [target + step for step in STEPS]  # a captured piece stands next to the one that moved
    taken = [NAMES[place] for place in beside if before.board[place] in KINDS and after.board[place] in (EMPTY, EXIT)]
    taken = [name for name in taken if name != NAMES[origin]]
    if not taken:
        return ()
    move = {"origin": NAMES[origin], "target": NAMES[target]}
    cells = ", ".join(taken)
    return (Message("{seat}: {origin}-{target}, capturing on {cells}.", seat=TITLES[before.turn], cells=cells, **move),)
