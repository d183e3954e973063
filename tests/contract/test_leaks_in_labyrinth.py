"""The leak check finds leaks in a game whose secrets are made before the match and are the same for everybody."""

import re

import pytest
from plugins.campaign import scaled
from toys.planted import planted

from ludoteka.games import games
from ludoteka.surfaces.texts import texts_in
from ludoteka.testing.leaks import LeakCoverage, find_leaks

HISTORIES, LINES = scaled(100, 5), scaled(3, 3)

REJOIN = "seen.rejoin = state.rejoin"
COLUMN = "state.x[state.at[0]]"  # the column in which the first player stands
LATER = "* (state.plies >= 30)"
KNOWN = "(TRUTH[0] > 0 and TRUTH[1] >= 30)"
PLACES = "tuple([cell.place for cell in cells]),"
PANEL = "panel=_panel(drawn, seen),"
TAKEN = '(f"take:{item}" for item in THINGS if item in floor)'
WAYS = "    yield from ways\n"

LEAKS = {
    "a field reveals the column of a player from the first ply on": (
        "rules.py",
        REJOIN,
        f"{REJOIN} + {COLUMN}",
        "observation",
    ),
    "a field reveals at ply 5 how far apart the players are": (
        "rules.py",
        REJOIN,
        f"{REJOIN} + ({COLUMN} - state.x[state.at[1]]) * (state.plies == 5)",
        "observation",
    ),
    "a field reveals the column of a player from ply 30 on": (
        "rules.py",
        REJOIN,
        f"{REJOIN} + {COLUMN} {LATER}",
        "observation",
    ),
    "a field reveals the cell of a player from ply 30 on": (
        "rules.py",
        REJOIN,
        f"{REJOIN} + state.at[1] {LATER}",
        "observation",
    ),
    "a field reveals from ply 30 on what lies in the maze": (
        "rules.py",
        REJOIN,
        f"{REJOIN} + sum(state.lying) {LATER}",
        "observation",
    ),
    "an offered action reveals a secret": (
        "attempts.py",
        TAKEN,
        f'(f"take:{{item}}" for item in THINGS if item in floor or {KNOWN})',
        "legal actions",
    ),
    "the order of the offered actions reveals a secret": (
        "attempts.py",
        WAYS,
        f"    yield from ways[:: 1 - 2 * {KNOWN}]\n",
        "legal actions",
    ),
    "a mark reveals a secret": ("scene.py", PANEL, f'{PANEL} marks=(Mark("here", "P"),) * {KNOWN},', "marks"),
    "the order of the places reveals a secret": ("scene.py", PLACES, f"{PLACES[:-1]}[:: 1 - 2 * {KNOWN}],", "places"),
    "the length of the panel reveals a secret": ("scene.py", PANEL, f"{PANEL[:-1]} * (1 + {KNOWN}),", "panel"),
    "a path reveals a secret": (
        "scene.py",
        "shortcuts=_shortcuts(drawn, viewer, choices),",
        f'shortcuts={{("here",): ("stay",)}} if {KNOWN} and "stay" in [one.name for one in choices] else {{}},',
        "paths",
    ),
    "a prompt reveals a secret": (
        "notation.py",
        '    """Return the prompt after these picks."""\n',
        f'    if {KNOWN}:\n        return Message("There")\n',
        "prompts",
    ),
    "the list of moves reveals a secret": (
        "speech.py",
        "            *_action(entry, narration.is_whole),\n",
        "            *(() if index >= 30 and TRUTH[0] > 0 else _action(entry, narration.is_whole)),\n",
        "list of moves",
    ),
}

REMEMBERED = (  # `observe` stores the truth for other modules, which then leak what no observation contains
    ("rules.py", "    said: int\n", "    said: int\n    plies: int\n"),
    ("rules.py", "import Record\n", "import Record\n\nTRUTH = []\n"),
    ("rules.py", "    state.said = 0\n", "    state.said = 0\n    state.plies += 1\n"),
    ("rules.py", "    seen = Observation()\n", f"    TRUTH[:] = [{COLUMN}, state.plies]\n    seen = Observation()\n"),
    ("notation.py", "import json\n", "import json\nfrom .rules import TRUTH\n"),
    ("attempts.py", "import Iterator\n", "import Iterator\nfrom .rules import TRUTH\n"),
    (
        "scene.py",
        "from typing import Any, NamedTuple\n",
        "from typing import Any, NamedTuple\nfrom .rules import TRUTH\n",
    ),
    ("scene.py", "import Choice", "import Mark, Choice"),
    (
        "speech.py",
        "from functools import reduce\n",
        "from functools import reduce\nfrom .rules import TRUTH\n",
    ),
)


@pytest.mark.parametrize(("file", "old", "new", "by"), LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found_when(monkeypatch, tmp_path, file, old, new, by):
    game = planted(monkeypatch, tmp_path, games()["labyrinth"], (file, old, new), *REMEMBERED)
    assert re.search(f"by its {by}$", next(find_leaks(game, game.check_options({}), HISTORIES)))


def test_a_check_that_finds_no_leak_reports_how_much_it_compared():
    game = games()["labyrinth"]
    looked = LeakCoverage()
    assert list(find_leaks(game, game.check_options({}), HISTORIES, LINES, looked)) == []
    assert (looked.histories, looked.lines, looked.pair_ply) == (HISTORIES, LINES, 60)
    assert "; long lines: 1; pairs compared: " in texts_in("en").say(looked.message)
