"""What each call that reads something costs a large house, in milliseconds of a core: run `python bench/call_costs.py`.

The house has a resident with 5,400 matches and tournaments of 300.  The resident asks for everything several times without
limits; the least processor time of house and client together counts, less that of a call that does nothing.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludoteka.house.house import CALLS
from ludoteka.server.operations.limits import Rates

sys.path.append(str(Path(__file__).parent / "network"))  # which has more that is shared with the tests
from support import support

TIMES = 5
ENDLESS = ("/api/events", "/stream")  # calls whose answers don't end
PLACES = {"game": "tavlei", "speed": "rapid", "language": "ru", "file": "looks.css", "number": "1", "key": "k"}
PLACES |= {"match": "busy00000500", "tournament": "swiss", "path:path": "common/style.css", "provider": "x"}


def main() -> None:
    """Print a line for each call, the most expensive first: milliseconds, limit, weight, call."""
    large, inner, stores = map(support, ("crowds.large_house", "houses.inner", "houses.stores"))
    with tempfile.TemporaryDirectory() as folder:
        large.fill(stores.new_file(Path(folder, "ludoteka.sqlite")), 1.0)
        with inner.InnerHouse(Path(folder)) as house, house.guest() as client:
            for limit in house.server.house.limits.values():
                limit.__init__(Rates(None, None))
            client.post("/api/account/sign-in", json={"name": large.NAME, "password": large.PASSWORD})
            measured = sorted(measure(client, large.NAME), reverse=True)
    for milliseconds, limit, weight, call, status in measured:
        print(f"{milliseconds:7.1f} {limit:>8} {weight:3}  {call} {status}")


def measure(client: Any, name: str) -> Iterator[tuple[float, str, int, str, int]]:
    """Yield the processor time of each call, with its limit, weight and status."""
    nothing, _ = cost(client, "/api/health")
    costs = [(limit, weight, call.line) for call in CALLS for limit, weight in call.costs.items()]
    for limit, weight, call in costs:
        method, _, path = call.partition(" ")
        if method == "get" and not path.endswith(ENDLESS):
            seconds, status = cost(client, filled(path, name))
            yield 1000 * (seconds - nothing), limit, weight, call, status


def filled(path: str, name: str) -> str:
    """Return an address for a route."""
    for place, value in (PLACES | {"name": name}).items():
        path = path.replace(f"{{{place}}}", value)
    return path


def cost(client: Any, path: str) -> tuple[float, int]:
    """Return the least processor time of several calls, and the status of the last one."""
    seconds, status = [], 0
    for _ in range(TIMES):
        begun = time.process_time()
        status = client.get(path).status_code
        seconds.append(time.process_time() - begun)
    return min(seconds), status


if __name__ == "__main__":
    main()
