"""A house is attacked in many ways at once while two people play: they play on, and nothing is lost.

A campaign attacks for ten minutes.  It also checks how long the two people wait, which says something only on a machine
that does nothing else, and how strong the storms were:
LUDOTEKA_CAMPAIGN=1 pytest tests/scale/test_siege.py --log-cli-level=WARNING -o faulthandler_timeout=1800
"""

import asyncio
import json
import logging
import os
import resource
import statistics
import sys
from pathlib import Path

import pytest
from crowds import attackers
from crowds.crowd import Crowd
from crowds.floods import RECONNECTIONS
from crowds.large_house import fill
from crowds.ledger import balance
from houses import RunningHouse
from houses.stores import new_file
from plugins.campaign import IS_CAMPAIGN

logger = logging.getLogger(__name__)
SECONDS = 600.0 if IS_CAMPAIGN else 0.5  # or longer, until each attack has done something
LONGEST_WAIT = 0.1  # seconds, for 99 of 100 moves
ENOUGH = 10  # moves, at least
MANY_GUESTS = 5000  # from one address
MEGABYTE = 1 << 20
MOST_MEMORY = 300 * MEGABYTE
MOST_LOG = MEGABYTE  # a minute
DESCRIPTORS = 1024  # that the house may have open, as many systems allow a program


@pytest.fixture
def house(tmp_path):
    """A house that logs to a file and may open as many files as most systems allow."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, before[1]))
    fill(new_file(tmp_path / "ludoteka.sqlite"), 1.0 if IS_CAMPAIGN else 0.02)
    with (tmp_path / "log").open("w") as log, RunningHouse(tmp_path, moment=0, log=log) as running:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        yield running


async def play_under_attack(house):
    """Let two people play while the house is attacked; return their tables and what the attackers were answered.

    The attackers share two cores with the house and its players, but not as equals (`attackers.make_way`).
    """
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "crowds.attackers", house.address, str(SECONDS)),
        stdout=asyncio.subprocess.PIPE,
        cwd=Path(attackers.__file__).parents[1],
    )
    attack = asyncio.create_task(program.communicate())
    try:
        async with Crowd(house.address, tables=1) as people:
            while not (attack.done() and people.acknowledged >= ENOUGH):
                await people.until_acknowledged(1, 60)
    finally:
        if program.returncode is None:
            program.kill()
    results, _ = await attack
    assert program.returncode == 0
    return people.tables, json.loads(results)


def peak_memory(process):
    """Return the largest memory of a process so far, in bytes."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))


def stolen_seconds():
    """Return the processor time that the host of a virtual machine has given to others, since the machine started."""
    ticks = int(Path("/proc/stat").read_text().split()[8])
    return ticks / os.sysconf("SC_CLK_TCK")


def test_two_people_play_on_while_a_house_is_attacked_in_two_dozen_ways(house):
    stolen = stolen_seconds()
    tables, results = asyncio.run(play_under_attack(house))
    stolen = stolen_seconds() - stolen
    memory = peak_memory(house.process)
    house.close()

    told = asyncio.run(balance(house.folder / "ludoteka.sqlite", tables))
    waits = [wait for table in tables for browser in table.browsers for wait in browser.waits]
    percentiles = statistics.quantiles(waits, n=100)
    log = (house.folder / "log").stat().st_size
    logger.warning("%s", json.dumps(results))
    logger.warning(
        "%s; waits: median %.0f ms, p99 %.0f ms, at most %.0f ms; memory %.0f MB; log %.0f kB; stolen by the host: %.1f s",
        *(told, 1000 * percentiles[49], 1000 * percentiles[98], 1000 * max(waits), memory / MEGABYTE, log / 1024),
        stolen,
    )
    assert told.acknowledged > 0
    assert (told.lost, told.doubled) == (0, 0)
    assert [code for table in tables for browser in table.browsers for code in browser.refused] == []
    assert memory < MOST_MEMORY
    assert log < MOST_LOG * max(1.0, SECONDS / 60)
    assert all(results.values()), "an attack did nothing"
    if IS_CAMPAIGN:
        assert results["reconnect"]["connected"] >= 0.8 * RECONNECTIONS * SECONDS
        assert results["become_guests"]["200"] >= MANY_GUESTS
        assert percentiles[98] < LONGEST_WAIT
