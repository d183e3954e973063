"""Measure speed."""

import subprocess
import sys
from pathlib import Path

import click

from ludoteka.commands._options import default_option
from ludoteka.core.message import Message, Refused


@click.command("bench")
@default_option("--rounds", default=5, type=click.IntRange(1, 100), help="How often each measurement is repeated.")
@click.option("--write", type=click.Path(path_type=Path, dir_okay=False), help="Also write the table to this file.")
def command(rounds: int, write: Path | None) -> None:
    """Compare the speed of the games with OpenSpiel's.  Needs a checkout in which `make bench` has installed OpenSpiel."""
    from ludoteka.core.twins import require_compiler

    require_compiler()
    program = Path(__file__).parents[3] / "bench" / "report.py"
    if not program.is_file():
        raise Refused("no-bench", Message("The benchmarks are part of the source code, not of the installed program."))
    program_line = [sys.executable, str(program), f"--rounds={rounds}", *([f"--write={write}"] if write else [])]
    sys.exit(subprocess.run(program_line, check=False).returncode)  # noqa: S603 - our own program
