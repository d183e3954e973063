"""Measure speed."""

import subprocess
import sys
from pathlib import Path

import click

from ludoteka.commands import speaks


@click.command("bench")
@click.option("--rounds", default=5, show_default=True, type=click.IntRange(1, 100))
@click.option("--write", type=click.Path(path_type=Path, dir_okay=False), help="Write the table here too.")
@speaks
def command(rounds: int, write: Path | None) -> None:
    """Measure speed beside OpenSpiel (from a checkout, after `make bench` installed it)."""
    from ludoteka.core.message import Message, Refused

    program = Path(__file__).parents[3] / "bench" / "report.py"
    if not program.is_file():
        raise Refused("no-bench", Message("The measurements are part of the source, not of the installed program."))
    program_line = [sys.executable, str(program), f"--rounds={rounds}", *([f"--write={write}"] if write else [])]
    sys.exit(subprocess.run(program_line, check=False).returncode)  # noqa: S603 - our own program
