"""The tool: `python -m jacquard COMMAND ...` is `jacquard COMMAND ...`."""

from __future__ import annotations

import os
import subprocess
import sys

from ._tool import ToolMissingError, tool_path

if sys.platform == "win32":
    def become(words: list[str]) -> int:
        """Runs a program, as a process cannot become another one there."""
        with subprocess.Popen(words) as child:
            while True:
                try:
                    return child.wait()
                except KeyboardInterrupt:
                    continue  # the tool was interrupted, too, and says so itself
else:
    def become(words: list[str]) -> int:
        """Makes this process the program. Does not return."""
        os.execv(words[0], words)


def main() -> int:
    """Becomes the tool; returns an exit code where there is none."""
    try:
        return become([tool_path(), *sys.argv[1:]])
    except ToolMissingError as fault:
        reason = str(fault)
    except OSError as fault:
        reason = f"{fault.filename or 'the tool'} cannot be started: {fault.strerror}"
    print(f"jacquard: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
