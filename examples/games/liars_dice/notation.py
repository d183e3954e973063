"""The texts of liar's dice: "3-fives", "challenge", "r:135" for the dice under the red cup; refusals and sentences."""

from collections.abc import Callable

from ludoteka.core.game import LogEntry, Sentences
from ludoteka.core.message import Message, Refused
from ludoteka.core.notation import fields_text
from ludoteka.core.rules import CHANCE
from ludoteka.core.scene import Path
from ludoteka.games.liars_dice import rules

TITLES = {"r": Message("Red"), "b": Message("Blue"), "g": Message("Green"), "w": Message("White")}
LETTERS = tuple(TITLES)
BIDS: dict[str, Callable[[int], Message]] = {  # by the name of the face
    "ones": lambda n: Message("{count} one", plural="{count} ones", count=n),
    "twos": lambda n: Message("{count} two", plural="{count} twos", count=n),
    "threes": lambda n: Message("{count} three", plural="{count} threes", count=n),
    "fours": lambda n: Message("{count} four", plural="{count} fours", count=n),
    "fives": lambda n: Message("{count} five", plural="{count} fives", count=n),
    "sixes": lambda n: Message("{count} six", plural="{count} sixes", count=n),
}
NAMES = ("", *BIDS)  # by face
FACES = {name: face for face, name in enumerate(NAMES)}

position_text = fields_text  # without a parser: no position can be set up, as nobody may know all dice


def path(seen: rules.Observation, action: int) -> Path:
    """Return ("3", "fives") for a bid, ("challenge",), or ("r:135",) for a throw."""
    if action == rules.CHALLENGE:
        return ("challenge",)
    if action >= rules.THROW:
        return (f"{LETTERS[rules.next_cup(seen)]}:{rules.THROWS[action - rules.THROW]}",)
    return str(action // rules.STRIDE), NAMES[action % rules.STRIDE]


def prompt(seen: rules.Observation, path: Path) -> Message:
    """Ask for the number, then for the face."""
    return Message("And which face do they show?") if path else Message("How many dice are alike, at least?")


def refusal(seen: rules.Observation, path: Path) -> Refused:
    """Return the first reason that applies."""
    most = rules.in_play(seen)
    if rules.current_seat(seen) == CHANCE:
        return Refused("throw-first", Message("The cups must be shaken first (clause 2)."))
    if path == ("challenge",):
        return Refused("no-bid", Message("There is no bid to challenge yet (clause 5)."))
    numbers = {str(number): number for number in range(1, seen.seats * seen.dice + 1)}
    if path[0] not in numbers or not {*path[1:2]} <= {*BIDS} or len(path) > 2:
        return Refused("not-a-bid", Message("A bid is a number on the track, and then a face (clause 3)."))
    if numbers[path[0]] > most:
        return Refused(
            "too-many",
            Message(
                "Only {count} die is left under the cups (clause 3).",
                plural="Only {count} dice are left under the cups (clause 3).",
                count=most,
            ),
            path,
        )
    last = BIDS[NAMES[seen.bid % rules.STRIDE]](seen.bid // rules.STRIDE)
    return Refused("too-low", Message("A bid must be higher than the last one, {bid} (clause 4).", bid=last), path)


def answers(before: rules.State, action: int, after: rules.State) -> list[str]:
    """Return what everybody hears when a challenge opens the cups: "cup:r:135", "found:2:fives", "loses:b" (clauses 5, 6)."""
    if action != rules.CHALLENGE:
        return []
    face = before.bid % rules.STRIDE
    cups = [f"cup:{letter}:{faces}" for letter, faces in zip(LETTERS, before.cups, strict=True) if faces]
    loser = next(letter for seat, letter in enumerate(LETTERS) if after.left[seat] < before.left[seat])
    return [*cups, f"found:{rules.found(before, face)}:{NAMES[face]}", f"loses:{loser}"]


def sentences(entry: LogEntry) -> Sentences:
    """Describe one action as the seat heard it."""
    text = str(entry.text)
    if entry.seat != "chance":
        player, bid = TITLES[entry.seat], text.split("-")
        if text == "challenge":
            return (Message("{player} challenges.", player=player), *map(_answer, entry.answers))
        return (Message("{player} bids {bid}.", player=player, bid=BIDS[bid[1]](int(bid[0]))),)
    player, faces = TITLES[text[0]], " ".join(text[2:])
    if not faces:
        return (Message("{player} shakes the cup.", player=player),)
    return (Message("{player} shakes the cup: {faces}.", player=player, faces=faces),)


def _answer(code: str) -> Message:
    word, what, *rest = code.split(":")
    if word == "cup":
        return Message("{player} shows {faces}.", player=TITLES[what], faces=" ".join(*rest))
    if word == "found":
        return Message("In all: {bid}.", bid=BIDS[rest[0]](int(what)))
    return Message("{player} loses a die.", player=TITLES[what])
