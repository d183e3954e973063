"""What sets the levels apart: how well a player chooses where to go, whom it listens to, and what it considers.

No level acts against what it knows; the lower ones weigh less exactly, or take less into account.
"""

from typing import NamedTuple


class Skill(NamedTuple):
    """The abilities of one level."""

    hears_others: bool = True  # whether it draws the ways of the others, too
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
    wavering: float = 1.0  # that probability is multiplied by this for goals that lie back where the player comes from


WANDERER = Skill(hears_others=False, guesses=False, handles=False, shoots=False, aims=False, is_careful=False)
SHOOTER = WANDERER._replace(shoots=True)
TRADER = SHOOTER._replace(handles=True)
LISTENER = TRADER._replace(hears_others=True, aims=True)
SKILLS = (
    WANDERER._replace(noise=7.0, wavering=0.9),
    WANDERER._replace(noise=3.6, wavering=0.6),
    WANDERER._replace(noise=2.8, wavering=0.42),
    WANDERER._replace(noise=2.3, wavering=0.3),
    SHOOTER._replace(noise=2.6, wavering=0.5),
    SHOOTER._replace(noise=1.9, wavering=0.31),
    TRADER._replace(noise=1.9, wavering=0.48),
    TRADER._replace(noise=1.4, wavering=0.27),
    LISTENER._replace(noise=1.0, wavering=0.11),
    Skill(),
)


def describe_level(level: int) -> str:
    """Say in English how a level chooses and what it weighs, for docs/levels.md."""
    skill = SKILLS[level - 1]
    has = {
        "buys and uses things": skill.handles,
        "shoots whom it meets": skill.shoots and not skill.aims,
        "draws the ways of the others, too": skill.hears_others,
        "weighs where more cells are likely": skill.guesses,
        "shoots whom it meets and along passages": skill.aims,
        "checks each step against the plain map": skill.is_careful,
    }
    return "; ".join((_choice(skill), *(ability for ability, is_there in has.items() if is_there)))


def _choice(skill: Skill) -> str:
    if not skill.noise:
        return "goes where it expects most"
    preference = f"goes {2 ** (1 / skill.noise):.2f} times as often where it expects twice as much"
    return f"{preference}, and {1 / skill.wavering:.1f} times as often onward as back"
