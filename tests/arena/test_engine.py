"""The engine keeps what docs/engine.md promises to programs that talk to it."""

import random

import pytest
from programs import forked
from programs.drivers import Driver


@pytest.fixture(scope="module")
def tavlei():
    with Driver("tavlei") as driver:
        yield driver


def value(line, word):
    """The word after a word of an `info` line."""
    return line[line.index(word) + 1]


def playing(driver, order):
    """Play a game to its end; the engine moves, and the driver throws the dice."""
    moves, chance = [], random.Random(3)
    while driver.ask("gameover") == ["false"]:
        if driver.ask("turn") == ["chance"]:
            moves.append(chance.choice(driver.ask("moves")))
        else:
            legal = driver.ask("moves")
            moves.append(driver.think(order)[0])
            assert moves[-1] in legal
        driver.send(f"position startpos moves {' '.join(moves)}")
    return moves


def test_it_introduces_itself_with_its_options(tavlei):
    tavlei.send("ugi")
    lines = tavlei.read("ugiok")

    assert [line[:2] for line in lines[:2]] == [["id", "name"], ["id", "author"]]
    assert ["option", "name", "repetition", "type", "combo", "default", "draw", "var", "draw", "var", "off"] in lines
    assert {line[2] for line in lines[2:-1]} >= {"MultiPV", "Ponder", "Compiled", "Search"}


def test_it_plays_a_whole_game_with_dice_by_its_own_rules():
    with Driver("scripta", "--option", "pieces=1") as driver:
        assert playing(driver, "nodes 1")
        result, returns = driver.ask("result"), list(map(int, driver.ask("returns")))
        best = [f"p{number}win" for number, one in enumerate(returns, start=1) if one == max(returns)]

        assert result == (best if len(best) == 1 else ["draw"])
        assert driver.error("go depth 1") == "game-over"
        assert driver.read("bestmove") == [["bestmove", "(none)"]]


def test_another_search_can_be_chosen():
    with Driver("tavlei") as driver:
        driver.send("setoption name Compiled value false", "setoption name Search value mcts", "position startpos")
        best, told = driver.think("nodes 100")
        assert best in driver.ask("moves")
        assert value(told[-1], "nodes") == "100", "it counts simulations"


def test_lines_are_legal_and_the_best_comes_first(tavlei):
    tavlei.send("setoption name MultiPV value 3", "position startpos moves e2-f2")
    best, told = tavlei.think("depth 2")
    tavlei.send("setoption name MultiPV value 1")
    last = told[-3:]

    assert [value(line, "multipv") for line in last] == ["1", "2", "3"]
    assert {value(line, "depth") for line in last} == {"2"}
    scores = [int(value(line, "cp")) for line in last]
    assert scores == sorted(scores, reverse=True)
    assert best == value(last[0], "pv")
    for line in last:
        assert tavlei.ask("gameover") == ["false"]
        tavlei.send(f"position startpos moves e2-f2 {' '.join(line[line.index('pv') + 1 :])}")
        assert tavlei.ask("p1turn") == ["false"]


def test_a_win_in_one_ply_is_found_and_named(tavlei):
    tavlei.send("position fen 9/9/9/9/9/9/k8/9/1a7 d")
    best, told = tavlei.think("movetime 1")
    tavlei.send(f"position fen 9/9/9/9/9/9/k8/9/1a7 d moves {best}")

    assert told[-1][told[-1].index("score") :][:3] == ["score", "mate", "1"]
    assert tavlei.ask("result") == ["p2win"]


def test_it_thinks_until_it_is_stopped_and_listens_meanwhile(tavlei):
    tavlei.send("position startpos", "go infinite", "isready")
    tavlei.read("readyok")
    assert tavlei.error("position startpos") == "thinking"
    tavlei.send("stop")
    tavlei.read("bestmove")


@pytest.mark.parametrize("end", ["stop", "ponderhit"])
def test_pondering_ends_when_the_driver_says_so(tavlei, end):
    tavlei.send("position startpos moves e2-f2", "go ponder depth 1", "isready")
    assert "bestmove" not in {line[0] for line in tavlei.read("readyok")}
    tavlei.send(end)
    tavlei.read("bestmove")


def test_a_clock_limits_the_search(tavlei):
    tavlei.send("position startpos", "go p1time 300 p1inc 10 p2time 9000 p2inc 0")
    assert tavlei.read("bestmove")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("castle", "unknown-command"),
        ("\udcff\udcfe", "unknown-command"),
        ("query weather", "bad-query"),
        ("position", "bad-position"),
        ("position fen x", "bad-position"),
        ("position startpos moves e2-e9", "path-blocked"),
        ("position startpos moves e2-f2 zz", "bad-text"),
        ("setoption name Hash value 12", "bad-option"),
        ("setoption name Ponder value perhaps", "bad-option"),
        ("setoption name MultiPV value many", "bad-number"),
        ("setoption name Search value best", "bad-option"),
        ("go", "bad-go"),
        ("go sideways 3", "bad-go"),
        ("go depth", "bad-number"),
        ("go movetime 1e9", "bad-number"),
    ],
)
def test_bad_input_gets_a_clear_answer_and_changes_nothing(tavlei, line, code):
    tavlei.send("position startpos moves e2-f2")
    before = tavlei.ask("fen")

    assert tavlei.error(line) == code
    assert tavlei.ask("fen") == before


def test_the_throws_are_the_task_of_the_driver():
    with Driver("scripta") as driver:
        assert driver.ask("turn") == ["chance"]
        assert driver.error("go movetime 10") == "chance"


def test_games_with_secrets_are_refused_at_the_start():
    done = forked.run("engine", "labyrinth")
    assert (done.returncode, done.stdout) == (1, "")
    assert "secrets" in done.stderr
