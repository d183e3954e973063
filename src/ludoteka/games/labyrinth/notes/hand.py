"""What a player carries and owns, as far as it follows from what was said aloud.

A vest that has absorbed a bullet is still counted, because nobody says whose it was.  Interest is not announced
either, but it is paid after every turn, so the account can be worked out from the log.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

UNIQUE = ("key", "idol")  # as they are named aloud; a false key is a key
IDOL = 1500  # hundredths of a yuan that a bank pays for one
CASH = 1000  # hundredths at the start
MILLION = 1_000_000
DEPOSIT = 10 * MILLION  # millionths on the account at the start, which can never be withdrawn
HUNDREDTH = MILLION // 100  # in millionths
MOST_BALANCE = 2_000_000_000 * MILLION  # from this balance on, no interest is paid


def hundredths(amount: str) -> int:
    """Return an amount that was said, "2.5", in hundredths."""
    return round(float(amount) * 100)


class Hand(NamedTuple):
    """The things and the money of one player."""

    items: Mapping[str, int]
    cash: int = CASH  # hundredths of a yuan
    keys: int = 0  # how many keys the player has obtained so far; also the number of the latest key
    balance: int = DEPOSIT  # millionths of a yuan
    has_moved: bool = False  # whether the interest for a turn in which the player moved is still to be paid

    def holds(self, item: str) -> bool:
        """Tell whether the player has at least one of these items."""
        return self.items.get(item, 0) > 0

    @property
    def interest(self) -> int:
        """The interest that the end of a turn brings, in millionths."""
        return self.balance // 200 if self.balance < MOST_BALANCE else 0

    @property
    def withdrawable(self) -> int:
        """How much can be withdrawn, in hundredths."""
        return (self.balance - DEPOSIT) // HUNDREDTH

    def without(self, item: str) -> "Hand":
        """Return the hand without any of these items: a vest has been hit since it was counted."""
        return self._replace(items=MappingProxyType({**self.items, item: 0}))

    def settle(self) -> "Hand":
        """Return the hand with the interest that is still to be paid for the last turn, if any."""
        return self.credit() if self.has_moved else self

    def credit(self) -> "Hand":
        """Return the hand with the interest of one turn."""
        return self._replace(balance=self.balance + self.interest, has_moved=False)

    def after(self, word: str, what: str, answers: tuple[str, ...], prices: Mapping[str, int]) -> "Hand":
        """Return the hand after the player's own action and its answers; `prices` are those of the shop there."""
        items, cash, keys, balance = dict(self.items), self.cash, self.keys, self.balance
        if word == "shoot":
            items["cartridge"] = items.get("cartridge", 0) - 1
        for code in answers:
            done, _, item = code.partition(":")
            if item.startswith("purse:"):
                cash += hundredths(item.partition(":")[2])
            elif done in ("withdrew", "deposited"):
                amount = hundredths(item) * (1 if done == "withdrew" else -1)
                cash, balance = cash + amount, balance - amount * HUNDREDTH
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
        return self._replace(items=MappingProxyType(items), cash=cash, keys=keys, balance=balance)


NOTHING = Hand(MappingProxyType({}))
