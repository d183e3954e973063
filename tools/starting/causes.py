"""Why something failed, by what the program printed."""

import re
from collections.abc import Callable, Sequence

from starting.texts import say

NUMBERS = "27|28|112|122"  # of errors: a file too large, no space left, the same on Windows, a quota
DISK = re.compile(
    rf"os error (?:{NUMBERS})\b|\[(?:Errno|WinError) (?:{NUMBERS})\]|No space left|disk (?:is )?full|disk I/O"
)
NETWORK = re.compile(
    r"Failed to (?:fetch|download)|error sending request|dns error|Connect(?:ion)?(?:Timeout)?Error|ProxyError|SSLError"
    r"|name resolution|NameResolutionError|Network is unreachable|Read timed out"
    r"|Connection (?:refused|reset|aborted|broken)",
    re.IGNORECASE,
)


def cause_of(output: str) -> str:
    """Say why an installation failed, and what to do."""
    if DISK.search(output):
        return say("The disk is full. Free some space, then start again.")
    if NETWORK.search(output):
        return say("The packages cannot be downloaded. Connect to the internet, then start again.")
    return say("The installation failed. Mend the cause, then start again.")


def end_of_house(output: str) -> str:
    """Say why the house has ended, and what to do."""
    text = "The disk is full. Free some space, then start again."
    return say(text if DISK.search(output) else "Ludoteka has stopped because of a fault. Start it again.")


def sentence_of(lines: Sequence[str], cause: Callable[[str], str]) -> str:
    """Return what a program said last, which is a sentence for people, or the cause of its fault."""
    is_fault = not lines or any(line.startswith("Traceback") for line in lines) or DISK.search("\n".join(lines))
    return cause("\n".join(lines)) if is_fault else lines[-1]
