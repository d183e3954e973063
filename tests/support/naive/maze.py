"""The maze and the players of the slow reimplementation of Labyrinth (labyrinth.py)."""

from decimal import ROUND_DOWN, Decimal

DELTA = {
    "north": (0, -1, 0),
    "south": (0, 1, 0),
    "west": (-1, 0, 0),
    "east": (1, 0, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
BACK = {"north": "south", "south": "north", "west": "east", "east": "west", "up": "down", "down": "up"}
FOUR = ["north", "south", "west", "east"]
QUARTER = {"north": "east", "east": "south", "south": "west", "west": "north"}
MIRRORS = {
    "/": {"east": "north", "north": "east", "west": "south", "south": "west"},
    "\\": {"east": "south", "south": "east", "west": "north", "north": "west"},
}
CALLED = ["cartridge", "vest", "key", "idol", "lantern", "trumpet", "compass", "purse"]
UNIQUE = ["key", "false-key", "idol"]
ANNOUNCED = ["bank", "shop", "swamp", "mirror", "cow"]
CENT = Decimal("0.01")


class No(Exception):
    """Raised when an action is refused, with its code."""


def text(thing):
    return "key" if thing == "false-key" else thing


def plain(amount):
    written = f"{amount:f}"
    return written.rstrip("0").rstrip(".") if "." in written else written


class Player:
    """A player, in the maze or out of it."""

    def __init__(self, name):
        self.name, self.state, self.at = name, "waiting", None
        self.cash = self.balance = Decimal(0)
        self.things, self.skip, self.chooses, self.came = [], False, False, 0

    def come(self, cell, time):
        self.state, self.at, self.came = "in", cell, time
        self.cash, self.balance = Decimal(10), Decimal(10)

    def uniques(self):
        return [thing for thing in self.things if thing in UNIQUE]

    def held(self, called):
        return [thing for thing in self.things if text(thing) == called]

    def interest(self):
        self.balance = (self.balance * Decimal("1.005")).quantize(Decimal("0.000001"), ROUND_DOWN)


class Maze:
    """What never changes during a match."""

    def __init__(self, scenario):
        self.cells = [tuple(cell) for cell in scenario["cells"]]
        self.walls = [(tuple(cell), way) for cell, way in scenario["walls"]]
        self.one_way = [(tuple(cell), way) for cell, way in scenario["one_way"]]
        self.ladders = [(tuple(low), tuple(high)) for low, high in scenario["ladders"]]
        self.exits = [(tuple(cell), way) for cell, way in scenario["exits"]]
        self.objects = scenario["objects"]

    def __deepcopy__(self, memo):
        return self

    def next(self, cell, way):
        return tuple(one + step for one, step in zip(cell, DELTA[way], strict=True))

    def ladder(self, cell):
        return any(cell in ladder for ladder in self.ladders)

    def passable(self, cell, way):
        there = self.next(cell, way)
        if there not in self.cells:
            return False
        if way in ("up", "down") and (min(cell, there), max(cell, there)) not in self.ladders:
            return False
        if (cell, way) in self.walls or (there, BACK[way]) in self.walls:
            return False
        return (there, BACK[way]) not in self.one_way

    def object(self, cell):
        for one in self.objects:
            if list(cell) in one.get("loop", one.get("course", [one.get("at")])):
                return one
        return {"kind": ""}

    def kind(self, cell):
        return self.object(cell)["kind"]

    def carried(self, cell):
        """Return the cell where a player ends up after stepping onto a cell, and what carried them there."""
        one = self.object(cell)
        if one["kind"] == "pit":
            loop = [*one["loop"], one["loop"][0]]
            return tuple(loop[loop.index(list(cell)) + 1]), ["pit"]
        if one["kind"] == "river" and list(cell) != one["course"][-1]:
            rest = one["course"][one["course"].index(list(cell)) :]
            return tuple(rest[:3][-1]), ["river"]
        return cell, []

    def between(self, onto, end):
        """Return the cells of a river that a player is carried over."""
        course = self.object(onto).get("course", [])
        row = [tuple(cell) for cell in course]
        return row[row.index(onto) : row.index(end)] if row else []

    def empty(self, cell, lying):
        return not self.ladder(cell) and not self.kind(cell) and not lying.get(cell)


def verdict(scenario, players):
    """Return the code with which a well-formed scenario is refused for this number of players, or None (clause 6)."""
    maze = Maze(scenario)
    keys = [tuple(one["at"]) for one in scenario["items"] if one["item"] == "key"]
    if len(maze.cells) > 150:
        return "too-many-cells"
    for lacking, code in ((maze.one_way, "no-one-way"), (maze.exits, "no-exit"), (keys, "no-key")):
        if not lacking:
            return code
    walks = [walk(maze, cell) for cell in maze.cells]
    if any(set(touched) != set(maze.cells) for touched, _ in walks):
        return "unreachable"
    if not all(cell in ended for _, ended in walks for cell, _ in maze.exits):
        return "exit-unreachable"
    if not any(all(key in ended for _, ended in walks) for key in keys):
        return "unreachable"
    items = {tuple(one["at"]): one for one in scenario["items"]}
    return "too-few-empty-cells" if sum(maze.empty(cell, items) for cell in maze.cells) < players else None


def walk(maze, origin):
    """Return all cells that a player can step on or be carried over from `origin`, and those where a move can end."""
    touched, ended, stands = [origin], [], [origin]
    for cell in stands:
        for way in DELTA:
            if maze.passable(cell, way):
                onto = maze.next(cell, way)
                end, _ = maze.carried(onto)
                touched += [onto, end, *maze.between(onto, end)]
                ended.append(end)
                stands += [] if end in stands else [end]
    return touched, ended
