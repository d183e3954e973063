"""People who ask two servers of one house at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle

import httpx2

AT_ONCE = 12


@contextmanager
def rushing(pair):
    """Provide a function that asks from many threads at once, through both servers.

    It takes pairs of a person and a question, and returns the codes of refusals, "" for none, in order.
    """
    with ThreadPoolExecutor(AT_ONCE) as threads:

        def ask(*questions):
            def one(house, person, question):
                with httpx2.Client(base_url=house.address, cookies=person.cookies, timeout=60) as client:
                    return question(client)

            asked = [
                threads.submit(one, house, *who) for house, who in zip(cycle(pair.houses), questions, strict=False)
            ]
            return sorted((one.result().json() or {}).get("code", "") for one in asked)

        yield ask
