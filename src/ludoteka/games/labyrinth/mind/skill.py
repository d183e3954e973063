"""What sets the levels apart: how well a player chooses where to go, whom it listens to, and what it considers.

No level acts against what it knows; the lower ones weigh less exactly, or take less into account.
"""

from typing import NamedTuple


class Skill(NamedTuple):
    """The abilities of one level."""

    hears_others: bool = True  # whether it draws the ways of the others, too
    joins: bool = True  # whether it recognizes that two fragments of the map are the same place
    knows_spinners: bool = True
    guesses: bool = True  # whether it judges where there are more cells, and tries first what is most promising
    handles: bool = True  # whether it buys, sells and uses things
    shoots: bool = True  # whether it shoots somebody whom it meets
    aims: bool = True  # whether it shoots along passages, and not only those whom it meets
    is_careful: bool = (
        True  # whether it checks each step on a plain map, so that it goes into no known wall and not in circles
    )
    noise: float = (
        0.0  # it chooses a goal with a probability as its worth to the power 1 / noise; 0: always the best one
    )


NOVICE = Skill(
    hears_others=False,
    joins=False,
    knows_spinners=False,
    guesses=False,
    handles=False,
    shoots=False,
    aims=False,
    is_careful=False,
)
SHOOTER = NOVICE._replace(shoots=True)
SURVEYOR = SHOOTER._replace(joins=True, knows_spinners=True)
TRADER = SURVEYOR._replace(handles=True)
LISTENER = TRADER._replace(hears_others=True)
SKILLS = (
    NOVICE._replace(noise=4.0),
    NOVICE._replace(noise=1.9),
    NOVICE._replace(noise=1.25),
    NOVICE._replace(noise=0.65),
    SHOOTER._replace(noise=0.9),
    SURVEYOR._replace(noise=0.85),
    TRADER._replace(noise=0.85),
    LISTENER._replace(noise=0.65),
    LISTENER._replace(aims=True, noise=0.65),
    Skill(),
)


def describe_level(level: int) -> str:
    """Say in English how a level chooses and what it weighs, for docs/levels.md."""
    skill = SKILLS[level - 1]
    has = {
        "buys and uses things": skill.handles,
        "shoots whom it meets": skill.shoots and not skill.aims,
        "draws the ways of the others, too": skill.hears_others,
        "joins parts of its map": skill.joins,
        "understands spinners": skill.knows_spinners,
        "weighs where more cells are likely": skill.guesses,
        "shoots whom it meets and along passages": skill.aims,
        "checks each step against the plain map": skill.is_careful,
    }
    return "; ".join((_choice(skill.noise), *(ability for ability, is_there in has.items() if is_there)))


def _choice(noise: float) -> str:
    if not noise:
        return "goes where it expects most"
    return f"goes {2 ** (1 / noise):.1f} times as often where it expects twice as much"
