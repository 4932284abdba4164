"""Prints the facts about numbers in a grammar of SPIR-V, one line each: names, operands,
capabilities, the version that took it up and the extensions that it comes from. It prints the same
of the tables.

    python3 -m tests.spirv_facts FOLDER > tests/spirv_facts.tsv

writes what the grammars in FOLDER say, as Khronos publishes them (Debian's package spirv-headers
has them in /usr/include/spirv/unified1).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from jacquard_gen.spirv import Model

NEWEST = Path(__file__).with_name("spirv_facts.tsv")
CORE = "spirv.core.grammar.json"

_PLAIN = {
    "IdResultType": "type", "IdResult": "result", "IdRef": "id", "IdScope": "scope_id",
    "IdMemorySemantics": "semantics_id", "LiteralInteger": "integer", "LiteralString": "text",
    "LiteralContextDependentNumber": "number", "LiteralExtInstInteger": "instruction",
    "LiteralSpecConstantOpInteger": "opcode", "PairLiteralIntegerIdRef": "integer_id_pair",
    "PairIdRefLiteralInteger": "id_integer_pair", "PairIdRefIdRef": "id_id_pair",
    "LiteralFloat": "integer",  # a word, of which nothing but its presence counts
}
# Files of extended sets, by the name of the table.
_EXTENDED = {
    "Arm.MotionEngine.100": "arm.motion-engine.100",
    "DebugInfo": "debuginfo",
    "GLSL.std.450": "glsl.std.450",
    "NonSemantic.ClspvReflection": "nonsemantic.clspvreflection",
    "NonSemantic.DebugBreak": "nonsemantic.debugbreak",
    "NonSemantic.DebugPrintf": "nonsemantic.debugprintf",
    "NonSemantic.Graph.DebugInfo": "nonsemantic.graph.debuginfo",
    "NonSemantic.Shader.DebugInfo": "nonsemantic.shader.debuginfo",
    "NonSemantic.Shader.DebugInfo.100": "nonsemantic.shader.debuginfo.100",
    "NonSemantic.VkspReflection": "nonsemantic.vkspreflection",
    "OpenCL.DebugInfo.100": "opencl.debuginfo.100",
    "OpenCL.std": "opencl.std.100",
    "SPV_AMD_gcn_shader": "spv-amd-gcn-shader",
    "SPV_AMD_shader_ballot": "spv-amd-shader-ballot",
    "SPV_AMD_shader_explicit_vertex_parameter": "spv-amd-shader-explicit-vertex-parameter",
    "SPV_AMD_shader_trinary_minmax": "spv-amd-shader-trinary-minmax",
    "TOSA.001000.1": "tosa.001000.1",
}


class Key(NamedTuple):
    kind: str  # `instruction`, the name of an extended set, or an enumeration
    number: int


class Fact(NamedTuple):
    names: tuple[str, ...]
    operands: tuple[str, ...] = ()
    capabilities: tuple[str, ...] = ()
    version: str = ""  # empty: the first one, or what the extensions or capabilities say
    extensions: tuple[str, ...] = ()


Facts = dict[Key, Fact]


def snake(name: str) -> str:
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    return re.sub(r"(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def facts_of_grammars(folder: Path) -> Facts:
    """Files of extended sets may be missing in an older package; the core's may not."""
    core = json.loads((folder / CORE).read_text(encoding="utf-8"))
    facts: Facts = {}
    for entry in core["instructions"]:
        _add(facts, Key("instruction", entry["opcode"]), entry, "opname", "Op")
    for kind in core["operand_kinds"]:
        for entry in kind.get("enumerants", []):
            value = entry["value"]
            number = int(value, 16) if isinstance(value, str) else value
            _add(facts, Key(snake(kind["kind"]), number), entry, "enumerant", "")
    for name, file in _EXTENDED.items():
        path = folder / f"extinst.{file}.grammar.json"
        if path.is_file():
            grammar = json.loads(path.read_text(encoding="utf-8"))
            words = {kind["kind"]: "integer" for kind in grammar.get("operand_kinds", [])
                     if kind["category"] in ("BitEnum", "ValueEnum")}
            for entry in grammar["instructions"]:
                _add(facts, Key(name, entry["opcode"]), entry, "opname", "", words)
    return facts


def _add(facts: Facts, key: Key, entry: dict[str, Any], name_key: str, prefix: str,
         words: dict[str, str] | None = None) -> None:
    """Older grammars give other names as entries of their own, newer ones as a list."""
    names = [str(name).removeprefix(prefix)
             for name in (entry[name_key], *entry.get("aliases", []))]
    known = facts.get(key)
    if known is not None:
        facts[key] = known._replace(names=tuple(sorted({*known.names, *names})))
        return
    is_extended = words is not None
    operands = entry.get("operands", entry.get("parameters", []))
    version = str(entry.get("version", "None"))
    facts[key] = Fact(
        tuple(sorted(names)),
        tuple((words or {}).get(each["kind"], _PLAIN.get(each["kind"], snake(each["kind"]))) +
              each.get("quantifier", "") for each in operands),
        tuple(entry.get("capabilities", [])),
        "" if is_extended or version in ("None", "1.0") else version,
        () if is_extended else tuple(entry.get("extensions", [])))


def facts_of_tables(model: Model) -> Facts:
    facts: Facts = {}
    for name, entries in (("instruction", model.instructions), *model.extended.items()):
        for entry in entries:
            facts[Key(name, entry.number)] = _fact([entry.op, *entry.aliases], entry)
    for kind in model.enums.values():
        for word in kind.names:
            facts[Key(str(kind.enum), word.value)] = _fact([word.name, *word.aliases], word)
    return facts


def _fact(names: Iterable[Any], entry: Any) -> Fact:
    return Fact(tuple(sorted(map(str, names))), tuple(map(str, entry.operands)),
                tuple(map(str, entry.capabilities)), str(entry.version or ""),
                tuple(map(str, entry.extensions)))


def read(path: Path) -> Facts:
    facts: Facts = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        kind, number, names, operands, capabilities, version, extensions = line.split("\t")
        facts[Key(kind, int(number))] = Fact(tuple(names.split()), tuple(operands.split()),
                                             tuple(capabilities.split()), version,
                                             tuple(extensions.split()))
    return facts


def written(facts: Facts) -> str:
    return "".join("\t".join((key.kind, str(key.number), " ".join(fact.names),
                              " ".join(fact.operands), " ".join(fact.capabilities), fact.version,
                              " ".join(fact.extensions))) + "\n"
                   for key, fact in sorted(facts.items()))


if __name__ == "__main__":
    sys.stdout.write(written(facts_of_grammars(Path(sys.argv[1]))))
