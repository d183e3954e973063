"""The rules dialect (CONTRIBUTING.md): what rules.py, and modules beside it that it calls, may be made of, so that it reads like the rules and compiles."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMPORTED = {"collections.abc", "typing", "ludoteka.core.grid", "ludoteka.core.record", "ludoteka.core.rules"}
BUILT_IN = {"abs", "bool", "int", "len", "max", "min", "range"}
FORBIDDEN = (
    *(ast.Raise, ast.Try, ast.TryStar, ast.Assert, ast.With),  # rules do not fail
    *(ast.Yield, ast.YieldFrom, ast.GeneratorExp, ast.Await, ast.AsyncFunctionDef, ast.Lambda),
    *(ast.Global, ast.Nonlocal, ast.JoinedStr, ast.Dict, ast.Set, ast.Div),
)


def functions(path):
    """The functions of a file, without `start`: that one is never compiled."""
    tree = ast.parse(path.read_text("utf-8"))
    return [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name != "start"]


def beside(path):
    """The modules of the same game whose functions this one's call, `start` aside, and theirs in turn."""
    calls = {name for function in functions(path) for name in called(function)}
    nodes = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
    own = [node for node in nodes if is_own(path, node.module) and calls & {name.name for name in node.names}]
    modules = {path.with_name(f"{node.module.rpartition('.')[2]}.py") for node in own}
    return modules.union(*map(beside, modules))


def is_own(path, module):
    return module.startswith(f"ludoteka.games.{path.parent.name}.")


def body_nodes(function):
    """Everything below a function's docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return [node for statement in body for node in ast.walk(statement)]


def called(function):
    return {
        node.func.id for node in body_nodes(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def name_of(path):
    return path.relative_to(ROOT).as_posix()


SHELVES = (ROOT / "src/ludoteka/games", ROOT / "examples/games", ROOT / "tests/sixth")
CONTRACTS = [path for shelf in SHELVES for path in shelf.glob("*/rules.py")]
EVALUATIONS = [path for shelf in SHELVES for path in shelf.glob("*/evaluation.py")]
RULES = sorted({*CONTRACTS}.union(*map(beside, CONTRACTS)))
DIALECT = sorted({*RULES, *ROOT.glob("src/ludoteka/search/*.py"), *EVALUATIONS})


def each_of(paths):
    return pytest.mark.parametrize("path", paths, ids=name_of)


@each_of(RULES)
def test_rules_import_nothing_but_the_vocabulary(path):
    tree = ast.parse(path.read_text("utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = [getattr(node, "module", "") for node in nodes]
    assert {module for module in modules if not is_own(path, module)} <= IMPORTED


@each_of(RULES)
def test_rules_do_not_raise_yield_or_make_texts(path):
    nodes = [node for function in functions(path) for node in body_nodes(function)]
    assert not [ast.unparse(node) for node in nodes if isinstance(node, FORBIDDEN)]
    assert not [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str | float)]


@each_of(RULES)
def test_rules_call_their_own_functions_and_little_else(path):
    tree = ast.parse(path.read_text("utf-8"))
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    shared = {
        name.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if node.module != "typing"
    }
    for function in functions(path):
        assert called(function) <= defined | shared | BUILT_IN, function.name


@each_of(DIALECT)
def test_nothing_compiled_calls_itself(path):
    calls = {function.name: called(function) for function in functions(path)}
    for name in calls:
        reached, waiting = set(), [name]
        while waiting:
            new = calls.get(waiting.pop(), set()) - reached
            reached |= new
            waiting.extend(new)
        assert name not in reached, f"{name} comes back to itself; compiled recursion does not survive the cache"


@each_of(DIALECT)
def test_nothing_compiled_counts_from_the_end_of_a_list(path):
    nodes = [node for function in functions(path) for node in body_nodes(function)]
    negative = [
        ast.unparse(node)
        for node in nodes
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.UnaryOp)
        and isinstance(node.slice.op, ast.USub)
    ]
    assert not negative
