"""Random setups are generated beside the event loop, in the order in which addresses take turns."""

import asyncio
import threading
from dataclasses import replace

from houses.slow import slow_house, until_queued

from ludoteka.games import games

WISH = {"game": "labyrinth", "seats": {"P": {"kind": "person"}, "Q": {"kind": "person"}}, "options": {"players": 2}}


async def created_at_once(folder, monkeypatch):
    """Create mazes from two addresses at once; return the order, and whether the house answered meanwhile."""
    may_generate, labyrinth = threading.Event(), games()["labyrinth"]

    def generate(options, seed):
        assert may_generate.wait(60), "the event loop waits for the maze"
        return labyrinth.generate(options, seed)

    monkeypatch.setitem(games(), "labyrinth", replace(labyrinth, generate=generate))
    async with slow_house(folder) as house:
        near, far, order = house.browser(), house.browser("198.51.100.7"), []

        async def create(client, name):
            assert (await client.post("/api/matches", json=WISH)).status_code == 201
            order.append(name)

        requests = []
        for client, name in ((near, "near"), (near, "near again"), (far, "far")):
            requests.append(asyncio.create_task(create(client, name)))
            await until_queued(house.work, len(requests), requests[-1])
            assert not requests[-1].done(), "it was generated out of turn"
        answers = [(await near.get(path)).status_code for path in ("/api/house", "/api/lobby")]
        before = list(order)
        may_generate.set()
        await asyncio.gather(*requests)
        return answers, before, order


def test_the_house_answers_while_mazes_are_generated(tmp_path, monkeypatch):
    answers, before, order = asyncio.run(created_at_once(tmp_path, monkeypatch))

    assert (answers, before) == ([200, 200], [])
    assert order == ["near", "far", "near again"]
