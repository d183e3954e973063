"""What follows from the version: the same ludoteka-core, and its extras under the same names."""

import re
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
EXTRAS = ("gif", "learning", "ray", "research", "servers", "sign-in")  # of ludoteka-core; it has `house` anyway

packed, source = HERE / "PKG-INFO", HERE.parents[1] / "src" / "ludoteka" / "__init__.py"
text = (packed if packed.exists() else source).read_text("utf-8")
version = re.findall(r'^(?:Version: |__version__ = ")([\w.]+)', text, re.MULTILINE)[0]

setup(
    version=version,
    install_requires=[f"ludoteka-core[house]=={version}"],
    extras_require={extra: [f"ludoteka-core[{extra}]=={version}"] for extra in EXTRAS},
)
