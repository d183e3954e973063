"""Who gets the first seat."""

from ludoteka.tournaments.model import TournamentProgress


def surplus(progress: TournamentProgress, player: str) -> int:
    """Return how many times more somebody had the first seat than the second."""
    return sum(1 if one.is_first else -1 for one in progress.results[player] if one.opponent)


def order_sides(progress: TournamentProgress, one: str, other: str) -> tuple[str, str]:
    """Return two players in the order of their seats.

    The first seat goes to whoever had it less often; if that is equal, to whoever did not have it last; then to the better
    seed in odd rounds and to the other one in even rounds.
    """
    one, other = sorted((one, other), key=lambda player: progress.entries[player].seed)
    if surplus(progress, one) != surplus(progress, other):
        return (one, other) if surplus(progress, one) < surplus(progress, other) else (other, one)
    was_first, was_other_first = _last(progress, one), _last(progress, other)
    if was_first != was_other_first:
        return (other, one) if was_first else (one, other)
    return (one, other) if (progress.last_round + progress.entries[one].seed) % 2 else (other, one)


def _last(progress: TournamentProgress, player: str) -> bool:
    """Tell whether somebody had the first seat in their last match."""
    played = [one.is_first for one in progress.results[player] if one.opponent]
    return bool(played) and played[-1]
