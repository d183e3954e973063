"""What the last event of a match was, in sentences for those at one terminal."""

from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.referee.events import Event
from ludoteka.referee.referee import Referee
from ludoteka.referee.views.narration import narration_of


def news(referee: Referee, event: Event, thrower: str | None, holder: str) -> list[Message]:
    """Return what is to be said of an event that was just accepted; nothing of what the person has typed himself.

    `thrower` is the letter of the seat whose hand threw, where it was a throw by hand.
    """
    if event.kind != "act":
        return []
    if referee.game.says:
        return _said(referee, holder)
    if referee.match.remarks and referee.match.remarks[-1]:
        return list(referee.match.remarks[-1])
    titles = {one.letter: one.title for one in referee.game.seats(referee.setup.options)}
    action = _heard(referee, event, holder)
    if event.seat == "chance" and thrower:
        return [Message("{seat}, throw: {action}", seat=titles[thrower], action=action)]
    if event.seat == "chance":
        return [Message("The dice fall: {action}", action=action)]
    if len(referee.moves) - 1 in referee.forced_passes:
        return [Message("{seat}: no move, a pass", seat=titles[event.seat])]
    if referee.occupants[event.seat].kind == "computer":
        return [Message("{seat}: {action}", seat=titles[event.seat], action=action)]
    return []


def _said(referee: Referee, holder: str) -> list[Message]:
    """Return the sentences of the last action, as the one seat heard it that is at this terminal, or spectators did."""
    if referee.game.says is None:
        return []
    numbers = _seats(referee, holder)
    log = referee.match.log(numbers[0] if len(numbers) == 1 else NOBODY)
    return [one for said in referee.game.says(log, len(log) - 1, narration_of(referee)) for one in said]


def _seats(referee: Referee, holder: str) -> list[int]:
    mine = referee.seats_of(holder)
    return [one.number for one in referee.game.seats(referee.setup.options) if one.letter in mine]


def _heard(referee: Referee, event: Event, holder: str) -> str:
    """Return the text of the last action, as far as this person's seats may know it."""
    if referee.result is not None or not referee.game.keeps_log:
        return event.text
    heard = {referee.match.log(number)[-1].text for number in _seats(referee, holder)}
    return heard.pop() or "…" if len(heard) == 1 else "…"
