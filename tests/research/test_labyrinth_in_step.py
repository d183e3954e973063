"""In machine code, Labyrinth offers and shows step for step what follows from the log, and a refusal costs nothing."""

from random import Random

import numpy as np
import pytest
from plugins.campaign import scaled

from ludoteka.core.rules import CHANCE, NOBODY, WORDS
from ludoteka.core.twins import bound_twin
from ludoteka.games import games
from ludoteka.games.labyrinth import learning_rules, rules
from ludoteka.games.labyrinth.choosing import CHOICES
from ludoteka.research.choices import Choices
from ludoteka.research.observations import observe
from ludoteka.research.position import Position, usual_options
from ludoteka.research.vector import VectorEnv
from ludoteka.search import playout
from ludoteka.testing.dialect import breaches

GAME = games()["labyrinth"]
MAZES = 5
LIMIT = 150
OPTIONS = (
    {"players": ["A", "B", "C"], "maze": "standard", "things": "announced"},
    {"players": ["A", "B"], "maze": "small", "things": "surprises", "rejoin": True},
    {"players": ["A"], "maze": "medium", "things": "surprises"},
    {"players": list("ABCDEFGH"), "maze": "small", "things": "surprises", "stall": 4},
)


class Learner:
    """One match of a vector environment: its log, what was refused since the last action, and the same random numbers."""

    def __init__(self, mazes, number):
        chance = Random(number)
        self.mazes, self.generator = mazes, [chance.getrandbits(WORDS) for _ in range(4)]
        self.code, self.choices = bound_twin(playout, GAME.rules), Choices(GAME)
        self.open()

    def open(self):
        number = self.code.random_word(self.generator) * len(self.mazes) >> WORDS
        self.position, self.refused, self.decisions = Position(GAME, self.mazes[number]), set(), 0
        self.settle()

    def settle(self):
        while self.position.seat == CHANCE:
            actions = [0] * GAME.rules.MAX_ACTIONS
            self.position.apply(self.code.random_action(self.position.state, actions, self.generator))

    def legal(self):
        """Return the choices by what the seat to act has heard, without those that were refused."""
        position = self.position
        if position.seat == NOBODY:
            return {}
        seen = position.seen(position.seat)
        offered = self.choices.offered(seen, position.seat, position.offers())
        return {choice: action for choice, action in offered.items() if choice not in self.refused}

    def step(self, choice):
        """Try a choice; return whether the match ended, and whether it was cut off."""
        action = self.legal()[choice]
        self.decisions += 1
        if self.position.refusal(action):
            self.refused.add(choice)
        else:
            self.position.apply(action)
            self.settle()
            self.refused = set()
        is_over = self.position.seat == NOBODY
        return is_over, not is_over and self.decisions >= LIMIT


def check_shown(learner, seat, seen, mask):
    """Check an observation and a mask."""
    assert sorted(np.flatnonzero(mask)) == sorted(learner.legal())
    assert (seen == observe(learner.position, seat)).all()


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_masks_and_observations_are_those_of_the_interpreted_rules(options):
    checked = usual_options(GAME, options)
    mazes = [GAME.complete_options(checked, [], bytes([number])) for number in range(MAZES)]
    starts = [learning_rules.start(one) for one in mazes]
    env = VectorEnv(GAME, 3, options=options, seed=0, limit=LIMIT, starts=starts)
    learners, chance, refusals, ends = [Learner(mazes, number) for number in range(3)], Random(5), 0, 0
    seen, infos = env.reset(seed=0)
    for _ in range(scaled(1500)):
        for i, learner in enumerate(learners):
            assert infos["seats"][i] == learner.position.seat
            check_shown(learner, learner.position.seat, seen[i], infos["action_mask"][i])
        chosen = [some_choice(learner, chance) for learner in learners]
        acted = [learner.position.seat for learner in learners]
        results = [learner.step(choice) for learner, choice in zip(learners, chosen, strict=True)]
        seen, _, terminated, truncated, infos = env.step(np.array(chosen))
        refusals += sum(bool(learner.refused) for learner in learners)
        for i, learner in enumerate(learners):
            is_over, is_late = results[i]
            assert (terminated[i], truncated[i], infos["acted"][i]) == (is_over, is_late, acted[i])
            if is_over or is_late:
                ends += 1
                last = infos["final_info"]
                assert last["rewards"][i].tolist() == [
                    learner.position.returns()[seat] for seat in learner.position.seats
                ]
                seat = acted[i] if is_over else learner.position.seat
                check_shown(learner, seat, infos["final_obs"][i], last["action_mask"][i])
                learner.open()
            else:
                assert same_state(env.state(i), learner.position.state)
    env.close()
    assert ends > 0
    assert refusals > 0 or len(options["players"]) < 3


def some_choice(learner, chance):
    """Choose at random, things, money and shots more often than walks."""
    legal = list(learner.legal())
    deeds = [choice for choice in legal if choice > rules.END]
    return chance.choice(deeds if deeds and chance.random() < 0.4 else legal)


def same_state(state, plain):
    """Tell whether the part of a state that the rules know is the same."""
    values = dict(zip(rules.State.shapes, plain.values(), strict=True))
    said = [name for name in values if name.startswith("said_")]  # what lies behind the reply is not cleared
    return all(getattr(state, name) == value for name, value in values.items() if name not in said)


def test_nothing_but_the_log_and_what_was_refused_decides_what_is_offered():
    """So that legality follows from what a seat knows, in two mazes that differ where nobody has been."""
    pairs = 0
    for number in range(scaled(300)):
        chance, texts = Random(number), ["A", "B"]
        options = [
            GAME.complete_options(usual_options(GAME, {"players": texts, "maze": "small"}), [], bytes([number, one]))
            for one in range(2)
        ]
        one, other = (learning_rules.start(each) for each in options)
        actions = [0] * learning_rules.MAX_ACTIONS
        while one.stage == rules.PLACING:
            for state in (one, other):
                count = learning_rules.legal_actions(state, actions)
                learning_rules.apply(state, actions[chance.randrange(count)])
        same = True
        while same and one.outcome == rules.OPEN:
            legal = [listed(state) for state in (one, other)]
            assert legal[0] == legal[1]
            pairs += 1
            choice = chance.choice(legal[0])
            learning_rules.apply(one, choice)
            learning_rules.apply(other, choice)
            same = heard(one) == heard(other)
    assert pairs > scaled(300)


def listed(state):
    actions = [0] * learning_rules.MAX_ACTIONS
    return actions[: learning_rules.legal_actions(state, actions)]


def heard(state):
    """Return all that the log says of the last action, whose turn it is, and what was refused."""
    said = [(state.said_code[i], state.said_what[i], state.said_number[i]) for i in range(state.said)]
    return said, learning_rules.current_seat(state), state.stage, state.outcome, list(state.refused)


def test_a_generated_pool_is_drawn_from_the_seed():
    pools = [VectorEnv(GAME, 1, options={"players": ["A"]}, seed=seed, generated=3) for seed in (1, 1, 2)]
    states = [pool.state(0).values() for pool in pools]
    assert states[0] == states[1] != states[2]


def test_the_rules_of_programs_that_learn_are_written_in_the_dialect():
    names = ("legal_actions", "apply", "encode", "current_seat", "is_terminal", "returns")
    assert list(breaches(learning_rules, names)) == []
    assert learning_rules.NUM_ACTIONS == CHOICES == Choices(GAME).count
