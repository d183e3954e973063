"""Kills of a house during an operation, at every step of its transactions and, in a campaign, at any moment."""

import asyncio
import logging
import signal
import time
from itertools import cycle, islice, zip_longest
from pathlib import Path
from random import Random
from threading import Timer

import httpx2
from houses import until
from plugins.campaign import IS_CAMPAIGN
from websockets.exceptions import WebSocketException

from ludoteka.store import Store
from ludoteka.store.backends.dispatch import open_beside
from perils.orphans import orphans, reading

logger = logging.getLogger(__name__)
HOOK, SOURCES = Path(__file__).with_name("trap"), Path(__file__).parents[3] / "src"
SPARE = 4  # people for whom the operation is done without a kill, at most
NEVER = 1000  # more steps than any transaction has
NO_ANSWER = (httpx2.HTTPError, WebSocketException, OSError, EOFError)


class Trap:
    """A trap for the servers of a house (trap/sitecustomize.py)."""

    def __init__(self, folder):
        self._set, self._new, self._steps = (folder / name for name in ("set", "new", "steps"))
        folder.mkdir()
        environment = {"PYTHONPATH": f"{HOOK}:{SOURCES}", "LUDOTEKA_TRAP": str(folder)}
        self.options = {"options": ("--sockets", "0"), "environment": environment}  # of the servers

    def set(self, mark, step):
        """Let the server that executes such a statement next die at a step of its transaction."""
        self._steps.unlink(missing_ok=True)
        self._new.write_text(f"{mark}\n{step}")
        self._new.rename(self._set)

    def steps(self):
        """Return how many steps the transaction had, once it is over; "" before."""
        return self._steps.read_text() if self._steps.exists() else ""


class Kills:
    """The servers of a house, which die in turn during an operation, which is then repeated."""

    def __init__(self, houses, trap, deed):
        self.houses, self.trap, self.deed = houses, trap, deed
        self.place = houses[0].database or houses[0].folder / "ludoteka.sqlite"
        self.acknowledged = self.half_way = self.at_random = 0

    def run(self, number, part=0):
        """Kill so often, each time during the operation for another person; another part has other moments."""
        subjects = asyncio.run(self.prepare(number + SPARE * len(self.deed.marks)))
        steps, usual = self.measure(subjects)
        shift, chance = number // 2 * part if IS_CAMPAIGN else 0, Random(part)
        moments, victims = islice(cycle(steps), shift, None), cycle(self.houses)
        for place, subject in enumerate(subjects[:number]):
            if IS_CAMPAIGN and place % 2:
                self.kill(next(victims), subject, after=chance.uniform(0, usual))
            else:
                self.kill(next(victims), subject, *next(moments))
        text = "%s: %d kills, %d at random; %d acknowledged, %d half-way at the kill; %d steps"
        name = type(self.deed).__name__
        logger.warning(text, name, number, self.at_random, self.acknowledged, self.half_way, len(steps))

    async def prepare(self, number):
        """Store the person for whom the operation will be done."""
        store = Store(open_beside(self.place))
        try:
            return [await self.deed.prepare(store, one) for one in range(number)]
        finally:
            await store.close()

    def measure(self, subjects):
        """Perform the operation without a kill; return the steps of its transactions, and its longest duration."""
        steps, usual = [], 0.0
        for mark in self.deed.marks:
            begun = time.monotonic()
            last = next(filter(None, (self.count_steps(mark, subjects.pop()) for _ in range(SPARE))))
            usual = max(usual, time.monotonic() - begun)
            commit = [last, last - 1]  # after it, so that only the answer is lost, and before it
            steps.append([(mark, step) for step in (*commit, *range(1, last - 1))])
        return [one for together in zip_longest(*steps) for one in together if one], usual

    def count_steps(self, mark, subject):
        """Perform the operation, and return how many steps its transaction had; 0 if another server performed it."""
        self.until_ready(subject)
        self.trap.set(mark, NEVER)
        assert self.deed.ask(self.houses[0], subject) == ""
        until(lambda: self.stage(subject) == "all")
        if len(self.houses) == 1:
            until(self.trap.steps)
        return int(self.trap.steps() or 0)

    def stage(self, subject):
        """Return the stage of the operation."""
        return self.look(self.deed.stage, subject)

    def look(self, ask, subject):
        """Return what a question about the database is answered now."""
        with reading(self.place) as connection:
            return ask(connection, subject)

    def until_ready(self, subject):
        """Wait until the operation is possible."""
        if hasattr(self.deed, "is_ready"):
            until(lambda: self.look(self.deed.is_ready, subject))

    def kill(self, victim, subject, mark="", step=0, after=0.0):
        """Kill a server during the operation, check the state, repeat the operation, and open the server."""
        self.until_ready(subject)
        code = self.ask_at_step(victim, subject, mark, step) if mark else self.ask_at_random(victim, subject, after)
        stage = self.stage(subject)
        assert not (left := orphans(self.place)), left
        assert code is None or (code == "" and stage in self.deed.is_acknowledged), (code, stage)
        self.acknowledged += code == ""
        self.half_way += stage not in ("none", "all")
        self.ask_again(subject)
        for one in self.dead():
            self.open(one)
        self.deed.check(victim, subject)
        assert not (left := orphans(self.place)), left

    def ask_at_step(self, victim, subject, mark, step):
        """Request the operation; a server dies at a step of it.  Return the response, None for none."""
        self.trap.set(mark, step)
        code = self.ask(victim, subject)
        until(lambda: self.dead() or self.trap.steps() or (len(self.houses) > 1 and self.stage(subject) == "all"))
        for one in self.dead() or [victim]:  # the transaction had fewer steps, or another server was faster
            one.kill()
        return code

    def ask_at_random(self, victim, subject, after):
        """Request the operation; the server dies after some seconds.  Return the response, None for none."""
        self.at_random += 1
        dying = Timer(after, victim.process.send_signal, (signal.SIGKILL,))
        dying.start()
        code = self.ask(victim, subject)
        dying.join()
        victim.kill()
        return code

    def ask(self, house, subject):
        """Return the code of a refusal, "" for an acknowledgement, and None if the server died before."""
        try:
            return self.deed.ask(house, subject)
        except NO_ANSWER:
            return None

    def ask_again(self, subject):
        """Repeat the operation on a surviving server, or on the only one: then it is done, whatever was done before."""
        code = None
        while code is None:  # the other one may have been about to die in the trap, too
            if len(self.dead()) == len(self.houses):
                self.open(self.houses[0])
            [alive, *_] = [house for house in self.houses if house not in self.dead()]
            code = self.ask(alive, subject)
        assert code in ("", *self.deed.already), code
        until(lambda: self.stage(subject) in ("all", self.deed.is_acknowledged[-1]))

    def open(self, house):
        """Open a server that has died, perhaps after the other one was killed instead."""
        if not house.process.stdout.closed:
            house.kill()
        house.open()

    def dead(self):
        """Return the servers that have died."""
        return [house for house in self.houses if house.process.poll() is not None]
