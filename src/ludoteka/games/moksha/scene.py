"""The scene of Moksha."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Path, Piece, Place, Scene
from ludoteka.games.moksha.cubes import ARROWS, DIRECTIONS, EMPTY, FACINGS, LEVELS, facing_of, level_of, owns, seat_of
from ludoteka.games.moksha.notation import LETTERS, path_of
from ludoteka.games.moksha.places import GIVING, NAMES, PASSING, TURNS
from ludoteka.games.moksha.rules import BLACK, CELLS, DRAWN, PASS, SIDE, WHITE, Observation, apply

TITLES = (Message("White"), Message("Black"))
KINDS = ("mono", "di", "ugol", "tri", "tetra", "okta")
LABELS = (
    (
        *(Message("white Mono"), Message("white Di"), Message("white Ugol")),
        *(Message("white Tri"), Message("white Tetra"), Message("white Okta")),
    ),
    (
        *(Message("black Mono"), Message("black Di"), Message("black Ugol")),
        *(Message("black Tri"), Message("black Tetra"), Message("black Okta")),
    ),
)
FACE_ARROWS = tuple(
    tuple(way for way in range(DIRECTIONS) if ARROWS[level * DIRECTIONS + way]) for level in range(LEVELS)
)
MOKSHA_LABELS = (Message("white Moksha"), Message("black Moksha"))
MOKSHA = "★"
PLACES = tuple(Place(NAMES[place], index % SIDE, index // SIDE) for index, place in enumerate(CELLS))
TURN_CHOICES = (
    Choice(TURNS[0], Message("Turn to 8")),
    Choice(TURNS[1], Message("Turn to h")),
    Choice(TURNS[2], Message("Turn to 1")),
    Choice(TURNS[3], Message("Turn to a")),
)
GIFT = Choice(GIVING, Message("Give a level without moving"))
PASSED = Choice(PASSING, Message("Pass: no cube can act"))


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Return the scene that both seats see."""
    return Scene(
        _status(seen, actions),
        PLACES,
        _pieces(seen, CELLS),
        choices=(PASSED,) if PASS in actions else (*TURN_CHOICES, GIFT) if actions else (),
        panel=(
            PanelEntry(Message("White cubes"), sum(owns(WHITE, piece) for piece in seen.board)),
            PanelEntry(Message("Black cubes"), sum(owns(BLACK, piece) for piece in seen.board)),
        ),
        previews=_previews(seen, actions),
    )


def _pieces(seen: Observation, places: Iterable[int]) -> tuple[Piece, ...]:
    """Return the cubes on these places, and the Moksha if it was opened on one of them."""
    pieces = []
    for place in places:
        piece = seen.board[place]
        if piece != EMPTY:
            pieces.append(_cube(piece, place))
        elif place == seen.moksha:
            pieces.append(Piece("moksha", seen.winner, NAMES[place], MOKSHA, MOKSHA_LABELS[seen.winner]))
    return tuple(pieces)


@cache
def _cube(piece: int, place: int) -> Piece:
    """Return a cube; cached, as all matches show the same three thousand cubes."""
    seat, level = seat_of(piece), level_of(piece)
    symbol = LETTERS[LEVELS * seat + level]
    facing = facing_of(piece) or FACINGS  # 0 would mean no facing, so north is a whole turn
    return Piece(KINDS[level], seat, NAMES[place], symbol, LABELS[seat][level], facing, FACE_ARROWS[level])


def _previews(seen: Observation, actions: Sequence[int]) -> Mapping[Path, tuple[Piece, ...]]:
    """Return the cubes that each action would change."""
    previews = {}
    for action in actions:
        if action != PASS:
            after = seen.copy()
            apply(after, action)
            changed = (place for place in CELLS if after.board[place] != seen.board[place])
            previews[path_of(action)] = _pieces(after, changed)
    return previews


def _status(seen: Observation, actions: Sequence[int]) -> Message:
    if seen.winner == DRAWN:
        return Message("Neither side can do anything: a draw")
    if seen.moksha:
        return (
            Message("White opens Moksha and wins") if seen.winner == WHITE else Message("Black opens Moksha and wins")
        )
    if seen.winner != NOBODY:
        return (
            Message("Black has no cube left: White wins")
            if seen.winner == WHITE
            else Message("White has no cube left: Black wins")
        )
    if PASS in actions:
        return (
            Message("White can do nothing and passes")
            if seen.turn == WHITE
            else Message("Black can do nothing and passes")
        )
    return Message("White to move") if seen.turn == WHITE else Message("Black to move")
