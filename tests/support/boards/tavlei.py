"""Boards of Tavlei set up from a list of pieces, as a chess book would: "A e2, D h4 b1, K a5"."""

from itertools import groupby
from typing import NamedTuple

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games

FILES, RANKS = "abcdefghi", "987654321"
GAME = games()["tavlei"]


class Outcome(NamedTuple):
    """The result of a line of play."""

    taken: set[str]  # cells whose pieces were captured by the last move
    winner: str | None  # "a", "d", "draw", or None while the game goes on


def pieces_of(listed):
    """Return the pieces of "A e2, K a5" by cell: {"e2": "a", "a5": "k"}."""
    return {
        cell: kind.lower() for kind, *cells in map(str.split, listed.split(",") if listed else ()) for cell in cells
    }


def text_of(pieces, turn):
    """Return the position text of pieces by cell."""
    ranks = []
    for rank in RANKS:
        runs = groupby(pieces.get(file + rank, ".") for file in FILES)
        ranks.append("".join(str(len([*run])) if piece == "." else "".join(run) for piece, run in runs))
    return f"{'/'.join(ranks)} {turn}"


def pieces_in(text):
    """Parse a position text; return the pieces by cell, and the side to move."""
    board, turn = text.split()
    pieces = {}
    for rank, row in zip(RANKS, board.split("/"), strict=True):
        symbols = "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in row)
        pieces |= {file + rank: piece for file, piece in zip(FILES, symbols, strict=True) if piece != "."}
    return pieces, turn


def match(listed, turn, **options):
    """Return a match from a list of pieces."""
    return Match(GAME, options, text_of(pieces_of(listed), turn))


def line(listed, *moves):
    """Play moves from a list of pieces; the side whose piece makes the first move begins."""
    first = pieces_of(listed)[moves[0][:2]]
    played = match(listed, "a" if first == "a" else "d")
    for move in moves:
        before, _ = pieces_in(played.position_text)
        played.play(move)
    after, _ = pieces_in(played.position_text)
    origin, target = moves[-1].split("-")
    assert after.get(target) == before[origin], "the moved piece is on its target: a move never captures it"
    return Outcome(set(before) - set(after) - {origin}, winner(played))


def taken(listed, *moves):
    """Return the cells on which the last of these moves takes a piece."""
    return line(listed, *moves).taken


def winner(played):
    """Return the winner's letter, "draw", or None while the match goes on."""
    result = played.returns()
    if result is None:
        return None
    return next((letter for letter, value in result.items() if value == 1), "draw")


def reach(listed, cell):
    """Return the cells to which the piece on `cell` can move, sorted, as one text: "a1 a2"."""
    turn = "a" if pieces_of(listed)[cell] == "a" else "d"
    return " ".join(sorted(move[3:] for move in match(listed, turn).legal_texts() if move.startswith(cell)))


def may(listed, move):
    """Tell whether a move is legal for the side that owns its piece."""
    return move[3:] in reach(listed, move[:2]).split()


def refusal(listed, turn, move):
    """Return the code and the places with which a move is refused."""
    try:
        match(listed, turn).check(move)
    except Refused as refused:
        return refused.code, refused.places
    raise AssertionError(f"{move} is not refused")
