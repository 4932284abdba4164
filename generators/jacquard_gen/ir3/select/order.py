"""Rules that are never reached, because an earlier one takes all that they find."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from ...nir.rules.overlaps import Binding, matches
from ...nir.rules.patterns import Node
from ..check.partial import may_hold
from ..tables.model import Revision
from .records import Rule


def check(rules: list[Rule], revision: Revision, said: set[int],
          diagnostics: Diagnostics) -> None:
    """Checks the order of one revision. `said` holds the entries that were complained of."""
    by_root: dict[str, list[Rule]] = {}
    for rule in rules:
        earlier = by_root.setdefault(rule.find.text, [])
        shadow = next((other for other in earlier if other.entry is not rule.entry and
                       _takes_all(other, rule, revision)), None)
        earlier.append(rule)
        if shadow is None or id(rule.entry) in said:
            continue
        said.add(id(rule.entry))
        diagnostics.error(
            "E656", rule.entry.select.position(),
            f"nothing gets to the rule {rule.pattern} on '{revision.name}'",
            [(shadow.entry.select.position(), f"{shadow.pattern} takes all that it finds")])


def _takes_all(earlier: Rule, later: Rule, revision: Revision) -> bool:
    if earlier.entry.inexact and not later.entry.inexact:
        return False
    return any(_as_wide(earlier.find, later.find, earlier, later) and
               _implied(earlier, later, binding, revision)
               for binding in matches(earlier.find, later.find, [{}]))


def _implied(earlier: Rule, later: Rule, binding: Binding, revision: Revision) -> bool:
    """Returns true if the condition of the earlier rule holds wherever that of the later one
    does."""
    condition, other = earlier.condition, later.condition
    if may_hold(condition, revision):
        return True
    if condition is None or other is None or other.source is None or condition.source is None or \
            other.source.value != condition.source.value:
        return False
    return all(binding[name].name == name for name, _ in condition.uses() if name in binding)


def _as_wide(pattern: Node, term: Node, earlier: Rule, later: Rule) -> bool:
    """Returns true if the earlier rule takes every width that the later one does."""
    if set(later.widths(term.klass)) - set(earlier.widths(pattern.klass)):
        return False
    if pattern.kind != "op":
        return True
    inner, sources = pattern.children, term.children
    if len(sources) > 1 and inner[0].kind == "op" and sources[0].kind != "op":
        sources = [sources[1], sources[0], *sources[2:]]
    return all(_as_wide(a, b, earlier, later) for a, b in zip(inner, sources))
