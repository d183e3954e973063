"""Skeletons of names, which tell what a name looks like; no two accounts may have the same one.

This follows the idea of Unicode's UTS #39: every character stands for the plainest one that it can be taken for.  Case,
accents, spaces and punctuation don't count, so "Zofie" signs in as "Žofie", and nobody can pass for her.
"""

import json
import unicodedata
from functools import cache
from importlib.resources import files

PLAIN = "abcdefghijklmnopqrstuvwxyz0123456789"
ALIKE = str.maketrans("0i1|", "olll")  # plain characters that look alike
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
