"""What a search has learned for everything that a seat can't tell apart."""

from collections.abc import Sequence
from random import Random

SMOOTHING = 0.5  # how many usual actions the actions that aren't usual count for, all together
TRUST = 2.0  # how many ranges of results an action must be regretted, in all, to outweigh the usual ones
EXPLORING = 0.4  # how often a learner takes any action


class InformationSet:
    """The regrets of a seat for each of its actions, and its average strategy."""

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
        return [one / whole for one in self._regrets] if whole > 0 else [1 / len(self.actions)] * len(self.actions)

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
