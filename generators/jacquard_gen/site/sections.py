"""The sections of a page: the facts of each entry as its table has them, and what several tables
say together about opcodes, words, parts and rules."""

from __future__ import annotations

from typing import Any

from .catalogue import Entry, Json, Subject
from .machine_sections import MachineSections
from .sources import Sources
from .values import Node, Piece, Values, code, line, words

Section = dict[str, Any]
_SAID = ("place",)


def section(title: str, kind: str, **values: Any) -> Section:
    return {"title": title, "is": kind, **values}


class Sections:
    """Makes the sections of all kinds; `sources` has what the document does not."""

    def __init__(self, document: Json, values: Values, sources: Sources) -> None:
        self.document = document
        self.values = values
        self.sources = sources
        self.machine = MachineSections(document, values)
        self.special = {"nir_op": self._nir_op, "ir3_op": self.machine.instruction,
                        "ir3_part": self.machine.part,
                        "ir3_revision": self.machine.revision, "ir3_fact": self.machine.fact,
                        "error": self._error, "nir_rule": self._rule,
                        "ir3_select": self._selection, "spirv_op": self._becomes,
                        "spirv_extended": self._becomes, "tgsi_op": self._becomes}

    def of(self, subject: Subject) -> list[Section]:
        """The entries one below the other, then what follows from several tables."""
        made: list[Section] = []
        for number, entry in enumerate(subject.entries, 1):
            title = "As the table has it" if len(subject.entries) == 1 else \
                f"Entry {number} of {len(subject.entries)}"
            if entry.inside in map(str, subject.kind.overlays):
                title += f" ({entry.inside} of {entry.around.get('revision', '')})"
            made.append(section(title, "facts", place=entry.value["place"],
                                rows=self._facts(subject, entry)))
            if subject.kind.anchors is not None and subject.kind.anchors in entry.value:
                made.append(self._names(subject, entry))
        special = self.special.get(str(subject.kind.kind))
        return self._front(subject) + made + (special(subject) if special else [])

    def _front(self, subject: Subject) -> list[Section]:
        """Pictures come before facts."""
        if str(subject.kind.kind) in ("ir3_op", "ir3_format"):
            return self.machine.bits(subject)
        if str(subject.kind.kind) == "nir_op":
            return [self._signature(subject)]
        return []

    def _facts(self, subject: Subject, entry: Entry) -> list[tuple[str, str, Node]]:
        schema = self.values.schemas.of_entry(entry.table, entry.value if not entry.around else {})
        if entry.inside:
            whole = self.values.schemas.of_entry(entry.table, {
                "place": "", **entry.around, entry.inside: []})
            listed = whole.get("properties", {}).get(entry.inside, {})
            schema = self.values.schemas.of_value(
                self.values.schemas.of_value(listed, []).get("items", {}),
                {key: each for key, each in entry.value.items() if key != "place"})
        known = schema.get("properties", {})
        rows = []
        for key, value in entry.value.items():
            if key in _SAID or value == subject.sentence or key == subject.kind.anchors or \
                    (key == subject.kind.named and subject.kind.named_by != "head"):
                continue
            node = self.values.node(key, value, known.get(key, {}), subject)
            rows.append((key, self.values.doc(known.get(key, {})), node))
        rows += [(key, "Of the whole table.", self.values.node(key, value, {}, subject))
                 for key, value in entry.around.items() if key != "place"
                 and not subject.kind.overlays and not isinstance(value, (list, dict))]
        return rows

    def _names(self, subject: Subject, entry: Entry) -> Section:
        key = str(subject.kind.anchors)
        schema = self.values.schemas.of_entry(entry.table, entry.value)
        node = self.values.named_values(entry.value[key],
                                        schema.get("properties", {}).get(key, {}), subject)
        return section(key.replace("_", " ").capitalize(), "node", node=node)

    # ---- kinds -----------------------------------------------------------------------------------

    def _nir_op(self, subject: Subject) -> list[Section]:
        functions = sorted(functions_in(self.document["nir"]["opcodes"][subject.name]["values"]))
        made = []
        if functions:
            told = self.document["nir"]["functions"]
            made.append(section("What its formula consists of", "node", node={
                "is": "table", "columns": [("function", ""), ("type", ""), ("what", ""),
                                           ("at the edges", "")],
                "rows": [("", [code(name), code(told[name]["called"]),
                               line(self.values.prose(told[name]["doc"])),
                               line(self.values.prose(told[name]["edges"]))])
                         for name in functions]}))
        made += self._proofs("lowerings", f"{subject.name}:", "Proofs of its lowerings")
        made += self._proofs("claims", f"{subject.name}:", "Proofs of its properties")
        return made

    def _signature(self, subject: Subject) -> Section:
        opcode = self.document["nir"]["opcodes"][subject.name]
        arguments = ", ".join(opcode["sources"])
        rows: list[tuple[str, str, Node]] = [
            ("signature", "Its result, and its operands.",
             code(f"{opcode['result']} {subject.name}({arguments})")),
            ("widths", "The widths in bits at which it exists.",
             words(", ".join(map(str, opcode["widths"]))))]
        if opcode["aliases"]:
            rows.append(("aliases", "Other names.", code(", ".join(opcode["aliases"]))))
        return section("Signature", "facts", rows=rows)

    def _rule(self, subject: Subject) -> list[Section]:
        return self._proofs("rules", subject.name, "Proofs")

    def _selection(self, subject: Subject) -> list[Section]:
        return self._proofs("selections", f"{subject.name}:", "Proofs")

    def _proofs(self, noun: str, name: str, title: str) -> list[Section]:
        found = self.sources.proofs.of(noun, name)
        if not found:
            return []
        widths: dict[tuple[str, str, str], list[str]] = {}
        for each in found:
            widths.setdefault((each.name, each.outcome, each.meaning), []).append(each.widths)
        rows = [("", [code(statement), words(", ".join(dict.fromkeys(of_widths))), words(outcome),
                      words(meaning)])
                for (statement, outcome, meaning), of_widths in widths.items()]
        return [section(title, "node", node={
            "is": "table", "columns": [("statement", "What is claimed; a number is the line."),
                                       ("widths", ""), ("state", ""), ("that is", "")],
            "rows": rows})]

    def _becomes(self, subject: Subject) -> list[Section]:
        """The NIR opcodes that the generator makes of a formula."""
        opcodes = self.sources.becomes.get((str(subject.kind.kind), subject.full_name), [])
        if not opcodes:
            return []
        pieces: list[Piece] = []
        for name in opcodes:
            pieces += [Piece(", ")] if pieces else []
            pieces.append(self.values.linked("nir_op", name, subject, "becomes"))
        return [section("Becomes", "node", node=line(pieces))]

    def _error(self, subject: Subject) -> list[Section]:
        examples = self.sources.examples.get(subject.name, [])
        made = [section(f"Example: {each.title}", "text", text=each.text, told=each.told,
                        place=each.place) for each in examples]
        if not made:
            made = [section("Example", "note", text="No table or page in this checkout shows this "
                            "error as a text; the tests of its area raise it.")]
        return made


def functions_in(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*map(functions_in, node)) if node else set()
    if not isinstance(node, dict):
        return set()
    own = {node["function"]} if node.get("kind") == "apply" else set()
    return own.union(*map(functions_in, node.values()))
