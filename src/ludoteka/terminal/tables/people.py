"""The occupants of seats, and people's names in place of titles that only repeat a letter."""

from typing import Any

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message

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
