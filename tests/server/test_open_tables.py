"""The watch over the players of public matches."""

import asyncio

from ludoteka.server import open_tables
from ludoteka.server.open_tables import OpenTables


async def rounds_after_a_fault():
    """Let the second of three rounds fail; return how many began."""
    begun, is_enough = [], asyncio.Event()

    def now():
        begun.append(len(begun))
        if len(begun) == 2:
            raise ArithmeticError("a fault")
        if len(begun) == 3:
            is_enough.set()
        return 0.0

    watch = asyncio.create_task(OpenTables(None, (), now).watch())
    waiting = asyncio.create_task(is_enough.wait())
    await asyncio.wait([watch, waiting], return_when=asyncio.FIRST_COMPLETED)
    watch.cancel(), waiting.cancel()
    return len(begun)


def test_any_error_is_logged_and_the_next_round_tries_again(monkeypatch, caplog):
    monkeypatch.setattr(open_tables, "CHECK_SECONDS", 0)

    assert asyncio.run(rounds_after_a_fault()) >= 3
    assert [one.exc_info[0] for one in caplog.records] == [ArithmeticError]
