"""`ludoteka account` beside an open house."""

import re

from houses import RunningHouse
from programs import forked

PASSWORD = "seven green herons wade"  # noqa: S105 - of nobody


def account(house, *arguments):
    done = forked.run("account", *arguments, "--data", house.folder)
    return done.returncode, (done.stdout or done.stderr).splitlines()


def post(client, path, **body):
    return client.post(f"/api/account/{path}", json=body)


def test_an_operator_makes_an_account_and_invites(tmp_path):
    with RunningHouse(tmp_path, options=("--registration", "invitation")) as house, house.guest() as client:
        client.get("/")
        code, lines = account(house, "create", "Anna")
        recovery = next(line for line in lines if re.fullmatch(r"(\w{4}-){3}\w{4}", line))
        [invitation] = account(house, "invite")[1]
        asked = {"name": "Boris", "password": PASSWORD, "invitation": invitation}

        assert code == 0
        assert post(client, "recover", name="anna", code=recovery, password=PASSWORD).json() == {"name": "Anna"}
        post(client, "sign-out")
        assert post(client, "register", **asked).status_code == 201
        post(client, "sign-out")
        assert post(client, "register", **asked | {"name": "Carla"}).json()["code"] == "bad-invitation"
        assert [line.split()[0] for line in account(house, "list")[1]] == ["Boris", "Anna"]


def test_an_operator_renames_closes_opens_and_deletes_an_account(tmp_path):
    taken = "Somebody has this name already, or one that looks like it."
    with RunningHouse(tmp_path) as house, house.guest() as client:
        client.get("/")
        post(client, "register", name="Boris", password=PASSWORD)
        post(client, "sign-out")
        account(house, "create", "Anna")

        assert account(house, "rename", "boris", "ANNA") == (1, [taken])
        assert account(house, "rename", "boris", "Bob")[0] == 0
        account(house, "close", "Bob")
        assert post(client, "sign-in", name="Bob", password=PASSWORD).json()["code"] == "account-closed"
        account(house, "open", "Bob")
        assert post(client, "sign-in", name="Bob", password=PASSWORD).status_code == 200
        assert account(house, "role", "Bob", "owner")[0] == 0
        assert account(house, "delete", "Bob")[0] == 0
        assert account(house, "show", "Bob") == (1, ["There is no account with the name Bob."])
