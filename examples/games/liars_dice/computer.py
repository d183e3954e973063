"""The computer player of liar's dice: it counts its own dice and expects each face on a sixth of the others."""

from collections.abc import Callable

from ludoteka.games.liars_dice import rules


def decide(seen: rules.Observation, draw: Callable[[int], int], _level: int) -> int:
    """Return a higher bid that is likely true, or a challenge if the last bid is unlikely or no higher bid is likely."""
    own, count = str(seen.cups[seen.turn]), rules.in_play(seen)
    unseen = (count - len(own) + rules.FACES // 2) // rules.FACES  # of each face
    bids = [
        n * rules.STRIDE + face for face in range(1, 7) for n in range(1, min(count, own.count(str(face)) + unseen) + 1)
    ]
    higher = [bid for bid in bids if bid > seen.bid]
    is_doubted = seen.bid > 0 and seen.bid not in bids
    return rules.CHALLENGE if is_doubted or not higher else higher[draw(len(higher))]
