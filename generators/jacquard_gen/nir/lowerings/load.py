"""Tables to checked lowerings; every fault is reported."""

from __future__ import annotations

import re
from dataclasses import replace

from ...diagnostics import Diagnostics
from ...escape import camel
from ...expr import Environment, Language, Tree, parse_type
from ...expr.tree import Opcode
from ...expr.types import Type
from ...groups import Context
from ...identifiers import check_identifiers
from ...schema import check_unique, entries, load_record
from ...source import Position, Scalar
from ..alu import Alu
from ..derived import truth_width
from ..lowering_entries import GroupEntry, LoweringEntry, PassEntry
from ..rules.conditions import Compiler, constants_read
from ..rules.model import MAXIMUM_NAMES, Bound, Origin, Rule, types_of_names
from ..rules.patterns import Faults, Node
from ..rules.widths import Shapes, bit_of, widths_of
from . import circles
from .model import Lowering, LoweringPass, LoweringTables, Option
from .program import Opcodes, Program, copied, environment, signature, tree_size

TABLE = "nir/lowerings.yaml"
MAXIMUM_STEPS = 200
MAXIMUM_PATTERN = 60


def load(context: Context, opcodes: list[Alu]) -> LoweringTables | None:
    """The lowerings of all opcodes; None where the language could not be loaded."""
    diagnostics = context.diagnostics
    language: Language | None = context.model("expr")
    if language is None:
        return None
    before = len(diagnostics)
    groups: list[GroupEntry] = []
    passes: list[PassEntry] = []
    for node in entries(context.table(TABLE), diagnostics):
        if "pass" in node.entries:
            found = load_record(PassEntry, node, diagnostics)
            passes += [found] if found is not None else []
        else:
            group = load_record(GroupEntry, node, diagnostics)
            groups += [group] if group is not None else []
    by_name = check_unique(groups, lambda entry: entry.group, diagnostics)
    check_unique(passes, lambda entry: entry.name, diagnostics)
    for names in ([entry.group for entry in groups], [entry.name for entry in passes]):
        check_identifiers(names, diagnostics)
        check_identifiers(names, diagnostics, camel)
    made = [_pass(entry, by_name, diagnostics) for entry in passes]
    lowerings: list[Lowering] = []
    if not _has_faults("expr/", diagnostics):
        loader = _Loader(language, opcodes, by_name, diagnostics)
        lowerings = [lowering for alu in opcodes for entry in alu.entry.lower
                     for lowering in loader.lowerings(alu, entry)]
        loader.report_unused()
    tables = LoweringTables(list(by_name.values()), made, lowerings)
    if len(diagnostics) == before:
        _check_asked(tables, diagnostics)
        circles.check(tables, diagnostics)
    return tables


def _has_faults(tables: str, diagnostics: Diagnostics) -> bool:
    """Returns true if tables whose names begin so have faults already. What lowerings come to then
    depends on what could not be read, and theirs may be no faults."""
    return any(fault.position.source.table.startswith(tables)
               for fault in diagnostics.sorted())


def _pass(entry: PassEntry, groups: dict[str, GroupEntry],
          diagnostics: Diagnostics) -> LoweringPass:
    if bool(entry.groups) == bool(entry.options):
        diagnostics.error("E350", entry.position, "a pass has either 'groups' or 'options'")
    options = [Option("", str(group)) for group in entry.groups]
    options += [Option(str(name), str(group)) for name, group in entry.options.items()]
    for group in [*entry.groups, *entry.options.values()]:
        _known_group(group.position, str(group), groups, diagnostics)
    return LoweringPass(entry, tuple(options))


def _known_group(where: Position, name: str, groups: dict[str, GroupEntry],
                 diagnostics: Diagnostics) -> bool:
    if name not in groups:
        diagnostics.error("E350", where, f"there is no group of lowerings '{name}'", near=name,
                          known=groups, within=TABLE)
    return name in groups


def _check_asked(tables: LoweringTables, diagnostics: Diagnostics) -> None:
    for group in tables.groups:
        if not tables.passes_of(str(group.group)):
            diagnostics.error("E350", group.group.position,
                              f"no pass lowers the group '{group.group}'")


