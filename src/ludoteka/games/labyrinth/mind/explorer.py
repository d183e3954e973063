"""A computer that plays by ear: it draws the map that everybody could draw, and knows nothing else.

It looks for a key on its own track, tries with it every wall that may be an exit, shoots where the log says that
somebody stands, and buys and uses what it comes by.  Where its map is wrong, the moderator may refuse what it tries.
"""

from collections.abc import Callable, Iterable, Iterator

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.belief import Belief
from ludoteka.games.labyrinth.notes.chart import OPEN, STEPS, WALL, WORDS, Spot, landing, route

Draw = Callable[[int], int]  # n -> a number below n
SHOPPING = (("key", 1), ("vest", 1), ("cartridge", 2), ("lantern", 1))  # what is bought, up to how many, dearest first
BLINDS = ("cow", "mirror", None)  # no bullet is aimed past these, or into the unknown
DOUBT = 2  # one of so many chances to change keys is taken
WANDERING = 8  # in so many turns one goes by chance, for what was heard may be twisted by a spinner


class Explorer:
    """One decision of a player, from what he has heard."""

    def __init__(self, player: str, drawn: Belief, log: tuple[LogEntry, ...], offered: set[str], draw: Draw) -> None:
        self.player = player
        self.drawn = drawn
        self.log = log
        self.offered = offered
        self.draw = draw
        self.here = drawn.at[player]
        self.hand = drawn.hands[player]

    def decide(self) -> str:
        """Return the text of the action."""
        choices = [text for text in self.offered if text.startswith("choose:")]
        if choices:
            return self._choose(choices)
        free = self._trade() or self._light() or ("" if "end" in self.offered else self._listen() or self._shoot())
        return free or ("end" if "end" in self.offered else self._move())

    def _choose(self, choices: list[str]) -> str:
        """Take a key rather than an idol, and now and then another key: the one carried may be false."""
        wants_key = not self.hand.holds("key") or self.draw(DOUBT) == 0
        return "choose:key" if wants_key and "choose:key" in choices else "choose:none"

    def _trade(self) -> str:
        kind = self.drawn.kinds[self.here]
        if kind == "bank" and self.hand.holds("idol"):
            return "sell:idol"
        prices = self.drawn.prices.get(self.here, {}) if kind == "shop" else {}
        for item, most in SHOPPING:
            unique = item == "key" and (self.hand.holds("key") or self.hand.holds("idol"))
            if item in prices and prices[item] <= self.hand.cash and not unique and self.hand.items.get(item, 0) < most:
                return f"buy:{item}"
        return ""

    def _light(self) -> str:
        """Look around once a visit, where more than one side is unknown."""
        unknown = sum((self.here, word) not in self.drawn.sides for word in WORDS)
        is_wanted = self.hand.holds("lantern") and unknown > 1
        return "use:lantern" if is_wanted and not any(told.text == "use:lantern" for told in self._visit()) else ""

    def _visit(self) -> Iterator[LogEntry]:
        """Yield what this player has done since he came here, the latest first."""
        for told in reversed(self.log):
            if told.seat == self.player:
                if told.text in STEPS and told.answers[0] == "passed":
                    return
                yield told

    def _listen(self) -> str:
        """Blow the trumpet once a turn, when somebody could be shot."""
        is_armed = self.hand.holds("cartridge") and self.hand.holds("trumpet") and len(self.drawn.at) > 1
        blown = any(told.text == "use:trumpet" for told in self._my_turn())
        return "use:trumpet" if is_armed and not blown else ""

    def _my_turn(self) -> Iterator[LogEntry]:
        """Yield what this player has done since his last move, the latest first."""
        for told in reversed(self.log):
            if told.seat != self.player or told.text in STEPS or told.text in ("stay", "end"):
                return
            yield told

    def _shoot(self) -> str:
        if not self.hand.holds("cartridge"):
            return ""
        for told in self._my_turn():
            if told.text and told.text.startswith("shoot:"):
                return ""  # one bullet a turn; whoever was there is hit or in a vest
            if told.text == "use:trumpet":
                heard = [code.partition(":")[0] for code in told.answers if code.endswith(":somebody")]
                if heard:
                    return f"shoot:{heard[0]}"
        return "shoot:north" if self._has_company() else self._aim()

    def _has_company(self) -> bool:
        """Tell whether somebody stands here for sure, or seems to by the map."""
        others = set(self.drawn.at) - {self.player}
        return (len(others) == 1 and others == self.drawn.near[self.player]) or self.here in self._targets()

    def _targets(self) -> set[Spot]:
        return {spot for player, spot in self.drawn.at.items() if player != self.player}

    def _aim(self) -> str:
        """Shoot along passages at somebody whose track lies on the same sheet."""
        targets = self._targets()
        for word in STEPS if self.drawn.kinds[self.here] == "ladder" else WORDS:
            spot = self.here
            while self.drawn.sides.get((spot, word)) == OPEN and self.drawn.kinds.get(spot.beside(word)) not in BLINDS:
                spot = spot.beside(word)
                if spot in targets:
                    return f"shoot:{word}"
        return ""

    def _move(self) -> str:
        """Go by the shortest way to where there is something to learn or to try; which of some near ones, by chance."""
        if self.draw(WANDERING) == 0:
            return self._wander()
        goals = self._goals()
        way = route(self.drawn, self.here, goals, self._shuffled(STEPS))
        if way is None:
            return self._wander()
        return way[0] if way else goals[self.here]

    def _shuffled(self, words: Iterable[str]) -> list[str]:
        left, shuffled = list(words), []
        while left:
            shuffled.append(left.pop(self.draw(len(left))))
        return shuffled

    def _goals(self) -> dict[Spot, str]:
        """Return the cells worth going to, and the step to try there."""
        holds_key = self.hand.holds("key")
        goals = dict(self._unknown())
        if holds_key:
            goals |= dict(self._untried())
        if not goals or not holds_key:
            goals |= {
                spot: self._away(spot)
                for spot, lying in self.drawn.lying.items()
                if "key" in lying and spot != self.here
            }
        return goals

    def _unknown(self) -> Iterator[tuple[Spot, str]]:
        """Yield the cells with steps of which nobody knows where they lead."""
        for spot in self.drawn.kinds:
            steps = self._steps_unknown(spot)
            if steps:
                yield spot, steps[self.draw(len(steps))] if spot == self.here else steps[0]

    def _steps_unknown(self, spot: Spot) -> list[str]:
        """Return the steps from a cell of which nobody knows where they lead."""
        words = STEPS if self.drawn.kinds[spot] == "ladder" else WORDS
        steps = []
        for word in words:
            side = self.drawn.sides.get((spot, word))
            if side is None or (side == OPEN and self._leads_nowhere(spot.beside(word))):
                steps.append(word)
        return steps

    def _leads_nowhere(self, onto: Spot) -> bool:
        return onto not in self.drawn.kinds or landing(self.drawn, onto) is None

    def _untried(self) -> Iterator[tuple[Spot, str]]:
        """Yield the walls that this key has not been tried on and behind which no cell is drawn."""
        for (spot, word), side in self.drawn.sides.items():
            is_tried = self.drawn.tried.get((spot, word, self.player), 0) == self.hand.keys
            if side == WALL and not is_tried and spot.beside(word) not in self.drawn.kinds:
                yield spot, word

    def _away(self, spot: Spot) -> str:
        """Return a step that leads away from a cell."""
        return next((word for word in WORDS if self.drawn.sides.get((spot, word)) == OPEN), "north")

    def _wander(self) -> str:
        """Go somewhere by chance: preferably not into a wall that is known."""
        steps = STEPS if self.drawn.kinds[self.here] == "ladder" else WORDS
        words = [word for word in steps if self.drawn.sides.get((self.here, word)) != WALL] or list(WORDS)
        return words[self.draw(len(words))]
