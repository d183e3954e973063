"""The actions of Kuhn poker in sentences."""

from ludoteka.core.game import LogEntry, Sentences
from ludoteka.core.message import Message
from ludoteka.games.kuhn.notation import UNSEEN

PLAYERS = {"f": Message("First"), "s": Message("Second")}
CARDS = {"jack": Message("Jack"), "queen": Message("Queen"), "king": Message("King")}


def sentences(entry: LogEntry) -> Sentences:
    """Describe an action, and the cards of a showdown."""
    return (_dealt(str(entry.text)) if entry.seat == "chance" else _done(entry), *map(_shown, entry.answers))


def _dealt(text: str) -> Message:
    letter, _, card = text.partition(":")
    if card == UNSEEN:
        return Message("{player} is dealt a card.", player=PLAYERS[letter])
    return Message("{player} is dealt the {card}.", player=PLAYERS[letter], card=CARDS[card])


def _shown(answer: str) -> Message:
    letter, _, card = answer.partition(":")
    return Message("{player} shows the {card}.", player=PLAYERS[letter], card=CARDS[card])


def _done(entry: LogEntry) -> Message:
    player = PLAYERS[entry.seat]
    if entry.text == "check":
        return Message("{player} checks.", player=player)
    if entry.text == "bet":
        return Message("{player} bets.", player=player)
    return (
        Message("{player} folds.", player=player) if entry.text == "fold" else Message("{player} calls.", player=player)
    )
