"""What every test shares: the house with a sixth game that stands outside the package."""

import os
from pathlib import Path

os.environ["LUDOTEKA_GAMES"] = str(Path(__file__).parent / "sixth")  # read when ludoteka.games is first imported
