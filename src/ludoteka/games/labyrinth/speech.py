"""What the moderator says, in sentences: an action as everybody hears it, and every answer to it, in several phrases."""

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from hashlib import sha256
from itertools import groupby
from typing import TypeVar

from ludoteka.core.game import LogEntry, Narration, RefusedAttempt
from ludoteka.core.message import Message, SeatName

Phrases = tuple[Message, ...]  # the first is the plain one
Variant = TypeVar("Variant")

ITEMS = {
    "cartridge": Message("cartridge"),
    "vest": Message("vest"),
    "key": Message("key"),
    "idol": Message("idol"),
    "lantern": Message("lantern"),
    "trumpet": Message("trumpet"),
    "compass": Message("compass"),
    "purse": Message("purse"),
    "none": Message("the thing in hand"),
}
USES = {  # said when the first of a kind is found, taken, chosen or bought
    "cartridge": Message("A cartridge is one shot: before the move, in any direction, until a wall stops it."),
    "vest": Message("A vest stops one bullet and is then gone."),
    "key": Message("The key opens the exits. A false key looks the same."),
    "idol": Message("A bank buys an idol for 15 yuan."),
    "lantern": Message("A lantern shows which of the four sides are walls."),
    "trumpet": Message("A trumpet tells you for each open side whether somebody is there."),
    "compass": Message("Spinners do not turn a player who carries a compass."),
    "purse": Message("The yuan in a purse become cash at once."),
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
TRIES: dict[str, Callable[[Message], Message]] = {  # which the moderator refuses aloud
    "drop": lambda item: Message("wants to put down: {item}", item=item),
    "take": lambda item: Message("wants to pick up: {item}", item=item),
    "choose": lambda item: Message("wants to choose: {item}", item=item),
}
REFUSALS_ALOUD = {  # by the code of the refusal
    "not-here": Message("There is none here."),
    "second-unique": Message("It lies here, but nobody can carry two unique things."),
    "not-carried": Message("There is none left to put down."),
}
SIDES = {
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
BARE: dict[str, Phrases] = {
    "wall": (Message("A wall."), Message("There is a wall there."), Message("A wall stands in the way.")),
    "passed": (Message("Passed."),),  # always the word of the original rules
    "out": (
        Message("Out through the exit: the match is won."),
        Message("The key turns, and the match is won."),
        Message("An exit, and the key fits: the match is won."),
    ),
    "pit": (
        Message("A pit: it comes out somewhere else."),
        Message("Into a pit, and out of another."),
        Message("The floor is missing here. The fall ends somewhere else."),
    ),
    "river": (
        Message("A river: the current carries the player along."),
        Message("The water is fast here and carries the player along."),
        Message("A river, and there is no standing in it: the current takes the player along."),
    ),
    "bank": (Message("A bank is here."), Message("This is a bank."), Message("Here is a bank, open as always.")),
    "shop": (Message("A shop is here."), Message("This is a shop."), Message("Here is a shop.")),
    "ladder": (Message("A ladder is here."), Message("There is a ladder."), Message("A ladder stands here.")),
    "swamp": (
        Message("A swamp: the next turn is lost."),
        Message("The ground gives way: a swamp. The next turn is lost."),
        Message("Swamp all around: the next turn is lost."),
    ),
    "mirror": (Message("A mirror is here."), Message("There is a mirror."), Message("A mirror stands here.")),
    "cow": (Message("A cow is here."), Message("There is a cow."), Message("A cow stands here, chewing.")),
    "mouth": (Message("The mouth of a river."), Message("The river ends here."), Message("Here is a river mouth.")),
    "met": (Message("Somebody is here."), Message("This cell is not empty: somebody is here."), Message("Company.")),
    "choice": (
        Message("Only one unique thing can be carried; the next turn begins with the choice."),
        Message("One unique thing is all anybody can carry; the next turn begins with the choice."),
    ),
    "missed": (Message("Missed."), Message("A miss."), Message("The bullet hits nobody.")),
    "protected": (
        Message("A hit, but a vest stops the bullet."),
        Message("The bullet hits a vest."),
        Message("A hit. The vest holds."),
    ),
    "nothing-to-choose": (
        Message("Nothing is left to choose from."),
        Message("There is no longer anything to choose."),
    ),
}
NAMED: dict[str, tuple[Callable[[str], Message], ...]] = {
    "killed": (
        lambda name: Message("{name} is killed.", name=SeatName(name)),
        lambda name: Message("A hit: {name} is dead.", name=SeatName(name)),
        lambda name: Message("{name} dies.", name=SeatName(name)),
    ),
    "skipped": (
        lambda name: Message("{name} is stuck in the swamp and loses a turn.", name=SeatName(name)),
        lambda name: Message("{name} loses a turn in the swamp.", name=SeatName(name)),
    ),
}
LISTS: dict[str, tuple[Callable[[Message], Message], ...]] = {
    "found": (
        lambda things: Message("Found: {things}.", things=things),
        lambda things: Message("Picked up from the floor: {things}.", things=things),
    ),
    "lies": (
        lambda things: Message("What lies here: {things}.", things=things),
        lambda things: Message("On the floor here: {things}.", things=things),
    ),
    "price": (
        lambda things: Message("On sale: {things}.", things=things),
        lambda things: Message("The price list: {things}.", things=things),
    ),
}


def pick(variants: Sequence[Variant], voice: str, entry: int, word: str) -> Variant:
    """Return one of several phrases.

    The voice of the match decides; without a voice, it is the plain phrase.  The voice is public, and so are the
    number of the entry and the word: the choice reveals nothing.
    """
    if not voice:
        return variants[0]
    return variants[int.from_bytes(sha256(f"{voice}/{entry}/{word}".encode()).digest()[:4], "big") % len(variants)]


COUNTED: dict[str, Callable[[int], Message]] = {
    "cartridge": lambda n: Message("{count} cartridge", plural="{count} cartridges", count=n),
    "vest": lambda n: Message("{count} vest", plural="{count} vests", count=n),
    "key": lambda n: Message("{count} key", plural="{count} keys", count=n),
    "idol": lambda n: Message("{count} idol", plural="{count} idols", count=n),
    "lantern": lambda n: Message("{count} lantern", plural="{count} lanterns", count=n),
    "trumpet": lambda n: Message("{count} trumpet", plural="{count} trumpets", count=n),
    "compass": lambda n: Message("{count} compass", plural="{count} compasses", count=n),
}


def yuan(amount: str) -> Message:
    """Return an amount such as "2.5" with its unit."""
    whole, point, fraction = amount.partition(".")
    if not point:
        return Message("{count} yuan", plural="{count} yuan", count=int(whole))
    return Message("{whole}.{fraction} yuan", whole=whole, fraction=fraction)


GAINS = ("found", "took", "bought")
ECHOES = ("chosen", "dropped", "took", "bought", "withdrew", "deposited")  # they say no more than the action
SILENT = "end"  # not announced during the match, because the next player moves


def describe_log(log: Sequence[LogEntry], first: int, narration: Narration) -> list[tuple[Message, ...]]:
    """Return what is said aloud for each entry of the log from `first` on: the action, then the answers."""
    if narration.options.get("uses") == "start":
        explained = [sorted(USES) if index == 0 else [] for index in range(first, len(log))]
    else:
        explained = _first_things(log, first)
    return [
        (
            *_action(entry, narration.is_whole),
            *_answers(entry.answers, narration.voice, index),
            *(USES[item] for item in items),
            *_attempt(entry.attempt),
        )
        for index, (entry, items) in enumerate(zip(log[first:], explained, strict=True), first)
    ]


def _first_things(log: Sequence[LogEntry], first: int) -> list[list[str]]:
    """Return the kinds of things that somebody got for the first time, for each entry of the log from `first` on."""
    gained = [_things(entry) for entry in log[first:]]
    known = set().union(*map(_things, log[:first])) if any(gained) else set()  # a long log is rarely looked through
    new = []
    for items in gained:
        new.append(sorted(items - known))
        known |= items
    return new


def _things(entry: LogEntry) -> set[str]:
    gains = (code.split(":") for code in entry.answers)
    gained = {parts[1] for parts in gains if parts[0] in GAINS and len(parts) > 1}
    chosen = (entry.text or "").partition(":")[2] if "chosen" in entry.answers else ""
    return (gained | {chosen}) & USES.keys()


def _action(entry: LogEntry, is_whole: bool) -> Iterator[Message]:
    word, _, what = (entry.text or "").partition(":")
    if word != SILENT or is_whole:
        yield Message(
            "{player} {does}.", player=SeatName(what if word == "join" else entry.seat), does=_deed(word, what)
        )


def _attempt(attempt: RefusedAttempt | None) -> Iterator[Message]:
    if attempt:
        word, _, what = attempt.text.partition(":")
        yield Message("{player} {does}.", player=SeatName(attempt.seat), does=TRIES[word](ITEMS[what]))
        yield REFUSALS_ALOUD[attempt.code]


def _deed(word: str, what: str) -> Message:
    if word == "shoot":
        return SHOTS[what]
    if word in MOVES:
        return MOVES[word]
    if word == "withdraw":
        return Message("withdraws {amount}", amount=yuan(what))
    if word == "deposit":
        return Message("pays in {amount}", amount=yuan(what))
    return DEEDS[word](ITEMS[what])


def _answers(codes: Sequence[str], voice: str, entry: int) -> Iterator[Message]:
    """Yield the answers in sentences; all things found form one sentence, and so do all prices."""
    for word, group in groupby(codes, lambda code: code.partition(":")[0]):
        alike = list(group)
        if word in LISTS:
            yield pick(LISTS[word], voice, entry, word)(reduce(enumerate_things, _list(alike)))
        else:
            yield from (_answer(code, voice, entry) for code in alike if word not in ECHOES or ":purse:" in code)


def _list(codes: Sequence[str]) -> Iterator[Message]:
    """Yield the things named by codes with the same word: a price, a purse, or a number of things of a kind."""
    for code, alike in groupby(codes):
        word, item, amount = f"{code}:".split(":")[:3]
        if word == "price":
            yield Message("{item} for {amount}", item=ITEMS[item], amount=yuan(amount))
        elif amount:
            yield Message("purse with {amount}", amount=yuan(amount))
        else:
            count = len(list(alike))
            yield ITEMS[item] if count == 1 else COUNTED[item](count)


def enumerate_things(first: Message, more: Message) -> Message:
    """Return an enumeration with one more part."""
    return Message("{first}, {more}", first=first, more=more)


def _answer(code: str, voice: str, entry: int) -> Message:
    word, _, rest = code.partition(":")
    what, _, amount = rest.partition(":")
    if (word, what) in SIDES:
        return SIDES[word, what]
    if word in BARE:
        return pick(BARE[word], voice, entry, word)
    if word in NAMED:
        return pick(NAMED[word], voice, entry, word)(rest)
    if word == "sold":
        return Message("Sold for {amount}: {item}.", amount=yuan("15"), item=ITEMS[what])
    return Message("In the purse: {amount}.", amount=yuan(amount))
