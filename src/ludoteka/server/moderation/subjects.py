"""The subject of a report or moderation action, found by user name, by seat in a match, or by report."""

from typing import NamedTuple

from ludoteka.accounts.skeletons import skeleton
from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose, has_pile, has_unseen
from ludoteka.referee.events import Person
from ludoteka.server.house import House
from ludoteka.server.protocol.ids import check_match_id
from ludoteka.store.accounts.models import Account

LONGEST_NAME = 200  # characters
LONGEST_TEXT = 500  # characters


class Subject(NamedTuple):
    """The person whom a report or moderation action is about."""

    holder: str
    account: Account | None  # None for a guest or a deleted account
    person: Person  # their current name
    match: str = ""  # where it happened

    @property
    def role(self) -> str:
        """Their role in the house."""
        return self.account.role if self.account else "resident"


async def find_subject(house: House, name: str = "", match: str = "", seat: str = "", report: str = "") -> Subject:
    """Return the person whom a name, a seat or a report identifies.

    Raises:
        Refused: "no-such-person", "no-such-report", "no-such-match".
    """
    holder = ""
    if report:
        found = await house.moderation.find_report(report)
        if found is None:
            raise Refused("no-such-report", Message("There is no such report."))
        holder, match = found.about, found.match
    elif name:
        looks = skeleton(name) if len(name) <= LONGEST_NAME else ""
        account = await house.accounts.store.named(looks) if looks else None
        holder = account.holder if account else ""
    elif match:
        holder = await house.moderation.person_in_seat(check_match_id(match), seat)
    if not holder:
        raise Refused("no-such-person", Message("Nobody here has this name or this seat."))
    return Subject(holder, await house.accounts.store.of_holder(holder), await house.store.person(holder), match)


def clean_text(typed: str) -> str:
    """Return a text as it is stored: normalised (NFC), on one line.  Raises Refused: "bad-words"."""
    text = compose(typed)
    if len(text) > LONGEST_TEXT:
        many = Message("Use at most {count} character.", plural="Use at most {count} characters.", count=LONGEST_TEXT)
        raise Refused("bad-words", many)
    if has_unseen(text) or has_pile(text):
        raise Refused("bad-words", Message("Write one line, with visible characters only."))
    return text
