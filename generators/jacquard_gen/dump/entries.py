"""The entries of all tables as JSON values."""

from __future__ import annotations

import re
from typing import Any

from ..diagnostics import Diagnostics
from ..families import KEY
from ..groups import Context
from ..schema import entries
from ..source import Mapping, Node, Scalar, Sequence

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*|0x[0-9a-fA-F]+)\Z")
_FLOAT = re.compile(r"-?[0-9]+\.[0-9]+(?:e[-+]?[0-9]+)?\Z")
_TRUTHS = {"true": True, "false": False}


def all_entries(context: Context) -> dict[str, list[dict[str, Any]]]:
    """The entries by table, as `nir/alu/float`, families expanded. A table that is one entry has
    one here, too."""
    result: dict[str, list[dict[str, Any]]] = {}
    for name in context.all_names():
        root = context.table(name)
        if root is None:
            continue
        found = [root] if isinstance(root, Mapping) else entries(root, context.diagnostics)
        result[context.exported(name).removesuffix(".yaml")] = [
            {"place": each.position().provenance, **value_of(each)} for each in found]
    return result


def value_of(node: Node) -> Any:
    """A node as JSON: a plain scalar that is a number or a truth is one, all others are texts."""
    if isinstance(node, Mapping):
        return {name: value_of(value) for name, (_, value) in node.entries.items()}
    if isinstance(node, Sequence):
        # Overlays have families in lists; what is wrong with these was reported before.
        has_families = any(isinstance(item, Mapping) and KEY in item.entries for item in node.items)
        items = entries(node, Diagnostics()) if has_families else node.items
        return [value_of(item) for item in items]
    assert isinstance(node, Scalar)
    if not node.plain:
        return node.value
    if node.value in _TRUTHS:
        return _TRUTHS[node.value]
    if _INTEGER.match(node.value):
        return int(node.value, 0)
    return float(node.value) if _FLOAT.match(node.value) else node.value
