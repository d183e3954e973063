"""The vector environment does, step for step, what the interpreted rules do."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from types import SimpleNamespace

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.wrappers import vector as wrappers
from hypothesis import given
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY, WORDS
from ludoteka.core.twins import bound_twin
from ludoteka.games import games
from ludoteka.research.choices import Choices
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options
from ludoteka.research.vector import VectorEnv
from ludoteka.search import playout

STAY, ANEW = -1, -2
OPTIONS = {
    "tavlei": [{}, {"repetition": "off"}],
    "moksha": [{}, {"repetition": "off", "quiet": "draw"}],
    "quagmire": [{}, {"seats": "bt"}],
    "scripta": [{"pieces": 3}, {"pieces": 15, "must_move": True}],
}


class Interpreted:
    """One match of a vector environment, by `Position` and with the same random numbers."""

    def __init__(self, game, options, seed, number, limit):
        self.game, self.options, self.limit = game, usual_options(game, options), limit
        chance = Random((seed << WORDS) + number)
        self.generator = [chance.getrandbits(WORDS) for _ in range(4)]
        self.code = bound_twin(playout, game.rules)
        self.choices = Choices(game)
        self.open()

    def open(self):
        self.code.random_word(self.generator)  # draws one of one starts
        self.position, self.decisions = Position(self.game, self.options), 0
        self.settle()

    def settle(self):
        buffer = [0] * self.game.rules.MAX_ACTIONS
        while self.position.seat == CHANCE:
            self.position.apply(self.code.random_action(self.position.state, buffer, self.generator))

    def legal(self):
        position = self.position
        offers = position.offers() if position.seat >= 0 else []
        return [self.choices.choice(position.seat, action) for action in offers]

    def drawn(self):
        legal = self.legal()
        return legal[self.code.random_word(self.generator) * len(legal) >> WORDS]

    def step(self, choice):
        """Follow a choice; return who acted, the results, whether the match ended or was cut off, and what was seen last."""
        acted, position, last = NOBODY, self.position, None
        is_over = is_late = False
        results = dict.fromkeys(position.seats, 0)
        if choice >= 0:
            acted = position.seat
            position.apply(self.choices.actions(acted)[choice])
            self.settle()
            self.decisions += 1
            is_over = position.seat == NOBODY
            is_late = not is_over and self.decisions >= self.limit
            results = position.returns() if is_over else results
            if is_over or is_late:
                last = self.shown(acted)
        if last or choice == ANEW:
            self.open()
        return SimpleNamespace(acted=acted, results=results, is_over=is_over, is_late=is_late, last=last)

    def shown(self, acted):
        """Return what a learner is shown of the position."""
        position, mask = self.position, np.zeros(self.choices.count, bool)
        mask[self.legal()] = True
        return SimpleNamespace(
            seat=position.seat,
            decisions=self.decisions,
            repeats=position.repeats,
            quiet=position.quiet,
            mask=mask,
            seen=observe(position, position.seat if position.seat != NOBODY else acted),
        )


def check_shown(shown, seen, infos, i):
    """Check a row of observations and infos."""
    assert (seen == shown.seen).all()
    assert (infos["action_mask"][i] == shown.mask).all()
    numbers = [infos[name][i] for name in ("seats", "decisions", "repeats", "quiet")]
    assert numbers == [shown.seat, shown.decisions, shown.repeats, shown.quiet]


def check_step(env, interpreted, choices):
    """Step both, and check everything that a learner receives."""
    seen, gains, terminated, truncated, infos = env.step(choices)
    ends = 0
    for i, match in enumerate(interpreted):
        one = match.step(int(choices[i]))
        assert (infos["acted"][i], terminated[i], truncated[i]) == (one.acted, one.is_over, one.is_late)
        assert {seat: infos["rewards"][i][seat] for seat in match.position.seats} == one.results
        assert gains[i] == one.results.get(one.acted, 0)
        assert env.state(i) == match.position.state
        assert env.legal(i).tolist() == match.legal()
        check_shown(match.shown(one.acted), seen[i], infos, i)
        assert infos.get("_final_obs", terminated)[i] == infos.get("_final_info", terminated)[i] == bool(one.last)
        if one.last:
            ends += 1
            check_shown(one.last, infos["final_obs"][i], infos["final_info"], i)
    return ends


def both(name, options, size, *, seed=0, limit=1000, threads=1):
    game = games()[name]
    env = VectorEnv(game, size, options=options, seed=seed, limit=limit, threads=threads)
    return env, [Interpreted(game, options, seed, i, limit) for i in range(size)]


@pytest.mark.parametrize("name", OPTIONS)
@given(data=st.data())
def test_any_choices_lead_to_what_the_interpreted_rules_say(name, data):
    options, size = data.draw(st.sampled_from(OPTIONS[name])), data.draw(st.integers(1, 3))
    limit, seed = data.draw(st.sampled_from([1, 7, 1000])), data.draw(st.integers(0, 2**32))
    numbers = data.draw(st.lists(st.integers(ANEW, 1000), min_size=size, max_size=30))
    with_threads = data.draw(st.sampled_from([1, 2]))
    env, interpreted = both(name, options, size, seed=seed, limit=limit, threads=with_threads)
    for first in range(0, len(numbers) - size + 1, size):
        chosen = []
        for i, number in enumerate(numbers[first : first + size]):
            legal = interpreted[i].legal()
            chosen.append(legal[number % len(legal)] if number >= 0 else number)
        check_step(env, interpreted, np.array(chosen))
    env.close()


@pytest.mark.parametrize(("name", "options"), [(name, options[-1]) for name, options in OPTIONS.items()])
def test_random_matches_are_those_of_the_interpreted_rules_until_they_end(name, options):
    env, interpreted = both(name, options, 2, seed=3, limit=60)
    ends = 0
    for _ in range(scaled(2000)):
        choices = env.draw()
        assert choices.tolist() == [match.drawn() for match in interpreted]
        ends += check_step(env, interpreted, choices)
    assert ends > 0


@pytest.mark.parametrize(
    ("name", "options", "reason"),
    [
        ("tavlei", {}, "repetition"),
        ("moksha", {}, "repetition"),
        ("moksha", {"repetition": "off", "quiet": "draw"}, "quiet"),
    ],
)
def test_pieces_that_go_to_and_fro_are_drawn_at_the_ply_at_which_a_match_is(name, options, reason):
    env, interpreted = both(name, options, 1)
    game, match = env.game, Match(games()[name], env.options)
    last, ended = {}, False
    while not ended:
        seat, ways = match.seat, match.ways()
        back = next((way for way in ways if way[:2] == last.get(seat, ())[:2][::-1]), None)
        quiet = (
            way
            for way in ways
            if not hasattr(game.rules, "makes_progress") or not game.rules.makes_progress(match.state, ways[way])
        )
        last[seat] = back or next(quiet)
        action = ways[last[seat]]
        choice = interpreted[0].choices.choice(seat, action)
        match.play_action(action)
        ended = check_step(env, interpreted, np.array([choice])) == 1
        assert ended == (match.seat == NOBODY)
    assert match.draw_reason == reason


@pytest.mark.parametrize("name", OPTIONS)
def test_a_match_depends_on_neither_the_threads_nor_the_other_matches(name):
    envs = [VectorEnv(name, size, seed=5, threads=threads) for size, threads in ((9, 1), (9, 2), (9, 4), (3, 1))]
    for _ in range(100):
        outputs = [env.step(env.draw()) for env in envs]
        for output in outputs:
            for one, other in zip(output[:4], outputs[0][:4], strict=True):
                assert (one[:3] == other[:3]).all()
    for env in envs:
        assert all(env.state(i) == envs[0].state(i) for i in range(env.num_envs))
        env.close()


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_choice_is_refused_and_changes_nothing_in_any_match(masks, threads):
    env = VectorEnv("tavlei", 3, masks=masks, threads=threads, copy=True)
    env.step(env.draw())
    before, states = env.step([STAY] * 3), [env.state(i) for i in range(3)]
    for illegal in (-3, 1296, 10**9, -(10**9), *sorted(set(range(1296)) - set(env.legal(2).tolist()))[:5]):
        with pytest.raises(Refused) as refused:
            env.step([env.legal(0)[0], env.legal(1)[0], illegal])
        assert str(refused.value) == f"illegal-choice: Choice {illegal} is not legal in match 2."
    after = env.step([STAY] * 3)
    assert [env.state(i) for i in range(3)] == states
    assert all((one == other).all() for one, other in zip(before[:4], after[:4], strict=True))
    for shape in ((2,), (4,), (3, 1), ()):
        with pytest.raises(ValueError, match="there are 3 matches"):
            env.step(np.zeros(shape, int))
    env.close()


def test_what_steps_return_is_the_memory_of_the_environment_unless_copies_are_asked_for():
    env, copies = VectorEnv("scripta", 2), VectorEnv("scripta", 2, copy=True)
    for one, is_same in ((env, True), (copies, False)):
        first, second = one.step(one.draw()), one.step(one.draw())
        for old, new in zip((*first[:4], *first[4].values()), (*second[:4], *second[4].values()), strict=True):
            assert np.shares_memory(old, new) == is_same
    assert (first[0] != second[0]).any()


def test_masks_and_observations_can_be_left_out():
    env, full = VectorEnv("quagmire", 2, masks=False, observations=False), VectorEnv("quagmire", 2)
    for _ in range(50):
        seen, *_, infos = env.step(env.draw())
        *_, all_infos = full.step(full.draw())
        assert seen.shape == (2, 0) == env.observation_space.shape
        assert all_infos.keys() - infos.keys() == {"action_mask"}
        assert (
            env.legal(1).tolist()
            == np.flatnonzero(all_infos["action_mask"][1])[np.argsort(np.argsort(env.legal(1)))].tolist()
        )


def test_a_seed_gives_the_same_matches_again_and_other_seeds_others():
    env = VectorEnv("tavlei", 2, copy=True)

    def play(seed):
        env.reset(seed=seed)
        return np.stack([env.step(env.draw())[0] for _ in range(20)])

    first, other, again, further = play(1), play(2), play(1), play(None)
    assert (first == again).all()
    assert (first != other).any()
    assert (first != further).any()
    assert (first[:, 0] != first[:, 1]).any()


def test_some_matches_can_begin_anew_while_the_others_stay():
    env = VectorEnv("tavlei", 3, copy=True)
    for _ in range(4):
        env.step(env.draw())
    second = env.state(1)
    _, infos = env.reset(options={"reset_mask": np.array([True, False, True])})
    assert infos["decisions"].tolist() == [0, 4, 0]
    assert env.state(1) == second
    *_, infos = env.step([STAY, ANEW, env.legal(2)[0]])
    assert infos["decisions"].tolist() == [0, 0, 1]
    assert infos["acted"].tolist() == [-1, -1, 0]


def test_matches_begin_from_the_positions_that_are_given():
    game = games()["tavlei"]
    begun = Match(game, game.check_options({}))
    texts = [begun.position_text]
    begun.play(begun.legal_texts()[0])
    env = VectorEnv(game, 40, starts=[*texts, begun.position_text, begun.state])
    assert {game.texts.position_text(env.state(i)) for i in range(40)} == {texts[0], begun.position_text}
    assert set(env.reset()[1]["seats"].tolist()) == {0, 1}
    won = begun.state.copy()
    won.winner = 0
    with pytest.raises(Refused, match="no-decision"):
        VectorEnv(game, 1, starts=[won])
    with pytest.raises(ValueError, match="at least one start"):
        VectorEnv(game, 1, starts=[])
    with pytest.raises(ValueError, match=r"a start must be a ludoteka\.games\.tavlei\.rules\.State"):
        VectorEnv(game, 1, starts=[Position(games()["moksha"], usual_options(games()["moksha"])).state])


def test_choices_that_are_not_integers_are_refused():
    env = VectorEnv("tavlei", 2)
    with pytest.raises(TypeError, match="float64"):
        env.step(env.draw() + 0.5)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_closed_cannot_be_stepped(threads):
    env = VectorEnv("tavlei", 4, threads=threads)
    env.draw()
    env.close()
    for use in (env.reset, env.draw, lambda: env.step(env.choices)):
        with pytest.raises(ClosedEnvironmentError, match="closed"):
            use()


def test_environments_in_threads_do_not_disturb_each_other():
    def seats(seed):
        env = VectorEnv("tavlei", 16, seed=seed, limit=50)
        return [env.step(env.draw())[-1]["seats"].tolist() + env.choices.tolist() for _ in range(100)]

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(seats, range(4))) == [seats(seed) for seed in range(4)]


def test_games_that_it_cannot_play_are_refused_in_a_sentence():
    with pytest.raises(Refused, match="hidden-information: kuhn hides something"):
        VectorEnv("kuhn", 1)
    for wrong in ({"num_envs": 0}, {"limit": 0}, {"threads": 0}):
        with pytest.raises(ValueError, match="at least one"):
            VectorEnv("tavlei", **{"num_envs": 1, **wrong})


def test_the_wrappers_of_gymnasium_work():
    env = VectorEnv("scripta", 3, options={"pieces": 3}, limit=40)
    assert env.metadata["autoreset_mode"] is gym.vector.AutoresetMode.SAME_STEP
    wrapped = wrappers.RecordEpisodeStatistics(wrappers.ClipReward(env, 0, 1))
    seen, infos = wrapped.reset(seed=4)
    finished = 0
    for _ in range(200):
        assert seen in wrapped.observation_space
        actions = np.array([env.single_action_space.sample(mask.astype(np.int8)) for mask in infos["action_mask"]])
        assert actions in wrapped.action_space
        seen, rewards, terminated, truncated, infos = wrapped.step(actions)
        assert set(rewards) <= {0, 1}
        ended = terminated | truncated
        if ended.any():
            finished += ended.sum()
            assert (infos["episode"]["l"][ended] == infos["final_info"]["decisions"][ended]).all()
            assert infos["final_obs"][ended][0] in env.single_observation_space
    assert finished > 0


def test_infos_can_be_listed_by_match():
    env = wrappers.DictInfoToList(VectorEnv("scripta", 2, limit=1))
    env.reset(seed=0)
    *_, listed = env.step(env.unwrapped.draw())
    assert [one["final_info"]["decisions"] for one in listed] == [1, 1]
    assert [one["decisions"] for one in listed] == [0, 0]
