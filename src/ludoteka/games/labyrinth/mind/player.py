"""The computer player: one decision, from nothing but what was said aloud.

It looks for a key, tries it on every wall that may be an exit, shoots where it believes somebody to be, and buys and uses what
it finds.  If its map is wrong, the moderator may refuse what it tries.
"""

from collections.abc import Callable, Iterator
from math import log

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.goals import LAST, Goal, goals
from ludoteka.games.labyrinth.mind.skill import Skill
from ludoteka.games.labyrinth.mind.survey import Survey, true_way
from ludoteka.games.labyrinth.mind.trail import Outlook, Trail
from ludoteka.games.labyrinth.mind.ways import Way, sides_of, step_end, ways_from, word_for
from ludoteka.games.labyrinth.notes.chart import MOVES, OPEN, STEPS, WALL, WORDS, Spot

Draw = Callable[[int], int]  # n -> a number below n
SHOPPING = (("key", 1), ("lantern", 1), ("cartridge", 2), ("vest", 1))  # what to buy and how many at most
BLINDS = ("cow", "mirror", None)  # do not aim past these, or past a cell that is unknown
MOST_DOUBTS = 8  # surveys that a player looks at to find something to do
LIKELY = 1.0  # a survey that costs so much more than the best one is still likely
FINENESS = 10_000  # of the random numbers between 0 and 1
WEARY = 2  # a player exchanges a key for which at most so many sides are left to try,
DOUBTFUL = 3  # or so many times fewer than for another key


def has_met(log: tuple[LogEntry, ...]) -> bool:
    """Tell whether the last arrival of all was a meeting, and nobody has entered or was killed since."""
    for entry in reversed(log):
        if (entry.text or "").startswith("join:") or any(code.startswith("killed:") for code in entry.answers):
            return False
        if entry.answers[:1] == ("passed",):
            return "met" in entry.answers
    return False


def plain_survey(trail: Trail, name: str) -> Survey:
    """Return the plain map as a survey."""
    survey = Survey()
    survey.kinds, survey.carried, survey.at = trail.kinds, trail.carried, trail.at
    survey.sides = {place: WALL if side == WALL else OPEN for place, side in trail.sides.items()}
    key = trail.hands[name].keys
    vain = [(spot, word) for (spot, word, player), tried in trail.tried.items() if (player, tried) == (name, key)]
    survey.tried = dict.fromkeys(vain, frozenset({0}))
    return survey


