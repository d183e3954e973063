"""Bans, their duration, and statistics of rated play, from the database."""

import asyncio
import json

import pytest
from houses.rated import ANNA, BORIS, ended, rating_store
from houses.stores import event, opened
from sqlalchemy import bindparam, update

from ludoteka.core.message import Refused
from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.moderation.bans import Bans, Visitor
from ludoteka.features.moderation.rated_play import RatedPlay
from ludoteka.features.moderation.store import INSERT_SHUT_OUT, ModerationStore
from ludoteka.features.moderation.tables import ModerationAction, StoredBan
from ludoteka.features.ratings.tables import ratings
from ludoteka.features.reviews.reviews import ReviewStore
from ludoteka.store import MatchStatus
from ludoteka.store.people import Account

HOME = "198.51.100.1"


def test_whoever_is_shut_out_comes_in_again_when_the_time_is_over(place):
    async def work():
        async with opened(place) as store:
            order, clock = ModerationStore(store), [1000.0]
            shut_outs = Bans(order, lambda: clock[0], lambda subject, text: None)
            await shut_outs.check(Visitor(ANNA, HOME, is_signed_in=False))
            await shut_outs.add(ModerationAction("act", 1000.0, "", "shut-out", ANNA), ANNA, "", 2)
            for holder in (ANNA, BORIS):
                with pytest.raises(Refused, match="shut-out"):
                    await shut_outs.check(Visitor(holder, HOME, is_signed_in=False))
            await shut_outs.check(Visitor(BORIS, HOME, is_signed_in=True))
            clock[0] += 2 * 3600 - 1
            with pytest.raises(Refused, match="shut-out"):
                await shut_outs.check(Visitor(BORIS, HOME, is_signed_in=False))
            clock[0] += 2
            for holder in (ANNA, BORIS):
                await shut_outs.check(Visitor(holder, HOME, is_signed_in=False))
            assert len(await order.shut_outs(1000.0)) == 2
            await order.forget_shut_outs(clock[0])
            assert await order.shut_outs(1000.0) == []

    asyncio.run(work())


def test_a_lifted_ban_stays_lifted_when_a_server_that_does_not_know_it_yet_finds_an_address(place):
    async def work():
        async with opened(place) as store:
            order = ModerationStore(store)
            one, other = (Bans(order, lambda: 1000.0, lambda subject, text: None) for _ in range(2))
            await one.add(ModerationAction("act", 1000.0, "", "shut-out", ANNA), ANNA, "", 2)
            await other.reload()
            await one.lift(ModerationAction("lift", 1000.0, "", "let-in", ANNA), "act")
            with pytest.raises(Refused, match="shut-out"):
                await other.check(Visitor(ANNA, HOME, is_signed_in=False))
            for bans in (one, other):
                await bans.reload()
                await bans.check(Visitor(ANNA, HOME, is_signed_in=False))

    asyncio.run(work())


def test_an_address_that_another_server_adds_to_a_ban_at_the_moment_of_its_lifting_is_not_banned(place):
    async def work():
        async with opened(place) as store:
            order = ModerationStore(store)
            bans = Bans(order, lambda: 1000.0, lambda subject, text: None)
            await bans.add(ModerationAction("act", 1000.0, "", "shut-out", ANNA), ANNA, "", 2)
            await bans.lift(ModerationAction("lift", 1000.0, "", "let-in", ANNA), "act")
            await order.write((INSERT_SHUT_OUT, StoredBan("act", HOME, ANNA, 9000.0)._asdict()))
            await bans.reload()
            for holder in (ANNA, BORIS):
                await bans.check(Visitor(holder, HOME, is_signed_in=False))

    asyncio.run(work())


def test_figures_about_rated_play_count_losses_on_time_and_choices_of_a_search(place):
    async def work():
        async with opened(place) as store:
            await AccountStore(store).register(Account("id", ANNA, "Anna", "resident", "", 1.0), "anna", [])
            for number, best in ((1, 9), (2, 6), (3, None)):
                await ended(store, f"m{number}", 1000.0 + number, {"a": 1, "d": -1})
                if best is not None:
                    await reviewed(store, f"m{number}", best)
            await ended(store, "late", 2000.0, {"a": -1, "d": 1})
            await store.append(
                "late", event(2)._replace(kind="flag", seat="a", at=2000.0), MatchStatus({"a": -1, "d": 1})
            )
            await ended(store, "theirs", 3000.0, {"a": 1, "d": -1})
            await store.append(
                "theirs", event(2)._replace(kind="flag", seat="d", at=3000.0), MatchStatus({"a": 1, "d": -1})
            )
            await rating_store(store).rate_ended()
            await store.write(
                [(update(ratings).values(deviation=bindparam("settled"), rating=1700.0), {"settled": 60.0})]
            )

            [anna] = await ModerationStore(store).rated_play("tavlei", "blitz", 0.0)
            assert anna == RatedPlay("Anna", 1700, 5, 4, 1, 2, 20, 15, ["theirs", "late", "m3"])

    asyncio.run(work())


async def reviewed(store, match, best):
    """Store a review in which Anna had ten choices, and made some as a search would have."""
    anna = {"letter": "a", "title": "x", "moves": 10, "grades": {"best": best, "good": 10 - best}}
    other = {"letter": "d", "title": "x", "moves": 10, "grades": {"blunder": 10}}
    await ReviewStore(store).begin(match, 9, 1.0)
    await ReviewStore(store).finish(match, json.dumps({"seats": [anna, other], "steps": []}))
