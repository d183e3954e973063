import asyncio
import sys

import pytest
from houses import until
from houses.stores import opened, setup

from ludoteka.store.short_turns import SHORT, USUAL, short_turns


def await_usual_turns():
    """Wait until turns have their usual length: a house in another thread of this process may be asking its store."""
    until(lambda: sys.getswitchinterval() == pytest.approx(USUAL))


def test_turns_are_short_until_the_last_thread_that_asked_for_it_is_done():
    with short_turns():
        with short_turns():
            assert sys.getswitchinterval() == pytest.approx(SHORT)
        assert sys.getswitchinterval() == pytest.approx(SHORT)
    await_usual_turns()


def test_turns_are_short_while_the_store_answers(tmp_path):
    async def ask():
        async with opened(tmp_path / "house.db") as store:
            await store.create(setup())
            return await store.read(lambda connection: sys.getswitchinterval())

    assert asyncio.run(ask()) == pytest.approx(SHORT)
    await_usual_turns()


def test_turns_have_their_usual_length_again_after_an_error():
    with pytest.raises(ZeroDivisionError), short_turns():
        1 / 0  # noqa: B018
    await_usual_turns()
