"""Liar's dice: bids on dice under cups (rules.en.md).  An example of throws that only one seat may know."""

from pathlib import Path

from ludoteka.core.game import Draw, Game, Option, Options, Seat, sentences_per_entry
from ludoteka.core.message import Message
from ludoteka.core.rules import NOBODY
from ludoteka.games.liars_dice import encoding, notation, rules
from ludoteka.games.liars_dice.computer import decide, sample_world
from ludoteka.games.liars_dice.notation import LETTERS, TITLES
from ludoteka.games.liars_dice.scene import scene

SEATS = tuple(Seat(number, letter, title) for number, (letter, title) in enumerate(TITLES.items()))


def throw(state: rules.State, draw: Draw) -> int:
    """Shake the next cup."""
    cup = rules.next_cup(state)
    faces = sorted(draw(cup, rules.FACES) for _ in range(state.left[cup]))
    return rules.THROW + rules.THROWS.index(int("".join(map(str, faces))))


def thrower(state: rules.State) -> int:
    """Return the seat that opens the round; its player shakes by hand, and the house shakes for the others."""
    return state.turn if rules.next_cup(state) == state.turn else NOBODY


def longest(options: Options) -> int:
    """Return the most throws, bids and challenges: a round has a throw for each cup, every bid, and a challenge."""
    dice = options["players"] * options["each"]
    return sum(options["players"] + left * rules.FACES + 1 for left in range(2, dice + 1))


def visible_action(state: rules.State, action: int, seat: int) -> bool | str:
    """Let everybody hear which cup is shaken, and only its own seat which dice are under it (clause 2)."""
    cup = rules.next_cup(state)
    return action < rules.THROW or seat == cup or LETTERS[cup]


GAME = Game(
    name="liars_dice",
    title=Message("Liar's dice"),
    summary=Message("You see only the dice under your own cup, but you bid on the dice under all the cups."),
    seats=lambda options: SEATS[: options["players"]],
    rules=rules,
    notation=notation,
    scene=scene,
    folder=Path(__file__).parent,
    longest=longest,
    options=(
        Option("players", Message("Players"), tuple((n, Message("{count}", count=n)) for n in (2, 3, 4))),
        Option("each", Message("Dice per player"), tuple((n, Message("{count}", count=n)) for n in (5, 4, 3, 2))),
    ),
    encoding=encoding,
    throw=throw,
    die=rules.FACES,
    thrower=thrower,
    visible_action=visible_action,
    answers=notation.answers,
    describe_log=sentences_per_entry(notation.sentences),
    decide=decide,
    sample_world=sample_world,
)
