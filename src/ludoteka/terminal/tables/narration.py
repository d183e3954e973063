"""What happened in a match, and who plays it, in sentences."""

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any, NamedTuple

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message
from ludoteka.referee.projection import PASS
from ludoteka.referee.views.status_text import forced_pass_text


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
            steps += _step(piece["place"], now["place"], text)
        elif piece["seat"] not in (mover, -1) and (now is None or now["place"] != piece["place"]):
            losses.append(_loss(piece, now, labels))
    return steps, losses


def _step(origin: str, target: str, text: str) -> list[str]:
    """Return where a piece went, unless the action already says it, or the names mean nothing to people."""
    if not (is_readable(origin) and is_readable(target)) or (origin in text and target in text):
        return []
    return [f"{origin} → {target}"]


def _loss(piece: View, now: View | None, labels: dict[str, Any]) -> Message:
    label, place = decode_message(piece["label"]), piece["place"]
    if now is None:
        return Message("Captured on {place}: {piece}.", place=place, piece=label)
    target = now["place"]
    if is_readable(target):
        return Message("{piece}: {origin} → {target}.", piece=label, origin=place, target=target)
    kind = decode_message(labels[target]) if labels.get(target) else Message("…")
    return Message("{piece}: {origin} → {target}.", piece=label, origin=place, target=kind)


def is_readable(name: str) -> bool:
    """Tell whether people can read the name of a place on the board; "g-off", for example, is only for programs."""
    return name.isalnum()


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


def people(view: View) -> list[Message]:
    """Return all seats with their occupants."""
    return [Message("{seat}: {name}", seat=decode_message(one["title"]), name=occupant(one)) for one in view["seats"]]


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
    parts = {key: _renamed(view[key], names) for key in ("seats", "moves")}
    scene = {
        key: _renamed(value, names) if key in ("status", "panel", "pieces", "choices", "prompts") else value
        for key, value in view["scene"].items()
    }
    return view | parts | {"scene": scene}


def _bare(title: Any) -> str:
    """Return the value of a title that consists only of a value."""
    if isinstance(title, list) and title[0] == "{name}":
        return str(title[1].get("name"))
    return title if isinstance(title, str) else ""


def _renamed(plain: Any, names: dict[str, str]) -> Any:
    """Return plain data in which names replace titles in the values of messages."""
    if isinstance(plain, list):
        if len(plain) in (2, 3) and isinstance(plain[0], str) and isinstance(plain[1], dict):
            values = {name: _value(one, names) for name, one in plain[1].items()}
            return [plain[0], values, *plain[2:]]
        return [_renamed(one, names) for one in plain]
    return {key: _renamed(one, names) for key, one in plain.items()} if isinstance(plain, dict) else plain


def _value(plain: Any, names: dict[str, str]) -> Any:
    return names.get(plain, plain) if isinstance(plain, str) else _renamed(plain, names)


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


class History:
    """The moves that have not been taken back, in order."""

    def __init__(self) -> None:
        self.moves: list[Move] = []

    def begin(self, view: View) -> None:
        """Replace all moves by those of a view."""
        self.moves = [describe_move(view, entry) for entry in view["moves"]["list"]]

    def extend(self, before: View, after: View, narrated: Sequence[object]) -> None:
        """Add the moves of a change, or remove those taken back."""
        fresh = [one for one in narrated if isinstance(one, Move)]
        old, new = before["moves"]["list"], after["moves"]["list"]
        standing = len(new) - len(fresh)
        if old[:standing] == new[:standing]:
            self.moves = [*self.moves[:standing], *fresh]
        else:  # at the end of a match with secrets, all moves are revealed
            self.begin(after)


DAY, HOUR, MINUTE = 86400, 3600, 60  # seconds
SHORT = 20  # seconds, below which tenths are shown


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
