"""What happened in a match, and who plays it, in sentences."""

import re
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple

from ludoteka.client.views import View, decode_message, rename
from ludoteka.core.message import Message
from ludoteka.referee.projection import PASS
from ludoteka.referee.views.words import forced_pass_text

# kinds of message: a reason is why the hint before it is good; the person can answer the last three, and each client says how
MOVE, NOTICE, CHAT, THINKING, HINT, REASON = "move", "notice", "chat", "thinking", "hint", "reason"
OFFER, CLAIM, REMATCH = "offer", "claim", "rematch"
FORCED = forced_pass_text(Message("")).text  # the status if a seat can only pass
DAY, HOUR, MINUTE = 86400, 3600, 60  # seconds
THROW = re.compile("r[0-9]+")
SHORT = 20  # seconds, below which tenths are shown
HOST_KNOWS_SECRETS = Message("The host chose what is hidden here and knows it.")


def title(view: View, letter: str) -> Message:
    """Return the title of a seat."""
    return next(
        (decode_message(one["title"]) for one in view["seats"] if one["letter"] == letter), decode_message(letter or "")
    )


def occupant(one: View) -> Message | str:
    """Return the occupant of a seat."""
    if one["kind"] == "computer":
        return Message("the computer, level {level}", level=one["level"])
    if one["kind"] == "free":
        return Message("free")
    if one["yours"]:
        return Message("you")
    return person_name(one)


def person_name(one: View) -> Message | str:
    """Return what to call somebody else."""
    if one.get("standing") == "former":
        return Message("a former user")
    if one.get("standing") == "bot":
        return Message("{name} (bot)", name=one["name"])
    return str(one["name"]) or Message("Guest {number}", number=one["guest"])


def own_seats(view: View) -> list[Any]:
    """Return the letters of the reader's own seats."""
    return [one["letter"] for one in view["seats"] if one["yours"]]


def use_names(view: View) -> View:
    """Return a view with the name of a seat's person in place of a title that only repeats the seat's letter."""
    names = {
        one["letter"]: one["name"]
        for one in view["seats"]
        if one["name"] and one["kind"] == "person" and _bare(one["title"]) == one["letter"]
    }
    if not names:
        return view
    parts = {key: rename(view[key], names) for key in ("seats", "moves")}
    scene = {
        key: rename(value, names) if key in ("status", "panel", "pieces", "choices", "prompts") else value
        for key, value in view["scene"].items()
    }
    return view | parts | {"scene": scene}


def _bare(title: Any) -> str:
    """Return the value of a title that consists only of a value."""
    if isinstance(title, list) and title[0] == "{name}":
        return str(title[1].get("name"))
    return title if isinstance(title, str) else ""


def traces(before: View, after: View, letter: str) -> tuple[list[str], list[Message]]:
    """Return the steps of the mover's pieces, like "b8 → c8", and sentences about the pieces of others."""
    mover = next((one["number"] for one in after["seats"] if one["letter"] == letter), None)
    text = str(after["moves"]["list"][-1][1])
    old = {one["id"]: one for one in before["scene"]["pieces"]}
    new = {one["id"]: one for one in after["scene"]["pieces"]}
    if mover is None or (before["seat"] != after["seat"] and before["scene"]["places"] != after["scene"]["places"]):
        return [], []
    labels = {one["name"]: one["label"] for one in after["scene"]["places"]}
    steps: list[str] = []
    losses: list[Message] = []
    for name, piece in old.items():
        now = new.get(name)
        if piece["seat"] == mover and now and now["place"] != piece["place"]:
            names = piece["place"], now["place"]
            if all(map(is_readable, names)) and not all(name in text for name in names):  # which the action says
                steps.append(" → ".join(names))
        elif piece["seat"] not in (mover, -1) and (now is None or now["place"] != piece["place"]):
            losses.append(_loss(piece, now, labels))
    return steps, losses


def _loss(piece: View, now: View | None, labels: dict[str, Any]) -> Message:
    label, place = decode_message(piece["label"]), piece["place"]
    if now is None:
        return Message("Captured on {place}: {piece}.", place=place, piece=label)
    target = now["place"]
    if not is_readable(target):
        target = decode_message(labels[target]) if labels.get(target) else Message("…")
    return Message("{piece}: {origin} → {target}.", piece=label, origin=place, target=target)


def is_readable(name: str) -> bool:
    """Tell whether people can read the name of a place on the board; "g-off", for example, is only for programs."""
    return name.isalnum()


class Move(NamedTuple):
    """An action that was played, in sentences."""

    letter: str  # of the seat, or "chance"
    sentences: tuple[Message, ...]  # the whole action, captures included
    captures: tuple[Message, ...] = ()  # what happened to the pieces of others
    is_known: bool = False  # whether the player who acted already knows everything except the captures


