"""Judges: what the alternatives at one moment of a match are worth, found by a search, as chances to win."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from math import exp
from operator import mul
from typing import Any, ClassVar, NamedTuple

from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.rules import weight as equal_weight
from ludoteka.review.history import Moment, PlayedMatch, is_throw
from ludoteka.search.search import Limits, Root, Search
from ludoteka.search.searches import AlphaBeta, Expectimax, MaxN

Chances = tuple[int, ...]  # of every seat, in the order of the seats; their sum is WHOLE

WHOLE = 1_000_000
SPREAD = 500  # hundredths of a plain piece; with two seats, a piece more on one side then gives a chance of 60 %


def chances_of(values: Sequence[int], won: int) -> Chances:
    """Return the chances of seats with these values; the chance of each is in proportion to exp(value / SPREAD).

    A value of `won` or more is a certain win.
    """
    highest = max(values)
    if highest >= won:
        return divide([int(value == highest) for value in values])
    return divide([round(exp((value - highest) / SPREAD) * WHOLE) for value in values])


def action_chance(value: int, seats: int, won: int) -> int:
    """Return the chance of the seat to act, for which an action has this value; what it loses, the others gain in equal parts."""
    others = max(1, seats - 1)
    return chances_of([value, *[-value // others] * others], won)[0]


def result_chances(returns: Sequence[int]) -> Chances:
    """Return the chances at the end of a match: the seats with the best result share everything."""
    return divide([int(value == max(returns)) for value in returns])


def divide(shares: Sequence[int]) -> Chances:
    """Return chances in proportion to shares; what is lost by rounding goes to the last seat that has a share."""
    total = sum(shares)
    parts = [share * WHOLE // total for share in shares]
    last = max(seat for seat, share in enumerate(shares) if share)
    parts[last] += WHOLE - sum(parts)
    return tuple(parts)


def mean(outcomes: Mapping[int, Chances], weights: Mapping[int, int]) -> Chances:
    """Return the mean of the chances after each throw."""
    shares = [weights[throw] for throw in outcomes]
    columns = zip(*outcomes.values(), strict=True)  # of each seat
    parts = [sum(map(mul, shares, column)) // sum(shares) for column in columns]
    parts[-1] += WHOLE - sum(parts)
    return tuple(parts)


SECONDS = 0.1  # for each search, so that 100 moves take less than 20 s
SAMPLE = 24  # throws of a match from which the worth of the turn is estimated


class Judgement(NamedTuple):
    """The chances after the actions that were compared at a moment, or after all throws."""

    outcomes: Mapping[int, Chances]  # by action
    lines: Mapping[int, tuple[int, ...]]  # the best continuation of each action, beginning with it
    weights: Mapping[int, int] = {}  # of the throws


class Judge(ABC):
    """The judge of one match.  It asks for the search anew at each moment, since a faster one may be ready."""

    is_retrospective: ClassVar[bool] = False  # whether the value of what was played follows from the rest of the match

    def __init__(self, history: PlayedMatch, find_search: Callable[[], Search], limits: Limits) -> None:
        self.history = history
        self.find_search = find_search
        self.limits = limits

    @abstractmethod
    def judge(self, moment: Moment) -> Judgement:
        """Return the judgement of a moment."""

    @abstractmethod
    def chances_at(self, moment: Moment) -> Chances:
        """Return the chances in a position."""

    def final(self) -> Chances:
        """Return the chances after the last action: the result, if the match is over."""
        returns = self.history.returns
        return self.chances_at(self.history.last_moment()) if returns is None else result_chances(returns)

    def result(self, state: Any) -> Chances:
        """Return the chances in a terminal state."""
        return result_chances([self.history.game.rules.returns(state, seat) for seat in self.history.seats])


class OpenJudge(Judge):
    """The judge of games without throws: it compares the best action with the one that was played, at the same depth."""

    def judge(self, moment: Moment) -> Judgement:
        best, values = self._search(moment, self.limits)
        outcomes, lines = {best[0]: values}, {best[0]: best}
        if moment.action != best[0]:
            limits = self.limits._replace(depth=self._depth)
            line, values = self._search(moment._replace(legal=(moment.action,)), limits)
            outcomes[moment.action], lines[moment.action] = values, line
        return Judgement(outcomes, lines)

    def chances_at(self, moment: Moment) -> Chances:
        return self._search(moment, self.limits)[1]

    def _search(self, moment: Moment, limits: Limits) -> tuple[tuple[int, ...], Chances]:
        """Return the best line among the legal actions, and the chances with it."""
        seats, search = self.history.seats, self.find_search()
        root = Root(moment.state, moment.legal, seats, moment.past, moment.quiet_left)
        analysis = search.analyse(root, limits)
        found, self._depth = analysis.lines[0], analysis.depth
        after = self.history.game.state_after(moment.state, found.actions[:1])
        if self.history.game.rules.is_terminal(after):
            return found.actions, self.result(after)
        if isinstance(search, MaxN):
            values = search.worths(search.workspace(moment.state, seats), found.actions[0], analysis.depth)
        else:
            values = tuple(found.value if seat == moment.seat else -found.value for seat in seats)
        return found.actions, chances_of(values, search.won)


class DiceJudge(Judge):
    """The judge of games with throws: it compares all actions and all throws.

    The chances at a throw are the mean over all outcomes, each judged at the end of the turn.
    """

    is_retrospective = True
    DEPTH: ClassVar = 2  # in throws: the search chooses how a turn goes on by all throws that may follow it

    def __init__(self, history: PlayedMatch, find_search: Callable[[], Search], limits: Limits) -> None:
        super().__init__(history, find_search, limits)
        self.depth = max(1, min(limits.depth, Expectimax.deepest))
        self._weight = getattr(history.game.rules, "weight", equal_weight)
        self._turn_worth: int | None = None
        self._known: dict[int, Judgement] = {}  # by the digest of a position at a throw
        self._workspace: tuple[Search | None, Any] = (None, None)

    def judge(self, moment: Moment) -> Judgement:
        if is_throw(moment):
            return self._throws(moment.state)
        game, outcomes = self.history.game, {}
        lines = {action: self._rest_of_turn(moment.state, action) for action in moment.legal}
        for action, line in lines.items():
            after = game.state_after(moment.state, line)
            if game.rules.is_terminal(after):
                outcomes[action] = self.result(after)
            else:
                found = self._throws(after)
                outcomes[action] = mean(found.outcomes, found.weights)
        return Judgement(outcomes, lines)

    def chances_at(self, moment: Moment) -> Chances:
        found = self.judge(moment)
        if is_throw(moment):
            return mean(found.outcomes, found.weights)
        return max(found.outcomes.values(), key=lambda chances: chances[self.history.seats.index(moment.seat)])

    def _rest_of_turn(self, state: Any, action: int) -> tuple[int, ...]:
        """Return an action and the best ones after it, up to the next throw or the end."""
        game = self.history.game
        line, after = [action], game.state_after(state, [action])
        while (seat := game.rules.current_seat(after)) not in (CHANCE, NOBODY):
            index, (search, workspace) = self.history.seats.index(seat), self._ready(after)
            worths = {one: search.worths(workspace, one, self.depth)[index] for one in game.legal(after)}
            line.append(max(worths, key=lambda one: worths[one]))
            game.rules.apply(after, line[-1])
        return tuple(line)

    def _throws(self, state: Any) -> Judgement:
        """Return the chances after every throw, if the turn is then played well."""
        mark = state.digest(0)
        if mark not in self._known:
            weights = {throw: self._weight(state, throw) for throw in self.history.game.legal(state)}
            worth, won, following = self.turn_worth(), self._search().won, self._following(state)
            other = worth // max(1, len(self.history.seats) - 1)
            gains = [worth if index == following else -other for index in range(len(self.history.seats))]
            outcomes = {
                throw: chances_of([value + gain for value, gain in zip(values, gains, strict=True)], won)
                for throw, values in self._values(state).items()
            }
            self._known[mark] = Judgement(outcomes, {throw: (throw,) for throw in outcomes}, weights)
        return self._known[mark]

    def _values(self, state: Any) -> dict[int, tuple[int, ...]]:
        """Return the values for all seats at the end of the turn that follows each throw."""
        search, workspace = self._ready(state)
        return {throw: search.worths(workspace, throw, self.DEPTH) for throw in self.history.game.legal(state)}

    def _following(self, state: Any) -> int:
        """Return the index of the seat that is taken to be on turn after the one that throws now."""
        thrower = self.history.game.thrower
        seat = thrower(state) if thrower else self.history.seats[0]
        return (self.history.seats.index(seat) + 1) % len(self.history.seats)

    def turn_worth(self) -> int:
        """Return what it is worth to be on turn, in hundredths of a plain piece.

        An evaluation may leave out whose turn it is.  A turn then seems to gain something on average, and this is the
        mean gain over throws of the match, half of it with two seats: the rest is what the next seat loses.
        """
        if self._turn_worth is None:
            chosen = [moment for moment in self.history.moments if is_throw(moment)]
            gains = [self._gain(one.state) for one in chosen[:: max(1, len(chosen) // SAMPLE)]]
            known = [gain for gain in gains if gain is not None]
            count = len(self.history.seats)
            self._turn_worth = sum(known) * (count - 1) // (count * len(known)) if known else 0
        return self._turn_worth

    def _gain(self, state: Any) -> int | None:
        """Return what the turn after a throw gains on average by the evaluation; None if a throw ends the match."""
        game, won = self.history.game, self._search().won
        index = (self._following(state) - 1) % len(self.history.seats)
        gained = {throw: values[index] for throw, values in self._values(state).items()}
        if game.evaluation is None or any(abs(value) >= won for value in gained.values()):
            return None
        weights = {throw: self._weight(state, throw) for throw in gained}
        total = sum(value * weights[throw] for throw, value in gained.items()) // sum(weights.values())
        return int(total - game.evaluation.evaluate(state, self.history.seats[index]))

    def _ready(self, state: Any) -> tuple[Expectimax, Any]:
        """Return the search that is ready now, and its workspace with this root; its memory serves the whole match."""
        search = self._search()
        if self._workspace[0] is not search:
            self._workspace = search, search.workspace(state, self.history.seats)
        search.make.put(self._workspace[1].states, state)
        return search, self._workspace[1]

    def _search(self) -> Expectimax:
        search = self.find_search()
        assert isinstance(search, Expectimax)  # noqa: S101 - games with throws have no other
        return search


def judge_of(history: PlayedMatch, find_search: Callable[[], Search], limits: Limits) -> Judge:
    """Return the judge of a match; `find_search` returns the best search that is ready."""
    return (DiceJudge if history.game.throw else OpenJudge)(history, find_search, limits)


def usual_limits(history: PlayedMatch, depth: int | None, nodes: int | None, seconds: float | None) -> Limits:
    """Return the limits of the search at one moment, with the usual values for those that are not given."""
    deepest = AlphaBeta.deepest if depth is None else depth
    return Limits(DiceJudge.DEPTH if history.game.throw and depth is None else deepest, nodes or 1 << 40, seconds)
