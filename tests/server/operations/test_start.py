"""A house answers soon after its start: what its first page doesn't need is imported later."""

import re

from houses import RunningHouse

LATER = (
    *("aiosmtplib", "alembic", "authlib", "httpx2", "joserfc", "llvmlite", "markdown_it", "numba", "numpy"),
    *("openskill.models.weng_lin", "psycopg", "py_vapid", "redis", "rustworkx", "saq", "segno", "textual", "webauthn"),
    *("sqlalchemy.dialects.postgresql", "zxcvbn"),
    *("cssselect2", "resvg_py", "tinycss2"),
    *("ludoteka.games.moksha.evaluation.readable", "ludoteka.games.quagmire.evaluation.learned"),
    *("ludoteka.games.quagmire.evaluation.exact", "ludoteka.games.scripta.evaluation.exact"),
    *("ludoteka.games.tavlei.evaluation.learned", "ludoteka.games.tavlei.evaluation.features"),
)


def test_the_second_start_imports_nothing_that_the_first_page_does_not_need(tmp_path):
    with RunningHouse(tmp_path):
        pass  # the first start, which creates the database
    environment = {"PYTHONPROFILEIMPORTTIME": "1"}
    with (tmp_path / "log").open("w") as log, RunningHouse(tmp_path, environment=environment, log=log) as house:
        with house.guest() as guest:
            assert "Ludoteka" in guest.get("/").text
        said = (tmp_path / "log").read_text()
    imported = set(re.findall(r"^import time:.*\| +(\S+)$", said, re.MULTILINE))
    assert {"sqlalchemy", "ludoteka.house.house"} <= imported, "what is imported is seen"
    assert not imported & {*LATER}
