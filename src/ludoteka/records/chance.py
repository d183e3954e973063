"""The tags of a record about chance: the seed, the commitment to it, and the salts (docs/dice.md)."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ludoteka.core.dice import commitment
from ludoteka.core.message import Message
from ludoteka.records.syntax import bad_record

SALT = "Salt."  # the prefix of these tags, followed by the seat's letter
MATCH = re.compile(r"([0-9A-Za-z_-]{1,40})(?:@([0-9]{1,9}))?")
SALTED = re.compile(r"([0-9A-Za-z_-]{1,64})@([0-9]{1,9})")


class SaltTag(NamedTuple):
    """A salt that a seat has added to the seed."""

    letter: str
    text: str
    throws: int  # the number of throws before it was added


def check_seed(seed: str, commitment_text: str, lines: Mapping[str, int]) -> None:
    """Check a seed against its commitment, if there is one; `lines` maps the name of a tag to its line.

    Raises:
        Refused: "bad-record".
    """
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


def match_tag(match: str, foreign: int) -> str:
    """Return the value of the tag that `parse_match_tag` parses."""
    return f"{match}@{foreign}" if foreign else match


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


def salt_tag(salt: SaltTag) -> tuple[str, str]:
    """Return the name and the value of a tag that `parse_salt_tags` parses."""
    return SALT + salt.letter, f"{salt.text}@{salt.throws}"
