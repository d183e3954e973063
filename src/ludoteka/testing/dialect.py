"""Checks that compiled functions are written in the rules dialect (CONTRIBUTING.md).

They read the sources, before anything is compiled.  A complaint begins with its place: "rules.py:41: ...".
"""

import ast
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from ludoteka.core.game import Game
from ludoteka.testing.grammar import (
    Fault,
    SourceFunction,
    called_functions,
    dialect_faults,
    file_of,
    functions_of,
    is_beside,
    source_function,
    tree_of,
)

RULES = (
    "current_seat",
    "legal_actions",
    "apply",
    "is_terminal",
    "returns",
    "weight",
    "propose_action",
    "observe",
)  # `start` may use all of Python
IMPORTED = {"collections.abc", "typing", "ludoteka.compilation"}
IMPORTED |= {"ludoteka.core.grid", "ludoteka.core.record", "ludoteka.core.rules"}
IMPORTED |= {
    "ludoteka.core.network.weights",
    "ludoteka.core.network.last_pieces",
    "ludoteka.core.network.outputs",
    "pathlib",
}  # for networks, endgame tables and their files
IMPORTS = "they need typing, core.grid, core.record, core.rules, ludoteka.compilation and the game's own modules"


def dialect(game: Game) -> Iterator[str]:
    """Complain about rules and evaluations that leave the dialect."""
    rules: Any = game.rules
    if not isinstance(rules, ModuleType):
        yield "the rules must be a module, because a copy of it is compiled"
        return
    yield from breaches(rules, RULES)
    if game.evaluation is not None:
        yield from breaches(game.evaluation, ("evaluate", "is_loud", "endgame"))


def breaches(module: ModuleType, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Complain about these functions of a module (by default all), and about the functions of its package they call."""
    compiled = _reached(module, names or tuple(functions_of(module)))
    found = [fault for one in dict.fromkeys([module, *(one.module for one in compiled)]) for fault in _imports(one)]
    found += [fault for one in compiled for fault in dialect_faults(one)]
    found += _recursions(compiled)
    yield from (str(fault) for fault in dict.fromkeys(sorted(found)))


def _reached(module: ModuleType, names: tuple[str, ...]) -> list[SourceFunction]:
    """Return the functions with these names, if the module has them, and all functions that they call."""
    waiting = [one for name in names if (one := source_function(module, name))]
    return _followed(waiting)


def _followed(waiting: list[SourceFunction]) -> list[SourceFunction]:
    """Return these functions and all functions that they call, each once."""
    found: dict[SourceFunction, None] = {}
    while waiting:
        one = waiting.pop(0)
        if one not in found:
            found[one] = None
            waiting += called_functions(one)
    return [*found]


def _imports(module: ModuleType) -> Iterator[Fault]:
    """Complain about imports that rules don't need; the package of a game may import anything."""
    if hasattr(module, "__path__"):
        return
    for node in tree_of(module).body:
        if not isinstance(node, ast.Import | ast.ImportFrom) or getattr(node, "level", False):
            continue
        for name in [str(node.module)] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names]:
            if name not in IMPORTED and not is_beside(module, name):
                yield Fault(file_of(module), node.lineno, f"rules must not import `{name}`; {IMPORTS}")


def _recursions(compiled: list[SourceFunction]) -> Iterator[Fault]:
    """Complain about recursive functions."""
    for one in compiled:
        if one in _followed(called_functions(one)):
            said = f"`{one.node.name}` is recursive; write a loop: compiled recursion does not survive the cache"
            yield Fault(file_of(one.module), one.node.lineno, said)
