"""The scene of Kuhn poker."""

from collections.abc import Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Piece, Place, Scene
from ludoteka.games.kuhn import rules
from ludoteka.games.kuhn.notation import DECK, LETTERS, PLAYERS, POT
from ludoteka.games.kuhn.rules import BACK, FIRST, JACK, KING, NOTHING, QUEEN, SECOND, Observation, is_even, returns

HAND = Message("hand")
PLACES = (
    Place(LETTERS[SECOND], 0.5, 0, "cards", HAND),
    Place(DECK, 0, 1, "deck", Message("deck")),
    Place(POT, 1, 1, "pot", Message("pot")),
    Place(LETTERS[FIRST], 0.5, 2, "cards", HAND),
)
CARDS = {
    JACK: ("jack", "J", Message("Jack")),
    QUEEN: ("queen", "Q", Message("Queen")),
    KING: ("king", "K", Message("King")),
    BACK: ("back", "?", Message("card")),
}
CHIP = Message("chip")
OPENING = Choice("check", Message("Check")), Choice("bet", Message("Bet a chip"))
ANSWERING = Choice("fold", Message("Fold")), Choice("call", Message("Call with a chip"))


def scene(seen: Observation, actions: Sequence[int]) -> Scene:
    """Describe the table as one seat sees it, and the actions to choose from."""
    dealt = [(LETTERS[seat], card) for seat, card in enumerate(seen.cards) if card != NOTHING]
    left = [(DECK, BACK)] * (len(rules.CARDS) - len(dealt))
    cards = tuple(_card(place, card) for place, card in (*dealt, *left))
    chips = tuple(Piece("chip", seat, POT, "o", CHIP) for seat in (FIRST, SECOND) for _ in range(seen.pot[seat]))
    choices = (OPENING if is_even(seen) else ANSWERING) if actions else ()
    panel = (PanelEntry(Message("Chips in the pot"), sum(seen.pot)),)
    return Scene(_status(seen), PLACES, cards + chips, choices=choices, panel=panel)


def _card(place: str, card: int) -> Piece:
    """Return a card.  All cards have the same seat, so that a card keeps its id when it moves from the deck to a hand."""
    kind, symbol, label = CARDS[card]
    return Piece(kind, FIRST, place, symbol, label)


def _status(seen: Observation) -> Message:
    if seen.turn == CHANCE:
        return Message("The cards are dealt")
    if seen.turn != NOBODY:
        return Message("First to act") if seen.turn == FIRST else Message("Second to act")
    won = returns(seen, FIRST)
    winner = PLAYERS["f" if won > 0 else "s"]
    return Message("{player} wins {count} chip", plural="{player} wins {count} chips", player=winner, count=abs(won))
