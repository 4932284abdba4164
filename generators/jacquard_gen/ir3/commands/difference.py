"""The changes that turn one revision into another, as text with table lines."""

from __future__ import annotations

from typing import NamedTuple

from ..tables.bits import Entry
from ..tables.model import Encoding, Model, OpcodeFacts, Revision


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


def _unnamed(encoding: Encoding) -> dict[int, str]:
    """Returns what the bits without a name are, one by one."""
    found: dict[int, str] = {}
    for entry, _ in _leaves(encoding):
        if _name(entry):
            continue
        bits = [bit for high, low in entry.bits.segments for bit in range(high, low - 1, -1)]
        for bit, value in zip(bits, entry.pattern or [""] * len(bits)):
            found[bit] = f"{value} expected" if entry.kind == "expect" else value or entry.kind
    return found


def _bit_changes(before: Encoding, after: Encoding) -> list[str]:
    """Bits that had or have no name, those beside each other on one line."""
    old, new = _unnamed(before), _unnamed(after)
    runs: list[tuple[int, int, str]] = []
    for bit in sorted({*old, *new}, reverse=True):
        change = f"{old.get(bit, 'named')} -> {new.get(bit, 'named')}"
        if old.get(bit) == new.get(bit):
            continue
        if runs and runs[-1][1] == bit + 1 and runs[-1][2] == change:
            runs[-1] = (runs[-1][0], bit, change)
        else:
            runs.append((bit, bit, change))
    return [f"  bits {high}:{low}: {change}" if high != low else f"  bit {high}: {change}"
            for high, low, change in runs]


def _texts(encoding: Encoding) -> dict[str, str]:
    """The text of a format, the pieces it is made of, and what else is told in its terms."""
    layout = encoding.format
    return {"text": layout.text or "none",
            **{f"piece of the text '{name}'": text for name, text in layout.pieces.items()},
            "older texts": "; ".join(layout.older) or "none",
            "condition": encoding.when.value if encoding.when is not None else "none",
            **{f"parameter '{name}'": str(value) for name, value in encoding.parameters.items()}}


def _differing(old: dict[str, str], new: dict[str, str]) -> list[str]:
    return [f"  {name}: {old.get(name) or 'none'} -> {new.get(name) or 'none'}"
            for name in dict.fromkeys([*old, *new])
            if (old.get(name) or "none") != (new.get(name) or "none")]


def _facts(facts: OpcodeFacts) -> dict[str, str]:
    """Returns the facts about an opcode beside its words, by their keys."""
    entry = facts.entry
    said = {"timing": str(facts.timing), "action": facts.action or "none",
            "memory": facts.memory or "none",
            "properties": ", ".join(facts.properties) or "none"}
    said["kinds"] = "; ".join(f"{name}: {', '.join(kinds)}"
                              for name, kinds in sorted(facts.kinds.items()))
    said["vectors"] = "; ".join(f"{name}: {length}"
                                for name, length in sorted(facts.vectors.items()))
    for key in ("semantics", "saturated", "halved"):
        node = getattr(entry, key)
        said[key] = "none" if node is None else " ".join(node.value.split())
    said |= {"srcs": ", ".join(map(str, entry.srcs)), "dst": str(entry.dst),
             "modifiers": ", ".join(map(str, entry.modifiers)), "doc": str(entry.doc),
             "commutative": ", ".join(map(str, entry.commutative)),
             "operation": str(entry.operation or "none"), "lookup": str(entry.lookup or "none"),
             "variant": str(entry.variant), "unverified": str(entry.unverified).lower()}
    return said


def _fact_changes(before: OpcodeFacts | None, after: OpcodeFacts | None) -> list[str]:
    if before is None or after is None or before is after:
        return []
    return _differing(_facts(before), _facts(after))


def _renames(old: dict[str, list[Encoding]], new: dict[str, list[Encoding]]) -> dict[str, str]:
    """Opcodes that are gone, and those that have the very words of these now."""
    def words(encodings: list[Encoding]) -> list[tuple[int, dict[str, tuple[str, int | None]]]]:
        return [(each.match, {name: (named.text, named.number)
                              for name, named in _named(each).items()}) for each in encodings]

    return {name: other for name in old if name not in new for other in new
            if other not in old and words(old[name]) == words(new[other])}


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
    return lines + _bit_changes(before, after) + _differing(_texts(before), _texts(after))


def _by_opcode(revision: Revision) -> dict[str, list[Encoding]]:
    found: dict[str, list[Encoding]] = {}
    for encoding in sorted(revision.encodings, key=lambda item: item.index):
        found.setdefault(encoding.name, []).append(encoding)
    return found


def text(model: Model, before: Revision, after: Revision) -> str:
    """Opcodes added and removed, then what changed, told once for opcodes that share it."""
    old, new = _by_opcode(before), _by_opcode(after)
    renamed = _renames(old, new)
    whole: dict[str, list[str]] = {"added": [], "removed": []}
    shared: dict[tuple[str, ...], list[str]] = {}
    for opcode in model.opcodes:
        one, other = old.get(opcode.name, []), new.get(opcode.name, [])
        if not one or not other:
            if opcode.name in (*renamed, *renamed.values()):
                continue
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
        lines += _fact_changes(opcode.on(before.name), opcode.on(after.name))
        if lines:
            shared.setdefault(tuple(lines), []).append(opcode.name)
    result = [f"{before.name} -> {after.name}: {len(whole['added'])} opcodes added, "
              f"{len(whole['removed'])} removed, {sum(map(len, shared.values()))} changed"]
    for verb, lines in whole.items():
        if lines:
            result += ["", f"opcode {verb}"] + lines
    if renamed:
        result += ["", "opcode renamed"] + [f"  {one} -> {other}"
                                            for one, other in renamed.items()]
    for told, opcodes in shared.items():
        result += ["", ", ".join(opcodes)] + list(told)
    return "\n".join(result) + "\n"
