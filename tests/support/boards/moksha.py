"""Boards of Moksha set up from a list of cubes: "Q^ d1, dv d5"."""

from itertools import groupby

from naive.moksha import CELLS

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.games import games

FILES, RANKS = "abcdefgh", "87654321"
SIX = 6  # the most cubes of a side
GAME = games()["moksha"]
AHEAD = "3t>D>3/3tv4/8/8/8/8/1M>6/4D>3 w"  # white's low cubes are worth more than black's high ones
BEHIND = "8/7d^/6m>Qv/6T<1/8/8/3m<4/8 w"  # white's high cubes are worth less than black's low ones


def cubes_of(listed):
    """Return the cubes of "Q^ d1, dv d5 e5" by cell: {"d1": "Q^", "d5": "dv", "e5": "dv"}."""
    return {cell: cube for cube, *cells in map(str.split, listed.split(",")) for cell in cells}


def text_of(cubes, turn):
    """Return the position text of cubes by cell."""
    ranks = []
    for rank in RANKS:
        runs = groupby(cubes.get(file + rank, "") for file in FILES)
        ranks.append("".join(cube * len(same) or str(len(same)) for cube, run in runs for same in [[*run]]))
    return f"{'/'.join(ranks)} {turn}"


def cubes_in(text):
    """Parse a position text; return the cubes by cell, and the side to move."""
    board, turn = text.split()
    cubes = {}
    for rank, row in zip(RANKS, board.split("/"), strict=True):
        file = 0
        for symbol in row:
            if symbol.isdigit():
                file += int(symbol)
            elif symbol in "^>v<":
                cubes[f"{FILES[file - 1]}{rank}"] += symbol
            else:
                cubes[f"{FILES[file]}{rank}"] = symbol
                file += 1
    return cubes, turn


def match(listed, turn="w", **options):
    """Return a match from a list of cubes."""
    return Match(GAME, options, text_of(cubes_of(listed), turn))


def after(listed, *actions, turn="w"):
    """Return the cubes after these actions."""
    played = match(listed, turn)
    for action in actions:
        played.play(action)
    return cubes_in(played.position_text)[0]


def stands(listed, expected, *actions, turn="w"):
    """Return whether exactly the expected cubes are on the board after these actions."""
    return after(listed, *actions, turn=turn) == (cubes_of(expected) if expected else {})


def ways(listed, cell, turn="w"):
    """Return the legal actions of the cube on a cell, except those that turn it, joined by spaces."""
    texts = match(listed, turn).legal_texts()
    return " ".join(text for text in texts if text.startswith(cell) and "=" not in text)


def may(listed, action, turn="w"):
    """Tell whether an action is legal."""
    return action in match(listed, turn).legal_texts()


def winner(played):
    """Return the winner's letter, "draw", or None while the match goes on."""
    result = played.returns()
    if result is None:
        return None
    return next((letter for letter, value in result.items() if value == 1), "draw")


def refusal(listed, action, turn="w"):
    """Return the code and the places with which an action is refused."""
    try:
        match(listed, turn).check(action)
    except Refused as refused:
        return refused.code, refused.places
    raise AssertionError(f"{action} is not refused")


def scattered(choose):
    """Cubes anywhere."""
    return placed(choose, CELLS)


def thronged(choose):
    """Cubes close together, half of the time in a corner, so that they meet."""
    across, up = (0, 0) if choose(2) else (choose(5), choose(5))
    near = [cell for cell in CELLS if across <= ord(cell[0]) - 97 < across + 4 and up <= int(cell[1]) - 1 < up + 4]
    return placed(choose, near)


def placed(choose, cells):
    """One to six cubes of either side on some of these cells."""
    free, cubes = list(cells), {}
    for letters in ("MDUTQO", "mdutqo"):
        for _ in range(1 + choose(SIX)):
            cubes[free.pop(choose(len(free)))] = letters[choose(SIX)] + "^>v<"[choose(4)]
    return cubes
