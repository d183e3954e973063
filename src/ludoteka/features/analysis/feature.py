"""The analysis board, as a part of a house."""

from ludoteka.features.analysis.calls import calls
from ludoteka.server.foundation import Feature

FEATURE = Feature(lambda _: None, (calls,))  # nothing but what every house has is needed
