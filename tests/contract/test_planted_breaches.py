"""Every violation of the rules dialect is reported in one sentence with its line, before anything is compiled."""

import shutil
from dataclasses import replace

import pytest
from toys.planted import planted

from ludoteka.games import games
from ludoteka.testing import check_game
from ludoteka.testing.dialect import dialect

RULES = (games()["cups"].folder / "rules.py").read_text("utf-8")
FIRST = "    if action >= LIFT:\n"  # the first line of `apply`
LINE = RULES[: RULES.index(FIRST)].count("\n") + 1
PLACE = f"rules.py:{LINE}: "
INSTEAD = {  # replacement -> complaint
    "    if any(state.lifted):": "`any` is not part of the dialect; write a loop",
    "    if any(cup for cup in state.lifted):": "`any` is not part of the dialect; write a loop",
    "    if sum(state.lifted):": "`sum` is not part of the dialect; write a loop",
    "    if action in enumerate(state.lifted):": "`enumerate` is not part of the dialect; write `for i in range",
    "    if isinstance(action, int):": "`isinstance` is not part of the dialect; every value is an integer",
    "    if print(action):": "`print` is not part of the dialect; rules know the state and nothing else",
    "    if set(state.lifted):": "`set` is not part of the dialect; use integers",
    "    if Mapping(action):": "`Mapping` is not part of the dialect; call plain functions",
    "    if state.lifted.index(action):": "`state.lifted.index` is not part of the dialect; call plain functions",
    "    if state.copy():": "`state.copy` is not part of the dialect",
    "    if State():": "`State` is not part of the dialect; call plain functions",
    "    if max(cup for cup in state.lifted):": "a generator is not part of the dialect; write a loop",
    "    if [cup for cup in state.lifted]:": "a comprehension is not part of the dialect; write a loop",
    "    if {1: 2}:": "a dictionary or set is not part of the dialect; use integers",
    "    if lambda: 1:": "a function in a function is not part of the dialect",
    "    if action / 2:": "`/` is not part of the dialect; write `//`",
    "    if action > 1.5:": "the number 1.5 is not part of the dialect; it counts in integers",
    "    if action == 'lift':": "the text 'lift' is not part of the dialect; texts are made by notation and scene",
    "    if f'{action}':": "a text is not part of the dialect",
    "    if state.lifted[-1]:": "`state.lifted[-1]` counts from the end of the list; say which item is meant",
    "    if state.lifted[1:]:": "the slice `state.lifted[1:]` is not part of the dialect; copy item by item",
    "    if state.found:": "`state.found`: no record here declares the field found",
    "    if KINDS[action]:": "the items of `KINDS` are not all of the same length",
    "    if WORTHS[action]:": "the constant `WORTHS` is a list; constants are integers and tuples of integers",
    "    if TITLE:": "the constant `TITLE` is a str",
    "    assert action\n    if action:": "an exception is not part of the dialect; rules neither raise nor catch",
    "    with state:\n        pass\n    if action:": "`with` is not part of the dialect",
    "    import math\n    if action:": "an import in a function is not part of the dialect; import at the top",
    "    global CUPS\n    if action:": "`global` is not part of the dialect; what changes is a field of the state",
}
BESIDE = """def left_of(cup):
    return any((cup,))


def right_of(cups):
    return sum(1 for cup in cups) + 1
"""


def breached(monkeypatch, folder, *edits):
    return list(dialect(planted(monkeypatch, folder, games()["cups"], *edits)))


@pytest.mark.parametrize("line", INSTEAD)
def test_a_violation_is_reported_with_its_line(monkeypatch, tmp_path, line):
    constants = ("rules.py", "CUPS = 4\n", "CUPS, KINDS, WORTHS, TITLE = 4, ((1,), (2, 3)), [1, 2], 'cups'\n")
    (complaint,) = breached(monkeypatch, tmp_path, constants, ("rules.py", FIRST, f"{line}\n"))
    assert complaint.startswith(PLACE + INSTEAD[line])


