"""Offers of draws and take backs, folded from the log."""

from collections.abc import Mapping

from ludoteka.compilation import mypyc_attr
from ludoteka.referee.events import Event


@mypyc_attr(allow_interpreted_subclasses=True)
class Offers:
    """The pending offers, and who has agreed to them."""

    def __init__(self) -> None:
        self.pending: dict[str, str] = {}  # letter of the offering seat -> "draw" or "back"
        self.consents: dict[str, list[str]] = {}  # letter of the offering seat -> the seats that have agreed so far
        # (letter, matter) -> how often the seat had acted when it last made this offer
        self.last_asked: dict[tuple[str, str], int] = {}

    def update(self, event: Event, acts: Mapping[str, int]) -> None:
        """Apply the next event; `acts` maps the letter of each seat to how often it has acted."""
        matter, _, offering = event.text.partition(" ") if event.kind == "offer" else ("", "", "")
        if offering:
            self.consents.setdefault(offering, []).append(event.seat)
        elif matter:
            self.pending[event.seat] = matter
            self.last_asked[event.seat, matter] = acts.get(event.seat, 0)
        elif event.kind in ("decline", "back", "draw", "resign", "flag", "claim"):
            self.pending, self.consents = {}, {}
        elif event.kind == "act" and self.pending:
            # Playing on declines every offer, except the player's own offer of a draw.
            draws = [letter for letter, what in self.pending.items() if (letter, what) == (event.seat, "draw")]
            self.pending, self.consents = dict.fromkeys(draws, "draw"), {}
