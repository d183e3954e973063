"""Scenes: piece ids and marks from one scene to the next."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.core.message import Message
from ludoteka.core.scene import Mark, Piece, Place, Scene, follow_pieces, track_pieces
from ludoteka.games import games
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

PLACES = tuple(Place(name, x, 0) for x, name in enumerate("abcdef"))


def scene(*pieces, marks=()):
    """A scene with pieces given as "man 0 b": kind, seat, place."""
    told = (piece.split() for piece in pieces)
    men = tuple(Piece(kind, int(seat), place, kind[0], Message(kind)) for kind, seat, place in told)
    return Scene(Message("Play"), PLACES, men, {}, marks=marks)


def ids(shown):
    return {piece.place: piece.id for piece in shown.pieces}


def marks(shown):
    return {(mark.kind, mark.place) for mark in shown.marks}


def test_in_the_first_scene_every_piece_gets_an_id_and_nothing_is_marked():
    shown = track_pieces(None, scene("man 0 a", "man 0 b", "man 1 c"))
    assert len(set(ids(shown).values())) == 3
    assert shown.marks == ()


def test_if_nothing_moved_ids_stay_and_nothing_is_marked():
    before = track_pieces(None, scene("man 0 a", "man 0 b"))
    after = track_pieces(before, scene("man 0 a", "man 0 b"))
    assert after == before


def test_a_piece_that_moved_keeps_its_id_and_its_move_is_marked():
    before = track_pieces(None, scene("man 0 a", "man 0 b", "man 1 c"))
    after = track_pieces(before, scene("man 0 a", "man 0 d", "man 1 c"))
    assert ids(after) == {"a": ids(before)["a"], "d": ids(before)["b"], "c": ids(before)["c"]}
    assert marks(after) == {("from", "b"), ("to", "d")}


def test_moves_are_marked_even_if_pieces_have_no_ids_yet():
    before, after = scene("man 0 a", "man 0 b", "man 1 c"), scene("man 0 d", "man 0 b")
    assert marks(track_pieces(before, after)) == {("from", "a"), ("to", "d"), ("captured", "c")}


def test_a_piece_that_vanished_is_marked_as_captured():
    before = track_pieces(None, scene("man 0 a", "man 1 b", "man 1 c"))
    after = track_pieces(before, scene("man 0 e", "man 1 c"))
    assert marks(after) == {("from", "a"), ("to", "e"), ("captured", "b")}


def test_a_capture_on_the_target_place_marks_both_the_move_and_the_capture():
    before = track_pieces(None, scene("man 0 a", "man 1 b"))
    after = track_pieces(before, scene("man 0 b"))
    assert ids(after) == {"b": ids(before)["a"]}
    assert marks(after) == {("from", "a"), ("to", "b"), ("captured", "b")}


def test_a_new_piece_gets_a_new_id_and_a_mark():
    before = track_pieces(None, scene("man 0 a"))
    after = track_pieces(before, scene("man 0 a", "man 0 b"))
    assert ids(after)["a"] == ids(before)["a"]
    assert ids(after)["b"] not in ids(before).values()
    assert marks(after) == {("to", "b")}


def test_a_piece_that_changed_its_kind_keeps_its_id_and_is_marked():
    before = track_pieces(None, scene("man 0 a", "man 0 b"))
    after = track_pieces(before, scene("man 0 a", "queen 0 b"))
    assert ids(after) == ids(before)
    assert marks(after) == {("to", "b")}


def test_a_piece_that_moved_and_changed_its_kind_keeps_its_id_and_its_move_is_marked():
    before = track_pieces(None, scene("man 0 a", "man 0 b", "man 1 c"))
    after = track_pieces(before, scene("man 0 a", "queen 0 d", "man 1 c"))
    assert ids(after) == {"a": ids(before)["a"], "d": ids(before)["b"], "c": ids(before)["c"]}
    assert marks(after) == {("from", "b"), ("to", "d")}


def test_a_piece_that_turned_keeps_its_id():
    before = track_pieces(None, scene("man 0 a", "man 0 b"))
    turned = tuple(
        piece._replace(facing=1) if piece.place == "b" else piece for piece in scene("man 0 a", "man 0 b").pieces
    )
    after = track_pieces(before, scene()._replace(pieces=turned))
    assert ids(after) == ids(before)


def test_pieces_that_share_a_place_have_different_ids():
    before = track_pieces(None, scene("man 0 a", "man 0 a", "man 0 b"))
    after = track_pieces(before, scene("man 0 a", "man 0 b", "man 0 b"))
    assert len({piece.id for piece in after.pieces}) == 3
    assert {piece.id for piece in after.pieces} == {piece.id for piece in before.pieces}
    assert marks(after) == {("from", "a"), ("to", "b")}


def test_the_games_own_marks_stay():
    shown = track_pieces(track_pieces(None, scene("man 0 a")), scene("man 0 b", marks=(Mark("danger", "c"),)))
    assert marks(shown) == {("danger", "c"), ("from", "a"), ("to", "b")}


def alike(pieces):
    """The number of pieces of each kind on each place."""
    return Counter(piece._replace(id="") for piece in pieces)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 80))
@settings(max_examples=scaled(100, 25))
def test_in_any_game_ids_are_unique_and_pieces_that_did_not_move_keep_theirs(game, seed, plies):
    before = None
    for match in random_walk(Match(game), chooser(seed), plies):
        drawn = match.scene()
        after = track_pieces(before, drawn)
        assert [piece._replace(id="") for piece in after.pieces] == list(drawn.pieces)
        known = [piece.id for piece in after.pieces]
        assert len(set(known)) == len(known)
        assert "" not in known
        if before:
            kept = alike(piece for piece in before.pieces if piece in after.pieces)
            assert kept >= alike(before.pieces) & alike(after.pieces)
            gone = {piece.id: piece.place for piece in before.pieces if piece.id not in known}
            assert {place for kind, place in marks(after) if kind == "captured"} == set(gone.values())
        before = after


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
@given(seed=st.integers(0, 2**32), plies=st.integers(1, 80))
@settings(max_examples=scaled(100, 25))
def test_in_any_game_the_places_where_pieces_differ_are_told(game, seed, plies):
    before = ()
    for match in random_walk(Match(game), chooser(seed), plies):
        tracked = follow_pieces(before, match.scene().pieces)
        pieces, old, new = tracked.pieces, tracked.old, tracked.new
        places = {piece.place for piece in (*old, *new)}
        assert new == [piece for piece in pieces if piece.place in places]
        assert old == [piece for piece in before if piece.place in places]
        assert {piece.place for piece in {*pieces} ^ {*before}} <= places
        before = pieces
