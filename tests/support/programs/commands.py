"""The command `ludoteka` in the process of the test, for tests in which the process doesn't matter."""

from types import SimpleNamespace

from click.testing import CliRunner

from ludoteka.cli import main


def ludoteka(*arguments, typed="", language="en"):
    """Run a command; return what `subprocess.run` would."""
    ended = CliRunner(env={"LANGUAGE": language, "COLUMNS": "80"}).invoke(
        main, [*map(str, arguments)], typed, prog_name="ludoteka"
    )
    if ended.exception and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    return SimpleNamespace(returncode=ended.exit_code, stdout=ended.stdout, stderr=ended.stderr)


def done(*arguments):
    """Run a command that succeeds; return what it prints."""
    ended = ludoteka(*arguments)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def refused(*arguments):
    """Run a command that is refused; return why."""
    ended = ludoteka(*arguments)
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""
    return ended.stderr
