"""Runs random kernels in the tool and in the system's OpenCL.

    python3 -m random_kernels TOOL [--seed N] [--count N] [--gpu N,...] [--keep FOLDER]

Each seed is a kernel. What differs is made smaller by leaving out statements, and printed. Ends
with exit code 77 where OpenCL or the compiler is missing."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from compare import SKIPPED, compare, judge, lacks_compiler, launches_of, module_of
from pocl import Device

from .kernels import Kernel, file_of, random_kernel

_MOST_REDUCED = 3  # kernels with faults


class Campaign:
    """Compares kernels with the system's OpenCL."""

    def __init__(self, device: Device, tool: str, gpus: list[str]) -> None:
        self.device = device
        self.tool = tool
        self.gpus = gpus

    def judged(self, kernel: Kernel) -> tuple[list[str], list[str]]:
        """Returns the faults of a kernel, and why it, or a part, is left out."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"{kernel.name}.cl"
            path.write_text(file_of([kernel]), encoding="utf-8")
            made = module_of(self.tool, path, kernel.name, Path(folder))
            launch = launches_of(kernel.launch)[0]
            found = compare(self.device, self.tool, path, made, launch, self.gpus)
        left_out = [f"on {part}: {reason}" for part, _, reason in found.refused]
        failed = re.search(r"error\[G109\]: (llvm-spirv-\d+ makes no SPIR-V of it: [^\n]*)",
                           "\n".join(found.faults))
        return ([], [failed[1]]) if failed is not None else (found.faults, left_out)

    def smaller(self, kernel: Kernel) -> Kernel:
        """Returns a kernel with fewer statements that still has a fault."""
        statements = list(kernel.statements)
        for place in reversed(range(len(statements))):
            fewer = statements[:place] + statements[place + 1:]
            if self.judged(kernel._replace(statements=fewer))[0]:
                statements = fewer
        return kernel._replace(statements=statements)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m random_kernels", description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--gpu", default="630,740")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    device = judge()
    if device is None:
        return SKIPPED
    campaign = Campaign(device, options.tool, options.gpu.split(","))
    reasons: Counter[str] = Counter()
    whole = faulty = 0
    for seed in range(options.seed, options.seed + options.count):
        kernel = random_kernel(seed)
        faults, left_out = campaign.judged(kernel)
        if lacks_compiler(faults):
            return SKIPPED
        reasons.update(left_out)
        whole += 0 if left_out else 1
        if not faults:
            continue
        print(*faults, sep="\n")
        faulty += 1
        text = file_of([campaign.smaller(kernel) if faulty <= _MOST_REDUCED else kernel])
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{seed}.cl").write_text(text, encoding="utf-8")
        else:
            print(text)
    for reason, number in sorted(reasons.items()):
        print(f"left out: {number}: {reason}")
    print(f"kernels {options.count}  on all parts {whole}  with faults {faulty}")
    return 1 if faulty or whole == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
