"""Assembles and runs a program: python3 -m jacquard_tables FILE [--words]."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .assembler import AssembleError, assemble_program
from .emulator import Emulator, MachineFault
from .isa import REVISIONS, WORD_BITS


def main() -> int:
    parser = argparse.ArgumentParser(prog="jacquard_tables", description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--revision", choices=list(REVISIONS), default=list(REVISIONS)[-1])
    parser.add_argument("--words", action="store_true", help="print the words, and do not run them")
    options = parser.parse_args()
    try:
        words = assemble_program(options.program.read_text(encoding="utf-8"), options.revision)
        if options.words:
            digits = (WORD_BITS + 3) // 4
            sys.stdout.write("".join(f"{word:0{digits}x}\n" for word in words))
            return 0
        emulator = Emulator(words, options.revision)
        emulator.run()
    except (AssembleError, MachineFault) as error:
        print(f"{options.program}: {error}", file=sys.stderr)
        return 1
    for number, value in sorted(emulator.registers.items()):
        print(f"r{number} = {value:#x}")
    print(f"{emulator.slots} slots")
    return 0


if __name__ == "__main__":
    sys.exit(main())
