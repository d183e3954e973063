"""What takes long runs in a process of its own: it holds up nobody, it may die, and it ends with the house."""

import asyncio
import json
import os
import signal
from contextlib import suppress

import pytest
from houses import make, seated
from houses.rated import opened_beside
from houses.slow import long_match
from programs.processes import children_with, handles, is_ready
from websockets.sync.client import connect

from ludoteka.core.message import Message, Refused
from ludoteka.games import games
from ludoteka.referee.events import Occupant, Person, Setup
from ludoteka.server.operations.background_process import BackgroundProcess
from ludoteka.server.operations.pickles import dumps, loads
from ludoteka.server.whole_matches import build_referee, restore_match
from ludoteka.testing import chooser, variants
from ludoteka.testing.walks import random_walk

LONG = ("one", "other")  # matches


@pytest.fixture(scope="module")
def background():
    """A background process, and what runs coroutines that use it."""
    with asyncio.Runner() as runner:
        one = BackgroundProcess()
        yield one, runner.run
        runner.run(one.close())


def background_of(parent):
    """The background processes of a process."""
    return children_with("background_process", parent)


@pytest.mark.parametrize("game", games().values(), ids=games().keys())
def test_a_match_of_any_game_is_the_same_after_it_was_sent(game):
    for options in variants(game):
        *_, match = random_walk(game_match(game, options), chooser(1), 40)
        again = loads(dumps(match))

        assert again.game is game
        assert again.position_text == match.position_text
        assert again.legal_texts() == match.legal_texts()
        assert [again.log(seat.number) for seat in game.seats(match.options)] == [
            match.log(seat.number) for seat in game.seats(match.options)
        ]


def game_match(game, options):
    seats = {seat.letter: Occupant("person", 0, "h" * 64) for seat in game.seats(game.check_options(options))}
    return build_referee(
        Setup("m", game.name, game.rules_version, game.check_options(options), b"s" * 32, seats, 0.0), []
    ).match


def test_a_function_is_called_there_and_what_it_raises_is_raised_here(background):
    process, run = background

    async def scene():
        assert await process.call(os.getpid) != os.getpid()
        referee = await process.call(build_referee, *long_match("long", is_over=False)[:2])
        assert referee.game is games()["tavlei"]
        assert referee.seat == 0
        with pytest.raises(Refused) as caught:
            await process.call(restore_match, b'[Game "tavlei"]\n\ne2-f2 e2-f2\n', Person("h"), 0.0)
        assert caught.value.code == "no-such-piece"
        assert caught.value.places
        assert isinstance(caught.value.message.values["reason"], Message)

    run(scene())


def test_it_leaves_the_processor_to_those_who_wait_for_the_house(background):
    process, run = background
    child = run(process.call(os.getpid))
    assert os.getpriority(os.PRIO_PROCESS, child) > os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getsid(child) == os.getsid(0), "Linux compares the priorities of a session's processes"
    assert os.getpgid(child) != os.getpgid(0), "Ctrl-C does not reach it"


def test_it_is_replaced_when_it_dies(background):
    process, run = background
    with pytest.raises(ChildProcessError):
        run(process.call(os._exit, 1))
    assert [run(process.call(os.getpid))] == background_of(os.getpid())


def test_an_answer_for_which_nobody_waits_any_more_is_given_to_nobody_else(background, tmp_path):
    process, run = background
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def scene():
        waiting = asyncio.create_task(process.call(pipe.read_text))
        writer = await opened(pipe)
        waiting.cancel()
        await asyncio.wait([waiting])
        os.close(writer)
        assert [await process.call(os.getpid)] == background_of(os.getpid())

    run(scene())


async def opened(pipe):
    """Open a pipe to write, as soon as another process waits for what it can read there."""
    while True:
        with suppress(OSError):
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        await asyncio.sleep(0.01)


@pytest.fixture
def house(mortal_house):
    """A house with two long matches."""

    async def store_matches():
        async with opened_beside(mortal_house.folder / "ludoteka.sqlite") as store:
            for name in LONG:
                await store.create(*long_match(name, is_over=False))

    asyncio.run(store_matches())
    return mortal_house


def test_people_play_on_while_a_long_match_is_opened_and_the_process_ends_with_a_house_that_is_killed(house):
    with house.guest() as guest, seated(guest, make(guest)) as player, seated(guest, LONG[0]):
        [background] = background_of(house.process.pid)
        os.kill(background, signal.SIGSTOP)
        address = f"{house.address.replace('http', 'ws', 1)}/api/matches/{LONG[1]}/socket"
        with connect(address, compression=None) as opening:
            opening.send('{"t": "hello"}')
            assert player.act("d9-b9")["t"] == "done"
            with pytest.raises(TimeoutError):
                opening.recv(timeout=0)

            os.kill(background, signal.SIGCONT)
            assert json.loads(opening.recv(timeout=60))["t"] == "view"
    ended = handles([background])  # which soon cannot be had any more
    house.kill()
    assert is_ready(*ended)
