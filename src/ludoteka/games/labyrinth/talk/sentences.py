"""What the moderator says, in sentences: an action as everybody hears it, and every answer to it."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import groupby

from ludoteka.core.game import LogEntry
from ludoteka.core.message import Message

ITEMS = {
    "cartridge": Message("cartridge"),
    "vest": Message("vest"),
    "key": Message("key"),
    "idol": Message("idol"),
    "lantern": Message("lantern"),
    "trumpet": Message("trumpet"),
    "compass": Message("compass"),
    "purse": Message("purse"),
    "none": Message("what is carried already"),
}
USES = {  # told with the first one that anybody comes by
    "cartridge": Message("A cartridge is one shot: before the move, any way, as far as walls allow."),
    "vest": Message("A vest holds off one bullet and is then gone."),
    "key": Message("With the key one can go out through an exit. A false key looks the same."),
    "idol": Message("A bank buys an idol for 15 yuan."),
    "lantern": Message("A lantern shows which of the four sides are walls."),
    "trumpet": Message("A trumpet tells whether somebody stands behind each of the open sides."),
    "compass": Message("Whoever carries a compass is not turned by spinners."),
    "purse": Message("The yuan of a purse go to the cash at once."),
}
MOVES = {
    "north": Message("goes north"),
    "south": Message("goes south"),
    "west": Message("goes west"),
    "east": Message("goes east"),
    "up": Message("climbs up"),
    "down": Message("climbs down"),
    "stay": Message("stays put"),
    "end": Message("ends the turn"),
    "leave": Message("leaves the match"),
    "join": Message("enters the labyrinth"),
}
SHOTS = {
    "north": Message("shoots north"),
    "south": Message("shoots south"),
    "west": Message("shoots west"),
    "east": Message("shoots east"),
    "up": Message("shoots up"),
    "down": Message("shoots down"),
}
DEEDS: dict[str, Callable[[Message], Message]] = {
    "drop": lambda item: Message("puts down: {item}", item=item),
    "take": lambda item: Message("picks up: {item}", item=item),
    "choose": lambda item: Message("chooses: {item}", item=item),
    "buy": lambda item: Message("buys: {item}", item=item),
    "sell": lambda item: Message("sells: {item}", item=item),
    "use": lambda item: Message("uses: {item}", item=item),
}
LOOKS = {
    ("north", "wall"): Message("North: a wall."),
    ("north", "passage"): Message("North: a passage."),
    ("north", "somebody"): Message("North: somebody."),
    ("north", "nobody"): Message("North: nobody."),
    ("south", "wall"): Message("South: a wall."),
    ("south", "passage"): Message("South: a passage."),
    ("south", "somebody"): Message("South: somebody."),
    ("south", "nobody"): Message("South: nobody."),
    ("west", "wall"): Message("West: a wall."),
    ("west", "passage"): Message("West: a passage."),
    ("west", "somebody"): Message("West: somebody."),
    ("west", "nobody"): Message("West: nobody."),
    ("east", "wall"): Message("East: a wall."),
    ("east", "passage"): Message("East: a passage."),
    ("east", "somebody"): Message("East: somebody."),
    ("east", "nobody"): Message("East: nobody."),
}
PLAIN = {
    "wall": Message("A wall."),
    "passed": Message("Passed."),
    "out": Message("The way out! The match is won."),
    "pit": Message("A pit: one comes out somewhere else."),
    "river": Message("A river: the current carries one along."),
    "bank": Message("A bank is here."),
    "shop": Message("A shop is here."),
    "ladder": Message("A ladder is here."),
    "swamp": Message("A swamp: the next turn is lost."),
    "mirror": Message("A mirror stands here."),
    "cow": Message("A cow stands here."),
    "mouth": Message("The mouth of a river."),
    "met": Message("Somebody is here."),
    "choice": Message("Only one unique thing can be carried; the choice comes first in the next turn."),
    "missed": Message("Missed."),
    "protected": Message("A hit, but a vest held it off."),
    "nothing-to-choose": Message("Nothing is left to choose from."),
    "draw": Message("Nothing has happened for too long: the match is a draw."),
}
NAMED: dict[str, Callable[[str], Message]] = {
    "killed": lambda name: Message("{name} is killed.", name=name),
    "skipped": lambda name: Message("{name} is stuck in the swamp and loses a turn.", name=name),
    "joined": lambda name: Message("{name} is in the labyrinth.", name=name),
    "left": lambda name: Message("{name} is gone.", name=name),
    "turn": lambda name: Message("It is the turn of {name}.", name=name),
}
OF_ITEM: dict[str, Callable[[Message], Message]] = {
    "found": lambda item: Message("Found: {item}.", item=item),
    "lies": lambda item: Message("Here lies: {item}.", item=item),
    "sold": lambda item: Message("Sold for 15 yuan: {item}.", item=item),
}
OF_MONEY: dict[str, Callable[[str], Message]] = {
    "found": lambda amount: Message("Found: a purse with {amount} yuan.", amount=amount),
    "took": lambda amount: Message("Picked up: a purse with {amount} yuan.", amount=amount),
}
GAINS = ("found", "took", "bought")
ECHOES = ("chosen", "dropped", "took", "bought", "withdrew", "deposited")  # they say no more than the action


def says(log: Sequence[LogEntry], first: int) -> list[tuple[Message, ...]]:
    """Return what is said aloud for each entry of the log from `first` on: the action, then the answers."""
    known: set[str] = set()
    spoken = []
    for index, told in enumerate(log):
        new = sorted(_things(told) - known)
        known.update(new)
        if index >= first:
            spoken.append((_action(told), *_answers(told.answers), *(USES[item] for item in new)))
    return spoken


def _things(told: LogEntry) -> set[str]:
    """Return the kinds of things that somebody came by."""
    gains = (code.split(":") for code in told.answers)
    things = {parts[1] for parts in gains if parts[0] in GAINS and len(parts) > 1}
    chosen = (told.text or "").partition(":")[2] if "chosen" in told.answers else ""
    return (things | {chosen}) & USES.keys()


def _action(told: LogEntry) -> Message:
    word, _, what = (told.text or "").partition(":")
    return Message("{player} {does}.", player=what if word == "join" else told.seat, does=_deed(word, what))


def _deed(word: str, what: str) -> Message:
    if word == "shoot":
        return SHOTS[what]
    if word in MOVES:
        return MOVES[word]
    if word == "withdraw":
        return Message("withdraws {amount} yuan", amount=what)
    if word == "deposit":
        return Message("pays in {amount} yuan", amount=what)
    return DEEDS[word](ITEMS[what])


def _answers(codes: Sequence[str]) -> Iterator[Message]:
    """Yield the answers in sentences; a price list is one."""
    for word, alike in groupby(codes, lambda code: code.partition(":")[0]):
        if word == "price":
            goods = (_price(code) for code in alike)
            yield Message("On sale: {goods}.", goods=reduce(enumerated, goods))
        else:
            yield from (_answer(code) for code in alike if word not in ECHOES or ":purse:" in code)


def _price(code: str) -> Message:
    _, item, amount = code.split(":")
    return Message("{item} for {amount} yuan", item=ITEMS[item], amount=amount)


def enumerated(first: Message, more: Message) -> Message:
    """Return an enumeration continued."""
    return Message("{first}, {more}", first=first, more=more)


def _answer(code: str) -> Message:
    word, _, rest = code.partition(":")
    what, _, amount = rest.partition(":")
    if code in PLAIN:
        return PLAIN[code]
    if (word, what) in LOOKS:
        return LOOKS[word, what]
    if word in NAMED:
        return NAMED[word](rest)
    return OF_MONEY[word](amount) if what == "purse" else OF_ITEM[word](ITEMS[what])
