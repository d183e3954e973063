"""Pairings in Swiss tournaments, round robins, knockouts and arenas."""

import itertools
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteka.features.tournaments.model import DRAW, LOSS, WIN, Entry, Result, TournamentProgress
from ludoteka.features.tournaments.pairings import (
    arena_points,
    berger_rounds,
    bracket,
    is_on_streak,
    next_round,
    pair_arena,
    pair_swiss,
    placings,
    surplus,
    usual_rounds,
)
from ludoteka.features.tournaments.standings import standings

SCORES = [(WIN, LOSS), (LOSS, WIN), (DRAW, DRAW)]


def entered(count):
    return [Entry(f"p{seed}", seed) for seed in range(1, count + 1)]


def played(kind, count, seed=0, rounds=5, withdrawing=0.0):
    """Play a whole tournament with random results; return its progress."""
    chance = random.Random(seed)
    entries, pairings = entered(count), []
    while new := next_round(kind, TournamentProgress(entries, pairings), rounds):
        pairings += [one._replace(scores=one.scores or chance.choice(SCORES)) for one in new]
        entries = [entry._replace(is_in=entry.is_in and chance.random() >= withdrawing) for entry in entries]
    return TournamentProgress(entries, pairings)


def pairs_of(progress):
    return Counter(frozenset(pairing.players) for pairing in progress.pairings if not pairing.is_bye)


def rounds_of(progress):
    return [list(group) for _, group in itertools.groupby(progress.pairings, key=lambda one: one.round)]


@settings(max_examples=25)
@given(st.integers(2, 24), st.integers(0, 10**6), st.sampled_from([0.0, 0.1]))
def test_in_a_swiss_tournament_nobody_meets_twice_and_everybody_plays_in_each_round(count, seed, withdrawing):
    progress = played("swiss", count, seed, min(5, count - 1), withdrawing)
    assert all(number == 1 for number in pairs_of(progress).values())
    for group in rounds_of(progress):
        players = [player for one in group for player in one.players]
        assert len(players) == len(set(players))
    byes = Counter(pairing.players[0] for pairing in progress.pairings if pairing.is_bye)
    if not withdrawing and count > 10:
        assert len(rounds_of(progress)) == 5
        assert all(number == 1 for number in byes.values())
        assert all(len(progress.results[player]) == 5 for player in progress.entries)


@given(st.integers(8, 30), st.integers(0, 10**6))
def test_in_a_swiss_tournament_sides_are_balanced(count, seed):
    progress = played("swiss", count, seed)
    assert all(abs(surplus(progress, player)) <= 3 for player in progress.entries)


def test_the_first_round_of_a_swiss_tournament_sets_the_upper_half_against_the_lower():
    first = pair_swiss(TournamentProgress(entered(8), []))
    assert [set(one.players) for one in first] == [{"p1", "p5"}, {"p2", "p6"}, {"p3", "p7"}, {"p4", "p8"}]


def test_in_the_second_round_of_a_swiss_tournament_winners_meet_winners():
    entries = entered(8)
    pairings = [one._replace(scores=(WIN, LOSS)) for one in pair_swiss(TournamentProgress(entries, []))]
    winners = {pairing.players[0] for pairing in pairings}
    second = pair_swiss(TournamentProgress(entries, pairings))
    assert all(len(winners & set(one.players)) in (0, 2) for one in second)


def test_a_bye_goes_to_the_last_one_who_has_had_none_and_counts_as_a_win():
    entries = entered(5)
    byes = []
    pairings = []
    for _ in range(3):
        new = pair_swiss(TournamentProgress(entries, pairings))
        byes += [one.players[0] for one in new if one.is_bye]
        pairings += [one._replace(scores=one.scores or (DRAW, DRAW)) for one in new]
    assert byes[0] == "p5"
    assert len(set(byes)) == 3
    assert TournamentProgress(entries, pairings).points(byes[0]) == 2.0


def test_who_comes_late_is_paired_from_the_next_round_on():
    pairings = [one._replace(scores=(WIN, LOSS)) for one in pair_swiss(TournamentProgress(entered(4), []))]
    second = pair_swiss(TournamentProgress(entered(6), pairings))
    assert sorted(player for one in second for player in one.players) == [f"p{seed}" for seed in range(1, 7)]


