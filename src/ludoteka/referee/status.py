"""How a match stands, in words; what ended beside the rules is told here."""

from ludoteka.core.message import Message
from ludoteka.referee import scores
from ludoteka.referee.course import Course


def status(course: Course, by_the_rules: Message) -> Message:
    """Return how a match stands, where the scene says `by_the_rules`; the scores are told in the end."""
    stands = _status(course, by_the_rules)
    if course.game.scores is None or not course.result:
        return stands
    return Message("{status}. {scores}", status=stands, scores=scores.told(course.result, _titles(course)))


def _status(course: Course, by_the_rules: Message) -> Message:
    if course.match.draw_reason:
        return {
            "repetition": Message("The same position came for the third time: a draw"),
            "quiet": Message("100 moves in a row without progress: a draw"),
        }[course.match.draw_reason]
    if course.agreement:
        return _agreed(course.agreement)
    if course.is_waiting:
        return Message(
            "Waiting: {count} seat is free", plural="Waiting: {count} seats are free", count=len(course.free)
        )
    titles = _titles(course)
    if course.is_pass_due:
        return Message("{seat}: no move, a pass", seat=titles[str(course.match.letter(course.seat))])
    return _given_up(course, titles) if course.ended else by_the_rules


def _titles(course: Course) -> dict[str, Message]:
    return {one.letter: one.title for one in course.game.seats(course.setup.options)}


def _agreed(agreement: str) -> Message:
    if agreement == "abort":
        return Message("The match was called off")
    if agreement == "claim":
        return Message("A draw: the other side had left")
    return Message("A draw by agreement")


def _given_up(course: Course, titles: dict[str, Message]) -> Message:
    loser, how = list(course.given_up.items())[-1]
    seat = titles[loser]
    winners = [title for letter, title in titles.items() if letter != loser]
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
