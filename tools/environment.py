"""Create the virtual environment, or say in one line why that is impossible.

Old Pythons must be able to read this file: no syntax newer than Python 3.5.
"""

import sys
from subprocess import call

OLDEST = (3, 11)


def main(folder: str) -> None:
    """Create the environment in `folder`."""
    if sys.version_info < OLDEST:
        wrong = "Ludoteka needs Python {}.{} or newer, but {} is {}.{}. Name a newer one: make PYTHON=python3.12 play"
        sys.exit(wrong.format(*OLDEST, sys.executable, *sys.version_info))
    try:
        import ensurepip  # noqa: F401, PLC0415 - Debian may lack it, and venv then fails with a long message
        import venv  # noqa: F401, PLC0415 - as above
    except ImportError:
        sys.exit("This Python cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv")
    sys.exit(call([sys.executable, "-m", "venv", folder]))  # noqa: S603 - our own interpreter


if __name__ == "__main__":
    main(sys.argv[1])
