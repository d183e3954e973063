"""Where numba isn't installed, everything plays with interpreted searches, and the house says so once."""

import os
import subprocess
import sys

import pytest
from houses import PERSON, RunningHouse, make, seated, until
from programs.drivers import Driver

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.levels import highest_level, usual_level

WARNING = "numba is not installed"
RECORD = '[Game "tavlei"]\n\n1. e2-c2 e4-c4\n2. c2-c3 resign:d 1-0\n'
LEVELS = """
import sys
from ludoteka.arena.players import seen_turn
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.computer import choose_action
game, *levels = sys.argv[1:]
match = Match(games()[game])
while match.seat < 0:
    match.play(match.legal_texts()[0])
turns = [seen_turn(match, int(level), 1) for level in levels]
print(all(choose_action(turn) in turn.legal for turn in turns))
"""


@pytest.fixture(params=["numba llvmlite", "numba llvmlite numpy"])
def missing(request, tmp_path):
    """Return the environment of a process in which these packages can't be imported."""
    return _environment(tmp_path, request.param)


@pytest.fixture
def bare(tmp_path):
    """Return the environment of a process in which no part of the compiler can be imported."""
    return _environment(tmp_path, "numba llvmlite numpy")


def _environment(folder, names):
    code = f"import sys\nsys.modules.update(dict.fromkeys({names.split()}))\n"
    (folder / "sitecustomize.py").write_text(code, "utf-8")
    return {"PYTHONPATH": str(folder)}


def run(environment, *arguments, language="en", **rest):
    own = os.environ | {"LANGUAGE": language} | environment
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, env=own, capture_output=True, text=True, check=False, timeout=120, **rest)


@pytest.mark.parametrize("game", games())
def test_the_computer_plays_every_game(bare, game):
    highest = highest_level(games()[game])
    done = run(bare, "-c", LEVELS, game, *sorted({1, usual_level(games()[game]), highest}))
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_house_plays_gives_hints_analyses_and_reviews_and_warns_once(missing, tmp_path):
    with RunningHouse(tmp_path / "house", environment=missing) as house:
        with house.guest() as guest:
            guest.get("/")
            match = make(guest, seats={"a": PERSON, "d": {"kind": "computer", "level": 5}})
            with seated(guest, match) as player:
                assert player.command("hint")["t"] == "done"
                player.act(player.next("hint")["d"]["path"])
                player.until(lambda view: view["yours"] and len(view["moves"]["list"]) == 2)
            lines = guest.post(
                "/api/analysis/lines", json={"game": "moksha", "actions": [], "lines": 1, "seconds": 0.1}
            )
            assert lines.json()["lines"]
            review = f"/api/matches/{guest.post('/api/records', content=RECORD).json()['id']}/review"
            guest.post(review).raise_for_status()
            assert until(lambda: guest.get(review).json()["review"])["steps"]
        house.close()
    assert house.complaints.count(WARNING) == 1, house.complaints
    assert len(house.complaints.splitlines()) == 1, house.complaints


def test_the_terminal_client_plays_without_a_word_about_it(missing):
    done = run(missing, "-m", "ludoteka", "play", "tavlei", "--plain", "--level", 3, input="hint\ne2-f2\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hint: " in done.stdout
    assert "\nDefenders: " in done.stdout, "the computer has moved"


def test_the_engine_says_that_its_search_is_interpreted(missing):
    with Driver("tavlei", environment=missing) as engine:
        engine.send("setoption name Compiled value true")
        move, told = engine.think("depth 1")
    assert move in Match(games()["tavlei"]).legal_texts()
    assert "interpreted: numba can't be imported" in " ".join(told[0])


def test_a_recorded_match_is_reviewed(missing, tmp_path):
    (tmp_path / "record.txt").write_text(RECORD, "utf-8")
    done = run(missing, "-m", "ludoteka", "review", tmp_path / "record.txt", "--depth", 1, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"steps"' in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("arena", "tavlei", "random", "level:1"),
        ("bench",),
        ("check", "tavlei"),
        ("perft", "tavlei", 2),
        ("train", "quagmire"),
    ],
    ids=lambda command: command[0],
)
def test_what_makes_no_sense_without_a_compiler_is_refused_with_one_sentence(bare, command):
    said = {language: run(bare, "-m", "ludoteka", *command, language=language) for language in ("en", "ru", "cs")}
    assert all((one.returncode, one.stdout, one.stderr.count("\n")) == (1, "", 1) for one in said.values()), said
    assert all("pip install numba" in one.stderr for one in said.values())
    assert len({one.stderr for one in said.values()}) == 3
