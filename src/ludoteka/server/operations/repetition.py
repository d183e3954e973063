"""What a house does again and again in the background."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

from ludoteka.store import NotStored, StoreRefused

logger = logging.getLogger(__name__)


async def repeat(do: Callable[[], Awaitable[object]], seconds: float, failure: str) -> NoReturn:
    """Do something after every pause of some seconds, until cancelled.

    If it fails, log the `failure` and go on: in one line if the database was unavailable, otherwise with its trace.
    """
    while True:
        await asyncio.sleep(seconds)
        try:
            await do()
        except (NotStored, StoreRefused) as error:
            logger.warning("%s: %s", failure, str(error).partition("\n")[0])
        except Exception:
            logger.exception("%s", failure)
