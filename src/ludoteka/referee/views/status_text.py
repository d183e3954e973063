"""The status line of a match."""

from ludoteka.core.message import Message
from ludoteka.referee.projection import Projection
from ludoteka.referee.views.score_text import scores_text


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
        return _agreement_text(projection.agreement)
    if projection.is_waiting:
        return Message(
            "Waiting: {count} seat is free", plural="Waiting: {count} seats are free", count=len(projection.free_seats)
        )
    titles = _titles(projection)
    if projection.is_pass_due:
        return forced_pass_text(titles[str(projection.match.letter(projection.seat))])
    return _forfeit_text(projection, titles) if projection.ending else by_the_rules


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
    return {one.letter: one.title for one in projection.game.seats(projection.setup.options)}


def _agreement_text(agreement: str) -> Message:
    if agreement == "abort":
        return Message("The match was called off")
    if agreement == "claim":
        return Message("A draw: the other side had left")
    return Message("A draw by agreement")


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
