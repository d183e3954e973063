"""Draws and take backs that people have offered each other, as the log tells it."""

from collections.abc import Mapping

from ludoteka.referee.events import Event


class Offers:
    """What is offered, and who agrees."""

    def __init__(self) -> None:
        self.standing: dict[str, str] = {}  # letter -> "draw" or "back"
        self.agreed: dict[str, list[str]] = {}  # letter of who offered -> those who agree, where others must, too
        self.asked: dict[tuple[str, str], int] = {}  # letter, matter -> how often it had acted when it asked last

    def note(self, event: Event, acts: Mapping[str, int]) -> None:
        """Take in the next event; `acts` tells how often each seat has acted."""
        matter, _, answered = event.text.partition(" ") if event.kind == "offer" else ("", "", "")
        if answered:
            self.agreed.setdefault(answered, []).append(event.seat)
        elif matter:
            self.standing[event.seat] = matter
            self.asked[event.seat, matter] = acts.get(event.seat, 0)
        elif event.kind in ("decline", "back", "draw", "resign", "flag", "claim"):
            self.standing, self.agreed = {}, {}
        elif event.kind == "act" and self.standing:  # who goes on playing has answered
            draws = [letter for letter, what in self.standing.items() if (letter, what) == (event.seat, "draw")]
            self.standing, self.agreed = dict.fromkeys(draws, "draw"), {}
