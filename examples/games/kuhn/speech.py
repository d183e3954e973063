"""What has been done, in sentences."""

from ludoteka.core.game import LogEntry, Sentences
from ludoteka.core.message import Message
from ludoteka.games.kuhn.notation import UNSEEN

PLAYERS = {"f": Message("First"), "s": Message("Second")}
CARDS = {"jack": Message("Jack"), "queen": Message("Queen"), "king": Message("King")}


def sentences(told: LogEntry) -> Sentences:
    """Return what was done, and what a showdown showed."""
    return (_dealt(str(told.text)) if told.seat == "chance" else _done(told), *map(_shown, told.answers))


def _dealt(text: str) -> Message:
    letter, _, card = text.partition(":")
    if card == UNSEEN:
        return Message("{player} is dealt a card.", player=PLAYERS[letter])
    return Message("{player} is dealt the {card}.", player=PLAYERS[letter], card=CARDS[card])


def _shown(answer: str) -> Message:
    letter, _, card = answer.partition(":")
    return Message("{player} shows the {card}.", player=PLAYERS[letter], card=CARDS[card])


def _done(told: LogEntry) -> Message:
    player = PLAYERS[told.seat]
    if told.text == "check":
        return Message("{player} checks.", player=player)
    if told.text == "bet":
        return Message("{player} bets.", player=player)
    return (
        Message("{player} folds.", player=player) if told.text == "fold" else Message("{player} calls.", player=player)
    )
