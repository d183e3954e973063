"""Where numba isn't installed, everything plays with interpreted searches, and the house says so once."""

import os
import subprocess
import sys

import pytest
from houses import PERSON, RunningHouse, make, seated, until
from plugins.campaign import IS_CAMPAIGN
from programs import forked
from programs.drivers import Driver

from ludoteka.core.match import Match
from ludoteka.games import games

WARNING = "more slowly until numba is installed"
RECORD = '[Game "tavlei"]\n\n1. e2-c2 e4-c4\n2. c2-c3 resign:d 1-0\n'
LEVELS = """
import sys
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.turn import build_turn
from ludoteka.players.computer import choose_action
from ludoteka.players.levels import highest_level, usual_level
for game in games().values():
    match = Match(game)
    while match.seat < 0:
        match.play(match.legal_texts()[0])
    highest = [highest_level(game)] if sys.argv[1:] else []
    for level in sorted({1, usual_level(game), *highest}):
        turn = build_turn(match, match.acceptable(), level, 1)
        if choose_action(turn) not in turn.legal:
            print(game.name, level)
"""
PAIRINGS = """
from ludoteka.features.tournaments.model import Entry, TournamentProgress
from ludoteka.features.tournaments.pairings import order_table
from ludoteka.features.tournaments.pairings import pair_swiss
progress = TournamentProgress([Entry(name, seed) for seed, name in enumerate("abcd")], [])
print(*("".join(one.players) for one in pair_swiss(progress)), "".join(order_table(progress, "abcd")))
"""
PARTS = ("numba llvmlite", "numba llvmlite numpy")  # of the compiler, which can be missing
BARE = PARTS[-1]


@pytest.fixture(scope="module")
def environments(tmp_path_factory):
    """Return the environments of processes in which these packages can't be imported."""
    folders = {names: tmp_path_factory.mktemp("without") for names in PARTS}
    for names, folder in folders.items():
        code = f"import sys\nsys.modules.update(dict.fromkeys({names.split()}))\n"
        (folder / "sitecustomize.py").write_text(code, "utf-8")
    return {names: {"PYTHONPATH": str(folder)} for names, folder in folders.items()}


@pytest.fixture(params=PARTS)
def missing(request, environments):
    return environments[request.param]


@pytest.fixture
def bare(environments):
    return environments[BARE]


def run(environment, *arguments, language="en", **more):
    return forked.run(*arguments, env=os.environ | {"LANGUAGE": language} | environment, **more)


def test_the_computer_plays_every_game(bare):
    program = [sys.executable, "-c", LEVELS, *(["highest"] if IS_CAMPAIGN else [])]
    said = subprocess.run(program, env=os.environ | bare, capture_output=True, text=True, check=True)
    assert said.stdout + said.stderr == ""


def test_tournaments_are_paired(bare):
    program = [sys.executable, "-c", PAIRINGS]
    said = subprocess.run(program, env=os.environ | bare, capture_output=True, text=True, check=True)
    assert sorted("".join(sorted(table)) for table in said.stdout.split()) == ["abcd", "ac", "bd"]


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
    done = run(missing, "play", "tavlei", "--plain", "--level", 3, typed="hint\ne2-f2\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Hint: " in done.stdout
    assert "\nDefenders: " in done.stdout, "the computer has moved"


def test_the_engine_says_that_its_search_is_interpreted(missing):
    with Driver("tavlei", environment=missing) as engine:
        engine.send("setoption name Compiled value true")
        move, told = engine.think("depth 1")
    assert move in Match(games()["tavlei"]).legal_texts()
    assert "interpreted: numba can't be imported" in " ".join(told[0])


def test_the_doctor_says_how_computers_think_apart_from_how_moves_are_accepted(missing, tmp_path):
    slow, fast = (run(one, "doctor", "--data", tmp_path).stdout.splitlines() for one in (missing, {}))
    moves, thinking = 1, 2
    assert slow[moves] == fast[moves]
    assert slow[thinking].startswith("ok  Computers think in plain Python")
    assert fast[thinking] == "ok  Computers think in machine code, which numba compiles"


def test_a_recorded_match_is_reviewed(missing, tmp_path):
    (tmp_path / "record.txt").write_text(RECORD, "utf-8")
    done = run(missing, "review", tmp_path / "record.txt", "--depth", 1, "--json")
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
    said = {language: run(bare, *command, language=language) for language in ("en", "ru", "cs")}
    assert all((one.returncode, one.stdout, one.stderr.count("\n")) == (1, "", 1) for one in said.values()), said
    assert all("pip install numba" in one.stderr for one in said.values())
    assert len({one.stderr for one in said.values()}) == 3
