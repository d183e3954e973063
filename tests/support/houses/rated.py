"""Rated matches in a store."""

from contextlib import asynccontextmanager

from houses.stores import event, setup
from ludoteka.features.ratings.store import RatingStore
from ludoteka.referee.events import Occupant
from ludoteka.store import MatchStatus, Store
from ludoteka.store.backends.dispatch import open_beside

ANNA, BORIS = "a" * 64, "b" * 64


@asynccontextmanager
async def opened_beside(place):
    store = Store(open_beside(place))
    yield store
    await store.close()


async def ended(store, name, at, result, spoil="", **seats):
    """Store a rated match that has ended."""
    people = {
        "a": Occupant("person", 0, ANNA, "Anna", "resident"),
        "d": Occupant("person", 0, BORIS, "Boris", "resident"),
    }
    made = setup(name)._replace(seats=people | seats, clock="5+3", rated=True)
    await store.create(made)
    if spoil:
        await store.append(name, event(1)._replace(kind=spoil, at=at - 1))
    await store.append(name, event(2 if spoil else 1)._replace(at=at), MatchStatus(result))


def rating_store(store):
    return RatingStore(store)