def test_the_berger_tables_for_six_are_those_of_the_handbook():
    rounds = [[(first + 1, second + 1) for first, second in one] for one in berger_rounds(6)]
    assert rounds == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@given(st.integers(2, 20), st.integers(0, 10**6))
def test_in_a_round_robin_everybody_meets_everybody_once_with_balanced_sides(count, seed):
    progress = played("round-robin", count, seed)
    everybody = {frozenset(pair) for pair in itertools.combinations(progress.entries, 2)}
    assert pairs_of(progress) == dict.fromkeys(everybody, 1)
    assert all(abs(surplus(progress, player)) <= 1 for player in progress.entries)


def test_whoever_should_meet_somebody_who_has_withdrawn_has_a_bye():
    entries = entered(4)
    first = [one._replace(scores=(WIN, LOSS)) for one in next_round("round-robin", TournamentProgress(entries, []), 0)]
    entries[0] = entries[0]._replace(is_in=False)
    second = next_round("round-robin", TournamentProgress(entries, first), 0)
    assert [one.is_bye for one in second].count(True) == 1


@given(st.integers(2, 40), st.integers(0, 10**6), st.sampled_from([0.0, 0.05]))
def test_a_knockout_leaves_one_winner_and_ends_in_the_expected_number_of_rounds(count, seed, withdrawing):
    progress = played("knockout", count, seed, withdrawing=withdrawing)
    line, *_ = standings("knockout", progress)
    if not withdrawing:
        assert line.points == usual_rounds(count)
        losers = Counter(
            player
            for pairing in progress.pairings
            for player, score in zip(pairing.players, pairing.scores, strict=True)
            if score == LOSS
        )
        assert all(number == 1 for number in losers.values())
        assert line.player not in losers


def test_the_best_two_can_meet_only_in_the_final():
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    first = next_round("knockout", TournamentProgress(entered(6), []), 0)
    assert [one.players for one in first] == [("p4", "p5"), ("p3", "p6")]


def test_after_a_draw_the_same_two_play_again_and_after_a_second_one_the_better_seed_goes_on():
    entries, pairings = entered(2), []
    for players in (("p1", "p2"), ("p2", "p1")):
        [new] = next_round("knockout", TournamentProgress(entries, pairings), 0)
        assert new.players == players
        pairings.append(new._replace(scores=(DRAW, DRAW)))
    progress = TournamentProgress(entries, pairings)
    assert next_round("knockout", progress, 0) == []
    assert placings(progress) == {"p1": 1, "p2": 0}


def test_in_an_arena_neighbours_in_the_standings_meet_but_not_the_same_two_twice_in_a_row():
    entries = entered(4)
    first = pair_arena(TournamentProgress(entries, []), ["p1", "p2", "p3", "p4"])
    assert [set(one.players) for one in first] == [{"p1", "p2"}, {"p3", "p4"}]
    pairings = [one._replace(scores=(WIN, LOSS)) for one in first]
    second = pair_arena(TournamentProgress(entries, pairings), ["p4", "p3", "p2", "p1"])
    assert not {frozenset(one.players) for one in first} & {frozenset(one.players) for one in second}
    assert pair_arena(TournamentProgress(entries, pairings), ["p1"]) == []
    [again] = pair_arena(TournamentProgress(entries, pairings), ["p1", "p2"])
    assert again.players == first[0].players[::-1]


def test_in_an_arena_computers_do_not_meet_each_other():
    entries = entered(3)
    [only] = pair_arena(TournamentProgress(entries, []), ["p1", "p2", "p3"], {"p1", "p2"})
    assert set(only.players) == {"p1", "p3"}


@pytest.mark.parametrize(
    ("scores", "points"),
    [
        ("", 0),
        ("w", 2),
        ("ww", 4),
        ("www", 8),
        ("wwd", 6),
        ("wwl", 4),
        ("wwdw", 8),
        ("wwww", 12),
        ("dd", 2),
        ("lww", 4),
    ],
)
def test_after_two_wins_in_a_row_matches_of_an_arena_count_double(scores, points):
    results = [Result(("x",), {"w": WIN, "d": DRAW, "l": LOSS}[score]) for score in scores]
    assert arena_points(results) == points
    assert is_on_streak(results) == scores.endswith("ww")
