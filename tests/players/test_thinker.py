"""Worker processes think beside the event loop: they don't block it, they may die, and they end when idle."""

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager

import pytest
from programs.processes import children_with, command_of

from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.analysis import AnalysisQuestion
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn

QUICK, SLOW = 1, 6  # levels


def turn_of(game, level):
    match = Match(games()[game])
    return Turn(game, match.options, match.seen().values(), match.legal(), match.past, level, seed=1)


def workers(parent=None):
    """The living worker processes of a process."""
    return children_with("ludoteka.players.worker", parent or os.getpid())


@asynccontextmanager
async def thinking(**settings):
    thinker = Thinker(**settings)
    try:
        yield thinker
    finally:
        await thinker.close()


async def until(is_so):
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110 - another process sends no notice
            await asyncio.sleep(0.01)


def test_the_chosen_action_is_legal_in_games_with_and_without_secrets():
    async def play():
        async with thinking() as thinker:
            for turn in (turn_of("tavlei", 3), turn_of("cups", 1)):
                assert await thinker.choose(turn) in turn.legal

    asyncio.run(play())


def test_the_event_loop_is_not_blocked_while_a_worker_thinks():
    async def play():
        async with thinking() as thinker:
            decision, ticks = asyncio.create_task(thinker.choose(turn_of("tavlei", SLOW))), 0
            while not decision.done():
                await asyncio.sleep(0.001)
                ticks += 1
            return ticks

    assert asyncio.run(play()) > 20


def test_workers_leave_the_processor_to_those_who_wait_for_the_house():
    async def play():
        async with thinking() as thinker:
            await thinker.choose(turn_of("tavlei", QUICK))
            (worker,) = workers()
            assert os.getpriority(os.PRIO_PROCESS, worker) > os.getpriority(os.PRIO_PROCESS, 0)
            assert os.getsid(worker) == os.getsid(0), "Linux compares the priorities of a session's processes"
            assert os.getpgid(worker) != os.getpgid(0), "Ctrl-C does not reach it"

    asyncio.run(play())


def test_a_worker_killed_while_thinking_is_replaced_and_the_decision_retried():
    async def play():
        async with thinking() as thinker:
            await thinker.choose(turn_of("tavlei", QUICK))
            (victim,) = workers()
            turn = turn_of("tavlei", SLOW)
            decision = asyncio.create_task(thinker.choose(turn))
            await asyncio.sleep(0)
            os.kill(victim, signal.SIGKILL)
            assert await decision in turn.legal
            (heir,) = workers()
            assert heir != victim

    asyncio.run(play())


def test_a_worker_killed_while_idle_is_replaced():
    async def play():
        async with thinking() as thinker:
            turn = turn_of("tavlei", QUICK)
            before = await thinker.choose(turn)
            os.kill(workers()[0], signal.SIGKILL)
            assert await thinker.choose(turn) == before

    asyncio.run(play())


def test_a_worker_that_started_without_a_compiler_is_replaced_once_there_is_one(monkeypatch):
    async def play():
        async with thinking() as thinker:
            turn, used = turn_of("tavlei", QUICK), []
            for is_installed in (False, False, True, True):
                monkeypatch.undo()
                if not is_installed:
                    monkeypatch.setitem(sys.modules, "numba", None)
                await thinker.choose(turn)
                await until(lambda: len(workers()) == 1)
                used += workers()
            assert used == [used[0], used[0], used[2], used[2]]
            assert used[0] != used[2]

    asyncio.run(play())


def test_a_turn_that_kills_every_worker_is_given_up(capfd):
    async def play():
        async with thinking() as thinker:
            with pytest.raises(ChildProcessError):
                await thinker.choose(turn_of("tavlei", QUICK)._replace(game="no such game"))
            turn = turn_of("tavlei", QUICK)
            assert await thinker.choose(turn) in turn.legal

    asyncio.run(play())
    assert "no such game" in capfd.readouterr().err


