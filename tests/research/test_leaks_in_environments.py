"""No observation, mask, info or picture of an environment tells what its agent may not know; planted leaks are found."""

import re

import pytest
from learners.positions import position_of
from toys.planted import planted

from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.games import games
from ludoteka.research import zoo
from ludoteka.research.choices import MOST
from ludoteka.research.rendering import pixels, view_of
from ludoteka.testing.leaks import find_leaks

SECRET = [game for game in games().values() if game.has_secrets and (game.encoding or game.rules.NUM_ACTIONS <= MOST)]


def received(env, *, draws=False):
    """Return a function that says what a seat or a spectator receives from an environment, for the leak check."""

    def view(history, seat):
        position = position_of(history)
        shown = view_of(position, seat)
        pictures = {"text": str(shown), "drawing": shown.svg()}
        if draws:
            pictures["picture"] = pixels(shown, env.game.folder, 64).tobytes()
        if seat == NOBODY or history.seat == CHANCE:  # no agent acts, and chance is thrown before any looks
            return pictures
        env.reset(seed=0, options={"position": position})
        agent = f"seat_{seat}"
        return {
            **{name: array.tolist() for name, array in env.observe(agent).items()},
            "infos": env.infos[agent],
            "turn": env.agent_selection,
            **pictures,
        }

    return view


def leaks(game, histories=60, lines=1, environment=zoo.LudotekaEnv, **settings):
    options = game.check_options({})
    return find_leaks(game, options, histories, lines, view=received(environment(game), **settings))


@pytest.mark.parametrize("game", SECRET, ids=lambda game: game.name)
def test_an_environment_tells_no_secret(game):
    assert list(leaks(game)) == []


def test_a_picture_in_pixels_tells_no_secret():
    assert list(leaks(games()["kuhn"], histories=30, lines=0, draws=True)) == []


PLANTED = {
    "everybody observes the coin": (
        ("rules.py", "state.coin if seat == HIDER or is_terminal(state) else NOWHERE", "state.coin"),
        "by its observation",
    ),
    "the seeker is not offered the first cup if it is empty": (
        (
            "rules.py",
            "            if state.lifted[cup] == 0:",
            "            if state.lifted[cup] == 0 and (seat == HIDER or cup > 0 or state.coin == 0):",
        ),
        "by its action_mask",
    ),
    "the scene remembers what it drew for the hider": (
        ("scene.py", "    if cup == seen.coin:", "    KNOWN.add(seen.coin)\n    if cup in KNOWN:"),
        "by its (text|drawing)",
    ),
}


@pytest.mark.parametrize(("edit", "complaint"), PLANTED.values(), ids=PLANTED.keys())
def test_a_leak_is_found_that_is_planted_in_a_game_where(monkeypatch, tmp_path, edit, complaint):
    game = planted(monkeypatch, tmp_path, games()["cups"], edit, ("scene.py", "\n\ndef", "\nKNOWN = set()\n\ndef"))
    assert re.search(complaint, " ".join(leaks(game, 200, 4)))


class AnotherEye(zoo.LudotekaEnv):
    """An environment in which every agent sees what the first one sees."""

    def observe(self, agent):
        return {**super().observe(agent), "observation": super().observe("seat_0")["observation"]}


class Talkative(zoo.LudotekaEnv):
    """An environment whose infos tell a secret."""

    def _facts(self):
        return {"coin": self.position.state.coin}


class Peeking(zoo.LudotekaEnv):
    """An environment that offers only what leads somewhere."""

    def observe(self, agent):
        seen = super().observe(agent)
        seen["action_mask"][self.position.state.coin % 4] = 1
        return seen


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [(AnotherEye, "by its observation"), (Talkative, "by its infos"), (Peeking, "by its action_mask")],
)
def test_a_leak_is_found_that_is_planted_in(environment, complaint):
    assert complaint in " ".join(leaks(games()["cups"], 200, 4, environment))
