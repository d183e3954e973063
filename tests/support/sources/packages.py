"""Packages, an index of them and a house without content, for tests of what installs."""

import base64
import hashlib
import sys
import zipfile
from pathlib import Path

UV = Path(sys.executable).with_name("uv")
PYTHON = sys._base_executable  # which has no uv beside it
PATH = "/usr/bin:/bin"


def publish(index, name, files):
    """Make the wheel of a package with these files in an index; return the line of a lock that names it."""
    information = f"{name}-1.dist-info"
    files |= {
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={digest(text)},{len(text.encode())}\n" for path, text in files.items()]
    path = index / name / f"{name}-1-py3-none-any.whl"
    path.parent.mkdir(parents=True)
    (path.parent / "index.html").write_text(f'<a href="{path.name}">{path.name}</a>')
    with zipfile.ZipFile(path, "w") as wheel:
        for file, text in (files | {f"{information}/RECORD": "".join(record)}).items():
            entry = zipfile.ZipInfo(file)
            entry.external_attr = 0o100755 << 16  # an executable file
            wheel.writestr(entry, text)
    return f"{name}==1 --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


BACKEND = """import os, zipfile
def build_editable(folder, *settings):
    name = os.path.basename(os.getcwd())
    with zipfile.ZipFile(f"{folder}/{name}-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: 1\\n")
        wheel.writestr(f"{name}-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{name}-1.dist-info/RECORD", "")
    return f"{name}-1-py3-none-any.whl"
"""
BUILD_SYSTEM = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'


def write_house(folder):
    """Write the sources of a house without content: the two projects that are installed."""
    for project in (folder, folder / "distributions" / "ludoteka"):
        project.mkdir(parents=True, exist_ok=True)
        (project / "pyproject.toml").write_text(BUILD_SYSTEM)
        (project / "backend.py").write_text(BACKEND)
