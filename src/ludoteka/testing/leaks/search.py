"""The search for leaks: matches that a seat may not tell apart must look the same to it.

The search works for any game.  The contract says what a seat may know: who acted, what it hears of the action
(`Game.visible_action`), the answers (`Game.answers`), and who acts next.  After the end of a match, everything is public.
"""

from collections import deque
from collections.abc import Hashable, Iterator

from ludoteka.core.game import Game, Options
from ludoteka.core.rules import NOBODY
from ludoteka.testing.leaks.audibility import audibility_faults
from ludoteka.testing.leaks.coverage import LeakCoverage
from ludoteka.testing.leaks.histories import MatchHistory, initial_history, sample
from ludoteka.testing.leaks.lines import LongLine
from ludoteka.testing.leaks.seat_views import MOVES, OBSERVATION, SeatView, differences, differing_parts, seat_views
from ludoteka.testing.leaks.starts import has_other_starts, random_start
from ludoteka.testing.walks import chooser

HISTORIES = 1500  # short histories, in order of length
LINES = 12  # long random lines
STARTS = 4  # additional starts for short histories


class LeakCheck:
    """One search for leaks.  `looked` counts what it looks at."""

    def __init__(
        self,
        game: Game,
        options: Options,
        histories: int = HISTORIES,
        lines: int = LINES,
        looked: LeakCoverage | None = None,
    ) -> None:
        self.game = game
        self.options = options
        self.histories = histories
        self.lines = lines
        self.looked = looked or LeakCoverage()

    def complaints(self) -> Iterator[str]:
        """Complain about anything that lets a seat tell apart what it must not.  A game without secrets has no leaks."""
        if self.game.has_secrets:
            yield from self._in_short_histories()
            for number in range(self.lines):
                yield from LongLine(self.game, self.options, chooser(number), self.looked).complaints()

    def _in_short_histories(self) -> Iterator[str]:
        """Compare the short histories that a seat may not tell apart, and the scenes of equal observations."""
        known: dict[Hashable, tuple[MatchHistory, SeatView]] = {}
        alike: dict[Hashable, tuple[MatchHistory, SeatView]] = {}
        for history, continued in self._short_histories():
            yield from audibility_faults(history, continued)
            for seat, view in seat_views(history).items() if history.seat != NOBODY else ():
                other, other_view = known.setdefault((seat, history.known(seat)), (history, view))
                yield from differences(seat, history, other, differing_parts(view, other_view))
                other, other_view = alike.setdefault((seat, repr(view[OBSERVATION])), (history, view))
                names = [name for name in differing_parts(view, other_view) if name not in (OBSERVATION, MOVES)]
                yield from differences(seat, history, other, names)

    def _short_histories(self) -> Iterator[tuple[MatchHistory, list[MatchHistory]]]:
        """Yield the shortest histories, breadth first, each with its continuations."""
        choose, left = chooser(0), self.histories
        waiting = deque([initial_history(self.game, self.options)])
        if has_other_starts(self.game):
            waiting += [random_start(self.game, self.options, choose) for _ in range(STARTS)]
        while waiting and left:
            history, left = waiting.popleft(), left - 1
            self.looked.add_history(len(history.actions))
            continued = [history.after(action) for action in sample(history.legal)]
            yield history, continued
            waiting += continued[: max(0, left - len(waiting))]


def secrets(game: Game, options: Options) -> Iterator[str]:
    """Run a `LeakCheck`."""
    return LeakCheck(game, options).complaints()
