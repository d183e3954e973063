"""The texts of the hunt: "12" hides, "tram-9" moves; and its sentences."""

from collections.abc import Callable

from ludoteka.core.game import LogEntry, Sentences
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import fields_text
from ludoteka.core.rules import NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.hunt import rules
from ludoteka.games.hunt.deduction import KINDS, Knowledge

PLACES = {str(place) for place in range(1, rules.PLACES + 1)}
SIDES = (Message("Fugitive"), Message("Hunters"))
MOVERS = (SIDES[0], Message("First hunter"), Message("Second hunter"), Message("Third hunter"))
PLAYERS = {"f": Message("The fugitive"), "h": Message("A hunter")}
HOW = {
    "walk": Message("on foot"),
    "tram": Message("by tram"),
    "boat": Message("by boat"),
    "pass": Message("nowhere, having no way to go"),
}
ANSWERS: dict[str, Callable[[str], Message]] = {
    "seen": lambda place: Message("The fugitive is seen on {place}.", place=place),
    "caught": lambda place: Message("The fugitive is caught on {place}.", place=place),
    "escaped": lambda place: Message("The fugitive was on {place} and escapes.", place=place),
}

position_text = fields_text  # without a parser: the possible places follow from the whole log


def path(seen: Knowledge, action: int) -> Path:
    """Return ("12",) for hiding, ("tram", "9") for a move, or ("pass",)."""
    kind, place = divmod(action, rules.STRIDE)
    if action == rules.PASS:
        return ("pass",)
    return (str(place),) if action >= rules.HIDE else (KINDS[kind], str(place))


def prompt(seen: Knowledge, path: Path) -> Message:
    """Ask for the next pick."""
    return Message("Where to?") if path else Message("Where to? Or first, how?")


def refusal(seen: Knowledge, path: Path) -> Refused:
    """Return the first reason that applies."""
    town, here = seen.town, str(rules.standing(seen.town))
    kinds = [KINDS.index(name) for name in path if name in KINDS]
    places = tuple(name for name in path if name in PLACES)
    if here == str(rules.NOWHERE) and path != places[:1]:
        return Refused("hide-first", Message("First pick one place to hide (clause 2)."))
    if len(path) > len(kinds[:1]) + len(places[:1]):
        return Refused("one-way", Message("A move is a means of travel and a place, like tram-9 (clause 3)."))
    if places and not rules.is_free(town, int(places[0])):
        return Refused("taken", Message("A hunter is on {place} (clause 4).", place=places[0]), places)
    if kinds and town.tickets[kinds[0] + rules.KINDS * int(town.mover > 0)] == 0:
        return Refused("no-ticket", Message("No ticket for that is left (clause 3)."))
    text = Message("There is no such move from {place} (clause 3); one is written like tram-9.", place=here)
    return Refused("no-way", text, (here, *places))


def answers(before: rules.State, action: int, after: rules.State) -> list[str]:
    """Return where the fugitive is seen, and what everybody hears at the end (clauses 6-8)."""
    if after.winner != NOBODY:
        return [f"{'escaped' if after.winner == rules.FUGITIVE else 'caught'}:{after.place}"]
    return [f"seen:{after.place}"] if after.mover == 0 and after.rounds % rules.SHOWN == 0 else []


def sentences(entry: LogEntry) -> Sentences:
    """Describe one action as the seat heard it."""
    kind, _, place = str(entry.text).partition("-")
    player, how = PLAYERS[entry.seat], HOW.get(kind, Message("into hiding"))
    goes = Message("{player} goes {how}.", player=player, how=how)
    if place:
        goes = Message("{player} goes {how} to {place}.", player=player, how=how, place=place)
    return (goes, *(ANSWERS[word](place) for word, _, place in (code.partition(":") for code in entry.answers)))
