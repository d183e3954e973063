"""What a player remembers of the log, and the most probable survey that follows from it."""

from collections.abc import Iterator, Sequence
from threading import Lock

from ludoteka.core.game import LogEntry
from ludoteka.games.labyrinth.mind.beliefs import Beliefs
from ludoteka.games.labyrinth.mind.skill import Skill
from ludoteka.games.labyrinth.mind.survey import Survey
from ludoteka.games.labyrinth.mind.tracking import HeardEntry
from ludoteka.games.labyrinth.notes.chart import MOVES, Chart, chart

MEMORY = 600  # own turns, more than nearly any match has; whoever still wanders about then has drawn a wrong map
CACHE_SIZE = 8  # beliefs of recent logs, so that each new entry costs one step
_cache: dict[tuple[Skill, int], tuple[tuple[HeardEntry, ...], Beliefs]] = {}  # by skill and number of entries
_changing = Lock()  # matches may be replayed in several threads


def draw_surveys(present: Sequence[str], log: tuple[LogEntry, ...], name: str, skill: Skill) -> list[Survey]:
    """Return the surveys that a player considers possible, the best first; `present` are the players placed by the scenario."""
    everything = (*(LogEntry(player, f"join:{player}", ()) for player in present), *log)
    remembered = tuple(_remembered(everything, name, skill))
    return _beliefs(remembered, skill).surveys


def _remembered(log: Sequence[LogEntry], name: str, skill: Skill) -> Iterator[HeardEntry]:
    """Yield what a player remembers: from its last turns, and of the others if it listens to them."""
    first = _first(log, name)
    compasses: dict[str, int] = {}
    if first:
        drawn = chart((), tuple(log[:first]), Chart)
        compasses = {player: hand.items.get("compass", 0) for player, hand in drawn.hands.items()}
        for player, spot in drawn.at.items():
            if player == name or skill.hears_others:
                state = f"wake:{drawn.kinds[spot]}:{int(drawn.hands[player].holds('key'))}"
                yield HeardEntry(LogEntry(player, state, ()), first, has_compass=False)
    for index in range(first, len(log)):
        entry = log[index]
        has_compass = compasses.get(entry.seat, 0) > 0
        for code in entry.answers:
            if code.endswith(":compass"):
                change = -1 if code.startswith("dropped") else 1
                compasses[entry.seat] = compasses.get(entry.seat, 0) + change
        if skill.hears_others or entry.seat == name or entry.text == f"join:{name}":
            yield HeardEntry(entry, index + 1, has_compass)


def _first(log: Sequence[LogEntry], name: str) -> int:
    """Return the index of the first entry that a player remembers.

    It forgets half of its memory at once, so that beliefs can be continued from one turn to the next.
    """
    ends = [index for index, entry in enumerate(log) if entry.seat == name and entry.text in MOVES]
    half = MEMORY // 2
    forgotten = (len(ends) // half - 1) * half
    return ends[forgotten - 1] + 1 if forgotten > 0 else 0


def _beliefs(remembered: tuple[HeardEntry, ...], skill: Skill) -> Beliefs:
    """Return the beliefs after these entries, continued from those of a shorter log if there are any."""
    beliefs, done = Beliefs(skill), 0
    for length in range(len(remembered), 0, -1):
        cached = _cache.get((skill, length))
        if cached and cached[0] == remembered[:length]:
            beliefs, done = cached[1].copy(), length
            break
    for said in remembered[done:]:
        beliefs.follow(said)
    with _changing:
        _cache.pop((skill, len(remembered)), None)
        while len(_cache) >= CACHE_SIZE:
            del _cache[next(iter(_cache))]
        _cache[skill, len(remembered)] = (remembered, beliefs.copy())
    return beliefs
