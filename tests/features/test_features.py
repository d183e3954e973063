"""Features can be left out of a house: it goes on without them."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from houses.stores import new_file

import ludoteka
from ludoteka.house.app import create_application
from ludoteka.house.house import FEATURES, SIGN_IN, TOURNAMENTS, House
from ludoteka.server.settings import Settings
from ludoteka.store import Store

PACKAGE = Path(ludoteka.__file__).parent
SEATS = {"a": {"kind": "person"}, "d": {"kind": "person"}}
CALLS = {TOURNAMENTS: "/api/tournaments", SIGN_IN: "/api/account"}  # one of each feature


async def ask(house, *requests):
    """Return the statuses of a house's answers."""
    transport = httpx2.ASGITransport(app=create_application(house), client=("192.0.2.1", 1))
    await house.open()
    try:
        async with httpx2.AsyncClient(transport=transport, base_url="http://house") as client:
            return [
                (await client.request(*request[:2], json=request[2] if request[2:] else None)).status_code
                for request in requests
            ]
    finally:
        await house.close()


@pytest.mark.parametrize("left_out", [TOURNAMENTS, SIGN_IN], ids=["tournaments", "sign-in"])
def test_a_house_without_a_feature_serves_everything_else(tmp_path, left_out):
    requests = [
        ("GET", "/"),
        ("GET", "/api/house"),
        ("POST", "/api/matches", {"game": "tavlei", "seats": SEATS}),
        ("GET", "/api/lobby"),
        ("GET", "/api/openapi.json"),
        ("GET", CALLS[left_out]),
    ]

    async def work():
        place = new_file(tmp_path / "house.sqlite")
        house = House(
            Store.open(place),
            Settings("127.0.0.1", 0, place),
            [feature for feature in FEATURES if feature is not left_out],
        )
        return await ask(house, *requests)

    assert asyncio.run(work()) == [200, 200, 201, 200, 200, 404]


@pytest.mark.parametrize("name", ["tournaments", "sign_in"])
def test_the_folder_of_a_feature_can_be_deleted_with_its_line_of_composition(tmp_path, name):
    copy = tmp_path / "ludoteka"
    ignored = shutil.ignore_patterns("__pycache__", "*.png", "weights*", "*.npz")
    shutil.copytree(PACKAGE, copy, ignore=ignored)
    shutil.rmtree(copy / "features" / name)
    composition = copy / "house" / "house.py"
    text = composition.read_text("utf-8")
    without = (
        re.sub(rf"from ludoteka\.features\.{name}\..*\n", "", text)
        .replace(f" {name.upper()},", "")
        .replace(f", {name.upper()})", ")")
    )
    assert without.count(name.upper()) == 0 < text.count(name.upper())
    composition.write_text(without, "utf-8")
    code = "import ludoteka.house.app as app, ludoteka; print(ludoteka.__file__, len(app.House.__mro__))"
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}

    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)

    assert answer.stdout.startswith(str(copy)), answer.stderr
