"""The names of people, shown in place of their seats where a game speaks of its players by letters."""

from collections.abc import Mapping

from ludoteka.core.game import Seat
from ludoteka.core.message import Message, SeatName
from ludoteka.core.scene import PanelEntry, Scene
from ludoteka.referee.projection import Projection


def uses_names(seats: tuple[Seat, ...]) -> bool:
    """Tell whether the titles of the seats are letters that stand for their players."""
    return any(isinstance(value, SeatName) for seat in seats for value in seat.title.values.values())


def player_names(projection: Projection) -> dict[str, str]:
    """Return the names of people by letter, except names that several people have or that are the letter of an unnamed seat."""
    people = {letter: one.name for letter, one in projection.occupants.items() if one.holder and one.name}
    taken = [*people.values(), *(letter for letter in projection.occupants if letter not in people)]
    return {letter: name for letter, name in people.items() if taken.count(name) == 1}


def name_players(scene: Scene, names: Mapping[str, str]) -> Scene:
    """Return a scene with the names of people in its texts."""
    return scene._replace(
        status=scene.status.named(names),
        pieces=tuple(piece._replace(label=piece.label.named(names)) for piece in scene.pieces),
        panel=tuple(
            PanelEntry(one.label.named(names), one.value.named(names) if isinstance(one.value, Message) else one.value)
            for one in scene.panel
        ),
    )
