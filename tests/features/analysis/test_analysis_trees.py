"""Trees of moves survive the way to a record and back."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plugins.campaign import scaled

from ludoteka.core.match import replay_actions
from ludoteka.core.message import Refused
from ludoteka.features.analysis.trees import encode_tree, write_tree
from ludoteka.games import games
from ludoteka.records.match_record import MOST_NESTED

COMMENTS = st.sampled_from(["", "well (done)", "{a} ;b", "1-0"])


@st.composite
def trees(draw):
    """A tree of legal moves, with all lines that follow the same move apart."""
    game = draw(st.sampled_from(["tavlei", "quagmire"]))
    paths, moves = [[]], []
    for _ in range(draw(st.integers(0, 8))):
        after = draw(st.integers(0, len(moves)))
        legal = replay_actions(games()[game], {}, None, paths[after]).legal_texts()
        text = draw(st.sampled_from(legal[:4]))
        if [after, text] not in [move[:2] for move in moves]:
            paths.append([*paths[after], text])
            moves.append([after, text, draw(COMMENTS)])
    return {"game": game, "comment": draw(COMMENTS), "moves": moves}


def record_of(tree):
    return write_tree(msgspec.json.encode(tree))


def branches(moves, after=0):
    """The moves that follow a move, in their order, each with what follows it."""
    following = [(number, move) for number, move in enumerate(moves, 1) if move[0] == after]
    return [(text, comment, branches(moves, number)) for number, (_, text, comment) in following]


@given(trees())
@settings(max_examples=scaled(100), deadline=None)
def test_a_tree_becomes_a_record_and_the_record_becomes_the_same_tree(tree):
    again = msgspec.json.decode(encode_tree(record_of(tree).encode()))

    assert branches(again["moves"]) == branches(tree["moves"])
    assert (again["game"], again["comment"]) == (tree["game"], tree["comment"])
    assert record_of(again) == record_of(tree)


def nested(depth):
    """A tree in which every variation has a variation of its own."""
    moves, after = [], 0
    for _ in range(depth):
        moves += [[after, "r1", ""], [after, "r2", ""], [len(moves) + 2, "pass", ""]]
        after = len(moves)
    return {"game": "quagmire", "moves": moves}


def test_variations_are_nested_only_as_deep_as_a_record_can_hold():
    assert encode_tree(record_of(nested(MOST_NESTED)).encode())
    with pytest.raises(Refused) as refused:
        record_of(nested(MOST_NESTED + 1))
    assert refused.value.code == "too-large"
