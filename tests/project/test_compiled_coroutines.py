"""What mypyc would compile to something else than Python does (decision 0028)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def compiled_modules():
    """Return the modules on the list of `setup.py`."""
    lists = [node for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body if isinstance(node, ast.Assign)]
    return next(ast.literal_eval(one.value) for one in lists if one.targets[0].id == "COMPILED")


def waits_while_handling(tree):
    """Return the lines on which a coroutine waits in an `except` or `finally`."""
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try | ast.TryStar)]
    handled = [line for node in tries for line in (*node.finalbody, *node.handlers)]
    waiting = (ast.Await, ast.AsyncWith, ast.AsyncFor)
    return sorted({node.lineno for line in handled for node in ast.walk(line) if isinstance(node, waiting)})


def test_no_compiled_coroutine_waits_while_it_handles_an_exception():
    modules = compiled_modules()

    waits = {
        name: waits_while_handling(ast.parse((ROOT / "src/ludoteka" / name).read_text("utf-8"))) for name in modules
    }
    assert len(modules) > 20
    assert {name: lines for name, lines in waits.items() if lines} == {}


@pytest.mark.parametrize(
    "body",
    [
        "try:\n  f()\n except E:\n  await g()\n  raise",
        "try:\n  f()\n finally:\n  await g()",
        "try:\n  f()\n except E:\n  async with g(): pass",
    ],
)
def test_such_a_coroutine_is_found(body):
    assert waits_while_handling(ast.parse(f"async def one():\n {body}")) == [5]
