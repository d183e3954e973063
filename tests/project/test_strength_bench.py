"""The strength bench counts wins and scores, also for games outside the package."""

import os
import subprocess
import sys
from pathlib import Path

import coins

ROOT = Path(__file__).parents[2]
OWN = str(Path(coins.__file__).parents[1])


def measured(*arguments, games=OWN):
    done = subprocess.run(
        [sys.executable, ROOT / "bench" / "strength.py", *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"LUDOTEKA_GAMES": games},
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_game_with_scores_shows_its_mean_score_beside_its_wins():
    lines = measured("coins", "6", "6", "--games", "2").splitlines()

    assert "level 6 against level 6, 2 matches of 6 plies" in lines
    assert lines[1:3] == [
        "  as Norma      won   1  drawn   0  lost   0  mean score +4.00",
        "  as Silas      won   0  drawn   0  lost   1  mean score -4.00",
    ]
    assert lines[3] == "  mean score of all matches +0.00"


def test_a_game_with_its_own_computer_and_no_scores_shows_wins_alone():
    told = measured("labyrinth", "8", "0", "--games", "2")

    assert "2 matches of" in told
    assert "score" not in told
