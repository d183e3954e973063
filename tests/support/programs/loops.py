"""The event loops on which a house runs."""

import asyncio
from importlib.util import find_spec

LOOPS = {"asyncio": asyncio.new_event_loop}
if find_spec("uvloop"):  # Windows has none
    import uvloop

    LOOPS["uvloop"] = uvloop.new_event_loop
