"""Programs that are interrupted by a test, as by Ctrl-C."""

import signal


def heed_interrupts():
    """Restore the default handler, as shells make background processes ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
