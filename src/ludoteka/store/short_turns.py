"""How long a thread computes before it lets another one on, usually the event loop."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

SHORT = 0.0005  # seconds
USUAL = sys.getswitchinterval()  # ten times as long; with shorter turns a commit would cost twice the processor time

_lock = Lock()
_count = 0  # how many threads asked for short turns


@contextmanager
def short_turns() -> Iterator[None]:
    """Let the event loop on more often while this thread computes something long, such as the log of a long match.

    After each system call the loop waits for its next turn; with the usual ones, a hundred answers take half a second.
    """
    _change(1)
    try:
        yield
    finally:
        _change(-1)


def _change(step: int) -> None:
    global _count  # noqa: PLW0603 - the interval is one for the whole process
    with _lock:
        _count += step
        sys.setswitchinterval(SHORT if _count else USUAL)
