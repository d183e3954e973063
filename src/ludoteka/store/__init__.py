"""What a house keeps: matches, seats and the log of each match, in one SQL database."""

from ludoteka.store.opening import StoreRefused
from ludoteka.store.store import Kept, Standing, Store
from ludoteka.store.writer import NotStored, NumberTaken

__all__ = ["Kept", "NotStored", "NumberTaken", "Standing", "Store", "StoreRefused"]
