"""What has happened in a match elsewhere, in sentences: one view held against the next."""

from collections.abc import Iterator
from typing import Any

from ludoteka.core.message import Message
from ludoteka.referee.projection import PASS
from ludoteka.terminal.tables.payloads import View, message


def title(view: View, letter: str) -> Message:
    """Return what a seat is called."""
    return next((message(one["title"]) for one in view["seats"] if one["letter"] == letter), message(letter or ""))


def who(one: View) -> Message | str:
    """Return who sits on a seat."""
    if one["kind"] == "computer":
        return Message("the computer, level {level}", level=one["level"])
    if one["kind"] == "free":
        return Message("free")
    if one["yours"]:
        return Message("you")
    return str(one["name"]) or Message("Guest {number}", number=one["guest"])


def narrate(before: View, after: View, is_own: bool) -> list[Message]:
    """Return what is to be said; nothing of what the person has just typed himself, where `is_own`."""
    return [
        *_played(before, after, is_own),
        *_offered(before, after),
        *_left(before, after),
        *([_claim(after)] if after["can"].get("claim") and not before["can"].get("claim") else []),
    ]


def _played(before: View, after: View, is_own: bool) -> Iterator[Message]:
    old, new = before["moves"]["list"], after["moves"]["list"]
    if len(new) < len(old):
        yield Message("Taken back.")
    thrower = before["thrower"]
    for letter, text, *said in new[len(old) :]:
        if said:
            yield from map(message, said[0])
        elif letter == "chance" and thrower:
            yield Message("{seat}, throw: {action}", seat=title(after, thrower), action=text or "…")
        elif letter == "chance":
            yield Message("The dice fall: {action}", action=text or "…")
        elif text == PASS:
            yield Message("{seat}: a pass", seat=title(after, letter))
        elif not (is_own and letter in seats_of(after)):
            yield Message("{seat}: {action}", seat=title(after, letter), action=text or "…")
        thrower = None


def _offered(before: View, after: View) -> Iterator[Message]:
    for letter, what in after["offers"].items():
        if before["offers"].get(letter) != what and letter not in seats_of(after):
            yield _offer(title(after, letter), what)
    stood = [one for one in before["offers"] if one in seats_of(after) and one not in after["offers"]]
    if stood and before["moves"] == after["moves"] and after["result"] is None:
        yield Message("Your offer was declined.")


def _offer(seat: Message, what: str) -> Message:
    if what == "draw":
        return Message("{seat}: a draw is offered. Type accept or decline.", seat=seat)
    return Message("{seat}: the last action is asked back. Type accept or decline.", seat=seat)


def _left(before: View, after: View) -> Iterator[Message]:
    """Tell who has left and come back, as long as it matters."""
    present = {one["letter"]: one["present"] for one in before["seats"] if one["kind"] == "person"}
    for one in after["seats"]:
        was = present.get(one["letter"])
        if one["kind"] == "person" and not one["yours"] and was not in (None, one["present"]):
            seat = title(after, one["letter"])
            if after["result"] is None:
                yield (
                    Message("{seat}: here again.", seat=seat) if one["present"] else Message("{seat}: gone.", seat=seat)
                )


def _claim(after: View) -> Message:
    return Message("{seat}: gone for long. Type claim to claim the win.", seat=title(after, after["to_act"]))


def people(view: View) -> list[Message]:
    """Return who sits where."""
    return [Message("{seat}: {name}", seat=message(one["title"]), name=who(one)) for one in view["seats"]]


def seats_of(view: View) -> list[Any]:
    """Return the letters of one's own seats."""
    return [one["letter"] for one in view["seats"] if one["yours"]]
