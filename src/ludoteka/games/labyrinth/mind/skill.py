"""What sets the levels apart: how long a player remembers, whom it listens to, and how far it plans.

No level acts against what it knows; the lower ones know less.
"""

from typing import NamedTuple

ALL = 600  # turns, more than nearly any match has; whoever still wanders about then has drawn a wrong map


class Skill(NamedTuple):
    """The abilities of one level."""

    memory: int = ALL  # how many of its own turns a player remembers
    sight: int = ALL  # how many steps away a goal may be
    hears_others: bool = True  # whether it draws the ways of the others, too
    joins: bool = True  # whether it recognizes that two fragments of the map are the same place
    knows_spinners: bool = True
    guesses: bool = True  # whether it judges where there are more cells, and tries first what is most promising
    aims: bool = True  # whether it shoots along passages, and not only those whom it meets
    is_careful: bool = (
        True  # whether it checks each step on a plain map, so that it goes into no known wall and not in circles
    )


NOVICE = Skill(hears_others=False, joins=False, knows_spinners=False, guesses=False, aims=False, is_careful=False)
SKILLS = (
    NOVICE._replace(memory=2, sight=1),
    NOVICE._replace(memory=4, sight=2),
    NOVICE._replace(memory=8, sight=3),
    NOVICE._replace(memory=14, sight=4),
    NOVICE._replace(memory=24, sight=6),
    NOVICE._replace(memory=40, aims=True),
    NOVICE._replace(aims=True, guesses=True, memory=70),
    Skill(knows_spinners=False, memory=100),
    Skill(knows_spinners=False),
    Skill(),
)
