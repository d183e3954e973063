"""Modules of the web client, run outside a browser: in one Node for all tests of a test process."""

import json
import subprocess
from functools import cache
from pathlib import Path

from browsers.chromium import NODE

WEB = Path(__file__).parents[3] / "src" / "ludoteka" / "web"
PROGRAM = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
    const { module, code, given } = JSON.parse(line);
    const answer = {};
    try {
        answer.told = await (0, eval)(code)(await import(module), given);
    } catch (error) {
        answer.error = String(error.stack);
    }
    process.stdout.write(`${JSON.stringify(answer)}\\n`);
}
"""


@cache
def _node():
    """Node, which ends when the tests do."""
    command = [NODE, "--input-type=module", "--eval", PROGRAM]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def run(module, function, given):
    """Return the result of a JavaScript function of (module, given), called with a module of the client."""
    node = _node()
    wish = {"module": (WEB / module).as_uri(), "code": f"({function})", "given": given}
    node.stdin.write(json.dumps(wish) + "\n")
    node.stdin.flush()
    answer = json.loads(node.stdout.readline())
    assert "error" not in answer, answer["error"]
    return answer["told"]
