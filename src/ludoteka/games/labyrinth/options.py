"""The choices made for a match of Labyrinth: who plays, in which maze, and how it may end."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ludoteka.core.game import Option, Options, Seat
from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.maze.generator import SIZES, Shape
from ludoteka.games.labyrinth.maze.generator import scenario as generated_scenario
from ludoteka.games.labyrinth.maze.scenario import checked
from ludoteka.games.labyrinth.maze.values import SHOWN
from ludoteka.games.labyrinth.play.state import LONGEST_NAME, MAX_CELLS, SEATS

NAMES = "PQRSTUVW"  # of players of whom only the number is said
COUNTS = (2, 1, 3, 4, 5, 6, 7, 8)  # the usual one first
MOST_ROUNDS = 1_000_000
CELLS_EACH = 5  # a maze of chance grows with its players, up to the largest
EXAMPLE = b"example"  # a seed
TAKEN = ("chance",)  # means somebody else in texts
SIZE_TITLES = {
    "small": Message("small"),
    "medium": Message("medium"),
    "large": Message("large"),
    "huge": Message("huge"),
}


def names_of(options: Options) -> tuple[str, ...]:
    """Return the names of all players, also of those who join later."""
    players = options.get("players", COUNTS[0])
    return tuple(NAMES[:players]) if isinstance(players, int) else tuple(players)


def seats(options: Options) -> tuple[Seat, ...]:
    """Return a seat for each name."""
    return tuple(Seat(number, name, Message("{name}", name=name)) for number, name in enumerate(names_of(options)))


def late_of(options: Options) -> tuple[str, ...]:
    """Return the names of those who are not there at the beginning.

    Raises:
        Refused: "bad-option", if one of them is no player, or nobody else is there.
    """
    names, late = names_of(options), tuple(options.get("late", ()))
    for name in late:
        if name not in names:
            raise Refused("bad-option", Message("{name} is late, but is not among the players.", name=name))
    if len(late) == len(names):
        raise Refused("bad-option", Message("Somebody must be there at the beginning."))
    return late


def scenario_of(options: Options) -> Any:
    """Return the scenario that is played; as long as chance has made none, always the same one."""
    scenario = options.get("scenario")
    return example(shape_of(options)) if scenario is None else scenario


@cache
def example(shape: Shape) -> Any:
    """Return the maze that stands for a shape as long as chance has made none.  Do not change it."""
    return generated_scenario(shape, EXAMPLE)


def shape_of(options: Options) -> Shape:
    """Return the shape of the maze that chance is to make: everybody has room in it, also who comes later."""
    players = len(names_of(options))
    usual = SIZES[options.get("maze", next(iter(SIZES)))]
    return usual._replace(players=players, cells=min(MAX_CELLS, max(usual.cells, CELLS_EACH * players)))


def generate(options: Options, seed: bytes) -> Options:
    """Return the options with a maze that nobody has seen, where they name none."""
    if options.get("scenario") is not None:
        return options
    return {**options, "scenario": generated_scenario(shape_of(options), seed)}


def defer(options: Options, names: Sequence[str]) -> Options:
    """Return the options with these players coming in later.

    Raises:
        Refused: "bad-option", if nobody else is there.
    """
    options = {**options, "late": list(names)}
    late_of(options)
    return options


def admit(options: Options, actions: Sequence[str]) -> Options:
    """Return the options with those as late players who come in by these actions and are not there at the beginning."""
    names, late = list(names_of(options)), list(options.get("late", ()))
    scenario = options.get("scenario")
    starts = scenario.get("starts") if isinstance(scenario, Mapping) else None
    for action in actions:
        word, _, place = action.partition(":")
        name = place.partition("@")[0]
        is_there = name in names and (not starts or name in starts)
        if word == "join" and not is_there and name not in late and is_name(name) and len(names) < SEATS:
            names += [] if name in names else [name]
            late.append(name)
    return options if late == options.get("late") else {**options, "players": names, "late": late}


def is_name(value: Any) -> bool:
    """Tell whether a value can be the name of a player in texts."""
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME or value in TAKEN:
        return False
    return value.isprintable() and not any(sign.isspace() or sign in ":@" for sign in value)


def _names(value: Any) -> list[str]:
    """Return a list of different names."""
    if not isinstance(value, list | tuple) or len(value) > SEATS:
        raise Refused("bad-option", Message("The players are a list of at most {count} names.", count=SEATS))
    for name in value:
        if not is_name(name):
            text = Message(
                "{name} is no name: it must have 1 to {count} characters, no spaces, and neither : nor @.",
                name=str(name)[:SHOWN],
                count=LONGEST_NAME,
            )
            raise Refused("bad-option", text)
    if len(set(value)) < len(value):
        raise Refused("bad-option", Message("Two players have one name."))
    return list(value)


def _players(value: Any) -> list[str]:
    if not _names(value):
        raise Refused("bad-option", Message("Somebody must be there at the beginning."))
    return list(value)


def _scenario(value: Any) -> Any:
    checked(value, 0)
    return value


def _stall(value: Any) -> int | None:
    if value is False:
        return None
    if type(value) is not int or not 1 <= value <= MOST_ROUNDS:
        raise Refused("bad-option", Message("The rounds until a draw are a whole number from 1, or true."))
    return value


OPTIONS = (
    Option(
        "players",
        Message("Players"),
        tuple((count, Message("{count} player", plural="{count} players", count=count)) for count in COUNTS),
        check=_players,
    ),
    Option("late", Message("Joining later"), (([], Message("nobody")),), check=_names),
    Option("maze", Message("Size of the labyrinth"), tuple((size, SIZE_TITLES[size]) for size in SIZES)),
    Option(
        "scenario",
        Message("Scenario"),
        ((None, Message("made by chance")),),
        check=_scenario,
        is_secret=True,
    ),
    Option(
        "rejoin",
        Message("Whoever is killed"),
        ((False, Message("is out for good")), (True, Message("may come back"))),
    ),
    Option(
        "stall",
        Message("Draw when nothing happens"),
        ((None, Message("never")), (True, Message("after as many rounds as there are cells"))),
        check=_stall,
    ),
)
