"""The options of a match: players, maze, and how it can end."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from ludoteka.core.game import Option, Options, Seat
from ludoteka.core.message import Message, Refused, SeatName
from ludoteka.core.visible_text import has_pile, has_unseen
from ludoteka.games.labyrinth.generator import SIZES, Shape
from ludoteka.games.labyrinth.generator import scenario as generated_scenario
from ludoteka.games.labyrinth.maze import MAX_CELLS, SEATS, SHOWN, checked

NAMES = "PQRSTUVW"  # of the players if only their number is given
COUNTS = (2, 1, 3, 4, 5, 6, 7, 8)  # the default first
LONGEST_NAME = 20  # code points
MOST_CASTS = 1_000  # sets of players whose names and seats are kept
MOST_ROUNDS = 1_000_000
MOST_CELLS = 4096  # shared by all matches
CELLS_EACH = 5  # cells per player in a generated maze
EXPECTED_GUESTS = 2
EXAMPLE = b"example"  # a seed
TAKEN = ("chance",)  # the name of chance in records
SIZE_TITLES = {
    "small": Message("small"),
    "standard": Message("standard, two floors"),
    "medium": Message("medium"),
    "large": Message("large"),
    "huge": Message("huge"),
}


def names_of(options: Options) -> tuple[str, ...]:
    """Return the names of all players, including those who may join later."""
    return (*_named(options), *_guests(options))


def _named(options: Options) -> tuple[str, ...]:
    players = options.get("players", COUNTS[0])
    return tuple(NAMES[:players]) if isinstance(players, int) else tuple(players)


def _guests(options: Options) -> tuple[str, ...]:
    if not options.get("guests"):
        return ()
    named = _named(options)
    unused = [name for name in NAMES if name not in named]
    return tuple(unused[: max(0, len(NAMES) - len(named))])


def seats(options: Options) -> tuple[Seat, ...]:
    """Return a seat for each name; those of guests are free until somebody takes them."""
    return _seats(names_of(options), _guests(options))


@lru_cache(MOST_CASTS)
def _seats(names: tuple[str, ...], guests: tuple[str, ...]) -> tuple[Seat, ...]:
    return tuple(
        Seat(number, name, Message("{name}", name=SeatName(name)), is_guest=name in guests)
        for number, name in enumerate(names)
    )


def late_of(options: Options) -> tuple[str, ...]:
    """Return the names of the players who are not there at the start.

    Raises:
        Refused: "bad-option", if one of them is not a player, or if nobody else is there.
    """
    names, late = names_of(options), tuple(options.get("late", ()))
    late += tuple(name for name in _guests(options) if not options.get("late"))
    for name in late:
        if name not in names:
            raise Refused(
                "bad-option", Message("{name} is listed as joining later, but is not among the players.", name=name)
            )
    if len(late) == len(names):
        raise Refused("bad-option", Message("At least one player must be there from the start."))
    return late


def scenario_of(options: Options) -> Any:
    """Return the scenario of a match, or an example until one has been generated."""
    scenario = options.get("scenario")
    return example(shape_of(options)) if scenario is None else scenario


@cache
def example(shape: Shape) -> Any:
    """Return an example maze of a shape, which callers must not change."""
    return generated_scenario(shape, EXAMPLE)


def shape_of(options: Options) -> Shape:
    """Return the shape of the maze to be generated, with room for everybody, late players included.

    Only some of the guests who may join are expected.
    """
    guests = len(_guests(options))
    players = len(names_of(options)) - max(0, guests - EXPECTED_GUESTS)
    size = SIZES[options.get("maze", next(iter(SIZES)))]
    cells = min(MAX_CELLS, max(size.cells, CELLS_EACH * players))
    return size._replace(players=players, cells=cells, surprises=options.get("things") != "announced")


def generate(options: Options, seed: bytes) -> Options:
    """Return the options with a new random maze, unless they contain a scenario."""
    if options.get("scenario") is not None:
        return options
    return {**options, "scenario": generated_scenario(shape_of(options), seed)}


def defer(options: Options, names: Sequence[str]) -> Options:
    """Return the options with these players joining later.  Raises Refused: "bad-option", if nobody is left."""
    options = {**options, "late": list(names)}
    late_of(options)
    return options


def admit(options: Options, actions: Sequence[str]) -> Options:
    """Return the options with all players added who join by these actions and were not there at the start."""
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
    """Tell whether a value can be a player's name."""
    if type(value) is not str or not 0 < len(value) <= LONGEST_NAME or value in TAKEN:
        return False
    is_visible = value.isprintable() and not has_unseen(value) and not has_pile(value)
    return is_visible and not any(sign.isspace() or sign in ":@" for sign in value)


