"""The optional parts of an installation, which pyproject.toml calls extras, and what to do if one is missing."""

from importlib.util import find_spec

from ludoteka.core.message import Message, Refused

EXTRAS = {  # what they are for -> the extra, and its packages
    "PostgreSQL": ("servers", ("psycopg",)),
    "Redis": ("servers", ("redis", "saq")),
    "OpenID Connect": ("sign-in", ("authlib", "joserfc")),
}


def require_extra(purpose: str) -> None:
    """Check that the packages for a purpose are installed.  Raises Refused: "no-extra"."""
    extra, packages = EXTRAS[purpose]
    if not all(map(find_spec, packages)):
        text = Message(
            "{purpose} needs packages that are not installed: run make extras in the folder of the sources, "
            "or elsewhere pip install 'ludoteka[{extra}]'.",
            purpose=purpose,
            extra=extra,
        )
        raise Refused("no-extra", text)
