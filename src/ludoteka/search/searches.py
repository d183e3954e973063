"""The searches that play games: which one plays which game, and the workspace that each needs."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any, ClassVar

from ludoteka.core.game import WIN_OR_LOSS, Game
from ludoteka.search import alphabeta, expectimax, transpositions
from ludoteka.search.analysis import Analysis, Limits, Root, Variation
from ludoteka.search.control import LIMIT, NODES, QUIET_PLIES, STOP
from ludoteka.search.deepening import Deepening
from ludoteka.search.earlier_positions import FREE_SLOT, note_position, space_for
from ludoteka.search.search import Search
from ludoteka.search.simulations import Mcts

END_OF_TURN = 2  # the depth at which a throw is judged at the end of its turn


def has_search(game: Game) -> bool:
    """Tell whether the computer plays a game by a search: it has no secrets, and no computer player of its own."""
    return not game.has_secrets and not game.decide


def search_of(game: Game, *, is_compiled: bool) -> Search:
    """Return the search for a game without secrets.

    With an evaluation, it is alpha-beta for two opponents without throws, and otherwise expectimax.  Without one, it is
    Monte Carlo tree search.
    """
    return family_of(game)(game, is_compiled=is_compiled)


def family_of(game: Game) -> type[Search]:
    """Return the usual kind of search for a game."""
    if game.evaluation is None:
        return Mcts
    return Expectimax if game.throw else AlphaBeta if are_opponents(game) else MaxN


def families(game: Game) -> dict[str, type[Search]]:
    """Return the searches that can play a game without secrets, by name; the first is the usual one."""
    usual = family_of(game)
    return {one.module.__name__.rpartition(".")[2]: one for one in (usual, Mcts)}


def are_opponents(game: Game) -> bool:
    """Tell whether the game always has two seats, and one wins what the other loses.

    In a game with scores, this follows from the scores after a resignation.
    """
    usual = game.seats(game.check_options({}))
    others = [game.seats(game.check_options({one.name: value})) for one in game.options for value, _ in one.choices]
    scores = game.scores or WIN_OR_LOSS
    return all(len(seats) == 2 for seats in (usual, *others)) and scores.resigned == -scores.others != 0


class AlphaBeta(Deepening):
    """Search for two opponents without throws; depth counts plies."""

    module: ClassVar = alphabeta
    first = 1
    certain = 2  # finds every win and avoids every loss in one move
    deepest = alphabeta.PLIES - QUIET_PLIES - 1
    won = alphabeta.WON
    beaten = 2 * alphabeta.STEP - alphabeta.WIN

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()
    ) -> alphabeta.AlphaBetaWorkspace:
        """Return a new workspace for a search from `state`."""
        rules, count = self.rules, alphabeta.PLIES + 1
        return alphabeta.AlphaBetaWorkspace(
            states=self.make.records(rules.State, count, state),
            frames=self.make.records(alphabeta.AlphaBetaFrame, count, alphabeta.AlphaBetaFrame()),
            actions=self.make.zeros(count, rules.MAX_ACTIONS),
            keys=self.make.zeros(count, rules.MAX_ACTIONS),
            history=self.make.zeros(2 * rules.NUM_ACTIONS),
            marks=self.make.zeros(count),
            past=self.make.array(_slots_of(past)),
            table=self.make.zeros(transpositions.SLOTS * transpositions.ENTRY),
            lines=self.make.zeros(count, count + 1),
            control=self.control(),
        )

    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return the value of an action; it is exact if it is more than `least`."""
        if least > -alphabeta.INFINITY:
            value = int(self.twin.worth(workspace, action, depth, least, least + 1))
            if value <= least or workspace.control[STOP]:
                return value
        return int(self.twin.worth(workspace, action, depth, max(least, -alphabeta.INFINITY), alphabeta.INFINITY))


def _slots_of(digests: Sequence[int]) -> list[int]:
    """Return the table of earlier positions with these digests."""
    slots = [FREE_SLOT] * space_for(len(digests))
    for mark in digests:
        note_position(slots, mark)
    return slots


class Expectimax(Deepening):
    """Search for any number of seats with throws; depth counts throws."""

    module: ClassVar = expectimax
    first = certain = 0  # evaluates the position after each action
    deepest = expectimax.PLIES // 2
    won = expectimax.WIN
    beaten = -expectimax.INFINITY

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()
    ) -> expectimax.ExpectimaxWorkspace:
        """Return a new workspace for a search from `state` with these seats."""
        rules, count = self.rules, expectimax.PLIES + 1
        return expectimax.ExpectimaxWorkspace(
            states=self.make.records(rules.State, count, state),
            frames=self.make.records(expectimax.ExpectimaxFrame, count, expectimax.ExpectimaxFrame()),
            actions=self.make.zeros(count, rules.MAX_ACTIONS),
            seats=self.make.array([*seats]),
            keys=self.make.zeros(count),
            table_keys=self.make.zeros(expectimax.MEMORIES),
            table_worths=self.make.zeros(expectimax.MEMORIES * expectimax.SEATS),
            lines=self.make.zeros(count, count + 1),
            control=self.control(),
        )

    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return the value of an action."""
        return int(self.twin.worth(workspace, action, depth))

    def worths(self, workspace: Any, action: int, depth: int) -> tuple[int, ...]:
        """Return the value of an action or a throw for each of the seats."""
        self.twin.worth(workspace, action, depth)
        root = workspace.frames[0]
        ways = max(1, int(root.ways))  # at a throw, the values are sums over the rolls
        return tuple(int(root.worths[seat]) // ways for seat in workspace.seats)

    def analyse_throws(
        self, root: Root, seat: int, limits: Limits, report: Callable[[Analysis], None] | None = None
    ) -> Analysis:
        """Return every throw with the best play after it, those that are worth most to a seat first.

        `root.legal` are the throws.  Each depth is complete or left out; if even the first one is, there are no lines.
        `report` is called after each depth.
        """
        started, workspace, index = monotonic(), self.workspace(root.state, root.seats), root.seats.index(seat)
        workspace.control[LIMIT] = limits.nodes
        self._is_stopped = False
        timer = self._interrupt_at(workspace.control, started, limits.seconds)
        found = Analysis((), 0, 0, 0.0)
        for depth in range(END_OF_TURN, min(limits.depth, self.deepest) + 1):
            lines = [self._throw_line(workspace, throw, depth, index) for throw in root.legal]
            if workspace.control[STOP]:
                break
            lines.sort(key=lambda line: -line.value)
            found = Analysis(tuple(lines), depth, int(workspace.control[NODES]), monotonic() - started)
            if report:
                report(found)
        self._end(timer)
        return found

    def _throw_line(self, workspace: Any, throw: int, depth: int, index: int) -> Variation:
        """Return a throw with the best play after it, and its value for the seat with this index."""
        value = self.worths(workspace, throw, depth)[index]
        length, *actions = (int(number) for number in workspace.lines[1])
        return Variation((throw, *actions[:length]), value)


class MaxN(Expectimax):
    """Search without throws for seats that are not just two opponents; depth counts plies."""

    first, certain = 1, 2
    deepest = expectimax.PLIES - 1
    is_plied = True
