"""A recorded match as an animated GIF: one frame for each turn."""

import io
from collections.abc import Sequence
from itertools import islice, pairwise

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
    own, chosen = looks(game.folder), {*wanted}
    steps = islice(replay_steps(record, game, chosen), len(chosen))
    return [png(sized(resolve_board(svg(step.scene, own), game.folder), WIDTH)) for step in steps]


def animate(frames: Sequence[bytes]) -> bytes:
    """Return pictures as one animated GIF."""
    from PIL import Image  # noqa: PLC0415 - not everybody has installed it

    sizes = [Image.open(io.BytesIO(frame)).size for frame in frames]  # without reading the pixels
    wide, high = map(max, zip(*sizes, strict=True))
    # All frames have the colours of the first and the last, so that a frame contains only what has changed
    both = Image.new("RGB", (2 * wide, high))
    both.paste(Image.open(io.BytesIO(frames[0])), (0, 0))
    both.paste(Image.open(io.BytesIO(frames[-1])), (wide, 0))
    colours = both.quantize(COLOURS)
    shown = []
    for frame in frames:  # a map may grow
        one = Image.open(io.BytesIO(frame)).convert("RGB")
        whole = Image.new("RGB", (wide, high), one.getpixel((one.width // 2, 1)))
        whole.paste(one, ((wide - one.width) // 2, (high - one.height) // 2))
        shown.append(whole.quantize(palette=colours, dither=Image.Dither.NONE))
    answer = io.BytesIO()
    durations = [FRAME] * (len(shown) - 1) + [LAST_FRAME]
    shown[0].save(answer, "GIF", save_all=True, append_images=shown[1:], duration=durations, loop=0)
    return answer.getvalue()
