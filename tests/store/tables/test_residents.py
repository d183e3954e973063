"""The data of profiles and leaderboards: matches and scores, the best users, and followed users."""

import asyncio
import json

from houses.rated import rating_store
from houses.stores import event, opened, setup
from msgspec import structs

from ludoteka.features.accounts.store import AccountStore
from ludoteka.features.moderation.store import ModerationStore
from ludoteka.features.moderation.tables import ModerationAction
from ludoteka.features.profiles.store import Followed, MatchFilter, Played, ProfileStore, Score
from ludoteka.features.ratings.tables import ratings
from ludoteka.features.reviews.reviews import ReviewStore
from ludoteka.referee.events import Occupant
from ludoteka.store import MatchStatus
from ludoteka.store.people import Account

ANNA, BORIS, CYRIL = "a" * 64, "b" * 64, "c" * 64
NOW = 1e6


async def registered(store, *names):
    accounts = AccountStore(store)
    for name in names:
        await accounts.register(Account(name, name[0].lower() * 64, name, "resident", "hash", 1.0), name.lower(), [])
    return accounts


async def played(store, name, made_at, result, visibility="public", game="tavlei", **seats):
    people = {letter: Occupant("person", 0, holder) for letter, holder in seats.items()}
    made = setup(name, made_at)._replace(seats=people, visibility=visibility, game=game)
    await store.create(made)
    if result is not None:
        await store.append(name, event(1), MatchStatus(result))


def test_matches_and_scores_of_a_resident_are_filtered_and_those_against_oneself_are_left_out(place):
    async def work():
        async with opened(place) as store:
            await registered(store, "Anna", "Boris", "Cyril")
            await played(store, "won", 1.0, {"a": 1, "d": -1}, a=ANNA, d=BORIS)
            await played(store, "lost", 2.0, {"a": 1, "d": -1}, a=CYRIL, d=ANNA)
            await played(store, "drawn", 3.0, {"a": 0, "d": 0}, a=ANNA, d=CYRIL)
            await played(store, "private", 4.0, {"a": 1, "d": -1}, "private", a=ANNA, d=BORIS)
            await played(store, "alone", 5.0, {"a": 1, "d": -1}, a=ANNA, d=ANNA)
            await played(store, "others", 6.0, {"a": 1, "d": -1}, a=BORIS, d=CYRIL)
            await played(store, "running", 7.0, None, game="moksha", w=BORIS, b=ANNA)
            await played(store, "called off", 8.0, {}, a=ANNA, d=BORIS)
            residents = ProfileStore(store)

            async def found(limit=10, **wanted):
                return [match.id for match in await residents.matches(ANNA, MatchFilter(**wanted), limit)]

            assert await found() == ["called off", "running", "drawn", "lost", "won"]
            assert await found(is_public=False) == ["called off", "running", "private", "drawn", "lost", "won"]
            assert await found(game="moksha") == ["running"]
            assert await found(side="d") == ["lost"]
            assert await found(opponent=CYRIL) == ["drawn", "lost"]
            assert await found(before=3.0, limit=1) == ["lost"]
            scores = [Score("tavlei", "a", 1, 1, 0), Score("tavlei", "d", 0, 0, 1)]
            assert await residents.scores(ANNA, MatchFilter()) == scores
            [private] = await residents.scores(ANNA, MatchFilter(side="a", opponent=BORIS, is_public=False))
            assert private == Score("tavlei", "a", 2, 0, 0)

    asyncio.run(work())


async def reviewed(store, match, *seats):
    """Store the review of a match; each seat is (letter, moves, mean loss, luck, skill)."""
    names = ("letter", "moves", "mean_loss", "luck", "skill")
    summaries = [dict(zip(names, seat, strict=True)) | {"title": "x", "grades": {"best": 2}} for seat in seats]
    reviews = ReviewStore(store)
    await reviews.begin(match, 9, 1.0)
    await reviews.finish(match, json.dumps({"seats": summaries, "steps": []}))


