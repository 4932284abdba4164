"""One step of action.yml: main.py install|compare|comment|judge.

Exit codes: 0 fine, 1 findings or a fault, which the page of the run shows, 2 wrong usage.
"""

from __future__ import annotations

import sys

import compare_costs
import install_tool
import post_comment
import settings

STEPS = {"install": install_tool.run, "compare": compare_costs.run, "comment": post_comment.run,
         "judge": compare_costs.judge}


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1] not in STEPS:
        print(f"usage: main.py {'|'.join(STEPS)}", file=sys.stderr)
        return 2
    try:
        return STEPS[sys.argv[1]]()
    except (settings.StepError, OSError) as fault:
        settings.error(str(fault))
        return 1


if __name__ == "__main__":
    sys.exit(main())
