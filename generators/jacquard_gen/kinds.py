"""The kinds of values that keys may have: how each is loaded, its faults reported, and its JSON
Schema."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from .diagnostics import Diagnostics, listed
from .source import ExpandedScalar, Mapping, Node, Position, Scalar, Sequence

Json = dict[str, Any]


class _Failed:
    """The value of a field that was reported as wrong."""


FAILED = _Failed()


class Text(str):
    """A string that knows its node: `name.position`, `name.node.at(offset)`."""

    __slots__ = ("node",)
    node: Scalar

    @staticmethod
    def of(node: Scalar) -> Text:
        text = Text(node.value)
        text.node = node
        return text

    @property
    def position(self) -> Position:
        return self.node.position()


# Plain scalars that YAML 1.1 does not read as strings.
_YAML11_OTHER = re.compile(
    r"(?:(?:yes|no|on|off|true|false|null)|~|"
    r"[-+]?0b[01_]+|[-+]?0x[0-9a-f_]+|[-+]?0o?[0-7_]+|[-+]?[0-9][0-9_]*|"
    r"[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?|"
    r"[-+]?(?:[0-9][0-9_]*)?\.[0-9_]*(?:e[-+]?[0-9]+)?|[-+]?[0-9][0-9_]*e[-+]?[0-9]+|"
    r"[-+]?\.inf|\.nan|"
    r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?|<<|=|)\Z", re.IGNORECASE)


def yaml11_reads(value: str) -> str:
    """Names the type as which YAML 1.1 reads the plain text, or nothing if it is a string."""
    if not _YAML11_OTHER.match(value) or value in ("-", "+", "."):
        return ""
    folded = value.lower()
    if folded in ("yes", "no", "on", "off", "true", "false"):
        return "a boolean"
    if folded in ("null", "~", ""):
        return "null"
    if ":" in folded and "-" not in folded[1:]:
        return "a number of base 60"
    if re.match(r"[-+]?0[0-9_]+\Z", folded):
        return "an octal number"
    if re.match(r"[0-9]{4}-", folded):
        return "a date"
    return "a merge key" if folded in ("<<", "=") else "a number"


class Kind:
    """A kind describes the values of a key: how they are loaded and their JSON Schema."""

    noun = "a value"

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        """The value, or FAILED after reporting."""
        raise NotImplementedError

    def schema(self, definitions: dict[str, Json]) -> Json:
        raise NotImplementedError

    def words(self) -> dict[str, str]:
        """The words that a value can be, with their meanings, where there are but few."""
        return {}

    def accepts(self, node: Node) -> bool:
        """Returns true if the node has the shape of this kind (for `either`)."""
        return isinstance(node, Scalar)

    def _shape(self, node: Node, diagnostics: Diagnostics) -> Any:
        diagnostics.error("E112", node.position(),
                          f"{self.noun} is expected here, not {node.kind}")
        return FAILED


class _Text(Kind):
    """A text. One with a pattern has a form, which a sentence may tell those who miss it."""

    def __init__(self, noun: str = "text", pattern: str = "", form: str = "") -> None:
        self.noun = noun
        self.form = form
        self.pattern = re.compile(pattern) if pattern else None

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Scalar):
            return self._shape(node, diagnostics)
        if node.plain and not isinstance(node, ExpandedScalar):
            reads = yaml11_reads(node.value)
            if reads:
                text = node.value or "nothing"
                diagnostics.error(
                    "E113", node.position(),
                    f"{self.noun} is expected here, but YAML 1.1 reads {text} as {reads}",
                    [(None, f"write it in quotes: \"{node.value}\"")] if node.value else [])
                return FAILED
        if self.pattern and not self.pattern.fullmatch(node.value):
            joined = self._joined(node.value)
            notes: list[tuple[Position | None, str]] = [
                (None, note) for note in (self.form, joined) if note]
            # An entry of such a name lacks the name by which others know it.
            diagnostics.error("E117", node.position(),
                              f"{self.noun} is expected here, not '{node.value}'", notes,
                              misnamed=bool(joined))
            return FAILED
        return Text.of(node)

    def _joined(self, value: str) -> str:
        """A note with the words of a value joined by underscores, where that would do."""
        joined = re.sub("[- ]", "_", value)
        if joined == value or not self.form or not self.pattern or \
                not self.pattern.fullmatch(joined):
            return ""
        return f"words are joined by underscores: '{joined}'"

    def schema(self, definitions: dict[str, Json]) -> Json:
        result: Json = {"type": "string"}
        if self.pattern:
            result["pattern"] = f"^(?:{self.pattern.pattern}|.*\\{{[A-Z].*)$"
        return result


class _Written(_Text):
    """A text whose form its group checks; the schema tells editors the form."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self._form = form

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {"type": "string", "pattern": f"^(?:{self._form}|.*\\{{[A-Z].*)$"}


