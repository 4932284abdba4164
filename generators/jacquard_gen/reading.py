"""YAML text to nodes.

`parse` turns one file into a tree of `Scalar`, `Sequence` and `Mapping` nodes. Duplicate keys,
aliases, tags, several documents and characters that cannot be seen are errors.

The events come from libyaml where PyYAML was built with it and from the pure Python parser else.
"""

from __future__ import annotations

import importlib
import re
import stat
import unicodedata
from pathlib import Path
from typing import Any

from . import limits
from .diagnostics import Diagnostics
from .escape import INVISIBLE
from .source import Mapping, Node, Position, Scalar, Sequence, SourceFile

# Characters that a file must not have; YAML refuses most other controls, and takes some of these
# for ends of lines.
_HIDDEN_IN_FILE = re.compile(f"[\x7f-\x9f\u2028\u2029{INVISIBLE}]")
# Characters that a value must not have, where escapes such as "\\0" may have put them.
_HIDDEN_IN_VALUE = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029{INVISIBLE}]")
_NOT_YAML = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_file(path: Path, name: str, diagnostics: Diagnostics,
              table: str = "") -> SourceFile | None:
    """Reads a UTF-8 file; what is none, cannot be read or is too large is an error."""
    start = Position(SourceFile(name, "", table=table), 1, 1)
    try:
        # Reading a pipe or a device may never end, or never begin.
        if not stat.S_ISREG(path.stat().st_mode):
            kind = "a folder" if path.is_dir() else "no regular file"
            diagnostics.error("E101", start, f"cannot read the file: it is {kind}")
            return None
        with path.open("rb") as file:
            data = file.read(limits.BYTES + 1)
    except OSError as error:
        diagnostics.error("E101", start, f"cannot read the file: {error.strerror or error}")
        return None
    if len(data) > limits.BYTES:
        diagnostics.error("E108", start, f"the table has more than {limits.BYTES:,} bytes")
        return None
    try:
        text = data.decode("utf-8")
        if text.startswith("\ufeff"):
            diagnostics.error("E107", start, "the file begins with a byte-order mark; save it as "
                              "UTF-8 without one")
        return SourceFile(name, text.removeprefix("\ufeff"), path, table)
    except UnicodeDecodeError as error:
        good = data[:error.start].decode("utf-8")
        place = Position(SourceFile(name, good), good.count("\n") + 1,
                         len(good) - (good.rfind("\n") + 1) + 1)
        diagnostics.error("E101", place, "the file is not UTF-8 text")
        return None


def parse(source: SourceFile, diagnostics: Diagnostics) -> Node | None:
    """The node tree of a file, None where it is empty or broken, which was reported."""
    import yaml
    if not _check_characters(source, diagnostics):
        return None
    parser: Any
    try:
        parser = importlib.import_module("yaml.cyaml").CParser(source.text)
    except ImportError:
        parser = None
    except yaml.reader.ReaderError as error:
        _syntax_error(source, error, diagnostics)
        return None
    if parser is None:
        parser = _pure_parser(source.text)
    return _Composer(source, diagnostics).compose(parser)


def _check_characters(source: SourceFile, diagnostics: Diagnostics) -> bool:
    """Reports what cannot be seen in a file; whether there is nothing."""
    text = source.text
    good = True
    for found in _HIDDEN_IN_FILE.finditer("" if text.isascii() and "\x7f" not in text else text):
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        _hidden(Position(source, line, column), found.group(), diagnostics)
        good = False
    return good


def _hidden(place: Position, character: str, diagnostics: Diagnostics) -> None:
    unnamed = "a control character" if ord(character) < 0xa0 else "unnamed"
    name = unicodedata.name(character, unnamed).lower()
    diagnostics.error("E107", place, f"the character U+{ord(character):04X} ({name}) cannot be "
                      "seen and is not allowed in a table")


def _pure_parser(text: str) -> Any:
    bases: list[Any] = [getattr(importlib.import_module(f"yaml.{name.lower()}"), name)
                        for name in ("Reader", "Scanner", "Parser")]

    def prepare(parser: Any) -> None:
        bases[0].__init__(parser, text)
        bases[1].__init__(parser)
        bases[2].__init__(parser)

    return type("PureParser", tuple(bases), {"__init__": prepare})()


