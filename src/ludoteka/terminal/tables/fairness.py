"""A guest's part in fair dice: salts for its seats, and the check of the revealed seed."""

import secrets
from collections.abc import Iterator

from ludoteka.client.views import View
from ludoteka.core.dice import commitment
from ludoteka.core.message import Message
from ludoteka.terminal.tables.people import own_seats

SALT_BYTES = 12


class SeedWatch:
    """The house's commitment to the seed of one match, and the salts sent."""

    def __init__(self) -> None:
        self._salted: set[str] = set()
        self._commitment = ""  # as received when this terminal connected
        self._is_checked = False

    def due_salts(self, view: View) -> Iterator[View]:
        """Yield a salt for each own seat that has none, so that the house alone does not determine the throws."""
        dice = view["dice"]
        if dice and view["result"] is None:
            for letter in own_seats(view):
                if letter not in self._salted | {seat for seat, _ in dice["salts"]}:
                    self._salted.add(letter)
                    yield {"seat": letter, "salt": secrets.token_urlsafe(SALT_BYTES)}

    def verdict(self, view: View) -> Message | None:
        """Return, once, whether the revealed seed is the one that the house committed to."""
        dice = view["dice"]
        self._commitment = self._commitment or (dice["commitment"] if dice else "")
        if not dice or not dice["seed"] or self._is_checked:
            return None
        self._is_checked = True
        if commitment(bytes.fromhex(dice["seed"])) == self._commitment:
            return Message(
                "The seed is the one that the server committed to. To verify every throw, save the record and run: "
                "ludoteka verify FILE"
            )
        return Message("The seed of the dice is not the one that the server committed to.")
