"""The rules dialect (CONTRIBUTING.md): checks that compiled functions are written in it.

They read the sources, before anything is compiled.  A complaint begins with its place: "rules.py:41: ...".
"""

import ast
import builtins
import sys
from array import array
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from ludoteka.compilation import is_function, source_file
from ludoteka.core.game import Game
from ludoteka.core.record import Record

OBSERVE = "observe"  # is not compiled: it may create a record and copy lists
BUILT_IN = {"abs", "bool", "int", "len", "max", "min", "range"}
LOOP, NUMBERS = "write a loop", "use integers, and the lists of the state"
PURE, TEXTS = "rules know the state and nothing else", "texts are made by notation and scene"
WORDS: dict[type[ast.AST], tuple[str, str]] = {  # syntax that is not allowed -> its name, the advice
    **dict.fromkeys((ast.Raise, ast.Assert, ast.Try, ast.TryStar), ("an exception", "rules neither raise nor catch")),
    **dict.fromkeys((ast.With, ast.AsyncWith), ("`with`", PURE)),
    **dict.fromkeys((ast.Yield, ast.YieldFrom, ast.GeneratorExp), ("a generator", LOOP)),
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp), ("a comprehension", LOOP)),
    **dict.fromkeys((ast.Await, ast.AsyncFor), ("`await`", "write a plain function")),
    **dict.fromkeys(
        (ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef), ("a function in a function", "write it beside this one")
    ),
    **dict.fromkeys((ast.Dict, ast.Set), ("a dictionary or set", NUMBERS)),
    **dict.fromkeys((ast.Global, ast.Nonlocal), ("`global`", "what changes is a field of the state")),
    **dict.fromkeys((ast.Import, ast.ImportFrom), ("an import in a function", "import at the top")),
    ast.JoinedStr: ("a text", TEXTS),
    ast.ClassDef: ("a class in a function", "declare records at the top"),
    ast.Delete: ("`del`", "records keep their shape"),
    ast.Match: ("`match`", "write `if`"),
    ast.Starred: ("`*`", "name every value"),
    ast.Div: ("`/`", "write `//`, which stays an integer"),
}
CALLS = {  # functions that may not be called -> the advice
    **dict.fromkeys(("any", "all", "sum", "map", "filter", "sorted", "reversed", "next", "iter"), LOOP),
    **dict.fromkeys(("enumerate", "zip"), "write `for i in range(...)`"),
    **dict.fromkeys(("set", "frozenset", "dict", "list", "tuple"), NUMBERS),
    **dict.fromkeys(("str", "repr", "format", "chr", "ord"), TEXTS),
    **dict.fromkeys(("print", "input", "open"), PURE),
    **dict.fromkeys(("isinstance", "type", "hasattr", "getattr", "setattr"), "every value is an integer, and known"),
    **dict.fromkeys(("float", "round", "divmod", "pow"), "write `//` and `%`"),
}
CONSTANTS = "constants are integers and tuples of integers"
OTHERS = "call plain functions of the game, or abs, bool, int, len, max, min, range"


class SourceFunction(NamedTuple):
    """A function and its source."""

    module: ModuleType
    node: ast.FunctionDef

    @property
    def locals(self) -> set[str]:
        """The names of its parameters and local variables."""
        arguments = ast.walk(self.node.args)
        names = ast.walk(self.node)
        return {argument.arg for argument in arguments if isinstance(argument, ast.arg)} | {
            name.id for name in names if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }

    def value(self, name: str) -> Any:
        return vars(self.module).get(name, getattr(builtins, name, None))


class Fault(NamedTuple):
    """A place that violates the dialect."""

    file: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


@cache
def tree_of(module: ModuleType) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(source_file(module).read_text("utf-8"))


