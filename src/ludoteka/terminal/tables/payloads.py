"""Decoding the scenes that a house sends (docs/protocol.md)."""

from typing import Any

from ludoteka.client.views import View, decode_message, paths_of
from ludoteka.core.message import Message
from ludoteka.core.scene import Choice, Line, Mark, PanelEntry, Piece, Place, Scene


def _entry(value: Any) -> Message | int:
    return value if isinstance(value, int) else decode_message(value)


def decode_scene(plain: View) -> Scene:
    """Return a scene from plain data, without previews."""
    return Scene(
        decode_message(plain["status"]),
        tuple(_place(one) for one in plain["places"]),
        tuple(_piece(one) for one in plain["pieces"]),
        dict(paths_of(plain["paths"])),
        tuple(Mark(one["kind"], one["place"]) for one in plain["marks"]),
        tuple(_choice(one) for one in plain["choices"]),
        tuple(plain["dice"]),
        tuple(PanelEntry(decode_message(one["label"]), _entry(one["value"])) for one in plain["panel"]),
        tuple(_line(one) for one in plain["lines"]),
        prompts={path: decode_message(one) for path, one in paths_of(plain.get("prompts", {}))},
    )


def _choice(plain: View) -> Choice:
    words = decode_message(plain["words"]) if "words" in plain else None
    return Choice(plain["name"], decode_message(plain["label"]), words)


def _place(plain: View) -> Place:
    label = decode_message(plain["label"]) if plain["label"] else None
    return Place(plain["name"], plain["x"], plain["y"], plain["kind"], label, plain["sheet"])


def _piece(plain: View) -> Piece:
    label = decode_message(plain["label"])
    arrows = tuple(plain.get("arrows", ()))
    return Piece(
        plain["kind"],
        plain["seat"],
        plain["place"],
        plain["symbol"],
        label,
        plain["facing"],
        arrows,
        plain["id"],
        plain.get("numeral", ""),
    )


def _line(plain: View) -> Line:
    return Line(plain["kind"], tuple((x, y) for x, y in plain["points"]), plain["sheet"])
