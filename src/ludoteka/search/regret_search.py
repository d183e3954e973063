"""What a search has learned for everything that a seat can't tell apart."""

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from ludoteka.core.game import WIN_OR_LOSS, Game, Log, Options, World
from ludoteka.core.match import entries_by_seat
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.search.search import Limits

SMOOTHING = 0.5  # how many usual actions the actions that aren't usual count for, all together
TRUST = 2.0  # how many ranges of results an action must be regretted, in all, to outweigh the usual ones
EXPLORING = 0.4  # how often a learner takes any action


class InformationSet:
    """What was learned for all that a seat can't tell apart: the regrets of the seat for each of its actions, and its average strategy."""

    def __init__(self, actions: Sequence[int], usual: Sequence[int], spread: float) -> None:
        """Begin with the `usual` actions, each as likely as it is often in the list; `spread` is the range of results."""
        self.actions = actions
        counts = [usual.count(action) + SMOOTHING / len(actions) for action in actions]
        whole = sum(counts)
        self._sums = [count / whole for count in counts]
        self._regrets = [TRUST * spread * share for share in self._sums]
        self._updates = 0

    def strategy(self) -> list[float]:
        """Return how likely the seat takes each action at present: in proportion to its regret."""
        whole = sum(self._regrets)
        return (
            [regret / whole for regret in self._regrets] if whole > 0 else [1 / len(self.actions)] * len(self.actions)
        )

    def average(self) -> list[float]:
        """Return how likely the seat took each action on average, which is what comes close to an equilibrium."""
        whole = sum(self._sums)
        return [one / whole for one in self._sums]

    def draw(self, random: Random, *, is_learner: bool = False) -> int:
        """Return an action by the present strategy; a learner explores, too."""
        if is_learner and random.random() < EXPLORING:
            return random.choice(self.actions)
        return random.choices(self.actions, self.strategy())[0]

    def learn(self, results: Sequence[float]) -> None:
        """Enter the result of each action.  Regrets never fall below 0, and later strategies count more in the average."""
        strategy = self.strategy()
        mean = sum(share * result for share, result in zip(strategy, results, strict=True))
        self._updates += 1
        for index, result in enumerate(results):
            self._regrets[index] = max(0.0, self._regrets[index] + result - mean)
            self._sums[index] += self._updates * strategy[index]


FAMILIAR = 10  # a game is small while there are so many simulations for each information set
UNLIKELY = 0.5  # in other games, actions that are so much less likely than the likeliest one are noise
CANDIDATES = 12  # worlds from which one is drawn, by how well they explain what the others did
USUAL = 8  # how often the game's own computer is asked how it usually acts
PLAYOUTS = 200  # at most, from positions after a throw that look alike to everybody
LEAST = 1e-9  # how likely any action is, so that no world is impossible

Key = tuple[Any, ...]


class View(NamedTuple):
    """What a seat knows: what it sees, and what it has heard."""

    seat: int
    seen: Any
    log: Log


