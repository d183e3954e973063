"""The names of guests and of accounts."""

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files

from ludoteka.core.message import Message, Refusal, Refused
from ludoteka.core.visible_text import compose, has_link, has_pile, has_unseen

NO_LINKS = Refusal("no-links")
BAD_NAME = Refusal("bad-name")

PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"
ALIKE = str.maketrans("0i1|", "olll")  # plain characters that look alike
NAME_TAKEN = Refusal("name-taken", Message("Somebody has this name already, or one that looks like it."), 409)
PAIRS = (("rn", "m"), ("vv", "w"))
STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"})


def skeleton(name: str) -> str:
    """Return the skeleton of a name; two names that look alike have the same one."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold().translate(STROKES))
    signs = "".join(map(_look, filter(str.isalnum, spread))).translate(ALIKE)
    for pair, single in PAIRS:
        while pair in signs:
            signs = signs.replace(pair, single)
    return signs


def look_alikes(name: str) -> set[str]:
    """Return the skeletons of everything that a name can be mistaken for: as written, and in lower case.

    The Greek capitals of ν and υ look like N and Y, but the small letters don't.
    """
    written = "".join(_table().get(sign, sign) for sign in unicodedata.normalize("NFKD", name))
    return {skeleton(name), skeleton(written)}


def _look(sign: str) -> str:
    """Return the plain letter or digit that a small letter or its capital can be mistaken for, else the character itself."""
    table = _table()
    return table.get(sign) or table.get(sign.upper(), sign).lower()


@cache
def _table() -> dict[str, str]:
    """Return the plain letter or digit that each character can be mistaken for, from Unicode's list of confusables.

    The list is read from the files of confusable_homoglyphs and not kept: the library itself would keep 18 MB in memory.
    """
    listed = json.loads(files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8"))
    table = {}
    for sign, alike in listed.items():
        plain = [one["c"] for one in alike if one["c"].lower() in PLAIN]
        if len(sign) == 1 and not sign.isascii() and plain:
            table[sign] = min(plain).lower()
    return table


MAX_LENGTH = 40  # characters
TOO_LONG = Message(
    "A name has at most {count} character.", plural="A name has at most {count} characters.", count=MAX_LENGTH
)
MAX_TYPED = 3 * MAX_LENGTH  # before accents are composed and spaces collapsed
SHORTEST, LONGEST = 2, 30  # characters of an account's name
BAD_LENGTH = Message(
    "Choose a name of {least} to {count} character.",
    plural="Choose a name of {least} to {count} characters.",
    least=SHORTEST,
    count=LONGEST,
)
WORD = r"[^\W_]+"  # letters and digits, none of which is also a separator
ACCOUNT_NAME = re.compile(rf"{WORD}(?:(?:\. ?|[ _'’-]){WORD})*\.?")  # without the accents that remain after composing
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")  # look-alikes, of which a name may use only one
HOUSE_WORDS = (  # names of the house, its computers, unnamed guests and official roles
    *("computer", "guest", "moderator", "admin", "administrator", "ludoteka"),
    *("owner", "support", "staff", "system", "operator", "official"),
    *("компьютер", "гость", "ведущий", "модератор", "админ", "администратор"),
    *("владелец", "поддержка", "администрация", "система", "оператор", "хозяин"),
    *("počítač", "host", "vypravěč", "správce", "vlastník", "majitel", "podpora", "systém", "provozovatel", "správa"),
)
AT_THE_END = "0123456789#-_.' "  # of a name with a number
LETTERS_OF_DIGITS = str.maketrans("345789", "eastbg")  # besides 0 and 1, whose skeletons are those of letters
ARTICLE, LEVELS = "the", ("level", "уровень", "úroveň")


def clean_name(typed: str, longest: int = MAX_LENGTH, too_long: Message = TOO_LONG) -> str:
    """Return a name as it is stored: normalised (NFC), with single spaces; "" for none.

    Raises:
        Refused: "bad-name", "no-links", "reserved-name".
    """
    if len(typed) > MAX_TYPED:
        raise BAD_NAME(too_long)
    name = compose(typed)
    if len(name) > longest:
        raise BAD_NAME(too_long)
    if has_unseen(name):
        raise BAD_NAME(Message("Use only visible characters in your name."))
    if has_pile(name):
        raise BAD_NAME(Message("Use fewer accents on one letter of your name."))
    if has_link(name):
        raise NO_LINKS(Message("A name can't contain addresses or links."))
    if any(map(_house_names().fullmatch, _outlines(name))):
        raise Refused("reserved-name", Message("This name is reserved. Please choose another one."))
    return name


def clean_account_name(typed: str) -> str:
    """Return an account name as it is stored: words with single separators.  Raises Refused: as `clean_name`."""
    name = clean_name(typed, LONGEST, BAD_LENGTH)
    if len(name) < SHORTEST or not skeleton(name):
        raise BAD_NAME(BAD_LENGTH)
    if not ACCOUNT_NAME.fullmatch("".join(sign for sign in name if not unicodedata.combining(sign))):
        raise BAD_NAME(Message("Use letters and digits, with single spaces or one of - _ . ' between them."))
    if sum(any(script in unicodedata.name(sign, "") for sign in name) for script in SCRIPTS) > 1:
        raise BAD_NAME(Message("Write your name in one alphabet."))
    return name


def _outlines(name: str) -> list[str]:
    """Return what a name looks like at a glance: without its digits, and with digits replaced by similar letters.

    Digits at the end may be a number.
    """
    plain = unicodedata.normalize("NFKC", name)
    letters = "".join(sign for sign in plain if not sign.isdigit())
    shown = (one.translate(LETTERS_OF_DIGITS) for one in (letters, plain, plain.rstrip(AT_THE_END)))
    return [looks for one in shown for looks in look_alikes(one)]


@cache
def _house_names() -> re.Pattern[str]:
    words, levels = ("|".join(map(skeleton, some)) for some in (HOUSE_WORDS, LEVELS))
    return re.compile(f"(?:{ARTICLE})?(?:{words})(?:{levels})?")
