"""The earlier positions of a match as a search needs them."""

import json
from collections.abc import Sequence
from functools import lru_cache

from ludoteka.core.game import Game, Options

MOST_KEPT = 65_536  # positions, of which each takes about 300 bytes; a match may have thousands


def past_digests(game: Game, texts: Sequence[str], options: Options) -> list[int]:
    """Return the digests of position texts with the options of their match.

    Each decision asks for all earlier positions of its match that count for repetition, so digests are kept.
    """
    as_json = json.dumps(options)
    return [_digest(game, text, as_json) for text in texts]


@lru_cache(MOST_KEPT)
def _digest(game: Game, text: str, options: str) -> int:
    digest: int = game.texts.parse_position(text, json.loads(options)).digest(0)
    return digest
