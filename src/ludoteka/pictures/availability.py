"""Which pictures can be made here: not everybody has installed what animated ones need."""

from importlib.util import find_spec

from ludoteka.core.message import Message, Refusal

NO_ANIMATION = Refusal(
    "no-animation",
    Message("Animated pictures need a package that is not installed here: pip install 'ludoteka[gif]'."),
    404,
)


def has_animation() -> bool:
    """Tell whether animated pictures can be made."""
    return find_spec("PIL") is not None
