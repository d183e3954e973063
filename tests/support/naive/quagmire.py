"""Quagmire on squared paper: a slow reimplementation of the rules, with which the fast one is compared.

The board is thirteen by thirteen, with (0, 0) at the top left.  A pawn is a mapping: its "seat", its place "at", which is a
square or one of the heaps "s" and "q", and "round", which says whether it has done its lap.  The numbers that a seat gives to its
squares are used only to read and write positions.  A game is a mapping too: the "pawns", the "seats" in the game, whose
"turn" it is, and the "die" or None.
"""

import copy
from functools import cache

GATES = {"b": (6, 12), "l": (0, 6), "t": (6, 0), "r": (12, 6)}
HOMES = {
    "b": [(6, 11), (6, 10), (6, 9), (6, 8)],
    "l": [(1, 6), (2, 6), (3, 6), (4, 6)],
    "t": [(6, 1), (6, 2), (6, 3), (6, 4)],
    "r": [(11, 6), (10, 6), (9, 6), (8, 6)],
}
CUTS = {(4, 12): (0, 8), (0, 4): (4, 0), (8, 0): (12, 4), (12, 8): (8, 12)}
CUTS |= {end: begin for begin, end in CUTS.items()}
FENS = {  # entrance: the three tussocks, and the corner behind them
    (3, 12): [(3, 11), (2, 11), (1, 11), (0, 12)],
    (0, 3): [(1, 3), (1, 2), (1, 1), (0, 0)],
    (9, 0): [(9, 1), (10, 1), (11, 1), (12, 0)],
    (12, 9): [(11, 9), (11, 10), (11, 11), (12, 12)],
}


def clockwise(square):
    """Return the next square of the frame."""
    x, y = square
    if y == 12 and x > 0:
        return x - 1, y
    if x == 0 and y > 0:
        return x, y - 1
    if y == 0 and x < 12:
        return x + 1, y
    return x, y + 1


@cache
def lap(seat):
    """Return the squares of the frame in the order in which a seat walks them."""
    squares = [GATES[seat]]
    while clockwise(squares[-1]) != GATES[seat]:
        squares.append(clockwise(squares[-1]))
    return squares


@cache
def fens(seat):
    """Return the fens in the order in which a seat reaches them."""
    return [FENS[square] for square in lap(seat) if square in FENS]


def spots(seat):
    """Yield every place as the seat writes it, in the order of position texts, each with a pawn that would stand there."""
    yield "s", {"seat": seat, "at": "s", "round": False}
    yield "q", {"seat": seat, "at": "q", "round": False}
    for number, square in enumerate(lap(seat)):
        yield str(number), {"seat": seat, "at": square, "round": False}
    yield "48", {"seat": seat, "at": GATES[seat], "round": True}
    for fen, squares in enumerate(fens(seat), 1):
        for tussock, square in enumerate(squares[:3], 1):
            yield f"f{fen}.{tussock}", {"seat": seat, "at": square, "round": False}
    for number, square in enumerate(HOMES[seat], 1):
        yield f"h{number}", {"seat": seat, "at": square, "round": True}


def read(position):
    """Return the game that a position text describes."""
    *sides, turn, die = position.split(" ")
    pawns = [dict(dict(spots(side[0]))[text]) for side in sides for text in side[2:].split(",")]
    return {
        "pawns": pawns,
        "seats": [side[0] for side in sides],
        "turn": turn,
        "die": None if die == "-" else int(die),
    }


def write(game):
    """Return the position text of a game."""
    sides = []
    for seat in game["seats"]:
        texts = [text for text, spot in spots(seat) for pawn in game["pawns"] if pawn == spot]
        sides.append(f"{seat}:{','.join(texts)}")
    return f"{' '.join(sides)} {game['turn']} {game['die'] or '-'}"


def winner(game):
    homes = {seat: [pawn for pawn in game["pawns"] if pawn["at"] in HOMES[seat]] for seat in game["seats"]}
    return next((seat for seat in game["seats"] if len(homes[seat]) == 4), None)


def to_act(game):
    if winner(game):
        return None
    return game["turn"] if game["die"] else "chance"


