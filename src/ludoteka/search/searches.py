"""The searches that play games: alpha-beta and expectimax by iterative deepening, Monte Carlo tree search, and which of them plays which game."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from time import monotonic
from typing import Any, ClassVar

from ludoteka.core.game import QUIET_ACTIONS, WIN_OR_LOSS, Game
from ludoteka.core.rules import CHANCE
from ludoteka.search import alphabeta, expectimax, mcts
from ludoteka.search.alphabeta import FREE_SLOT, note_position, space_for
from ludoteka.search.control import AGE, LIMIT, LOUD_PLIES, NODES, QUIET_LEFT, QUIET_LIMIT, QUIET_PLIES, STOP, UNLIMITED
from ludoteka.search.search import (
    NO_OFFSETS,
    REPEATED,
    Analysis,
    Limits,
    Memory,
    Offsets,
    Report,
    Root,
    Search,
    Variation,
)

NOTHING = -(1 << 40)  # less than any value


class Ranking:
    """The actions at the root, the best first, with what the search has found for each."""

    def __init__(self, legal: Sequence[int], offsets: Offsets, lines: int, repeated: Mapping[int, int]) -> None:
        self.order = list(legal)
        self.repeated = repeated  # the values of the actions that draw by repetition
        self._offsets = offsets  # added to values when they are compared
        self._lines = lines  # how many of the best actions need an exact value
        self._found: dict[int, Variation] = {}
        self._worths: dict[int, int] = {}  # of the current depth: values with offsets, or bounds of those
        self._best: list[int] = []  # the highest of them, in descending order
        self._before: dict[int, Variation] = {}  # what the depth before has found

    def begin(self) -> Iterator[int]:
        """Begin a new depth, and yield the actions in their order."""
        self._worths, self._best, self._before = {}, [], {**self._found}
        yield from self.order

    def break_off(self) -> None:
        """End a depth early; values of two depths can't be compared, so it counts only if enough actions were searched."""
        if self._before and len(self._best) < self._lines:
            self._found, self._worths = self._before, {}

    def least(self, action: int) -> int:
        """Return the value above which the search must find the exact value of an action."""
        return (self._best[-1] if len(self._best) == self._lines else NOTHING) - self._offsets.get(action, 0)

    def enter(self, found: Variation) -> None:
        action = found.actions[0]
        self._found[action] = found
        self._worths[action] = found.value + self._offsets.get(action, 0)
        self._best = sorted([*self._best, self._worths[action]], reverse=True)[: self._lines]

    def sort(self) -> None:
        """Sort the actions by the values of this depth; those that were not searched come last, in their order."""
        self.order.sort(key=lambda action: -self._worths.get(action, NOTHING))

    @property
    def best_worth(self) -> int:
        return self._worths[self.order[0]]

    def best_lines(self) -> tuple[Variation, ...]:
        return tuple(self._found[action] for action in self.order[: self._lines])


