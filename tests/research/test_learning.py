"""The examples of learning learn: in seconds, they play better than before, and the same seed gives the same network."""

import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from ludoteka.games import games
from ludoteka.players.policies import Policy
from ludoteka.research.seat import SeatEnv

EXAMPLES = Path(__file__).parents[2] / "examples" / "learning"
LOADED = {}  # the modules of the examples, whose compiled functions serve all tests
SHORT = ("--pieces", 1, "--matches", 64, "--jobs", 1)


@pytest.fixture
def learn(monkeypatch, capsys):
    """A function that runs a program that learns, and returns the lines that it prints."""
    monkeypatch.syspath_prepend(EXAMPLES)
    monkeypatch.setenv("PYTHONHASHSEED", "0")  # skrl sets it for every program that is started later

    def run(program, folder, *arguments):
        import_module(program).main([*map(str, arguments), "--folder", str(folder)])
        return capsys.readouterr().out.splitlines()

    names = [path.stem for path in EXAMPLES.glob("*.py")]  # words that other folders use, too
    others = {name: sys.modules.pop(name) for name in names if name in sys.modules}
    sys.modules.update(LOADED)
    yield run
    LOADED.update({name: sys.modules.pop(name) for name in names if name in sys.modules})
    sys.modules.update(others)


def same(one, other):
    """Whether two policies have the same numbers."""
    pairs = zip(one.layers, other.layers, strict=True)
    return all(np.array_equal(a, b) for pair in pairs for a, b in zip(*pair, strict=True))


def test_in_seconds_a_race_is_learned_better_than_chance_plays(learn, tmp_path):
    printed = learn("race", tmp_path, *SHORT, "--rounds", 40, "--games", 40, "--opponents", "random")
    opponent, count, points, spread = printed[-1].split()
    policy = Policy.load(tmp_path / "race.npz", games()["scripta"])

    assert (opponent, count) == ("random", "40")
    assert float(points.rstrip("%")) - float(spread.strip("±%")) > 50
    assert policy.recipe["options"] == {"pieces": 1, "must_move": False, "dice": "fair"}
    assert (policy.recipe["seed"], policy.recipe["rounds"]) == (1, 40)


def test_a_training_is_repeatable_and_goes_on_where_it_stopped(learn, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        learn("race", folder, *SHORT, "--rounds", 2, "--games", 0)
    before = Policy.load(one / "race.npz")
    learn("race", one, *SHORT, "--rounds", 3, "--games", 0)
    after = Policy.load(one / "race.npz")

    assert same(before, Policy.load(other / "race.npz"))
    assert after.recipe["rounds"] == 3
    assert not same(before, after)


def test_a_training_does_not_go_on_by_another_recipe(learn, tmp_path):
    learn("race", tmp_path, *SHORT, "--rounds", 1, "--games", 0)
    with pytest.raises(SystemExit, match="choose another folder"):
        learn("race", tmp_path, "--pieces", 2, "--matches", 64, "--rounds", 1)


def test_what_skrl_has_learned_plays_in_an_arena_and_in_environments(learn, tmp_path):
    arguments = ("--pieces", 1, "--rounds", 2, "--opponents", "random", "--games", 4, "--jobs", 1)
    printed = learn("skrl_ppo", tmp_path, *arguments)
    policy = Policy.load(tmp_path / "skrl_ppo.npz", games()["scripta"])

    assert printed[-1].split()[:2] == ["random", "4"]
    assert (policy.recipe["opponents"], policy.recipe["rounds"]) == (["random"], 2)
    env, is_over = SeatEnv("scripta", opponent=policy, options=policy.recipe["options"]), False
    observation, info = env.reset(seed=1)
    while not is_over:
        choice = policy({"observation": observation, "action_mask": info["action_mask"]})
        observation, reward, is_over, _, info = env.step(choice)
        assert "refused" not in info
    assert abs(reward) == 1


def test_an_agent_of_skrl_draws_only_legal_choices_and_its_file_rates_them_alike(learn, tmp_path):
    program = import_module("skrl_ppo")
    env = program.create_env(["random"], {"pieces": 3})
    agent = program.create_agent(env)
    agent.init()
    program.save(agent, tmp_path / "skrl_ppo.npz", {})
    seen = env.reset()[0]
    choices, outputs = agent.act(seen, None, timestep=0, timesteps=1)
    masks, numbers = np.split(np.asarray(seen), [program.CHOICES], 1)
    ratings, values = Policy.load(tmp_path / "skrl_ppo.npz").rate(numbers)

    assert np.take_along_axis(masks, np.asarray(choices), 1).all()
    assert np.allclose(ratings[masks > 0], np.asarray(outputs["net_output"])[masks > 0], atol=1e-4)
    assert not values.any()


def test_a_search_learns_to_foresee_itself_and_plays_better_than_chance(learn, tmp_path):
    printed = learn("alphazero", tmp_path, "--generations", 2, "--simulations", 12)
    first, second = (float(line.split("loss ")[1].split(";")[0]) for line in printed if "loss" in line)
    against = {line.split("  ")[0]: float(line.split("%")[0].split()[-1]) for line in printed[-2:]}

    assert second < first
    assert against["chance"] > 50
    assert list(against) == ["chance", "the untrained search"]
    assert Policy.load(tmp_path / "alphazero.npz", games()["tavlei"]).recipe["generations"] == 2
