"""What is sent with legal actions: the same bytes, however a game tells it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.referee.views.encoded_scene import EncodedScene
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk, variants


def encode(scene):
    parts = EncodedScene(scene, [scene.pieces], scene.marks, scene.status, lambda: scene).actions
    return {name: bytes(raw) for name, raw in parts.items()}


def listed(scene):
    """A scene that tells the same in plain mappings."""
    return scene._replace(paths=dict(scene.paths), previews=dict(scene.previews), prompts=dict(scene.prompts))


def pairs(values, plain):
    """Each value once, and the paths that have it."""
    found = []
    for path, value in values.items():
        for known, paths in found:
            if known == value:
                paths.append([*path])
                break
        else:
            found.append((value, [[*path]]))
    return [[plain(value), paths] for value, paths in found]


def plain_marks(marks):
    return [{"kind": one.kind, "place": one.place} | ({"to": one.to} if one.to else {}) for one in marks]


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 80), data=st.data())
@settings(max_examples=scaled(50, 10), deadline=None)
def test_whoever_may_act_receives_the_same_bytes_as_from_plain_mappings(game, seed, plies, data):
    options = data.draw(st.sampled_from([*variants(game)]))
    for match in random_walk(Match(game, options), chooser(seed), plies):
        scene = match.scene()
        parts = encode(scene)
        assert parts == encode(listed(scene))
        assert json.loads(parts["prompts"]) == pairs(scene.prompts, lambda prompt: prompt.plain())
        assert json.loads(parts["foreseen"]) == pairs(scene.foreseen, plain_marks)
        assert [
            [[piece["label"] for piece in pieces], paths] for pieces, paths in json.loads(parts["previews"])
        ] == pairs(scene.previews, lambda pieces: [piece.label.plain() for piece in pieces])
