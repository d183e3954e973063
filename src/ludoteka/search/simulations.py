"""Monte Carlo tree search for any game without secrets, with an evaluation or without."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from time import monotonic
from typing import Any, ClassVar

from ludoteka.core.game import QUIET_ACTIONS, Game
from ludoteka.core.rules import CHANCE
from ludoteka.search import mcts
from ludoteka.search.analysis import Analysis, Limits, Root, Variation
from ludoteka.search.control import LIMIT, NODES, QUIET_LEFT, QUIET_LIMIT, STOP
from ludoteka.search.search import REPEATED, Search

WORD = 32  # bits of a random word
WORDS = 4  # of the state of a generator
FIRST_REPORT = 64  # simulations; another report follows whenever they have doubled


class Mcts(Search):
    """Search by simulations, which `Limits.nodes` counts.  It finds every win in one action, whatever the limits are."""

    module: ClassVar = mcts
    first = deepest = 1
    won = 100_000

    def __init__(self, game: Game, *, is_compiled: bool) -> None:
        super().__init__(game, is_compiled=is_compiled)
        self._is_judged, self._has_throws = game.evaluation is not None, game.throw is not None

    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Mapping[int, int] | None = None,
        report: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Return the actions that were tried most often (see `Search.analyse`)."""
        started, self._is_stopped = monotonic(), False
        workspace = self.workspace(root, limits.nodes, offsets or {})
        control, seat = workspace.control, self.rules.current_seat(root.state)
        self.twin.open_root(workspace)
        control[LIMIT] = 1
        self.twin.simulate(workspace)
        timer, target = self._interrupt_at(control, started, limits.seconds), FIRST_REPORT
        while control[STOP] == 0 and not workspace.solved[0] and control[NODES] < limits.nodes:
            control[LIMIT] = min(target, limits.nodes)
            self.twin.simulate(workspace)
            target *= 2
            if report:
                report(self._analysis(workspace, seat, lines, started))
        self._end(timer)
        return self._analysis(workspace, seat, lines, started)

    def workspace(self, root: Root, nodes: int, offsets: Mapping[int, int]) -> mcts.MctsWorkspace:
        """Return a new workspace for a search from `root` with so many simulations; its tree has the root and its children."""
        rules, make, stride = self.rules, self.make, max(root.seats) + 1
        size = min(mcts.CAPACITY, 1 + len(root.legal) + rules.MAX_ACTIONS * nodes)
        chance = Random(root.seed)  # noqa: S311 - these numbers are not secret
        workspace = mcts.MctsWorkspace(
            states=make.records(rules.State, 3, root.state),
            buffer=make.zeros(rules.MAX_ACTIONS),
            actions=make.zeros(size),
            seats=make.zeros(size),
            firsts=make.zeros(size),
            counts=make.zeros(size),
            visits=make.zeros(size),
            solved=make.zeros(size),
            refuges=make.zeros(size),
            totals=make.zeros(size * stride),
            biases=make.array([*self._biases(root, {*root.past}, offsets)]),
            path=make.zeros(mcts.PLIES + 1),
            marks=make.zeros(mcts.PLIES + 1),
            past=make.array([*root.past] or [mcts.NO_DIGEST]),
            order=make.array([*root.seats]),
            values=make.zeros(stride),
            generator=make.array([chance.getrandbits(WORD) for _ in range(WORDS)]),
            numbers=make.array([1, int(self._is_judged), int(not self._has_throws), stride, *self._range()]),
            control=self.control(),
        )
        self._plant(workspace, root)
        return workspace

    def _plant(self, workspace: Any, root: Root) -> None:
        """Make the children of the root, and set the number of quiet actions until a draw."""
        for number, action in enumerate(root.legal, start=1):
            workspace.actions[number] = action
        self.twin.adopt(workspace, 0, len(root.legal), self.rules.current_seat(root.state))
        if root.quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = root.quiet_left, QUIET_ACTIONS

    def _biases(self, root: Root, known: set[int], offsets: Mapping[int, int]) -> Iterator[int]:
        """Yield what is added to the values of each action; whoever stands well doesn't repeat a position."""
        for action in root.legal:
            after = root.state.copy()
            self.rules.apply(after, action)
            worth = offsets.get(action, 0) + (REPEATED if known and after.digest(0) in known else 0)
            yield worth if self.has_scores else worth * mcts.WIN // mcts.HALF

    def _range(self) -> tuple[int, int]:
        """Return the lowest and highest value that results are known to have before the search has seen any."""
        return (0, 0) if self.has_scores else (-mcts.WIN, mcts.WIN)

    def _analysis(self, workspace: Any, seat: int, lines: int, started: float) -> Analysis:
        found = [self._variation(workspace, child, seat) for child in self._ranked(workspace, 0, seat)[:lines]]
        nodes = int(workspace.control[NODES])
        return Analysis(tuple(found), len(found[0].actions), nodes, monotonic() - started)

    def _ranked(self, workspace: Any, node: int, seat: int) -> list[int]:
        """Return the children of a node that were tried, the best for a seat first.

        Those that are not solved are in the order of their visits; a solved one is better than all of them if its value is no
        worse than that of the first of them.
        """
        first = int(workspace.firsts[node])
        tried = [child for child in range(first, first + int(workspace.counts[node])) if workspace.visits[child]]
        values = {
            child: int(self.twin.value_of(workspace, child, seat))
            + (int(workspace.biases[child - 1]) if node == 0 else 0)
            for child in tried
        }
        keys = {
            child: (1, int(workspace.visits[child]), values[child]) for child in tried if not workspace.solved[child]
        }
        leader = max(keys, key=keys.__getitem__, default=None)
        for child in tried:
            if workspace.solved[child]:
                is_best = leader is None or values[child] >= values[leader]
                keys[child] = (2 if is_best else 0, values[child], 0)
        return sorted(tried, key=keys.__getitem__, reverse=True)

    def _variation(self, workspace: Any, child: int, seat: int) -> Variation:
        """Return the line after a child of the root, as long as it was tried; it ends at a throw."""
        value, actions = self.twin.value_of(workspace, child, seat), [int(workspace.actions[child])]
        node = child
        while workspace.counts[node] and (turn := int(workspace.seats[node])) != CHANCE:
            ranked = self._ranked(workspace, node, turn)
            if not ranked:
                break
            node = ranked[0]
            actions.append(int(workspace.actions[node]))
        return Variation(tuple(actions), self._worth(int(value), is_certain=bool(workspace.solved[child])))

    def _worth(self, value: int, *, is_certain: bool) -> int:
        """Return the value of a position in hundredths of a plain piece, as evaluations have it."""
        if self.has_scores:
            return value
        if is_certain and abs(value) == mcts.WIN:
            return self.won if value > 0 else -self.won
        most = self.won - 1
        return max(-most, min(most, value * mcts.HALF // max(1, mcts.WIN - abs(value))))
