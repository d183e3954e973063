"""A long replay of every game, including invalid lines, with constant memory."""

from plugins.campaign import scaled
from programs.long_replay import measured

STEADY = 4_000  # kilobytes of garbage that a few lines may leave


def test_memory_does_not_grow_in_a_long_replay_of_every_game():
    sizes, answers = measured(scaled(200_000))

    assert sizes[-1] < sizes[1] + STEADY
    assert answers.pop("played") > 0
    assert set(answers) <= {"bad-json", "no-such-game", "bad-line", "bad-text", "game-over"}, "nothing broke"
