"""Boards as text: ranks from the top, separated by slashes; a number stands for that many empty cells."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from ludoteka.core.message import Message
from ludoteka.core.notation import bad_position

EMPTY = "."
RUN, LENGTH = re.compile(r"\.+"), re.compile("[1-9][0-9]?")


def ranks_text(symbols: Sequence[str], side: int) -> str:
    """Return the text of a board with `side` ranks; the symbols are listed from the top left, "." for an empty cell."""
    width = len(symbols) // side
    return join_ranks(["".join(symbols[start : start + width]) for start in range(0, len(symbols), width)])


def join_ranks(ranks: Iterable[str]) -> str:
    """Return the text of a board with these ranks, from the top; "." stands for an empty cell."""
    return "/".join(map(_shortened, ranks))


@lru_cache(maxsize=4096)
def _shortened(rank: str) -> str:
    """Return the text of one rank.  Cached, because the same ranks occur again and again."""
    return RUN.sub(lambda run: str(len(run[0])), rank)


def read_ranks(text: str, side: int, symbol: str) -> list[str]:
    """Return the symbols of a square board from the top left; `symbol` is a pattern for the contents of a cell.

    Raises:
        Refused: "bad-position", naming the rank that can't be parsed.
    """
    ranks = text.split("/")
    if len(ranks) != side:
        raise bad_position(
            Message(
                "The board of a position has {count} rank.",
                plural="The board of a position has {count} ranks, separated by /.",
                count=side,
            )
        )
    board: list[str] = []
    for row, rank in enumerate(ranks):
        full = LENGTH.sub(lambda length: EMPTY * int(length[0]), rank)
        symbols = re.findall(symbol, full)
        if len(symbols) != side or "".join(symbols) != full or _shortened(full) != rank:
            raise bad_position(Message("Rank {rank} of the position cannot be read.", rank=side - row))
        board += symbols
    return board
