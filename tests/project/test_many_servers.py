"""The model of many servers: it agrees with what queueing theory knows, and the same seed gives the same figures."""

from pathlib import Path
from random import Random

import pytest
from simpy import Environment
from simulation import Database, Groups, Loop, Pace, Setup, read_constants

from many_servers import MARKS, measure, points_table, storm

PAGE = Path(__file__).parents[2] / "docs" / "operating" / "scaling.md"
SMALL = Setup(people=2000, servers=2, cores=2, workers=10)


@pytest.fixture(scope="module")
def constants():
    """Constants of round numbers, so that new measurements don't change what is expected here."""
    real = read_constants()
    server = dict.fromkeys(real.server, 1e-4)
    return real._replace(
        server=server | {"beat": 2e-3, "hello": 1e-2},
        database={"commit": 4e-4, "row": 1e-4, "read": 2e-4, "flush": 1e-3},
        broker=dict.fromkeys(real.broker, 1e-5),
        network=1e-4,
        people={
            "playing": 0.8,
            "against_computer": 0.5,
            "request_every_seconds": 20.0,
            "change_every_seconds": 100.0,
        },
        games=(Pace(share=0.5, seconds=10.0, thinking=0.5), Pace(share=0.5, seconds=5.0, thinking=0.1)),
        clients={"first_delay_seconds": 0.25, "longest_delay_seconds": 8.0, "most_waiting": 1000},
    )


def test_queries_on_one_core_wait_as_long_as_theory_says():
    """Random arrivals, equal times and one core are M/D/1: the mean wait is load x time / (2 (1 - load)), by Pollaczek and Khinchine."""
    env, random, waits = Environment(), Random(1), []
    database = Database(env, {"flush": 0.0}, cores=1)
    seconds, load = 0.01, 0.7

    def ask():
        began = env.now
        yield from database.execute(seconds)
        waits.append(env.now - began - seconds)

    def arrive():
        while True:
            yield env.timeout(random.expovariate(load / seconds))
            env.process(ask())

    env.process(arrive())
    env.run(400)
    assert sum(waits) / len(waits) == pytest.approx(load * seconds / (2 * (1 - load)), rel=0.05)
    assert database.busy / 400 == pytest.approx(load, rel=0.02)


def test_an_event_loop_does_in_one_iteration_what_has_come_during_the_last():
    env, ends = Environment(), []
    loop = Loop(env, iteration=1.0)

    def work(at):
        yield env.timeout(at)
        yield loop.do(10.0)
        ends.append(env.now)

    for at in (0, 1, 2):
        env.process(work(at))
    env.run()
    assert ends == [11.0, 32.0, 32.0]
    assert loop.busy == 32.0


def test_one_connection_starts_in_each_iteration():
    env, ends = Environment(), []
    loop = Loop(env, iteration=1.0)

    def connect():
        yield loop.start(2.0)
        ends.append(env.now)

    for _ in range(3):
        env.process(connect())
    env.run()
    assert ends == [3.0, 6.0, 9.0]


def test_whatever_comes_while_a_group_is_under_way_is_in_the_next_one():
    env, sizes = Environment(), []

    def commit(size):
        sizes.append(size)
        yield env.timeout(5.0)

    groups = Groups(env, commit)

    def write(at):
        yield env.timeout(at)
        yield groups.join()

    for at in (0, 1, 2, 3, 20):
        env.process(write(at))
    env.run()
    assert sizes == [1, 3, 1]


def test_servers_are_as_busy_as_their_work_adds_up_to(constants):
    """At few moves nothing is done together, so the costs of a move are the sum of its parts."""
    costs = constants.server
    load = measure(constants, Setup(0, 1, 4, 1, apart=0.0, moves=10.0), seconds=60.0)
    iterations = 4  # decide, commit, publish and show, of which the last two mostly come together
    parts = sum(costs[part] for part in ("decide", "commit", "row", "publish", "show")) + (iterations - 1) * 1e-4
    assert load.server / load.moves == pytest.approx(parts, rel=0.02)
    assert load.database / load.moves == pytest.approx(5e-4, rel=0.02)


def test_the_same_seed_gives_the_same_figures_and_another_one_others(constants):
    first, again, other = (measure(constants, SMALL, seconds=2.0, seed=seed) for seed in (1, 1, 2))
    assert first == again != other


def test_a_small_house_does_what_it_did_before(constants):
    load = measure(constants, SMALL, seconds=4.0)
    expected = (
        224.25,
        0.0026000000000001577,
        0.005021075741989733,
        0.09823749999999809,
        0.11387499999999509,
        0.009534999999999627,
        9.915127649786786,
    )
    assert load == pytest.approx(expected, rel=1e-6)


def test_more_people_at_the_same_servers_wait_longer(constants):
    few, many = (measure(constants, SMALL._replace(people=people, cores=8), 4.0) for people in (1000, 20_000))
    assert few.p99 < many.p99
    assert few.server < many.server


def test_everybody_whose_server_dies_comes_back_and_moves_are_slower_until_then(constants):
    outcome = storm(constants, people=1000, cores=4, brokers=1, seconds=12.0)
    assert outcome.half <= outcome.nearly_all < float("inf")
    assert outcome.worst > outcome.before
    assert outcome.normal < 12


def test_the_model_is_compared_with_every_measured_point():
    constants = read_constants()
    rows = list(points_table(constants, constants.points))[2:]
    assert [row.split(" | ")[0] for row in rows] == [f"| {point.name}" for point in constants.points]


def test_the_shares_of_the_games_add_up_to_one():
    assert sum(game.share for game in read_constants().games) == pytest.approx(1.0)


def test_the_page_has_a_place_for_the_tables():
    assert len(MARKS.findall(PAGE.read_text("utf-8"))) == 1
