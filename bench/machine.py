"""The machine on which something is measured."""

import os
import platform
import time
from pathlib import Path


def machine() -> str:
    """Return today's date, the processor, and how many cores it has."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{time.strftime('%Y-%m-%d')}, {names[0] if names else platform.machine()}, {os.cpu_count()} cores"
