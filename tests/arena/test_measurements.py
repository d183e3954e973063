"""What the strength of levels and versions is measured with."""

import sys
from contextlib import closing
from pathlib import Path

import quick_duels
from ludoteka.arena.duels import create_terms
from ludoteka.arena.tournament import play_tournament
from ludoteka.games import games

EARLIER = Path(quick_duels.__file__).with_name("earlier_engine.py")


def test_quick_duels_see_that_who_judges_beats_who_hardly_does():
    said = quick_duels.compare("quagmire", {"seats": "bt"}, [[0, 0], [0, 100_000]], 300, seed=1)
    share, broken = said.split(" ± ")[0], said.split(", ")[1]
    assert float(share.rstrip("%")) > 75
    assert broken == "0 broken off"


def test_a_version_plays_in_the_arena_with_a_number_of_positions():
    terms = create_terms(games()["tavlei"], {}, seed=1, opening=None, plies=6, go="nodes 200")
    players = "random", f"engine:{sys.executable} {EARLIER} tavlei 5"
    with closing(play_tournament(terms, [(players, 0)], 1)) as results:
        (duel,) = results
    assert [game.plies for game in duel.games] == [6, 6]