class _Loader:
    def __init__(self, language: Language, opcodes: list[Alu], groups: dict[str, GroupEntry],
                 diagnostics: Diagnostics) -> None:
        self.language = language
        self.compiler = Compiler(language)
        self.opcodes = Opcodes(opcodes)
        self.callable = {opcode.name: Opcode(opcode.name, opcode.dest, tuple(opcode.sources))
                         for opcode in opcodes}
        self.groups = groups
        self.diagnostics = diagnostics
        self.are_all_known = not _has_faults("nir/alu/", diagnostics)
        self.used: dict[str, int] = {}
        self.first: dict[str, tuple[Alu, LoweringEntry]] = {}

    def lowerings(self, alu: Alu, entry: LoweringEntry) -> list[Lowering]:
        """One entry of one opcode, at all its widths."""
        group = str(entry.group)
        if not _known_group(entry.group.position, group, self.groups, self.diagnostics):
            return []
        self.first.setdefault(entry.provenance, (alu, entry))
        self.used.setdefault(entry.provenance, 0)
        truths = self.groups[group].truths
        form = parse_type(str(truths)) if truths is not None else None
        if form is not None and truth_width(alu) not in (0, 1):
            return []
        bound = self._bound(alu, entry)
        widths = self._widths(alu, entry, form is not None)
        by_text: dict[str, tuple[Alu, list[int], Node]] = {}
        for width in widths:
            shaped = alu if form is None else _with_truths(alu, width, form)
            if shaped is None:
                continue
            self.used[entry.provenance] += 1
            node = self._program(shaped, entry, width, form is not None or len(widths) == 1, form)
            if node is None:
                return []
            text = signature(node) + (f" {width}" if form is not None else "")
            by_text.setdefault(text, (shaped, [], node))[1].append(width)
        made = [self._lowering(shaped, entry, members, node, bound)
                for shaped, members, node in by_text.values()]
        return [lowering for lowering in made if lowering is not None]

    def report_unused(self) -> None:
        """Lowerings of truths that no member of a family has."""
        for provenance, count in self.used.items():
            alu, entry = self.first[provenance]
            if count == 0 and not self.diagnostics.failed:
                self.diagnostics.error("E352", entry.position, f"no operand of '{alu.name}' is a "
                                       f"truth of 1 bit, so group '{entry.group}' never lowers it")

    def _widths(self, alu: Alu, entry: LoweringEntry, of_truths: bool) -> list[int]:
        if not entry.widths:
            if of_truths:
                return [1] if 1 in alu.widths else alu.widths or [0]
            return [width for width in alu.widths if width != 1] or [0]
        for width in entry.widths:
            if width not in alu.widths:
                exists = f"it exists at {', '.join(map(str, alu.widths))}" if alu.widths else \
                    "all its operands have one of their own"
                self.diagnostics.error("E353", entry.where("widths"), f"'{alu.name}' has no width "
                                       f"{width}", [(None, exists)])
                return []
        return entry.widths

    def _bound(self, alu: Alu, entry: LoweringEntry) -> Bound | None:
        """Returns how closely an inexact lowering agrees; that is said of those alone."""
        given = [name for name in ("domain", "either_sign", "tolerance", "absolute", "off_by")
                 if entry.has(name)]
        if entry.inexact is None:
            if given:
                self.diagnostics.error("E354", entry.where(given[0]), "only an inexact lowering "
                                       f"has a '{given[0]}': the others keep every bit",
                                       [(None, "say with 'inexact' why it rounds otherwise")])
            return None
        if entry.domain is None or (entry.tolerance is None) == (entry.absolute is None):
            self.diagnostics.error("E354", entry.where("inexact"), "an inexact lowering says with "
                                   "'domain' for which floats, and with 'tolerance' or 'absolute' "
                                   "how closely it agrees")
            return None
        low, high = entry.domain
        if low >= high:
            self.diagnostics.error("E354", entry.where("domain"), f"no float is from {low} to "
                                   f"{high}")
            return None
        off_by = 0
        if entry.off_by is not None:
            off_by = int(entry.off_by.removeprefix("src")) + 1
            if off_by > len(alu.sources) or alu.sources[off_by - 1] != alu.dest:
                self.diagnostics.error("E354", entry.off_by.position, f"'{alu.name}' has no source "
                                       f"'{entry.off_by}' of its result's type")
                return None
        bound = Bound(low, high, entry.tolerance or 0, entry.absolute or 0.0, off_by,
                      bool(entry.either_sign))
        if bound.allows_anything([alu.dest.width] if alu.dest.width else
                                 self._widths(alu, entry, False)):
            told = "absolute" if entry.tolerance is None else "tolerance"
            self.diagnostics.error("E354", entry.where(told), f"so large a '{told}' allows "
                                   "anything: a result may be twice what it is to be")
            return None
        return bound

    def _text(self, alu: Alu, entry: LoweringEntry) -> Scalar:
        return entry.expression if entry.expression is not None else alu.entry.fold

    def _program(self, alu: Alu, entry: LoweringEntry, width: int, alone: bool,
                 form: Type | None) -> Node | None:
        text = self._text(alu, entry)
        tree = self._tree(alu, text, width if alone else 0, form)
        if tree is None or not self.are_all_known:
            return None
        return Program(self.opcodes, alu, tree, width, Faults(text, self.diagnostics)).build()

    def _tree(self, alu: Alu, text: Scalar, width: int, form: Type | None) -> Tree | None:
        """The expression with types; a truth in another form may also be given in 1 bit."""
        types = Environment(dict(environment(alu)), opcodes=self.callable,
                            opcode_tables="nir/alu", bits=width)
        if form is None or alu.dest.scalar != form:
            return self.language.compile(text, types, self.diagnostics, result=alu.dest)
        tree = self.language.compile(text, types, self.diagnostics)
        if tree is not None and tree.type.kind != "bool" and tree.type.width != 1 and \
                tree.type != form:
            self.diagnostics.error("E210", text.position(), f"the expression is {tree.type}, but "
                                   f"{form} is needed here")
            return None
        return tree

    def _lowering(self, alu: Alu, entry: LoweringEntry, widths: list[int], node: Node,
                  bound: Bound | None) -> Lowering | None:
        text = self._text(alu, entry)
        faults = Faults(text, self.diagnostics)
        if node.size() > MAXIMUM_STEPS:
            faults.report("E353", node, f"a lowering has at most {MAXIMUM_STEPS} opcodes, and this "
                          f"comes to {node.size()}")
            return None
        if len(alu.sources) > MAXIMUM_NAMES:
            faults.report("E353", node, f"an opcode that is lowered has at most {MAXIMUM_NAMES} "
                          "sources")
            return None
        find = Node("op", alu.name, *_whole(text))
        find.alu = alu
        find.allowed = sum(map(bit_of, widths)) if widths != [0] else 0
        constants = self._constants(alu, entry)
        find.children = [Node("constant" if f"src{number}" in constants else "variable",
                              f"src{number}", *_whole(text)) for number in range(len(alu.sources))]
        shapes = Shapes()
        shapes.find(find, faults)
        wanted = shapes.classes.domain(shapes.names["src0"])
        shapes.replace(node, faults)
        if not faults.failed and shapes.classes.domain(shapes.names["src0"]) != wanted:
            have = widths_of(shapes.classes.domain(shapes.names["src0"]))
            faults.report("E353", node, "the opcodes here exist only at "
                          f"{', '.join(map(str, have))} bits",
                          ("say with 'widths' which are meant",))
        if faults.failed:
            return None
        member = text.member or entry.node.member
        of_truths = self.groups[str(entry.group)].truths is not None
        truths = (self.opcodes.by_name[alu.name], widths[0]) if of_truths else None
        origin = Origin(f"{alu.name}:{entry.group}", entry.provenance, member, text, text,
                        bound=bound, doc=str(entry.inexact or ""), flushes=entry.flush is not None)
        rule = Rule(origin, str(entry.group), find, node, shapes,
                    {str(child.text): child for child in find.children},
                    truths=truths)
        if not self._conditions(rule, entry):
            return None
        done = self._done(alu, entry, find, node, origin)
        if done is None and entry.once is not None:
            return None
        return Lowering(alu, entry, str(entry.group), widths, rule, done)

    def _constants(self, alu: Alu, entry: LoweringEntry) -> set[str]:
        """The sources that conditions look into."""
        found: set[str] = set()
        for text in entry.when:
            if re.match(r"[a-z_]+\(\s*src[0-9]+\s*\)\s*\Z", text.value):
                continue
            silent = Diagnostics()
            tree = self.language.compile(text, Environment(dict(environment(alu))), silent,
                                         parse_type("bool1"))
            found |= constants_read(tree) if tree is not None else set()
        return found

    def _conditions(self, rule: Rule, entry: LoweringEntry) -> bool:
        types = types_of_names(rule.find, rule.shapes)
        for text in entry.when:
            faults = Faults(text, self.diagnostics)
            made = self.compiler.condition(text, rule.names, types, rule.shapes, faults)
            if made is None:
                return False
            rule.conditions.append(made)
        return True

    def _done(self, alu: Alu, entry: LoweringEntry, find: Node, made: Node,
              origin: Origin) -> Rule | None:
        """For a lowering that uses its own opcode: a pattern of what it makes."""
        if entry.once is None:
            return None
        if made.kind != "op" or made.text != alu.name:
            self.diagnostics.error("E354", entry.once.position, f"what is made does not end in "
                                   f"'{alu.name}', so nothing is lowered twice without 'once'")
            return None
        if tree_size(made) > MAXIMUM_PATTERN:
            self.diagnostics.error("E354", entry.once.position, "what is made is too long to be "
                                   f"told by its shape: more than {MAXIMUM_PATTERN} opcodes")
            return None
        pattern = copied(made)
        pattern.allowed = find.allowed
        shapes = Shapes()
        faults = Faults(origin.find, self.diagnostics)
        shapes.find(pattern, faults)
        if faults.failed:
            return None
        names = {node.text: node for node in pattern.walk() if node.kind == "variable"}
        first = next(iter(names.values()))
        value = Node("variable", first.text, *_whole(origin.find))
        value.klass = first.klass
        return Rule(origin, str(entry.group), pattern, value, shapes, names)


def _whole(text: Scalar) -> tuple[int, int]:
    return 0, len(text.value)


def _with_truths(alu: Alu, width: int, form: Type) -> Alu | None:
    """The opcode whose operands of 1 bit are given in another form; None where none is."""
    def shaped(kind: Type) -> Type:
        truth = (kind.width or width) == 1
        return form._replace(components=kind.components) if truth else kind

    sources = [shaped(kind) for kind in alu.sources]
    dest = shaped(alu.dest)
    if sources == alu.sources and dest == alu.dest:
        return None
    unsized = any(kind.width == 0 for kind in [*sources, dest])
    return replace(alu, sources=sources, dest=dest, widths=[width] if unsized else [])
