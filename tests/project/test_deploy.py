"""Everything that deploy/ names exists.  No image can be built here, so the tests read its Dockerfile instead."""

import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import click
import httpx2
import pytest
import yaml
from programs.deployment import found, these

from ludoteka import commands, opening
from ludoteka.cli import main
from ludoteka.server.operations.limits import KEEP_ALIVE_SECONDS

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "ludoteka"}
EXAMPLE = (DEPLOY / "example.env").read_text("utf-8")
FILLED = {"POSTGRES_PASSWORD": "secret", "LUDOTEKA_ADDRESS": "http://"}
UNITS = sorted(DEPLOY.glob("*.service"))  # started by timers
SETTING = re.compile(r"\bLUDOTEKA_[A-Z_]+")
VALIDATORS = {
    "schema": [Path(sys.executable).parent / "check-jsonschema", "--builtin-schema", "vendor.compose-spec"],
    **{name: [name, "--file"] for name in these("docker-compose")},
}


def name_of(path):
    return path.name


def instructions(kind):
    """Return the arguments of the Dockerfile's instructions of a kind, with continued lines joined."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
    return [line.removeprefix(kind).strip() for line in text.splitlines() if line.startswith(f"{kind} ")]


def understood(arguments):
    """Parse a command line as `ludoteka` does, but run nothing; click raises an error if the line is wrong."""
    name, *rest = arguments
    assert name in commands.command_names()
    commands.load_command(name).make_context(name, rest)


def settings():
    """Return every environment variable that our commands and `setup.py` read."""
    every = [main, *map(commands.load_command, commands.command_names())]
    names = [param.envvar for command in every for param in command.params if isinstance(param, click.Option)]
    return {"LUDOTEKA_COMPILE", "LUDOTEKA_GAMES", "LUDOTEKA_MAIL_PASSWORD", *filter(None, names)}


@pytest.mark.parametrize("validator", VALIDATORS)
@pytest.mark.parametrize("files", [("compose.yaml",), ("compose.yaml", "outgoing.yaml")], ids=" and ".join)
def test_the_compose_files_are_valid(validator, files):
    first, *others = (DEPLOY / name for name in files)
    command = [*VALIDATORS[validator], first, *others]
    if validator != "schema":
        command = [*VALIDATORS[validator], first, *(part for other in others for part in ("--file", other)), "config"]
    done = subprocess.run(command, env=FILLED, cwd=DEPLOY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_invalid_compose_file_would_be_refused(tmp_path):
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((DEPLOY / "compose.yaml").read_text("utf-8").replace("healthcheck:", "health:"))
    assert subprocess.run([*VALIDATORS["schema"], wrong], capture_output=True, check=False).returncode != 0


@pytest.mark.parametrize("name", OURS)
def test_a_service_runs_an_existing_command(name, monkeypatch):
    for setting, value in OURS[name]["environment"].items():
        monkeypatch.setenv(setting, value)
    understood(OURS[name]["command"])


def test_only_the_servers_get_a_way_out_if_it_is_asked_for():
    outgoing = yaml.safe_load((DEPLOY / "outgoing.yaml").read_text("utf-8"))
    servers = [name for name, service in OURS.items() if service["command"][0] == "serve"]
    assert {name: one["networks"] for name, one in outgoing["services"].items()} == {
        server: ["outgoing"] for server in servers
    }
    assert not outgoing["networks"]["outgoing"].get("internal")


@pytest.mark.parametrize("name", ["server-1", "server-2"])
def test_settings_that_are_left_out_of_the_way_out_count_as_not_given(name, monkeypatch):
    outgoing = yaml.safe_load((DEPLOY / "outgoing.yaml").read_text("utf-8"))["services"][name]["environment"]
    for setting, value in outgoing.items():
        assert value == f"${{{setting}:-}}"
        monkeypatch.setenv(setting, "")
    _, *arguments = OURS[name]["command"]
    context = commands.load_command("serve").make_context("serve", arguments)
    given = {param.name for param in context.command.params if param.envvar in outgoing}
    assert len(given) == len(outgoing) - 1  # the password is not an option
    assert not any(context.params[one] for one in given)


@pytest.mark.parametrize("place", ["compose.yaml", "outgoing.yaml", "Dockerfile", *map(name_of, UNITS)])
def test_every_setting_named_in_deploy_is_read_by_a_command(place):
    named = set(SETTING.findall((DEPLOY / place).read_text("utf-8"))) - {"LUDOTEKA_ADDRESS", "LUDOTEKA_SERVERS"}
    assert named <= settings()


def test_every_server_answers_to_the_name_at_which_the_proxy_serves_the_house():
    for name in SERVICES["proxy"]["depends_on"]:
        names = OURS[name]["environment"]["LUDOTEKA_NAME"]
        assert names == SERVICES["proxy"]["environment"]["LUDOTEKA_ADDRESS"]


def test_the_proxy_reads_every_variable_it_is_given():
    told = set(SERVICES["proxy"]["environment"])
    assert told == set(re.findall(r"\{\$(\w+)\}", (DEPLOY / "Caddyfile").read_text("utf-8")))


def test_every_server_is_behind_the_proxy():
    servers = [name for name, service in OURS.items() if service["command"][0] == "serve"]
    assert SERVICES["proxy"]["environment"]["LUDOTEKA_SERVERS"].split() == [
        f"{name}:{opening.PORT}" for name in servers
    ]
    assert set(SERVICES["proxy"]["depends_on"]) == set(servers)
    assert len(servers) == 2


def test_the_example_environment_names_every_required_variable():
    asked = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert asked == set(FILLED)
    assert asked <= set(re.findall(r"^(\w+)=$", EXAMPLE, re.MULTILINE))


def test_secrets_and_backups_are_kept_out_of_the_repository():
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert {"/deploy/.env", "/deploy/backups/"} <= set(ignored)


def test_only_the_proxy_is_reachable_from_outside():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    open_networks = [name for name, network in COMPOSE["networks"].items() if not network.get("internal")]
    assert [name for name, service in SERVICES.items() if set(open_networks) & set(service["networks"])] == ["proxy"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_waits_only_for_conditions_that_other_services_can_meet(name):
    for other, how in SERVICES[name].get("depends_on", {}).items():
        if how["condition"] == "service_healthy":
            assert other in OURS or "healthcheck" in SERVICES[other], f"{other} never reports that it is healthy"
        else:
            assert (how["condition"], SERVICES[other]["restart"]) == ("service_completed_successfully", "no")


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate", "keeper"}))
def test_a_service_that_fails_is_restarted(name):
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_every_named_volume_and_network_is_declared():
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSE["networks"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            made = source == "./backups"  # created with the first backup
            assert source in COMPOSE["volumes"] or made or (DEPLOY / source).is_file(), volume


def test_the_image_copies_only_files_that_exist_and_are_not_ignored():
    ignore = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    let_in = {line[1:] for line in ignore if line.startswith("!")}
    copied = {name for line in instructions("COPY") if "--from" not in line for name in line.split()[:-1]}
    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)


def test_the_image_is_installed_from_the_lock_with_hashes_and_keeps_no_build_tool():
    lock, tools, *house = re.findall(r"pip install ([^&]+)", " && ".join(instructions("RUN")))
    assert "--require-hashes --requirement requirements-house.lock" in lock
    assert "--require-hashes --target /tools" in tools
    assert all("--no-deps --no-build-isolation" in part for part in house)
    assert "pip uninstall --yes setuptools pip" in " ".join(instructions("RUN"))
    assert "apt" not in " ".join(instructions("RUN"))


def test_the_image_has_a_python_that_the_house_supports():
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["requires-python"]
    image = f"python:{asked.removeprefix('>=')}"
    assert [line.split()[0] for line in instructions("FROM")] == [image, f"{image}-slim"]


def test_the_image_holds_compiled_modules_and_not_what_compiled_them():
    assert any(line.startswith("LUDOTEKA_COMPILE=1 PYTHONPATH=/tools") for line in instructions("RUN"))
    assert not any("/tools" in line for line in instructions("COPY"))


def test_the_image_runs_as_an_ordinary_user_and_has_a_health_check():
    assert instructions("USER") == ["ludoteka"]
    assert instructions("EXPOSE") == [str(opening.PORT)]
    assert f"127.0.0.1:{opening.PORT}/api/health" in instructions("HEALTHCHECK")[0]
    assert instructions("ENTRYPOINT") == ['["ludoteka"]']
    understood(yaml.safe_load(instructions("CMD")[-1]))


def test_the_image_lets_its_user_write_to_the_data_folders():
    places = [line for line in instructions("ENV")[0].split() if fnmatch(line, "*=/data") or fnmatch(line, "*=/cache")]
    assert sorted(places) == ["LUDOTEKA_DATA=/data", "XDG_CACHE_HOME=/cache"]
    assert "--owner ludoteka --group ludoteka /data /cache" in " ".join(instructions("RUN"))


@pytest.mark.parametrize("path", UNITS, ids=name_of)
def test_a_systemd_unit_starts_an_existing_command(path):
    line = re.search(r"^ExecStart=(.+)$", path.read_text("utf-8"), re.MULTILINE)[1]
    arguments = re.search(r"/opt/ludoteka/bin/ludoteka ([^']+)", line)[1]
    understood(re.sub(r"\$\(.*?\)", "NOW", arguments).split())


def test_the_unit_of_a_house_allows_a_file_for_each_of_many_connections():
    [unit] = [path.read_text("utf-8") for path in UNITS if "ludoteka serve" in path.read_text("utf-8")]

    assert int(re.search(r"^LimitNOFILE=(\d+)$", unit, re.MULTILINE)[1]) >= 10_000


@pytest.mark.parametrize("program", these("systemd-analyze"))
@pytest.mark.parametrize("path", UNITS, ids=name_of)
def test_systemd_accepts_a_unit_and_finds_it_sandboxed(program, path, tmp_path):
    unit = tmp_path / path.name
    unit.write_text(path.read_text("utf-8").replace("/opt/ludoteka/bin", str(Path(sys.executable).parent)))
    verified = subprocess.run([found(program), "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    closed = [found(program), "security", "--offline=true", "--threshold=25", unit]  # of 100
    assert subprocess.run(closed, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_the_proxies_end_idle_connections_sooner_than_the_house(name):
    [seconds] = re.findall(r"^\s*keepalive(?:_timeout)? (\d+)s\b", (DEPLOY / name).read_text("utf-8"), re.MULTILINE)
    assert int(seconds) < KEEP_ALIVE_SECONDS


def test_the_python_client_ends_idle_connections_sooner_than_the_house():
    assert httpx2.Limits().keepalive_expiry < KEEP_ALIVE_SECONDS  # what httpx2 uses unless it is told otherwise