class Notice(NamedTuple):
    """A message for the person."""

    message: Message
    kind: str = NOTICE


def narrate(before: View, after: View) -> list[Move | Notice]:
    """Return the new actions, and everything else to announce."""
    return [*_played(before, after), *_offered(before, after), *_left(before, after)]


def _played(before: View, after: View) -> Iterator[Move | Notice]:
    old, new = before["moves"]["list"], after["moves"]["list"]
    if len(new) < len(old):
        yield Notice(Message("Taken back."))
    last = min(len(old), len(new)) - 1
    if last >= 0 and old[last][:2] == new[last][:2] and len(new[last]) == len(old[last]) > 2:
        for said in new[last][2][len(old[last][2]) :]:  # what somebody has tried since, and was refused aloud
            yield Notice(decode_message(said))
    fresh = new[len(old) :]
    thrower, status = before["thrower"], before["scene"]["status"]
    forced = isinstance(status, list) and status[0] == FORCED
    steps, captures = traces(before, after, fresh[0][0]) if len(fresh) == 1 else ([], [])
    for entry in fresh:
        yield describe_move(after, entry, thrower, forced, steps, captures)
        thrower, forced = None, False


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
    if said:
        return Move(letter, tuple(map(decode_message, said[0])))
    seat = title(view, letter)
    action = str(text) if text else "…"
    if letter == "chance":
        action = _read_throw(action)
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


def _read_throw(text: str) -> str:
    """Return the faces that the text of a throw names, as "r135" does, or else the text, as `readFaces` in `web/dice/dice.js`."""
    return ", ".join(text[1:]) if THROW.fullmatch(text) else text


def _offered(before: View, after: View) -> Iterator[Notice]:
    mine = own_seats(after)
    for letter, what in after["offers"].items():
        if before["offers"].get(letter) != what and letter not in mine:
            seat = title(after, letter)
            if what == "draw":
                yield Notice(Message("{seat} offered a draw.", seat=seat), OFFER)
            else:
                yield Notice(Message("{seat} asked to take back a move.", seat=seat), OFFER)
    withdrawn = [one for one in before["offers"] if one in mine and one not in after["offers"]]
    if withdrawn and before["moves"] == after["moves"] and after["result"] is None:
        yield Notice(Message("Your offer was declined."))


def _left(before: View, after: View) -> Iterator[Notice]:
    """Announce who has left or come back, while the match goes on, and who has been gone for too long."""
    present = {one["letter"]: one["present"] for one in before["seats"] if one["kind"] == "person"}
    for one in after["seats"] if after["result"] is None else ():
        was = present.get(one["letter"])
        if one["kind"] == "person" and not one["yours"] and was not in (None, one["present"]):
            seat = title(after, one["letter"])
            back, gone = Message("{seat}: connected again.", seat=seat), Message("{seat}: disconnected.", seat=seat)
            yield Notice(back if one["present"] else gone)
    if after["can"].get("claim") and not before["can"].get("claim"):
        yield Notice(Message("{seat}: gone for too long.", seat=title(after, after["to_act"] or "")), CLAIM)


def chat_line(said: View, phrases: Sequence[View]) -> Message:
    """Format a chat line with its author."""
    name = person_name(said)
    named = {phrase["id"]: decode_message(phrase["text"]) for phrase in phrases}
    words: Message | str = named.get(said["phrase"], Message("…")) if "phrase" in said else said["text"]
    return Message("{name}: {words}", name=name, words=words)


def clocks(view: View, told_at: float) -> list[Message]:
    """Return the time that each seat has left now; `told_at` is when the clocks were received, by the monotonic clock."""
    clock = view["clock"]
    if not clock:
        return []
    passed = max(0.0, monotonic() - told_at - clock.get("delay", 0.0)) if view["result"] is None else 0.0
    return [
        Message(
            "{seat} {time}",
            seat=title(view, letter),
            time=_time(max(0.0, left - (passed if letter == clock["running"] else 0.0))),
        )
        for letter, left in clock["left"].items()
    ]


def _time(seconds: float) -> Message | str:
    if seconds < SHORT:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    days, hours, minutes = whole // DAY, whole % DAY // HOUR, whole % HOUR // MINUTE
    if days:
        time = f"{hours}:{minutes:02}"
        return Message("{count} day, {time}", plural="{count} days, {time}", count=days, time=time)
    return f"{hours}:{minutes:02}:{whole % MINUTE:02}" if hours else f"{minutes}:{whole % MINUTE:02}"
