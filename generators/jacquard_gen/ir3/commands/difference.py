"""The changes that turn one revision into another, as text with table lines."""

from __future__ import annotations

from typing import NamedTuple

from ..tables.bits import Entry
from ..tables.model import Encoding, Model, Revision


class Named(NamedTuple):
    """All that a format says under one name."""

    text: str
    width: int
    mask: int
    number: int | None
    place: str


def _leaves(encoding: Encoding) -> list[tuple[Entry, str]]:
    """Everything the bits may be, with the condition it depends on."""
    result: list[tuple[Entry, str]] = []
    for entry in sorted(encoding.format.entries, key=lambda item: -item.bits.mask):
        if entry.kind != "choice":
            result.append((entry, ""))
            continue
        for when, entries in entry.choices:
            result += [(leaf, when) for part in entries for leaf in part.leaves()]
    return result


def _name(entry: Entry) -> str:
    return f"{entry.name}.{entry.attribute}" if entry.kind == "part" else entry.name


def _named(encoding: Encoding) -> dict[str, Named]:
    found: dict[str, Named] = {}
    for entry, when in _leaves(encoding):
        name = _name(entry)
        if not name:
            continue
        text = str(entry.bits)
        text += f" {entry.form}" if entry.form else ""
        text += f" plus {entry.plus}" if entry.plus else ""
        text += f" when {when}" if when else f" is {entry.pattern}" if entry.pattern else ""
        number = None
        place = entry.position.provenance if entry.position is not None else ""
        if entry.kind == "number":
            number = entry.bits.gather(encoding.match)
            place = encoding.number_places.get(name, place)
        known = found.get(name)
        if known is not None:
            text, place = f"{known.text}; {text}", known.place
        found[name] = Named(text, max(entry.bits.width, known.width if known else 0),
                            entry.bits.mask | (known.mask if known else 0), number, place)
    return found


def _verb(before: Named, after: Named) -> str:
    if after.width != before.width:
        return "widened" if after.width > before.width else "narrowed"
    return "moved" if after.mask != before.mask else "changed"


def _changes(before: Encoding, after: Encoding) -> list[str]:
    old, new = _named(before), _named(after)
    lines: list[str] = []
    for name in dict.fromkeys(list(old) + list(new)):
        one, other = old.get(name), new.get(name)
        if one is None and other is not None:
            lines.append(f"  field added: {name} {other.text}  {other.place}")
        elif other is None and one is not None:
            lines.append(f"  field removed: {name} {one.text}  {one.place}")
        elif one is not None and other is not None:
            if one.number != other.number:
                lines += [f"  opcode moved: {name}", f"    from  {one.number}  {one.place}",
                          f"    to    {other.number}  {other.place}"]
            if one.text != other.text:
                lines += [f"  field {_verb(one, other)}: {name}",
                          f"    from  {one.text}  {one.place}",
                          f"    to    {other.text}  {other.place}"]
    if not lines:
        lines = ["  fixed bits or text changed",
                 f"    from  {before.format.entry.provenance}",
                 f"    to    {after.format.entry.provenance}"]
    return lines


def _by_opcode(revision: Revision) -> dict[str, list[Encoding]]:
    found: dict[str, list[Encoding]] = {}
    for encoding in sorted(revision.encodings, key=lambda item: item.index):
        found.setdefault(encoding.name, []).append(encoding)
    return found


def text(model: Model, before: Revision, after: Revision) -> str:
    """Opcodes added and removed, then what changed, told once for opcodes that share it."""
    old, new = _by_opcode(before), _by_opcode(after)
    whole: dict[str, list[str]] = {"added": [], "removed": []}
    shared: dict[tuple[str, ...], list[str]] = {}
    for opcode in model.opcodes:
        one, other = old.get(opcode.name, []), new.get(opcode.name, [])
        if not one or not other:
            if one or other:
                whole["removed" if one else "added"].append(
                    f"  {opcode.name}  {opcode.provenance}")
            continue
        common = {encoding.index for encoding in one} & {encoding.index for encoding in other}
        left = [encoding for encoding in one if encoding.index not in common]
        right = [encoding for encoding in other if encoding.index not in common]
        # Formats of one opcode mostly change alike.
        changes = dict.fromkeys(tuple(_changes(*pair)) for pair in zip(left, right))
        lines = [line for change in changes for line in change]
        if len(left) != len(right):
            lines.append(f"  {len(one)} forms of words became {len(other)}")
        if lines:
            shared.setdefault(tuple(lines), []).append(opcode.name)
    result = [f"{before.name} -> {after.name}: {len(whole['added'])} opcodes added, "
              f"{len(whole['removed'])} removed, {sum(map(len, shared.values()))} changed"]
    for verb, lines in whole.items():
        if lines:
            result += ["", f"opcode {verb}"] + lines
    for told, opcodes in shared.items():
        result += ["", ", ".join(opcodes)] + list(told)
    return "\n".join(result) + "\n"
