"""Turns are thought about in a fair order: by person, and short thinking first."""

import asyncio
from contextlib import suppress

import pytest

from ludoteka.players.thinker import FairQueue

SHORT, LONG = 0.25, 3.0  # seconds


class Line:
    """People who want permits of a queue; a turn keeps its permit until the test ends it."""

    def __init__(self, permits):
        self.queue = FairQueue(permits)
        self.admitted = []  # the names of the turns that got a permit, in this order
        self.ends = {}

    def add(self, name, person, seconds):
        self.ends[name] = asyncio.Event()
        return asyncio.create_task(self._turn(name, person, seconds))

    async def _turn(self, name, person, seconds):
        async with self.queue.permit(person, seconds):
            self.admitted.append(name)
            await self.ends[name].wait()

    async def end(self, *names):
        for name in names:
            self.ends[name].set()
        await settle()

    async def end_all(self):
        """End the turns one by one, in the order in which they got their permits."""
        for name in self.admitted:  # grows meanwhile
            await self.end(name)


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


def test_short_thinking_goes_before_long_thinking_that_came_first():
    async def run():
        line = Line(1)
        tasks = [line.add("long 1", "a", LONG), line.add("long 2", "b", LONG), line.add("long 3", "c", LONG)]
        await settle()
        tasks.append(line.add("short", "d", SHORT))
        await settle()
        await line.end_all()
        assert line.admitted == ["long 1", "short", "long 2", "long 3"]
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_a_person_with_many_turns_and_one_with_few_alternate():
    async def run():
        line = Line(1)
        tasks = [line.add(f"many {one}", "many", LONG) for one in range(5)]
        await settle()
        tasks += [line.add(f"few {one}", "few", LONG) for one in range(2)]
        await settle()
        await line.end_all()
        assert line.admitted == ["many 0", "few 0", "many 1", "few 1", "many 2", "many 3", "many 4"]
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_long_thinking_is_not_put_off_for_ever_by_short_thinking():
    async def run():
        line = Line(1)
        tasks = [line.add("first", "a", SHORT), line.add("long", "b", LONG)]
        await settle()
        for one in range(40):  # as soon as one ends, the next is here
            tasks.append(line.add(f"short {one}", f"c{one % 2}", SHORT))
            await settle()
            await line.end(line.admitted[-1])
        assert "long" in line.admitted
        for task in tasks:
            task.cancel()

    asyncio.run(run())


def test_one_person_leaves_a_slot_to_the_others():
    async def run():
        line = Line(3)
        tasks = [line.add(f"many {one}", "many", SHORT) for one in range(5)]
        await settle()
        assert line.admitted == ["many 0", "many 1"]
        tasks.append(line.add("other", "other", LONG))
        await settle()
        assert line.admitted == ["many 0", "many 1", "other"]
        await line.end_all()
        await asyncio.gather(*tasks)

    asyncio.run(run())


@pytest.mark.parametrize("place", ["waiting", "admitted"])
def test_a_turn_that_is_given_up_takes_no_slot(place):
    async def run():
        line = Line(1)
        first, second = line.add("first", "a", SHORT), line.add("second", "b", SHORT)
        await settle()
        given_up, kept = (second, first) if place == "waiting" else (first, second)
        given_up.cancel()
        with suppress(asyncio.CancelledError):
            await given_up
        await line.end("first", "second")
        await kept
        third = line.add("third", "c", SHORT)
        await settle()
        assert line.admitted[-1] == "third"
        await line.end("third")
        await third

    asyncio.run(run())


def test_waiting_turns_get_the_slots_that_are_added():
    async def run():
        line = Line(1)
        tasks = [line.add(name, name, SHORT) for name in "abc"]
        await settle()
        line.queue.resize(2)
        await settle()
        assert line.admitted == ["a", "b"]
        await line.end_all()
        await asyncio.gather(*tasks)

    asyncio.run(run())
