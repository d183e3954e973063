"""Long random lines of play, compared with lines that have other secrets but look the same to a seat."""

from collections.abc import Iterator, Sequence

from ludoteka.core.game import Game, Options
from ludoteka.core.rules import NOBODY
from ludoteka.testing.leaks.audibility import audibility_faults, counterfactual_audibility_faults
from ludoteka.testing.leaks.counterfactuals import Line, counterfactual, secret_plies
from ludoteka.testing.leaks.coverage import LeakCoverage
from ludoteka.testing.leaks.histories import MatchHistory, sample
from ludoteka.testing.leaks.seat_views import SeatView, differences, differing_parts, seat_views
from ludoteka.testing.leaks.starts import altered_start, has_other_starts, random_start
from ludoteka.testing.walks import Choose

PLIES = 60  # of a line
MARKS = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40, 50, 60)  # plies at which counterfactual lines are searched
FOUND = 2  # counterfactual lines for each seat at each of these plies
TRIES = 8  # attempts to find these lines
SPOTS = 3  # earlier positions in which the two lines are also compared
DODGES = 3  # actions tried to avoid the end of the match, so that lines become long
ANEW = 10  # up to this ply, a completely new start may still look the same; later, the start is only altered
HEARD = 10  # positions of a line in which everything that may be heard next is checked


class LongLine:
    """One random line, and the comparisons along it."""

    def __init__(self, game: Game, options: Options, choose: Choose, looked: LeakCoverage) -> None:
        self.game = game
        self.options = options
        self.choose = choose
        self.looked = looked
        self.histories = [random_start(game, options, choose)]  # after every ply
        self.views: dict[int, dict[int, SeatView]] = {}  # a cache by ply
        self._play()

    def _play(self) -> None:
        history = self.histories[0]
        while len(self.histories) <= PLIES and history.seat != NOBODY:
            history, actions = self.histories[-1], self.histories[-1].legal
            for _ in range(DODGES):
                then = history.after(actions[self.choose(len(actions))])
                if then.seat != NOBODY:
                    break
            history = then
            self.histories.append(history)

    def complaints(self) -> Iterator[str]:
        """Complain about differences between the line and counterfactual ones, and about what is heard."""
        self.looked.lines += 1
        for seat in self.histories[0].table.listeners:
            for mark in MARKS:
                if mark < len(self.histories) and self.histories[mark].seat != NOBODY:
                    yield from self._at(self.histories[: mark + 1], seat)
        for history in self.histories[:: len(self.histories) // HEARD + 1]:
            yield from audibility_faults(history, [history.after(action) for action in sample(history.legal)])

    def _at(self, line: Line, seat: int) -> Iterator[str]:
        """Compare the last position of a line with counterfactual ones that the seat can't tell apart."""
        plies, found = secret_plies(line, seat), 0
        for number in range(TRIES if plies or has_other_starts(self.game) else 0):
            begin = self._begin(line, plies, number)
            path = counterfactual(line, begin, seat, self.choose(2) == 1, self.choose) if begin else []
            yield from self._compared(line, path)
            found += len(path) > 0 and len(path[-1].actions) == len(line) - 1 and path[-1].state != line[-1].state
            if found == FOUND:
                return
        self.looked.alone += bool(plies) and not found

    def _begin(self, line: Line, plies: Sequence[int], number: int) -> MatchHistory | None:
        """Return where a counterfactual departs from a line: before a ply that the seat did not hear in full, or at a start."""
        way = self.choose(4) if has_other_starts(self.game) else 0
        if way == 0 and plies:
            back = number // 2 + 1  # every other attempt goes further back; older secrets may be public by now
            return line[plies[-min(back, len(plies)) if number % 2 == 0 else self.choose(len(plies))]]
        if way == 1 and len(line) <= ANEW:
            return random_start(self.game, self.options, self.choose)
        return altered_start(self.game, line[0].table.options, self.choose)

    def _compared(self, line: Line, path: Sequence[MatchHistory]) -> Iterator[str]:
        """Compare the last position of two lines, and some before it, for all seats that can't tell them apart."""
        spots = {len(path) - 1, *(self.choose(len(path)) for _ in range(SPOTS))} if path else set()
        for other in (path[spot] for spot in sorted(spots)):
            ply = len(other.actions)
            history, other_views = line[ply], seat_views(other)
            if ply not in self.views:
                self.views[ply] = seat_views(history)
            for seat, view in self.views[ply].items():
                if other.known(seat) == history.known(seat) and other.state != history.state:
                    self.looked.add_pair(ply)
                    yield from differences(seat, history, other, differing_parts(view, other_views[seat]))
                    if ply + 1 < len(line):
                        yield from counterfactual_audibility_faults(history, other, line[ply + 1].actions[-1], seat)
