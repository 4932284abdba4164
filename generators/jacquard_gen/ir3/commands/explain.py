"""Everything the tables say about an opcode, as text."""

from __future__ import annotations

from ..tables.bits import Entry
from ..tables.model import Encoding, Model, Opcode
from ..codec.operand_kinds import KindTable, SourceKinds
from ..tables.records import PROPERTIES, VECTORS
from ..check.usage import LEGEND, usage

_KINDS = {"gpr": "register", "constant": "constant", "immediate": "number",
          "relative": "relative to a0.x", "shared": "shared register"}


def explain(model: Model, name: str) -> str | None:
    opcode = model.opcode(name)
    if opcode is None:
        return None
    entry = opcode.entry
    where = opcode.provenance if model.machine_name else \
        f"category {opcode.category}, {opcode.provenance}"
    lines = [f"{model.machine_name or 'ir3'}:{opcode.name}  {entry.doc}", f"  {where}"]
    for doc, revisions in opcode.docs.items():
        lines.append(f"  On {', '.join(revisions)}: {doc}")
    if opcode.unverified == opcode.revisions:
        lines.append("  Not confirmed on hardware.")
    elif opcode.unverified:
        lines.append(f"  Not confirmed on the hardware of {', '.join(opcode.unverified)}.")
    for label, node in (("", entry.semantics), ("with (sat) ", entry.saturated),
                        ("with (ei) ", entry.halved)):
        if node is not None:
            lines.append(f"  {label}= {' '.join(node.value.split())}")
    if entry.dst is not None:
        lines.append(f"  dst: {entry.dst}")
    kinds = KindTable(model)
    for index, written in enumerate(entry.srcs):
        source = _source(opcode, kinds.source(opcode.facts[0], f"src{index}"), str(written))
        lines.append(f"  src{index}: {written}{source}")
    if entry.commutative:
        lines.append(f"  {entry.commutative[0]} and {entry.commutative[1]} may be exchanged")
    for name, length in opcode.facts[0].vectors.items():
        lines.append(f"  {name} stands for several registers: {VECTORS.get(length, length)}")
    for name in opcode.facts[0].properties:
        lines.append(f"  {name}: {PROPERTIES[name]}")
    lines.append(f"  timing: {opcode.facts[0].timing}")
    lines.append(f"  revisions: {', '.join(opcode.revisions)}")
    for encoding in opcode.encodings:
        lines += _encoding(model, encoding)
    lines.append(f"  {LEGEND}")
    return "\n".join(lines) + "\n"


def _source(opcode: Opcode, found: SourceKinds, kind: str) -> str:
    words = dict(_KINDS)
    if kind.startswith("float") and found.has_table:
        words["immediate"] = "float of the table"
    elif 0 < abs(found.immediate_bits) < 32:
        words["immediate"] += f" {_range(found.immediate_bits)}"
    if found.relative_bits:
        words["relative"] += f" by {_range(found.relative_bits)}"
    text = ", ".join(words[name] for name in found.kinds)
    if opcode.entry.modifiers:
        text += "; " + ", ".join(str(modifier) for modifier in opcode.entry.modifiers)
    return f" ({text})" if text else ""


def _range(bits: int) -> str:
    return f"{-1 << -bits - 1}..{(1 << -bits - 1) - 1}" if bits < 0 else f"0..{(1 << bits) - 1}"


def _encoding(model: Model, encoding: Encoding) -> list[str]:
    pattern = "".join("_" * (bit == 31 and model.word_bits > 32) +
                      (str(encoding.match >> bit & 1) if encoding.mask >> bit & 1 else
                       "-" if encoding.free >> bit & 1 else "x")
                      for bit in range(model.word_bits - 1, -1, -1))
    layout = encoding.layout
    lines = [f"  {pattern}  {', '.join(encoding.revisions)}  {layout.position.provenance}",
             f"    text: {usage(model, encoding)}"]
    for entry in sorted(layout.format.entries, key=lambda item: int(-item.bits.mask)):
        for leaf in entry.leaves():
            meaning = _meaning(model, leaf)
            if meaning:
                lines.append(f"    {str(leaf.bits):>12}  {meaning}")
    return lines


def _meaning(model: Model, leaf: Entry) -> str:
    if leaf.kind == "field":
        field = model.fields.get(leaf.name)
        return f"{leaf.name}: {field.doc}" if field is not None else leaf.name
    if leaf.kind == "operand":
        form = model.forms.get(leaf.form)
        return f"{leaf.name}: {form.doc}" if form is not None else leaf.name
    if leaf.kind == "part":
        return f"{leaf.name}.{leaf.attribute}: {_part(leaf)}"
    return ""


def _part(leaf: Entry) -> str:
    if leaf.attribute == "repeat":
        return f"{leaf.name} steps one register with each repetition, (r)."
    equals = dict(leaf.expressions).get("equals")
    if equals is None:
        return f"Whether {leaf.name} is {leaf.attribute}."
    if equals in ("true", "false"):
        return f"{leaf.name} is {leaf.attribute} where this is {int(equals == 'true')}."
    return f"{leaf.name} is {leaf.attribute} where this bit and that of {equals} are equal."
