"""The forms in which a recorded match can be saved besides its text."""

from typing import Final

from ludoteka.core.game import Game
from ludoteka.pictures.animation import animate, draw_frames, frame_steps
from ludoteka.pictures.availability import NO_ANIMATION, has_animation
from ludoteka.pictures.raster import png, sized
from ludoteka.pictures.replay_page import replay_page
from ludoteka.pictures.resolved import resolve_board
from ludoteka.pictures.steps import final_scene
from ludoteka.records.match_record import MatchRecord
from ludoteka.surfaces.svg import looks, svg
from ludoteka.surfaces.texts import Texts

FORMS: Final = ("html", "svg", "png", "gif")
WIDTH = 1000  # pixels of a picture


def save_as(form: str, record: MatchRecord, game: Game, texts: Texts) -> bytes:
    """Return a record in one of the `FORMS`: the replay, the final position, or all turns.

    Raises:
        Refused: "no-animation", or as `records.replay.replay`.
    """
    if form == "html":
        return replay_page(record, game, texts).encode()
    if form == "gif":
        if not has_animation():
            raise NO_ANIMATION()
        return animate(draw_frames(record, game, frame_steps(record, game)))
    drawn = resolve_board(svg(final_scene(record, game), looks(game.folder), texts.say(game.title)), game.folder)
    drawn = sized(drawn, WIDTH)
    return png(drawn) if form == "png" else drawn.encode()
