"""The leak check finds every leak that is planted in a correct game."""

import pytest
from toys.planted import planted

from ludoteka.games import games
from ludoteka.testing import check_secrets

KNOWS = "state.coin if seat == HIDER or is_terminal(state) else NOWHERE"
OFFERS = "            if state.lifted[cup] == 0:"
DRAWS = "    if cup == seen.coin:"
HEARS = "return action >= rules.THROW or seat == rules.HIDER"

LEAKS = {
    "everybody observes the coin": ("rules.py", KNOWS, "state.coin", "by its observation"),
    "everybody observes the coin after the throw": (
        "rules.py",
        KNOWS,
        "state.coin if seat == HIDER or state.lifts > 0 else NOWHERE",
        "by its observation",
    ),
    "everybody observes the coin after the first lift": (
        "rules.py",
        KNOWS,
        "state.coin if seat == HIDER or lifts_left(state) < state.lifts else NOWHERE",
        "by its observation",
    ),
    "spectators observe the coin": (
        "rules.py",
        KNOWS,
        "state.coin if seat != SEEKER or is_terminal(state) else NOWHERE",
        "seat -1 must not tell .* by its observation",
    ),
    "everybody observes whether the coin lies on the left": (
        "rules.py",
        "seen.lifts = state.lifts",
        "seen.lifts = state.lifts + 10 * (state.coin < 2)",
        "by its observation",
    ),
    "the seeker is not offered the first cup if it is empty": (
        "rules.py",
        OFFERS,
        "            if state.lifted[cup] == 0 and (seat == HIDER or cup > 0 or state.coin == 0):",
        "by its legal actions",
    ),
    "the order of the offered cups reveals the coin": (
        "rules.py",
        "                actions[count] = cup +",
        "                actions[count] = (cup if seat == HIDER else (cup + state.coin) % CUPS) +",
        "by its legal actions",
    ),
    "the scene remembers what it drew for the hider": (
        "scene.py",
        DRAWS,
        "    KNOWN.add(seen.coin)\n    if cup in KNOWN:",
        "by its pieces",
    ),
    "everybody hears where the coin goes": (
        "__init__.py",
        HEARS,
        "return True",
        "seat 1 hears hide.*sees no difference",
    ),
    "spectators hear where the coin goes": (
        "__init__.py",
        HEARS,
        "return action >= rules.THROW or seat != rules.SEEKER",
        "spectators hear hide:1, and not every seat does",
    ),
    "the hider does not hear their own action": (
        "__init__.py",
        HEARS,
        "return action >= rules.THROW",
        "seat 0 does not hear its own hide:1",
    ),
    "the seeker hears if the coin goes under one cup, but not if it goes under another cup": (
        "__init__.py",
        HEARS,
        "return action >= rules.THROW or seat == rules.HIDER or action == 1",
        "seat 1 hears nothing or hide:2, but sees no difference",
    ),
    "the hider observes what they do not hear": (
        "__init__.py",
        HEARS,
        "return seat == rules.SEEKER and action >= rules.LIFT or action < rules.THROW and seat == rules.HIDER",
        "seat 0 must not tell .* by its observation",
    ),
}


@pytest.mark.parametrize(("file", "old", "new", "complaint"), LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found_when(monkeypatch, tmp_path, file, old, new, complaint):
    game = planted(
        monkeypatch, tmp_path, games()["cups"], (file, old, new), ("scene.py", "\n\ndef", "\nKNOWN = set()\n\ndef")
    )
    with pytest.raises(AssertionError, match=complaint):
        check_secrets(game, {})


def test_what_a_throw_reveals_must_be_declared_as_an_answer(monkeypatch, tmp_path):
    """In this game the throw reveals to everybody whether the coin is on the left."""
    leak = (
        "rules.py",
        "seen.lifts = state.lifts",
        "seen.lifts = state.lifts + 10 * (state.coin < 2) * (state.lifts > 0)",
    )
    said = "lambda before, action, after: [str(after.coin < 2)] if rules.THROW <= action < rules.LIFT else ()"
    answers = (
        "__init__.py",
        "    visible_action=visible_action,\n",
        f"    visible_action=visible_action,\n    answers={said},\n",
    )
    with pytest.raises(AssertionError, match="by its observation"):
        check_secrets(planted(monkeypatch, tmp_path, games()["cups"], leak), {})
    check_secrets(planted(monkeypatch, tmp_path, games()["cups"], leak, answers), {})


def test_leaks_are_also_found_in_what_a_function_says_a_seat_receives():
    """A program that learns could receive anything else, such as an array."""
    cups = games()["cups"]
    check_secrets(cups, {}, view=lambda history, seat: {"array": history.seen(seat).values()})
    with pytest.raises(AssertionError, match="seat 1 must not tell hide:2 from hide:1, but it can, by its array"):
        check_secrets(cups, {}, view=lambda history, seat: {"array": history.seen(0).values()})
