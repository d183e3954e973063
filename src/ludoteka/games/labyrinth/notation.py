"""The texts of Labyrinth: actions, the answers to them as codes, and positions.  The reasons for refusals are in attempts.py."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ludoteka.core.game import LogEntry, RefusedAttempt
from ludoteka.core.message import Message, Refused, SeatName
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.labyrinth import rules
from ludoteka.games.labyrinth.chart import MOVES, Chart, Hand
from ludoteka.games.labyrinth.maze import FARTHEST, ITEM_NAMES, WAY_NAMES
from ludoteka.games.labyrinth.options import LONGEST_NAME, MOST_CASTS

MILLION_DIGITS, CENT_DIGITS = 6, 2
THINGS = ITEM_NAMES[: rules.TEXTS]  # by the names that are said aloud; a false key is called a key
WORDS = (  # the texts of actions, by their numbers
    *WAY_NAMES,
    "stay",
    "end",
    *(f"shoot:{way}" for way in WAY_NAMES),
    *(f"{word}:{thing}" for word in ("drop", "take", "choose") for thing in THINGS),
    "choose:none",
    *(f"buy:{thing}" for thing in THINGS),
    "sell:idol",
    "use:lantern",
    "use:trumpet",
    "leave",
)
MOST_TEXTS = 2_000  # of actions, such as payments of different amounts
NUMBERS = {word: number for number, word in enumerate(WORDS)}
AMOUNT = re.compile(r"(withdraw|deposit):([0-9]+)(?:\.([0-9]{1,2}))?")
SPOKEN_AMOUNT = re.compile(r"(withdraw|deposit)[: ]+([0-9]+(?:[.,][0-9]{1,2})?)")
LONGEST_AMOUNT = 8  # digits before the point; a longer amount is too much in any case
NUMBER = "(0|-?[1-9][0-9]{0,3})"
JOINING = re.compile(f"join:([^@]+)@{NUMBER},{NUMBER},{NUMBER}")
ENDS = {
    rules.DRAWN: Message("A draw: nothing has happened for too long"),
    rules.ALL_LEFT: Message("Everybody has left, so everybody has lost"),
}
SPARE_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
PROMPTS = {
    "shoot": Message("In which direction?"),
    "withdraw": Message("How much? You can type any amount: withdraw:0.15"),
    "deposit": Message("How much? You can type any amount: deposit:2.5"),
}
# The answers to an action, by the codes of the rules.
BARE = {
    rules.WALL: "wall",
    rules.PASSED: "passed",
    rules.GONE_OUT: "out",
    rules.BY_PIT: "pit",
    rules.BY_RIVER: "river",
    rules.LADDER: "ladder",
    rules.MOUTH: "mouth",
    rules.MET: "met",
    rules.CHOICE: "choice",
    rules.MISSED: "missed",
    rules.PROTECTED: "protected",
    rules.CHOSEN: "chosen",
    rules.NOTHING: "nothing-to-choose",
}
OF_THINGS = {
    rules.FOUND: "found",
    rules.LIES: "lies",
    rules.TOOK: "took",
    rules.DROPPED: "dropped",
    rules.BOUGHT: "bought",
    rules.SOLD: "sold",
}
OTHERS: dict[int, Callable[[rules.State, int, int], str]] = {
    rules.OBJECT: lambda state, what, number: rules.OBJECT_NAMES[what],
    rules.PRICE: lambda state, what, number: f"price:{THINGS[what]}:{amount_text(number)}",
    rules.KILLED: lambda state, what, number: f"killed:{name_of(state, what)}",
    rules.SKIPPED: lambda state, what, number: f"skipped:{name_of(state, what)}",
    rules.WITHDREW: lambda state, what, number: f"withdrew:{amount_text(number)}",
    rules.DEPOSITED: lambda state, what, number: f"deposited:{amount_text(number)}",
    rules.PASSAGE: lambda state, what, number: f"{WAY_NAMES[what]}:{'passage' if number else 'wall'}",
    rules.SOMEBODY: lambda state, what, number: f"{WAY_NAMES[what]}:{'somebody' if number else 'nobody'}",
}
STATUS = {rules.IN: "in", rules.DEAD: "dead"}  # otherwise "out"


class Knowledge(NamedTuple):
    """What a player sees: who plays, whose turn it is, and everything that was said."""

    public: rules.Observation
    log: tuple[LogEntry, ...]
    names: tuple[str, ...]  # of all seats, by their numbers


def deduce(public: rules.Observation, log: Sequence[LogEntry]) -> Knowledge:
    """Return what a player sees."""
    return Knowledge(public, tuple(log), names(public))


def name_of(record: rules.State | rules.Observation, seat: int) -> str:
    """Return the name of a seat."""
    return names(record)[seat]


def names(record: rules.State | rules.Observation) -> tuple[str, ...]:
    """Return the names of all seats, by their numbers."""
    return _spelled(tuple(record.names[: record.seats * LONGEST_NAME]))


@lru_cache(MOST_CASTS)
def _spelled(signs: tuple[int, ...]) -> tuple[str, ...]:
    starts = range(0, len(signs), LONGEST_NAME)
    return tuple("".join(map(chr, signs[start : start + LONGEST_NAME])).rstrip("\0") for start in starts)


@lru_cache(MOST_CASTS)
def symbols(names: tuple[str, ...]) -> Mapping[str, str]:
    """Return a different character for each name, for the maps."""
    chosen: dict[str, str] = {}
    for name in names:
        signs = [sign for sign in (*name.upper(), *SPARE_SYMBOLS) if len(sign) == 1 and sign not in chosen.values()]
        chosen[name] = signs[0] if signs else name[0]
    return chosen


def viewer(seen: Knowledge) -> str:
    """Return the viewer's name; "" for spectators."""
    seat = seen.public.viewer
    return seen.names[seat] if 0 <= seat < seen.public.seats else ""


