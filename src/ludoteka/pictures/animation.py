"""A recorded match as an animated GIF: one frame for each turn."""

import io
from collections.abc import Sequence
from itertools import pairwise

from ludoteka.core.game import Game
from ludoteka.pictures.raster import png, sized
from ludoteka.pictures.resolved import resolve_board
from ludoteka.pictures.steps import replay_steps
from ludoteka.records.match_record import MatchRecord
from ludoteka.records.replay import begin_match, replay_plies
from ludoteka.surfaces.svg import looks, svg

WIDTH = 480  # pixels
MOST_FRAMES = 100
FRAME, LAST_FRAME = 900, 4000  # milliseconds
COLOURS = 256


def frame_steps(record: MatchRecord, game: Game) -> list[int]:
    """Return the numbers of the steps that become frames: the start and the end of each turn, or a sample of many.

    Raises:
        Refused: as `records.replay.replay`.
    """
    actors = [actor for actor, _ in replay_plies(record, begin_match(record, game))]
    turns = [number for number, (one, next_one) in enumerate(pairwise(actors), 1) if one not in (next_one, "chance")]
    wanted = [0, *turns, len(actors)]
    step = -(-len(wanted) // MOST_FRAMES)
    return sorted({*wanted[::step], len(actors)})


def draw_frames(record: MatchRecord, game: Game, wanted: Sequence[int]) -> list[bytes]:
    """Return the pictures after these numbers of plies, as PNG.  Raises the same as `replay_steps`."""
    own, last = looks(game.folder), max(wanted)
    chosen = {*wanted}
    frames = []
    for number, step in enumerate(replay_steps(record, game)):
        if number in chosen:
            frames.append(png(sized(resolve_board(svg(step.scene, own), game.folder), WIDTH)))
        if number == last:
            break
    return frames


def animate(frames: Sequence[bytes]) -> bytes:
    """Return pictures as one animated GIF."""
    from PIL import Image  # noqa: PLC0415 - not everybody has installed it

    pictures = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    wide, high = max(one.width for one in pictures), max(one.height for one in pictures)
    # All frames have the colours of the first and the last, so that a frame contains only what has changed
    both = Image.new("RGB", (2 * wide, high))
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[-1], (wide, 0))
    colours = both.quantize(COLOURS)
    shown = []
    for one in pictures:  # a map may grow
        whole = Image.new("RGB", (wide, high), one.getpixel((one.width // 2, 1)))
        whole.paste(one, ((wide - one.width) // 2, (high - one.height) // 2))
        shown.append(whole.quantize(palette=colours, dither=Image.Dither.NONE))
    answer = io.BytesIO()
    durations = [FRAME] * (len(shown) - 1) + [LAST_FRAME]
    shown[0].save(answer, "GIF", save_all=True, append_images=shown[1:], duration=durations, loop=0)
    return answer.getvalue()