class Deepening(Search):
    """A search with an evaluation that looks further and further ahead."""

    certain: ClassVar[int]  # the depth up to which no limit of nodes or seconds applies

    def __init__(self, game: Game, *, is_compiled: bool, is_learned: bool = False) -> None:
        if game.evaluation is None:
            raise ValueError(f"{game.name} has no evaluation")
        super().__init__(game, is_compiled=is_compiled, is_learned=is_learned)

    @abstractmethod
    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = (), nodes: int = UNLIMITED
    ) -> Any:
        """Return a new workspace for a search of so many positions from `state` with these seats; `past` is that of `Root`."""

    def with_memory(self, workspace: Any, memory: Memory, root: Root) -> Any:
        """Return a workspace for a search from `root` that uses a memory, if this kind of search has one."""
        return workspace

    @abstractmethod
    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        """Return the value of an action; if it is not more than `least`, it may be a bound."""

    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Offsets = NO_OFFSETS,
        report: Report | None = None,
        memory: Memory | None = None,
    ) -> Analysis:
        """Return the best actions with the best line after each (see `Search.analyse`); `report` is called after each depth."""
        repeated = self._repeating(root, {*root.past}) if root.past else {}
        workspace = self.workspace(root.state, root.seats, root.past, limits.nodes)
        if memory:
            workspace = self.with_memory(workspace, memory, root)
        if root.quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = root.quiet_left, QUIET_ACTIONS
        ranking = Ranking(root.legal, offsets, lines, repeated)
        return self._deepen(workspace, ranking, limits, report)

    def _deepen(self, workspace: Any, ranking: Ranking, limits: Limits, report: Report | None) -> Analysis:
        started, timer, complete = monotonic(), None, self.first
        self._is_stopped, self._interruptible = False, None
        is_hasty = limits.is_prompt and not self.is_compiled
        certain = self.first if is_hasty else self.certain
        for depth in range(self.first, min(max(limits.depth, self.first), self.deepest) + 1):
            workspace.control[LOUD_PLIES] = 0 if is_hasty and depth == self.first else QUIET_PLIES
            if depth == certain + 1:
                workspace.control[LIMIT] = limits.nodes
                timer = self._interrupt_at(workspace.control, started, limits.seconds)
            self._search_depth(workspace, depth, ranking)
            if workspace.control[STOP]:
                break
            complete = depth
            if report:
                report(self._analysis(workspace, ranking, complete, started))
            if abs(ranking.best_worth) >= self.won:
                break
        self._end(timer)
        return self._analysis(workspace, ranking, complete, started)

    def _search_depth(self, workspace: Any, depth: int, ranking: Ranking) -> None:
        for action in ranking.begin():
            least = ranking.least(action)
            line: tuple[int, ...] = (action,)
            if action in ranking.repeated:
                value = ranking.repeated[action]
            else:
                value = self.worth(workspace, action, depth, least)
                if value > least:
                    length, *actions = (int(number) for number in workspace.lines[0])
                    line = tuple(actions[:length]) or line
            if workspace.control[STOP]:
                ranking.break_off()
                break
            ranking.enter(Variation(line, value))
        ranking.sort()

    def _analysis(self, workspace: Any, ranking: Ranking, depth: int, started: float) -> Analysis:
        return Analysis(ranking.best_lines(), depth, int(workspace.control[NODES]), monotonic() - started)

    def _repeating(self, root: Root, known: Set[int]) -> dict[int, int]:
        """Return the value of each action that draws by repetition."""
        states, values = self.make.records(self.rules.State, 2, root.state), {}
        for action in root.legal:
            self.twin.assign(states[1], states[0])
            self.twin.apply(states[1], action)
            if int(self.twin.digest(states[1], 0)) in known:
                values[action] = REPEATED
        return values


WORD = 32  # bits of a random word
WORDS = 4  # of the state of a generator
OF_NODES = ("actions", "seats", "firsts", "counts", "visits", "solved", "refuges")  # arrays with a number for each node
FIRST_REPORT = 64  # simulations; another report follows whenever they have doubled


class Mcts(Search):
    """Search by simulations, which `Limits.nodes` counts.  It finds every win in one action, whatever the limits are."""

    module: ClassVar = mcts
    first = deepest = 1
    won = 100_000

    def analyse(
        self,
        root: Root,
        limits: Limits,
        *,
        lines: int = 1,
        offsets: Offsets = NO_OFFSETS,
        report: Report | None = None,
        memory: Memory | None = None,
    ) -> Analysis:
        """Return the actions that were tried most often (see `Search.analyse`)."""
        started, self._is_stopped = monotonic(), False
        workspace = self.workspace(root, limits.nodes, offsets)
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

    def workspace(self, root: Root, nodes: int, offsets: Offsets) -> mcts.MctsWorkspace:
        """Return a new workspace for a search from `root` with so many simulations; its tree has the root and its children."""
        rules, make, stride = self.rules, self.make, max(root.seats) + 1
        size = min(mcts.CAPACITY, 1 + len(root.legal) + rules.MAX_ACTIONS * nodes)
        chance = Random(root.seed)  # noqa: S311 - these numbers are not secret
        limits = (0, 0) if self.has_scores else (-mcts.WIN, mcts.WIN)  # of results, before the search has seen any
        workspace = mcts.MctsWorkspace(
            states=make.records(rules.State, 3, root.state),
            buffer=make.zeros(rules.MAX_ACTIONS),
            **{name: make.zeros(size) for name in OF_NODES},
            totals=make.zeros(size * stride),
            biases=make.array([*self._biases(root, {*root.past}, offsets)]),
            path=make.zeros(mcts.PLIES + 1),
            marks=make.zeros(mcts.PLIES + 1),
            past=make.array([*root.past] or [mcts.NO_DIGEST]),
            order=make.array([*root.seats]),
            values=make.zeros(stride),
            generator=make.array([chance.getrandbits(WORD) for _ in range(WORDS)]),
            numbers=make.array(
                [1, int(self.game.evaluation is not None), int(self.game.throw is None), stride, *limits]
            ),
            control=self.control(),
        )
        for number, action in enumerate(root.legal, start=1):
            workspace.actions[number] = action
        self.twin.adopt(workspace, 0, len(root.legal), self.rules.current_seat(root.state))
        if root.quiet_left is not None:
            workspace.control[QUIET_LEFT], workspace.control[QUIET_LIMIT] = root.quiet_left, QUIET_ACTIONS
        return workspace

    def _biases(self, root: Root, known: set[int], offsets: Offsets) -> Iterator[int]:
        """Yield what is added to the values of each action; whoever stands well doesn't repeat a position."""
        for action in root.legal:
            is_known = bool(known) and self.game.state_after(root.state, [action]).digest(0) in known
            worth = offsets.get(action, 0) + (REPEATED if is_known else 0)
            yield worth if self.has_scores else worth * mcts.WIN // mcts.HALF

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
        values = {child: int(self.twin.value_of(workspace, child, seat)) for child in tried}
        if node == 0:
            values = {child: value + int(workspace.biases[child - 1]) for child, value in values.items()}
        unsolved = [child for child in tried if not workspace.solved[child]]
        keys = {child: (1, int(workspace.visits[child]), values[child]) for child in unsolved}
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
    others = [
        game.seats(game.check_options({option.name: value})) for option in game.options for value, _ in option.choices
    ]
    scores = game.scores or WIN_OR_LOSS
    return all(len(seats) == 2 for seats in (usual, *others)) and scores.resigned == -scores.others != 0


