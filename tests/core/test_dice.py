"""Dice: fair ones, bags, and that a seed brings the same faces again."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.dice import BagDice, FairDice, dice

SEED = bytes(range(32))
THROWS = 12_000
FACES = 6
BLOCK = 60  # throws of one seat, after which its bag is empty
SURE = 25.7  # chi-square with five degrees of freedom is above this once in ten thousand seeds; ours is fixed

KINDS = pytest.mark.parametrize("kind", ["fair", "bag"])


def thrown(source, count, seat=0, faces=FACES):
    return [source.throw(seat, faces) for _ in range(count)]


def chi_square(counts, cells):
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + (cells - len(counts)) * expected


def test_fair_dice_show_every_face_as_often():
    assert chi_square(Counter(thrown(FairDice(SEED), THROWS)), FACES) < SURE


def test_fair_dice_remember_nothing():
    """After every face the next is as free: 36 pairs, 35 degrees of freedom."""
    faces = thrown(FairDice(SEED), 2 * THROWS)
    assert chi_square(Counter(zip(faces[::2], faces[1::2], strict=True)), FACES * FACES) < 77.0


@pytest.mark.parametrize("faces", [1, 2, 3, 6, 20, 100])
def test_a_die_shows_its_faces_and_no_others(faces):
    for kind in ("fair", "bag"):
        assert set(thrown(dice(kind, SEED), 40 * faces, faces=faces)) == set(range(1, faces + 1))


def test_anybody_can_check_a_fair_face():
    """The n-th number is the beginning of HMAC-SHA-256(seed, n)."""
    digests = [hmac.digest(SEED, number.to_bytes(8, "big"), hashlib.sha256) for number in range(20)]
    faces = [int.from_bytes(digest[:8], "big") % FACES + 1 for digest in digests]
    assert thrown(FairDice(SEED), 20) == faces


@given(seed=st.binary(min_size=1, max_size=32), blocks=st.integers(1, 4))
def test_each_block_of_a_bag_holds_every_face_ten_times(seed, blocks):
    faces = thrown(BagDice(seed), blocks * BLOCK)
    for begin in range(0, len(faces), BLOCK):
        assert Counter(faces[begin : begin + BLOCK]) == dict.fromkeys(range(1, FACES + 1), 10)


@given(
    seed=st.binary(min_size=1, max_size=32), order=st.lists(st.integers(0, 2), min_size=4 * BLOCK, max_size=4 * BLOCK)
)
def test_every_seat_draws_from_a_bag_of_its_own(seed, order):
    source = BagDice(seed)
    drawn = {seat: [] for seat in range(3)}
    for seat in order:
        drawn[seat].append(source.throw(seat, FACES))
    for faces in drawn.values():
        for begin in range(0, len(faces) - BLOCK + 1, BLOCK):
            assert set(Counter(faces[begin : begin + BLOCK]).values()) == {10}


def test_dice_of_other_faces_have_another_bag():
    source = BagDice(SEED, copies=1)
    drawn = [(faces, source.throw(0, faces)) for faces in (2, 3, 3, 2, 3)]
    assert sorted(drawn) == [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]


def test_the_number_of_copies_can_be_chosen():
    source = BagDice(SEED, copies=1)
    for _ in range(5):
        assert sorted(thrown(source, FACES)) == [1, 2, 3, 4, 5, 6]


def test_a_bag_is_shuffled():
    orders = {tuple(thrown(BagDice(bytes([number]), copies=1), FACES)) for number in range(200)}
    assert len(orders) > 100, "of 720"


@KINDS
def test_a_seed_brings_the_same_faces_again(kind):
    assert thrown(dice(kind, SEED), 200) == thrown(dice(kind, SEED), 200)
    assert thrown(dice(kind, SEED), 200) != thrown(dice(kind, SEED[::-1]), 200)


def test_a_kind_is_fair_or_a_bag():
    assert isinstance(dice("fair", SEED), FairDice)
    assert isinstance(dice("bag", SEED), BagDice)
