"""Dice: fair dice, bags of faces, and reproducibility from a seed."""

import hashlib
import hmac
from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.dice import BagDice, DiceThrow, FairDice, commitment, make_dice

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


def test_fair_dice_show_every_face_equally_often():
    assert chi_square(Counter(thrown(FairDice(SEED), THROWS)), FACES) < SURE


def test_fair_dice_are_independent():
    """The next face does not depend on the previous one: 36 pairs, 35 degrees of freedom."""
    faces = thrown(FairDice(SEED), 2 * THROWS)
    assert chi_square(Counter(zip(faces[::2], faces[1::2], strict=True)), FACES * FACES) < 77.0


@pytest.mark.parametrize("faces", [1, 2, 3, 6, 20, 100])
def test_a_die_shows_its_faces_and_no_others(faces):
    for kind in ("fair", "bag"):
        assert set(thrown(make_dice(kind, SEED), 40 * faces, faces=faces)) == set(range(1, faces + 1))


def test_a_fair_face_can_be_recomputed_from_the_seed():
    """The n-th number consists of the first eight bytes of HMAC-SHA-256(seed, n)."""
    digests = [hmac.digest(SEED, number.to_bytes(8, "big"), hashlib.sha256) for number in range(20)]
    faces = [int.from_bytes(digest[:8], "big") % FACES + 1 for digest in digests]
    assert thrown(FairDice(SEED), 20) == faces


@given(seed=st.binary(min_size=1, max_size=32), blocks=st.integers(1, 4))
def test_each_block_of_a_bag_contains_every_face_ten_times(seed, blocks):
    faces = thrown(BagDice(seed), blocks * BLOCK)
    for begin in range(0, len(faces), BLOCK):
        assert Counter(faces[begin : begin + BLOCK]) == dict.fromkeys(range(1, FACES + 1), 10)


@given(
    seed=st.binary(min_size=1, max_size=32), order=st.lists(st.integers(0, 2), min_size=4 * BLOCK, max_size=4 * BLOCK)
)
def test_every_seat_has_its_own_bag(seed, order):
    source = BagDice(seed)
    drawn = {seat: [] for seat in range(3)}
    for seat in order:
        drawn[seat].append(source.throw(seat, FACES))
    for faces in drawn.values():
        for begin in range(0, len(faces) - BLOCK + 1, BLOCK):
            assert set(Counter(faces[begin : begin + BLOCK]).values()) == {10}


def test_dice_with_different_numbers_of_faces_have_different_bags():
    source = BagDice(SEED, copies=1)
    drawn = [(faces, source.throw(0, faces)) for faces in (2, 3, 3, 2, 3)]
    assert sorted(drawn) == [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]


def test_the_number_of_copies_of_each_face_in_a_bag_can_be_chosen():
    source = BagDice(SEED, copies=1)
    for _ in range(5):
        assert sorted(thrown(source, FACES)) == [1, 2, 3, 4, 5, 6]


def test_a_bag_is_shuffled():
    orders = {tuple(thrown(BagDice(bytes([number]), copies=1), FACES)) for number in range(200)}
    assert len(orders) > 100, "200 bags show more than 100 of the 720 possible orders"


@KINDS
def test_the_same_seed_gives_the_same_faces(kind):
    assert thrown(make_dice(kind, SEED), 200) == thrown(make_dice(kind, SEED), 200)
    assert thrown(make_dice(kind, SEED), 200) != thrown(make_dice(kind, SEED[::-1]), 200)


def test_the_kind_of_dice_decides_between_fair_dice_and_a_bag():
    assert isinstance(make_dice("fair", SEED), FairDice)
    assert isinstance(make_dice("bag", SEED), BagDice)


def test_the_commitment_agrees_with_the_sha_256_example_published_by_nist():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# What `printf %s MESSAGE | openssl dgst -sha256 -hmac Jefe` prints.
BY_OPENSSL = {
    "m//0": "7ad73ebaa58c063bc39e0291dd82c62dca9bf5d93b9ac1e90451cba14f23de0c",
    "m/a:s-1/1": "16fad7692137ece97502e934584bae7536f3fb9ce211098051ef6c1444fd0eb0",
    "m/a:s-1,b:s_2/2": "e8ed217061aa3ed31dc9311724db635c09320c6d076f6338318e42c4afcb4368",
    "m/a:s-1,b:s_2/3": "f31591dc3bd287f43eeea93d9d5a036b65898cb568a8e2ea4461be5a576823ae",
}


def test_a_face_follows_from_the_seed_the_match_the_salts_and_the_number_of_the_draw():
    source, faces = make_dice("fair", b"Jefe", "m"), []
    for message in BY_OPENSSL:
        if message == "m/a:s-1/1":
            source.salt("a", "s-1")
        if message == "m/a:s-1,b:s_2/2":
            source.salt("b", "s_2")
        faces.append(source.throw(0, 6))
    assert faces == [int(digest[:16], 16) % 6 + 1 for digest in BY_OPENSSL.values()]


def test_a_number_that_would_favour_some_faces_is_skipped():
    """For a die of 2**63 + 1 faces, about every second number is skipped, and still counted."""
    faces, source = (1 << 63) + 1, make_dice("fair", b"Jefe", "m")
    numbers = [int.from_bytes(hmac.digest(b"Jefe", f"m//{i}".encode(), hashlib.sha256)[:8], "big") for i in range(40)]
    used = [number for number in numbers if number < faces]
    assert 10 < len(used) < 30
    assert [source.throw(0, faces) - 1 for _ in used] == used


@KINDS
@given(before=st.integers(0, 70), after=st.integers(1, 70))
def test_a_copy_of_the_dice_continues_without_changing_the_original_dice(kind, before, after):
    """The referee can preview a throw before it counts."""
    source, model = make_dice(kind, SEED, "m"), make_dice(kind, SEED, "m")
    assert thrown(source, before) == thrown(model, before)
    twin = deepcopy(source)
    faces = thrown(twin, after)
    assert twin.draws == [DiceThrow(0, FACES, face) for face in faces], "the copy records only its own draws"
    twin.salt("a", "other")
    assert len(source.draws) == before
    assert thrown(source, after) == faces == thrown(model, after)


@KINDS
def test_a_salt_changes_only_later_throws(kind):
    salted, plain = make_dice(kind, SEED, "m"), make_dice(kind, SEED, "m")
    assert thrown(salted, 30) == thrown(plain, 30)
    salted.salt("a", "pepper")
    assert thrown(salted, 30) != thrown(plain, 30)


@KINDS
def test_matches_with_the_same_seed_have_different_dice(kind):
    assert len({tuple(thrown(make_dice(kind, SEED, match), 30)) for match in ("", "m", "n")}) == 3


def test_salted_dice_show_every_face_equally_often():
    source = make_dice("fair", SEED, "m")
    source.salt("a", "pepper")
    assert chi_square(Counter(thrown(source, THROWS)), FACES) < SURE


@KINDS
def test_dice_record_their_draws(kind):
    source = make_dice(kind, SEED)
    faces = [source.throw(seat, count) for seat, count in ((1, 6), (0, 20))]
    assert source.draws == [(1, 6, faces[0]), (0, 20, faces[1])]
