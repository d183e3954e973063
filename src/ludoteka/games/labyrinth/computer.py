"""The computer player: one decision, from nothing but what was said aloud.

It looks for a key, tries it on every wall that may be an exit, shoots where it believes somebody to be, and buys and uses what
it finds.  If its map is wrong, the moderator may refuse what it tries.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import log
from typing import Any, NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.attempts import offered_texts
from ludoteka.games.labyrinth.chart import CARRIERS, MOVES, OPEN, PLAIN, STEPS, WALL, WORDS, Chart, Spot, chart, joined
from ludoteka.games.labyrinth.hypotheses import Survey, draw_surveys, true_way
from ludoteka.games.labyrinth.maze import OPPOSITE
from ludoteka.games.labyrinth.notation import Knowledge, action, present, read
from ludoteka.games.labyrinth.rules import AFTER, END

# What sets the levels apart.  No level acts against what it knows; the lower ones weigh less exactly, or take less into account.


class Skill(NamedTuple):
    """The abilities of one level."""

    hears_others: bool = True  # whether it draws the ways of the others, too
    guesses: bool = True  # whether it judges where there are more cells, and tries first what is most promising
    handles: bool = True  # whether it buys, sells and uses things
    shoots: bool = True  # whether it shoots somebody whom it meets
    aims: bool = True  # whether it shoots along passages, and not only those whom it meets
    # whether it checks each step on a plain map, so that it goes into no known wall and not in circles
    is_careful: bool = True
    memory: int = 0  # it forgets cells where nobody has been for so many of its turns; 0: it forgets none
    # it chooses a goal with a probability as its worth to the power 1 / noise; 0: always the best one
    noise: float = 0.0
    wavering: float = 1.0  # that probability is multiplied by this for goals that lie back where the player comes from


WANDERER = Skill(hears_others=False, guesses=False, handles=False, shoots=False, aims=False, is_careful=False)
SHOOTER = WANDERER._replace(shoots=True)
TRADER = SHOOTER._replace(handles=True)
MEMORY = 8  # turns; docs/notebook/computer.md
LISTENER = TRADER._replace(hears_others=True, aims=True)
SKILLS = (
    WANDERER._replace(noise=7.0, wavering=0.9),
    WANDERER._replace(noise=3.6, wavering=0.6),
    WANDERER._replace(noise=2.8, wavering=0.42),
    WANDERER._replace(noise=2.3, wavering=0.3),
    SHOOTER._replace(noise=2.6, wavering=0.5),
    SHOOTER._replace(noise=1.9, wavering=0.35),
    TRADER._replace(noise=1.9, wavering=0.42),
    TRADER._replace(noise=1.4, wavering=0.27),
    LISTENER._replace(noise=1.0, wavering=0.11, memory=MEMORY),
    Skill(),
)


def describe_level(level: int) -> str:
    """Say in English how a level chooses and what it weighs, for docs/levels.md."""
    skill = SKILLS[level - 1]
    has = {
        "buys and uses things": skill.handles,
        "shoots whom it meets": skill.shoots and not skill.aims,
        "draws the ways of the others, too": skill.hears_others,
        "weighs where more cells are likely": skill.guesses,
        "shoots whom it meets and along passages": skill.aims,
        "checks each step against the plain map": skill.is_careful,
        f"forgets cells where nobody has been for {skill.memory} of its turns": skill.memory > 0,
    }
    return "; ".join((_choice(skill), *(ability for ability, is_there in has.items() if is_there)))


def _choice(skill: Skill) -> str:
    if not skill.noise:
        return "goes where it expects most"
    preference = f"goes {2 ** (1 / skill.noise):.2f} times as often where it expects twice as much"
    return f"{preference}, and {1 / skill.wavering:.1f} times as often onward as back"


# The check that a careful player makes before a step, on the plain map


class Trail(Chart):
    """The map as drawn so far, and what was known when each player last left each cell, and how often with just that."""

    def __init__(self) -> None:
        super().__init__()
        self.left: dict[tuple[str, Spot], tuple[tuple[Any, ...], int]] = {}
        self.known: tuple[Any, ...] = ()  # what differs as soon as anybody learns or gets something
        self.latest = 0  # the length of the log with the latest news

    def follow(self, entry: LogEntry) -> None:
        if entry.text in MOVES and entry.seat in self.at:
            times = self.times_left(entry.seat, self.at[entry.seat])
            self.left[entry.seat, self.at[entry.seat]] = self.known, times + 1
        super().follow(entry)
        known = self._known()
        if known != self.known:
            self.known, self.latest = known, self.length

    def _known(self) -> tuple[Any, ...]:
        hands = tuple((tuple(sorted(hand.items.items())), hand.keys) for hand in self.hands.values())
        return len(self.kinds), len(self.sides), len(self.tried), sum(self.tried.values()), len(self.at), hands

    def times_left(self, player: str, spot: Spot) -> int:
        """Return how often a player has left a cell since anybody learned something."""
        known, times = self.left.get((player, spot), (None, 0))
        return times if known == self.known else 0


class Outlook(NamedTuple):
    """What a careful player foresees on the plain map, and which steps it accepts.

    A place is a cell of the plain map, or None as soon as something will have been learned on the way there: nothing is in vain then.
    """

    trail: Trail
    player: str
    most_returns: int  # how often a step may lead to a cell that the player has left since anybody learned something
    needs_news: bool  # whether something must be learned at the end of the way

    def foresee(self, place: Spot | None, word: str) -> Spot | None:
        """Return the place to which a step leads."""
        if place is None or self.trail.sides.get((place, word)) != OPEN:
            return None
        onto = place.beside(word)
        there = self.trail.carried.get(onto, onto)
        return there if there in self.trail.kinds else None

    def accepts(self, place: Spot | None, word: str, visit: int = 0) -> bool:
        """Tell whether a step leads neither into a known wall nor back too often; `visit` is when somebody was last there."""
        if place is None:
            return True
        there = self.foresee(place, word)
        returns = 0 if there is None else self.trail.times_left(self.player, there)
        if there is not None and visit >= self.trail.latest:
            returns = max(1, returns)
        return returns <= self.most_returns and not self.trail.is_known_wall(self.player, place, word)

    def accepts_last(self, place: Spot | None, word: str) -> bool:
        """Tell whether a step is good enough to end the way for the sake of what is behind it."""
        return self.accepts(place, word) and not (self.needs_news and self.foresee(place, word))


# Ways on a survey

SWAMP = 1.0  # turns that a swamp costs
DOUBT = 0.3  # turns that are added for a passage that is known from behind only


class Way(NamedTuple):
    """The shortest way to a cell."""

    turns: float
    word: str  # the first step; "" if the player is there
    place: Spot | None  # where it ends on the plain map; None if the player will have learned something by then


def word_for(survey: Survey, spot: Spot, way: str, *, has_compass: bool) -> str:
    """Return the word that leads in a true direction from a cell."""
    return true_way(way, 0 if has_compass else -survey.turns.get(spot, 0))


def sides_of(survey: Survey, spot: Spot) -> tuple[str, ...]:
    """Return the directions in which a player may try to leave a cell."""
    return (*WORDS, "up", "down") if survey.kinds.get(spot, PLAIN) == "ladder" else WORDS


def step_end(survey: Survey, onto: Spot) -> Spot | None:
    """Return where a step onto a cell ends; None if that is not known."""
    kind = survey.kinds.get(onto)
    return None if kind is None or (kind in CARRIERS and onto not in survey.carried) else survey.carried.get(onto, onto)


def ways_from(survey: Survey, start: Spot, *, has_compass: bool, outlook: Outlook | None = None) -> dict[Spot, Way]:
    """Return the shortest known way to every cell that can be reached, the nearest first; `outlook` must accept each step."""
    found: dict[Spot, Way] = {}
    waiting: list[tuple[float, int, Spot, str, Spot | None]] = [
        (0.0, 0, start, "", outlook and outlook.trail.at[outlook.player])
    ]
    count = 0
    while waiting:
        turns, _, spot, first, place = heappop(waiting)
        if spot in found:
            continue
        found[spot] = Way(turns, first, place)
        for way, there, more in _steps(survey, spot):
            word = word_for(survey, spot, way, has_compass=has_compass)
            if there not in found and (outlook is None or outlook.accepts(place, word, survey.visits.get(there, 0))):
                count += 1
                onto = outlook and outlook.foresee(place, word)
                heappush(waiting, (turns + more, count, there, first or word, onto))
    return found


def _steps(survey: Survey, spot: Spot) -> Iterator[tuple[str, Spot, float]]:
    for way in sides_of(survey, spot):
        onto = spot.beside(way)
        side = survey.sides.get((spot, way))
        if side == OPEN or (side is None and survey.sides.get((onto, OPPOSITE[way])) == OPEN):
            there = step_end(survey, onto)
            if there is not None:
                swamp = SWAMP if survey.kinds.get(there) == "swamp" else 0.0
                yield way, there, 1.0 + swamp + (0.0 if side else DOUBT)


# What a forgetful player still knows


def recent(survey: Survey, since: int) -> Survey:
    """Return a survey with only the cells where somebody is, or has been since an entry of the log.

    It keeps the walls that were tried with a key: a player who forgot these would try a false key on them again and again.
    """
    kept = {spot for spot, number in survey.visits.items() if number >= since} | set(survey.at.values())
    kept |= {spot for spot, there in survey.carried.items() if there in kept}
    faded = survey.copy()
    faded.kinds = {spot: kind for spot, kind in survey.kinds.items() if spot in kept}
    faded.sides = {side: drawn for side, drawn in survey.sides.items() if side[0] in kept or side in survey.tried}
    return faded


def start_of_memory(log: Sequence[LogEntry], name: str, turns: int) -> int:
    """Return the number of the entry with which the latest turns of a player began; 0 if there were fewer."""
    moves = [number for number, entry in enumerate(log, 1) if entry.seat == name and entry.text in MOVES]
    return moves[-turns] if len(moves) >= turns else 0


# What is worth going to: the value of a goal is the probability that it brings what the player looks for

EXISTS = (0.4, 0.5, 0.75, 0.9, 0.97)  # a cell beside so many known ones, of its four neighbours
FLOORS = 0.3  # a cell above or below a ladder
PASSAGE = 0.6  # between two cells, if neither side was seen
NEWS = 1.0  # the value of a new cell
SHORTCUT = 0.03  # of a passage between two cells that are known
FRONTIER = 0.6  # of a new cell for a player with a key, compared with an exit that is certainly there
EXIT = 1.0
KEY = 12.0  # of a key that lies somewhere
LAST = 1e-4  # of what is tried only when nothing else is left


class Goal(NamedTuple):
    """Something worth doing on a cell."""

    spot: Spot
    way: str  # the side to try there; "" if it is enough to be there
    value: float


def exists(survey: Survey, spot: Spot, way: str) -> float:
    """Return the probability that there is a cell behind a side."""
    beyond = spot.beside(way)
    if beyond in survey.kinds:
        return 1.0
    if way not in WORDS:
        return FLOORS
    return EXISTS[sum(beyond.beside(word) in survey.kinds for word in WORDS)]


def goals(survey: Survey, key: int | None, *, guesses: bool) -> Iterator[Goal]:
    """Yield the goals of a player with this key, or without one."""
    for spot in survey.kinds:
        for way in sides_of(survey, spot):
            value = _value(survey, spot, way, key, guesses)
            if value:
                yield Goal(spot, way, value)
        if any(isinstance(thing, int) and thing != key for thing in survey.lying.get(spot, ())):
            yield Goal(spot, "", KEY if key is None else LAST)


def _value(survey: Survey, spot: Spot, way: str, key: int | None, guesses: bool) -> float:
    side = survey.sides.get((spot, way))
    beyond = spot.beside(way)
    back = survey.sides.get((beyond, OPPOSITE[way]))
    if side == OPEN or (side is None and back == OPEN):
        return NEWS if step_end(survey, beyond) is None else 0.0
    chance = exists(survey, spot, way) if guesses or beyond in survey.kinds else 0.5
    value = 0.0
    if side is None:
        passes = PASSAGE if back is None else LAST
        value = passes * (chance * (NEWS if key is None else FRONTIER) if beyond not in survey.kinds else SHORTCUT)
    is_exit = key is not None and beyond not in survey.kinds and key not in survey.tried.get((spot, way), ())
    if is_exit:
        outer = 1.0 - chance
        value += EXIT * (outer / (outer + chance * (1.0 - PASSAGE)) if side == WALL else outer)
    return value


# The decision

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


@dataclass
class Player:
    """One decision of a player."""

    name: str
    surveys: list[Survey]
    trail: Trail
    log: tuple[LogEntry, ...]
    offered: set[str]
    skill: Skill
    draw: Draw

    def __post_init__(self) -> None:
        self.hand = self.trail.hands[self.name]
        self.has_compass = self.hand.holds("compass")
        self._believe(self.surveys[0])

    def _believe(self, survey: Survey) -> None:
        self.survey = survey
        self.here = survey.at[self.name]
        self.key = survey.keys.get(self.name, 0) if self.hand.holds("key") else None

    def decide(self) -> str:
        if "choose:none" in self.offered:
            return self._choose()
        has_moved, free = "end" in self.offered, ""
        if self.skill.handles:
            free = self._trade() or self._light() or ("" if has_moved else self._listen())
        if not free and self.skill.shoots and not has_moved:
            free = self._shoot()
        return free or ("end" if has_moved else self._move())

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
        with_key = {(goal.spot, goal.way) for goal in goals(self.survey, key, guesses=True) if goal.value > LAST}
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
        unknown = sum((self.here, word) not in self.survey.sides for word in WORDS)
        return "use:lantern" if "use:lantern" in self.offered and unknown > 1 else ""

    def _listen(self) -> str:
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
        if self.here in self._targets() or (len(set(self.trail.at) - {self.name}) == 1 and has_met(self.log)):
            return "shoot:north"
        return self._aim() if self.skill.aims else ""

    def _targets(self) -> set[Spot]:
        return {spot for name, spot in self.survey.at.items() if name != self.name}

    def _aim(self) -> str:
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
        for outlook in (*self._outlooks(), None):
            for survey in self._likely_surveys():
                self._believe(survey)
                word = self._advance(outlook)
                if word:
                    return word
        self._believe(self.surveys[0])
        return self._patrol(ways_from(self.survey, self.here, has_compass=self.has_compass))

    def _likely_surveys(self) -> Iterator[Survey]:
        yield from self.surveys[:MOST_DOUBTS]
        if not self.skill.memory:
            yield plain_survey(self.trail, self.name)

    def _outlooks(self) -> Iterator[Outlook]:
        if self.skill.is_careful:
            for most_returns, needs_news in ((0, True), (0, False), (1, False)):
                yield Outlook(self.trail, self.name, most_returns, needs_news)

    def _advance(self, outlook: Outlook | None) -> str:
        """Go where most can be expected for each turn that it takes, or often there; chance decides between equals."""
        ways = ways_from(self.survey, self.here, has_compass=self.has_compass, outlook=outlook)
        found = [
            (goal.value / (ways[goal.spot].turns + 1.0), goal)
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
        before = self.survey.visits.get(self.here, 0) - 1
        for way in sides_of(self.survey, self.here):
            there = step_end(self.survey, self.here.beside(way))
            if there is not None and self.survey.visits.get(there) == before:
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
            way = true_way(word, 0 if self.has_compass else survey.turns.get(here, 0))
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

    def _patrol(self, ways: dict[Spot, Way]) -> str:
        others = [spot for spot in ways if spot != self.here]
        return ways[min(others, key=lambda spot: self.survey.visits.get(spot, 0))].word if others else self._stray()

    def _stray(self) -> str:
        turn = self.survey.turns.get(self.here, 0)
        words = [
            word
            for word in sides_of(self.survey, self.here)
            if self.survey.sides.get((self.here, true_way(word, turn))) != WALL
        ]
        return words[self.draw(len(words))] if words else "stay"


def decide(seen: Knowledge, draw: Draw, level: int) -> int:
    """Return the computer's decision for the seat to act, at a level from 1 to 10."""
    skill = SKILLS[level - 1]
    if seen.public.stage == AFTER and not skill.handles:
        return END
    name = seen.names[seen.public.turn]
    surveys = draw_surveys(present(seen), seen.log, name, hears_others=skill.hears_others)
    if skill.memory:
        since = start_of_memory(joined(present(seen), seen.log), name, skill.memory)
        surveys = [recent(survey, since) for survey in surveys[:MOST_DOUBTS]]
    trail = chart(present(seen), seen.log, Trail)
    text = Player(name, surveys, trail, seen.log, set(offered_texts(seen)), skill, draw).decide()
    return action(seen, read(seen, text))