class Player:
    """One decision of a player."""

    def __init__(
        self,
        name: str,
        surveys: list[Survey],
        trail: Trail,
        log: tuple[LogEntry, ...],
        offered: set[str],
        skill: Skill,
        draw: Draw,
    ) -> None:
        self.name, self.surveys, self.trail, self.log, self.offered = name, surveys, trail, log, offered
        self.hand = trail.hands[name]
        self.skill, self.draw = skill, draw
        self.has_compass = self.hand.holds("compass")
        self._believe(surveys[0])

    def _believe(self, survey: Survey) -> None:
        """Decide by this survey."""
        self.survey = survey
        self.here = survey.at[self.name]
        self.key = survey.keys.get(self.name, 0) if self.hand.holds("key") else None

    def decide(self) -> str:
        """Return the text of the action."""
        if "choose:none" in self.offered:
            return self._choose()
        free = self._handle() if self.skill.handles else ""
        if not free and self.skill.shoots and "end" not in self.offered:
            free = self._shoot()
        return free or ("end" if "end" in self.offered else self._move())

    def _handle(self) -> str:
        """Trade, or use a thing."""
        return self._trade() or self._light() or ("" if "end" in self.offered else self._listen())

    def _choose(self) -> str:
        """Take a key if none is carried, or if the one in hand has been tried nearly everywhere."""
        if "choose:key" not in self.offered:
            return "choose:none"
        for survey in self.surveys[:MOST_DOUBTS]:  # any of them may have led the player here for the key
            self._believe(survey)
            if self.key is None or self._is_better(self.here):
                return "choose:key"
        return "choose:none"

    def _untried(self, key: int) -> int:
        """Return on how many sides a key may still be tried."""
        with_key = {(one.spot, one.way) for one in goals(self.survey, key, guesses=True) if one.value > LAST}
        return sum(one.sheet == self.here.sheet for one, _ in with_key)

    def _trade(self) -> str:
        kind = self.survey.kinds[self.here]
        if kind == "bank" and self.hand.holds("idol") and "sell:idol" in self.offered:
            return "sell:idol"
        for item, most in SHOPPING:
            unique = item == "key" and (self.hand.holds("key") or self.hand.holds("idol"))
            if f"buy:{item}" in self.offered and not unique and self.hand.items.get(item, 0) < most:
                return f"buy:{item}"
        return ""

    def _light(self) -> str:
        """Use the lantern if more than one side is unknown."""
        unknown = sum((self.here, word) not in self.survey.sides for word in WORDS)
        return "use:lantern" if "use:lantern" in self.offered and unknown > 1 else ""

    def _listen(self) -> str:
        """Blow the trumpet once per turn if somebody could be shot."""
        is_armed = self.hand.holds("cartridge") and "use:trumpet" in self.offered and len(self.survey.at) > 1
        return "use:trumpet" if is_armed and not any(one.text == "use:trumpet" for one in self._my_turn()) else ""

    def _my_turn(self) -> Iterator[LogEntry]:
        """Yield what this player has done since the last move, or since another player acted, latest first."""
        for entry in reversed(self.log):
            if entry.seat != self.name or entry.text in STEPS or entry.text in ("stay", "end"):
                return
            yield entry

    def _shoot(self) -> str:
        """Shoot where somebody is; again if the bullet was stopped by a vest."""
        if not self.hand.holds("cartridge"):
            return ""
        for entry in self._my_turn():
            if entry.text and entry.text.startswith("shoot:"):
                return entry.text if "protected" in entry.answers else ""
            if entry.text == "use:trumpet":
                heard = [code.partition(":")[0] for code in entry.answers if code.endswith(":somebody")]
                if heard:
                    return f"shoot:{self._word(self.here, heard[0])}"
        if self.here in self._targets() or (self._has_one_opponent() and has_met(self.log)):
            return "shoot:north"
        return self._aim() if self.skill.aims else ""

    def _has_one_opponent(self) -> bool:
        return len(set(self.trail.at) - {self.name}) == 1

    def _targets(self) -> set[Spot]:
        return {spot for name, spot in self.survey.at.items() if name != self.name}

    def _aim(self) -> str:
        """Shoot along passages at somebody on the same fragment."""
        targets = self._targets()
        for way in sides_of(self.survey, self.here):
            spot = self.here
            while self.survey.sides.get((spot, way)) == OPEN and self.survey.kinds.get(spot.beside(way)) not in BLINDS:
                spot = spot.beside(way)
                if spot in targets:
                    return f"shoot:{self._word(self.here, way)}"
        return ""

    def _word(self, spot: Spot, way: str) -> str:
        return word_for(self.survey, spot, way, has_compass=self.has_compass)

    def _move(self) -> str:
        """Follow the most probable survey on which there is something to do."""
        for outlook in (*self._outlooks(), None):
            for survey in self._likely_surveys():
                self._believe(survey)
                word = self._advance(outlook)
                if word:
                    return word
        self._believe(self.surveys[0])
        return self._patrol(ways_from(self.survey, self.here, has_compass=self.has_compass))

    def _likely_surveys(self) -> Iterator[Survey]:
        """Yield the surveys by which a player may decide, and the plain map after them."""
        yield from self.surveys[:MOST_DOUBTS]
        yield plain_survey(self.trail, self.name)

    def _outlooks(self) -> Iterator[Outlook]:
        """Yield what a careful player insists on, the most first."""
        if self.skill.is_careful:
            for most_returns, needs_news in ((0, True), (0, False), (1, False)):
                yield Outlook(self.trail, self.name, most_returns, needs_news)

    def _advance(self, outlook: Outlook | None) -> str:
        """Go where most can be expected for each turn that it takes, or often there; chance decides between equals."""
        ways = ways_from(self.survey, self.here, has_compass=self.has_compass, outlook=outlook)
        found = [
            (self._worth(goal, ways[goal.spot]), goal)
            for goal in self._goals()
            if goal.spot in ways and self._is_accepted(goal, ways[goal.spot], outlook)
        ]
        if not found:
            return ""
        if self.skill.noise:
            back = self._word_back()
            found = [(self._misjudge(worth, is_back=ways[goal.spot].word == back), goal) for worth, goal in found]
        most = max(worth for worth, _ in found)
        best = [goal for worth, goal in found if worth > most - 1e-9]
        goal = best[self.draw(len(best))]
        return ways[goal.spot].word or self._word(goal.spot, goal.way)

    def _misjudge(self, worth: float, *, is_back: bool) -> float:
        """Return the logarithm of a worth with a random error: the largest of several such sums draws one by its weight.

        The errors are from the Gumbel distribution.  The weight of going back where the player comes from is reduced.
        """
        error = -log(-log((self.draw(FINENESS) + 0.5) / FINENESS))
        return log(worth) + self.skill.noise * (error + (log(self.skill.wavering) if is_back else 0.0))

    def _word_back(self) -> str | None:
        """Return the word that leads back where the last move began; None if that move found something, or a wall."""
        last = next((entry for entry in reversed(self.log) if entry.seat == self.name and entry.text in MOVES), None)
        if not last or last.answers[:1] != ("passed",) or any(code.startswith("found:") for code in last.answers):
            return None
        moment = self.survey.visits.get(self.here, 0) - 1
        for way in sides_of(self.survey, self.here):
            there = step_end(self.survey, self.here.beside(way))
            if there is not None and self.survey.visits.get(there) == moment:
                return self._word(self.here, way)
        return None

    def _is_accepted(self, goal: Goal, way: Way, outlook: Outlook | None) -> bool:
        """Tell whether a way to a goal stands the check, on the likely surveys, too, as far as its first step."""
        if outlook is None:
            return True
        last = self._word(goal.spot, goal.way) if goal.way else ""
        if outlook.most_returns == 0 and self._leads_back(way.word or last):
            return False
        return not last or outlook.accepts_last(way.place, last)

    def _leads_back(self, word: str) -> bool:
        """Tell whether a step leads, on a likely survey, to a cell where somebody has been since the latest news."""
        for survey in self.surveys[:MOST_DOUBTS]:
            here = survey.at[self.name]
            turn = 0 if self.has_compass or word not in WORDS else survey.turns.get(here, 0)
            way = true_way(word, turn)
            there = step_end(survey, here.beside(way))
            is_likely = survey.cost <= self.surveys[0].cost + LIKELY and survey.sides.get((here, way)) != WALL
            if is_likely and there is not None and survey.visits.get(there, 0) >= self.trail.latest:
                return True
        return False

    def _goals(self) -> Iterator[Goal]:
        """Yield what is worth doing; another key only if there is more to try with it than with the one in hand."""
        for goal in goals(self.survey, self.key, guesses=self.skill.guesses):
            if goal.way or (goal.spot != self.here and (self.key is None or self._is_better(goal.spot))):
                yield goal

    def _is_better(self, spot: Spot) -> bool:
        """Tell whether the key that would be picked up on a cell is worth exchanging the one in hand for it."""
        other = next((one for one in self.survey.lying.get(spot, ()) if isinstance(one, int)), None)
        if self.key is None or other is None:
            return other is not None
        left, more = self._untried(self.key), self._untried(other)
        return left < more and (left <= WEARY or left * DOUBTFUL <= more)

    def _worth(self, goal: Goal, way: Way) -> float:
        return goal.value / (way.turns + 1.0)

    def _patrol(self, ways: dict[Spot, Way]) -> str:
        """Go to the cell where nobody has been for longest."""
        visits = self.survey.visits
        others = [spot for spot in ways if spot != self.here]
        if not others:
            return self._stray()
        oldest = min(others, key=lambda spot: visits.get(spot, 0))
        return ways[oldest].word

    def _stray(self) -> str:
        """Try the sides of a cell from which no way is known."""
        words = [
            word
            for word in sides_of(self.survey, self.here)
            if self.survey.sides.get(
                (self.here, true_way(word, self.survey.turns.get(self.here, 0) if word in WORDS else 0))
            )
            != WALL
        ]
        return words[self.draw(len(words))] if words else "stay"
