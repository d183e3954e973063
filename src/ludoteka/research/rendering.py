"""What somebody sees of a position: as text, as an SVG, and as an array of pixels."""

import io
from pathlib import Path
from typing import Any

import numpy as np

from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.library.views import View
from ludoteka.pictures.raster import png, sized
from ludoteka.pictures.resolved import resolve_board
from ludoteka.research.compiled_position import AnyPosition
from ludoteka.surfaces.svg import looks, svg

SPECTATOR, REFEREE = "spectator", "referee"
WIDTH = 480  # of a picture, in pixels


def view_of(position: AnyPosition, seat: int) -> View:
    """Return what a seat sees, or a spectator (NOBODY)."""
    game, letters = position.game, {one.number: one.letter for one in position.game.seats(position.options)}
    shown = (
        seat if game.has_secrets or position.seat in (CHANCE, NOBODY) else position.seat
    )  # otherwise all see the same
    seen = position.seen(shown)
    scene = game.scene(seen, position.offers() if shown == position.seat else [])
    return View(game, letters.get(seat, SPECTATOR), game.with_pieces(scene, seen), ())


def referee_view(position: AnyPosition) -> View:
    """Return the position with nothing hidden.  Raises ValueError, if the game can't draw it."""
    if not position.game.has_secrets:
        return View(position.game, REFEREE, view_of(position, NOBODY).scene, ())
    if position.game.reveal is None:
        raise ValueError(f"{position.game.name} can't show its secrets")
    return View(position.game, REFEREE, position.game.reveal([position.state]), ())


def pixels(view: View, folder: Path, width: int = WIDTH) -> Any:
    """Return a picture with the looks in a game's folder: uint8, with the shape (height, width, 3).

    It is narrower if it would be too high.
    """
    from PIL import Image  # noqa: PLC0415 - only pictures need it

    drawing = png(sized(resolve_board(svg(view.scene, looks(folder)), folder), width))
    with Image.open(io.BytesIO(drawing)) as image:
        return np.array(image.convert("RGB"))
