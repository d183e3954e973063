"""Codes of refusals are declared where they are raised, once."""

import ast
from collections import defaultdict
from pathlib import Path

from sources import parsed

PACKAGE = Path(__file__).parents[2] / "src" / "ludoteka"
HOUSE = ("server", "features", "house", "store")  # parts that answer requests over HTTP


def test_the_house_declares_each_code_in_one_place():
    places = defaultdict(list)
    for path in sorted(path for part in HOUSE for path in (PACKAGE / part).rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id in ("Refusal", "Refused") and isinstance(node.args[0], ast.Constant):
                places[node.args[0].value].append(f"{path.relative_to(PACKAGE)}:{node.lineno}")

    assert {"no-such-tournament", "not-signed-in"} <= places.keys(), "what is declared is seen"
    assert {code: found for code, found in places.items() if len(found) > 1} == {}
