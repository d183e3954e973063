"""Interpreted and compiled rules agree, field by field, and never look past the end of a list."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import planted

from ludoteka.games import games
from ludoteka.testing import check_lockstep, chooser, variants

GAMES = 1000  # random ones for each game of the house
PLIES = 200

WITHOUT_COIN = """
from ludoteka.core.twins import compiled
from ludoteka.games import games
rules = games()["{game}"].rules
compiled(rules).is_found(rules.start({{}}).pack())
"""

each_game = pytest.mark.parametrize("game", games().values(), ids=games().keys())


@each_game
@given(data=st.data(), seed=st.integers(0, 2**32), plies=st.integers(0, PLIES))
@settings(max_examples=GAMES, deadline=None)
def test_interpreted_and_compiled_agree_at_every_ply(game, data, seed, plies):
    options = data.draw(st.sampled_from(variants(game)))
    check_lockstep(game, options, chooser(seed), plies)


def run(*words):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    return subprocess.run([sys.executable, *words], check=False, env=environment, capture_output=True, text=True)


@each_game
def test_no_index_leads_past_the_end(game):
    """The compiler leaves that unchecked unless it is told to watch."""
    done = run("-W", "error", Path(__file__).with_name("within_bounds.py"), game.name)
    assert done.returncode == 0, done.stderr


def test_an_index_past_the_end_would_be_seen(monkeypatch, tmp_path):
    """Before the coin is hidden there is no cup over it."""
    game = planted(monkeypatch, tmp_path, games()["cups"], ("rules.py", "state.coin != NOWHERE and ", ""))
    monkeypatch.setenv("LUDOTEKA_GAMES", str(tmp_path))
    done = run("-c", WITHOUT_COIN.format(game=game.name))
    assert "IndexError" in done.stderr
    assert done.returncode != 0


def test_rules_that_run_into_another_number_compiled_are_caught(monkeypatch, tmp_path):
    """Compiled, a field is 32 bits wide."""
    edit = ("rules.py", "state.lifts = action - THROW + 1", "state.lifts = action - THROW + 1 + (1 << 32)")
    game = planted(monkeypatch, tmp_path, games()["cups"], edit)
    with pytest.raises(AssertionError, match=r"lifts is 429496729\d interpreted, \d compiled"):
        check_lockstep(game, {}, chooser(0))
