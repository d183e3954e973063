"""The syntax of match records: tags, words and comments (docs/records.md).

`records.match_record` interprets them.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludoteka.core.message import Message, Refused

LONGEST = 1_000_000  # characters of a record
MOST_BYTES = 4 * LONGEST  # of the same in UTF-8
MOST_TAGS = 300
WIDTH = 80  # columns

TAG = re.compile(r'\[\s*+([^\s\[\]][^\s]*+)\s++"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*+\]\s*+(?:;.*+)?')
TOKEN = re.compile(
    r"(?P<space>\s++)|\{(?P<comment>[^\\}]*+(?:\\.[^\\}]*+)*+)\}|;(?P<remark>[^\n]*+)|(?P<open>\()|(?P<close>\))"
    r"|(?P<word>(?:[^\s{};()\\]|\\\S)++)",
    re.DOTALL,
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
IN_VALUES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
LINE_ENDS = {"n": "\n", "r": "\r"}


class Tag(NamedTuple):
    """A line `[Name "value"]`."""

    name: str
    value: str
    line: int


class Token(NamedTuple):
    """A part of the movetext: a word, a comment, or a parenthesis."""

    kind: str  # "word" or "comment", which still contain their backslashes; "open" or "close"
    text: str
    line: int


def bad_record(line: int, reason: Message) -> Refused:
    """Return the refusal of a record, naming the line that can't be parsed or played."""
    return Refused("bad-record", Message("Line {line} of the record: {reason}", line=line, reason=reason))


def decode(written: bytes) -> str:
    """Decode the contents of a file.

    Raises:
        Refused: "bad-record".
    """
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError as error:
        line = written.count(b"\n", 0, error.start) + 1
        raise bad_record(line, Message("This is not UTF-8 text.")) from error


def split_record(text: str) -> tuple[list[Tag], Iterator[Token]]:
    """Return the tags of a record, and an iterator over the tokens of its movetext.

    Raises:
        Refused: "bad-record"; for the movetext, during iteration.
    """
    if len(text) > LONGEST:
        reason = Message(
            "A record has at most {count} character.", plural="A record has at most {count} characters.", count=LONGEST
        )
        raise bad_record(text.count("\n", 0, LONGEST) + 1, reason)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    tags: list[Tag] = []
    number, place = 1, 0
    while place < len(text):
        end = text.find("\n", place) % (len(text) + 1)  # -1 becomes the end
        line = text[place:end].strip()
        if line and not line.startswith(("[", ";")):
            break
        if line.startswith("["):
            tags.append(_tag(line, number, tags))
        number, place = number + 1, end + 1
    return tags, _tokens(text, place, number)


def _tag(line: str, number: int, others: list[Tag]) -> Tag:
    found = TAG.fullmatch(line)
    if not found:
        raise bad_record(number, Message('A tag is written [Name "value"].'))
    if len(others) == MOST_TAGS:
        raise bad_record(
            number,
            Message("A record has at most {count} tag.", plural="A record has at most {count} tags.", count=MOST_TAGS),
        )
    if any(tag.name == found[1] for tag in others):
        raise bad_record(number, Message("The tag {name} occurs twice.", name=found[1][:40]))
    return Tag(found[1], ESCAPED.sub(lambda sign: LINE_ENDS.get(sign[1], sign[1]), found[2]), number)


def _tokens(text: str, place: int, line: int) -> Iterator[Token]:
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise bad_record(line, _fault(text[place]))
        kind = str(found.lastgroup)
        if kind != "space":
            yield Token("comment" if kind == "remark" else kind, found[kind], line)
        line += found[0].count("\n")
        place = found.end()


def _fault(sign: str) -> Message:
    if sign == "{":
        return Message("The comment that begins here doesn't end.")
    if sign == "}":
        return Message("A comment ends here without a beginning.")
    return Message("There is nothing after this backslash.")


def tag_line(name: str, value: str) -> str:
    """Return the text of a tag."""
    return f'[{name} "{"".join(IN_VALUES.get(sign, sign) for sign in value)}"]'


def unescape(text: str) -> str:
    """Return a word or a comment without the backslashes before special characters."""
    return ESCAPED.sub(r"\1", text)


def escape(text: str, signs: str) -> str:
    """Return a text with a backslash before each of these characters and before each backslash."""
    return "".join(f"\\{sign}" if sign in signs or sign == "\\" else sign for sign in text)


def wrap_lines(units: Iterable[str]) -> str:
    """Join units into lines of limited width."""
    lines = [""]
    for unit in units:
        if len(lines[-1]) + 1 + len(unit) > WIDTH and lines[-1]:
            lines.append(unit)
        else:
            lines[-1] += f" {unit}" if lines[-1] else unit
    return "\n".join(lines)
