"""XII Scripta word for word: a slow reimplementation of the rules, with which the fast one is compared.

A game is a mapping: for "y" and "g" where each of their men is ("waiting", "captured", "off", or the number of his
point), the "seat" whose turn it is, and the "dice" that it may still use.  Each function follows the rules as they are
written, remembers nothing, and shares nothing with the game's own rules.
"""

import copy
from collections import Counter
from itertools import combinations_with_replacement

THROWS = ["r" + "".join(faces) for faces in combinations_with_replacement("123456", 3)]
HOME = {31: 6, 32: 5, 33: 4, 34: 3, 35: 2, 36: 1}  # point: steps to bear a man off from it


def read(position):
    """Return the game that a position text describes."""
    yellow, green, seat, dice = position.split(" ")
    faces = [] if dice == "-" else [int(face) for face in dice]
    return {"y": men_of(yellow), "g": men_of(green), "seat": seat, "dice": faces}


def men_of(side):
    _, counts, points = side.split(":")
    men = []
    for what, count in zip(("waiting", "captured", "off"), counts.split("/"), strict=True):
        men += [what] * int(count)
    for stack in points.split(",") if points != "-" else []:
        point, _, count = stack.partition("*")
        men += [int(point)] * int(count or 1)
    return men


def write(game):
    """Return the position text of a game."""
    sides = []
    for seat in "yg":
        men = Counter(game[seat])
        points = sorted(man for man in men if isinstance(man, int))
        stacks = [str(point) if men[point] == 1 else f"{point}*{men[point]}" for point in points]
        counts = f"{men['waiting']}/{men['captured']}/{men['off']}"
        sides.append(f"{seat}:{counts}:{','.join(stacks) or '-'}")
    return f"{sides[0]} {sides[1]} {game['seat']} {''.join(map(str, sorted(game['dice']))) or '-'}"


def enemy(game):
    return "g" if game["seat"] == "y" else "y"


def winner(game):
    """The first seat to bear off all men has won."""
    return next((seat for seat in "yg" if all(man == "off" for man in game[seat])), None)


def to_act(game):
    if winner(game):
        return None
    return game["seat"] if game["dice"] else "chance"


def may_land(game, point):
    return 1 <= point <= 36 and game[enemy(game)].count(point) < 2


def legal(game, must_move=False):
    """Return the texts of all legal actions, sorted."""
    if winner(game):
        return []
    if not game["dice"]:
        return THROWS
    uses = {use for die in game["dice"] for use in uses_of(game, die)}
    return sorted(uses if uses and must_move else uses | {"pass"})


def uses_of(game, die):
    """Return the actions of one die."""
    men = game[game["seat"]]
    if "captured" in men:
        return {f"in/{die}"} if may_land(game, die) else set()
    uses = {f"in/{die}"} if "waiting" in men and may_land(game, die) else set()
    uses |= {f"{man}/{man + die}" for man in men if isinstance(man, int) and may_land(game, man + die)}
    if all(man == "off" or man in HOME for man in men):
        uses |= {f"{man}/off" for man in men if HOME.get(man) == die}
    return uses


def play(game, text):
    """Return the game after a legal action."""
    game = copy.deepcopy(game)
    if text.startswith("r"):
        game["dice"] = [int(face) for face in text[1:]]
        return game
    if text == "pass":
        return {**game, "dice": [], "seat": enemy(game)}
    origin, target = text.split("/")
    man = int(origin) if origin != "in" else "captured" if "captured" in game[game["seat"]] else "waiting"
    game[game["seat"]].remove(man)
    game[game["seat"]].append("off" if target == "off" else int(target))
    if target != "off" and int(target) in game[enemy(game)]:
        game[enemy(game)].remove(int(target))
        game[enemy(game)].append("captured")
    start = 0 if origin == "in" else int(origin)
    game["dice"].remove(HOME[start] if target == "off" else int(target) - start)
    if not game["dice"] and not winner(game):
        game["seat"] = enemy(game)
    return game
