"""The memory that one more open match takes."""

from houses.weighing import bytes_held_by_each, watched_match

from ludoteka.games import games

PLIES = 100
# With all players, a spectator and what each needs to reconnect.  A tenth more than measured: mazes differ, and tests
# that ran before may have filled the caches with other things, so that the match does not share them.
KILOBYTES = {"labyrinth": 62, "liars_dice": 62}
OTHERS = 53


def test_an_open_match_of_a_hundred_plies_takes_little_memory():
    held = bytes_held_by_each([watched_match(game, PLIES) for game in games().values()])
    too_much = {
        name: size for name, size in zip(games(), held, strict=True) if size >= KILOBYTES.get(name, OTHERS) * 1024
    }
    assert too_much == {}
