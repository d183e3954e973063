"""A snapshot of a table for the screen: taken in the table's thread, drawn in the screen's."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ludoteka.client.views import View, decode_message
from ludoteka.core.message import Message
from ludoteka.core.scene import Scene
from ludoteka.surfaces.palette import Palette
from ludoteka.terminal.tables.narration import Move, occupant
from ludoteka.terminal.tables.table import Table


class SeatLine(NamedTuple):
    """A seat and its occupant."""

    number: int
    title: Message
    occupant: Message | str
    level: int  # of a computer, 0 of a person
    is_to_act: bool
    is_present: bool


class ScreenState(NamedTuple):
    """A table at one moment."""

    title: Message
    scene: Scene
    colours: Palette
    seats: Sequence[SeatLine]
    clocks: Sequence[Message]
    moves: Sequence[Move]
    can: Mapping[str, Any]
    offers: Sequence[str]  # by others: "draw", "back"
    thrower: Message | None
    curtain: Message | None
    curtain_seat: str
    is_over: bool
    is_thinking: bool
    asks_to_watch: bool  # only computers are left
    is_remote: bool
    is_connected: bool
    link: str
    invitation: str
    host_knows_secrets: bool
    sits_opposite: bool
    has_free_seat: bool
    hinted: Sequence[str]  # the names to pick for the last hint


def screen_state(table: Table) -> ScreenState:
    """Take a snapshot of a table; called in its thread."""
    view, facts = table.view, table.facts()
    curtain = table.curtain
    offers = [what for letter, what in view["offers"].items() if not table.is_mine(letter)]
    return ScreenState(
        title=table.game.title if table.game else decode_message(view["game"]),
        scene=table.scene,
        colours=table.colours,
        seats=[_seat(view, one) for one in view["seats"] if one["kind"] != "free" or view["waiting"]],
        clocks=table.clocks(),
        moves=list(table.history.moves),
        can=view["can"],
        offers=[what for what in offers if what in view["can"]["accept"]],
        thrower=table.thrower,
        curtain=table.title(curtain) if curtain else None,
        curtain_seat=curtain,
        is_over=table.is_over,
        is_thinking=table.is_thinking,
        asks_to_watch=table.only_computers_play and not table.is_watching,
        is_remote=bool(table.link),
        is_connected=table.is_connected,
        link=table.link,
        invitation=facts.get("invitation", ""),
        host_knows_secrets=view.get("host_knows_secrets", False),  # older houses don't say
        sits_opposite=table.sits_opposite,
        has_free_seat=not table.is_over and any(one["kind"] == "free" for one in view["seats"]),
        hinted=table.hinted,
    )


def _seat(view: View, one: View) -> SeatLine:
    letter = one["letter"]
    is_to_act = view["result"] is None and letter in (view["thrower"], view["to_act"])
    return SeatLine(
        one["number"],
        decode_message(one["title"]),
        occupant(one),
        one["level"],
        is_to_act,
        one["present"] or one["kind"] == "free",
    )
