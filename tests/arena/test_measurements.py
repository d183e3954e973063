"""What the strength of levels and versions is measured with."""

import sys
from contextlib import closing
from pathlib import Path

import pytest

import level_duels
import quick_duels
from ludoteka.arena.tournament import create_terms, play_tournament
from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.games import games
from ludoteka.testing import chooser

EARLIER = Path(quick_duels.__file__).with_name("earlier_engine.py")


def test_quick_duels_see_that_who_judges_beats_who_hardly_does():
    said = quick_duels.compare("scripta", {}, [[0, 0], [0, 100_000]], 60, seed=1)
    share, broken = said.split(" ± ")[0], said.split(", ")[1]
    assert float(share.rstrip("%")) > 75
    assert broken == "0 broken off"


@pytest.mark.parametrize(("name", "quietly"), [("moksha", False), ("moksha", True), ("tavlei", False)])
def test_a_quick_game_ends_when_and_as_a_match_does(name, quietly):
    """Quiet play ends by repetition or after a hundred actions, other play by a win."""
    table = level_duels.Table(games()[name], {}, None)
    course, match, choose = level_duels.Course(table, "1"), Match(table.game, table.options), chooser(2)
    while not course.end():
        legal = match.legal()
        quiet = [one for one in legal if not table.game.rules.makes_progress(match.state, one)] if quietly else legal
        action = (quiet or legal)[choose(len(quiet or legal))]
        course.play(action)
        match.play(match.text_of(action))
    assert match.seat == NOBODY
    assert (course.plies, course.end()) == (len(match.actions), match.draw_reason or level_duels.WIN)


def test_quick_games_between_levels_are_played_once_and_kept(tmp_path):
    order = ["tavlei", "1", "2:60:2000", "1:600:500", "--plies", "40", "--out", str(tmp_path / "pairs")]
    assert [*level_duels.results(order)] == [*level_duels.results(order)]
    assert len((tmp_path / "pairs").read_text().splitlines()) == 1


def test_who_judges_better_is_ahead_at_the_limit_of_plies_with_either_side():
    table = level_duels.Table(games()["moksha"], {}, None, plies=200)
    judging, guessing = (level_duels.setting(table, text, 1.0) for text in ("2:60:2000", "1:8000:2000"))
    for players, ahead, behind in (((judging, guessing), 2, 0), ((guessing, judging), 0, 2)):
        played = [level_duels.play_game(table, players, "1", swapped) for swapped in (0, 1)]
        assert [(end, plies, len(leads)) for _, end, plies, leads in played] == [(level_duels.LIMIT, 200, 2)] * 2
        assert level_duels.summary([played]).endswith(f"at the limit {ahead} ahead and {behind} behind")


def test_a_version_plays_in_the_arena_with_a_number_of_positions():
    terms = create_terms(games()["tavlei"], {}, seed=1, opening=None, plies=6, go="nodes 200")
    players = "random", f"engine:{sys.executable} {EARLIER} tavlei 5"
    with closing(play_tournament(terms, [(players, 0)], 1)) as results:
        (duel,) = results
    assert [game.plies for game in duel.games] == [6, 6]
