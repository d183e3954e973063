"""The movetext of a record: actions with their comments and variations (docs/records.md)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ludoteka.core.message import Message
from ludoteka.records.syntax import Token, bad_record, escape, unescape

MOST_ACTIONS = 20_000
LONGEST_ACTION = 200  # characters
MOST_NESTED = 50  # variations within variations

NUMBER = re.compile(r"([0-9]{1,9})\.+(.*)", re.DOTALL)
OUTCOME, SCORE = r"(?:1/2|[01])", r"(?:\+0|[+-][1-9][0-9]{0,9})"
RESULT = re.compile(rf"\*|{OUTCOME}(?:-{OUTCOME})++|{SCORE}(?:,{SCORE})++")
RESIGNATION = "resign:"
SPENT = re.compile(r"(?<!\\)\[%emt\s+([0-9]{1,4}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\]")
TOO_MANY_ACTIONS = Message(
    "A record has at most {count} action.", plural="A record has at most {count} actions.", count=MOST_ACTIONS
)
TOO_DEEP = Message("Variations are nested at most {depth} deep.", depth=MOST_NESTED)


@dataclass(frozen=True)
class Ply:
    """One action of a record, or a resignation."""

    text: str  # the action text; of a resignation, the letter of the seat
    resigns: bool = False
    number: int = 0  # of the turn that begins with this ply, or 0; for human readers only
    spent: int | None = None  # milliseconds since the previous ply
    comment: str = ""  # words separated by single spaces
    variations: tuple[tuple["Ply", ...], ...] = ()  # what could have been played from this ply on; none is empty
    line: int = field(default=0, compare=False)  # in the text that was parsed


class _OpenLine:
    """The main line or a variation while it is read."""

    def __init__(self, begins: int) -> None:
        self.begins = begins  # the line of the text on which it begins
        self.plies: list[Ply] = []
        self.comments: list[list[Token]] = [[]]  # before the first ply, and after each ply
        self.variations: list[list[tuple[Ply, ...]]] = []  # of each ply

    def add(self, ply: Ply) -> None:
        """Add a ply."""
        self.plies.append(ply)
        self.comments.append([])
        self.variations.append([])

    def close(self) -> tuple[Ply, ...]:
        """Return the plies with their comments and variations."""
        return tuple(
            replace(_commented(ply, comments), variations=tuple(variations))
            for ply, comments, variations in zip(self.plies, self.comments[1:], self.variations, strict=True)
        )


class _Reader:
    """Reads movetext one token at a time."""

    def __init__(self) -> None:
        self.main = _OpenLine(1)
        self.result, self.line = "", 0  # the result, and the line on which it stands
        self._open = [self.main]  # the main line, and the variations that have begun
        self._count = 0  # plies so far
        self._number = 0  # of the next turn

    def read(self, token: Token) -> None:
        """Read a token.  Raises Refused: "bad-record"."""
        if token.kind == "comment":
            self._open[-1].comments[-1].append(token)
        elif self.result:
            raise bad_record(token.line, Message("Unexpected text after the result."))
        elif token.kind == "open":
            self._begin(token.line)
        elif token.kind == "close":
            self._end(token.line)
        else:
            self._read_word(token)

    def check_closed(self) -> None:
        """Refuse a variation that does not end."""
        if len(self._open) > 1:
            raise bad_record(self._open[-1].begins, Message("The variation that begins here doesn't end."))

    def _begin(self, line: int) -> None:
        if not self._open[-1].plies:
            raise bad_record(line, Message("A variation stands after the action in whose place it begins."))
        if len(self._open) > MOST_NESTED:
            raise bad_record(line, TOO_DEEP)
        self._open.append(_OpenLine(line))

    def _end(self, line: int) -> None:
        if len(self._open) == 1:
            raise bad_record(line, Message("A variation ends here without a beginning."))
        ended = self._open.pop()
        if not ended.plies:
            raise bad_record(line, Message("This variation has no action."))
        ended.comments[1][:0] = ended.comments[0]  # a comment before the first action belongs to that action
        self._open[-1].variations[-1].append(ended.close())

    def _read_word(self, token: Token) -> None:
        numbered = NUMBER.fullmatch(token.text)
        word = numbered[2] if numbered else token.text
        self._number = int(numbered[1]) if numbered else self._number
        if RESULT.fullmatch(word):
            self._read_result(word, token.line)
        elif word:
            self._count += 1
            if self._count > MOST_ACTIONS:
                raise bad_record(token.line, TOO_MANY_ACTIONS)
            self._open[-1].add(_ply(word, self._number, token.line))
            self._number = 0

    def _read_result(self, word: str, line: int) -> None:
        if len(self._open) > 1:
            raise bad_record(line, Message("A result stands at the end of the record, not in a variation."))
        self.result, self.line = word, line


def read_movetext(tokens: Iterator[Token]) -> tuple[str, tuple[Ply, ...], str, int]:
    """Return the comment before the plies, the plies, the result, and the line of the result.

    Raises:
        Refused: "bad-record", with the line and the reason.
    """
    reader = _Reader()
    for token in tokens:
        reader.read(token)
    reader.check_closed()
    return _comment(reader.main.comments[0])[0], reader.main.close(), reader.result, reader.line


def movetext_units(plies: Sequence[Ply]) -> Iterator[str]:
    """Yield the units between which lines may be broken."""
    for ply in plies:
        number = f"{ply.number}. " if ply.number else ""
        yield number + (RESIGNATION + escape(ply.text, "{};()") if ply.resigns else _word(ply.text))
        yield from comment_units(ply.comment, ply.spent)
        for variation in ply.variations:
            units = list(movetext_units(variation))
            units[0] = "(" + units[0]
            units[-1] += ")"
            yield from units


def _ply(word: str, number: int, line: int) -> Ply:
    if word.startswith("["):
        raise bad_record(line, Message("Tags must come before the first action."))
    resigns = word.startswith(RESIGNATION)
    text = unescape(word.removeprefix(RESIGNATION) if resigns else word)
    if len(text) > LONGEST_ACTION:
        raise bad_record(
            line,
            Message(
                "An action has at most {count} character.",
                plural="An action has at most {count} characters.",
                count=LONGEST_ACTION,
            ),
        )
    return Ply(text, resigns, number, line=line)


def _word(text: str) -> str:
    """Return an action text as a word, with a backslash if the word could mean something else."""
    word = escape(text, "{};()")
    is_other = RESULT.fullmatch(word) or NUMBER.fullmatch(word) or word.startswith((RESIGNATION, "["))
    return f"\\{word}" if is_other else word


def _commented(ply: Ply, comments: list[Token]) -> Ply:
    if not comments:
        return ply
    words, spent = _comment(comments)
    return replace(ply, comment=words, spent=spent)


def _comment(comments: list[Token]) -> tuple[str, int | None]:
    """Return the words of comments, and the time spent in milliseconds if they contain it."""
    text = " ".join(token.text for token in comments)
    found = SPENT.search(text)
    spent = None
    if found:
        hours, minutes, seconds = (int(part) for part in found.groups()[:3])
        spent = ((hours * 60 + minutes) * 60 + seconds) * 1000 + int((found[4] or "").ljust(3, "0"))
        text = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(unescape(text).split()), spent


def comment_units(comment: str, spent: int | None) -> list[str]:
    """Return a comment as units between which lines may be broken; `spent` is in milliseconds."""
    units = escape(comment, "}").replace("[%", "\\[%").split()
    if spent is not None:
        seconds, fraction = divmod(spent, 1000)
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        units.insert(0, f"[%emt {clock}{f'.{fraction:03}'.rstrip('0') if fraction else ''}]")
    if units:
        units[0] = "{" + units[0]
        units[-1] += "}"
    return units
