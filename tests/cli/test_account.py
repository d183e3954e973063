"""`ludoteka account` beside an open house."""

import re
import subprocess
import sys

from houses import RunningHouse

PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody


def account(house, *arguments):
    command = [sys.executable, "-m", "ludoteka", "account", *arguments, "--data", str(house.folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout or done.stderr).splitlines()


def test_an_operator_creates_invites_renames_closes_and_deletes(tmp_path):
    with RunningHouse(tmp_path, options=("--registration", "invitation")) as house, house.guest() as client:
        client.get("/")

        def post(path, **body):
            return client.post(f"/api/account/{path}", json=body)

        code, lines = account(house, "create", "Anna")
        recovery = next(line for line in lines if re.fullmatch(r"(\w{4}-){3}\w{4}", line))
        assert code == 0
        assert post("recover", name="anna", code=recovery, password=PASSWORD).json() == {"name": "Anna"}
        post("sign-out")
        [invitation] = account(house, "invite")[1]
        asked = {"name": "Boris", "password": PASSWORD, "invitation": invitation}
        assert post("register", **asked).status_code == 201
        post("sign-out")
        assert post("register", **asked | {"name": "Carla"}).json()["code"] == "bad-invitation"
        assert [line.split()[0] for line in account(house, "list")[1]] == ["Boris", "Anna"]
        assert account(house, "rename", "boris", "Anna!")[0] == 1
        assert account(house, "rename", "boris", "ANNA") == (
            1,
            ["Somebody has this name already, or one that looks like it."],
        )
        assert account(house, "rename", "boris", "Bob")[0] == 0
        account(house, "close", "Bob")
        assert post("sign-in", name="Bob", password=PASSWORD).json()["code"] == "account-closed"
        account(house, "open", "Bob")
        assert post("sign-in", name="Bob", password=PASSWORD).status_code == 200
        assert account(house, "role", "Bob", "owner")[0] == 0
        assert account(house, "delete", "Bob")[0] == 0
        assert account(house, "show", "Bob") == (1, ["There is no account with the name Bob."])
