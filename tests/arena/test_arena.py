"""The arena sets players against each other fairly, and goes on where it was interrupted."""

import json
import os
import subprocess
import sys
from pathlib import Path

import coins
import pytest
from programs import forked
from programs.processes import is_ready

from ludoteka.arena.tournament import SeatDice, create_terms, play_duel
from ludoteka.games import games

ROOT = Path(__file__).parents[2]
TABLES = os.pathsep.join(
    map(str, [Path(coins.__file__).parents[1], ROOT / "tests" / "sixth", ROOT / "examples" / "games"])
)


def arena(*arguments):
    """Run `ludoteka arena`."""
    environment = os.environ | {"LUDOTEKA_GAMES": TABLES, "LANGUAGE": "en"}
    return forked.run("arena", *arguments, env=environment, timeout=300)


def summary(*arguments):
    """The summary of an arena."""
    done = arena(*arguments, "--jobs", 1, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_both_games_of_a_pair_give_each_seat_the_same_throws_in_any_order():
    first, second = (SeatDice("fair", "1/0") for _ in range(2))
    early = [first.throw(0, 6) for _ in range(20)]
    late = [second.throw(1, 6) for _ in range(7)] and [second.throw(0, 6) for _ in range(20)]

    assert early == late
    assert early != [second.throw(1, 6) for _ in range(20)]


@pytest.mark.parametrize(("game", "options"), [("scripta", {"pieces": 1}), ("quagmire", {}), ("moksha", {})])
def test_two_players_who_play_alike_share_the_points_of_every_pair(game, options):
    terms = create_terms(games()[game], options, 1, None, 60)
    duel = play_duel(terms, ("random", "random"), 0)

    assert play_duel(terms, ("random", "random"), 0).games == duel.games
    assert sorted(" ".join(one.seats for one in duel.games).split()) == sorted(duel.games[0].returns)
    assert len(duel.games[0].seats) == len(duel.games[1].seats)


def test_players_of_a_game_with_secrets_play_a_pair_in_the_same_maze():
    duel = play_duel(create_terms(games()["labyrinth"], {}, 1, None, 300), ("level:1", "random"), 0)
    assert [game.plies <= 300 for game in duel.games] == [True, True]
    assert {game.end for game in duel.games} <= {"win", "draw", "limit"}


def test_the_summary_lists_only_the_seats_that_play_in_a_game_that_others_could_join():
    told = summary("labyrinth", "random", "level:1", "--pairs", 1, "--plies", 20)
    assert told["options"]["guests"]
    assert list(told["best_seats"]) == ["P", "Q"]


def test_an_interrupted_arena_goes_on_and_the_results_are_those_of_an_uninterrupted_one(tmp_path):
    file = tmp_path / "results.jsonl"
    players = ("cups", "random", "level:1")
    whole = summary(*players, "--pairs", 3)
    summary(*players, "--pairs", 1, "--out", file)
    first = file.read_text("utf-8")
    file.write_text(first + first[:50], "utf-8")  # as after a failure in the middle of a line

    resumed = summary(*players, "--pairs", 3, "--out", file)

    assert [resumed[key] for key in ("games", "ends", "pairings")] == [
        whole[key] for key in ("games", "ends", "pairings")
    ]
    assert file.read_text("utf-8").startswith(first)
    assert len(file.read_text("utf-8").splitlines()) == 4


def test_an_engine_that_sees_the_end_never_gets_less_than_the_game_is_worth():
    engine = f"engine:{sys.executable} -m ludoteka engine coins"
    found = summary("coins", engine, "random", "--pairs", 2, "--go", "depth 6", "--opening", 0)
    (pairing,) = found["pairings"]

    assert pairing["won"] + pairing["drawn"] + pairing["lost"] == 4
    assert pairing["won"] >= pairing["lost"]
    assert pairing["mean_return"] >= 0


def test_people_get_tables_and_the_sequential_test_stops_early():
    done = arena("coins", "search:depth=6", "random", "--pairs", 3000, "--jobs", 1, "--sprt", "0,200", "--opening", 0)
    assert done.returncode == 0
    assert "accepted: 200 Elo rather than 0" in done.stdout
    assert "Mean score" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tavlei", "random", "level:99"), "There is no player level:99 here."),
        (("tavlei", "random", "random"), "Name two or more players, each of them once."),
        (("labyrinth", "random", "engine:true"), "This game has secrets, which an engine would hear."),
        (("labyrinth", "random", "mcts:nodes=5"), "This game has secrets, which the searches don't handle yet."),
        (("tavlei", "random", "worlds:nodes=5"), "There is no player worlds:nodes=5 here."),
        (("tavlei", "random", "mcts:depth=5"), "There is no player mcts:depth=5 here."),
        (("tavlei", "random", "level:1", "--sprt", "5"), "--sprt takes two numbers"),
        (("labyrinth", "random", "level:1", "--option", "players=1"), "An arena needs at least two seats."),
        (("coins", "random", "engine:true"), "The engine true failed"),
        (("coins", "random", "engine:/nowhere"), "The engine /nowhere failed: No such file or directory\n"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(arguments, sentence):
    done = arena(*arguments, "--pairs", 1)
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("tavlei", {"random", "level:N", "search:LIMITS", "mcts:LIMITS", "policy:FILE", "engine:COMMAND"}),
        ("labyrinth", {"random", "level:N", "policy:FILE"}),
        ("kuhn", {"random", "level:N", "policy:FILE", "worlds:LIMITS"}),
    ],
)
def test_whoever_names_no_player_is_told_the_kinds_that_can_play_this_game(game, kinds):
    done = arena(game, "random", "nobody", "--pairs", 1)
    _, told = done.stderr.rstrip(".\n").split("Choose from: ")
    assert set(told.split(", ")) == kinds


def test_the_help_names_every_kind_of_player():
    said = arena("--help").stdout
    kinds = ("random", "level:N", "search:LIMITS", "mcts:LIMITS", "worlds:LIMITS", "policy:FILE", "engine:COMMAND")
    assert all(kind in said for kind in kinds)


def engine_that_never_answers(path):
    """The name of a player, and a reader of the numbers of the processes that started it; its player waits for ever."""
    engine, pipe = path / "engine.sh", path / "pipe"
    engine.write_text(f"echo $PPID > {pipe}; exec cat > /dev/null")
    os.mkfifo(pipe)
    return f"engine:sh {engine}", os.fdopen(os.open(pipe, os.O_RDWR | os.O_NONBLOCK), "rb", buffering=0)


def start_arena(*arguments):
    command = [sys.executable, "-m", "ludoteka", "arena", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_the_processes_that_play_end_when_the_arena_is_killed(tmp_path):
    engine, started = engine_that_never_answers(tmp_path)
    with started, start_arena("tavlei", "random", engine, "--jobs", "1") as process:
        assert is_ready(started), "no player started the engine"
        player = os.pidfd_open(int(started.read(100).split()[0]))  # it may have started the engine twice by now
        process.kill()

    assert is_ready(player)
    os.close(player)


def test_two_processes_share_the_two_games_of_a_pair(tmp_path):
    engine, started = engine_that_never_answers(tmp_path)
    players = set()
    with started, start_arena("tavlei", "random", engine, "--jobs", "2", "--pairs", "1") as process:
        while len(players) < 2:
            assert is_ready(started), "only one player started the engine"
            players |= {*started.read(100).split()}
        process.kill()
