"""What one seat may know of a match, as text and as a picture."""

from ludoteka.core.game import Game, LogEntry
from ludoteka.core.scene import Scene
from ludoteka.surfaces.svg import looks, picture
from ludoteka.surfaces.text import ENGLISH, scene_lines


class View:
    """What one seat, a spectator or the referee sees of a match at one moment.

    `print(view)` shows it as lines of text; notebooks show it as a picture.  It stays as it is when the match goes on.

    Attributes:
        seat: the letter of the seat; "spectator" or "referee".
        scene: the places, pieces, marks, dice and texts, as `ludoteka.core.scene.Scene`.
        log: what was heard, as `ludoteka.core.game.LogEntry`; empty in games that keep no log.
    """

    def __init__(
        self, game: Game, seat: str, scene: Scene, log: tuple[LogEntry, ...], *, is_turned: bool = False
    ) -> None:
        self.seat = seat
        self.scene = scene
        self.log = log
        self._game = game
        self._is_turned = is_turned

    def __str__(self) -> str:
        """The board, the meanings of its signs, and whose turn it is."""
        return "\n".join(scene_lines(self.scene, ENGLISH, is_turned=self._is_turned))

    def __repr__(self) -> str:
        return f"<View of {self._game.name} by {self.seat}>"

    def svg(self) -> str:
        """Return the board as an SVG file with its styles; the last action is marked."""
        return picture(self.scene, looks(self._game.folder), str(self._game.title), self._is_turned)

    def _repr_svg_(self) -> str:
        return self.svg()
