"""Modules, functions and folders are small: house rule 9 of CONTRIBUTING.md."""

import ast
from collections import Counter
from pathlib import Path

from sources import parsed, statements

ROOT = Path(__file__).parents[2]
MOST_LINES = 300
MOST_LINES_OF_A_FUNCTION = 30
MOST_FILES = 15  # directly in a folder, __init__.py not counted
SNAPSHOTS = "tests/golden"  # one file for every game and option, written by `make golden`
TOO_FULL: set[str] = set()
MIGRATIONS = "/migrations/versions/"  # lists of columns, never changed after a release
FOLDERS = ("src", "examples", "tests", "bench", "tools")
SOURCES = sorted(
    path
    for folder in FOLDERS
    for kind in ("py", "js", "css")
    for path in (ROOT / folder).rglob(f"*.{kind}")
    if "node_modules" not in path.parts  # not ours
)
MODULES = [path for path in SOURCES if path.suffix == ".py"]


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def test_a_module_is_short():
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > MOST_LINES} == {}


def test_a_function_is_short():
    lengths = {
        f"{name_of(path)}: {node.name}": node.end_lineno - node.lineno + 1
        for path in MODULES
        if MIGRATIONS not in name_of(path)
        for node in statements(parsed(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: length for name, length in lengths.items() if length > MOST_LINES_OF_A_FUNCTION} == {}


def test_a_folder_holds_few_files():
    folders = Counter(name_of(path.parent) for folder in FOLDERS for path in files_in(ROOT / folder))
    too_full = {folder for folder, count in folders.items() if count > MOST_FILES} - {SNAPSHOTS}
    assert too_full - TOO_FULL == set(), "sort them into folders whose names say where to look"
    assert TOO_FULL - too_full == set(), "these are no longer exceptions"


def files_in(folder):
    generated = {"__pycache__", "node_modules"}
    return (
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name != "__init__.py" and generated.isdisjoint(path.parts)
    )
