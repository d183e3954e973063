"""The matches whose rooms were closed most recently, which can be reopened without a replay."""

from collections import OrderedDict

from ludoteka.referee.referee import Referee

MOST_EVENTS = 50_000  # of all matches together, some 50 MB
MATCH_WEIGHT = 100  # events; what a match without any takes


class ClosedMatches:
    """The referees of closed rooms, up to a number of events; the one that was closed first goes first."""

    def __init__(self, most: int = MOST_EVENTS) -> None:
        self._most = most
        self._referees: OrderedDict[str, Referee] = OrderedDict()
        self._weight = 0

    def keep(self, referee: Referee) -> None:
        """Keep a referee that nothing changes any more, until it is taken or there is no more room for it."""
        self.take(referee.setup.id)
        self._referees[referee.setup.id] = referee
        self._weight += _weight(referee)
        while self._weight > self._most:
            self.take(next(iter(self._referees)))

    def take(self, match: str) -> Referee | None:
        """Return the referee of a match, which is no longer kept; None if there is none."""
        referee = self._referees.pop(match, None)
        self._weight -= _weight(referee) if referee else 0
        return referee


def _weight(referee: Referee) -> int:
    return MATCH_WEIGHT + referee.number
