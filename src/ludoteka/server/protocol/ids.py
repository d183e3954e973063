"""Ids of matches in addresses."""

import re

from ludoteka.core.message import Message, Refusal

MATCH_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")  # the house gives twelve of these characters
NO_SUCH_MATCH = Refusal("no-such-match", Message("There is no such match here."), 404)


def check_match_id(written: str) -> str:
    """Return the id that an address names, if a match can have it, so that no other text reaches the database.

    Raises:
        Refused: "no-such-match".
    """
    if not MATCH_ID.fullmatch(written):
        raise NO_SUCH_MATCH()
    return written
