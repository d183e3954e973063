"""Messages from the table's thread to the screen's."""

from textual.message import Message as TextualMessage

from ludoteka.core.message import Message, Refused
from ludoteka.terminal.full.state import ScreenState


class StateChanged(TextualMessage):
    """The table has changed."""

    def __init__(self, state: ScreenState) -> None:
        super().__init__()
        self.state = state


class ListenerCalled(TextualMessage):
    """The table has a message for the person."""

    def __init__(self, text: Message, kind: str) -> None:
        super().__init__()
        self.text = text
        self.kind = kind


class TableEnded(TextualMessage):
    """The match cannot continue here; `reason` says why."""

    def __init__(self, reason: Refused | None) -> None:
        super().__init__()
        self.reason = reason
