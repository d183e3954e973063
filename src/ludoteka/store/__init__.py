"""The database of a house: matches, seats, logs and chat, in SQLite or PostgreSQL."""

from ludoteka.store.models import ChatLine, MatchStatus, StoredMatch
from ludoteka.store.refusals import NotStored, NumberTaken, OutcomeUnknown, StoreRefused
from ludoteka.store.store import Store

__all__ = [
    "ChatLine",
    "MatchStatus",
    "NotStored",
    "NumberTaken",
    "OutcomeUnknown",
    "Store",
    "StoreRefused",
    "StoredMatch",
]
