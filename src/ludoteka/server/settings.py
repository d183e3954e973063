"""How a house is to be opened."""

from pathlib import Path
from typing import NamedTuple

from ludoteka.server.operations.limits import SOCKETS_PER_ADDRESS


class Settings(NamedTuple):
    """What the command line says of a house."""

    host: str
    port: int
    keeps: Path | str  # the file of the matches, or the URL of their database
    broker: str = ""  # the URL of what several servers share; "" for one server alone
    moment: float = 1.5  # seconds in which people see what was thrown
    grace: float = 60.0  # seconds after which a seat counts as left
    metrics: str = "local"  # who may read them: "local", "all", "none"
    log: str = "plain"  # or "json"
    sockets: int = SOCKETS_PER_ADDRESS  # that one address may have open; 0 for any number
    proxies: str = "127.0.0.1"  # whose word counts about who asks
