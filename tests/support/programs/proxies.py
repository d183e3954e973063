"""The proxies of deploy/ as real programs in front of local servers."""

import os
import ssl
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2

from programs.deployment import found
from programs.servers import free_port

DEPLOY = Path(__file__).parents[3] / "deploy"
PATIENCE = 20.0  # seconds
BUFFERS = "".join(f"{kind}_temp_path {kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))


@contextmanager
def caddy(folder, ports):
    """Caddy without a domain, and so without HTTPS; yields its address."""
    address = f"http://127.0.0.1:{free_port()}"
    servers = " ".join(f"127.0.0.1:{port}" for port in ports)
    environment = os.environ | {
        "LUDOTEKA_ADDRESS": address,
        "LUDOTEKA_SERVERS": servers,
        "CADDY_ADMIN": f"127.0.0.1:{free_port()}",
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    with running([found("caddy"), "run", "--config", DEPLOY / "Caddyfile"], folder, environment, address):
        yield address


@contextmanager
def nginx(folder, ports):
    """Nginx with a self-signed certificate; yields its address.  It writes only into the folder."""
    plain, port = free_port(), free_port()
    servers = "".join(f"server 127.0.0.1:{one};" for one in ports)
    site = (DEPLOY / "nginx.conf").read_text("utf-8")
    for theirs, ours in (
        ("server 127.0.0.1:8642;", servers),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ", f"listen 127.0.0.1:{port} "),
        ("/etc/ssl/certs/ssl-cert-snakeoil.pem", str(folder / "certificate.pem")),
        ("/etc/ssl/private/ssl-cert-snakeoil.key", str(folder / "key.pem")),
    ):
        assert theirs in site
        site = site.replace(theirs, ours)
    process = (
        "daemon off; user root; pid pid; error_log stderr;"  # otherwise workers of root's nginx cannot enter the folder
    )
    (folder / "nginx.conf").write_text(f"{process} events {{}} http {{ access_log off; {BUFFERS} {site} }}")
    certify(folder)
    address = f"https://127.0.0.1:{port}"
    with running(
        [found("nginx"), "-e", "stderr", "-p", folder, "-c", folder / "nginx.conf"], folder, os.environ, address
    ):
        yield address


def certify(folder):
    """Make a certificate for 127.0.0.1."""
    command = [found("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1"]
    command += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "certificate.pem"]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


@contextmanager
def running(command, folder, environment, address):
    """Run a proxy until the test ends."""
    with (folder / "log").open("wb") as log, subprocess.Popen(command, env=environment, stderr=log) as process:
        try:
            await_answer(process, address, folder)
            yield
        finally:
            process.terminate()


def await_answer(process, address, folder):
    """Retry until there is an answer, as a proxy does not announce that it listens."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx2.get(address, verify=context(folder), timeout=PATIENCE)
        except httpx2.TransportError:
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < end, (folder / "log").read_text()


def context(folder):
    """Return the TLS context of a client that trusts the certificate."""
    certificate = folder / "certificate.pem"
    return ssl.create_default_context(cafile=certificate) if certificate.exists() else True


PROXIES = {"caddy": caddy, "nginx": nginx}
PROXIES = {name: start for name, start in PROXIES.items() if found(name) and found("openssl")}
