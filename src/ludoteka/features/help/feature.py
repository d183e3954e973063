"""Help for people who play, as a part of a house."""

from ludoteka.features.help.calls import calls
from ludoteka.server.foundation import Feature

FEATURE = Feature(lambda _: None, (calls,))  # nothing but what every house has is needed
