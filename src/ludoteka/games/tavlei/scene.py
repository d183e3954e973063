"""How Tavlei looks."""

from collections.abc import Sequence

from ludoteka.core.message import Message
from ludoteka.core.scene import Entry, Piece, Place, Scene
from ludoteka.games.tavlei.notation import NAMES, written
from ludoteka.games.tavlei.rules import (
    ATTACKER,
    ATTACKERS,
    CELLS,
    DEFENDER,
    DEFENDERS,
    EXITS,
    KING,
    SIDE,
    THRONE,
    Observation,
    is_terminal,
)

KINDS = {ATTACKER: "attacker", DEFENDER: "defender", KING: "king"}
SYMBOLS = {ATTACKER: "a", DEFENDER: "d", KING: "k"}
COUNTED = Message("Attackers"), Message("Defenders")
LABELS = {ATTACKER: Message("attacker"), DEFENDER: Message("defender"), KING: Message("king")}


def _place(index: int, place: int) -> Place:
    x, y = index % SIDE, index // SIDE
    if place == THRONE:
        return Place(NAMES[place], x, y, "throne", Message("throne"))
    if place in EXITS:
        return Place(NAMES[place], x, y, "exit", Message("exit"))
    return Place(NAMES[place], x, y)


PLACES = tuple(_place(index, place) for index, place in enumerate(CELLS))


def _standing(piece: int, place: int) -> Piece:
    seat = ATTACKERS if piece == ATTACKER else DEFENDERS
    return Piece(KINDS[piece], seat, NAMES[place], SYMBOLS[piece], LABELS[piece])


STANDING = {piece: {place: _standing(piece, place) for place in CELLS} for piece in KINDS}  # all that scenes show


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe what a seat sees and what it may do."""
    board = seen.board
    pieces = [STANDING[board[place]][place] for place in CELLS if board[place] in STANDING]
    panel = Entry(COUNTED[0], board.count(ATTACKER)), Entry(COUNTED[1], board.count(DEFENDER))
    return Scene(_status(seen), PLACES, tuple(pieces), dict(map(written, actions)), panel=panel)


def _status(seen: Observation) -> Message:
    if not is_terminal(seen):
        return Message("Attackers to move") if seen.turn == ATTACKERS else Message("Defenders to move")
    if KING not in seen.board:
        return Message("The king is captured: the attackers win")
    if any(seen.board[place] == KING for place in EXITS):
        return Message("The king has escaped: the defenders win")
    if seen.winner == ATTACKERS:
        return Message("The defenders cannot move: the attackers win")
    return Message("The attackers cannot move: the defenders win")
