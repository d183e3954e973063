"""What the last event of a match was, in sentences for those at one terminal."""

from ludoteka.core.message import Message
from ludoteka.referee.events import Event
from ludoteka.referee.referee import Referee


def news(referee: Referee, event: Event, thrower: str | None, holder: str) -> list[Message]:
    """Return what is to be said of an event that was just accepted; nothing of what the person has typed himself.

    `thrower` is the letter of the seat whose hand threw, where it was a throw by hand.
    """
    moderator = referee.game.moderator
    if event.kind != "act":
        return []
    if moderator:
        return [one for said in moderator.says(referee.match.told, len(referee.match.told) - 1) for one in said]
    titles = {one.letter: one.title for one in referee.game.seats(referee.setup.options)}
    if event.seat == "chance" and thrower:
        return [Message("{seat}, throw: {action}", seat=titles[thrower], action=event.text)]
    if event.seat == "chance":
        return [Message("The dice fall: {action}", action=event.text)]
    if len(referee.moves) - 1 in referee.forced:
        return [Message("{seat}: no move, a pass", seat=titles[event.seat])]
    if referee.occupants[event.seat].kind == "computer":
        return [Message("{seat}: {action}", seat=titles[event.seat], action=_heard(referee, event, holder))]
    return []


def _heard(referee: Referee, event: Event, holder: str) -> str:
    """Return the text of the last action, as far as this person's seats may know it."""
    hidden = referee.hidden.get(len(referee.moves) - 1, ())
    mine = referee.seats_of(holder)
    numbers = [one.number for one in referee.game.seats(referee.setup.options) if one.letter in mine]
    return "…" if referee.result is None and set(numbers) & set(hidden) else event.text
