"""A trained policy is a file that numpy alone plays, as a player of an arena, too; other files are refused with a sentence."""

import json
import os
import sys
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from boards.labyrinth import Play
from policies import untrained
from programs import forked

from ludoteka.arena.players import check_player, create_player
from ludoteka.core.match import Match
from ludoteka.core.message import Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.games.labyrinth import rules
from ludoteka.players.policies import Policy
from ludoteka.research.choices import Choices
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options

SCRIPTA = games()["scripta"]


@pytest.fixture
def file(tmp_path):
    """A file with a policy of XII Scripta."""
    untrained("scripta").save(tmp_path / "policy.npz")
    return tmp_path / "policy.npz"


def code_of(file, game=SCRIPTA):
    """The code with which a file is refused."""
    with pytest.raises(Refused) as refusal:
        Policy.load(file, game)
    return refusal.value.code


def test_a_policy_that_was_written_is_read_again(file):
    written, read = untrained("scripta"), Policy.load(file, SCRIPTA)
    seen = np.random.default_rng(2).integers(0, 15, (5, *SCRIPTA.encoding.SHAPE))

    assert (read.game, read.steps, dict(read.recipe)) == ("scripta", 1, {"seed": 1})
    for one, other in zip(written.rate(seen), read.rate(seen), strict=True):
        assert np.array_equal(one, other)


def test_a_policy_sees_numbers_as_shares_and_as_steps():
    weights = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    policy = untrained("scripta")._replace(highest=4, steps=2, layers=((weights, np.array([0, 0, 0])),))
    ratings, values = policy.rate([[0], [1], [2], [4]])

    assert ratings.tolist() == [[0, 0], [0.25, 1], [0.5, 1], [1, 1]]
    assert np.allclose(values, np.tanh([0, 0, 1, 1]))


@pytest.mark.parametrize("name", ["tavlei", "moksha", "quagmire", "scripta"])
def test_a_policy_plays_the_legal_choice_that_it_rates_highest(name):
    game, policy, chance = games()[name], untrained(name), Random(1)
    options, choices = usual_options(game), Choices(game)
    match, position = Match(game, options), Position(game, options)
    for _ in range(60):
        if match.seat == NOBODY:
            break
        if match.seat == CHANCE:
            action = game.throw(match.state, lambda seat, faces: chance.randint(1, faces))
        else:
            action = policy.action(match)
            mask = np.zeros(choices.count, bool)
            mask[[choices.choice(match.seat, one) for one in match.legal()]] = True
            choice = policy({"observation": observe(position, match.seat), "action_mask": mask})
            assert choices.actions(match.seat)[choice] == action
            ratings = policy.rate(observe(position, match.seat)[None])[0][0]
            assert ratings[choice] == ratings[mask].max()
        match.play_action(action)
        position.apply(action)


def test_a_policy_plays_all_the_money_as_one_choice():
    game = games()["labyrinth"]
    policy, everything = untrained("labyrinth"), rules.DEPOSIT + rules.TOO_MUCH
    weights, biases = policy.layers[-1]
    wish = np.arange(len(biases)) == game.encoding.choices(0).index(everything)
    policy = policy._replace(layers=(*policy.layers[:-1], (np.zeros_like(weights), wish)))
    play = Play("P B1", items="a1 key, B2 purse 3")
    play("east")

    assert policy.action(play.match) == rules.DEPOSIT + 1300


def test_what_is_no_policy_is_refused(tmp_path, file):
    text, cut, pickled, other = (tmp_path / name for name in ("text", "cut", "pickled", "other"))
    text.write_text("random")
    cut.write_bytes(file.read_bytes()[:-100])
    for one, about in ((pickled, np.array([{}], object)), (other, np.array('{"format": 1}'))):
        with one.open("wb") as stream:
            np.savez(stream, about=about)
    policy = untrained("scripta")
    apart = tmp_path / "apart"
    policy._replace(layers=policy.layers[::-1]).save(apart)
    narrow, blind = tmp_path / "narrow", tmp_path / "blind"
    policy._replace(layers=policy.layers[1:]).save(narrow)
    policy._replace(highest=0).save(blind)

    files = (text, cut, pickled, other, apart, narrow, blind)
    assert [code_of(one) for one in files] == ["bad-policy"] * len(files)
    assert code_of(tmp_path / "none") == code_of(tmp_path) == "no-file"


