"""Parameters of passes: their keys, and their values in C++ and in texts."""

from __future__ import annotations

import re

from ...diagnostics import Diagnostics, listed
from ...identifiers import check_identifiers
from ...kinds import Text
from ...source import Node, Scalar, Sequence
from ..enums import EnumType
from .entries import RESULTS, ParameterEntry, PassEntry
from .model import Parameter, Shortcut, Word

MODES = "VariableMode"
ENUMS = "nir/enums.yaml"
HIGHEST = 0xffffffff
# Callbacks may be asked about these classes without a header of its own.
INSTRUCTIONS = ("AluInstruction", "IntrinsicInstruction", "TextureInstruction")

# The keys that only some types of parameters have, and those that a type must have.
_IN_TEXTS = ("switch", "number", "mask", "modes", "choice")
_OF_TYPES = {"default": _IN_TEXTS, "range": ("number",), "among": ("modes",),
             "shortcuts": _IN_TEXTS, "enum": ("choice",), "values": ("choice",),
             "takes": ("callback",), "result": ("callback",)}
_NEEDED = {"modes": ("default",), "choice": ("enum", "values", "default"),
           "callback": ("takes", "result")}
_NUMBER = re.compile(r"0|[1-9][0-9]{0,10}|0x[0-9a-fA-F]{1,8}")


