#!/usr/bin/env python3
"""Open Ludoteka: double-click this file, or run `python start.pyw`.

The first time, it installs what `make play` installs.  Python 3.6 and newer can read this file, to say which Python is needed.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "src")]

from starting.main import main  # noqa: E402 - now that Python knows where it is

if __name__ == "__main__":
    sys.exit(main())
