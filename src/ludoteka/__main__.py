"""`python -m ludoteka` is the command `ludoteka`."""

import re
import sys
from importlib import metadata

from ludoteka import __version__

LIBRARY = "ludoteka-core"  # the distribution that all the code is in; what the command needs is its extra `house`


def main() -> None:
    """Run the command, or say how to install what it needs."""
    try:
        from ludoteka.cli import main as run  # noqa: PLC0415 - where only the library is installed, this fails

        run()
    except ModuleNotFoundError:
        if not _lacks_house():
            raise
        text = f"Only the library is installed ({LIBRARY} {__version__}). The house and its commands need: pip install ludoteka"
        sys.exit(text)  # in English: what reads the catalogues may be missing, too


def _lacks_house() -> bool:
    """Whether packages of the house are missing."""
    installed = {_plain(one.name) for one in metadata.distributions()}
    try:
        wishes = [wish for wish in metadata.requires(LIBRARY) or () if re.search(r'; *extra == "house"$', wish)]
    except metadata.PackageNotFoundError:
        return False
    return not {_plain(re.split(r"[^\w.-]", wish)[0]) for wish in wishes} <= installed


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
