"""The record of a match: one text format for all games, which people can read and edit (docs/records.md).

A record says what was played.  `records.replay` checks whether it is legal.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from ludoteka.core.message import Message
from ludoteka.records.chance import SALT, SaltTag, check_seed, match_tag, parse_match_tag, parse_salt_tags, salt_tag
from ludoteka.records.movetext import RESULT, Ply, comment_units, movetext_units, read_movetext
from ludoteka.records.syntax import Tag, bad_record, split_record, tag_line, wrap_lines

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
        """Parse the text of a record.

        Raises:
            Refused: "bad-record", with the line and the reason.
        """
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
        return f"{header}\n\n{wrap_lines(self._units())}\n"

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
        if self.seed_commitment:
            yield "SeedCommitment", self.seed_commitment
        if self.seed:
            yield "Seed", self.seed
        if self.match:
            yield "Match", match_tag(self.match, self.foreign)
        yield from map(salt_tag, self.salts)
        yield from self.tags.items()

    def _units(self) -> Iterator[str]:
        """Yield the units between which lines may be broken."""
        yield from comment_units(self.comment, None)
        yield from movetext_units(self.plies)
        yield self.result


def result_text(returns: Mapping[str, int] | None, *, has_scores: bool = False) -> str:
    """Return the text of a result, in the order of the seats: "1-0", "1/2-1/2", or "*" for none.

    Scores have signs: "+2,-2".
    """
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
    """Return the value of an option: parsed as JSON, or the text itself."""
    try:
        return msgspec.json.decode(written)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return written


def _written(value: Any) -> str:
    """Return the text of an option's value: JSON, or the text itself if it can't be mistaken for JSON."""
    if isinstance(value, str) and _value(value) == value:
        return value
    return msgspec.json.encode(value).decode()
