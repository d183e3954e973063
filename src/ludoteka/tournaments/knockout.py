"""Knockout tournaments: a player who loses is out.

The bracket is seeded so that the best two can meet only in the final.  After a draw the same two replay with sides
swapped; after a second draw the better seed advances.
"""

from ludoteka.tournaments.model import Entry, RoundPairing, TournamentProgress

REPLAYS = 2  # draws of the same two, after which the better seed advances


def bracket(count: int) -> list[int]:
    """Return the seeds in the order of the bracket, whose size is the next power of two; seeds above `count` are empty."""
    order = [1]
    while len(order) < count:
        size = 2 * len(order)
        order = [seed for one in order for seed in (one, size + 1 - one)]
    return order


def pair_knockout(progress: TournamentProgress) -> list[RoundPairing]:
    """Return the matches of the next round, which may be replays of drawn ones; empty when only one player is left."""
    number = progress.last_round + 1
    line = _first_line(progress)
    while len(line) > 1:
        pairs = list(zip(line[::2], line[1::2], strict=True))
        decided = [_winner(progress, one, other) for one, other in pairs]
        waiting = [pair for pair, winner in zip(pairs, decided, strict=True) if winner is _OPEN]
        if waiting:
            return [RoundPairing(number, _ordered(progress, one, other)) for one, other in waiting if one and other]
        line = decided
    return []


def placings(progress: TournamentProgress) -> dict[str, int]:
    """Return the number of bracket matches that each player has won, including walkovers."""
    won = dict.fromkeys(progress.entries, 0)
    line = _first_line(progress)
    while len(line) > 1:
        decided = [_winner(progress, one, other) for one, other in zip(line[::2], line[1::2], strict=True)]
        for winner in decided:
            if winner is not None and winner is not _OPEN:
                won[winner.player] += 1
        line = decided
    return won


_OPEN = Entry("", 0)  # the undecided winner of a pair


def _first_line(progress: TournamentProgress) -> list[Entry | None]:
    entries = list(progress.entries.values())
    return [entries[seed - 1] if seed <= len(entries) else None for seed in bracket(len(entries))]


def _winner(progress: TournamentProgress, one: Entry | None, other: Entry | None) -> Entry | None:
    """Return the player who advances, None if neither is there, or `_OPEN` while undecided."""
    if one is _OPEN or other is _OPEN:
        return _OPEN
    if one is None or other is None:
        return one or other
    mine, theirs = _scores(progress, one, other), _scores(progress, other, one)
    if mine[-1:] != theirs[-1:]:
        return one if mine[-1] > theirs[-1] else other
    if len(mine) >= REPLAYS:
        return min(one, other, key=lambda entry: entry.seed)
    if one.is_in and other.is_in:
        return _OPEN
    return one if one.is_in else other if other.is_in else None


def _scores(progress: TournamentProgress, one: Entry, other: Entry) -> list[float]:
    """Return the scores of one player against the other; a match that was called off gives both none."""
    return [result.score for result in progress.results[one.player] if other.player in result.opponents]


def _ordered(progress: TournamentProgress, one: Entry, other: Entry) -> tuple[str, str]:
    """Return the two in seat order: the better seed first, in a replay second."""
    better, worse = sorted((one, other), key=lambda entry: entry.seed)
    is_replay = any(worse.player in result.opponents for result in progress.results[better.player])
    return (worse.player, better.player) if is_replay else (better.player, worse.player)
