"""Amounts of money and counts of things, as people write them."""

from collections.abc import Callable

from ludoteka.core.message import Message
from ludoteka.games.labyrinth.talk.phrases import ITEMS

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


def things(item: str, count: int) -> Message:
    """Return a count of things of a kind; for one, only its name."""
    return ITEMS[item] if count == 1 else COUNTED[item](count)
