"""Rules that get in each other's way: one that an earlier one always pre-empts, and rules that
undo each other or feed themselves, so that rewriting would not end."""

from __future__ import annotations

from ...diagnostics import Diagnostics
from .model import Rule
from .patterns import Node

Binding = dict[str, Node]


def check(rules: list[Rule], diagnostics: Diagnostics) -> None:
    by_root: dict[tuple[str, str], list[Rule]] = {}
    for rule in rules:
        by_root.setdefault((rule.group, rule.find.text), []).append(rule)
    shadows: dict[int, Rule] = {}
    for same_root in by_root.values():
        for number, rule in enumerate(same_root):
            shadow = _preempting(rule, same_root[:number])
            if shadow is not None:
                shadows[rule.number] = shadow
    _report_unreached(rules, shadows, diagnostics)
    written = [rule for number, rule in enumerate(rules)
               if number == 0 or rules[number - 1].provenance != rule.provenance]
    firsts = {rule.number for rule in written}
    candidates = {key: [rule for rule in same_root if rule.number in firsts]
                  for key, same_root in by_root.items()}
    for rule in written:
        _check_ends(rule, candidates, diagnostics)


def same(a: Node, b: Node) -> bool:
    """Returns true if two terms are the same value, as far as one can see."""
    if a is b:
        return True
    if a.kind != b.kind or a.text != b.text or a.component != b.component or \
            len(a.children) != len(b.children) or a.kind == "computed":
        return False
    return all(same(x, y) for x, y in zip(a.children, b.children))


def _bind(name: str, term: Node, bindings: list[Binding]) -> list[Binding]:
    made = []
    for binding in bindings:
        known = binding.get(name)
        if known is None:
            made.append({**binding, name: term})
        elif same(known, term):
            made.append(binding)
    return made


def matches(pattern: Node, term: Node, bindings: list[Binding]) -> list[Binding]:
    """Every way in which the pattern finds the term, names of which stand for any value."""
    kind = pattern.kind
    if kind == "variable":
        return _bind(pattern.text, term, bindings)
    if kind == "constant":
        return _bind(pattern.text, term, bindings) \
            if term.kind in ("constant", "number", "computed") else []
    if kind == "number":
        return bindings if term.kind == "number" and term.text == pattern.text else []
    if term.kind != "op" or term.text != pattern.text or \
            (pattern.width and term.width and pattern.width != term.width):
        return []
    assert pattern.alu is not None
    made = bindings
    for inner, source in zip(pattern.children, term.children):
        made = matches(inner, source, made)
        if not made:
            break
    if pattern.commutes:
        other = matches(pattern.children[0], term.children[1], bindings)
        if other:
            other = matches(pattern.children[1], term.children[0], other)
            for inner, source in zip(pattern.children[2:], term.children[2:]):
                other = matches(inner, source, other)
            made = made + other
    if pattern.label and made:
        made = _bind(pattern.label, term, made)
    return made


def _preempting(later: Rule, earlier: list[Rule]) -> Rule | None:
    """The rule that takes all that a later one finds, if there is one."""
    for rule in earlier:
        if (rule.origin.inexact and not later.origin.inexact) or \
                not set(rule.origin.unless) <= set(later.origin.unless):
            continue
        for binding in matches(rule.find, later.find, [{}]):
            if _as_wide(rule.find, later.find, rule, later) and _implied(rule, later, binding):
                return rule
    return None


def _report_unreached(rules: list[Rule], shadows: dict[int, Rule],
                      diagnostics: Diagnostics) -> None:
    """A family is at fault when no member of it is reached."""
    members: dict[str, list[Rule]] = {}
    for rule in rules:
        members.setdefault(rule.provenance, []).append(rule)
    for family in members.values():
        if not all(rule.number in shadows for rule in family):
            continue
        for rule in family:
            shadow = shadows[rule.number]
            diagnostics.error(
                "E338", rule.found_at,
                f"'{rule.name}' is never reached: '{shadow.name}' takes all that it finds",
                [(shadow.found_at, "it is here")])