def test_a_file_that_would_fill_the_memory_or_holds_other_numbers_is_refused(tmp_path, file):
    policy = untrained("scripta")
    (weights, biases), last = policy.layers
    changes = {
        "texts": {"layers": ((weights.astype(str), biases), last)},
        "no-numbers": {"layers": ((weights * np.float32("nan"), biases), last)},
        "small": {"layers": ((weights[1:], biases), last)},
        "long": {"steps": 10**9},
        "endless": {"steps": float("inf")},
        "high": {"highest": 0},
    }
    for name, change in changes.items():
        policy._replace(**change).save(tmp_path / name)
    packed = tmp_path / "packed"
    with np.load(file) as arrays, packed.open("wb") as stream:
        np.savez_compressed(stream, **arrays)
    huge = tmp_path / "huge"
    with huge.open("wb") as stream:
        np.lib.format.write_array_header_1_0(stream, {"descr": "<f4", "fortran_order": False, "shape": (1 << 50,)})

    assert {name: code_of(tmp_path / name) for name in (*changes, "packed", "huge")} == dict.fromkeys(
        (*changes, "packed", "huge"), "bad-policy"
    )


def test_a_policy_plays_a_legal_choice_even_if_it_rates_all_others_higher():
    policy = untrained("scripta")
    *before, (weights, biases) = policy.layers
    lowest = np.full_like(biases, -np.inf)
    mask = np.arange(len(biases) - 1) == 5
    seen = np.zeros(SCRIPTA.encoding.SHAPE, np.int32)

    assert policy._replace(layers=(*before, (weights, lowest)))({"observation": seen, "action_mask": mask}) == 5


def test_a_policy_of_another_game_or_another_encoding_is_refused(file):
    encoding = SCRIPTA.encoding
    names = (*encoding.NAMES[1:], encoding.NAMES[0])
    changed = SimpleNamespace(
        **{name: getattr(encoding, name) for name in ("SHAPE", "HIGHEST", "choices")}, NAMES=names
    )

    assert code_of(file, games()["tavlei"]) == "other-game"
    assert code_of(file, replace(SCRIPTA, encoding=changed)) == "other-encoding"
    assert code_of(file, replace(SCRIPTA, encoding=None)) == "other-encoding"
    assert code_of(file, replace(SCRIPTA, rules_version=2)) == "other-encoding"


def test_an_arena_lets_a_policy_play(file):
    arena = ("arena", "scripta", f"policy:{file}", "random", "--pairs", 1, "--jobs", 1, "--plies", 200, "--json")
    done = forked.run(*arena, "--option", "pieces=1", env=os.environ | {"LANGUAGE": "en"})

    assert (done.returncode, done.stderr) == (0, "")
    assert [one["name"] for one in json.loads(done.stdout)["players"]] == [f"policy:{file}", "random"]


def test_an_arena_says_why_a_policy_cannot_play(file):
    done = forked.run("arena", "tavlei", f"policy:{file}", "random", env=os.environ | {"LANGUAGE": "en"})

    assert done.returncode == 1
    assert "plays scripta, not tavlei." in " ".join(done.stderr.split())


def test_a_player_of_an_arena_is_the_policy_itself(file):
    match = Match(SCRIPTA, usual_options(SCRIPTA))
    match.play("r456")

    assert create_player(f"policy:{file}", SCRIPTA, {}, "")(match, 1) == untrained("scripta").action(match)


def test_without_numpy_a_policy_is_refused_with_a_sentence(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Refused) as refusal:
        check_player(f"policy:{file}", SCRIPTA)

    assert refusal.value.code == "no-numpy"
