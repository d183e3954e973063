"""Decoding what a house sends: views, messages, scenes (docs/protocol.md)."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludoteka.core import message as words
from ludoteka.core.message import Message
from ludoteka.core.scene import Choice, Line, Mark, PanelEntry, Path, Piece, Place, Scene

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


def _entry(value: Any) -> Message | int:
    return value if isinstance(value, int) else decode_message(value)


def decode_scene(plain: View) -> Scene:
    """Return a scene from plain data, without previews."""
    return Scene(
        decode_message(plain["status"]),
        tuple(_place(one) for one in plain["places"]),
        tuple(_piece(one) for one in plain["pieces"]),
        dict(_paths(plain["paths"])),
        tuple(Mark(one["kind"], one["place"]) for one in plain["marks"]),
        tuple(Choice(one["name"], decode_message(one["label"])) for one in plain["choices"]),
        tuple(plain["dice"]),
        tuple(PanelEntry(decode_message(one["label"]), _entry(one["value"])) for one in plain["panel"]),
        tuple(_line(one) for one in plain["lines"]),
        prompts={path: decode_message(one) for path, one in _paths(plain.get("prompts", {}))},
    )


def _place(plain: View) -> Place:
    label = decode_message(plain["label"]) if plain["label"] else None
    return Place(plain["name"], plain["x"], plain["y"], plain["kind"], label, plain["sheet"])


def _piece(plain: View) -> Piece:
    label = decode_message(plain["label"])
    arrows = tuple(plain.get("arrows", ()))
    return Piece(
        plain["kind"], plain["seat"], plain["place"], plain["symbol"], label, plain["facing"], arrows, plain["id"]
    )


def _line(plain: View) -> Line:
    return Line(plain["kind"], tuple((x, y) for x, y in plain["points"]), plain["sheet"])


def _paths(trie: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for name, deeper in trie.items():
        if name:
            yield from _paths(deeper, (*path, name))
        else:
            yield path, deeper
