"""One seat of a match is a Gymnasium environment: Gymnasium's own checks pass, and opponents play as in a house."""

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from policies import untrained

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.players.computer import choose_prepared_action
from ludoteka.players.turn import build_turn
from ludoteka.research import seat
from ludoteka.research.compiled_position import first_position
from ludoteka.research.opponents import house_player
from ludoteka.research.position import usual_options


def first_choice(observation):
    return int(np.flatnonzero(observation["action_mask"])[0])


def play(env, generator, seed):
    """Play one match at random; return all that was received."""
    observation, info = env.reset(seed=seed)
    received = [(observation, 0.0, False, False, info)]
    while not any(received[-1][2:4]):
        mask = received[-1][4]["action_mask"]
        received.append(env.step(generator.choice(np.flatnonzero(mask))))
    return received


@pytest.mark.parametrize("game", games())
def test_the_checks_of_gymnasium_pass_without_a_warning(game):
    check_env(gymnasium.make(seat.ID, game=game, width=64).unwrapped)


def test_a_seed_decides_a_match_and_another_seed_another():
    env = seat.SeatEnv("scripta", limit=40)
    one, other, third = (play(env, np.random.default_rng(1), seed) for seed in (1, 1, 2))
    assert len(one) == len(other)
    assert all((a[0] == b[0]).all() for a, b in zip(one, other, strict=True))
    assert len(third) != len(one) or any((a[0] != b[0]).any() for a, b in zip(one, third, strict=True))


def test_the_reward_is_the_result_of_the_seat_which_changes_from_match_to_match():
    env, seats, rewards = seat.SeatEnv("kuhn"), set(), set()
    for seed in range(30):
        *_, (_, reward, is_over, is_truncated, info) = play(env, np.random.default_rng(seed), seed)
        assert (is_over, is_truncated) == (True, False)
        assert reward == env.match.position.returns()[info["seat"]]
        seats.add(info["seat"])
        rewards.add(reward)
    assert (seats, rewards) == ({0, 1}, {-2.0, -1.0, 1.0, 2.0})


def test_a_seat_that_was_chosen_stays_and_acts_whenever_the_environment_waits():
    env = seat.SeatEnv("quagmire", seat=2, limit=100)
    for observation, *_, is_truncated, info in play(env, np.random.default_rng(1), 1):
        assert info["seat"] == 2
        assert observation in env.observation_space
        assert is_truncated or info["action_mask"].any()
    assert env.match.truncations["seat_2"]


def test_a_choice_outside_the_mask_changes_nothing_and_the_info_says_so():
    env = seat.SeatEnv("tavlei", seat=0, limit=3)
    observation, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert (env.action_masks() == (info["action_mask"] == 1)).all()
    for is_late in (False, False, True):
        again, reward, is_over, is_truncated, told = env.step(wrong)
        assert (again == observation).all()
        assert (reward, is_over, is_truncated, told["refused"]) == (0.0, False, is_late, "not-legal")


def test_an_opponent_may_be_any_function_and_sees_only_what_its_seat_sees():
    received = []

    def opponent(observation):
        received.append(observation)
        return first_choice(observation)

    env = seat.SeatEnv("kuhn", seat=1, opponent=opponent)
    env.reset(seed=1)
    assert len(received) == 1
    assert set(received[0]) == {"observation", "action_mask"}
    cards = received[0]["observation"][:6]
    assert (cards[:3].sum(), cards[3:].sum()) == (1, 0)


@pytest.mark.parametrize(("name", "player"), [("scripta", "level:2"), ("tavlei", "level:1"), ("kuhn", "level:1")])
def test_a_level_plays_as_in_a_house(name, player):
    game = games()[name]
    options = usual_options(game)
    position, match, choose = first_position(game, options), Match(game, options), house_player(player, game)
    for seed in range(12):
        if match.seat == NOBODY:
            break
        if match.seat == CHANCE:
            action = match.legal()[seed % len(match.legal())]
        else:
            action = choose(position, seed)
            turn = build_turn(match, match.acceptable(), int(player[-1]), seed)
            assert action == choose_prepared_action(turn)
        match.play_action(action)
        position.apply(action)


def test_a_search_wins_more_often_than_a_random_player():
    env = seat.SeatEnv("tavlei", opponent="search:depth=2", limit=60)
    assert sum(play(env, np.random.default_rng(seed), seed)[-1][1] for seed in range(4)) <= -3


@pytest.mark.parametrize(
    "player", ["level:11", "level:", "search:", "search:depth=x", "search:width=2", "search:depth=-1", "nobody"]
)
def test_an_unknown_opponent_is_refused_and_the_kinds_are_named(player):
    with pytest.raises(Refused, match=r"There is no player .* here\. Choose from: random, level:N, search:LIMITS"):
        seat.SeatEnv("tavlei", opponent=player)


@pytest.mark.parametrize("action", [-1, 10**6])
def test_a_number_that_is_no_choice_is_not_legal(action):
    env = seat.SeatEnv("scripta", limit=5)
    env.reset(seed=1)
    assert env.step(action)[-1]["refused"] == "not-legal"


def test_what_is_not_begun_or_is_over_cannot_be_stepped():
    env = seat.SeatEnv("kuhn")
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)
    play(env, np.random.default_rng(1), 1)
    with pytest.raises(ResetNeeded, match="call reset"):
        env.step(0)


def test_an_unknown_seat_is_refused():
    with pytest.raises(ValueError, match="seat must be one of 0, 1"):
        seat.SeatEnv("tavlei", seat=2)


def test_the_view_of_the_seat_is_rendered():
    env = seat.SeatEnv("kuhn", seat=1, render_mode="ansi", opponent=first_choice)
    env.reset(seed=1)
    shown = env.render()
    env.match.render_as = "seat_0"
    assert env.render() != shown


def test_a_trained_policy_is_an_opponent_by_the_name_of_its_file(tmp_path):
    untrained("scripta").save(tmp_path / "policy.npz")
    named, given = (
        seat.SeatEnv("scripta", seat=0, limit=60, opponent=opponent)
        for opponent in (f"policy:{tmp_path / 'policy.npz'}", untrained("scripta"))
    )
    one, other = (play(env, np.random.default_rng(1), 1) for env in (named, given))
    assert len(one) == len(other)
    assert all((a[0] == b[0]).all() for a, b in zip(one, other, strict=True))
    with pytest.raises(Refused, match="plays scripta, not tavlei"):
        seat.SeatEnv("tavlei", opponent=f"policy:{tmp_path / 'policy.npz'}")
