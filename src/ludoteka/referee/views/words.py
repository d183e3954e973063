"""What a view says in words: the status of a match, its scores, the names of people, and the facts by which a game chooses its phrases."""

from collections.abc import Mapping

from ludoteka.core.dice import commitment
from ludoteka.core.game import Narration, Seat
from ludoteka.core.message import Message, SeatName, Value
from ludoteka.core.scene import PanelEntry, Scene
from ludoteka.referee.projection import Projection


def scores_text(result: Mapping[str, int], titles: Mapping[str, Message]) -> Message:
    """Return the scores of all seats as one sentence: "North +2, South −2".  Both mappings are by letter."""
    gain = "+" if sum(result.values()) == 0 else ""  # a gain has a plus sign if all scores add up to zero
    signs = {letter: "−" if score < 0 else gain if score > 0 else "" for letter, score in result.items()}
    *others, last = (
        Message("{seat} {score}", seat=titles[letter], score=f"{signs[letter]}{abs(score)}")
        for letter, score in result.items()
    )
    for other in reversed(others):
        last = Message("{score}, {others}", score=other, others=last)
    return last


def status_text(projection: Projection, by_the_rules: Message) -> Message:
    """Return the status of a match; `by_the_rules` is the status of the scene.  Final scores are appended."""
    text = _status(projection, by_the_rules)
    if projection.game.scores is None or not projection.result:
        return text
    return Message("{status}. {scores}", status=text, scores=scores_text(projection.result, _titles(projection)))


def _status(projection: Projection, by_the_rules: Message) -> Message:
    if projection.match.draw_reason:
        return draw_text(projection.match.draw_reason)
    if projection.agreement:
        if projection.agreement == "abort" and projection.game.late:
            return Message("The match was ended while only computers were playing")
        return {
            "abort": Message("The match was called off"),
            "claim": Message("A draw: the other side had left"),
            "draw": Message("A draw by agreement"),
        }[projection.agreement]
    if projection.is_waiting:
        return Message(
            "Waiting: {count} seat is free", plural="Waiting: {count} seats are free", count=len(projection.free_seats)
        )
    if projection.is_pass_due:
        return forced_pass_text(_titles(projection)[str(projection.match.letter(projection.seat))])
    return _forfeit_text(projection, _titles(projection)) if projection.ending else by_the_rules


def draw_text(reason: str) -> Message:
    """Return why a match ended in a draw that the rules of the game don't know: "repetition" or "quiet"."""
    return {
        "repetition": Message("The same position for the third time: a draw"),
        "quiet": Message("100 moves in a row without progress: a draw"),
    }[reason]


def forced_pass_text(seat: Message) -> Message:
    """Return the status of a seat that can only pass."""
    return Message("{seat} must pass: no move is possible", seat=seat)


def _titles(projection: Projection) -> dict[str, Message]:
    return {seat.letter: seat.title for seat in projection.game.seats(projection.setup.options)}


def _forfeit_text(projection: Projection, titles: dict[str, Message]) -> Message:
    loser, how = list(projection.forfeits.items())[-1]
    seat = titles[loser]
    winners = [title for letter, title in titles.items() if letter not in projection.forfeits]
    if len(winners) != 1:
        return {
            "resign": Message("{seat} resigned", seat=seat),
            "flag": Message("{seat} ran out of time", seat=seat),
            "claim": Message("{seat} left", seat=seat),
        }[how]
    return {
        "resign": Message("{seat} resigned. Winner: {winner}", seat=seat, winner=winners[0]),
        "flag": Message("{seat} ran out of time. Winner: {winner}", seat=seat, winner=winners[0]),
        "claim": Message("{seat} left. Winner: {winner}", seat=seat, winner=winners[0]),
    }[how]


def uses_names(seats: tuple[Seat, ...]) -> bool:
    """Tell whether the titles of the seats are letters that stand for their players."""
    return any(isinstance(value, SeatName) for seat in seats for value in seat.title.values.values())


def player_names(projection: Projection) -> dict[str, Value]:
    """Return the names of players by letter, except names that several people have or that are the letter of an unnamed seat."""
    people = {letter: one.name for letter, one in projection.occupants.items() if one.holder and one.name}
    taken = [*people.values(), *(letter for letter in projection.occupants if letter not in people)]
    computers = [letter for letter in projection.occupants if projection.shown_occupant(letter).kind == "computer"]
    names: dict[str, Value] = {
        letter: Message("Computer {letter}", letter=letter) if len(computers) > 1 else Message("Computer")
        for letter in computers
    }
    return names | {letter: name for letter, name in people.items() if taken.count(name) == 1}


def name_players(scene: Scene, names: Mapping[str, Value]) -> Scene:
    """Return a scene with the names of players in its texts."""
    return scene._replace(
        status=scene.status.named(names),
        pieces=tuple(piece._replace(label=piece.label.named(names)) for piece in scene.pieces),
        panel=tuple(
            PanelEntry(one.label.named(names), one.value.named(names) if isinstance(one.value, Message) else one.value)
            for one in scene.panel
        ),
    )


def narration_of(referee: Projection) -> Narration:
    """Return what everybody may know of a match.

    The voice is the commitment to the seed, which is public from the start.  The seed does not follow from it, so the
    choice of phrases reveals nothing.
    """
    return Narration(commitment(referee.setup.seed), referee.game.public_options(referee.setup.options))
