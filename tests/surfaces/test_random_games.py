"""SVG and text can show every position of random games."""

import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import track_pieces
from ludoteka.games import folders, games
from ludoteka.surfaces.svg import looks, svg
from ludoteka.surfaces.text import scene_lines
from ludoteka.surfaces.texts import LANGUAGES, texts_in

MOST_ACTIONS = 60
READERS = [texts_in(language, folders()) for language in LANGUAGES]


@pytest.mark.parametrize("game", games().values(), ids=games())
@settings(deadline=None, max_examples=scaled(60, 30))
@given(seed=st.integers(0, 2**32))
def test_every_position_of_a_random_game_can_be_drawn_for_a_random_seat(game, seed):
    chance = random.Random(seed)
    match = Match(game)
    seats = [*(seat.number for seat in game.seats(match.options)), NOBODY]
    shown = dict.fromkeys(seats)
    while match.seat != NOBODY and len(match.actions) < MOST_ACTIONS:
        match.play(game.texts.action_text(match.seen(), chance.choice(match.legal())))
        seat = chance.choice(seats)
        shown[seat] = track_pieces(shown[seat], match.scene(seat))
        drawn = ET.fromstring(svg(shown[seat], looks(game.folder)))  # noqa: S314 - our own drawing
        kinds = [one.get("class", "").split(" ")[0] for one in drawn.iter()]
        assert kinds.count("place") == len(shown[seat].places)
        assert kinds.count("piece") == len(shown[seat].pieces)
        told = scene_lines(shown[seat], chance.choice(READERS))
        assert all(line == line.rstrip() for line in told)
