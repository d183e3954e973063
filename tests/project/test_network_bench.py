"""The network bench: scripts of legal moves, its section of docs/bench.md, and a lock file without addresses."""

import json
import re
from pathlib import Path

import pytest
import running
import scripts
from houses import RunningHouse

from ludoteka.core.match import Match
from ludoteka.games import games
from network import placed

ROOT = Path(__file__).parents[2]
BENCH = ROOT / "bench" / "network"


@pytest.fixture(scope="module")
def moves(tmp_path_factory):
    """A file with the moves of two matches."""
    file = tmp_path_factory.mktemp("moves") / "scripts.json"
    scripts.write(file, 2)
    return file


def test_the_scripts_are_different_matches_of_legal_moves(moves):
    one, other = json.loads(moves.read_text("utf-8"))
    assert one != other
    for script in (one, other):
        match = Match(games()[scripts.GAME])
        for text in script:
            match.play(text)
        assert len(script) == scripts.PLIES


def test_every_kind_of_load_runs_on_a_real_house(moves, tmp_path):
    with RunningHouse(tmp_path / "house") as house:
        server = running.Server(running.HOUSE, house.address, house.process.pid)
        told = {
            load: running.loaded(running.Load(load, 2, 0.5, rate=50, plies=3), moves, [server])
            for load in ("closed", "open", "rest")
        }
    assert told["rest"]["sockets"] == 4
    for load in ("closed", "open"):
        assert told[load]["moves"] > 0
        assert 0 < told[load]["median"] <= told[load]["p95"] <= told[load]["p99"]


def test_seats_that_choose_at_random_play_every_game(tmp_path):
    with RunningHouse(tmp_path / "house") as house:
        for game in games():
            server = running.Server(running.HOUSE, house.address, house.process.pid, game)
            assert running.loaded(running.Load("closed", 2, 0.2), None, [server])["moves"] > 0, game


def test_a_new_section_of_the_page_replaces_the_previous_one():
    page = "# Page\n\n## One\n\ntext\n\n## The network\n\nold\n\n### Part\n\nold\n\n## Two\n\ntext\n"
    assert (
        placed("## The network\n\nnew\n", page)
        == "# Page\n\n## One\n\ntext\n\n## The network\n\nnew\n\n## Two\n\ntext\n"
    )
    assert placed("## The network\n\nnew\n", "# Page\n") == "# Page\n\n## The network\n\nnew\n"


def test_the_lock_file_of_boardgame_io_contains_no_address():
    text = (BENCH / "peer" / "package-lock.json").read_text("utf-8")
    assert not re.search(r'"resolved"', text)
    assert set(json.loads(text)["packages"][""]["dependencies"]) == {"boardgame.io", "node-persist"}
