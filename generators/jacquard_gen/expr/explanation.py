"""The explanation of an operator, cast, function or construct in the tables."""

from __future__ import annotations

from ..groups import Page
from .operations import ConstructEntry, Operation, Operations


def explain_operation(operations: Operations, name: str) -> str | None:
    texts = [_operation(operation) for operation in operations.all()
             if operation.name == name or operation.name.removesuffix("x") == name]
    construct = operations.constructs.get(name)
    if construct is not None:
        texts.append(_construct(construct))
    return "\n\n".join(texts) or None


def reference_pages(operations: Operations) -> list[Page]:
    def page(name: str, title: str, some: dict[str, Operation]) -> Page:
        return Page(name, title, [(str(operation.name), _operation(operation))
                                  for operation in some.values()])

    return [page("operators", "Operators", operations.operators),
            page("casts", "Casts", operations.casts),
            page("functions", "Functions", operations.functions),
            Page("constructs", "Constructs", [(name, _construct(entry)) for name, entry in
                                              operations.constructs.items()])]


def _construct(construct: ConstructEntry) -> str:
    return (f"expr:{construct.construct}  {construct.doc}\n  {construct.form}\n"
            f"  Edge cases: {construct.edges}\n  defined at {construct.provenance}")


def _operation(operation: Operation) -> str:
    entry = operation.entry
    lines = [f"expr:{operation.name}  {entry.doc}", f"  {operation.signature}",
             f"  Edge cases: {entry.edges}"]
    if operation.definition is not None:
        parameters = ", ".join(operation.definition.parameters)
        for kind, text in sorted(operation.definition.texts.items()):
            lines.append(f"  {operation.name}({parameters}){' of ' + kind if kind else ''} = "
                         f"{' '.join(text.value.split())}")
    for title, table in (("C++", operation.cpp), ("NIR", operation.nir)):
        for kind, spelling in sorted(table.items()):
            lines.append(f"  {title}{' for ' + kind if kind else ''}: {spelling}")
    lines.append(f"  defined at {entry.provenance}")
    return "\n".join(lines)