def legal(game):
    """Return the texts of all legal actions, sorted."""
    if winner(game):
        return []
    if not game["die"]:
        return ["r1", "r2", "r3", "r4", "r5", "r6"]
    texts = [text for text, spot in spots(game["turn"]) if spot in game["pawns"] and moved(game, spot)]
    return sorted(texts) or ["pass"]


def play(game, text):
    """Return the game after a legal action."""
    if text.startswith("r"):
        return {**copy.deepcopy(game), "die": int(text[1])}
    after = copy.deepcopy(game) if text == "pass" else moved(game, dict(spots(game["turn"]))[text])
    order = [seat for seat in "bltrbltr" if seat in game["seats"]]
    return {**after, "die": None, "turn": order[order.index(game["turn"]) + 1]}


def moved(game, spot):
    """Return the game after the pawn on a spot has moved, or None if it cannot."""
    game = copy.deepcopy(game)
    pawn = game["pawns"].pop(game["pawns"].index(spot))
    if pawn["at"] in ("s", "q"):
        lands = out_of_heap(game, pawn)
    elif any(pawn["at"] in fen[:3] for fen in FENS.values()):
        lands = out_of_tussock(game, pawn)
    else:
        lands = walk(game, pawn)
    if not lands:
        return None
    game["pawns"].append(pawn)
    return game


def out_of_heap(game, pawn):
    if game["die"] != 6:
        return False
    if pawn["at"] == "q":
        pawn["at"] = "s"
        return True
    return stand(game, pawn, GATES[pawn["seat"]])


def out_of_tussock(game, pawn):
    fen = next(fen for fen in FENS.values() if pawn["at"] in fen)
    level = fen.index(pawn["at"])
    if game["die"] != {0: 1, 1: 3, 2: 6}[level]:
        return False
    return wade(game, pawn, fen[level + 1 :])


def walk(game, pawn):
    """Go square by square, turn back where the home ends or its settled pawns begin, then look where the last square leads."""
    home, begin = HOMES[pawn["seat"]], pawn["at"]
    fixed = 0
    while fixed < 4 and standing(game, home[3 - fixed], pawn["seat"]):
        fixed += 1
    if begin in home and all(standing(game, square, pawn["seat"]) for square in home[home.index(begin) + 1 :]):
        return False  # the pawn belongs to the unbroken run at the end of its home, so it stays there
    way = [*lap(pawn["seat"]), GATES[pawn["seat"]], *home[: 4 - fixed]]
    index = len(lap(pawn["seat"])) if pawn["round"] and begin not in home else way.index(begin)
    step = 1
    for steps in range(1, game["die"] + 1):
        step = -1 if index == len(way) - 1 else step
        index += step
        if steps < game["die"] and standing(game, way[index]):
            return False
    pawn["round"] = index >= len(lap(pawn["seat"]))
    return stand(game, pawn, way[index])


def standing(game, square, seat=None):
    """Return the pawn on a square, of that seat or any; a pawn in the hand is on no square."""
    return next((pawn for pawn in game["pawns"] if pawn["at"] == square and seat in (None, pawn["seat"])), None)


def stand(game, pawn, square):
    """Put the pawn down where its move ends, and apply what happens to it and to other pawns."""
    if square in FENS:
        return wade(game, pawn, FENS[square])
    squares = [square, CUTS[square]] if square in CUTS else [square]
    if any(standing(game, one, pawn["seat"]) for one in squares):
        return False
    for one in squares:
        drown(standing(game, one))
    pawn["at"] = squares[-1]
    return True


def wade(game, pawn, squares):
    """Put the pawn on the first of these squares; each pawn in the way is pushed to the next square, until a square is free."""
    mover, hand = pawn["seat"], pawn
    for square in squares:
        pushed, is_corner = standing(game, square), square in ((0, 12), (0, 0), (12, 0), (12, 12))
        if is_corner and pushed:
            if pushed["seat"] == mover:
                return False
            drown(pushed)
            pushed = None
        hand["at"], hand = square, pushed
        if not hand:
            break
    return True


def drown(pawn):
    if pawn:
        pawn.update(at="q", round=False)
