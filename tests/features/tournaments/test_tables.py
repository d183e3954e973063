"""Tables of several: their sizes, who sits where, points and standings, beside a naive twin for small numbers."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive.tables import fewest_repeats

from ludoteka.features.tournaments.model import LOSS, WIN, Entry, RoundPairing, TournamentProgress, table_scores
from ludoteka.features.tournaments.pairings import (
    UNITS,
    next_round,
    options_at,
    pair_arena_tables,
    table_sizes,
    usual_rounds,
)
from ludoteka.features.tournaments.standings import TIE_BREAKS, standings
from ludoteka.games import games
from ludoteka.server.matches import sizes_of

COUNTS, SIZES, SEEDS = st.integers(2, 40), st.integers(3, 8), st.integers(0, 10**6)


def entered(count):
    return [Entry(f"p{seed}", seed) for seed in range(1, count + 1)]


def played(count, size, seed, rounds, withdrawing=0.0):
    """Play a tournament at tables in which one wins each match; return its progress after each round."""
    chance, entries, pairings = random.Random(seed), entered(count), []
    steps = [TournamentProgress(entries, pairings)]
    while new := next_round("swiss", steps[-1], rounds, size):
        for one in new:
            best = chance.randrange(len(one.players))
            places = [place == best for place in range(len(one.players))]
            pairings = [*pairings, one._replace(scores=one.scores or table_scores(places))]
        entries = [entry._replace(is_in=entry.is_in and chance.random() >= withdrawing) for entry in entries]
        steps.append(TournamentProgress(entries, pairings))
    return steps


def meetings(pairings):
    return Counter(frozenset(pair) for pairing in pairings for pair in combinations(pairing.players, 2))


@given(st.integers(2, 600), SIZES)
def test_tables_are_as_few_and_as_equal_as_possible_and_nobody_sits_alone(count, size):
    sizes = table_sizes(count, size)
    assert sum(sizes) == count
    assert len(sizes) == -(-count // size)
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) > 1
    if count > size * (size - 2):
        assert min(sizes) >= size - 1


@settings(max_examples=30)
@given(COUNTS, SIZES, SEEDS, st.sampled_from([0.0, 0.1]))
def test_in_each_round_everybody_who_is_in_sits_exactly_once_at_a_table_of_the_sizes_that_rule(
    count, size, seed, withdrawing
):
    for before, after in zip(steps := played(count, size, seed, 4, withdrawing), steps[1:], strict=False):
        new = [pairing for pairing in after.pairings if pairing.round == after.last_round]
        assert sorted(player for one in new for player in one.players) == sorted(before.ranked())
        assert sorted((len(one.players) for one in new), reverse=True) == table_sizes(len(before.ranked()), size)
        assert new == [one._replace(scores=one.scores) for one in new]


@settings(max_examples=20)
@given(st.integers(4, 9), st.integers(3, 4), SEEDS)
def test_meetings_are_repeated_as_rarely_and_points_differ_as_little_as_in_the_best_of_all_groupings(count, size, seed):
    for before, after in zip(steps := played(count, size, seed, 5), steps[1:], strict=False):
        points = {player: round(UNITS * before.points(player)) for player in before.entries}
        times = meetings(before.pairings)
        new = [pairing.players for pairing in after.pairings if pairing.round == after.last_round]
        pairs = [pair for table in new for pair in combinations(table, 2)]
        repeats = sum(times[frozenset(pair)] for pair in pairs)
        spread = sum((points[one] - points[other]) ** 2 for one, other in pairs)
        best = fewest_repeats(list(before.entries), table_sizes(count, size), (points, times))
        assert (repeats, spread) == best


def test_many_people_do_not_meet_again():
    assert max(meetings(played(60, 4, 3, 5)[-1].pairings).values()) == 1


@settings(max_examples=20)
@given(st.integers(1, 5), SIZES, SEEDS)
def test_seats_go_around(tables, size, seed):
    progress = played(tables * size, size, seed, 4)[-1]
    for results in progress.results.values():
        assert max(Counter(result.seat for result in results).values()) <= 2


def test_the_first_round_spreads_the_strongest_and_the_second_brings_those_with_equal_points_together():
    steps = played(16, 4, 5, 2)
    first = [set(pairing.players) for pairing in steps[1].pairings]
    assert first[0] == {"p1", "p8", "p9", "p16"}
    assert [len(table & {"p1", "p2", "p3", "p4"}) for table in first] == [1, 1, 1, 1]
    winners = {player for player in steps[1].entries if steps[1].points(player) == WIN}
    assert winners in [set(pairing.players) for pairing in steps[2].pairings if pairing.round == 2]


@given(COUNTS, SIZES, SEEDS)
@settings(max_examples=10)
def test_the_same_state_gives_the_same_tables(count, size, seed):
    progress = played(count, size, seed, 2)[-1]
    again = TournamentProgress(list(progress.entries.values())[::-1], list(progress.pairings))
    assert next_round("swiss", progress, 9, size) == next_round("swiss", again, 9, size)


@given(st.lists(st.integers(-1, 1), min_size=2, max_size=8))
def test_the_scores_of_a_table_are_the_shares_of_beaten_opponents_and_add_up_to_half_its_people(places):
    scores = table_scores(places)
    assert sum(scores) == pytest.approx(len(places) / 2)
    for place, (mine, score) in enumerate(zip(places, scores, strict=True)):
        others = places[:place] + places[place + 1 :]
        share = sum((mine > theirs) + (mine == theirs) / 2 for theirs in others) / len(others)
        assert score == pytest.approx(share)


def test_buchholz_and_sonneborn_berger_take_the_mean_of_each_table():
    entries = [Entry(name, seed) for seed, name in enumerate(("Anna", "Boris", "Cyril", "Dana"), 1)]
    pairings = [
        RoundPairing(1, ("Anna", "Boris", "Cyril", "Dana"), table_scores([1, 0, 0, 0])),
        RoundPairing(2, ("Boris", "Anna", "Dana"), table_scores([1, 0, 0])),
        RoundPairing(3, ("Cyril", "Dana", "Boris", "Anna"), table_scores([1, 1, 0, 0])),
    ]
    lines = {standing.player: standing for standing in standings("swiss", TournamentProgress(entries, pairings))}
    points = {
        "Anna": 1 + 1 / 4 + 1 / 6,
        "Boris": 1 / 3 + 1 + 1 / 6,
        "Cyril": 1 / 3 + 5 / 6,
        "Dana": 1 / 3 + 1 / 4 + 5 / 6,
    }
    assert {name: line.points for name, line in lines.items()} == pytest.approx(points, abs=1e-6)
    first = (points["Boris"] + points["Cyril"] + points["Dana"]) / 3
    second = (points["Boris"] + points["Dana"]) / 2
    found = dict(zip(TIE_BREAKS["swiss"], lines["Anna"].tie_breaks, strict=True))
    berger = first + points["Dana"] / 4 + points["Boris"] / 6
    expected = {"buchholz-cut-1": first + second, "buchholz": 2 * first + second, "sonneborn-berger": berger, "wins": 1}
    assert found == pytest.approx(expected, abs=1e-5)
    assert [(lines[name].won, lines[name].drawn, lines[name].lost) for name in points] == [
        (1, 0, 2),
        (1, 0, 2),
        (0, 1, 1),
        (0, 1, 2),
    ]


def test_equal_sums_of_fractions_are_equal():
    entries = entered(4)
    thirds = [RoundPairing(number, ("p1", "p2", "p3", "p4"), (1 / 3, 1 / 3, 1 / 3, WIN)) for number in (1, 2, 3)]
    lines = standings("swiss", TournamentProgress(entries, thirds))
    assert [(line.player, line.points, line.rank) for line in lines] == [
        ("p4", 3, 1),
        ("p1", 1, 2),
        ("p2", 1, 2),
        ("p3", 1, 2),
    ]


def test_a_table_that_was_called_off_is_a_loss_for_everybody():
    progress = TournamentProgress(entered(3), [RoundPairing(1, ("p1", "p2", "p3"), (LOSS, LOSS, LOSS))])
    assert [(standing.points, standing.lost) for standing in standings("swiss", progress)] == [(0, 1)] * 3


def test_a_tournament_at_tables_has_as_many_rounds_as_it_takes_for_one_to_win_them_all():
    assert [usual_rounds(count, 4) for count in (2, 4, 5, 16, 17, 64, 65)] == [1, 1, 2, 2, 3, 3, 4]
    assert [usual_rounds(count) for count in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


def tables_of(progress, waiting, size=4, computers=(), is_beginning=False):
    found = pair_arena_tables(progress, waiting, size, computers, is_beginning=is_beginning)
    return [sorted(one.players) for one in found]


def test_in_an_arena_those_left_over_wait_as_long_as_others_play():
    names = [f"p{seed}" for seed in range(1, 10)]
    nobody = TournamentProgress(entered(9), [])
    assert [len(one) for one in tables_of(nobody, names)] == [3, 3, 3]
    assert [len(one) for one in tables_of(nobody, names[:5])] == [3, 2]
    assert tables_of(nobody, names[:5], is_beginning=True) == [["p1", "p2", "p3", "p4"]]
    assert tables_of(nobody, names[:2], is_beginning=True) == []
    assert tables_of(nobody, names[:7], size=5, is_beginning=True) == [["p1", "p2", "p3", "p4", "p5"]]
    playing = TournamentProgress(entered(9), [RoundPairing(1, tuple(names[:4]))])
    assert tables_of(playing, names[4:6]) == []
    assert tables_of(playing, names[4:7]) == [["p5", "p6", "p7"]]
    assert tables_of(playing, []) == []


def test_in_an_arena_a_table_that_has_just_played_waits_for_another_one():
    four, others = ("p1", "p2", "p3", "p4"), ("p5", "p6", "p7", "p8")
    over = RoundPairing(1, four, table_scores([1, 0, 0, 0]))
    assert tables_of(TournamentProgress(entered(8), [over, RoundPairing(1, others)]), four) == []
    both = TournamentProgress(entered(8), [over, RoundPairing(1, others, table_scores([0, 0, 0, 1]))])
    assert [len({*four} & {*one}) for one in tables_of(both, four + others)] == [2, 2]
    assert tables_of(TournamentProgress(entered(4), [over]), four) == [sorted(four)]  # nobody else is there


def test_in_an_arena_computers_fill_the_seats_that_people_leave_free_and_never_play_among_themselves():
    nobody, computers = TournamentProgress(entered(9), []), ("p7", "p8", "p9")
    assert tables_of(nobody, computers, computers=computers) == []
    assert tables_of(nobody, ("p1", *computers), computers=computers) == [["p1", "p7", "p8", "p9"]]
    six = tables_of(nobody, ("p1", "p2", "p3", "p4", "p5", "p6", *computers), computers=computers)
    assert [(len(one), len({*one} & {*computers})) for one in six] == [(4, 1), (4, 1)]
    assert tables_of(nobody, ("p1", "p2", "p3", "p4", "p7"), computers=computers) == [["p1", "p2", "p3", "p4"]]


def test_a_game_says_how_many_sit_at_a_table_and_what_its_options_are_then():
    sizes = {name: sizes_of(game) for name, game in games().items()}
    assert sizes["quagmire"] == [2, 3, 4]
    assert sizes["labyrinth"] == [2, 3, 4, 5, 6, 7, 8]
    assert sizes["tavlei"] == [2]
    for game in games().values():
        for size in sizes_of(game):
            options = game.check_options(options_at(game, game.check_options(game.suggested_options()), size))
            seats = game.seats(options)
            assert (len(seats), any(seat.is_guest for seat in seats)) == (size, False)
