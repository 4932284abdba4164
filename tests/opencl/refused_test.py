"""The instructions of OpenCL.std that are refused are listed here, with the reasons."""

from __future__ import annotations

import sys
import unittest
from collections import Counter
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "defs" / "spirv" / "extended" / "OpenCL.std.yaml"

REFUSED = {
    "functions that print": ["printf"],
}


class RefusedTest(unittest.TestCase):
    def test_refused_instructions_are_listed_with_their_reasons(self) -> None:
        entries = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
        found: dict[str, list[str]] = {}
        for entry in entries:
            if "unsupported" in entry:
                found.setdefault(entry["unsupported"], []).append(entry["op"])
        self.assertEqual({reason: sorted(names) for reason, names in found.items()}, REFUSED)

    def test_all_others_are_computed(self) -> None:
        entries = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
        ways = Counter("refused" if "unsupported" in entry else "computed" for entry in entries)
        self.assertEqual(ways, {"computed": 161, "refused": 1})


if __name__ == "__main__":
    sys.exit(unittest.main())
