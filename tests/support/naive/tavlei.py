"""Tavlei word for word: a slow reimplementation of the rules, with which the fast one is compared.

Pieces are a mapping from cells by name ("e5") to "a", "d" or "k".  Each function follows one clause of
the rules as it is written, remembers nothing, and shares nothing with the game's own rules.
"""

FILES, RANKS = "abcdefghi", "123456789"
CELLS = [file + rank for file in FILES for rank in RANKS]
THRONE = "e5"
EXITS = ("a1", "a9", "i1", "i9")
DIRECTIONS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SIDES = {"a": "a", "d": "dk"}


def neighbour(cell, direction):
    """Return the next cell in a direction, or None beyond the edge of the board."""
    across, up = DIRECTIONS[direction]
    name = chr(ord(cell[0]) + across) + chr(ord(cell[1]) + up)
    return name if name in CELLS else None


def other(side):
    return "d" if side == "a" else "a"


def may_stand(piece, cell):
    """Clause 2: only the king may stand on the throne or an exit."""
    return piece == "k" or (cell != THRONE and cell not in EXITS)


def targets(pieces, origin):
    """Clauses 1 to 3: along a rank or a file over free cells, including the throne; the king at most three cells."""
    piece = pieces[origin]
    for direction in DIRECTIONS:
        gone, cell = 1, neighbour(origin, direction)
        while cell is not None and cell not in pieces and not (piece == "k" and gone > 3):
            if may_stand(piece, cell):
                yield cell
            gone, cell = gone + 1, neighbour(cell, direction)


def moves(pieces, side):
    return {
        f"{origin}-{target}"
        for origin, piece in pieces.items()
        if piece in SIDES[side]
        for target in targets(pieces, origin)
    }


def is_jaw(pieces, cell, victim):
    """Clauses 5 and 7: whether a cell, or the piece on it, is hostile to a victim beside it."""
    if cell is None:
        return False  # the edge of the board is never a jaw
    if cell in EXITS:
        return True
    if victim == "a":
        return pieces.get(cell) in ("d", "k") or cell == THRONE
    if victim == "d":
        return pieces.get(cell) == "a" or (cell == THRONE and cell not in pieces)
    return pieces.get(cell) == "a"


def ring(king):
    """Clause 6: the cells from which the king on or beside the throne is captured; None elsewhere."""
    around = [neighbour(king, direction) for direction in DIRECTIONS]
    if king == THRONE:
        return around
    if THRONE in around:
        return [cell for cell in around if cell != THRONE]
    return None


def is_taken(pieces, moved, direction):
    """Clauses 4 to 6: whether the piece that just moved captures its neighbour in a direction."""
    victim = neighbour(moved, direction)
    if victim not in pieces:
        return False
    side = "a" if pieces[moved] == "a" else "d"
    if pieces[victim] not in SIDES[other(side)]:
        return False
    if pieces[victim] == "k" and ring(victim) is not None:
        return all(pieces.get(cell) == "a" for cell in ring(victim))
    return is_jaw(pieces, moved, pieces[victim]) and is_jaw(pieces, neighbour(victim, direction), pieces[victim])


def play(pieces, move):
    """Clause 8: move, check all four directions, and only then remove the captured pieces."""
    origin, target = move.split("-")
    moved = {cell: piece for cell, piece in pieces.items() if cell != origin} | {target: pieces[origin]}
    taken = {neighbour(target, direction) for direction in DIRECTIONS if is_taken(moved, target, direction)}
    return {cell: piece for cell, piece in moved.items() if cell not in taken}


def winner(pieces, side):
    """Clause 9: the winner when it is this side's turn; None while the match goes on."""
    if "k" not in pieces.values():
        return "a"
    if any(pieces.get(cell) == "k" for cell in EXITS):
        return "d"
    return None if moves(pieces, side) else other(side)
