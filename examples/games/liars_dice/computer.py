"""The computer player of liar's dice: it counts its own dice and expects each face on a sixth of the others."""

from collections.abc import Callable

from ludoteka.core.game import Log, World
from ludoteka.games.liars_dice import rules
from ludoteka.games.liars_dice.notation import FACES, LETTERS


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


def sample_world(seat: int, seen: rules.Observation, log: Log, draw: Callable[[int], int]) -> World:
    """Return the throws and bids since the last challenge; the dice of the others are thrown anew."""
    last = max((index for index, entry in enumerate(log) if entry.text == "challenge"), default=-1)
    since, actions = log[last + 1 :], []
    for entry in since:
        text = str(entry.text)
        if "-" in text:
            number, face = text.split("-")
            actions.append(int(number) * rules.STRIDE + FACES[face])
        else:
            cup = LETTERS.index(text[0])
            faces = sorted(draw(rules.FACES) + 1 for _ in range(seen.left[cup]))
            own = seen.cups[seat] if cup == seat else int("".join(map(str, faces)))
            actions.append(rules.THROW + rules.THROWS.index(own))
    begin = rules.State()
    begin.seats, begin.dice, begin.left = seen.seats, seen.dice, seen.left[:]
    begin.cups = [min(0, dice) for dice in seen.cups]  # those that lie open; shaken ones don't matter any more
    begin.turn = LETTERS.index(str(since[0].text)[0]) if since else seen.turn
    return World(begin, actions)
