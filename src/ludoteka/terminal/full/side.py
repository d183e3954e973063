"""The texts beside the board: seats with clocks, the panel, signs, moves."""

from rich.style import Style as RichStyle
from rich.text import Text

from ludoteka.core.message import Message
from ludoteka.surfaces.palette import ink
from ludoteka.surfaces.text import Style, facts, legend
from ludoteka.surfaces.texts import Texts
from ludoteka.terminal.full.state import ScreenState, SeatLine
from ludoteka.terminal.tables.narration import HOST_KNOWS_SECRETS, Move

TO_ACT, WAITING = "▶", " "


def heading(state: ScreenState, texts: Texts) -> Text:
    """Return the title of the game; for a match in a house on the network, also the state of the connection."""
    title = Text()
    title.append(texts.say(state.title), RichStyle(bold=True))
    if state.is_remote:
        connection = Message("connected") if state.is_connected else Message("reconnecting …")
        title.append(f"  {'●' if state.is_connected else '○'} {texts.say(connection)}")
    return title


def about(state: ScreenState, style: Style, texts: Texts) -> Text:
    """Return everything in the side panel except the moves."""
    text = heading(state, texts)
    for seat in state.seats:
        text.append("\n")
        text.append_text(_seat(seat, state, texts))
    if state.host_knows_secrets:
        text.append(f"\n{texts.say(HOST_KNOWS_SECRETS)}", RichStyle(bold=True))
    if state.is_thinking:
        text.append(f"\n{texts.say(Message('The computer is thinking …'))}", RichStyle(italic=True))
    for clock in state.clocks:
        text.append(f"\n⏱ {texts.say(clock)}")
    for line in facts(state.scene, texts):
        text.append("\n" + line.replace("   ", "\n"))
    for line in legend(state.scene._replace(marks=()), texts, style):
        text.append("\n" + line.replace("   ", "\n"), RichStyle(dim=True))
    if state.invitation:
        text.append(f"\n{texts.say(Message('i: the link for others'))}", RichStyle(bold=True))
    return text


def _seat(seat: SeatLine, state: ScreenState, texts: Texts) -> Text:
    colour = state.colours.get(f"seat{seat.number}", "#888888")
    line = Text(f"{TO_ACT if seat.is_to_act else WAITING} ")
    line.append(" ", RichStyle(color=ink(colour), bgcolor=colour))
    if seat.level:
        person = texts.say(Message("computer {level}", level=seat.level))
    else:
        person = seat.occupant if isinstance(seat.occupant, str) else texts.say(seat.occupant)
    title = texts.say(seat.title)
    line.append(f" {title}" if title == person else f" {title}: {person}", RichStyle(bold=seat.is_to_act))
    if not seat.is_present:
        line.append(f" ({texts.say(Message('away'))})", RichStyle(dim=True))
    return line


def move_text(number: int, move: Move, texts: Texts) -> Text:
    """Return a line of the list of moves."""
    text = Text(f"{number:>3}  ", RichStyle(dim=True))
    text.append(" ".join(map(texts.say, move.sentences)), RichStyle(dim=False))
    return text
