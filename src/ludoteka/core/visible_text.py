"""Text that people write for each other: every character is visible, marks don't pile up, and nothing is a link."""

import re
import unicodedata

MAX_MARKS = 3  # combining marks on one letter, as in pointed Hebrew; more of them would cover the lines above

# Invisible characters: controls, direction marks, joiners, unassigned and private characters, separators ...
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
EMOJI = range(0x1F000, 0x1FB00)  # visible even if they are newer than Python's tables
STYLES = "\ufe0e\ufe0f"  # which choose between the plain and the coloured form of a symbol
SELECTORS = [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x1810)]  # variations of a character
BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159", *map(chr, SELECTORS)}  # ... and blank ones
NON_JOINER, JOINER = "\u200c", "\u200d"
VIRAMA = 9  # the combining class of the signs that join letters of Indic scripts

# Controls of terminals, of lines, and of the direction of writing
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
DOTS = str.maketrans("。․", "..")  # which browsers accept as the dot of an address
TOPS = "app|biz|by|cc|co|com|cz|de|dev|eu|fr|gg|info|io|kz|link|live|me|net|online|org|pl|pro|ru|shop|site|sk|su|tk|top|tv|ua|uk|us|xyz|рф"
# A label of a domain; it begins where a word begins, so that the search takes linear time
HOST = r"(?<![\w-])[\w-]++\."
LINK = re.compile(
    rf"\b\w+://|\b(?:https?|ftp|mailto|data|javascript):|\bwww\.|[^\s@]@[^\s@]+\.\w|{HOST}[^\W\d_]{{2,}}[/?#:]\S"
    rf"|{HOST}(?:{TOPS})\b|\d{{1,3}}(?:\.\d{{1,3}}){{3}}"
)


def compose(text: str) -> str:
    """Return a text in composed form (NFC), with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def replace_controls(text: str) -> str:
    """Return a text that changes neither a terminal nor the lines or the direction of what is beside it."""
    return CONTROLS.sub(" ", text)


def has_unseen(text: str) -> bool:
    """Tell whether a text has invisible characters, other than those that shape their neighbours."""
    return any(_is_unseen(sign) and not _shapes_neighbours(text, place) for place, sign in enumerate(text))


def _is_unseen(sign: str) -> bool:
    return sign in BLANK or (unicodedata.category(sign) in UNSEEN and ord(sign) not in EMOJI)


def _shapes_neighbours(text: str, place: int) -> bool:
    """Tell whether an invisible character does what it is for: in emoji, in Arabic or in Indic scripts."""
    before, sign, after = text[place - 1 : place], text[place], text[place + 1 : place + 2]
    if not before:
        return False
    if sign in STYLES:
        return unicodedata.category(before)[0] in "SNP"
    if sign not in (NON_JOINER, JOINER) or not after:
        return False
    is_arabic = unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    is_emoji = sign == JOINER and _is_symbol(before) and _is_symbol(after)
    return is_arabic or is_emoji or unicodedata.combining(before) == VIRAMA


def _is_symbol(sign: str) -> bool:
    return sign in STYLES or ord(sign) in EMOJI or unicodedata.category(sign) in ("So", "Sk")


def has_pile(text: str) -> bool:
    """Tell whether a letter has too many marks, or a mark has no letter."""
    height = MAX_MARKS  # as if too many came already, because there is no letter yet
    for sign in unicodedata.normalize("NFD", text):
        if unicodedata.category(sign) not in ("Mn", "Me"):
            height = MAX_MARKS if sign == " " else 0
        elif height == MAX_MARKS:
            return True
        else:
            height += 1
    return False


def has_link(text: str) -> bool:
    """Tell whether a text contains an address of a page or a person."""
    return LINK.search(unicodedata.normalize("NFKC", text).translate(DOTS).casefold()) is not None