def _implied(rule: Rule, later: Rule, binding: Binding) -> bool:
    """Returns true if the conditions of the earlier rule hold wherever those of the later one
    do."""
    have = {condition.text for condition in later.conditions}
    for condition in rule.conditions:
        text = condition.text
        for name in condition.slots:
            term = binding.get(name)
            if term is None or not term.name:
                return False
            if term.name != name:
                return False
        if text not in have:
            return False
    return True


def _as_wide(pattern: Node, term: Node, rule: Rule, later: Rule) -> bool:
    """Returns true if the earlier rule takes every width that the later one does."""
    mine = rule.shapes.classes.domain(pattern.klass)
    theirs = later.shapes.classes.domain(term.klass)
    if theirs & ~mine:
        return False
    if pattern.kind != "op":
        return True
    inner, sources = pattern.children, term.children
    if len(sources) > 1 and inner[0].kind == "op" and sources[0].kind != "op":
        sources = [sources[1], sources[0], *sources[2:]]
    return all(_as_wide(a, b, rule, later) for a, b in zip(inner, sources))


def _check_ends(rule: Rule, by_root: dict[tuple[str, str], list[Rule]],
                diagnostics: Diagnostics) -> None:
    """Applies the rule to what it finds, then every rule to a part of that."""
    before = rule.find.size()
    start = _with_constants(rule.replace, rule)
    for part in start.walk():
        if part.kind != "op":
            continue
        for other in by_root.get((rule.group, part.text), ()):
            for binding in matches(other.find, part, [{}]):
                if not _may_hold(other, binding):
                    continue
                if other is rule:
                    if start.size() >= before:
                        _endless(rule, rule, diagnostics)
                        return
                    continue
                after = _replaced(start, part, _with_constants(other.replace, other), binding)
                if after.size() >= before and _finds_itself(rule, after):
                    _endless(rule, other, diagnostics)
                    return


def _endless(rule: Rule, other: Rule, diagnostics: Diagnostics) -> None:
    place = rule.replaced_at
    if other is rule:
        diagnostics.error("E339", place, f"'{rule.name}' finds what it makes, which is no smaller")
    elif rule.number < other.number:
        diagnostics.error("E339", place, f"'{rule.name}' and '{other.name}' undo each other",
                          [(other.replaced_at, "the other one is here")])


def _finds_itself(rule: Rule, term: Node) -> bool:
    """Returns true if the rule finds a part of the term that is what it began with but for
    names."""
    for part in term.walk():
        if part.kind != "op" or part.text != rule.find.text:
            continue
        for binding in matches(rule.find, part, [{}]):
            if _may_hold(rule, binding) and part.size() >= rule.find.size() and \
                    all(bound.kind != "op" or rule.names[name].kind == "op"
                        for name, bound in binding.items()):
                return True
    return False


def _may_hold(rule: Rule, binding: Binding) -> bool:
    """A condition on a constant that is yet to be computed is assumed not to hold."""
    for condition in rule.conditions:
        if condition.kind == "expression" and \
                any(binding[name].kind == "computed" for name in condition.slots):
            return False
        if condition.kind == "not_constant" and \
                binding[condition.slots[0]].kind in ("constant", "number", "computed"):
            return False
    return True


def _with_constants(node: Node, rule: Rule) -> Node:
    """A replacement whose names of constants are constants."""
    if node.kind == "variable":
        named = rule.names[node.text]
        if named.kind == "constant":
            return Node("constant", node.text, node.offset, node.length)
        return node
    made = Node(node.kind, node.text, node.offset, node.length, node.width, node.component)
    made.alu = node.alu
    made.children = [_with_constants(child, rule) for child in node.children]
    return made


def _replaced(term: Node, part: Node, replacement: Node, binding: Binding) -> Node:
    if term is part:
        return _instance(replacement, binding)
    if not term.children:
        return term
    made = Node(term.kind, term.text, term.offset, term.length, term.width)
    made.alu = term.alu
    made.children = [_replaced(child, part, replacement, binding) for child in term.children]
    return made


def _instance(node: Node, binding: Binding) -> Node:
    if node.kind in ("variable", "constant"):
        return binding.get(node.text, node)
    made = Node(node.kind, node.text, node.offset, node.length, node.width)
    made.alu = node.alu
    made.children = [_instance(child, binding) for child in node.children]
    return made