class _Expression(Kind):
    """Source text of the expression language, kept as its node; numbers need no quotes."""

    noun = "an expression"

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        return node if isinstance(node, Scalar) else self._shape(node, diagnostics)

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {"type": ["string", "number", "boolean"]}


class Integer(Kind):
    """A decimal, 0x or 0b integer between `low` and `high`."""

    noun = "an integer"

    def __init__(self, low: int | None = None, high: int | None = None) -> None:
        self.low, self.high = low, high

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Scalar):
            return self._shape(node, diagnostics)
        if not node.plain or \
                not re.fullmatch(r"-?(?:0|[1-9][0-9]*|0x[0-9a-fA-F]+|0b[01]+)", node.value):
            octal = re.fullmatch(r"-?0[0-9_]+", node.value) is not None
            notes = [(None, "YAML 1.1 reads a leading 0 as octal; write 0b… or decimal")]
            diagnostics.error("E114", node.position(),
                              f"an integer is expected here, not '{node.value}'",
                              notes if octal else None)
            return FAILED
        if len(node.value) > 80:
            value = 1 << 80
        else:
            value = int(node.value, 0)
        if (self.low is not None and value < self.low) or \
                (self.high is not None and value > self.high):
            limits = f"at least {self.low}" if self.high is None else \
                f"at most {self.high}" if self.low is None else f"from {self.low} to {self.high}"
            diagnostics.error("E116", node.position(),
                              f"the number must be {limits}, and this is {node.value}")
            return FAILED
        return value

    def schema(self, definitions: dict[str, Json]) -> Json:
        result: Json = {"type": "integer"}
        if self.low is not None:
            result["minimum"] = self.low
        if self.high is not None:
            result["maximum"] = self.high
        return {"anyOf": [result, {"type": "string", "pattern": r"\{[A-Z]"}]}


class Number(Kind):
    """A decimal number between `low` and `high`."""

    noun = "a number"

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Scalar):
            return self._shape(node, diagnostics)
        if not node.plain or not re.fullmatch(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]{1,3})?",
                                              node.value) or len(node.value) > 300:
            diagnostics.error("E114", node.position(),
                              f"a number is expected here, not '{node.value}'")
            return FAILED
        value = float(node.value)
        if not self.low <= value <= self.high:
            diagnostics.error("E116", node.position(), f"the number must be from {self.low:g} to "
                              f"{self.high:g}, and this is {node.value}")
            return FAILED
        return value

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


class _Flag(Kind):
    noun = "true or false"

    def words(self) -> dict[str, str]:
        return {"true": "", "false": ""}

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Scalar):
            return self._shape(node, diagnostics)
        if node.plain and node.value in ("true", "false"):
            return node.value == "true"
        diagnostics.error("E114", node.position(),
                          f"true or false is expected here, not '{node.value}'")
        return FAILED

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {"type": "boolean"}


class _Choice(Kind):
    def __init__(self, values: dict[str, str]) -> None:
        self.values = values
        self.noun = f"one of {listed(values)}"

    def words(self) -> dict[str, str]:
        return self.values

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Scalar):
            return self._shape(node, diagnostics)
        if node.value not in self.values:
            diagnostics.error("E115", node.position(),
                              f"'{node.value}' is not allowed here; expected "
                              f"{listed(self.values)}", near=node.value, known=self.values)
            return FAILED
        return Text.of(node)

    def schema(self, definitions: dict[str, Json]) -> Json:
        numbers: list[Json] = [{"const": int(name)} for name in self.values if name.isdigit()]
        if any(self.values.values()):
            plain: list[Json] = [{"const": name, "description": doc} if doc else {"const": name}
                                 for name, doc in self.values.items()]
        else:
            plain = [{"enum": list(self.values)}]
        plain += numbers
        return {"anyOf": plain + [{"type": "string", "pattern": r"\{[A-Z]"}]}


