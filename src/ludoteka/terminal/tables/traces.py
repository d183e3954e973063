"""What an action did to the pieces: found by comparing two views, so no game need tell it."""

from typing import Any

from ludoteka.core.message import Message
from ludoteka.terminal.tables.payloads import View, decode_message


def traces(before: View, after: View, letter: str) -> tuple[list[str], list[Message]]:
    """Return the steps of the mover's own pieces, "b8 → c8", and in sentences what became of other seats' pieces."""
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
    """Return where a piece went, unless the text of the action says it, or the names mean nothing to people."""
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
    """Tell whether the name of a place is one that people read on the board, and not one for programs: "g-off"."""
    return name.isalnum()