def present(seen: Knowledge) -> list[str]:
    """Return the names of the players whom the scenario places in the maze."""
    return [name for seat, name in enumerate(seen.names) if seen.public.stood[seat]]


def attempt_in_turn(seen: Knowledge) -> RefusedAttempt | None:
    """Return what was refused aloud to the player to move in this turn, or None."""
    player = seen.names[seen.public.turn]
    moves = 1 if seen.public.stage == rules.AFTER else 0  # how many moves the turn has had
    for entry in reversed(seen.log):
        if entry.attempt and entry.attempt.seat == player:
            return entry.attempt
        moves -= entry.text in MOVES
        if entry.seat != player or entry.text == "end" or moves < 0:
            return None
    return None


def hand_of(seen: Knowledge, chart: Chart, name: str) -> Hand:
    """Return what a player carries and owns now, including interest if the turn is over."""
    hand, public = chart.hands[name], seen.public
    goes_on = public.stage == rules.AFTER and public.turn >= 0 and seen.names[public.turn] == name
    return hand if goes_on else hand.settle()


def order(seen: Knowledge) -> list[str]:
    """Return the names of all who have entered, in the order of play."""
    return [seen.names[seat] for seat in seen.public.order[: seen.public.joined]]


def position_text(state: rules.State) -> str:
    """Return the complete position as JSON: players and items."""
    players = {
        name: _player(state, seat) for seat, name in enumerate(names(state)) if state.status[seat] != rules.WAITING
    }
    floor = sorted((_place(state, cell), cell) for cell in range(state.cells) if not rules.is_bare(state, cell))
    whole = {"players": players, "floor": [[place, _lying(state, cell)] for place, cell in floor]}
    return json.dumps(whole, sort_keys=True, separators=(",", ":"))


def _place(state: rules.State, cell: int) -> list[int]:
    return [state.x[cell], state.y[cell], state.floor[cell]]


def _lying(state: rules.State, cell: int) -> dict[str, Any]:
    counts = dict(zip(ITEM_NAMES, state.lying[cell * rules.ITEMS : (cell + 1) * rules.ITEMS], strict=True))
    purse = ITEM_NAMES[rules.PURSE]
    return {item: amount_text(count) if item == purse else count for item, count in counts.items() if count}


def _player(state: rules.State, seat: int) -> dict[str, Any]:
    items = zip(ITEM_NAMES, state.items[seat * rules.ITEMS : (seat + 1) * rules.ITEMS], strict=True)
    status = STATUS.get(state.status[seat], "out")
    return {
        "at": _place(state, state.at[seat]) if status == "in" else None,
        "cash": amount_text(state.cash[seat]),
        "balance": _decimal(state.yuan[seat], state.millionths[seat], MILLION_DIGITS),
        "items": {item: count for item, count in items if count},
        "state": status,
        "skip": state.skip[seat] == 1,
    }


