"""What the tables say about an operator, cast, function or construct."""

from __future__ import annotations

from .operations import Operation, Operations


def explain_operation(operations: Operations, name: str) -> str | None:
    texts = [_operation(operation) for operation in operations.all()
             if operation.name == name or operation.name.removesuffix("x") == name]
    construct = operations.constructs.get(name)
    if construct is not None:
        texts.append(f"expr:{name}  {construct.doc}\n  {construct.form}\n"
                     f"  At the edges: {construct.edges}\n  defined at {construct.provenance}")
    return "\n\n".join(texts) or None


def _operation(operation: Operation) -> str:
    entry = operation.entry
    lines = [f"expr:{operation.name}  {entry.doc}", f"  {operation.signature}",
             f"  At the edges: {entry.edges}"]
    for title, table in (("C++", operation.cpp), ("NIR", operation.nir)):
        for kind, spelling in sorted(table.items()):
            lines.append(f"  {title}{' for ' + kind if kind else ''}: {spelling}")
    lines.append(f"  defined at {entry.provenance}")
    return "\n".join(lines)
