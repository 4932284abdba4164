"""`jacquard cost --limit` and `--limits` tell what exceeds a limit, of the stage that it is for.

    python3 tests/cost/limits.py TOOL tests/cost
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

_FRAGMENT = "examples/lit_texture.frag.tgsi"
_VERTEX = "examples/transform.vert.tgsi"


class Checks:
    """Runs the tool, and collects what it does not say."""

    def __init__(self, tool: str, home: Path) -> None:
        self.tool, self.home = tool, home
        self.faults: list[str] = []
        self.count = 0

    def run(self, code: int, expected: list[str], *words: str) -> None:
        done = subprocess.run([self.tool, "cost", "--gpu", "630", *words], cwd=self.home,
                              capture_output=True, text=True, check=False)
        self.count += 1
        if done.returncode != code:
            self.faults.append(f"{words}: exit code {done.returncode}, not {code}: {done.stderr}")
        missing = [text for text in expected if text not in done.stderr]
        if missing or (not expected and done.stderr):
            self.faults.append(f"{words}: not said: {missing}; said:\n{done.stderr}")


def main() -> int:
    tool, folder = sys.argv[1], Path(sys.argv[2]).resolve()
    checks = Checks(tool, folder.parent.parent)
    exceeds = f"{_FRAGMENT} a630: instructions.total is 32, and at most 31 is allowed"
    checks.run(0, [], _FRAGMENT, "--limit", "instructions.total=32")
    checks.run(1, [exceeds], _FRAGMENT, "--limit", "instructions.total=31")
    checks.run(1, [exceeds], _FRAGMENT, "--limit", "frag:instructions.total=31")
    checks.run(0, [], _FRAGMENT, "--limit", "vertex:instructions.total=1")
    # A figure that is better when it is higher has its least value as the limit.
    checks.run(0, [], _FRAGMENT, "--limit", "waves.occupancy=100")
    checks.run(1, ["waves.occupancy is 100, and at least 101 is allowed"], _FRAGMENT, "--limit",
               "waves.occupancy=101")
    # A vertex shader has a second form, which is held to the limit, too.
    checks.run(1, [f"{_VERTEX} a630: registers.overall", f"{_VERTEX} a630 bin: registers.overall"],
               _FRAGMENT, _VERTEX, "--limit", "vertex:registers.overall=0", "--format", "json")
    checks.run(1, [exceeds], "examples", "--limit",
               "fragment:instructions.total=31", "--format", "csv")
    # A comparison holds its shaders to limits as well.
    checks.run(1, [exceeds], _FRAGMENT, "--against", _FRAGMENT, "--limit",
               "fragment:instructions.total=31")
    checks.run(0, [], _FRAGMENT, "--against", _FRAGMENT, "--limit", "instructions.total=32")
    checks.run(2, ["a report has no figure 'registers.overal', did you mean 'registers.overall'?"],
               _FRAGMENT, "--limit", "registers.overal=4")
    checks.run(2, ["there is no stage 'fragmet'"], _FRAGMENT, "--limit", "fragmet:waves.waves=4")
    checks.run(2, ["a limit is a number that is not negative, not 'few'"], _FRAGMENT, "--limit",
               "registers.overall=few")
    checks.run(2, ["--limit takes a figure and a number"], _FRAGMENT, "--limit", "registers")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "limits"
        path.write_text("# What terrain may cost.\n"
                        "fragment  instructions.total  31  # was 40\n\nany waves.waves 99\n",
                        encoding="utf-8")
        checks.run(1, [exceeds], _FRAGMENT, "--limits", str(path))
        path.write_text("fragment instructions.totl 31\nfragment registers.overall\n"
                        "hull registers.overall x\n", encoding="utf-8")
        checks.run(1, [f"{path}:1:10: error[D219]: a report has no figure 'instructions.totl'",
                       "did you mean 'instructions.total'?",
                       f"{path}:2:1: error[D219]: a limit is a stage or 'any', a figure and a",
                       f"{path}:3:24: error[D219]: a limit is a number that is not negative"],
                   _FRAGMENT, "--limits", str(path))
    print("\n".join(checks.faults))
    print(f"runs {checks.count}  faults {len(checks.faults)}")
    return 1 if checks.faults else 0


if __name__ == "__main__":
    sys.exit(main())
