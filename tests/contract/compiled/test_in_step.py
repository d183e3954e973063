"""Interpreted and compiled rules agree field by field, and never read past the end of a list."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import IS_CAMPAIGN, scaled
from toys.planted import planted

from ludoteka.games import games
from ludoteka.testing import check_lockstep, chooser, variants

GAMES = 500  # random matches for each game of the house
PLIES = 200
WITHIN_BOUNDS = (
    20 * IS_CAMPAIGN,
    scaled(100_000),
)  # matches in step and plies of playouts, with each variant of the options

WITHOUT_COIN = """
from ludoteka.core.twins import compiled_twin
from ludoteka.games import games
rules = games()["{game}"].rules
compiled_twin(rules).is_found(rules.start({{}}).pack())
"""

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@each_game
@given(data=st.data(), seed=st.integers(0, 2**32), plies=st.integers(0, PLIES))
@settings(max_examples=scaled(GAMES), deadline=None)
def test_interpreted_and_compiled_rules_agree_at_every_ply(game, data, seed, plies):
    options = data.draw(st.sampled_from(variants(game)))
    check_lockstep(game, options, chooser(seed), plies)


def run(*words):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    return subprocess.run([sys.executable, *words], check=False, env=environment, capture_output=True, text=True)


def test_no_index_is_out_of_bounds():
    """Compiled code checks its indices only if NUMBA_BOUNDSCHECK was set when the process started, so a new process plays the games.

    In the suite it is always set, so the matches in step are those of the test above.
    """
    done = run("-W", "error", Path(__file__).with_name("within_bounds.py"), *map(str, WITHIN_BOUNDS), *games())
    assert done.returncode == 0, done.stderr


def test_an_index_out_of_bounds_would_be_noticed(monkeypatch, tmp_path):
    """The planted edit makes the rules look for the cup of a coin that has not been hidden yet."""
    game = planted(monkeypatch, tmp_path, games()["cups"], ("rules.py", "state.coin != NOWHERE and ", ""))
    monkeypatch.setenv("LUDOTEKA_GAMES", str(tmp_path))
    done = run("-c", WITHOUT_COIN.format(game=game.name))
    assert "IndexError" in done.stderr
    assert done.returncode != 0


def test_an_integer_overflow_in_compiled_rules_is_caught(monkeypatch, tmp_path):
    """In compiled rules, a field is 32 bits wide."""
    edit = ("rules.py", "state.lifts = action - THROW + 1", "state.lifts = action - THROW + 1 + (1 << 32)")
    game = planted(monkeypatch, tmp_path, games()["cups"], edit)
    with pytest.raises(AssertionError, match=r"lifts is 429496729\d when interpreted but \d when compiled"):
        check_lockstep(game, {}, chooser(0))


def test_a_compilation_error_is_reported_in_one_sentence_with_its_line(monkeypatch, tmp_path):
    line = "        left -= state.lifted[cup]"
    edit = ("rules.py", line, f"{line} * len(((1,), (1, 2))[0 * cup])")
    game = planted(monkeypatch, tmp_path, games()["cups"], edit)
    number = (game.folder / "rules.py").read_text("utf-8").splitlines().index(edit[2]) + 1
    with pytest.raises(AssertionError) as caught:
        check_lockstep(game, {}, chooser(0))
    said = str(caught.value)
    assert said.startswith(
        f"{game.name} {{}}: rules.py:{number}: the compiler does not take this: No implementation of"
    )
    assert "getitem(Tuple(UniTuple(int64 x 1), UniTuple(int64 x 2)), int64)" in said
    assert "\n" not in said


def test_an_internal_compiler_error_is_reported_in_one_sentence(monkeypatch, tmp_path):
    edit = ("rules.py", "    left = state.lifts\n", "    left = state.lifts\n    state.last = left\n")
    game = planted(monkeypatch, tmp_path, games()["cups"], edit)
    with pytest.raises(AssertionError, match=r"the compiler does not take this: KeyError 'last'$"):
        check_lockstep(game, {}, chooser(0))
