"""What the transposition table of alpha-beta keeps, and what searches gain that share one."""

import pytest

from ludoteka.core.rules import NO_ACTION
from ludoteka.games import games
from ludoteka.search import alphabeta
from ludoteka.search.alphabeta import (
    ACTION_AT,
    ACTION_BITS,
    AGE_AT,
    AGE_BITS,
    BOUND_BITS,
    BUCKET,
    DEPTH_BITS,
    EXACT,
    FACTS,
    MOST,
    NO_ENTRY,
    VALUE_AT,
    entry_of,
    facts_of,
    part_of,
    store,
    table_for,
)
from ludoteka.search.search import Limits, Memory, Root
from ludoteka.search.searches import search_of

TAVLEI = games()["tavlei"]
INTERPRETED = search_of(TAVLEI, is_compiled=False)
DEEP = Limits(3, 10**6)
STATE = TAVLEI.begin(TAVLEI.check_options({}), "3a2a2/1a5a1/a1d3d2/4d3a/a1dd1aada/2a6/3a1k1a1/1a2d2a1/4a4 d")
ROOT = Root(STATE, TAVLEI.legal(STATE))
BUCKETS = 8
HERE, THERE, ELSEWHERE = 5, 5 + BUCKETS, 5 + 2 * BUCKETS  # digests that share a bucket


def known(table, mark):
    """The depth and age of what is known of a position; None if nothing is."""
    entry = entry_of(table, mark)
    if entry == NO_ENTRY:
        return None
    facts = table[entry + FACTS]
    return part_of(facts, BOUND_BITS, DEPTH_BITS), part_of(facts, AGE_AT, AGE_BITS)


def stored(*entries):
    table = [0] * (BUCKETS * BUCKET)
    for mark, depth, age in entries:
        store(table, mark, facts_of(depth, EXACT, 0, NO_ACTION, age))
    return table


@pytest.mark.parametrize("value", [0, -1, alphabeta.WIN, -alphabeta.WIN, alphabeta.INFINITY, -alphabeta.INFINITY])
@pytest.mark.parametrize("action", [NO_ACTION, 0, (1 << ACTION_BITS) - 2])
def test_an_entry_says_everything_that_was_stored(value, action):
    facts = facts_of(alphabeta.PLIES - 1, EXACT, value, action, (1 << AGE_BITS) - 1)
    assert -(1 << 63) <= facts < 1 << 63
    assert part_of(facts, 0, BOUND_BITS) == EXACT
    assert part_of(facts, BOUND_BITS, DEPTH_BITS) == alphabeta.PLIES - 1
    assert part_of(facts, AGE_AT, AGE_BITS) == (1 << AGE_BITS) - 1
    assert part_of(facts, ACTION_AT, ACTION_BITS) - 1 == action
    assert facts >> VALUE_AT == value


def test_of_three_positions_in_a_bucket_the_deepest_and_the_latest_stay():
    table = stored((HERE, 6, 1), (THERE, 2, 1), (ELSEWHERE, 3, 1))
    assert [known(table, mark) for mark in (HERE, THERE, ELSEWHERE)] == [(6, 1), None, (3, 1)]


def test_what_an_earlier_search_has_found_gives_way_however_deep_it_was():
    table = stored((HERE, 6, 1), (THERE, 2, 2), (ELSEWHERE, 1, 2))
    assert [known(table, mark) for mark in (HERE, THERE, ELSEWHERE)] == [None, (2, 2), (1, 2)]


def test_a_position_is_stored_once_and_its_latest_search_counts():
    table = stored((HERE, 6, 1), (HERE, 2, 1))
    assert known(table, HERE) == (2, 1)
    assert sum(number == HERE for number in table) == 1


def test_a_short_search_has_a_small_table_and_none_has_more_than_is_allowed():
    assert table_for(1) == BUCKET
    assert table_for(100) == 128 * BUCKET
    assert table_for(1 << 60) == MOST


def test_a_search_that_remembers_the_position_is_shorter_and_finds_the_same():
    root, memory = ROOT, Memory()
    alone = INTERPRETED.analyse(root, DEEP)
    first, second = (INTERPRETED.analyse(root, DEEP, memory=memory) for _ in range(2))
    assert first.nodes == alone.nodes
    assert second.nodes < first.nodes / 2
    assert alone.lines[0].value == first.lines[0].value == second.lines[0].value


@pytest.mark.parametrize("draws", [{"past": [STATE.digest(0)]}, {"quiet_left": 20}])
def test_a_win_that_was_found_before_other_positions_drew_is_not_remembered(draws):
    root, memory = ROOT._replace(**draws), Memory()
    INTERPRETED.analyse(ROOT, DEEP, memory=memory)
    found, alone = INTERPRETED.analyse(root, DEEP, memory=memory), INTERPRETED.analyse(root, DEEP)
    assert (found.lines, found.nodes) == (alone.lines, alone.nodes)


def test_a_draw_by_quiet_play_that_is_far_away_leaves_the_memory_as_it_is():
    memory = Memory()
    before = INTERPRETED.analyse(ROOT._replace(quiet_left=99), DEEP, memory=memory)
    assert INTERPRETED.analyse(ROOT._replace(quiet_left=97), DEEP, memory=memory).nodes < before.nodes / 2
