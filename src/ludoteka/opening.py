"""Where a house is opened, whether one is open there, and showing it.

This needs nothing but Python: `start.pyw` uses it before anything is installed.
"""

import os
import sys
from threading import Thread

PORT = 8642
BROWSER_TIMEOUT = 10.0  # seconds for a browser to start, if the program that starts it ends afterwards
HEALTH_TIMEOUT = 3.0  # seconds for another house on our port to answer; it may still be starting


def is_house(address: str) -> bool:
    """Tell whether a house answers at this address, which ends with a slash."""
    from http.client import HTTPException  # noqa: PLC0415 - most commands start faster without these
    from urllib.request import urlopen  # noqa: PLC0415 - as above

    try:
        with urlopen(f"{address}api/health", timeout=HEALTH_TIMEOUT) as answer:  # noqa: S310 - our own http address
            return b'"house":"ludoteka"' in answer.read(1000)
    except (OSError, HTTPException):
        return False


def has_display() -> bool:
    """Tell whether a browser would open in a window; a text browser would take over this terminal."""
    named = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform in ("win32", "darwin") or bool(named)


def show_in_browser(address: str) -> Thread:
    """Open a browser if it would have a window, in a thread: some browsers block until they are up."""
    thread = Thread(target=_show, args=(address,), daemon=True)
    thread.start()
    return thread


def _show(address: str) -> None:
    import webbrowser  # noqa: PLC0415 - as above

    if has_display():
        webbrowser.open(address)
