"""What the house tells the referee along with a question."""

from collections.abc import Collection
from typing import NamedTuple


class RefereeContext(NamedTuple):
    """When something is asked, and what the house knows at that time about downtime, lag and absent players."""

    at: float  # house time, seconds since 1970
    downtime: float = 0.0  # seconds in which no server was up, since the current turn began
    lag: float = 0.0  # seconds that messages to and from the asking client take
    absent: Collection[str] = ()  # holders who have been gone for longer than the grace period
