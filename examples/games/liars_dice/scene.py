"""The scene of liar's dice: a track for bids, a die of each face to pick, and a row with a cup for each seat."""

from collections.abc import Iterator, Sequence

from ludoteka.core.message import Message
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Choice, PanelEntry, Piece, Place, Scene
from ludoteka.games.liars_dice import rules
from ludoteka.games.liars_dice.notation import BIDS, LETTERS, TITLES

WIDTH = 6  # places of the track in a row
PLAYERS = tuple(TITLES.values())
CHALLENGE = Choice("challenge", Message("Challenge"))
FACES = tuple(BIDS.values())


def scene(seen: rules.Observation, actions: Sequence[int]) -> Scene:
    """Describe the table as one seat sees it."""
    left = zip(PLAYERS, seen.left[: seen.seats], strict=False)
    return Scene(
        _status(seen),
        tuple(_places(seen)),
        tuple(_pieces(seen)),
        choices=(CHALLENGE,) if rules.CHALLENGE in actions else (),
        panel=tuple(PanelEntry(one, Message("{count} die", plural="{count} dice", count=count)) for one, count in left),
    )


def _places(seen: rules.Observation) -> Iterator[Place]:
    """Yield the places of the track, the faces below it, and the rows of the seats below these."""
    highest = seen.seats * seen.dice
    for number in range(highest):
        yield Place(str(number + 1), number % WIDTH, number // WIDTH)
    top = (highest - 1) // WIDTH + 1.3
    for face, name in enumerate(BIDS):
        yield Place(name, face, top, "face")
    for seat, letter in enumerate(LETTERS[: seen.seats]):
        row = top + 1.3 + 1.1 * seat
        yield Place(letter, 0, row, "cup")
        for die in range(seen.dice):
            yield Place(f"{letter}{die + 1}", 1.2 + die, row, "die")


def _pieces(seen: rules.Observation) -> Iterator[Piece]:
    """Yield the cups, the faces to pick, the bid on the track, and the dice that the seat may see."""
    seats = tuple(enumerate(LETTERS[: seen.seats]))
    yield from (Piece("cup", seat, letter, letter.upper(), PLAYERS[seat]) for seat, letter in seats)
    for face, name in enumerate(BIDS, 1):
        yield _die(face, NOBODY, name)
    if seen.bid:
        bidder, place = rules.neighbour(seen, seen.turn, -1), str(seen.bid // rules.STRIDE)
        yield _die(seen.bid % rules.STRIDE, bidder, place)
    for seat, letter in seats:
        faces = str(abs(seen.cups[seat]) or "")
        for die, face in enumerate(faces * seen.left[seat] if faces == str(rules.COVERED) else faces, 1):
            yield _die(int(face), seat, f"{letter}{die}")


def _die(face: int, seat: int, place: str) -> Piece:
    if face == rules.COVERED:
        return Piece("covered", seat, place, "?", Message("covered die"))
    return Piece(f"face{face}", seat, place, str(face), FACES[face - 1](1))


def _status(seen: rules.Observation) -> Message:
    player, acting = PLAYERS[seen.turn], rules.current_seat(seen)
    if acting == NOBODY:
        return Message("{player} has the last dice and wins", player=player)
    if acting == CHANCE:
        return Message("{player} begins the round: the cups are shaken", player=player)
    return Message("{player} to bid", player=player)
