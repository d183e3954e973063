"""The computer player, which knows nothing but the map that everybody could draw.

It looks for a key, tries it on every wall that may be an exit, shoots where the log suggests that somebody is, and
buys and uses what it finds.  If its map is wrong, the moderator may refuse what it tries.
"""

from collections.abc import Callable, Iterable, Iterator

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.belief import Belief
from ludoteka.games.labyrinth.notes.chart import OPEN, STEPS, WALL, WORDS, Spot, landing, route

Draw = Callable[[int], int]  # n -> a number below n
SHOPPING = (
    ("key", 1),
    ("vest", 1),
    ("cartridge", 2),
    ("lantern", 1),
)  # what to buy and how many at most, most important first
BLINDS = ("cow", "mirror", None)  # do not aim past these, or past a cell that is unknown
DOUBT = 2  # once in this many choices, a player with a key takes the other key
WANDERING = 8  # once in this many turns the step is random, because a spinner may have turned the map


class Explorer:
    """One decision of a player."""

    def __init__(self, player: str, chart: Belief, log: tuple[LogEntry, ...], offered: set[str], draw: Draw) -> None:
        self.player = player
        self.chart = chart
        self.log = log
        self.offered = offered
        self.draw = draw
        self.here = chart.at[player]
        self.hand = chart.hands[player]

    def decide(self) -> str:
        """Return the text of the action."""
        choices = [text for text in self.offered if text.startswith("choose:")]
        if choices:
            return self._choose(choices)
        free = self._trade() or self._light() or ("" if "end" in self.offered else self._listen() or self._shoot())
        return free or ("end" if "end" in self.offered else self._move())

    def _choose(self, choices: list[str]) -> str:
        """Prefer a key to an idol; sometimes exchange the key in hand, which may be false, for another one."""
        wants_key = not self.hand.holds("key") or self.draw(DOUBT) == 0
        return "choose:key" if wants_key and "choose:key" in choices else "choose:none"

    def _trade(self) -> str:
        kind = self.chart.kinds[self.here]
        if kind == "bank" and self.hand.holds("idol"):
            return "sell:idol"
        prices = self.chart.prices.get(self.here, {}) if kind == "shop" else {}
        for item, most in SHOPPING:
            unique = item == "key" and (self.hand.holds("key") or self.hand.holds("idol"))
            if item in prices and prices[item] <= self.hand.cash and not unique and self.hand.items.get(item, 0) < most:
                return f"buy:{item}"
        return ""

    def _light(self) -> str:
        """Use the lantern once per visit if more than one side is unknown."""
        unknown = sum((self.here, word) not in self.chart.sides for word in WORDS)
        is_wanted = self.hand.holds("lantern") and unknown > 1
        return "use:lantern" if is_wanted and not any(entry.text == "use:lantern" for entry in self._visit()) else ""

    def _visit(self) -> Iterator[LogEntry]:
        """Yield what this player has done since arriving here, latest first."""
        for entry in reversed(self.log):
            if entry.seat == self.player:
                if entry.text in STEPS and entry.answers[0] == "passed":
                    return
                yield entry

    def _listen(self) -> str:
        """Blow the trumpet once per turn if somebody could be shot."""
        is_armed = self.hand.holds("cartridge") and self.hand.holds("trumpet") and len(self.chart.at) > 1
        blown = any(entry.text == "use:trumpet" for entry in self._my_turn())
        return "use:trumpet" if is_armed and not blown else ""

    def _my_turn(self) -> Iterator[LogEntry]:
        """Yield what this player has done since the last move, or since another player acted, latest first."""
        for entry in reversed(self.log):
            if entry.seat != self.player or entry.text in STEPS or entry.text in ("stay", "end"):
                return
            yield entry

    def _shoot(self) -> str:
        if not self.hand.holds("cartridge"):
            return ""
        for entry in self._my_turn():
            if entry.text and entry.text.startswith("shoot:"):
                return ""  # one bullet per turn: the target has been hit, or wears a vest
            if entry.text == "use:trumpet":
                heard = [code.partition(":")[0] for code in entry.answers if code.endswith(":somebody")]
                if heard:
                    return f"shoot:{heard[0]}"
        return "shoot:north" if self._has_company() else self._aim()

    def _has_company(self) -> bool:
        """Tell whether somebody is on the same cell, for certain or according to the map."""
        others = set(self.chart.at) - {self.player}
        return (len(others) == 1 and others == self.chart.near[self.player]) or self.here in self._targets()

    def _targets(self) -> set[Spot]:
        return {spot for player, spot in self.chart.at.items() if player != self.player}

    def _aim(self) -> str:
        """Shoot along passages at somebody on the same sheet."""
        targets = self._targets()
        for word in STEPS if self.chart.kinds[self.here] == "ladder" else WORDS:
            spot = self.here
            while self.chart.sides.get((spot, word)) == OPEN and self.chart.kinds.get(spot.beside(word)) not in BLINDS:
                spot = spot.beside(word)
                if spot in targets:
                    return f"shoot:{word}"
        return ""

    def _move(self) -> str:
        """Take the shortest way to a cell where there is something to find out; among equally near ones, choose at random."""
        if self.draw(WANDERING) == 0:
            return self._wander()
        goals = self._goals()
        way = route(self.chart, self.here, goals, self._shuffled(STEPS))
        if way is None:
            return self._wander()
        return way[0] if way else goals[self.here]

    def _shuffled(self, words: Iterable[str]) -> list[str]:
        left, shuffled = list(words), []
        while left:
            shuffled.append(left.pop(self.draw(len(left))))
        return shuffled

    def _goals(self) -> dict[Spot, str]:
        """Return the cells worth going to, each with the step to try there."""
        holds_key = self.hand.holds("key")
        goals = dict(self._unknown())
        if holds_key:
            goals |= dict(self._untried())
        if not goals or not holds_key:
            goals |= {
                spot: self._away(spot)
                for spot, lying in self.chart.lying.items()
                if "key" in lying and spot != self.here
            }
        return goals

    def _unknown(self) -> Iterator[tuple[Spot, str]]:
        """Yield the cells with a step whose end is unknown."""
        for spot in self.chart.kinds:
            steps = self._steps_unknown(spot)
            if steps:
                yield spot, steps[self.draw(len(steps))] if spot == self.here else steps[0]

    def _steps_unknown(self, spot: Spot) -> list[str]:
        """Return the steps from a cell whose end is unknown."""
        words = STEPS if self.chart.kinds[spot] == "ladder" else WORDS
        steps = []
        for word in words:
            side = self.chart.sides.get((spot, word))
            if side is None or (side == OPEN and self._leads_nowhere(spot.beside(word))):
                steps.append(word)
        return steps

    def _leads_nowhere(self, onto: Spot) -> bool:
        return onto not in self.chart.kinds or landing(self.chart, onto) is None

    def _untried(self) -> Iterator[tuple[Spot, str]]:
        """Yield the walls that may be exits: no cell is known behind them, and this key has not been tried on them."""
        for (spot, word), side in self.chart.sides.items():
            is_tried = self.chart.tried.get((spot, word, self.player), 0) == self.hand.keys
            if side == WALL and not is_tried and spot.beside(word) not in self.chart.kinds:
                yield spot, word

    def _away(self, spot: Spot) -> str:
        """Return a step that leads away from a cell."""
        return next((word for word in WORDS if self.chart.sides.get((spot, word)) == OPEN), "north")

    def _wander(self) -> str:
        """Take a random step, if possible not into a known wall."""
        steps = STEPS if self.chart.kinds[self.here] == "ladder" else WORDS
        words = [word for word in steps if self.chart.sides.get((self.here, word)) != WALL] or list(WORDS)
        return words[self.draw(len(words))]
