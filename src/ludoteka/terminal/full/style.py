"""The style sheet of the full screen, in Textual's dialect of CSS."""

NARROW = 110  # columns below which the side is narrow

STYLES = """
Screen { layout: vertical; }
#main { height: 1fr; }
#board { width: 1fr; height: 1fr; }
#side { width: 28; height: 1fr; padding: 0 0 0 1; }
.wide #side { width: 44; }
#about { height: auto; max-height: 70%; overflow-y: auto; scrollbar-size-vertical: 1; }
#about Static { height: auto; }
#moves { height: 1fr; border-top: solid $secondary; scrollbar-size-vertical: 1; background: $background; }
#chat { height: 5; border-top: solid $secondary; display: none; scrollbar-size-vertical: 1; background: $background; }
.talking #chat { display: block; }
#status { height: auto; max-height: 3; text-style: bold; padding: 0 1; background: $boost; }
#prompt { height: auto; max-height: 3; padding: 0 1; color: $text; }
#choices { height: auto; max-height: 4; padding: 0 1; }
#keys { height: 1; padding: 0 1; color: $text-muted; background: $panel; }
#menu { height: 1fr; border: none; background: $background; }
ModalScreen { align: center middle; }
.dialog { width: 60; max-width: 90%; height: auto; padding: 1 2; border: round $primary; background: $surface; }
.answers { height: auto; align: center middle; margin-top: 1; }
.answers Button { margin: 0 1; }
.page { width: 90%; height: 90%; padding: 0 1; border: round $primary; background: $surface; }
.page VerticalScroll { height: 1fr; }
.hint { height: 1; color: $text-muted; }
CurtainDialog { background: $background 100%; }
.curtain { width: auto; padding: 2 4; border: round $primary; text-style: bold; }
"""
