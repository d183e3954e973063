"""What a house keeps: matches, seats, the log of each match and its chat, in one SQL database."""

from ludoteka.store.kept import Kept, Said, Standing
from ludoteka.store.refusals import NotStored, NumberTaken, OutcomeUnknown, StoreRefused
from ludoteka.store.store import Store

__all__ = ["Kept", "NotStored", "NumberTaken", "OutcomeUnknown", "Said", "Standing", "Store", "StoreRefused"]
