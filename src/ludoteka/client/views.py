"""What a house sends of a match: views, changes of them, and messages for people (docs/protocol.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteka.core import message as words
from ludoteka.core.message import Message
from ludoteka.core.scene import Path

View = dict[str, Any]


def printable(plain: Any) -> Any:
    """Return plain data without control characters, so that a house can't control the terminal."""
    if isinstance(plain, str):
        return plain if plain.isprintable() else "".join(sign if sign.isprintable() else " " for sign in plain)
    if isinstance(plain, list):
        return [printable(one) for one in plain]
    return {printable(name): printable(one) for name, one in plain.items()} if isinstance(plain, dict) else plain


def fold(before: View, change: View) -> View:
    """Apply a change to a view; a whole view replaces it."""
    scene, moves = change.get("scene"), change.get("moves")
    after = {**before, **change}
    if scene is not None:
        after["scene"] = {**before.get("scene", {}), **scene}
        if isinstance(scene.get("pieces"), dict):
            after["scene"]["pieces"] = _pieces(before["scene"]["pieces"], scene["pieces"])
    if moves is not None:
        kept = before["moves"]["list"][: moves["from"]] if moves["from"] else []
        after["moves"] = {"from": 0, "list": [*kept, *moves["list"]]}
    return after


def _pieces(before: list[View], change: View) -> list[View]:
    pieces = {one["id"]: one for one in before if one["id"] not in change["gone"]}
    return list((pieces | {one["id"]: one for one in change["set"]}).values())


def decode_message(plain: Any) -> Message:
    """Return a message from plain data."""
    if isinstance(plain, str):
        return words.Message(plain)
    text, values, *plural = plain
    named = {name: _value(one) for name, one in values.items()}
    return words.Message(text, plural=plural[0] if plural else "", **named)


def _value(plain: Any) -> Message | int:
    """Return a value of a message; a string may be a sentence to translate, or a name."""
    return plain if isinstance(plain, int) else decode_message(plain)


def paths_of(trie: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield each path of a trie of paths, with what is at its end: of a scene's `paths`, the text of an action."""
    for name, deeper in trie.items():
        if name:
            yield from paths_of(deeper, (*path, name))
        else:
            yield path, deeper