class Parameters:
    """Checks parameters against the words for modes."""

    def __init__(self, words: dict[str, EnumType], diagnostics: Diagnostics) -> None:
        self.modes = words.get(MODES)
        self.diagnostics = diagnostics

    def load(self, entry: PassEntry, each: ParameterEntry) -> Parameter | None:
        before = len(self.diagnostics)
        self._check_keys(each)
        self._check_modes(each)
        if each.type == "callback":
            self._check_callback(entry, each)
        low, high = each.range if each.range is not None else (0, HIGHEST)
        if not 0 <= low <= high <= HIGHEST:
            self._fault(each, "range", f"no number of 32 bits is from {low} to {high}")
        if len(self.diagnostics) != before:
            return None
        words = self._mode_words(each) if each.type == "modes" else self._words(each)
        default, shown = self._value(each, each.default, low, high)
        shortcuts = [Shortcut(str(word.name), str(word.doc),
                              self._value(each, word.value, low, high)[0])
                     for word in each.shortcuts]
        if each.type == "switch" and default == "true" and not shortcuts:
            self._fault(each, "default", "nothing turns this switch off: give it a shortcut whose "
                        "value is false")
        return Parameter(str(each.name), str(each.type), str(each.doc), default, shown,
                         str(each.note or ""), low, high, words, tuple(shortcuts),
                         str(each.enum or ""), str(each.takes or ""), str(each.result or ""),
                         tuple(map(str, each.voids)))

    def given(self, each: ParameterEntry, node: Node) -> tuple[str, str]:
        """A value that somebody gives to a parameter, in C++ and in texts."""
        low, high = each.range if each.range is not None else (0, HIGHEST)
        return self._value(each, node, low, high)

    def _fault(self, each: ParameterEntry, name: str, message: str) -> None:
        self.diagnostics.error("E361", each.where(name), message)

    def _check_keys(self, each: ParameterEntry) -> None:
        kind = str(each.type)
        for name, types in _OF_TYPES.items():
            if each.has(name) and kind not in types:
                self._fault(each, name, f"a parameter of type {kind} has no '{name}'")
        for name in _NEEDED.get(kind, ()):
            if not each.has(name):
                self._fault(each, name, f"a parameter of type {kind} needs '{name}'")

    def _check_modes(self, each: ParameterEntry) -> None:
        known = [mode.word for mode in self.modes.values] if self.modes is not None else []
        for mode in each.among if known else ():
            if mode not in known:
                self._unknown_mode(mode.node, mode, known)

    def _unknown_mode(self, node: Node, written: str, known: list[str]) -> None:
        self.diagnostics.error("E361", node.position(), f"there is no mode '{written}' here",
                               near=written, known=known, within=ENUMS)

    def _check_callback(self, entry: PassEntry, each: ParameterEntry) -> None:
        if each.takes is not None and not entry.includes and each.takes not in INSTRUCTIONS:
            self.diagnostics.error("E361", each.takes.position, "a callback is asked about "
                                   f"{listed(INSTRUCTIONS)}, or what a header of 'includes' has",
                                   near=str(each.takes), known=INSTRUCTIONS)
        known = [*RESULTS, *(str(other.enum) for other in entry.parameters if other.enum)]
        if each.result is not None and each.result not in known:
            self.diagnostics.error("E361", each.result.position, f"a callback answers "
                                   f"{listed(known)}, not '{each.result}'",
                                   near=str(each.result), known=known)

    def _mode_words(self, each: ParameterEntry) -> tuple[Word, ...]:
        modes = self.modes.values if self.modes is not None else []
        return tuple(Word(mode.word, mode.number, mode.doc, mode.enumerator) for mode in modes
                     if not each.among or mode.word in each.among)

    def _words(self, each: ParameterEntry) -> tuple[Word, ...]:
        taken: dict[str, Text] = {}
        check_identifiers([value.value for value in each.values], self.diagnostics)
        for value in each.values:
            word = value.word or value.value
            for name in {str(value.value): value.value, str(word): word}.values():
                first = taken.setdefault(str(name), name)
                if first is not name:
                    self.diagnostics.error("E362", name.position,
                                           f"'{each.enum}' has another '{name}'",
                                           [(first.position, "it is here")])
        return tuple(Word(str(value.word or value.value), number, str(value.doc), str(value.value))
                     for number, value in enumerate(each.values))

    def _value(self, each: ParameterEntry, node: Node | None, low: int,
               high: int) -> tuple[str, str]:
        """A value in C++ and in texts."""
        kind = str(each.type)
        if kind in ("switch", "part"):
            return self._truth(node), ""
        if kind in ("number", "mask"):
            return self._number(node, low, high)
        if kind == "modes":
            return self._modes(each, node)
        return self._choice(each, node) if kind == "choice" else ("nullptr", "")

    def _truth(self, node: Node | None) -> str:
        value = node.value if isinstance(node, Scalar) and node.plain else ""
        if node is not None and value not in ("true", "false"):
            self._unfit(node, "true or false is expected here")
        return value if value == "true" else "false"

    def _number(self, node: Node | None, low: int, high: int) -> tuple[str, str]:
        if node is None:
            return str(low), str(low) if low else ""
        value = node.value if isinstance(node, Scalar) and node.plain else ""
        if not _NUMBER.fullmatch(value) or not low <= int(value, 0) <= high:
            self._unfit(node, f"a number from {low} to {high} is expected here")
            return "0", ""
        return str(int(value, 0)), value if int(value, 0) else ""

    def _modes(self, each: ParameterEntry, node: Node | None) -> tuple[str, str]:
        known = [word.word for word in self._mode_words(each)]
        if isinstance(node, Scalar) and node.value == "all":
            every = f"static_cast<{MODES}>(~std::uint32_t{{0}})"
            return " | ".join(f"{MODES}::{word}" for word in known) if each.among else every, "all"
        if not isinstance(node, Sequence) or not node.items:
            if node is not None:
                self._unfit(node, "modes of variables are expected here: a list, or all")
            return "", ""
        found: list[str] = []
        for item in node.items if known else ():
            if isinstance(item, Scalar) and item.value in known:
                found.append(item.value)
            else:
                written = item.value if isinstance(item, Scalar) else item.kind
                self._unknown_mode(item, written, known)
        return " | ".join(f"{MODES}::{word}" for word in found), "+".join(found)

    def _choice(self, each: ParameterEntry, node: Node | None) -> tuple[str, str]:
        known = {str(value.value): str(value.word or value.value) for value in each.values}
        value = node.value if isinstance(node, Scalar) else ""
        if node is not None and value not in known:
            self.diagnostics.error("E361", node.position(), f"'{each.enum}' has no value '{value}'",
                                   near=value, known=known)
        return f"{each.enum}::{value}", known.get(value, "")

    def _unfit(self, node: Node, message: str) -> None:
        self.diagnostics.error("E361", node.position(), message)
