"""The rules of Tavlei compared with a naive second implementation, for every move in many positions."""

from boards.tavlei import GAME, pieces_in, text_of
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import tavlei as naive
from plugins.campaign import scaled

from ludoteka.core.match import Match
from ludoteka.testing import chooser
from ludoteka.testing.walks import random_walk

CROWDED = 45  # pieces; more than the start has
PLAIN = [cell for cell in naive.CELLS if cell != naive.THRONE and cell not in naive.EXITS]
# Cells at which several clauses apply are chosen more often.
FOCUSES = [*naive.CELLS, *(8 * ["e5", "e6", "d5", "d6", "b1", "a3", "b2"])]
MIXTURES = ["..aad", "..aaa", ".aaaaa", "..ddd", "..ddddd", "aad", ".....ad"]

seeds = st.integers(0, 2**32)


def scattered(choose):
    """Return a king and men anywhere."""
    men = {PLAIN[choose(len(PLAIN))]: "aad"[choose(3)] for _ in range(choose(CROWDED))}
    return {**men, naive.CELLS[choose(len(naive.CELLS))]: "k"}


def thronged(choose):
    """Return a king surrounded by men, with so few pieces elsewhere that every man near the king matters."""
    focus, mixture = FOCUSES[choose(len(FOCUSES))], MIXTURES[choose(len(MIXTURES))]
    near = [cell for cell in naive.CELLS if abs(ord(cell[0]) - ord(focus[0])) + abs(ord(cell[1]) - ord(focus[1])) <= 2]
    men = {cell: mixture[choose(len(mixture))] for cell in near if cell in PLAIN}
    men |= {PLAIN[choose(len(PLAIN))]: "ad"[choose(2)] for _ in range(choose(4))}
    king = near[choose(len(near))]
    return {cell: man for cell, man in men.items() if man != "."} | {king: "k"}


def packed(choose):
    """Return a board with few empty cells and few men of one side, so that this side often has no move; the throne is often empty."""
    many, few = ("a", "d") if choose(2) else ("d", "a")
    men = {cell: few if choose(8) == 0 else many for cell in PLAIN}
    for _ in range(choose(6)):
        men.pop(PLAIN[choose(len(PLAIN))], None)
    king = naive.CELLS[choose(len(naive.CELLS))]
    return {**men, king: "k"}


def assert_read_alike(pieces, side):
    """Compare the position, its moves and their results with the second implementation."""
    position = text_of(pieces, side)
    match = Match(GAME, {"repetition": "off"}, position)
    won = naive.winner(pieces, side)
    expected = {} if won else {move: naive.play(pieces, move) for move in naive.moves(pieces, side)}
    assert (won_by(match.state), set(match.legal_texts())) == (won, set(expected)), position
    for action in match.legal():
        move = GAME.texts.action_text(match.state, action)
        after = match.state.copy()
        GAME.rules.apply(after, action)
        read = pieces_in(GAME.texts.position_text(after))
        assert read == (expected[move], naive.other(side)), f"{position}: {move}"
        assert won_by(after) == naive.winner(expected[move], naive.other(side)), f"{position}: {move}"


def won_by(state):
    return {-1: None, 0: "a", 1: "d"}[state.winner]


@given(seed=seeds, set_up=st.sampled_from([scattered, thronged, thronged]), side=st.sampled_from("ad"))
@settings(max_examples=scaled(1000, 30))
def test_both_implementations_agree_on_random_positions(seed, set_up, side):
    assert_read_alike(set_up(chooser(seed)), side)


@given(seed=seeds, side=st.sampled_from("ad"))
@settings(max_examples=scaled(500, 30))
def test_both_implementations_agree_on_who_can_move_where_hardly_anybody_can(seed, side):
    assert_read_alike(packed(chooser(seed)), side)


@given(seed=seeds, plies=st.integers(0, 150))
@settings(max_examples=scaled(50, 5))
def test_both_implementations_agree_after_a_random_number_of_random_moves(seed, plies):
    *_, match = random_walk(Match(GAME, {"repetition": "off"}), chooser(seed), plies)
    assert_read_alike(*pieces_in(match.position_text))


@given(seed=seeds)
@settings(max_examples=scaled(10, 3))
def test_both_implementations_agree_throughout_random_games(seed):
    for match in random_walk(Match(GAME, {"repetition": "off"}), chooser(seed), 60):
        pieces, side = pieces_in(match.position_text)
        assert won_by(match.state) == naive.winner(pieces, side)
        assert match.legal_texts() == sorted(naive.moves(pieces, side) if match.legal() else [])