class RegretSearch:
    """A search of a game that defines `sample_world`, for any number of seats.

    It plays by what a seat knows alone: the same view, limits in simulations and seed give the same action.

    Raises:
        ValueError: the game doesn't define it.
    """

    def __init__(self, game: Game, options: Options) -> None:
        if game.sample_world is None:
            raise ValueError(f"{game.name} has no worlds to sample")
        self._game, self._rules, self._sample_world = game, game.rules, game.sample_world
        self._seats = {seat.number: seat.letter for seat in game.seats(options)}
        scores = game.scores or WIN_OR_LOSS
        self._spread = float(scores.others - scores.resigned)
        self._sets: dict[Key, InformationSet] = {}
        self._outlooks: dict[Key, list[float]] = {}  # a seat, what everybody sees -> its results
        self._random = Random()  # noqa: S311 - these numbers are not secret

    def best(self, view: View, limits: Limits, seed: int = 0) -> int:
        """Return an action for a seat to act, drawn by its average strategy; `limits.nodes` counts simulations."""
        shares = self.shares(view, limits, seed)
        return self._random.choices([*shares], [*shares.values()])[0]

    def shares(self, view: View, limits: Limits, seed: int = 0) -> dict[int, float]:
        self._sets, self._outlooks, self._random = {}, {}, Random(seed)  # noqa: S311 - as above
        started, nodes, begin = monotonic(), 0, self._sampled(view).begin
        while nodes < limits.nodes and (limits.seconds is None or monotonic() < started + limits.seconds):
            if self._is_small(nodes):
                self._learn(begin.copy(), self._random.choice([*self._seats]))
            else:
                self._learn(*self._moment(view))
            nodes += 1
        found = self._information_set(self._end_of(self._sampled(view)))  # the same one in all its worlds
        shares = found.average()
        if not self._is_small(nodes):
            least = max(shares) * UNLIKELY
            kept = [share if share >= least else 0.0 for share in shares]
            shares = [share / sum(kept) for share in kept]
        return dict(zip(found.actions, shares, strict=True))

    def _is_small(self, nodes: int) -> bool:
        """Tell whether the simulations so far have come back often to what they found."""
        return len(self._sets) * FAMILIAR <= nodes

    def _moment(self, view: View) -> tuple[Any, int]:
        world, learner = self._sampled(view), view.seat
        length = len(world.actions) if self._random.random() < 0.5 else self._random.randrange(len(world.actions) + 1)
        world = self._likely(self._view(world._replace(actions=world.actions[:length]), learner))
        while self._random.random() < 0.5:
            learner = self._random.choice([*self._seats])
            world = self._likely(self._view(world, learner))
        return self._end_of(world), learner

    def _learn(self, state: Any, learner: int) -> None:
        """Simulate until the learner has learned about one choice, or the match is over; `state` changes."""
        while self._go_to_choice(state):
            is_new = self._key(state) not in self._sets
            found = self._information_set(state)
            is_learner = self._rules.current_seat(state) == learner
            if is_learner and (is_new or self._random.random() < 0.5):
                found.learn([self._result(state, action, learner) for action in found.actions])
                return
            self._rules.apply(state, found.draw(self._random, is_learner=is_learner))

    def _result(self, state: Any, action: int, learner: int) -> float:
        """Return what the learner gets if it takes an action and all follow their strategy up to the next throw."""
        state = state.copy()
        self._rules.apply(state, action)
        is_thrown = self._rules.current_seat(state) == CHANCE
        while not is_thrown and self._go_to_choice(state):
            self._rules.apply(state, self._information_set(state).draw(self._random))
            is_thrown = self._rules.current_seat(state) == CHANCE
        if not self._go_to_choice(state):
            return float(self._rules.returns(state, learner))
        return self._outlook(state, learner)

    def _outlook(self, state: Any, learner: int) -> float:
        """Return the mean result of random play from positions that look the same to everybody."""
        known = self._outlooks.setdefault((learner, *_values(self._rules.observe(state, NOBODY))), [])
        if len(known) < PLAYOUTS:
            while self._go_to_choice(state):
                self._rules.apply(state, self._random.choice(self._game.legal(state)))
            known.append(float(self._rules.returns(state, learner)))
        return sum(known) / len(known)

    def _go_to_choice(self, state: Any) -> bool:
        """Throw until a seat acts; tell whether one does."""
        while self._rules.current_seat(state) == CHANCE:
            assert self._game.throw  # noqa: S101 - chance acts only in games with throws
            self._rules.apply(state, self._game.throw(state, lambda _, faces: self._random.randint(1, faces)))
        return not self._rules.is_terminal(state)

    def _information_set(self, state: Any) -> InformationSet:
        key = self._key(state)
        if key not in self._sets:
            self._sets[key] = InformationSet(self._game.legal(state), self._usual(state), self._spread)
        return self._sets[key]

    def _usual(self, state: Any) -> list[int]:
        game = self._game
        if game.decide is None or game.deduce:
            return []
        seen = self._rules.observe(state, self._rules.current_seat(state))
        return [game.decide(seen, self._random.randrange, game.decide_levels) for _ in range(USUAL)]

    def _sampled(self, view: View) -> World:
        return self._sample_world(view.seat, view.seen, view.log, self._random.randrange)

    def _likely(self, view: View) -> World:
        worlds = [self._sampled(view) for _ in range(CANDIDATES)]
        return self._random.choices(worlds, [self._likelihood(world, view.seat) for world in worlds])[0]

    def _likelihood(self, world: World, learner: int) -> float:
        product = 1.0
        for state, action in zip(self._states(world), world.actions, strict=False):
            if self._rules.current_seat(state) not in (CHANCE, learner):
                found = self._information_set(state)
                product *= found.average()[found.actions.index(action)] + LEAST
        return product

    def _key(self, state: Any) -> Key:
        seat = self._rules.current_seat(state)
        return seat, *_values(self._rules.observe(state, seat))

    def _view(self, world: World, seat: int) -> View:
        game, log, before = self._game, [], world.begin.copy()
        for state, action in zip(self._states(world), world.actions, strict=False):
            before.assign(state)
            after = before.copy()
            game.rules.apply(after, action)
            heard = {seat: game.visible_action(before, action, seat)}
            said = game.answers(before, action, after) if game.answers else ()
            letter = self._seats.get(game.rules.current_seat(before), "chance")
            log.append(entries_by_seat(letter, game.texts.action_text(before, action), heard, said)[seat])
        return View(seat, game.rules.observe(self._end_of(world), seat), log)

    def _states(self, world: World) -> Iterator[Any]:
        state = world.begin.copy()
        yield state
        for action in world.actions:
            self._rules.apply(state, action)
            yield state

    def _end_of(self, world: World) -> Any:
        *_, state = self._states(world)
        return state


def _values(seen: Any) -> Key:
    return tuple(tuple(one) if isinstance(one, list) else one for one in seen.values())