def test_an_answer_to_a_cancelled_request_is_skipped():
    async def play():
        async with thinking(workers=1) as thinker:
            quick = turn_of("cups", 1)._replace(legal=[2])
            slow = asyncio.create_task(thinker.choose(turn_of("tavlei", SLOW)))
            await until(workers)
            await asyncio.sleep(0)
            slow.cancel()
            assert await thinker.choose(quick) == 2
            assert slow.cancelled()

    asyncio.run(play())


def test_simultaneous_decisions_share_the_allowed_workers():
    async def play():
        async with thinking(workers=2) as thinker:
            turn = turn_of("tavlei", 3)
            chosen = await asyncio.gather(*(thinker.choose(turn) for _ in range(6)))
            assert len(set(chosen)) == 1
            assert len(workers()) <= 2

    asyncio.run(play())


@pytest.mark.parametrize("people", [1, 40])
def test_forty_turns_of_one_person_or_of_many_do_not_make_another_wait_for_a_short_one(people):
    async def play():
        answered = []

        async def ask(thinker, person, level):
            await thinker.choose(turn_of("tavlei", level), person)
            answered.append(person)

        async with thinking(workers=1) as thinker:
            many = [asyncio.create_task(ask(thinker, f"{number % people}", SLOW)) for number in range(40)]
            await until(workers)
            await ask(thinker, "other", QUICK)
            for one in many:
                one.cancel()
            await asyncio.gather(*many, return_exceptions=True)
        return answered

    assert len(asyncio.run(play())) <= 3


def test_one_person_who_thinks_without_end_leaves_a_worker_to_another():
    question = AnalysisQuestion(turn_of("tavlei", 8), 2, seconds=600.0)

    async def play():
        async with thinking(workers=2) as thinker:
            many = [asyncio.create_task(thinker.answer("analysis", question, 600.0, "one")) for _ in range(40)]
            await until(workers)
            assert await thinker.choose(turn_of("tavlei", QUICK), "other") in question.turn.legal
            for one in many:
                one.cancel()
            await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(play())


def test_idle_workers_end():
    async def play():
        async with thinking(idle_seconds=0.0) as thinker:
            turn = turn_of("tavlei", QUICK)
            await thinker.choose(turn)
            await until(lambda: not workers())
            assert await thinker.choose(turn) in turn.legal

    asyncio.run(play())


def test_no_worker_is_left_after_the_thinker_is_closed():
    async def play():
        async with thinking() as thinker:
            decision = asyncio.create_task(thinker.choose(turn_of("tavlei", SLOW)))
            await until(workers)
            await thinker.close()
            with pytest.raises(ChildProcessError):
                await decision
            assert not workers()

    asyncio.run(play())


HOUSE = """
import asyncio, sys
from ludoteka.core.match import Match
from ludoteka.games import games
from ludoteka.players.analysis import AnalysisQuestion
from ludoteka.players.thinker import Thinker
from ludoteka.players.turn import Turn
async def main():
    match = Match(games()["tavlei"])
    thinker = Thinker()
    await thinker.choose(Turn("tavlei", {}, match.seen().values(), match.legal(), [], 1, 1))
    print("numba" in sys.modules, "numpy" in sys.modules, flush=True)
    await asyncio.to_thread(sys.stdin.read)
asyncio.run(main())
"""


def test_the_main_process_does_not_import_numba_or_numpy_and_its_workers_end_with_it():
    with subprocess.Popen([sys.executable, "-c", HOUSE], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as house:
        assert house.stdout.readline() == b"False False\n"
        (worker,) = workers(house.pid)
        house.kill()
    asyncio.run(until(lambda: "ludoteka.players.worker" not in command_of(worker)))


def test_a_cancelled_analysis_is_stopped_and_its_worker_answers_the_next_question():
    question = AnalysisQuestion(turn_of("tavlei", 8), 2, seconds=600.0)

    async def play():
        async with thinking(workers=1) as thinker:
            task = asyncio.create_task(thinker.answer("analysis", question, question.seconds))
            await until(workers)
            task.cancel()
            return await thinker.choose(turn_of("tavlei", QUICK))

    assert asyncio.run(play()) in turn_of("tavlei", QUICK).legal
