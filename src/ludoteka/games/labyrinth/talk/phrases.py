"""The phrases of the moderator: several for each answer, all worded to fit any player."""

from collections.abc import Callable
from hashlib import sha256

from ludoteka.core.message import Message, SeatName

Phrases = tuple[Message, ...]  # the first is the plain one

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
        lambda things: Message("On the floor here: {things}. All of that is picked up.", things=things),
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


def pick(count: int, voice: str, entry: int, word: str) -> int:
    """Return which of `count` phrases to say, as an index.

    The voice of the match decides; without a voice, it is the plain phrase.  The voice is public, and so are the
    number of the entry and the word: the choice reveals nothing.
    """
    if not voice:
        return 0
    return int.from_bytes(sha256(f"{voice}/{entry}/{word}".encode()).digest()[:4], "big") % count
