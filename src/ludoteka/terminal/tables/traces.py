"""What an action did to the pieces, found by comparing two views, so that no game needs to say it."""

from typing import Any

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message


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
