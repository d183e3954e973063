"""No pattern takes much longer than its text is long: a stranger may choose the text, and the event loop waits.

Each pattern of the package is tried with texts made from it: the beginning of what it matches, something repeated,
and an end that it does not match.
"""

import math
import pkgutil
import re
import time
from importlib import import_module
from itertools import product
from re import _constants as kinds
from re import _parser as parser

import ludoteka

SAMPLES = 'a0_ -.\n"\\é['  # characters that are repeated, beside those that the pattern names
ENDS = ("", "!", "\0")
SHORT = range(24, 48, 4)  # repetitions: enough if the time doubles with each of them
LONG = (1_000, 8_000)  # if it grows with their square
LEAST = 0.002  # seconds that are worth comparing, a thousand times what a short text should take
GROWTH = 3.0  # how many times as long twice the text may take: 2 if the time grows with the text, 4 with its square
LOOKS = 5  # at a text that seems slow: on a busy machine, any single one may take too long
REPEATS = (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT)
CATEGORIES = {
    kinds.CATEGORY_DIGIT: r"\d",
    kinds.CATEGORY_NOT_DIGIT: r"\D",
    kinds.CATEGORY_SPACE: r"\s",
    kinds.CATEGORY_NOT_SPACE: r"\S",
    kinds.CATEGORY_WORD: r"\w",
    kinds.CATEGORY_NOT_WORD: r"\W",
}


def patterns():
    """Return every pattern that a module of the package keeps, with its name."""
    found = {}
    for module in pkgutil.walk_packages(ludoteka.__path__, "ludoteka."):
        if module.name.endswith("__main__") or ".migrations" in module.name:  # which run when they are imported
            continue
        for name, value in vars(import_module(module.name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                found.setdefault(value, f"{module.name.removeprefix('ludoteka.')}.{name}")
    return found


def parts(item):
    """Return the sequences inside a part of a pattern."""
    kind, value = item
    if kind in REPEATS:
        return [value[2]]
    if kind is kinds.SUBPATTERN:
        return [value[3]]
    if kind is kinds.BRANCH:
        return value[1]
    return [value] if kind is kinds.ATOMIC_GROUP else []


def shortest(sequence):
    """Return a text that a sequence of parts matches, with as few repetitions as possible."""
    said = ""
    for item in sequence:
        kind, value = item
        if kind in (kinds.LITERAL, kinds.NOT_LITERAL, kinds.ANY, kinds.IN):
            said += one_of(item)
        elif inner := parts(item):
            said += shortest(inner[0]) * (value[0] if kind in REPEATS else 1)
    return said


def one_of(item):
    """Return a character that a part of a pattern matches."""
    kind, value = item
    if kind is kinds.LITERAL:
        return chr(value)
    fits = {kinds.ANY: lambda sign: True, kinds.NOT_LITERAL: lambda sign: ord(sign) != value}
    choose = fits.get(kind, lambda sign: is_member(value, sign))
    return next(sign for sign in map(chr, range(ord(" "), 0x10000)) if choose(sign))


def is_member(choices, sign):
    is_in = any(
        value == ord(sign)
        if kind is kinds.LITERAL
        else value[0] <= ord(sign) <= value[1]
        if kind is kinds.RANGE
        else kind is kinds.CATEGORY and re.match(CATEGORIES[value], sign)
        for kind, value in choices
    )
    return bool(is_in) is not (choices[0][0] is kinds.NEGATE)


def named(sequence):
    """Yield the characters that a pattern names, and one of each set."""
    for item in sequence:
        if item[0] in (kinds.LITERAL, kinds.IN):
            yield one_of(item)
        for inner in parts(item):
            yield from named(inner)


def beginnings(sequence):
    """Return texts that bring a pattern to each of its parts."""
    items = list(sequence)
    while len(items) == 1 and items[0][0] is kinds.SUBPATTERN:
        items = list(items[0][1][3])
    return dict.fromkeys(shortest(items[:place]) for place in range(len(items) + 1))


def seconds(pattern, text, times=1):
    """Return the least processor time that a pattern takes for a text."""
    taken = []
    for _ in range(times):
        begun = time.process_time()
        pattern.fullmatch(text)
        taken.append(time.process_time() - begun)
    return min(taken)


def growth(pattern, start, pump, end):
    """Return how many times as long a pattern takes for twice the text; infinity if it takes noticeable time for a short one."""
    for count in SHORT:
        text = start + pump * count + end
        if seconds(pattern, text) > LEAST and seconds(pattern, text, 3) > LEAST:
            return math.inf
    for count in LONG:
        text = start + pump * count + end
        if seconds(pattern, text) > LEAST and (before := seconds(pattern, text, 3)) > LEAST:
            return seconds(pattern, start + pump * 2 * count + end, 3) / before
    return 1.0


def slow_texts(pattern):
    """Yield the texts for which a pattern takes too long: their beginnings, what is repeated, and their ends."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)
    signs = list(dict.fromkeys([*named(tree), *SAMPLES]))
    pumps = [*signs, *(sign + other for sign in signs[:7] for other in signs[:7] if sign != other)]
    for text in product(beginnings(tree), pumps, ENDS):
        if all(growth(pattern, *text) > GROWTH for _ in range(LOOKS)):
            yield text


def test_the_time_of_each_pattern_grows_no_faster_than_its_text():
    slow = {name: next(slow_texts(pattern), None) for pattern, name in patterns().items()}
    assert len(slow) > 50
    assert {name: text for name, text in slow.items() if text} == {}
