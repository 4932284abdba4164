"""C++ of the ir3 backend names opcodes by the roles of `defs/ir3/roles.yaml` alone."""

from __future__ import annotations

import re
import unittest

from jacquard_gen.escape import camel
from jacquard_gen.groups import Context

from .support import DEFS

BACKEND = DEFS.parent / "backend" / "ir3"
_OPCODE = re.compile(r"(?<!nir::)\bOpcode::([a-z][a-z0-9_]*)")
_ROLE = re.compile(r"\brole::k([A-Za-z0-9]+)")


class Roles(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        # In these sources Opcode alone is that of NIR.
        nir = "using nir::Opcode;"
        self.sources = {
            str(path.relative_to(BACKEND)): text for path in sorted(BACKEND.rglob("*"))
            if path.suffix in (".cpp", ".h") and nir not in (text := path.read_text("utf-8"))}

    def test_sources_name_no_other_opcodes(self) -> None:
        named = {path: set(_OPCODE.findall(text)) for path, text in self.sources.items()}
        self.assertEqual({path: names for path, names in named.items() if names}, {})

    def test_roles_say_which_sources_name_them(self) -> None:
        model = Context(DEFS).model("ir3")
        told = {camel(str(role.entry.role)): {f"{source}.cpp" for source in role.entry.by}
                for role in model.roles}
        found: dict[str, set[str]] = {}
        for path, text in self.sources.items():
            for name in _ROLE.findall(text):
                found.setdefault(name, set()).add(path)
        self.assertEqual(found, told)