def _syntax_error(source: SourceFile, error: Any, diagnostics: Diagnostics) -> None:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        found = _NOT_YAML.search(source.text)
        before = source.text[:found.start()] if found else ""
        place = Position(source, before.count("\n") + 1,
                         len(before) - (before.rfind("\n") + 1) + 1)
        diagnostics.error("E102", place,
                          "broken YAML: this character is not allowed in a table")
        return
    fault = _SyntaxFault(source, error, mark)
    diagnostics.error("E102", fault.place, f"broken YAML: {fault.message}", fault.notes)


# Each message of the parser, with its meaning for an author of tables, a note, and whether this is
# about the beginning of what the parser was reading.
_IN_OTHER_WORDS = {
    "mapping values are not allowed in this context": (
        "a ':' cannot stand here", "a text with ': ' in it needs quotes, and the keys of a mapping "
        "begin in one column", False),
    "block sequence entries are not allowed in this context": (
        "a '- ' cannot stand here", "a list begins on a line of its own", False),
    "did not find expected key": (
        "expected the next key", "of the mapping that begins here", True),
    "did not find expected '-' indicator": (
        "expected '- ' and an entry", "of the list that begins here; perhaps this line is indented "
        "wrongly", True),
}


class _SyntaxFault:
    """A fault that the YAML parser found, in words and at the place of somebody who writes tables:
    the parser often sees it lines behind."""

    def __init__(self, source: SourceFile, error: Any, mark: Any) -> None:
        self.source = source
        self.place = Position(source, mark.line + 1, mark.column + 1)
        self.message = str(getattr(error, "problem", None) or getattr(error, "context", None) or
                           error)
        self.notes: list[tuple[Position | None, str]] = []
        context = str(getattr(error, "context", None) or "")
        context_mark = getattr(error, "context_mark", None)
        began = None if context_mark is None or mark is context_mark else \
            Position(source, context_mark.line + 1, context_mark.column + 1)
        if self._is_tab() or self._is_open_quote(context, began) or self._is_behind_quote() or \
                self._is_open_bracket(context, began):
            return
        if began is not None and self.message == "could not find expected ':'":
            self.place, self.message = began, "a ':' is missing after this key"
        elif self.message == "found character that cannot start any token":
            self.message = f"a text that begins with '{self._character(self.place)}' needs quotes"
        elif self.message in _IN_OTHER_WORDS:
            self.message, note, has_beginning = _IN_OTHER_WORDS[self.message]
            self.notes = [(began if has_beginning else None, note)]
        elif context and began is not None and began != self.place:
            self.notes = [(began, context)]

    def _character(self, place: Position) -> str:
        return self.source.line(place.line)[place.column - 1:place.column]

    def _is_open_quote(self, context: str, began: Position | None) -> bool:
        if began is None or "quoted scalar" not in context or \
                self.message != "found unexpected end of stream":
            return False
        self.place, self.message = began, "the quote that begins here is not closed"
        return True

    def _is_open_bracket(self, context: str, began: Position | None) -> bool:
        if began is None or not context.startswith("while parsing a flow"):
            return False
        self.notes = [(self.place, "it goes on here with something else")]
        self.place = began
        self.message = f"the '{self._character(began)}' that begins here is not closed"
        return True

    def _is_tab(self) -> bool:
        line = self.source.line(self.place.line)
        indentation = line[:len(line) - len(line.lstrip())]
        if "\t" not in indentation:
            return False
        self.place = Position(self.source, self.place.line, indentation.index("\t") + 1)
        self.message = "a tab cannot indent; use blanks"
        return True

    def _is_behind_quote(self) -> bool:
        """Returns true if the fault follows a text in quotes of several lines. Then the end that it
        has is most likely the beginning of another text, and its own is missing."""
        import yaml
        last: Any = None
        scan: Any = yaml.scan  # not every stub has its types
        try:
            for token in scan(self.source.text, yaml.SafeLoader):
                if (token.start_mark.line + 1, token.start_mark.column + 1) >= \
                        (self.place.line, self.place.column):
                    break
                last = token if isinstance(token, yaml.ScalarToken) else last
        except yaml.YAMLError:
            pass
        if last is None or last.style not in ("'", '"') or \
                last.start_mark.line == last.end_mark.line or \
                last.end_mark.line + 1 != self.place.line:
            return False
        self.notes = [(self.place, "and nothing can follow it there")]
        self.place = Position(self.source, last.start_mark.line + 1, last.start_mark.column + 1)
        self.message = f"the text in quotes that begins here ends in line {last.end_mark.line + 1}"
        return True