def test_how_a_resident_played_is_the_mean_of_their_seats_in_reviewed_matches(place):
    async def work():
        async with opened(place) as store:
            await registered(store, "Anna", "Boris")
            await played(store, "short", 1.0, {"a": 1, "d": -1}, a=ANNA, d=BORIS)
            await played(store, "long", 2.0, {"a": 1, "d": -1}, a=BORIS, d=ANNA)
            await played(store, "dice", 3.0, {"w": 1, "b": -1}, game="moksha", w=ANNA, b=BORIS)
            await played(store, "hidden", 4.0, {"P": 1, "Q": -1}, game="labyrinth", P=ANNA, Q=BORIS)
            await played(store, "begun", 5.0, {"a": 1, "d": -1}, a=ANNA, d=BORIS)
            await reviewed(store, "short", ("a", 10, 40_000, 0, 90_000), ("d", 10, 1, 0, 2))
            await reviewed(store, "long", ("a", 30, 1, 0, 2), ("d", 30, 20_000, 0, 10_000))
            await reviewed(store, "dice", ("w", 0, 0, -70_000, 30_000), ("b", 1, 1, 70_000, 0))
            await ReviewStore(store).begin("begun", 9, 1.0)
            await ReviewStore(store).begin("hidden", 9, 1.0)
            await ReviewStore(store).finish("hidden", json.dumps({"seats": ["P", "Q"], "hindsight": []}))
            residents = ProfileStore(store)

            tavlei, moksha = Played("tavlei", 2, 25_000, None, None), Played("moksha", 1, 0, -70_000, 30_000)
            assert await residents.played(ANNA, MatchFilter()) == [moksha, tavlei]
            assert await residents.played(ANNA, MatchFilter(side="d")) == [
                structs.replace(tavlei, reviewed=1, mean_loss=20_000)
            ]
            assert await residents.played(BORIS, MatchFilter(game="labyrinth")) == []

    asyncio.run(work())


def test_a_leaderboard_has_the_settled_ratings_of_those_who_play_and_show_themselves(place):
    async def work():
        async with opened(place) as store:
            names = ["Anna", "Boris", "Cyril", "Dana", "Emil", "Filip", "Gear"]
            await registered(store, *names)
            rows = {"Anna": (1700, 60), "Boris": (1800, 60), "Cyril": (2000, 200), "Dana": (1900, 60)}
            rows |= {"Emil": (1950, 60), "Filip": (1960, 60), "Gear": (1970, 60)}
            for name, (rating, deviation) in rows.items():
                row = {"holder": name[0].lower() * 64, "game": "tavlei", "speed": "blitz", "volatility": 0.06}
                at = 10.0 if name == "Dana" else NOW
                row |= {"rating": rating, "deviation": deviation, "number": 20, "at": at}
                await store.write([(ratings.insert(), row)])
            leaders = rating_store(store).leaders
            await ProfileStore(store).hide("Emil", is_hidden=True)
            await ModerationStore(store).close(ModerationAction("act", NOW, "", "close"), "Filip", is_closed=True)
            await AccountStore(store).make_bot("Gear")

            assert [leader.name for leader in await leaders("tavlei", "blitz", 100.0, 10)] == ["Boris", "Anna"]
            assert [leader.name for leader in await leaders("tavlei", "blitz", 0.0, 1)] == ["Dana"]
            assert await leaders("tavlei", "rapid", 0.0, 10) == []

    asyncio.run(work())


def test_those_who_play_come_first_among_the_followed_and_nobody_follows_a_deleted_account(place):
    async def work():
        async with opened(place) as store:
            accounts = await registered(store, "Anna", "Boris", "Cyril", "Dana")
            residents = ProfileStore(store)
            for _ in range(2):  # following a user again changes nothing
                for name in ("Cyril", "Boris", "Dana"):
                    await residents.follow("Anna", name, NOW)
            await played(store, "running", NOW, None, d=CYRIL, a=BORIS, visibility="private")
            await played(store, "public", NOW, None, d=CYRIL, a=ANNA)
            await accounts.delete(await accounts.account("Dana"), NOW)
            await residents.follow("Boris", "Anna", NOW)
            await residents.unfollow("Boris", "Anna")

            assert await residents.followed("Anna", NOW) == [
                Followed("Cyril", "public", "tavlei"),
                Followed("Boris", None, None),
            ]
            assert await residents.follow_count("Anna") == 2
            assert await residents.follower_count("Anna") == 0
            assert await residents.follows("Anna", "Cyril")
            assert not await residents.follows("Boris", "Anna")

    asyncio.run(work())
