"""C++ of the ir3 backend names opcodes by the roles of `defs/ir3/roles.yaml` alone."""

from __future__ import annotations

import re
import unittest

from jacquard_gen.escape import camel
from jacquard_gen.groups import Context

from .support import DEFS

BACKEND = DEFS.parent / "backend" / "jacquard" / "ir3"
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

    def test_each_role_is_named_by_a_source(self) -> None:
        model = Context(DEFS).model("ir3")
        roles = {camel(str(role.entry.role)) for role in model.roles}
        named = {name for text in self.sources.values() for name in _ROLE.findall(text)}
        self.assertEqual(named, roles)
