"""The texts of Kuhn poker: names of actions and cards, refusals, who hears what, and sentences about it."""

from ludoteka.core.game import LogEntry, Options, Sentences
from ludoteka.core.message import Message, Refused
from ludoteka.core.rules import CHANCE, NOBODY
from ludoteka.core.scene import Path
from ludoteka.games.kuhn import rules
from ludoteka.games.kuhn.rules import BET, CALL, CHECK, FIRST, FOLD, JACK, KING, QUEEN, SECOND, Observation, State

LETTERS = "fs"  # of the seats
CARDS = {JACK: "jack", QUEEN: "queen", KING: "king"}
DEEDS = {"check": CHECK, "bet": BET, "fold": FOLD, "call": CALL}
NAMES = {action: name for name, action in DEEDS.items()}
DECK, POT = "d", "p"  # places; the place of a seat's card is named by the letter of the seat
UNSEEN = "card"  # what the other seats hear of a card
PLAYERS = {"f": Message("First"), "s": Message("Second")}
CARD_TITLES = {"jack": Message("Jack"), "queen": Message("Queen"), "king": Message("King")}
# Every possible pair of `acted` and `pot`.
COURSES = (0, [1, 1]), (1, [1, 1]), (1, [2, 1]), (2, [1, 1]), (2, [1, 2]), (2, [2, 2]), (3, [2, 2])


def path(seen: Observation, action: int) -> Path:
    """Return the name of an action; for a card that is dealt, with the letter of its seat: "f:king"."""
    return (NAMES[action] if action in NAMES else f"{LETTERS[rules.dealt_to(seen)]}:{CARDS[action]}",)


def prompt(seen: Observation, path: Path) -> Message:
    """Return what to ask for."""
    return Message("Check or bet?") if rules.is_even(seen) else Message("Fold or call?")


def refusal(seen: Observation, path: Path) -> Refused:
    """Return why an action is illegal now."""
    if path[0] not in (*DEEDS, *LETTERS, DECK, POT):
        raise LookupError(path)
    deed = DEEDS.get(path[0])
    if seen.turn == CHANCE:
        return Refused("not-now", Message("First the cards are dealt (clause 2)."))
    if rules.is_even(seen) and deed not in (CHECK, BET):
        return Refused("no-bet", Message("There is no bet to answer: check or bet (clause 3)."))
    if not rules.is_even(seen) and deed not in (FOLD, CALL):
        return Refused("bet-stands", Message("There is a bet to answer: fold or call (clause 4)."))
    return Refused("too-much", Message("Only one action at a time."))


def check_position(state: State, options: Options) -> None:
    """Raise Refused "bad-position" if cards, chips and turns contradict each other."""
    first, second = state.cards
    is_dealt = first in CARDS and second in CARDS and first != second
    is_begun = second == rules.NOTHING and first in (rules.NOTHING, *CARDS) and (state.acted, state.pot) == COURSES[0]
    is_fold = not rules.is_even(state) and state.folded == state.acted % 2
    fits = is_begun or (is_dealt and (state.acted, state.pot) in COURSES)
    if not fits or not (state.folded == NOBODY or is_fold):
        raise Refused("bad-position", Message("No match can reach this position."))


def visible_action(state: State, action: int, seat: int) -> bool | str:
    """Let a seat hear which card it gets, and the others only that a card is dealt (clause 2)."""
    receiver = rules.dealt_to(state)
    return action in NAMES or seat == receiver or f"{LETTERS[receiver]}:{UNSEEN}"


def answers(before: State, action: int, after: State) -> tuple[str, ...]:
    """Return the cards that become public at a showdown (clause 5)."""
    shown = (FIRST, SECOND) if rules.is_showdown(after) else ()
    return tuple(f"{LETTERS[seat]}:{CARDS[after.cards[seat]]}" for seat in shown)


def sentences(entry: LogEntry) -> Sentences:
    """Describe an action, and the cards of a showdown."""
    return (_dealt(str(entry.text)) if entry.seat == "chance" else _done(entry), *map(_shown, entry.answers))


def _dealt(text: str) -> Message:
    letter, _, card = text.partition(":")
    if card == UNSEEN:
        return Message("{player} is dealt a card.", player=PLAYERS[letter])
    return Message("{player} is dealt the {card}.", player=PLAYERS[letter], card=CARD_TITLES[card])


def _shown(answer: str) -> Message:
    letter, _, card = answer.partition(":")
    return Message("{player} shows the {card}.", player=PLAYERS[letter], card=CARD_TITLES[card])


def _done(entry: LogEntry) -> Message:
    player = PLAYERS[entry.seat]
    if entry.text == "check":
        return Message("{player} checks.", player=player)
    if entry.text == "bet":
        return Message("{player} bets.", player=player)
    return (
        Message("{player} folds.", player=player) if entry.text == "fold" else Message("{player} calls.", player=player)
    )
