"""Why an action is refused: codes and sentences, each with its clause (rules.en.md)."""

from ludoteka.core.message import Message, Refused
from ludoteka.games.labyrinth.play import reasons
from ludoteka.games.labyrinth.play.state import State

REFUSALS = {
    reasons.GAME_OVER: ("game-over", Message("The match is over.")),
    reasons.CHOICE_PENDING: (
        "choice-pending",
        Message("First comes the choice between the unique things, at the start of your turn (clause 13)."),
    ),
    reasons.NO_CHOICE: ("no-choice", Message("There is nothing to choose between now (clause 13).")),
    reasons.ALREADY_MOVED: ("already-moved", Message("You have moved; a turn has one move.")),
    reasons.SHOT_AFTER_MOVE: ("shot-after-move", Message("Shots come before the move (clause 10).")),
    reasons.MOVE_FIRST: ("move-first", Message("A turn ends after its move: go somewhere, or stay.")),
    reasons.NO_CARTRIDGE: ("no-cartridge", Message("You have no cartridge (clause 10).")),
    reasons.NO_LADDER: ("no-ladder", Message("There is no ladder here (clauses 4 and 11).")),
    reasons.NOT_HERE: ("not-here", Message("Nothing of that kind lies here (clause 14).")),
    reasons.SECOND_UNIQUE: (
        "second-unique",
        Message("You carry a unique thing already: a key or an idol (clauses 13 and 17)."),
    ),
    reasons.NOT_A_SHOP: ("not-a-shop", Message("There is no shop here (clause 17).")),
    reasons.NOT_SOLD_HERE: ("not-sold-here", Message("That is not on this shop's price list (clause 17).")),
    reasons.TOO_EXPENSIVE: ("too-expensive", Message("You have not enough cash for that (clause 17).")),
    reasons.NOT_A_BANK: ("not-a-bank", Message("There is no bank here (clauses 15 and 17).")),
    reasons.NOT_CARRIED: ("not-carried", Message("You do not carry that (clause 15).")),
    reasons.BAD_AMOUNT: (
        "bad-amount",
        Message("An amount is above nothing, and nobody pays in more than the cash in hand (clause 17)."),
    ),
    reasons.NOT_WITHDRAWABLE: (
        "not-withdrawable",
        Message("Only what is above ten yuan on the account can be withdrawn (clause 16)."),
    ),
    reasons.NOT_BETWEEN_TURNS: (
        "not-your-turn",
        Message("Players come and go only between two turns (clauses 7 and 9)."),
    ),
    reasons.NOT_PLAYING: ("not-your-turn", Message("The players are being placed first (clause 7).")),
    reasons.NOT_TO_JOIN: ("not-your-turn", Message("This player cannot come in now (clauses 7 and 9).")),
    reasons.NOT_EMPTY: ("not-here", Message("Players come in on empty cells where nobody is (clause 7).")),
}


def refusal_of(state: State, action: int) -> Refused:
    """Return the first reason why an action is not accepted; the moderator knows it all."""
    code, message = REFUSALS[reasons.reason(state, action)]
    return Refused(code, message)


def accepts(state: State, action: int) -> bool:
    """Tell whether an action may be played, one also that is not among the legal ones to choose from."""
    return reasons.reason(state, action) == reasons.ACCEPTED