def test_violations_are_reported_in_the_order_of_their_lines(monkeypatch, tmp_path):
    last = ("rules.py", "lifts_left(state) == 0)", "max(state.lifted, key=len) == 0 or round(state.lifts))")
    other = ("rules.py", FIRST, "    if any(state.lifted):\n")
    lines = [int(said.split(":")[1]) for said in breached(monkeypatch, tmp_path, last, other)]
    assert len(lines) == 2
    assert lines[0] == LINE < lines[1]


def test_a_recursive_function_is_reported(monkeypatch, tmp_path):
    calls = ("rules.py", "    left = state.lifts\n", "    left = state.lifts + is_found(state)\n")
    back = ("rules.py", "    return state.coin != NOWHERE and", "    return lifts_left(state) > 0 and")
    found = breached(monkeypatch, tmp_path, calls, back)
    assert len(found) == 2
    assert all("is recursive; write a loop" in said for said in found)


def test_a_decorated_function_is_reported(monkeypatch, tmp_path):
    (said,) = breached(monkeypatch, tmp_path, ("rules.py", "def is_found(", "@staticmethod\ndef is_found("))
    assert "`is_found` is decorated" in said


@pytest.mark.parametrize("line", ["import random", "from time import monotonic", "from numba import njit"])
def test_an_import_that_rules_do_not_need_is_reported(monkeypatch, tmp_path, line):
    edit = ("rules.py", "from collections.abc import Mapping\n", f"{line}\nfrom collections.abc import Mapping\n")
    (said,) = breached(monkeypatch, tmp_path, edit)
    assert "rules must not import" in said


def test_functions_called_in_other_modules_of_the_game_are_checked(monkeypatch, tmp_path):
    folder = shutil.copytree(games()["cups"].folder, tmp_path / "copy" / "cups")
    (folder / "places.py").write_text(BESIDE, "utf-8")
    name = "from .places import left_of, right_of\n"
    edits = [
        ("rules.py", "from ludoteka.core.record", f"{name}from ludoteka.core.record"),
        ("rules.py", "CUPS = 4\n", "CUPS = right_of((1, 2, 3))\n"),
        ("rules.py", FIRST, "    if left_of(action):\n"),
    ]
    complaints = list(dialect(planted(monkeypatch, tmp_path, replace(games()["cups"], folder=folder), *edits)))
    assert complaints == ["places.py:2: `any` is not part of the dialect; write a loop"]


def test_violations_are_found_in_subpackages_of_a_game(monkeypatch, tmp_path):
    folder = shutil.copytree(games()["cups"].folder, tmp_path / "copy" / "cups")
    for package, source in {
        "hands": "from ..table.places import left_of\n\n\ndef moved(cup):\n    return left_of(cup)\n",
        "table": "",
    }.items():
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text("", "utf-8")
        (folder / package / "moves.py").write_text(source, "utf-8")
    (folder / "table" / "places.py").write_text(BESIDE, "utf-8")
    edits = [
        ("rules.py", "from ludoteka.core.record", "from .hands.moves import moved\nfrom ludoteka.core.record"),
        ("rules.py", FIRST, "    if moved(action):\n"),
    ]
    complaints = list(dialect(planted(monkeypatch, tmp_path, replace(games()["cups"], folder=folder), *edits)))
    assert complaints == ["places.py:2: `any` is not part of the dialect; write a loop"]


def test_code_that_is_never_compiled_may_use_all_of_python(monkeypatch, tmp_path):
    """The dialect does not apply to `start`, its helpers, and code that fills constants at import."""
    table = "def row(cup):\n    return tuple(sorted({cup: 1, 9: 2}))\n\n\nROWS = tuple(row(cup) for cup in range(3))\n"
    edits = [
        ("rules.py", "class State", f"{table}\n\nclass State"),
        ("rules.py", "    state.coin = NOWHERE\n    return state", "    state.coin = max(row(99))\n    return state"),
        ("rules.py", FIRST, "    if action >= LIFT + 0 * ROWS[0][0]:\n"),
    ]
    assert breached(monkeypatch, tmp_path, *edits) == []


def test_violations_are_found_before_anything_is_played(monkeypatch, tmp_path):
    game = planted(monkeypatch, tmp_path, games()["cups"], ("rules.py", FIRST, "    if any(state.lifted):\n"))
    with pytest.raises(AssertionError, match=rf"{game.name}: rules.py:{LINE}: `any` is not part of the dialect"):
        check_game(game)
