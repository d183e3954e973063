"""The extent of a search for leaks."""

from dataclasses import dataclass

from ludoteka.core.message import Message


@dataclass
class LeakCoverage:
    """Counts what was compared, in one search or several."""

    histories: int = 0  # the number of short histories
    history_ply: int = 0  # the length of the longest one
    lines: int = 0  # the number of long random lines
    pairs: int = 0  # pairs of positions that a seat can't tell apart
    pair_ply: int = 0  # the depth of the deepest pair
    alone: int = 0  # positions with secrets for which no counterfactual was found

    def add_history(self, ply: int) -> None:
        """Count a short history."""
        self.histories += 1
        self.history_ply = max(self.history_ply, ply)

    def add_pair(self, ply: int) -> None:
        """Count a pair of positions at this ply."""
        self.pairs += 1
        self.pair_ply = max(self.pair_ply, ply)

    @property
    def message(self) -> Message:
        """The counts in a sentence."""
        if not self.histories:
            return Message("Leak check: nothing to look for, because every seat may know everything.")
        return Message(
            "Leak check: short histories: {histories}, up to ply {history_ply}; long lines: {lines}; "
            "pairs compared: {pairs}, deepest at ply {pair_ply}; "
            "positions where no other secret could be found: {alone}.",
            histories=self.histories,
            history_ply=self.history_ply,
            lines=self.lines,
            pairs=self.pairs,
            pair_ply=self.pair_ply,
            alone=self.alone,
        )
