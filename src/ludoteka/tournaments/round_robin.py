"""Round robins: every player meets every other one once, by the Berger tables."""

from ludoteka.tournaments.model import WIN, RoundPairing, TournamentProgress


def berger_rounds(count: int) -> list[list[tuple[int, int]]]:
    """Return the rounds for players 0 … count − 1, as pairs in seat order; with an odd count, one has a bye.

    The pairs are those of the Berger tables in the FIDE handbook (C.05, annex 1): the last player stays and alternates
    sides, and the others rotate.  With an odd count, the player who would meet the missing last one is in no pair.
    """
    size = count + count % 2
    rounds = []
    for turn in range(size - 1):
        start = turn * (size // 2) % (size - 1)
        around = [(start + step) % (size - 1) for step in range(size - 1)]
        first, rest = around[0], around[1:]
        pairs = [(first, size - 1) if turn % 2 == 0 else (size - 1, first)]
        pairs += [(rest[step], rest[-1 - step]) for step in range(len(rest) // 2)]
        rounds.append([pair for pair in pairs if max(pair) < count])
    return rounds


def pair_round_robin(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the pairings of the next round; empty after the last one.

    All players who were there at the start keep their number.  The opponent of a withdrawn player has a bye.
    """
    players = list(progress.entries)
    rounds = berger_rounds(len(players))
    for number in range(progress.last_round + 1, len(rounds) + 1):
        pairs = [[players[first], players[second]] for first, second in rounds[number - 1]]
        left = [[player for player in pair if progress.entries[player].is_in] for pair in pairs]
        if any(left):
            return [RoundPairing(number, tuple(pair), (WIN,) if len(pair) == 1 else None) for pair in left if pair]
    return []
