"""Standings: tie-breaks by their names, beside a naive twin."""

import random

from hypothesis import given
from hypothesis import strategies as st

from ludoteka.features.tournaments.model import DRAW, LOSS, WIN, Entry, RoundPairing, TournamentProgress
from ludoteka.features.tournaments.pairings import next_round
from ludoteka.features.tournaments.standings import TIE_BREAKS, standings


def cross_table(*lines):
    """The progress of a tournament in which everybody has met everybody, from the upper half of its table."""
    entries = [Entry(name, seed) for seed, (name, _) in enumerate(lines, 1)]
    pairings = []
    for place, (name, scores) in enumerate(lines):
        for (other, _), score in zip(lines[place + 1 :], scores, strict=True):
            pairings.append(RoundPairing(1, (name, other), (score, WIN - score)))
    return TournamentProgress(entries, pairings)


def test_a_round_robin_is_decided_by_direct_encounter_and_then_by_sonneborn_berger():
    progress = cross_table(("Anna", [LOSS, WIN, DRAW]), ("Boris", [LOSS, DRAW]), ("Cyril", [WIN]), ("Dana", []))
    lines = standings("round-robin", progress)
    assert [(line.player, line.points) for line in lines] == [
        ("Cyril", 2.0),
        ("Boris", 1.5),
        ("Anna", 1.5),
        ("Dana", 1.0),
    ]
    assert lines[1].tie_breaks == (1.0, 0.5 * 1.0 + 1.5, 1.0)
    assert lines[2].tie_breaks == (0.0, 2.0 + 0.5 * 1.0, 1.0)
    assert [(line.won, line.drawn, line.lost) for line in lines] == [(2, 0, 1), (1, 1, 1), (1, 1, 1), (0, 2, 1)]


def test_those_whom_nothing_tells_apart_share_a_rank():
    progress = cross_table(("Anna", [DRAW, WIN]), ("Boris", [WIN]), ("Cyril", []))
    assert [standing.rank for standing in standings("round-robin", progress)] == [1, 1, 3]


def test_a_bye_counts_in_buchholz_as_an_opponent_with_the_own_points():
    entries = [Entry("Anna", 1), Entry("Boris", 2), Entry("Cyril", 3)]
    pairings = [
        RoundPairing(1, ("Anna", "Boris"), (WIN, LOSS)),
        RoundPairing(1, ("Cyril",), (WIN,)),
        RoundPairing(2, ("Anna", "Cyril"), (DRAW, DRAW)),
    ]
    lines = {standing.player: standing for standing in standings("swiss", TournamentProgress(entries, pairings))}
    breaks = dict(zip(TIE_BREAKS["swiss"], lines["Cyril"].tie_breaks, strict=True))
    assert breaks == {"buchholz-cut-1": 1.5, "buchholz": 1.5 + 1.5, "sonneborn-berger": 1.5 + 0.75, "wins": 0.0}


def test_while_a_knockout_is_played_nobody_is_credited_with_a_round_whose_opponent_is_not_known():
    entries = [Entry(f"p{seed}", seed) for seed in range(1, 5)]
    pairings = [RoundPairing(1, ("p1", "p4"), (WIN, LOSS)), RoundPairing(1, ("p2", "p3"))]
    lines = standings("knockout", TournamentProgress(entries, pairings))
    assert [(line.player, line.points) for line in lines] == [("p1", 1), ("p2", 0), ("p3", 0), ("p4", 0)]


@given(st.integers(2, 16), st.integers(0, 10**6))
def test_the_tie_breaks_are_those_that_a_naive_count_gives(count, seed):
    chance, entries, pairings = random.Random(seed), [Entry(f"p{one}", one + 1) for one in range(count)], []
    while new := next_round("swiss", TournamentProgress(entries, pairings), 4):
        pairings += [one._replace(scores=one.scores or chance.choice([(WIN, LOSS), (DRAW, DRAW)])) for one in new]
    total = {entry.player: 0.0 for entry in entries}
    for pairing in pairings:
        for player, score in zip(pairing.players, pairing.scores, strict=True):
            total[player] += score
    for line in standings("swiss", TournamentProgress(entries, pairings)):
        met, product = [], 0.0
        for pairing in pairings:
            if line.player in pairing.players:
                [other] = [player for player in pairing.players if player != line.player] or [line.player]
                met.append(total[other])
                product += pairing.scores[pairing.players.index(line.player)] * total[other]
        assert line.points == total[line.player]
        assert line.tie_breaks[:3] == (sum(sorted(met)[1:]), sum(met), product)
