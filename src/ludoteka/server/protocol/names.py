"""The names that guests give themselves."""

import re
import unicodedata

from ludoteka.core.message import Message, Refused
from ludoteka.core.visible_text import compose, has_link, has_pile, has_unseen

MAX_LENGTH = 40  # characters
MAX_TYPED = 3 * MAX_LENGTH  # before accents are composed and spaces collapsed
LOOKALIKES = str.maketrans("авекмнорстухіјѕԁһαεικμνορτυχ", "abekmhopctyxijsdhaeikmvoptyx")  # Cyrillic and Greek
HOUSE_WORDS = (  # what the house calls its computers, guests without a name, and itself
    *("computer", "guest", "moderator", "admin", "administrator", "ludoteka"),
    *("компьютер", "гость", "ведущий", "модератор", "админ", "администратор"),
    *("počítač", "host", "vypravěč", "správce"),
)
ARTICLE, LEVELS = "the", ("level", "уровень", "úroveň")


def clean_name(typed: str) -> str:
    """Return a name as it is stored: in composed form (NFC), with single spaces; "" for none.

    Raises:
        Refused: "bad-name", "no-links", "reserved-name".
    """
    if len(typed) > MAX_TYPED:
        raise _too_long()
    name = compose(typed)
    if len(name) > MAX_LENGTH:
        raise _too_long()
    if has_unseen(name):
        raise Refused("bad-name", Message("Use only visible characters in your name."))
    if has_pile(name):
        raise Refused("bad-name", Message("Use fewer accents on one letter of your name."))
    if has_link(name):
        raise Refused("no-links", Message("A name can't contain addresses or links."))
    if HOUSE_NAME.fullmatch(_outline(name)):
        raise Refused("reserved-name", Message("The house uses this name itself. Please choose another one."))
    return name


def _too_long() -> Refused:
    return Refused(
        "bad-name",
        Message(
            "A name has at most {count} character.", plural="A name has at most {count} characters.", count=MAX_LENGTH
        ),
    )


def _outline(name: str) -> str:
    """Return what a name looks like at a glance: its letters without accents, and with lookalikes made equal."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    return "".join(sign for sign in plain if sign.isalpha())


HOUSE_NAME = re.compile(
    f"(?:{ARTICLE})?(?:{'|'.join(map(_outline, HOUSE_WORDS))})(?:{'|'.join(map(_outline, LEVELS))})?"
)
