"""Records: one declaration, with a plain and a packed representation."""

from typing import Annotated

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteka.core.record import Record

numbers = st.integers(-(2**31), 2**31 - 1)


class Hand(Record):
    cards: Annotated[list[int], 3]
    turn: int
    score: int


@st.composite
def hands(draw):
    hand = Hand()
    hand.cards = draw(st.lists(numbers, min_size=3, max_size=3))
    hand.turn, hand.score = draw(numbers), draw(numbers)
    return hand


def hand_of(cards, turn):
    hand = Hand()
    hand.cards, hand.turn = cards, turn
    return hand


def test_a_new_record_is_all_zero():
    assert Hand().values() == [[0, 0, 0], 0, 0]


def test_two_new_records_share_nothing():
    one, other = Hand(), Hand()
    one.cards[0] = 7
    assert other.cards == [0, 0, 0]


def test_a_field_is_an_integer_or_a_list_of_a_known_length():
    for kind in (float, list[int], str, Annotated[list[str], 3]):
        with pytest.raises(TypeError, match="a record field must be int or"):
            type("Bad", (Record,), {"__annotations__": {"field": kind}})


@given(hands())
def test_packing_and_unpacking_give_the_same_record(hand):
    assert Hand.unpack(hand.pack()) == hand


@given(hands())
def test_a_record_is_restored_from_its_values(hand):
    assert Hand.of(hand.values()) == hand


@given(hands())
def test_both_representations_have_the_same_attributes(hand):
    packed = hand.pack()
    assert packed.turn == hand.turn
    assert packed.cards.tolist() == hand.cards
    packed.cards[1] = 5
    packed.turn = 6
    assert Hand.unpack(packed).values() == [[hand.cards[0], 5, hand.cards[2]], 6, hand.score]


@pytest.mark.parametrize("number", [2**31, -(2**31) - 1, 2**64])
def test_a_number_that_does_not_fit_into_32_bits_is_not_packed(number):
    with pytest.raises(OverflowError):
        hand_of([0, 0, 0], number).pack()
    with pytest.raises(OverflowError):
        hand_of([0, number, 0], 0).pack()


@pytest.mark.parametrize("cards", [[1, 2], [1, 2, 3, 4]])
def test_a_list_of_the_wrong_length_is_not_packed(cards):
    with pytest.raises(ValueError, match="broadcast"):
        hand_of(cards, 0).pack()


def test_too_few_values_are_rejected():
    with pytest.raises(ValueError, match="zip"):
        Hand.of([[1, 2, 3], 4])


@given(hands())
def test_a_copy_is_equal_and_independent(hand):
    copy = hand.copy()
    assert copy == hand
    copy.cards[0] += 1
    copy.turn += 1
    assert (copy.cards[0], copy.turn) == (hand.cards[0] + 1, hand.turn + 1)


@given(hands(), hands())
def test_assigning_one_record_to_another_copies_every_value_and_shares_no_list(hand, other):
    hand.assign(other)
    assert hand == other
    hand.cards[2] += 1
    assert hand != other


def test_records_of_different_classes_or_with_different_values_are_not_equal():
    class Foot(Record):
        cards: Annotated[list[int], 3]
        turn: int
        score: int

    assert Hand() != Foot()
    assert Hand() != hand_of([0, 0, 1], 0)
    assert Hand() != [[0, 0, 0], 0, 0]


def test_a_record_is_not_hashable():
    with pytest.raises(TypeError, match="unhashable"):
        hash(Hand())


def test_the_repr_of_a_record_shows_its_fields():
    assert repr(hand_of([1, 2, 3], 4)) == "Hand(cards=[1, 2, 3], turn=4, score=0)"


def test_packed_records_are_contiguous():
    packed = Hand.packed_array(4)
    packed[2] = hand_of([1, 2, 3], 4).pack()
    assert packed.dtype.itemsize == 5 * 4
    assert [Hand.unpack(one).turn for one in packed] == [0, 0, 4, 0]
    packed[1].turn = 9
    assert packed["turn"].tolist() == [0, 9, 4, 0], "an item is a view"


def test_plain_records_contain_plain_integers():
    hand = Hand.unpack(hand_of([1, 2, 3], 4).pack())
    assert {type(number) for number in (*hand.cards, hand.turn, hand.score)} == {int}
    assert isinstance(hand.pack().turn, numpy.int32)
