"""What several calls read from requests."""

from contextlib import suppress
from math import isnan

from ludoteka.core.message import Refused
from ludoteka.server.protocol.messages import ClientContent


class NoRequest(ClientContent):
    """An empty object."""


def read_time(written: str, refused: Refused) -> float:
    """Return a time that an address contains; raise the refusal for anything else."""
    with suppress(ValueError):
        if not isnan(time := float(written)):
            return time
    raise refused
