"""The record of a match: one text format for all games, which people can read and edit (docs/records.md).

A record says what was played.  `records.replay` checks whether it is legal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ludoteka.core.dice import commitment
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


FAULTS = {  # by the character where nothing fits
    "{": Message("The comment that begins here doesn't end."),
    "}": Message("A comment ends here without a beginning."),
    "\\": Message("There is nothing after this backslash."),
}


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
    """Decode the contents of a file.  Raises Refused: "bad-record"."""
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
            raise bad_record(line, FAULTS[text[place]])
        kind = str(found.lastgroup)
        if kind != "space":
            yield Token("comment" if kind == "remark" else kind, found[kind], line)
        line += found[0].count("\n")
        place = found.end()


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
    def __init__(self, begins: int) -> None:
        self.begins = begins  # the line of the text on which it begins
        self.plies: list[Ply] = []
        self.comments: list[list[Token]] = [[]]  # before the first ply, and after each ply
        self.variations: list[list[tuple[Ply, ...]]] = []  # of each ply

    def add(self, ply: Ply) -> None:
        self.plies.append(ply)
        self.comments.append([])
        self.variations.append([])

    def close(self) -> tuple[Ply, ...]:
        plies = zip(self.plies, map(_comment, self.comments[1:]), self.variations, strict=True)
        return tuple(
            replace(ply, comment=words, spent=spent, variations=tuple(variations))
            for ply, (words, spent), variations in plies
        )


class _Reader:
    def __init__(self) -> None:
        self.main = _OpenLine(1)
        self.result, self.line = "", 0  # the result, and the line on which it stands
        self._open = [self.main]  # the main line, and the variations that have begun
        self._count = 0  # plies so far
        self._number = 0  # of the next turn

    def read(self, tokens: Iterator[Token]) -> None:
        for token in tokens:
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
            if len(self._open) > 1:
                raise bad_record(token.line, Message("A result stands at the end of the record, not in a variation."))
            self.result, self.line = word, token.line
        elif word:
            self._count += 1
            if self._count > MOST_ACTIONS:
                raise bad_record(token.line, TOO_MANY_ACTIONS)
            self._open[-1].add(_ply(word, self._number, token.line))
            self._number = 0


def read_movetext(tokens: Iterator[Token]) -> tuple[str, tuple[Ply, ...], str, int]:
    """Return the comment before the plies, the plies, the result, and the line of the result.

    Raises:
        Refused: "bad-record", with the line and the reason.
    """
    reader = _Reader()
    reader.read(tokens)
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


def _comment(comments: list[Token]) -> tuple[str, int | None]:
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


SALT = "Salt."  # the prefix of these tags, followed by the seat's letter
MATCH = re.compile(r"([0-9A-Za-z_-]{1,40})(?:@([0-9]{1,9}))?")
SALTED = re.compile(r"([0-9A-Za-z_-]{1,64})@([0-9]{1,9})")


class SaltTag(NamedTuple):
    """A salt that a seat has added to the seed."""

    letter: str
    text: str
    throws: int  # the number of throws before it was added


def check_seed(seed: str, commitment_text: str, lines: Mapping[str, int]) -> None:
    """Check a seed against its commitment, if any; `lines` has the line of each tag.  Raises Refused: "bad-record"."""
    try:
        follows = commitment(bytes.fromhex(seed))
    except ValueError:
        raise bad_record(lines["Seed"], Message("The seed must be hexadecimal.")) from None
    if commitment_text.lower() not in ("", follows):
        raise bad_record(lines["SeedCommitment"], Message("The seed doesn't match the commitment."))


def parse_match_tag(written: str | None, lines: Mapping[str, int]) -> tuple[str, int]:
    """Return the id of a match from its tag, and the number of throws made elsewhere.  Raises the same as `check_seed`."""
    if written is None:
        return "", 0
    found = MATCH.fullmatch(written)
    if not found:
        raise bad_record(lines["Match"], Message("The id of a match consists of letters, digits, - and _."))
    return found[1], int(found[2] or 0)


def parse_salt_tags(tags: Mapping[str, str], lines: Mapping[str, int]) -> Iterator[SaltTag]:
    """Parse the salts of these tags.  Raises the same as `check_seed`."""
    throws = 0
    for name, value in tags.items():
        found = SALTED.fullmatch(value)
        if not found:
            reason = Message(
                "A salt is written like {example}: letters, digits, - and _, then @ and the number of throws made before it.",
                example="k3Zt9w@0",
            )
            raise bad_record(lines[name], reason)
        if int(found[2]) < throws:
            raise bad_record(lines[name], Message("Salts must be in the order in which they were added."))
        throws = int(found[2])
        yield SaltTag(name.removeprefix(SALT), found[1], throws)


UNFINISHED = "*"
OUTCOMES = {1: "1", 0: "1/2", -1: "0"}
OPTION, PLAYER = "Option.", "Player."  # prefixes of tags, followed by the option's name or the seat's letter


@dataclass(frozen=True)
class MatchRecord:
    """The contents of a record."""

    game: str
    rules_version: int = 0  # 0: not given
    options: Mapping[str, Any] = field(default_factory=dict)
    position: str | None = None  # None: the usual start
    players: Mapping[str, str] = field(default_factory=dict)  # by the letters of their seats
    date: str = ""  # "2026.03.31"
    # The value of every seat: "1-0", or "+2,-2" in a game with scores.  If there is one seat, the second value is the game's.
    result: str = UNFINISHED
    seed_commitment: str = ""  # the SHA-256 of the seed, in hexadecimal
    seed: str = ""  # in hexadecimal, once it is public
    match: str = ""  # the id, which is part of every throw; "" if the throws depend on the seed alone
    foreign: int = 0  # the number of throws made elsewhere, before the commitment
    salts: tuple[SaltTag, ...] = ()  # in the order in which they were added
    tags: Mapping[str, str] = field(default_factory=dict)  # all others, which the house doesn't interpret
    comment: str = ""  # before the first ply
    plies: tuple[Ply, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)  # the line of each tag

    @classmethod
    def parse(cls, text: str) -> "MatchRecord":
        """Parse the text of a record.  Raises Refused: "bad-record", with the line and the reason."""
        tags, tokens = split_record(text)
        record = _of_tags(cls, tags)
        if record.seed:
            check_seed(record.seed, record.seed_commitment, record.lines)
        comment, plies, result, line = read_movetext(tokens)
        if result and record.result not in (UNFINISHED, result):
            raise bad_record(
                line, Message("This differs from the tag Result, which says {result}.", result=record.result)
            )
        lines = {"Result": line, **record.lines}
        return replace(record, result=result or record.result, comment=comment, plies=plies, lines=lines)

    def text(self) -> str:
        """Return the text of the record; `parse` is the inverse."""
        header = "\n".join(tag_line(*tag) for tag in self._tags())
        movetext = wrap_lines([*comment_units(self.comment, None), *movetext_units(self.plies), self.result])
        return f"{header}\n\n{movetext}\n"

    def __str__(self) -> str:
        return self.text()

    def _tags(self) -> Iterator[tuple[str, str]]:
        yield "Game", self.game
        if self.rules_version:
            yield "RulesVersion", str(self.rules_version)
        yield from ((OPTION + name, _written(value)) for name, value in self.options.items())
        if self.position is not None:
            yield "Position", self.position
        yield from ((PLAYER + letter, name) for letter, name in self.players.items())
        if self.date:
            yield "Date", self.date
        yield "Result", self.result
        match = f"{self.match}@{self.foreign}" if self.match and self.foreign else self.match
        dice = {"SeedCommitment": self.seed_commitment, "Seed": self.seed, "Match": match}
        yield from ((name, value) for name, value in dice.items() if value)
        yield from ((SALT + salt.letter, f"{salt.text}@{salt.throws}") for salt in self.salts)
        yield from self.tags.items()


def result_text(returns: Mapping[str, int] | None, *, has_scores: bool = False) -> str:
    """Return the text of a result, in the order of the seats: "1-0", "1/2-1/2", "*" for none, or scores: "+2,-2"."""
    if not returns:
        return UNFINISHED
    values = list(returns.values())
    values += [-values[0]] if len(values) == 1 else []
    return ",".join(f"{value:+}" for value in values) if has_scores else "-".join(OUTCOMES[value] for value in values)


def turn_numbers(actors: Sequence[str], order: Sequence[str]) -> list[int]:
    """Return the turn numbers for plies of these seats; 0 if a ply doesn't begin a turn.

    A turn goes once round the table.  A seat may act several times in it, and throws ("chance") belong to the seat that
    acts next.  If there is only one seat, every ply begins a turn.
    """
    numbers, turn, last, begins = [0] * len(actors), 0, len(order), None
    places = {letter: place for place, letter in enumerate(order)}
    for index, actor in enumerate(actors):
        begins = index if begins is None else begins
        if actor not in places:
            continue
        if turn == 0 or places[actor] < last or len(order) == 1:
            turn += 1
            numbers[begins] = turn
        last, begins = places[actor], None
    return numbers


def _of_tags(cls: type[MatchRecord], tags: Sequence[Tag]) -> MatchRecord:
    values, lines = {tag.name: tag.value for tag in tags}, {tag.name: tag.line for tag in tags}
    if "Game" not in values:
        raise bad_record(1, Message("The record doesn't name a game, as {example} does.", example='[Game "…"]'))
    version, result = values.pop("RulesVersion", "0"), values.pop("Result", "") or UNFINISHED
    if not re.fullmatch("[0-9]{1,9}", version):
        raise bad_record(lines["RulesVersion"], Message("The version of the rules is a number."))
    if not RESULT.fullmatch(result):
        raise bad_record(
            lines["Result"], Message("A result is the score of every seat, like 1-0, 1/2-1/2 or +2,-2, or *.")
        )
    match, foreign = parse_match_tag(values.pop("Match", None), lines)
    return cls(
        game=values.pop("Game"),
        rules_version=int(version),
        options={name.removeprefix(OPTION): _value(values.pop(name)) for name in _beginning(values, OPTION)},
        position=values.pop("Position", None),
        players={name.removeprefix(PLAYER): values.pop(name) for name in _beginning(values, PLAYER)},
        date=values.pop("Date", ""),
        result=result,
        seed_commitment=values.pop("SeedCommitment", ""),
        seed=values.pop("Seed", ""),
        match=match,
        foreign=foreign,
        salts=tuple(parse_salt_tags({name: values.pop(name) for name in _beginning(values, SALT)}, lines)),
        tags=values,
        lines=lines,
    )


def _beginning(values: Mapping[str, str], start: str) -> list[str]:
    return [name for name in values if name.startswith(start)]


def _value(written: str) -> Any:
    import msgspec  # noqa: PLC0415 - a third of what importing a match takes

    try:
        return msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return written


def _written(value: Any) -> str:
    """Return the text of an option's value: JSON, or the text itself if it can't be mistaken for JSON."""
    import msgspec  # noqa: PLC0415 - as above

    if isinstance(value, str) and _value(value) == value:
        return value
    return msgspec.json.encode(value).decode()
