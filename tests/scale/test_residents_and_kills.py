"""Servers are killed while users register, recover or delete accounts, and while matches are rated, paired and annulled.

A kill comes at a step of the transaction, in a campaign also at any moment; there it comes a hundred times for each operation.
The figures in docs/operating/faults.md come from here:
LUDOTEKA_CAMPAIGN=1 pytest tests/scale/test_residents_and_kills.py --log-cli-level=WARNING
"""

import asyncio

import pytest
from houses import RunningHouse, make, seated
from perils.deeds import Deletion, Recovery, Registration
from perils.deeds_in_matches import Annulment, Ban, Pairing, Rating
from perils.kills import Kills
from perils.people import client
from plugins.campaign import IS_CAMPAIGN, scaled
from programs.commands import ludoteka

PARTS = range(scaled(4, 4))  # several tests instead of one, so that none takes long
DEEDS = (Registration, Deletion, Rating, Pairing, Annulment, Ban, Recovery)


def name_of_deed(deed):
    return deed.__name__.lower()


every_deed = pytest.mark.parametrize("deed", DEEDS, ids=name_of_deed)


@every_deed
@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_lost_or_half_done_when_the_only_server_is_killed(tmp_path, trap, deed, part):
    with RunningHouse(tmp_path, moment=0, **trap.options) as house:
        Kills([house], trap, deed()).run(25 if IS_CAMPAIGN else 3, part)
    check_well("--data", tmp_path)


@every_deed
@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_lost_or_half_done_when_one_of_two_servers_is_killed(trapped, trap, deed, part):
    Kills(trapped.houses, trap, deed()).run(25 if IS_CAMPAIGN else 2, part)
    check_well("--database", trapped.database)


@pytest.mark.parametrize("deed", [Deletion, Recovery], ids=name_of_deed)
def test_connections_end_if_the_server_that_should_have_told_so_is_killed(trapped, trap, deed):
    one, other = trapped.houses
    kills = Kills(trapped.houses, trap, deed())
    who, *rest = asyncio.run(kills.prepare(2))
    [(mark, last), *_], _ = kills.measure(rest)
    with client(other, who.cookies) as browser, seated(browser, make(browser)) as player:
        assert kills.ask_at_step(one, who, mark, last) is None  # it was done, but not acknowledged
        assert player.next("refused")["d"]["code"] == "signed-out"


def check_well(*place):
    """Check that `ludoteka doctor` finds nothing."""
    ended = ludoteka("doctor", *place)
    assert ended.returncode == 0, ended.stdout + ended.stderr
