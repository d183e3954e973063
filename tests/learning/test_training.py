"""`ludoteka train`, run as a real program."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from plugins.campaign import scaled
from programs import forked
from programs.processes import handles, is_ready
from programs.servers import children, free_port

from ludoteka.core.message import Refused
from ludoteka.core.network.weights import read_network
from ludoteka.games import games
from ludoteka.learning.trainer import TrainingPlan, train

SCRIPTA = games()["scripta"]
PLAN = TrainingPlan(games=scaled(16, 2), seed=5, processes=1, games_per_round=scaled(8, 2))
TEN = ("train", "scripta", "--games", 10, "--pairs", 1, "--processes", 2)


def ludoteka(*arguments):
    return forked.run(*arguments, timeout=300, env=os.environ | {"LANGUAGE": "en"})


class Interrupt(Exception):
    pass


def weights_after(folder, plan=PLAN, stop=None):
    """Train in a folder, perhaps only until the round `stop`, and return the weights."""

    def report(one):
        if one.rounds == stop:
            raise Interrupt

    folder.mkdir(exist_ok=True)
    try:
        done = train(SCRIPTA, plan, folder, report, measure_every=99, pairs=1)
    except Interrupt:
        return None
    return [weight.tolist() for weight in done.weights]


def test_a_training_is_repeated_exactly_from_its_seed_even_if_it_is_interrupted(tmp_path):
    whole = weights_after(tmp_path / "whole")
    weights_after(tmp_path / "parts", stop=1)
    assert weights_after(tmp_path / "parts") == whole
    assert weights_after(tmp_path / "other", PLAN._replace(seed=6)) != whole
    with pytest.raises(Refused, match="other-training"):
        weights_after(tmp_path / "parts", PLAN._replace(rate=0.5))


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """What the command said, and the folder into which it wrote."""
    folder = tmp_path_factory.mktemp("trained")
    return ludoteka(*TEN, "--folder", folder), folder


def test_the_command_writes_a_network_with_its_origin_a_log_and_a_curve(trained):
    done, folder = trained
    assert done.stdout.splitlines() == [str(folder / "network.json")], done.stderr
    assert re.search(r"pieces=15 must_move=True \d\.\d+, pieces=3 must_move=True \d\.\d+", done.stderr), (
        "the measurement is printed"
    )
    content = json.loads((folder / "network.json").read_text("utf-8"))
    assert content["origin"].items() >= {"game": "scripta", "games": 10, "seed": 1, "processes": 2}.items()
    assert read_network(folder / "network.json", SCRIPTA.training.features.FEATURES)
    (line,) = (folder / "log.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["won"].keys() == {f"pieces={count} must_move=True" for count in (15, 9, 5, 3, 1)}
    assert "<polyline" in (folder / "curve.svg").read_text("utf-8")
    bench = [sys.executable, "bench/learned.py", "scripta", folder / "network.json", "--pairs", "2", "--free"]
    report = subprocess.check_output(bench, text=True, cwd=Path(__file__).parents[2])
    assert len(re.findall(r"pieces \d+, must_move True: \d/\d/\d won/drawn/lost, \d\.\d+ ± \d\.\d+", report)) == 5


def test_the_processes_that_play_end_when_the_training_is_killed(tmp_path):
    plan = ("--games", 10**6, "--pairs", 1, "--measure-every", 1, "--processes", 2, "--folder", tmp_path)
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with forked.start("train", "scripta", *plan, **pipes) as process:
        assert process.stderr.readline(), "no round was played"
        players = handles(children(process.pid))
        process.kill()

    assert len(players) >= 2
    for player in players:
        assert is_ready(player)
        os.close(player)


def test_a_training_one_of_whose_processes_is_killed_ends_with_a_sentence(tmp_path):
    plan = ("--games", 10**6, "--pairs", 1, "--measure-every", 1, "--processes", 2, "--folder", tmp_path)
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with forked.start("train", "scripta", *plan, **pipes, env=os.environ | {"LANGUAGE": "en"}) as process:
        assert process.stderr.readline(), "no round was played"
        player = children(process.pid)[-1]
        os.kill(player, signal.SIGKILL)
        *_, last = process.stderr.read().splitlines()

    sentence = "A process in which games were played has ended. Run the same command again to continue."
    assert (process.returncode, last) == (1, sentence)


def test_a_cluster_learns_the_same_as_processes_of_one_machine(trained, tmp_path):
    done = ludoteka(*TEN, "--folder", tmp_path, "--cluster", "local")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "network.json").read_bytes() == (trained[1] / "network.json").read_bytes()


def test_a_cluster_that_nobody_runs_is_refused(tmp_path):
    done = ludoteka("train", "scripta", "--folder", tmp_path, "--cluster", f"127.0.0.1:{free_port()}")
    assert (done.returncode, done.stderr.splitlines()[-1][:28]) == (1, "No Ray cluster answers at 12")


def test_a_game_without_anything_to_train_is_refused():
    done = ludoteka("train", "labyrinth")
    assert (done.returncode, done.stderr) == (1, "There is nothing to train in this game.\n")
