"""The analysis board, as a part of a house."""

from ludoteka.features.analysis.calls import AnalysisDesk, calls
from ludoteka.server.foundation import Feature, Foundation


def add_analysis(house: Foundation) -> None:
    """Let anyone analyse positions."""
    house.services.add_all(AnalysisDesk(house.replays, house.limits))


FEATURE = Feature(add_analysis, (calls,))
