"""What a player remembers of the log, and the most probable survey that follows from it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import NamedTuple

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.beliefs import Beliefs
from ludoteka.games.labyrinth.mind.skill import Skill
from ludoteka.games.labyrinth.mind.survey import Survey
from ludoteka.games.labyrinth.mind.tracking import HeardEntry
from ludoteka.games.labyrinth.notes.chart import MOVES, Chart, chart

MEMORY = 600  # own turns, more than nearly any match has; whoever still wanders about then has drawn a wrong map
HALF = MEMORY // 2  # so many turns are forgotten at once, so that beliefs can be continued from one turn to the next
CACHE_SIZE = 8  # beliefs after recent logs, so that each new entry costs one step


class _Believer(NamedTuple):
    """Who draws the surveys: players for whom all three are the same believe the same."""

    hears_others: bool
    name: str  # "" if the player listens to everybody and has forgotten nothing, so that it doesn't matter who it is
    forgotten: int  # own turns

    def hears(self, player: str) -> bool:
        """Tell whether a player's ways count for these beliefs."""
        return self.hears_others or player == self.name


class _Recollection(NamedTuple):
    """The beliefs after a log."""

    believer: _Believer
    log: tuple[LogEntry, ...]
    turns: Mapping[str, int]  # of each player
    compasses: Mapping[str, int]  # how many each player carries
    beliefs: Beliefs


_cache: list[_Recollection] = []  # the latest last
_changing = Lock()  # matches may be replayed in several threads


def draw_surveys(present: Sequence[str], log: tuple[LogEntry, ...], name: str, skill: Skill) -> list[Survey]:
    """Return the surveys that a player considers possible, the best first; `present` are the players placed by the scenario."""
    everything = (*(LogEntry(player, f"join:{player}", ()) for player in present), *log)
    with _changing:
        cached = _cache[::-1]
    forgotten = _forgotten(everything, name, cached)
    believer = _Believer(skill.hears_others, "" if skill.hears_others and not forgotten else name, forgotten)
    mine = [one for one in cached if one.believer == believer]
    known = _recall(everything, mine) or _awake(believer, everything[: _first(everything, name, forgotten)])
    if len(known.log) < len(everything):
        known = _continue(known, everything)
        with _changing:
            del _cache[: len(_cache) + 1 - CACHE_SIZE]
            _cache.append(known)
    return known.beliefs.surveys


def _recall(log: tuple[LogEntry, ...], cached: Sequence[_Recollection]) -> _Recollection | None:
    """Return the first of these recollections that a log continues."""
    return next((one for one in cached if one.log == log[: len(one.log)]), None)


def _forgotten(log: tuple[LogEntry, ...], name: str, cached: Sequence[_Recollection]) -> int:
    """Return how many of its own turns a player has forgotten."""
    known = _recall(log, cached)
    turns = known.turns.get(name, 0) if known else 0
    for index in range(len(known.log) if known else 0, len(log)):
        turns += log[index].seat == name and log[index].text in MOVES
    return max(0, turns // HALF - 1) * HALF


def _first(log: Sequence[LogEntry], name: str, forgotten: int) -> int:
    """Return the index of the first entry that a player remembers."""
    if not forgotten:
        return 0
    return [index for index, entry in enumerate(log) if entry.seat == name and entry.text in MOVES][forgotten - 1] + 1


def _awake(believer: _Believer, past: tuple[LogEntry, ...]) -> _Recollection:
    """Return the beliefs of a player who knows of the forgotten entries only what everybody carries and stands on."""
    drawn, beliefs = chart((), past, Chart), Beliefs()
    for player, spot in drawn.at.items():
        if believer.hears(player):
            state = f"wake:{drawn.kinds[spot]}:{int(drawn.hands[player].holds('key'))}"
            beliefs.follow(HeardEntry(LogEntry(player, state, ()), len(past), has_compass=False))
    turns = Counter(entry.seat for entry in past if entry.text in MOVES)
    compasses = {player: hand.items.get("compass", 0) for player, hand in drawn.hands.items()}
    return _Recollection(believer, past, turns, compasses, beliefs)


def _continue(known: _Recollection, log: tuple[LogEntry, ...]) -> _Recollection:
    """Return the beliefs after the rest of a log."""
    turns, compasses, beliefs = Counter(known.turns), Counter(known.compasses), known.beliefs.copy()
    for index in range(len(known.log), len(log)):
        entry = log[index]
        has_compass = compasses[entry.seat] > 0
        turns[entry.seat] += entry.text in MOVES
        for code in entry.answers:
            if code.endswith(":compass"):
                compasses[entry.seat] += -1 if code.startswith("dropped") else 1
        if known.believer.hears(entry.seat) or entry.text == f"join:{known.believer.name}":
            beliefs.follow(HeardEntry(entry, index + 1, has_compass))
    return _Recollection(known.believer, log, turns, compasses, beliefs)
