"""Nine Men's Morris word for word: a slow reimplementation of the rules, with which the fast one is compared.

Men are a mapping from points by name ("d2") to "w" or "b".  The lines follow from where the points lie; an action is a
text ("d2", "d2-d3", and with a man taken "d2-f4", "d2-d3-f4").  Only `counted` remembers results.
"""

from itertools import combinations, pairwise

FILES, RANKS = "abcdefg", "1234567"


def is_point(file, rank):
    """Return whether this is a corner, or the midpoint of a side, of one of three concentric squares."""
    across, up = abs(FILES.index(file) - 3), abs(RANKS.index(rank) - 3)
    return (across, up) != (0, 0) and (across == up or 0 in (across, up))


POINTS = [file + rank for file in FILES for rank in RANKS if is_point(file, rank)]


def lines():
    """Yield the lines of three points along files and ranks; the middle file and rank have a gap, and so two lines each."""
    for name in FILES + RANKS:
        row = [point for point in POINTS if name in point]
        yield from (row[:3], row[3:]) if len(row) > 3 else (row,)


MILLS = [set(line) for line in lines()]
WAYS = [{one, other} for line in lines() for one, other in pairwise(line)]


def other(side):
    return "b" if side == "w" else "w"


def is_in_mill(men, point):
    """Clause 5: three men of a side on one line."""
    return any(point in mill and all(men.get(one) == men[point] for one in mill) for mill in MILLS)


def targets(men, hands, side, origin):
    """Clauses 2 to 4: a man in the hand or in flight may go to any free point, other men along a line to the next point."""
    free = [point for point in POINTS if point not in men]
    flies = hands[side] == 0 and list(men.values()).count(side) == 3
    return free if origin is None or flies else [point for point in free if {origin, point} in WAYS]


def prey(men, side):
    """Clause 6: the enemy's men outside mills, or all of them if all are in mills."""
    enemies = [point for point, owner in men.items() if owner == other(side)]
    return [point for point in enemies if not is_in_mill(men, point)] or enemies


def outcomes(men, hands, side):
    """Yield each action with the men after it."""
    origins = [None] if hands[side] else [point for point, owner in men.items() if owner == side]
    for origin in origins:
        for target in targets(men, hands, side, origin):
            after = {point: owner for point, owner in men.items() if point != origin} | {target: side}
            done = [target] if origin is None else [origin, target]
            for taken in (is_in_mill(after, target) and prey(after, side)) or [None]:
                left = {point: owner for point, owner in after.items() if point != taken}
                yield "-".join([*done, taken] if taken else done), left


def placed(hands, side):
    return {one: left - (one == side and left > 0) for one, left in hands.items()}


def winner(men, hands, side):
    """Clause 7, for the side to move: fewer than three men, or none that can move."""
    count = hands[side] + list(men.values()).count(side)
    return other(side) if count < 3 or not any(outcomes(men, hands, side)) else None


def counted(depth, men, hands, side, known):
    """Count the sequences of `depth` actions; the count of a position is remembered and used when the position recurs."""
    if depth == 0:
        return 1
    if winner(men, hands, side):
        return 0
    key = depth, frozenset(men.items())
    if key not in known:
        after = placed(hands, side)
        known[key] = sum(counted(depth - 1, left, after, other(side), known) for _, left in outcomes(men, hands, side))
    return known[key]


assert len(POINTS) == 24
assert len(MILLS) == 16
assert all(len(one & two) <= 1 for one, two in combinations(MILLS, 2))
