"""The tables of SPIR-V against the grammar that Khronos publishes, where it is installed (Debian's
package spirv-headers). Every difference is named."""

from __future__ import annotations

import json
import re
import unittest
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jacquard_gen.groups import Context
from jacquard_gen.spirv import Model

from .support import DEFS

_FOLDERS = (Path("/usr/include/spirv/unified1"), Path("/usr/local/include/spirv/unified1"))
_PLAIN = {
    "IdResultType": "type", "IdResult": "result", "IdRef": "id", "IdScope": "scope_id",
    "IdMemorySemantics": "semantics_id", "LiteralInteger": "integer", "LiteralString": "text",
    "LiteralContextDependentNumber": "number", "LiteralExtInstInteger": "instruction",
    "LiteralSpecConstantOpInteger": "opcode", "PairLiteralIntegerIdRef": "integer_id_pair",
    "PairIdRefLiteralInteger": "id_integer_pair", "PairIdRefIdRef": "id_id_pair",
}
_EXTENDED = {"GLSL.std.450": "extinst.glsl.std.450.grammar.json",
             "NonSemantic.Shader.DebugInfo.100":
                 "extinst.nonsemantic.shader.debuginfo.100.grammar.json",
             "OpenCL.std": "extinst.opencl.std.100.grammar.json",
             "SPV_AMD_shader_trinary_minmax":
                 "extinst.spv-amd-shader-trinary-minmax.grammar.json"}

# What the registry of SPIR-V has given numbers to since the grammar that Debian 12 has, with these
# numbers. A grammar that knows them is compared as for all others.
_NEWER = {"source_language": {"HERO_C": 8, "NZSL": 9, "WGSL": 10, "Slang": 11, "Zig": 12,
                              "Rust": 13}}


def grammar(name: str) -> Any:
    for folder in _FOLDERS:
        if (folder / name).is_file():
            return json.loads((folder / name).read_text(encoding="utf-8"))
    raise unittest.SkipTest(f"{name} is not installed (Debian: spirv-headers)")


def snake(name: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def written(operands: Iterable[dict[str, str]]) -> list[str]:
    return [_PLAIN.get(each["kind"], snake(each["kind"])) + each.get("quantifier", "")
            for each in operands]


class Grammar(unittest.TestCase):
    maxDiff = None
    model: Model

    @classmethod
    def setUpClass(cls) -> None:
        context = Context(DEFS)
        cls.model = context.model("spirv")
        assert cls.model is not None, [str(fault) for fault in context.diagnostics.sorted()]

    def differences(self, table: Iterable[Any], given: Iterable[dict[str, Any]], prefix: str,
                    name_key: str) -> list[str]:
        """What the table and the grammar say otherwise of numbers, names and operands."""
        ours = {entry.number: entry for entry in table}
        theirs: dict[int, list[dict[str, Any]]] = {}
        for entry in given:
            theirs.setdefault(entry["opcode"], []).append(entry)
        found = [f"number {number} is only in the table" for number in ours.keys() - theirs.keys()]
        for number, entries in theirs.items():
            names = {entry[name_key].removeprefix(prefix) for entry in entries}
            if number not in ours:
                found.append(f"{sorted(names)} ({number}) is only in the grammar")
                continue
            entry = ours[number]
            if {str(name) for name in (entry.op, *entry.aliases)} != names:
                found.append(f"{entry.op} is called {sorted(names)} there")
            if [str(each) for each in entry.operands] != written(entries[0].get("operands", [])):
                found.append(f"{entry.op} has other operands there")
            if [str(each) for each in entry.capabilities] != entries[0].get("capabilities", []):
                found.append(f"{entry.op} needs other capabilities there")
        return found

    def test_instructions_have_the_numbers_names_and_operands_of_the_grammar(self) -> None:
        core = grammar("spirv.core.grammar.json")
        self.assertEqual(self.differences(self.model.instructions, core["instructions"], "Op",
                                          "opname"), [])

    def test_extended_instructions_have_those_of_their_grammars(self) -> None:
        for name, file in _EXTENDED.items():
            with self.subTest(name):
                self.assertEqual(self.differences(self.model.extended[name],
                                                  grammar(file)["instructions"], "", "opname"), [])

    def test_enumerations_have_the_names_values_and_parameters_of_the_grammar(self) -> None:
        found = []
        kinds = [kind for kind in grammar("spirv.core.grammar.json")["operand_kinds"]
                 if kind["category"] in ("BitEnum", "ValueEnum")]
        for kind in kinds:
            name = snake(kind["kind"])
            entry = self.model.enums.get(name)
            if entry is None:
                found.append(f"there is no enumeration {name}")
                continue
            if entry.mask != (kind["category"] == "BitEnum"):
                found.append(f"{name} is a mask in one of both")
            ours = {str(word): each for each in entry.names for word in (each.name, *each.aliases)}
            for given in kind["enumerants"]:
                word = given["enumerant"]
                value = given["value"]
                each = ours.pop(word, None)
                if each is None:
                    found.append(f"{name} has no {word}")
                elif each.value != (int(value, 16) if isinstance(value, str) else value):
                    found.append(f"{name} {word} has another value there")
                elif word == each.name and \
                        [str(one) for one in each.operands] != written(given.get("parameters", [])):
                    found.append(f"{name} {word} has other operands there")
            newer = _NEWER.get(name, {})
            found += [f"{name} {word} is only in the table" for word, each in ours.items()
                      if newer.get(word) != each.value]
        extra = set(self.model.enums) - {snake(kind["kind"]) for kind in kinds}
        self.assertEqual((found, extra), ([], set()))


if __name__ == "__main__":
    unittest.main()
