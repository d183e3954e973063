"""Sentences about what happened in a match, from the difference between two views."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message
from ludoteka.referee.projection import PASS
from ludoteka.referee.views.words import forced_pass_text
from ludoteka.terminal.tables.people import own_seats, person_name, title
from ludoteka.terminal.tables.traces import traces

FORCED = forced_pass_text(Message("")).text  # the status if a seat can only pass


class Move(NamedTuple):
    """An action that was played, in sentences."""

    letter: str  # of the seat, or "chance"
    sentences: tuple[Message, ...]  # the whole action, captures included
    captures: tuple[Message, ...] = ()  # what happened to the pieces of others
    is_known: bool = False  # whether the player who acted already knows everything except the captures


class Notice(NamedTuple):
    """A message that the person can answer; each client says how."""

    message: Message
    kind: str


OFFER, CLAIM, REMATCH = "offer", "claim", "rematch"  # kinds of notice


def narrate(before: View, after: View) -> list[Move | Message | Notice]:
    """Return the new actions, and everything else to announce."""
    can, could = after["can"], before["can"]
    return [
        *_played(before, after),
        *_offered(before, after),
        *_left(before, after),
        *([_claim(after)] if can.get("claim") and not could.get("claim") else []),
    ]


def _played(before: View, after: View) -> Iterator[Move | Message]:
    old, new = before["moves"]["list"], after["moves"]["list"]
    if len(new) < len(old):
        yield Message("Taken back.")
    yield from _told_since(old, new)
    fresh = new[len(old) :]
    thrower, forced = before["thrower"], _is_pass_due(before)
    for number, entry in enumerate(fresh):
        is_last = number == len(fresh) - 1
        steps, captures = traces(before, after, entry[0]) if is_last and len(new) == len(old) + 1 else ([], [])
        yield describe_move(after, entry, thrower, forced, steps, captures)
        thrower, forced = None, False


def _told_since(old: Sequence[Sequence[Any]], new: Sequence[Sequence[Any]]) -> Iterator[Message]:
    """Yield what was added to the last move known before: what somebody tried after it, and was refused aloud."""
    last = min(len(old), len(new)) - 1
    if last >= 0 and old[last][:2] == new[last][:2] and len(new[last]) == len(old[last]) > 2:
        yield from map(decode_message, new[last][2][len(old[last][2]) :])


def _is_pass_due(view: View) -> bool:
    status = view["scene"]["status"]
    return isinstance(status, list) and status[0] == FORCED


def describe_move(
    view: View,
    entry: Sequence[Any],
    thrower: str | None = None,
    forced: bool = False,
    steps: Sequence[str] = (),
    captures: Sequence[Message] = (),
) -> Move:
    """Describe an entry of the list of moves; `steps` says which of the mover's pieces went where."""
    letter, text, *said = entry
    seat, letter = title(view, str(letter)), str(letter)
    if said:
        sentences = tuple(map(decode_message, said[0]))
        return Move(letter, sentences)
    action = str(text) if text else "…"
    if letter == "chance" and thrower:
        first = Message("{seat} throws: {action}", seat=title(view, thrower), action=action)
    elif letter == "chance":
        first = Message("The dice fall: {action}", action=action)
    elif text == PASS and forced:
        first = Message("{seat} cannot move and passes.", seat=seat)
    elif text == PASS:
        first = Message("{seat} passes.", seat=seat)
    elif steps:
        first = Message("{seat}: {action} ({steps})", seat=seat, action=action, steps=", ".join(steps))
    else:
        first = Message("{seat}: {action}", seat=seat, action=action)
    return Move(letter, (first, *captures), tuple(captures), is_known=text != PASS)


def _offered(before: View, after: View) -> Iterator[Message | Notice]:
    mine = own_seats(after)
    for letter, what in after["offers"].items():
        if before["offers"].get(letter) != what and letter not in mine:
            yield Notice(_offer(title(after, letter), what), OFFER)
    withdrawn = [one for one in before["offers"] if one in mine and one not in after["offers"]]
    if withdrawn and before["moves"] == after["moves"] and after["result"] is None:
        yield Message("Your offer was declined.")


def _offer(seat: Message, what: str) -> Message:
    if what == "draw":
        return Message("{seat} offered a draw.", seat=seat)
    return Message("{seat} asked to take back a move.", seat=seat)


def _left(before: View, after: View) -> Iterator[Message]:
    """Announce who has left or come back, while the match goes on."""
    present = {one["letter"]: one["present"] for one in before["seats"] if one["kind"] == "person"}
    for one in after["seats"] if after["result"] is None else ():
        was = present.get(one["letter"])
        if one["kind"] == "person" and not one["yours"] and was not in (None, one["present"]):
            seat = title(after, one["letter"])
            yield (
                Message("{seat}: connected again.", seat=seat)
                if one["present"]
                else Message("{seat}: disconnected.", seat=seat)
            )


def _claim(after: View) -> Notice:
    return Notice(Message("{seat}: gone for too long.", seat=title(after, after["to_act"] or "")), CLAIM)


def chat_line(said: View, phrases: Sequence[View]) -> Message:
    """Format a chat line with its author."""
    name = person_name(said)
    named = {one["id"]: decode_message(one["text"]) for one in phrases}
    words: Message | str = named.get(said["phrase"], Message("…")) if "phrase" in said else said["text"]
    return Message("{name}: {words}", name=name, words=words)