def functions_of(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module by name."""
    return {node.name: node for node in tree_of(module).body if isinstance(node, ast.FunctionDef)}


def source_function(module: ModuleType, name: str) -> SourceFunction | None:
    """Return the function with this name in a module, defined or imported from its package; or None."""
    if name in functions_of(module):
        return SourceFunction(module, functions_of(module)[name])
    value = vars(module).get(name)
    if is_function(value) and value.__module__ != module.__name__ and is_beside(module, value.__module__):
        return source_function(sys.modules[value.__module__], value.__name__)
    return None


def is_beside(module: ModuleType, name: str) -> bool:
    """Tell whether a name is that of the game to which a module belongs, or of something in it."""
    home = home_of(module)
    return bool(home) and f"{name}.".startswith(f"{home}.")


def home_of(module: ModuleType) -> str:
    """Return the package of the game around a module, however deep; outside a game the package around it."""
    package = module.__name__.rpartition(".")[0]
    home = package
    while home:
        if hasattr(sys.modules.get(home), "GAME"):
            return home
        home = home.rpartition(".")[0]
    return package


def called_functions(one: SourceFunction) -> list[SourceFunction]:
    """Return the functions of the same package that a function calls."""
    nodes = [node for node in ast.walk(one.node) if isinstance(node, ast.Call)]
    names = dict.fromkeys(node.func.id for node in nodes if isinstance(node.func, ast.Name))
    return [other for name in names if name not in one.locals and (other := source_function(one.module, name))]


def dialect_faults(one: SourceFunction) -> Iterator[Fault]:
    """Yield the faults of a function; no more than one for the same expression."""
    name = source_file(one.module).name
    if one.node.decorator_list:
        yield Fault(name, one.node.lineno, f"`{one.node.name}` is decorated; the dialect has plain functions")
    docstring = 1 if ast.get_docstring(one.node) is not None else 0
    for statement in one.node.body[docstring:]:
        yield from (Fault(name, line, said) for line, said in _sentences(statement, one, statement.lineno))


def _sentences(node: ast.AST, one: SourceFunction, line: int) -> Iterator[tuple[int, str]]:
    """Yield the faults of a node, or if it has none, of its children; annotations are ignored."""
    line = getattr(node, "lineno", line)
    check = CHECKS.get(type(node))
    if type(node) in WORDS:
        name, instead = WORDS[type(node)]
        yield line, f"{name} is not part of the dialect; {instead}"
    elif check and (said := check(node, one)):
        yield line, said
    else:
        for field, value in ast.iter_fields(node):
            for below in value if isinstance(value, list) else [value]:
                if isinstance(below, ast.AST) and field != "annotation":
                    yield from _sentences(below, one, line)


def _call(node: ast.Call, one: SourceFunction) -> str | None:
    """Check a call: only plain functions of the game and a few built-in functions may be called."""
    if isinstance(node.func, ast.Attribute):
        if _is_copy(node.func, one):
            return None
        return f"`{ast.unparse(node.func)}` is not part of the dialect; {OTHERS}, by their own names"
    if not isinstance(node.func, ast.Name):
        return f"`{ast.unparse(node.func)}` cannot be called in the dialect; {OTHERS}"
    name = node.func.id
    value = None if name in one.locals else one.value(name)
    is_record = isinstance(value, type) and issubclass(value, Record) and one.node.name == OBSERVE
    if name in BUILT_IN or is_function(value) or is_record or source_function(one.module, name):
        return None
    return f"`{name}` is not part of the dialect; {CALLS.get(name, OTHERS)}"


def _is_copy(node: ast.Attribute, one: SourceFunction) -> bool:
    return node.attr == "copy" and one.node.name == OBSERVE


def _constant(node: ast.Constant, one: SourceFunction) -> str | None:
    if isinstance(node.value, str | bytes):
        return f"the text {node.value!r} is not part of the dialect; {TEXTS}"
    if isinstance(node.value, float | complex):
        return f"the number {node.value} is not part of the dialect; it counts in integers"
    return None


def _subscript(node: ast.Subscript, one: SourceFunction) -> str | None:
    index = node.slice
    if isinstance(index, ast.Slice):
        if one.node.name == OBSERVE:
            return None
        instead = "copy item by item; a slice is a copy in interpreted rules, but a view in compiled ones"
        return f"the slice `{ast.unparse(node)}` is not part of the dialect; {instead}"
    if isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub):
        return f"`{ast.unparse(node)}` counts from the end of the list; say which item is meant"
    return None if isinstance(index, ast.Constant) else _ragged(node.value, one)


def _ragged(node: ast.AST, one: SourceFunction) -> str | None:
    """Check that all items of a constant have the same type, so that an index can select any of them."""
    value = one.value(node.id) if isinstance(node, ast.Name) and node.id not in one.locals else ()
    if isinstance(value, tuple) and len({_kind(item) for item in value}) > 1:
        return f"the items of `{ast.unparse(node)}` are not all of the same length; pad the shorter ones, or keep the lengths in another constant"
    return None


def _kind(value: Any) -> Any:
    """Return the structure of a constant: the number of integers, and how they are nested."""
    return tuple(map(_kind, value)) if isinstance(value, tuple) else type(value).__name__


def _name(node: ast.Name, one: SourceFunction) -> str | None:
    """Check a constant of the module: only integers, tuples of integers and endgame tables are allowed."""
    value = None if node.id in one.locals else one.value(node.id)
    if isinstance(value, tuple | int | array | type | ModuleType | None) or callable(value):
        return None
    return f"the constant `{node.id}` is a {type(value).__name__}; {CONSTANTS}"


def _attribute(node: ast.Attribute, one: SourceFunction) -> str | None:
    """Check an attribute: records must declare it."""
    records = [value for value in vars(one.module).values() if isinstance(value, type)]
    fields = {name for record in records for name in getattr(record, "shapes", getattr(record, "_fields", ()))}
    is_local = isinstance(node.value, ast.Name) and node.value.id in one.locals
    if is_local and fields and node.attr not in fields and not _is_copy(node, one):
        return f"`{ast.unparse(node)}`: no record here declares the field {node.attr}"
    return None


CHECKS: dict[type[ast.AST], Any] = {
    ast.Call: _call,
    ast.Constant: _constant,
    ast.Subscript: _subscript,
    ast.For: lambda node, one: _ragged(node.iter, one),
    ast.Name: _name,
    ast.Attribute: _attribute,
}


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
    for evaluation in game.evaluations:
        yield from breaches(evaluation, ("evaluate", "is_loud", "endgame"))


def breaches(module: ModuleType, names: tuple[str, ...] = ()) -> Iterator[str]:
    """Complain about these functions of a module (by default all), and about the functions of its package they call."""
    functions = [one for name in names or functions_of(module) if (one := source_function(module, name))]
    compiled = _followed(functions)
    found = [fault for name in dict.fromkeys([module, *(one.module for one in compiled)]) for fault in _imports(name)]
    found += [fault for one in compiled for fault in dialect_faults(one)]
    found += _recursions(compiled)
    yield from (str(fault) for fault in dict.fromkeys(sorted(found)))


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
                yield Fault(source_file(module).name, node.lineno, f"rules must not import `{name}`; {IMPORTS}")


def _recursions(compiled: list[SourceFunction]) -> Iterator[Fault]:
    for one in compiled:
        if one in _followed(called_functions(one)):
            said = f"`{one.node.name}` is recursive; write a loop: compiled recursion does not survive the cache"
            yield Fault(source_file(one.module).name, one.node.lineno, said)
