"""The package's own shape: what imports what."""

from __future__ import annotations

import ast
import unittest
from pathlib import Path

from .support import GENERATORS

PACKAGE = "jacquard_gen"


def modules() -> dict[str, tuple[Path, list[str]]]:
    """Name to file and the package that relative imports start from."""
    found = {}
    for file in sorted((GENERATORS / PACKAGE).rglob("*.py")):
        parts = list(file.relative_to(GENERATORS).with_suffix("").parts)
        inside = parts[:-1]
        found[".".join(inside if parts[-1] == "__init__" else parts)] = (file, inside)
    return found


def imported(file: Path, package: list[str], known: set[str]) -> set[str]:
    """Modules of the package that a file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[:len(package) - node.level + 1]
            module = ".".join(base + ([node.module] if node.module else []))
            for alias in node.names:
                full = f"{module}.{alias.name}"
                names.add(full if full in known else module)
    return names


class Modules(unittest.TestCase):
    def test_imports_point_one_way(self) -> None:
        files = modules()
        needs = {name: imported(file, package, set(files)) - {name}
                 for name, (file, package) in files.items()}
        self.assertIn(f"{PACKAGE}.source", needs[f"{PACKAGE}.diagnostics"])
        while True:
            free = {name for name, wanted in needs.items() if not wanted & set(needs)}
            if not free:
                break
            needs = {name: wanted for name, wanted in needs.items() if name not in free}
        self.assertEqual(sorted(needs), [], "these import each other, or one that is in a circle")


if __name__ == "__main__":
    unittest.main()
