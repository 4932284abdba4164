"""Everything the tables say about an opcode, as text."""

from __future__ import annotations

from .bits import Entry
from .model import Encoding, Model, Opcode

_KINDS = {"gpr": "register", "constant": "constant", "immediate": "number",
          "relative": "relative to a0.x", "shared": "shared register"}


def explain(model: Model, name: str) -> str | None:
    opcode = model.opcode(name)
    if opcode is None:
        return None
    entry = opcode.entry
    lines = [f"ir3:{opcode.name}  {entry.doc}",
             f"  category {opcode.category}, {opcode.provenance}"]
    if entry.unverified:
        lines.append("  Not confirmed on hardware.")
    for label, node in (("", entry.semantics), ("with (sat) ", entry.saturated),
                        ("with (ei) ", entry.halved)):
        if node is not None:
            lines.append(f"  {label}= {' '.join(node.value.split())}")
    if entry.dst is not None:
        lines.append(f"  dst: {entry.dst}")
    for index, written in enumerate(entry.srcs):
        lines.append(f"  src{index}: {written}{_source(opcode, index)}")
    if entry.commutative:
        lines.append(f"  {entry.commutative[0]} and {entry.commutative[1]} may be exchanged")
    lines.append(f"  timing: {opcode.timing}")
    lines.append(f"  revisions: {', '.join(opcode.revisions)}")
    for encoding in opcode.encodings:
        lines += _encoding(model, encoding)
    return "\n".join(lines) + "\n"


def _source(opcode: Opcode, index: int) -> str:
    kinds = next((list(map(str, kinds)) for key, kinds in opcode.entry.kinds.items()
                  if key == f"src{index}"), opcode.kinds.get(f"src{index}", []))
    text = ", ".join(_KINDS[kind] for kind in kinds)
    if opcode.entry.modifiers:
        text += "; " + ", ".join(str(modifier) for modifier in opcode.entry.modifiers)
    return f" ({text})" if text else ""


def _encoding(model: Model, encoding: Encoding) -> list[str]:
    pattern = "".join("_" * (bit in (31,)) +
                      (str(encoding.match >> bit & 1) if encoding.mask >> bit & 1 else
                       "-" if encoding.free >> bit & 1 else "x") for bit in range(63, -1, -1))
    layout = encoding.layout
    lines = [f"  {pattern}  {', '.join(encoding.revisions)}  {layout.position.provenance}"]
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
        return f"{leaf.name}.{leaf.attribute}"
    return ""
