"""The searches, each bound to a game: which of them plays a game, and the workspace it needs."""

from collections.abc import Sequence
from typing import Any, ClassVar

from ludoteka.core.game import WIN_OR_LOSS, Game
from ludoteka.search import alphabeta, expectimax
from ludoteka.search.deepening import Search


def search_of(game: Game, *, is_compiled: bool) -> Search:
    """Return the search that plays a game: alpha-beta for two opponents without throws, else expectimax."""
    kind = Expectimax if game.throw else AlphaBeta if are_opponents(game) else MaxN
    return kind(game, is_compiled=is_compiled)


def are_opponents(game: Game) -> bool:
    """Tell whether there are two seats whatever the options, of which one wins what the other loses.

    Of a game with scores, those of who gives up and of the other one tell it.
    """
    usual = game.seats(game.check_options({}))
    others = [game.seats(game.check_options({one.name: value})) for one in game.options for value, _ in one.choices]
    scores = game.scores or WIN_OR_LOSS
    return all(len(seats) == 2 for seats in (usual, *others)) and scores.resigned == -scores.others != 0


class AlphaBeta(Search):
    """For two opponents without throws; a depth counts plies."""

    module: ClassVar = alphabeta
    first = 1
    certain = 2  # no win in one is missed, no loss in one walked into
    deepest = alphabeta.PLIES - alphabeta.QUIET_PLIES - 1
    won = alphabeta.WON

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()
    ) -> alphabeta.AlphaBetaWorkspace:
        """Return fresh workspace for a search from `state`."""
        rules, count = self.rules, alphabeta.PLIES + 1
        return alphabeta.AlphaBetaWorkspace(
            states=self.make.records(rules.State, count, state),
            frames=self.make.records(alphabeta.AlphaBetaFrame, count, alphabeta.AlphaBetaFrame()),
            actions=self.make.zeros(count, rules.MAX_ACTIONS),
            keys=self.make.zeros(count, rules.MAX_ACTIONS),
            history=self.make.zeros(rules.NUM_ACTIONS),
            marks=self.make.zeros(count),
            past=self.make.array([*past] or [alphabeta.NO_DIGEST]),
            control=self.control(),
        )

    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return what an action is worth, exactly where it is more than `least`."""
        return int(self.twin.worth(workspace, action, depth, max(least, -alphabeta.INFINITY), alphabeta.INFINITY))


class Expectimax(Search):
    """For any number of seats, with throws; a depth counts throws."""

    module: ClassVar = expectimax
    first = certain = 0  # every action is judged by what it leads to at once
    deepest = expectimax.PLIES // 2
    won = expectimax.WIN

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = ()
    ) -> expectimax.ExpectimaxWorkspace:
        """Return fresh workspace for a search from `state`, in a game of these seats."""
        rules, count = self.rules, expectimax.PLIES + 1
        return expectimax.ExpectimaxWorkspace(
            states=self.make.records(rules.State, count, state),
            frames=self.make.records(expectimax.ExpectimaxFrame, count, expectimax.ExpectimaxFrame()),
            actions=self.make.zeros(count, rules.MAX_ACTIONS),
            seats=self.make.array([*seats]),
            keys=self.make.zeros(count),
            known=self.make.zeros(expectimax.MEMORIES),
            worths=self.make.zeros(expectimax.MEMORIES * expectimax.SEATS),
            control=self.control(),
        )

    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return what an action is worth."""
        return int(self.twin.worth(workspace, action, depth))


class MaxN(Expectimax):
    """For seats without throws that are no mere opponents; a depth counts plies."""

    first, certain = 1, 2
    deepest = expectimax.PLIES - 1
    is_plied = True
