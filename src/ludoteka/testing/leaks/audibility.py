"""Checks of what seats hear: it must not reveal more than what they see."""

from collections.abc import Hashable, Iterable, Iterator

from ludoteka.core.rules import NOBODY
from ludoteka.testing.leaks.histories import MatchHistory


def audibility_faults(history: MatchHistory, continued: Iterable[MatchHistory]) -> Iterator[str]:
    """Complain about who hears the last actions of the continued histories.

    A seat hears its own actions.  Spectators hear no more than every seat.  If a seat hears two actions differently, it
    must also see a difference; otherwise the list of moves would reveal what the observation hides.
    """
    where = f"after {' '.join(history.texts) or 'no action'}"
    looks: dict[Hashable, MatchHistory] = {}
    for then in continued:
        words, hears = then.texts[-1], {seat: then.logs[seat][-1].text for seat in then.table.listeners}
        if hears.get(history.seat, words) != words:
            yield f"{where} seat {history.seat} does not hear its own {words}"
        if hears[NOBODY] and (None in hears.values() or (hears[NOBODY] == words and {*hears.values()} != {words})):
            yield f"{where} spectators hear {hears[NOBODY]}, and not every seat does"
        for seat in hears:
            other = looks.setdefault((seat, repr(then.seen(seat))), then)
            yield from _heard_apart(where, seat, then, other)


def counterfactual_audibility_faults(
    history: MatchHistory, other: MatchHistory, action: int, seat: int
) -> Iterator[str]:
    """Complain if a seat that can't tell two histories apart hears an action differently, but sees no difference."""
    if not other.is_accepted(action) or history.heard_text(action, seat) == other.heard_text(action, seat):
        return
    then, other_then = history.after(action), other.after(action)
    if then.seat == other_then.seat and then.seen(seat) == other_then.seen(seat):
        yield from _heard_apart(f"after {' '.join(history.texts)}", seat, then, other_then)


def _heard_apart(where: str, seat: int, one: MatchHistory, other: MatchHistory) -> Iterator[str]:
    """Complain if a seat hears a difference between two histories but sees none, unless the match is over."""
    sounds = [history.logs[seat][-1].text for history in (other, one)]
    if sounds[0] != sounds[1] and one.state != other.state and one.seat != NOBODY:
        yield f"{where} seat {seat} hears {sounds[0] or 'nothing'} or {sounds[1] or 'nothing'}, but sees no difference"
