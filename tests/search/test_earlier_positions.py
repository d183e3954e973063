"""Earlier positions are found in their table, and no others are."""

from random import Random

from ludoteka.search.alphabeta import FREE_SLOT, has_occurred, note_position, space_for


def slots_of(digests):
    slots = [FREE_SLOT] * space_for(len(digests))
    for mark in digests:
        note_position(slots, mark)
    return slots


def test_every_earlier_position_is_found_and_no_other():
    chance = Random(4)
    digests = [chance.getrandbits(63) for _ in range(2_000)]
    for count in (0, 1, 2, 3, 500, 1_500):
        slots = slots_of(digests[:count])
        assert [has_occurred(slots, digest) for digest in digests] == [index < count for index in range(2_000)]


def test_positions_that_share_a_slot_or_came_twice_are_found():
    slots = slots_of([8, 16, 24, 8, 7])
    assert [one for one in range(100) if has_occurred(slots, one)] == [7, 8, 16, 24]