def _names(value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or len(value) > SEATS:
        raise Refused("bad-option", Message("The players must be a list of names no longer than {count}.", count=SEATS))
    for name in value:
        if not is_name(name):
            text = Message(
                "{name} can't be a name: spaces, invisible characters, colons and @ are not allowed, and the length must be between 1 and {count}.",
                name=str(name)[:SHOWN],
                count=LONGEST_NAME,
            )
            raise Refused("bad-option", text)
    if len(set(value)) < len(value):
        raise Refused("bad-option", Message("Two players have the same name."))
    return list(value)


def _players(value: Any) -> list[str]:
    if not _names(value):
        raise Refused("bad-option", Message("At least one player must be there from the start."))
    return list(value)


def _scenario(value: Any) -> Any:
    checked(value, 0)
    return _with_shared_cells(value)


def _with_shared_cells(value: Any) -> Any:
    """Return the same part of a scenario, with the same object for equal cells, which would take most of its memory."""
    if isinstance(value, Mapping):
        return {name: _with_shared_cells(part) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    return _shared_cell(*value) if value and isinstance(value[0], int) else [_with_shared_cells(part) for part in value]


@lru_cache(MOST_CELLS)
def _shared_cell(*cell: int) -> list[int]:
    return [*cell]


def _stall(value: Any) -> int | None:
    if value is False:
        return None
    if type(value) is not int or not 1 <= value <= MOST_ROUNDS:
        raise Refused(
            "bad-option", Message("The number of rounds until a draw must be a whole number of at least 1, or true.")
        )
    return value


OPTIONS = (
    Option(
        "players",
        Message("Players"),
        tuple((count, Message("{count} player", plural="{count} players", count=count)) for count in COUNTS),
        check=_players,
        at_tables={count: count for count in COUNTS if count > 1},
    ),
    Option(
        "late",
        Message("Joining later"),
        (([], Message("nobody")),),
        check=_names,
        at_tables={count: [] for count in COUNTS},
    ),
    Option(
        "guests",
        Message("Joining with the link"),
        (
            (False, Message("only for seats that are left free now")),
            (True, Message("at any moment, until there are eight players")),
        ),
        offered=True,
        at_tables=dict.fromkeys(COUNTS, False),
        for_guests=True,
    ),
    Option(
        "maze", Message("Size of the labyrinth"), tuple((size, SIZE_TITLES[size]) for size in SIZES), offered="standard"
    ),
    Option(
        "things",
        Message("What the labyrinth holds"),
        (
            ("surprises", Message("false keys and spinners, too")),
            ("announced", Message("only what the moderator calls by its name")),
        ),
        offered="announced",
    ),
    Option("scenario", Message("Scenario"), ((None, Message("random")),), check=_scenario, is_secret=True),
    Option(
        "uses",
        Message("What things do"),
        (
            ("found", Message("is explained when the first one is found")),
            ("start", Message("is explained at the start")),
        ),
    ),
    Option(
        "rejoin",
        Message("A player who is killed"),
        ((False, Message("is out for good")), (True, Message("may come back"))),
    ),
    Option(
        "stall",
        Message("Draw when nothing happens"),
        ((None, Message("never")), (True, Message("after as many rounds as there are cells"))),
        check=_stall,
    ),
)
