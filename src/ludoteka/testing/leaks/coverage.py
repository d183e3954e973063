"""How deep and wide a search for leaks has looked."""

from dataclasses import dataclass

from ludoteka.core.message import Message


@dataclass
class LeakCoverage:
    """Counts what was looked at, in one search or in several."""

    histories: int = 0  # short ones, all of them
    history_ply: int = 0  # the longest of them
    lines: int = 0  # long ones, played at random
    pairs: int = 0  # positions of these that were compared with another one of which a seat knows the same
    pair_ply: int = 0  # the deepest of them
    alone: int = 0  # positions with secrets for which no other secret was found

    def add_history(self, ply: int) -> None:
        """Count a short history."""
        self.histories += 1
        self.history_ply = max(self.history_ply, ply)

    def add_pair(self, ply: int) -> None:
        """Count a pair of positions that are so deep in a match."""
        self.pairs += 1
        self.pair_ply = max(self.pair_ply, ply)

    @property
    def message(self) -> Message:
        """What was looked at, in a sentence."""
        if not self.histories:
            return Message("Leak check: every seat may know everything.")
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
