"""Moksha word for word: a slow reimplementation of the rules, with which the fast one is compared.

Cubes are a mapping from cells by name ("e5") to what the position text says of them ("Q^").  Each function follows one
clause of the rules as it is written, looks everything up anew, and shares nothing with the game's own rules.
"""

FILES, RANKS = "abcdefgh", "12345678"
CELLS = [file + rank for file in FILES for rank in RANKS]
COMPASS = {
    "^": (0, 1),
    "^>": (1, 1),
    ">": (1, 0),
    ">v": (1, -1),
    "v": (0, -1),
    "v<": (-1, -1),
    "<": (-1, 0),
    "<^": (-1, 1),
}
WAYS = list(COMPASS)  # clockwise; the orthogonal ones have one letter
STRAIGHT = ("^", ">", "v", "<")
LEVELS = "mdutqo"
FACES = {  # degrees of the arrows clockwise from the top, range, red edge, green edge
    "m": ([0], 1, 0, None),
    "d": ([0, 180], 2, 0, 180),
    "u": ([0, 90], 2, 0, 90),
    "t": ([270, 0, 90], 3, 0, 270),
    "q": ([0, 90, 180, 270], 4, 0, 180),
    "o": ([0, 45, 90, 135, 180, 225, 270, 315], 8, None, 180),
}


def side_of(cube):
    return "w" if cube[0].isupper() else "b"


def other(side):
    return "b" if side == "w" else "w"


def turned(way, degrees):
    """Return a direction turned clockwise."""
    return WAYS[(WAYS.index(way) + degrees // 45) % 8]


def next_cell(cell, way):
    """Return the next cell, or None beyond the edge of the board."""
    across, up = COMPASS[way]
    name = chr(ord(cell[0]) + across) + chr(ord(cell[1]) + up)
    return name if name in CELLS else None


def arrows(cube):
    """Return the directions of a cube's arrows."""
    return [turned(cube[1], degrees) for degrees in FACES[cube[0].lower()][0]]


def rolled(cube, by):
    """Roll a cube to the next level (by 1, over red) or the one before (by -1, over green); None if it is gone."""
    _, _, red, green = FACES[cube[0].lower()]
    over = turned(cube[1], red if by == 1 else green) if (red if by == 1 else green) is not None else None
    if over is None:
        return None
    level = LEVELS[LEVELS.index(cube[0].lower()) + by]
    _, _, next_red, next_green = FACES[level]
    glued = next_green if by == 1 else next_red
    [top] = [top for top in STRAIGHT if turned(top, glued) == turned(over, 180)]
    return (level.upper() if cube[0].isupper() else level) + top


def stepped(cubes, cell, way):
    """Move a cube one step, with those it pushes; return the cubes and whether it pushed, or None if it cannot go."""
    mover = side_of(cubes[cell])
    train, ahead = [cell], next_cell(cell, way)
    while ahead in cubes and way in STRAIGHT and side_of(cubes[ahead]) != mover:
        train.append(ahead)
        ahead = next_cell(ahead, way)
    if ahead is None or ahead in cubes:
        return None
    moved = {place: cube for place, cube in cubes.items() if place not in train}
    moved |= {next_cell(place, way): cubes[place] for place in train}
    return moved, len(train) > 1


def displacements(cubes, origin):
    """Yield every cell that a cube can reach: text so far, cubes, cell, whether a level may be given from there."""
    yield origin, cubes, origin, True
    for way in arrows(cubes[origin]):
        now, cell, has_pushed = cubes, origin, False
        reach = FACES[cubes[origin][0].lower()][1]
        for used in range(1, reach + 1):
            step = stepped(now, cell, way)
            if step is None:
                break
            now, cell, has_pushed = step[0], next_cell(cell, way), has_pushed or step[1]
            yield f"{origin}-{cell}", now, cell, has_pushed or used < reach


def given(cubes, giver, receiver):
    """Raise the receiver and lower the giver."""
    after = cubes | {giver: rolled(cubes[giver], -1), receiver: rolled(cubes[receiver], 1)}
    return {cell: cube for cell, cube in after.items() if cube is not None}


def actions(cubes, side):
    """Return every action of a side by its text, with the cubes after it and whether it opens Moksha."""
    found = {}
    for origin in [cell for cell in cubes if side_of(cubes[cell]) == side]:
        for text, now, cell, may_give in displacements(cubes, origin):
            cube = now[cell]
            if cell != origin:
                found[text] = now, False
                found |= {f"{text}={top}": (now | {cell: cube[0] + top}, False) for top in STRAIGHT if top != cube[1]}
            for way in arrows(cube):
                beside = next_cell(cell, way)
                if may_give and way in STRAIGHT and beside in now and side_of(now[beside]) != side:
                    found[f"{text}>{beside}"] = given(now, cell, beside), cube[0].lower() == "m"
    return found


def winner(cubes):
    """Return the winner by the cubes left on the board; None while the game goes on."""
    left = {side_of(cube) for cube in cubes.values()}
    if len(left) == 1:
        return left.pop()
    return None if actions(cubes, "w") or actions(cubes, "b") else "draw"


def is_quiet(before, after, mover):
    """Return whether no level was given and no enemy pushed between two boards: all cubes of the other side are unchanged."""
    theirs = other(mover)
    return {place: cube for place, cube in before.items() if side_of(cube) == theirs} == {
        place: cube for place, cube in after.items() if side_of(cube) == theirs
    }
