"""The earlier positions of a match as a search needs them."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludoteka.core.game import Game, Options

MOST_KEPT = 65_536  # positions, of which each takes about 300 bytes; a match may have thousands


def past_digests(game: Game, texts: Sequence[str], options: Options) -> list[int]:
    """Return the digests of position texts with the options of their match.

    Each decision asks for all earlier positions of its match that count for repetition, so digests are kept.
    """
    as_json = json.dumps(options)
    return [_digest(game, text, as_json) for text in texts]


def until_repeated(game: Game, state: Any, actions: Sequence[int], past: Sequence[int]) -> Sequence[int]:
    """Return a line of actions up to the first position that has been there before, in the line or in the `past`.

    A search looks no further than its depth, but what it knows of positions may lead in a circle, in which the match
    would end.
    """
    after, seen = state.copy(), {state.digest(0), *past}
    for count, action in enumerate(actions, start=1):
        game.rules.apply(after, action)
        digest = after.digest(0)
        if digest in seen:
            return actions[:count]
        seen.add(digest)
    return actions


@lru_cache(MOST_KEPT)
def _digest(game: Game, text: str, options: str) -> int:
    digest: int = game.texts.parse_position(text, json.loads(options)).digest(0)
    return digest