def _is_empty(root: Node) -> bool:
    if isinstance(root, Scalar):
        return root.plain and not root.value
    return not (root.entries if isinstance(root, Mapping) else
                root.items if isinstance(root, Sequence) else ())


class _Composer:
    """Builds nodes from parser events with a stack of its own, so that depth is bounded."""

    def __init__(self, source: SourceFile, diagnostics: Diagnostics) -> None:
        self.source = source
        self.diagnostics = diagnostics
        self.faults = False

    def compose(self, parser: Any) -> Node | None:
        import yaml
        try:
            root = self._events(parser)
        except yaml.YAMLError as error:
            _syntax_error(self.source, error, self.diagnostics)
            return None
        if self.faults:
            return None
        if root is None or _is_empty(root):
            self.diagnostics.error("E109", Position(self.source, 1, 1), "the table is empty")
            return None
        return root

    def _error(self, code: str, event: Any, message: str,
               notes: list[tuple[Position | None, str]] | None = None) -> None:
        mark = event.start_mark
        self.faults = True
        self.diagnostics.error(code, Position(self.source, mark.line + 1, mark.column + 1),
                               message, notes)

    def _events(self, parser: Any) -> Node | None:
        from yaml import events as e
        scalar_event, alias_event = e.ScalarEvent, e.AliasEvent
        mapping_start, mapping_end = e.MappingStartEvent, e.MappingEndEvent
        sequence_start, sequence_end = e.SequenceStartEvent, e.SequenceEndEvent
        source = self.source
        root: Node | None = None
        documents = 0
        stack: list[Mapping | Sequence] = []
        keys: list[Scalar | None] = []
        next_event = parser.get_event
        while True:
            event = next_event()
            kind = type(event)
            node: Node | None = None
            if kind is scalar_event:
                mark, end = event.start_mark, event.end_mark
                node = Scalar(source, mark.line + 1, mark.column + 1, event.value,
                              event.style or "", mark.index, end.index)
                if len(event.value) > limits.TEXT:
                    self._error("E108", event, f"the text has {len(event.value):,} characters, "
                                f"and {limits.TEXT:,} are allowed")
                hidden = _HIDDEN_IN_VALUE.search(event.value)
                if hidden is not None:
                    self.faults = True
                    _hidden(node.at(hidden.start()), hidden.group(), self.diagnostics)
                if event.anchor or event.tag:
                    self._error("E103", event, "anchors, aliases and tags are not used in tables")
            elif kind is mapping_end or kind is sequence_end:
                node = stack.pop()
                key = keys.pop()
                if key is not None and kind is mapping_end:
                    self._error("E102", event, "broken YAML: a key without a value")
            elif kind is mapping_start or kind is sequence_start:
                mark = event.start_mark
                if event.anchor or event.tag:
                    self._error("E103", event, "anchors, aliases and tags are not used in tables")
                if stack and isinstance(stack[-1], Mapping) and keys[-1] is None:
                    self._error("E105", event, "a key of a mapping must be plain text")
                    return None
                if len(stack) >= limits.DEPTH:
                    self._error("E102", event, "broken YAML: nested too deeply")
                    return None
                if kind is mapping_start:
                    stack.append(Mapping(source, mark.line + 1, mark.column + 1, {}))
                else:
                    stack.append(Sequence(source, mark.line + 1, mark.column + 1, []))
                keys.append(None)
                continue
            elif kind is alias_event:
                self._error("E103", event, "anchors, aliases and tags are not used in tables")
                mark = event.start_mark
                node = Scalar(source, mark.line + 1, mark.column + 1, "", "'", mark.index,
                              event.end_mark.index)
            elif kind is e.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._error("E102", event, "broken YAML: a table is one document")
                    return None
                continue
            elif kind is e.StreamEndEvent:
                return root
            else:
                continue
            if not stack:
                root = node
                continue
            parent = stack[-1]
            if type(parent) is Sequence:
                parent.items.append(node)
            else:
                assert isinstance(parent, Mapping)
                waiting = keys[-1]
                if waiting is None:
                    assert isinstance(node, Scalar)
                    first = parent.entries.get(node.value)
                    if first is not None:
                        self.faults = True
                        self.diagnostics.error(
                            "E104", node.position(), f"the key '{node.value}' is given twice",
                            [(first[0].position(), "it was given here first")])
                    keys[-1] = node
                else:
                    if waiting.value not in parent.entries:
                        parent.entries[waiting.value] = (waiting, node)
                    keys[-1] = None
