"""What the moderator says after an action, put down one after another in the state."""

from ludoteka.games.labyrinth.play.state import State


def say(state: State, code: int, what: int, number: int) -> None:
    """Say a code: `what` is a thing, a way, an object or a seat; `number` an amount, or how many times."""
    state.said_code[state.said] = code
    state.said_what[state.said] = what
    state.said_number[state.said] = number
    state.said += 1
