"""The moderator's reply to an action, stored in the state code by code."""

from ludoteka.games.labyrinth.play.state import State


def say(state: State, code: int, what: int, number: int) -> None:
    """Add a code to the reply: `what` is a thing, direction, object or seat, `number` an amount or a count."""
    state.said_code[state.said] = code
    state.said_what[state.said] = what
    state.said_number[state.said] = number
    state.said += 1
