"""Checks before anything is played: signatures, numbers and names."""

import inspect
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from ludoteka.core.game import Game
from ludoteka.core.notation import Notation
from ludoteka.core.record import Record
from ludoteka.core.rules import Rules
from ludoteka.testing.walks import variants

OPTIONAL = {  # the optional functions of a notation, and their parameters
    "text": ["seen", "path"],
    "read": ["seen", "text"],
    "prompt": ["seen", "path"],
    "position_text": ["state"],
    "parse_position": ["text", "options"],
    "check_position": ["state", "options"],
}
OPTIONAL_RULES = {  # the optional functions of a rules module, in addition to `core.rules.Rules`
    "weight": ["state", "action"],
    "propose_action": ["state", "word"],
    "makes_progress": ["state", "action"],
}
OPTIONAL_EVALUATION = {"is_loud": ["state", "action"], "endgame": ["state", "seat"]}
NAME = re.compile("[a-z][a-z0-9_]*")
FOUND = "ludoteka.games."  # the prefix of games that were found as folders
MEANT: dict[str, tuple[object, ...]] = {  # options that the house itself uses, and their allowed values
    "dice": ("fair", "bag"),
    "repetition": ("draw", "off"),
    "quiet": ("off", "draw"),
}
TAKEN = ("", "chance")  # letters with another meaning


def check_signatures(game: Game) -> Iterator[str]:
    """Complain about functions that are missing or have the wrong parameters."""
    for protocol, module in ((Rules, game.rules), (Notation, game.notation)):
        for name, stub in inspect.getmembers(protocol, inspect.isfunction):
            if not name.startswith("_"):
                wanted = list(inspect.signature(stub).parameters)[1:]  # without self
                yield from _signature(name, wanted, getattr(module, name, None))
    for name, function, count in (
        ("scene", game.scene, 2),
        ("visible_action", game.visible_action, 3),
        ("throw", game.throw, 2),
        ("remarks", game.remarks, 3),
        ("marks", game.marks, 3),
        ("the slots of the board", game.board and game.board.slots, 1),
        ("the stack of the board", game.board and game.board.stack, 2),
    ):
        if function is not None and len(inspect.signature(function).parameters) != count:
            yield f"{name} must take {count} parameters"
    for home, optional in (
        (game.notation, OPTIONAL),
        (game.rules, OPTIONAL_RULES),
        *((one, OPTIONAL_EVALUATION) for one in game.evaluations),
    ):
        for name in filter(partial(hasattr, home), optional):
            yield from _signature(name, optional[name], getattr(home, name))
    for evaluation in game.evaluations:
        yield from _signature("evaluate", ["state", "seat"], getattr(evaluation, "evaluate", None))


def _signature(name: str, wanted: list[str], function: Any) -> Iterator[str]:
    if function is None:
        yield f"the function {name} is missing"
    elif list(inspect.signature(function).parameters) != wanted:
        yield f"{name} must take ({', '.join(wanted)})"


def check_numbers(game: Game) -> Iterator[str]:
    """Complain about missing or wrong numbers and records."""
    rules = game.rules
    for name in ("NUM_ACTIONS", "MAX_ACTIONS"):
        if not (type(getattr(rules, name, None)) is int and getattr(rules, name) > 0):
            yield f"{name} must be a positive integer"
    for name in ("State", "Observation"):
        record = getattr(rules, name, None)
        if not (isinstance(record, type) and issubclass(record, Record)):
            yield f"{name} must be a Record"


def check_names(game: Game) -> Iterator[str]:
    """Complain about names that are used twice or are not allowed."""
    # An installed game has the name of its entry point.
    is_installed = not getattr(game.rules, "__name__", "").startswith(FOUND)
    if not NAME.fullmatch(game.name) or not (is_installed or game.name == game.folder.name):
        yield f"the name {game.name!r} must be the folder's, in lowercase letters"
    yield from _options(game)
    for options in variants(game):
        seats = game.seats(options)
        letters = {seat.letter for seat in seats}
        if not seats or len(letters) < len(seats) or letters & set(TAKEN):
            yield f'with {options}, every seat must have a letter of its own, and not "chance"'
        if len({seat.number for seat in seats}) < len(seats) or any(seat.number < 0 for seat in seats):
            yield f"with {options}, every seat must have a number of its own, 0 or more"


def _options(game: Game) -> Iterator[str]:
    if len({option.name for option in game.options}) < len(game.options):
        yield "two options have the same name"
    for option in game.options:
        if not option.choices or len({repr(value) for value, _ in option.choices}) < len(option.choices):
            yield f"the option {option.name} must have choices, all of them different"
        if option.offered is not None and option.offered not in [value for value, _ in option.choices]:
            yield f"the option {option.name} must offer one of its choices"
        if option.name == "quiet" and not hasattr(game.rules, "makes_progress"):
            yield "the rules must define makes_progress(state, action), which the option quiet needs"
        if any(value not in MEANT.get(option.name, (value,)) for value, _ in option.choices):
            allowed = " or ".join(map(repr, MEANT[option.name]))
            yield f"the house itself uses the option {option.name}, whose value must be {allowed}: choose another name"