class _List(Kind):
    noun = "a list"

    def __init__(self, item: Kind, low: int, high: int | None, or_one: bool) -> None:
        self.item, self.low, self.high, self.or_one = item, low, high, or_one

    def words(self) -> dict[str, str]:
        return self.item.words()

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Sequence):
            if self.or_one:
                value = self.item.load(node, diagnostics)
                return FAILED if value is FAILED else [value]
            return self._shape(node, diagnostics)
        values = [self.item.load(item, diagnostics) for item in node.items]
        count = len(values)
        if count < self.low or (self.high is not None and count > self.high):
            wanted = f"at least {self.low}" if self.high is None else \
                str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
            diagnostics.error("E116", node.position(),
                              f"the list must have {wanted} items, and this has {count}")
            return FAILED
        return FAILED if any(value is FAILED for value in values) else values

    def schema(self, definitions: dict[str, Json]) -> Json:
        items = self.item.schema(definitions)
        result: Json = {"type": "array", "items": items}
        if self.low:
            result["minItems"] = self.low
        if self.high is not None:
            result["maxItems"] = self.high
        return {"anyOf": [result, items]} if self.or_one else result

    def accepts(self, node: Node) -> bool:
        return isinstance(node, Sequence) or (self.or_one and self.item.accepts(node))


class _MappingOf(Kind):
    noun = "a mapping"

    def __init__(self, value: Kind, name: Kind) -> None:
        self.value, self.name = value, name

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        if not isinstance(node, Mapping):
            return self._shape(node, diagnostics)
        result: dict[Any, Any] = {}
        failed = False
        for key_node, value_node in node.entries.values():
            name = self.name.load(key_node, diagnostics)
            value = self.value.load(value_node, diagnostics)
            if name is FAILED or value is FAILED:
                failed = True
            else:
                result[name] = value
        return FAILED if failed else result

    def schema(self, definitions: dict[str, Json]) -> Json:
        result: Json = {"type": "object", "additionalProperties": self.value.schema(definitions)}
        names = self.name.schema(definitions)
        if "pattern" in names or "anyOf" in names:
            result["propertyNames"] = names
        return result

    def accepts(self, node: Node) -> bool:
        return isinstance(node, Mapping)


class _Either(Kind):
    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds
        self.noun = " or ".join(dict.fromkeys(kind.noun for kind in kinds))

    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        for kind in self.kinds:
            if kind.accepts(node):
                return kind.load(node, diagnostics)
        return self._shape(node, diagnostics)

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {"anyOf": [kind.schema(definitions) for kind in self.kinds]}

    def accepts(self, node: Node) -> bool:
        return any(kind.accepts(node) for kind in self.kinds)


class _Any(Kind):
    def load(self, node: Node, diagnostics: Diagnostics) -> Any:
        return node

    def schema(self, definitions: dict[str, Json]) -> Json:
        return {}

    def accepts(self, node: Node) -> bool:
        return True


TEXT = _Text()
"""Any string."""
NAME = _Text("a name", r"[A-Za-z_][A-Za-z0-9_]*",
             "a name has letters, digits and underscores, and does not begin with a digit")
"""A name of letters, digits and underscores."""
MNEMONIC = _Text("a mnemonic", r"[A-Za-z_][A-Za-z0-9_.]*",
                 "a mnemonic has letters, digits, underscores and dots, and begins with a letter "
                 "or an underscore")
"""A name that may have dots."""
BITS = _Text("a quoted pattern of 0, 1 and x", r"[01x_]+")
BIT_RANGE = _Text("a quoted bit range such as \"63:61\" or \"60\"", r"[0-9]{1,2}(?::[0-9]{1,2})?")
EXPRESSION = _Expression()
FLAG = _Flag()
INTEGER = Integer()
NATURAL = Integer(low=0)
NODE = _Any()
"""The node itself, for fields whose form the group checks by hand."""


def text(noun: str, pattern: str) -> Kind:
    """A string of a form of its own; `noun` names it in messages ("a register name")."""
    return _Text(noun, pattern)


def spelt(form: str) -> Kind:
    """A string whose form the group checks by hand; the schema has `form` as its pattern."""
    return _Written(form)


def choice(values: Iterable[str] | dict[str, str]) -> Kind:
    """One of some words, with their meaning where a mapping is given."""
    return _Choice(dict(values) if isinstance(values, dict) else {name: "" for name in values})


def list_of(item: Kind, low: int = 0, high: int | None = None, or_one: bool = False) -> Kind:
    """A list; with `or_one` a single item stands for a list of one."""
    return _List(item, low, high, or_one)


def mapping_of(value: Kind, name: Kind = TEXT) -> Kind:
    """A mapping with free keys, loaded as a dict in the order of the file."""
    return _MappingOf(value, name)


def either(*kinds: Kind) -> Kind:
    """The first kind whose shape (text, list, mapping) fits."""
    return _Either(kinds)
