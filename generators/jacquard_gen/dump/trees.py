"""Conditions and texts of the machine tables taken apart, so that a reader needs no parser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..diagnostics import Diagnostics
from ..expr.tree import Apply, Constant, Expression, Membership, NamedConstant, Operand
from ..ir3.codec.forms import FormCompiler
from ..ir3.codec.layouts import LayoutCompiler
from ..ir3.codec.texts import Piece, parse
from ..ir3.tables.conditions import Scope, written
from ..ir3.tables.model import Layout, Model
from ..ir3.tables.records import FormEntry
from ..source import Position

Json = dict[str, Any]
Named = Callable[[str], Json]


class Trees:
    """Makes trees of texts that were checked when the tables were loaded."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.diagnostics = Diagnostics()
        self.forms = FormCompiler(model, self.diagnostics)
        self.layouts = LayoutCompiler(model, {}, self.diagnostics)

    def of_layout(self, layout: Layout) -> InLayout:
        return InLayout(self, layout)

    def of_form(self, form: FormEntry) -> InForm:
        return InForm(self, form)

    def tree(self, text: str, scope: Scope, named: Named, boolean: bool) -> Json:
        found = self.model.conditions.tree(written(text, _nowhere), scope, self.diagnostics,
                                           boolean)
        assert found is not None, text
        return _node(found, named)


class InLayout:
    """Tells what the names in a layout stand for."""

    def __init__(self, trees: Trees, layout: Layout) -> None:
        self.trees, self.layout = trees, layout
        self.scope = trees.layouts.scope_of(layout)
        self.leaves = [leaf for entry in layout.format.entries for leaf in entry.leaves()]
        self.operands = {leaf.name for leaf in self.leaves if leaf.kind == "operand"}

    def condition(self, text: str) -> Json:
        return self.trees.tree(text, self.scope, self._named, True)

    def given(self, form: str, parameter: str, text: str) -> Json:
        """An operand gives its form a truth, or a number of an enumeration."""
        kinds = {str(name): str(kind)
                 for name, kind in self.trees.model.forms[form].parameters.items()}
        boolean = kinds.get(parameter, "flag") == "flag"
        return self.trees.tree(text, self.scope, self._named, boolean)

    def text(self) -> list[Json]:
        return self._parts(_pieces(self.layout.format.text or ""))

    def _parts(self, pieces: list[Piece]) -> list[Json]:
        parts: list[Json] = []
        for piece in pieces:
            name = piece.text
            if piece.kind == "value" and name != "name" and name in self.layout.format.pieces:
                parts += self._parts(_pieces(self.layout.format.pieces[name]))
            elif piece.kind == "value":
                parts.append({"kind": "opcode"} if name == "name" else
                             {"kind": "operand" if name in self.operands else "field",
                              "name": name})
            elif piece.kind == "condition":
                parts.append({"kind": "when", "condition": self.condition(name),
                              "parts": self._parts(piece.children)})
            elif piece.kind == "number":
                parts.append({"kind": "number",
                              "value": self.trees.tree(name, self.scope, self._named, False)})
            else:
                parts.append({"kind": "text", "text": name})
        return parts

    def _named(self, name: str) -> Json:
        if name in self.layout.format.parameters:
            return {"kind": "parameter", "name": name}
        if name in self.operands:
            return {"kind": "operand", "name": name}
        operand, dot, part = name.partition(".")
        return {"kind": "part", "operand": operand, "name": part} if dot else \
            {"kind": "field", "name": name}


class InForm:
    """Tells what the names in a form of operands stand for."""

    def __init__(self, trees: Trees, form: FormEntry) -> None:
        self.trees = trees
        self.scope = trees.forms.scope_of(form)
        self.parameters = {str(name) for name in form.parameters}

    def condition(self, text: str) -> Json:
        return self.trees.tree(text, self.scope, self._named, True)

    def text(self, text: str) -> list[Json]:
        return self._parts(_pieces(text))

    def _parts(self, pieces: list[Piece]) -> list[Json]:
        parts: list[Json] = []
        for piece in pieces:
            if piece.kind == "condition":
                parts.append({"kind": "when", "condition": self.condition(piece.text),
                              "parts": self._parts(piece.children)})
            else:
                parts.append({"kind": "text", "text": piece.text} if piece.kind == "literal" else
                             {"kind": "piece", "name": piece.text})
        return parts

    def _named(self, name: str) -> Json:
        return {"kind": "given" if name in self.parameters else "own", "name": name}


def _node(node: Expression, named: Named) -> Json:
    if isinstance(node, Operand):
        return named(node.name)
    if isinstance(node, NamedConstant):
        return {"kind": "number", "value": node.value, "enum": node.enumeration,
                "name": node.name}
    if isinstance(node, Constant):
        assert isinstance(node.value, int)
        return {"kind": "number", "value": int(node.value)}
    if isinstance(node, Membership):
        return {"kind": "in", "mask": node.mask, "arguments": [_node(node.member, named)]}
    assert isinstance(node, Apply)
    # A unary operator is named with its operand, such as !x.
    return {"kind": "operator", "name": node.operation.name.removesuffix("x"),
            "arguments": [_node(argument, named) for argument in node.arguments]}


def _pieces(text: str) -> list[Piece]:
    return parse(text, None, Diagnostics(), _nowhere(0, 0)) if text else []


def _nowhere(offset: int, length: int) -> Position:
    from ..source import SourceFile
    return Position(SourceFile("", ""), 1, 1)