class AlphaBeta(Deepening):
    """Search for two opponents without throws; depth counts plies."""

    module: ClassVar = alphabeta
    first = 1
    certain = 2  # finds every win and avoids every loss in one move
    deepest = alphabeta.PLIES - QUIET_PLIES - 1
    won = alphabeta.WON

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = (), nodes: int = UNLIMITED
    ) -> alphabeta.AlphaBetaWorkspace:
        rules, count = self.rules, alphabeta.PLIES + 1
        return alphabeta.AlphaBetaWorkspace(
            states=self.make.records(rules.State, count, state),
            frames=self.make.records(alphabeta.AlphaBetaFrame, count, alphabeta.AlphaBetaFrame()),
            actions=self.make.zeros(count, rules.MAX_ACTIONS),
            keys=self.make.zeros(count, rules.MAX_ACTIONS),
            history=self.make.zeros(2 * rules.NUM_ACTIONS),
            marks=self.make.zeros(count),
            past=self.make.array(_slots_of(past)),
            table=self.make.zeros(alphabeta.table_for(nodes)),
            lines=self.make.zeros(count, count + 1),
            control=self.control(),
        )

    def with_memory(self, workspace: Any, memory: Memory, root: Root) -> alphabeta.AlphaBetaWorkspace:
        quiet_left = alphabeta.FREE if root.quiet_left is None else min(root.quiet_left, alphabeta.FREE)
        draws = frozenset(root.past), quiet_left
        # It is new, an interpreted search has used it, or its forced wins may be draws now
        if type(memory.table) is not type(workspace.table) or memory.draws != draws:
            memory.table, memory.draws = workspace.table, draws
        memory.searches += 1
        workspace.control[AGE] = memory.searches % (1 << alphabeta.AGE_BITS)
        found: alphabeta.AlphaBetaWorkspace = workspace._replace(table=memory.table)
        return found

    def worth(self, workspace: Any, action: int, depth: int, least: int) -> int:
        if least > -alphabeta.INFINITY:
            value = int(self.twin.worth(workspace, action, depth, least, least + 1))
            if value <= least or workspace.control[STOP]:
                return value
        return int(self.twin.worth(workspace, action, depth, max(least, -alphabeta.INFINITY), alphabeta.INFINITY))


def _slots_of(digests: Sequence[int]) -> list[int]:
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

    def workspace(
        self, state: Any, seats: Sequence[int] = (0, 1), past: Sequence[int] = (), nodes: int = UNLIMITED
    ) -> expectimax.ExpectimaxWorkspace:
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
        return int(self.twin.worth(workspace, action, depth))

    def worths(self, workspace: Any, action: int, depth: int) -> tuple[int, ...]:
        """Return the value of an action or a throw for each of the seats."""
        self.twin.worth(workspace, action, depth)
        root = workspace.frames[0]
        ways = max(1, int(root.ways))  # at a throw, the values are sums over the rolls
        return tuple(int(root.worths[seat]) // ways for seat in workspace.seats)

    def analyse_throws(self, root: Root, seat: int, limits: Limits, report: Report | None = None) -> Analysis:
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
