"""What a player carries, as far as was said aloud: a vest that has held off a bullet is still counted."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

UNIQUE = ("key", "idol")  # as they are named aloud; a false key is a key
IDOL = 1500  # hundredths of a yuan that a bank pays for one


def hundredths(amount: str) -> int:
    """Return an amount that was said, "2.5", in hundredths."""
    return round(float(amount) * 100)


class Hand(NamedTuple):
    """The things of one player."""

    items: Mapping[str, int]
    cash: int = 1000  # hundredths of a yuan
    keys: int = 0  # how many keys he has come by so far: the number of the last one

    def holds(self, item: str) -> bool:
        """Tell whether there is at least one."""
        return self.items.get(item, 0) > 0

    def after(self, word: str, what: str, answers: tuple[str, ...], prices: Mapping[str, int]) -> "Hand":
        """Return what is carried after one's own action and its answers; `prices` are those of the shop there."""
        items, cash, keys = dict(self.items), self.cash, self.keys
        if word == "shoot":
            items["cartridge"] = items.get("cartridge", 0) - 1
        for code in answers:
            done, _, item = code.partition(":")
            if item.startswith("purse:"):
                cash += hundredths(item.partition(":")[2])
            elif done in ("withdrew", "deposited"):
                cash += hundredths(item) * (1 if done == "withdrew" else -1)
            elif done in ("found", "took", "bought"):
                cash -= prices.get(item, 0) if done == "bought" else 0
                items[item] = items.get(item, 0) + 1
                keys += item == "key"
            elif done in ("dropped", "sold"):
                cash += IDOL if done == "sold" else 0
                items[item] = items.get(item, 0) - 1
            elif done == "chosen" and what != "none":
                items = {one: count for one, count in items.items() if one not in UNIQUE} | {what: 1}
                keys += what == "key"
        return Hand(MappingProxyType(items), cash, keys)


NOTHING = Hand(MappingProxyType({}))
