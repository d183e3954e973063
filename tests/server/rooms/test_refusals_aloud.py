"""What the moderator refuses aloud is answered to the player, heard by everybody, and kept."""

import asyncio

from boards.labyrinth import house as maze
from houses import PERSON, make, seated
from houses.inner import PATIENCE
from houses.slow import HOST, slow_house

from ludoteka.core.message import RefusedAloud
from ludoteka.referee.commands import Act
from ludoteka.server.protocol.messages import MatchRequest, SeatRequest
from ludoteka.server.rooms.subscribers import Subscriber

FREE = {"kind": "free"}


def test_a_refusal_aloud_is_answered_to_the_player_and_heard_by_all_even_by_people_who_come_later(guest, house):
    options = {"scenario": maze("P A1, Q B3"), "players": ["P", "Q"]}
    match = make(guest, "labyrinth", {"P": PERSON, "Q": FREE}, **options)
    with house.guest() as other, seated(guest, match) as player:
        other.get("/")
        with seated(other, match) as opponent:
            opponent.command("sit", {"seat": "Q", "secret": player.view["invitation"]})
            player.until(lambda view: "Q" in str(view["moves"]["list"]))
            assert player.act("stay")["t"] == "done"
            opponent.until(lambda view: view["yours"])

            answer = opponent.act("take:key")

            assert (answer["t"], answer["d"]["code"]) == ("refused", "not-here")
            player.until(lambda view: "There is none here." in str(view["moves"]["list"]))
            assert len(player.view["moves"]["list"]) == 2
            assert opponent.act("take:idol")["d"]["code"] == "not-here"
            assert opponent.act("stay")["t"] == "done"
            player.until(lambda view: view["yours"])
    with seated(guest, match) as player:
        assert str(player.view["moves"]["list"]).count("wants to pick up") == 1


def test_refusals_aloud_in_two_matches_at_the_same_moment_are_not_mixed_up(tmp_path, monkeypatch):
    things = ("key", "idol")

    async def work():
        async with slow_house(tmp_path) as house:
            seats = {"P": SeatRequest("person"), "Q": SeatRequest("computer", 1)}
            wish = MatchRequest("labyrinth", seats, {"scenario": maze("P A1, Q B3"), "players": ["P", "Q"]})
            matches = [await house.matches.create_match(wish, HOST) for _ in things]
            people = [Subscriber(HOST, [].append) for _ in things]
            rooms = [await house.rooms.enter(match, one) for match, one in zip(matches, people, strict=True)]
            for room, one in zip(rooms, people, strict=True):
                await room.command(one, Act("0", room.referee.number, "stay"))
                await room.autoplay.finish()  # the computer's turn
            append, arrived = house.store.append, asyncio.Semaphore(0)
            stored = {one: asyncio.Event() for one in matches}

            async def append_later(match, *rest):
                arrived.release()
                await stored[match].wait()
                await append(match, *rest)

            monkeypatch.setattr(house.store, "append", append_later)
            tries = [
                asyncio.create_task(room.command(one, Act("1", room.referee.number, f"take:{thing}")))
                for room, one, thing in zip(rooms, people, things, strict=True)
            ]
            for _ in things:
                await arrived.acquire()
            stored[matches[0]].set()
            await asyncio.wait(tries[:1], timeout=PATIENCE)
            stored[matches[1]].set()
            async with asyncio.timeout(PATIENCE):
                refused = await asyncio.gather(*tries, return_exceptions=True)
            assert [(type(one), one.text) for one in refused] == [(RefusedAloud, f"take:{thing}") for thing in things]

    asyncio.run(work())
