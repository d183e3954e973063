"""The leak check finds leaks that appear late, in a game with more than thirty actions a ply."""

import re
from importlib import import_module
from pathlib import Path

import pytest
from plugins.campaign import IS_CAMPAIGN, scaled
from toys.planted import planted

from ludoteka import games as home
from ludoteka.testing.leaks import HISTORIES, LINES, LeakCoverage, find_leaks

WIDE = Path(__file__).parent.parent / "support" / "shelves" / "wide"
NEXT = "state.dials[(seat + 1) % SEATS]"  # what the seat must not know
BID = "seen.bid = state.bid"
OFFERED = "        if action != BID + state.bid:"
NEXT_TO_MOVER = "state.dials[(state.plies + 1) % SEATS]"
KNOWN = "TRUTH[(seen.viewer + 1) % len(LETTERS)]"
PANEL = 'Entry(Message("Ply"), seen.plies))'
TURNED = 'action >= rules.ASK or "turn"'

LEAKS = {
    "a field reveals a dial from the first ply on": ("rules.py", BID, f"{BID} + {NEXT}", "observation"),
    "a field reveals a dial from ply 5 on": ("rules.py", BID, f"{BID} + {NEXT} * (state.plies >= 5)", "observation"),
    "a field reveals a dial from ply 30 on": ("rules.py", BID, f"{BID} + {NEXT} * (state.plies >= 30)", "observation"),
    "a field reveals only at ply 40 whether a dial stands high": (
        "rules.py",
        BID,
        f"{BID} + ({NEXT} >= HIGH) * (state.plies == 40)",
        "observation",
    ),
    "spectators see a dial from ply 30 on": (
        "rules.py",
        BID,
        f"{BID} + state.dials[0] * (seat == NOBODY and state.plies >= 30)",
        "seat -1 .* observation",
    ),
    "an offered bid reveals a dial": (
        "rules.py",
        OFFERED,
        f"        if action not in (BID + state.bid, BID + {NEXT_TO_MOVER} + 99 * (state.plies < 30)):",
        "legal actions",
    ),
    "the order of the offered actions reveals a dial": (
        "rules.py",
        "range(first, end):",
        f"range(first, end)[:: -1 if state.plies >= 30 and {NEXT_TO_MOVER} >= HIGH else 1]:",
        "legal actions",
    ),
    "a mark reveals a dial": (
        "scene.py",
        'Mark("turn", LETTERS[seen.turn]),',
        f'Mark("high" if seen.plies >= 30 and {KNOWN} >= 10 else "turn", LETTERS[seen.turn]),',
        "marks",
    ),
    "the status reveals a dial": (
        "scene.py",
        "seat=seen.turn)",
        f"seat=seen.turn + (seen.plies >= 30) * {KNOWN})",
        "status",
    ),
    "the panel reveals a dial": (
        "scene.py",
        PANEL,
        f'Entry(Message("Ply"), seen.plies + (seen.plies >= 30) * {KNOWN}))',
        "panel",
    ),
    "the length of the panel reveals a dial": (
        "scene.py",
        PANEL,
        f"{PANEL} * (1 + (seen.plies >= 30 and {KNOWN} >= 10))",
        "panel",
    ),
    "the order of the pieces reveals a dial": (
        "scene.py",
        "pieces=pieces",
        f"pieces=pieces[:: -1 if seen.plies >= 30 and {KNOWN} >= 10 else 1]",
        "pieces",
    ),
    "a path reveals a dial": (
        "notation.py",
        'return ("turn", str(action - TURN + 1))',
        f'return ("turn", str(action - TURN + 1 + 10 * (seen.plies >= 30 and {KNOWN} >= 10)))',
        "paths",
    ),
    "a prompt reveals a dial": (
        "notation.py",
        'return Message("How far?") if path == ("turn",)',
        f'return Message("How high?") if seen.plies >= 30 and {KNOWN} >= 10 and path == ("turn",)',
        "prompts",
    ),
    "the list of moves reveals a dial": (
        "scene.py",
        'deed=told.text or "something")',
        'deed=told.text or f"something {TRUTH[0]}")',
        "list of moves",
    ),
    "the other players hear how far a dial is turned": (
        "__init__.py",
        TURNED,
        "True",
        "hears turn-.*sees no difference",
    ),
    "the other players hear from ply 30 on how far a dial is turned": (
        "__init__.py",
        TURNED,
        'action >= rules.ASK or ("turn" if state.plies < 30 else f"turn-{action}")',
        "hears turn-.*sees no difference",
    ),
    "what the other players hear of a bid reveals a dial": (
        "notation.py",
        "str(action - BID))",
        "str(action - BID + (seen.plies >= 30) * 20 * seen.dials[seen.turn]))",
        "hears bid-.*sees no difference",
    ),
}


@pytest.fixture
def dials(monkeypatch):
    """Return a wide game without a leak."""
    monkeypatch.setattr(home, "__path__", [*home.__path__, str(WIDE)])
    return import_module("ludoteka.games.dials").GAME


REMEMBERED = (  # `observe` stores the truth for other modules, which then leak what no observation contains
    ("rules.py", "    seen = Observation()\n", "    TRUTH[:] = state.dials\n    seen = Observation()\n"),
    ("rules.py", "\n\nclass State", "\nTRUTH = []\n\n\nclass State"),
    ("notation.py", "import ASK", "import TRUTH, ASK"),
    ("scene.py", "import NUMBERS", "import TRUTH, NUMBERS"),
)


@pytest.mark.parametrize(("file", "old", "new", "by"), LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found_when(monkeypatch, tmp_path, dials, file, old, new, by):
    game = planted(monkeypatch, tmp_path, dials, (file, old, new), *REMEMBERED)
    complaint = next(find_leaks(game, {}, histories=scaled(100, 3)))
    assert re.search(by if "hears" in by else f"{by}$", complaint)


def test_a_wide_game_without_a_leak_passes_with_a_report(dials):
    looked, histories, lines = LeakCoverage(), scaled(HISTORIES), scaled(LINES, 6)
    assert list(find_leaks(dials, {}, histories, lines, looked)) == []
    assert (looked.histories, looked.history_ply, looked.lines, looked.pair_ply) == (
        histories,
        2 + IS_CAMPAIGN,
        lines,
        60,
    )
    assert looked.pairs > 400 * lines
    assert looked.alone == 0