def amount_text(hundredths: int) -> str:
    """Return an amount without trailing zeros: "2.5"."""
    return _decimal(hundredths // 100, hundredths % 100, CENT_DIGITS)


def tenths_text(millionths: int) -> str:
    """Return a balance to the nearest tenth, as people are told it: "10.7" for 10.669855."""
    tenths = (10 * millionths + rules.MILLION // 2) // rules.MILLION
    return _decimal(tenths // 10, tenths % 10, 1)


def _decimal(whole: int, fraction: int, digits: int) -> str:
    return f"{whole}.{fraction:0{digits}}".rstrip("0").rstrip(".")


def path(seen: Knowledge, action: int) -> Path:
    """Return the path of an action: its word alone, or its word and then its whole text."""
    return read(seen, _action_text(seen, action))


def read(seen: Knowledge, text: str) -> Path:
    """Return the path of an action text."""
    word, _, what = text.partition(":")
    return (word, text) if what and word != "join" else (text,)


def text(seen: Knowledge, path: Path) -> str:
    """Return the text of a path: its last part."""
    return path[-1]


@lru_cache(MOST_TEXTS)
def own_text(action: int) -> str:
    """Return the text of an action that a player chooses: of any but joining."""
    if action < len(WORDS):
        return WORDS[action]
    word, amount = (
        ("deposit", action - rules.DEPOSIT) if action >= rules.DEPOSIT else ("withdraw", action - rules.WITHDRAW)
    )
    return f"{word}:{amount_text(amount)}"


def _action_text(seen: Knowledge, action: int) -> str:
    if action < rules.JOIN:
        return own_text(action)
    x, y, floor = ((action - rules.JOIN) // rules.SPAN**place % rules.SPAN - FARTHEST for place in (2, 1, 0))
    return f"join:{seen.names[rules.joining_seat(action)]}@{x},{y},{floor}"


def action(seen: Knowledge, path: Path) -> int:
    """Return the action of a path, legal or not.  Raises Refused: "bad-text"."""
    text = path[-1] if path else ""
    if read(seen, text) != path:
        raise unreadable(text)
    if (own := own_action(text)) is not None:
        return own
    joining = JOINING.fullmatch(text)
    if not joining:
        raise unreadable(text)
    name, x, y, floor = joining.groups()
    if name not in seen.names:
        raise Refused("bad-text", Message("Nobody here has this name."))
    return rules.join_action(seen.names.index(name), int(x), int(y), int(floor))


@lru_cache(MOST_TEXTS)
def own_action(text: str) -> int | None:
    """Return the action that a player chooses with this text, legal or not; None for any other text."""
    if text in NUMBERS:
        return NUMBERS[text]
    amount = AMOUNT.fullmatch(text)
    if not amount:
        return None
    word, whole, fraction = amount.groups("")
    whole = whole.lstrip("0")
    hundredths = rules.TOO_MUCH if len(whole) > LONGEST_AMOUNT else int(whole or "0") * 100 + int(f"{fraction:0<2}")
    return (rules.WITHDRAW if word == "withdraw" else rules.DEPOSIT) + min(hundredths, rules.TOO_MUCH)


def is_join_path(path: Path) -> bool:
    """Tell whether a path means that a player enters."""
    return bool(path) and JOINING.fullmatch(path[-1]) is not None


def unreadable(text: str) -> Refused:
    """Return the refusal of a text that means no action."""
    word = text.partition(":")[0]
    if word in ("withdraw", "deposit"):
        amount = Message("An amount has at most two digits after the point: {word}:2.5", word=word)
        return Refused("bad-text", amount)
    return Refused("bad-text", Message("Unknown action. Try north, end, shoot:east, drop:vest or use:lantern."))


def list_entry(text: str) -> str:
    """Return how a list of legal actions names an action: withdrawals and deposits by their word alone."""
    word = text.partition(":")[0]
    return word if word in ("withdraw", "deposit") else text


def status(seen: Knowledge) -> Message:
    """Return the status line."""
    record = seen.public
    if record.turn == CHANCE:
        return Message("The moderator is placing the players")
    if record.turn != NOBODY:
        return Message("{name} to move", name=SeatName(seen.names[record.turn]))
    if record.outcome == rules.WON:
        return Message("{name} walks out with the key and wins", name=SeatName(seen.names[record.winner]))
    return ENDS[record.outcome]


def prompt(seen: Knowledge, path: Path) -> Message:
    """Return the prompt after these picks."""
    if path:
        return PROMPTS.get(path[0], Message("Choose a thing."))
    if seen.public.stage == rules.CHOOSING:
        return Message("Choose between the unique things first.")
    if seen.public.stage == rules.AFTER:
        return Message("You have moved. Do something more, or end the turn.")
    return Message("Move, or do something else first.")


def interpret(seen: Knowledge, typed: str) -> str:
    """Return the action text for an amount typed in everyday form, such as "withdraw 0,15", or ""."""
    amount = SPOKEN_AMOUNT.fullmatch(typed.strip().lower())
    return f"{amount[1]}:{amount[2].replace(',', '.')}" if amount else ""


def refusal(seen: Knowledge, path: Path) -> Refused:
    """Return a refusal without details; the moderator gives the reason (attempts.py)."""
    return Refused("not-here", Message("The moderator doesn't accept that now."))


def answers(state: rules.State) -> list[str]:
    """Return the answers to the last action."""
    codes: list[str] = []
    for index in range(state.said):
        codes += _codes(state, state.said_code[index], state.said_what[index], state.said_number[index])
    return codes


def _codes(state: rules.State, code: int, what: int, number: int) -> list[str]:
    """Return the codes of one part of the reply: several equal things give as many equal codes."""
    if code in BARE:
        return [BARE[code]]
    if code in OTHERS:
        return [OTHERS[code](state, what, number)]
    if what == rules.PURSE:
        return [f"{OF_THINGS[code]}:{THINGS[what]}:{amount_text(number)}"]
    return [f"{OF_THINGS[code]}:{THINGS[what]}"] * max(number, 1)
