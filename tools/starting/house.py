"""The house, which closes when its standard input ends: `start.pyw` holds the other end until its window is closed.

This works without signals, which Windows lacks, and also if `start.pyw` is killed.
"""

import os
import signal
import threading
from _thread import interrupt_main

from ludoteka.cli import main

INPUT = 0  # the descriptor


def close_with_input() -> None:
    """Wait for the end of the input, then do what Ctrl-C does."""
    while os.read(INPUT, 1):
        pass
    interrupt_main()  # the house notices within a second


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where whoever started us ignores it
    threading.Thread(target=close_with_input, daemon=True).start()
    main()
