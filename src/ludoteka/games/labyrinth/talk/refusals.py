"""Why an action is refused: codes and sentences, each with its clause (rules.en.md)."""

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.mind.attempts import offers
from ludoteka.games.labyrinth.notation import Knowledge, attempt_in_turn
from ludoteka.games.labyrinth.play import reasons
from ludoteka.games.labyrinth.play.state import BUY, DROP, State

REFUSALS = {
    reasons.GAME_OVER: ("game-over", Message("The match is over.")),
    reasons.CHOICE_PENDING: (
        "choice-pending",
        Message("Your turn starts with the choice between the unique things (clause 13)."),
    ),
    reasons.NO_CHOICE: ("no-choice", Message("There is nothing to choose now (clause 13).")),
    reasons.ALREADY_MOVED: ("already-moved", Message("You've already moved: a turn has one move.")),
    reasons.SHOT_AFTER_MOVE: ("shot-after-move", Message("You can shoot only before your move (clause 10).")),
    reasons.MOVE_FIRST: ("move-first", Message("Move first: go somewhere, or stay.")),
    reasons.NO_CARTRIDGE: ("no-cartridge", Message("You have no cartridges (clause 10).")),
    reasons.NO_LADDER: ("no-ladder", Message("There is no ladder here (clauses 4 and 11).")),
    reasons.NOT_HERE: ("not-here", Message("There is nothing like that on the floor here (clause 14).")),
    reasons.SECOND_UNIQUE: (
        "second-unique",
        Message("You already carry a unique thing (clauses 13 and 17)."),
    ),
    reasons.NOT_A_SHOP: ("not-a-shop", Message("There is no shop here (clause 17).")),
    reasons.NOT_SOLD_HERE: ("not-sold-here", Message("This shop doesn't sell that (clause 17).")),
    reasons.TOO_EXPENSIVE: ("too-expensive", Message("You don't have enough cash for that (clause 17).")),
    reasons.NOT_A_BANK: ("not-a-bank", Message("There is no bank here (clauses 15 and 17).")),
    reasons.NOT_CARRIED: ("not-carried", Message("You don't carry that (clause 15).")),
    reasons.BAD_AMOUNT: (
        "bad-amount",
        Message("The amount must be above zero, and you can't pay in more than your cash (clause 17)."),
    ),
    reasons.NOT_WITHDRAWABLE: (
        "not-withdrawable",
        Message("You can withdraw only what your account holds above ten yuan (clause 16)."),
    ),
    reasons.NOT_BETWEEN_TURNS: (
        "not-your-turn",
        Message("Players can join and leave only between two turns (clauses 7 and 9)."),
    ),
    reasons.NOT_PLAYING: ("not-your-turn", Message("The moderator is still placing the players (clause 7).")),
    reasons.NOT_TO_JOIN: ("not-your-turn", Message("This player can't enter now (clauses 7 and 9).")),
    reasons.NOT_EMPTY: ("not-here", Message("Players enter on empty cells where nobody is (clause 7).")),
}

MODERATORS_REASONS = (
    reasons.NOT_HERE,
    reasons.SECOND_UNIQUE,
    reasons.NOT_CARRIED,
)  # which may depend on what nobody heard


def refusal_of(state: State, action: int) -> Refused:
    """Return the moderator's refusal of an action."""
    code, message = REFUSALS[reasons.reason(state, action)]
    return Refused(code, message)


def is_refused_aloud(state: State, seen: Knowledge, action: int) -> bool:
    """Tell whether everybody hears this refusal: the log did not foretell it, and it is the first in this turn."""
    is_of_things = DROP <= action < BUY  # what a shop or a bank refuses follows from the log
    is_unforeseen = is_of_things and reasons.reason(state, action) in MODERATORS_REASONS and action in offers(seen)
    return is_unforeseen and attempt_in_turn(seen) is None


def accepts(state: State, action: int) -> bool:
    """Tell whether an action may be played, whether it is listed as legal or not."""
    return reasons.reason(state, action) == reasons.ACCEPTED
