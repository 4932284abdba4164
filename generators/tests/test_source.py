"""Positions of nodes, and of characters inside scalars in every written form."""

from __future__ import annotations

import unittest
from unittest import mock

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.reading import parse
from jacquard_gen.source import Mapping, Node, Scalar, Sequence, SourceFile

DOCUMENT = """\
# a comment
- op: fadd          # plain
  doc: "quoted \\"text\\" and \\x41"
  list: [one, 'it''s', {a: b}]
  literal: |
    first line
      indented
    last
  folded: >-
    one
    two

    three
  plain: begins here
    and goes on
- op: fmul
"""


def tree_of(text: str) -> Node:
    diagnostics = Diagnostics()
    node = parse(SourceFile("t.yaml", text), diagnostics)
    assert node is not None and not diagnostics.failed
    return node


def first_entry(text: str) -> Mapping:
    tree = tree_of(text)
    assert isinstance(tree, Sequence)
    entry = tree.items[0]
    assert isinstance(entry, Mapping)
    return entry


def scalar(entry: Mapping, key: str) -> Scalar:
    value = entry.get(key)
    assert isinstance(value, Scalar)
    return value


class Positions(unittest.TestCase):
    def setUp(self) -> None:
        self.entry = first_entry(DOCUMENT)

    def place(self, key: str, word: str) -> tuple[int, int]:
        value = scalar(self.entry, key)
        position = value.at(value.value.index(word))
        return position.line, position.column

    def written(self, key: str, word: str) -> str:
        """The text of the file at the place of a word of the value."""
        line, column = self.place(key, word)
        return DOCUMENT.split("\n")[line - 1][column - 1:]

    def test_nodes_know_line_and_column(self) -> None:
        self.assertEqual(self.entry.position()[1:3], (2, 3))
        self.assertEqual(self.entry.key("doc").position()[1:3], (3, 3))
        self.assertEqual(scalar(self.entry, "op").position()[1:4], (2, 7, 4))

    def test_double_quoted_text_maps_escapes(self) -> None:
        self.assertTrue(self.written("doc", '" and').startswith('\\" and'))
        self.assertTrue(self.written("doc", "A").startswith("\\x41"))

    def test_single_quoted_text_maps_doubled_quotes(self) -> None:
        items = self.entry.get("list")
        assert isinstance(items, Sequence)
        quoted = items.items[1]
        assert isinstance(quoted, Scalar)
        self.assertEqual(quoted.value, "it's")
        self.assertEqual(quoted.at(3).column, quoted.at(2).column + 2)

    def test_literal_block_maps_every_line(self) -> None:
        self.assertEqual(self.place("literal", "line"), (6, 11))
        self.assertEqual(self.place("literal", "indented"), (7, 7))
        self.assertEqual(self.place("literal", "last"), (8, 5))

    def test_folded_block_maps_every_line(self) -> None:
        self.assertEqual(scalar(self.entry, "folded").value, "one two\nthree")
        self.assertEqual(self.place("folded", "two"), (11, 5))
        self.assertEqual(self.place("folded", "three"), (13, 5))

    def test_plain_text_over_two_lines(self) -> None:
        self.assertEqual(self.place("plain", "goes"), (15, 9))

    def test_the_pure_loader_gives_the_same_tree(self) -> None:
        def shape(node: Node) -> object:
            place = (node.line, node.column)
            if isinstance(node, Scalar):
                return place, node.value, node.style, node.start
            if isinstance(node, Sequence):
                return place, [shape(item) for item in node.items]
            assert isinstance(node, Mapping)
            return place, [(shape(key), shape(value)) for key, value in node.entries.values()]

        with mock.patch.dict("sys.modules", {"yaml.cyaml": None}):
            pure = tree_of(DOCUMENT)
        self.assertEqual(shape(pure), shape(tree_of(DOCUMENT)))

    def test_an_empty_table_is_no_tree(self) -> None:
        for text in ("", "# nothing\n", "[]\n", "{}", "---\n...\n", "---"):
            with self.subTest(text):
                diagnostics = Diagnostics()
                self.assertIsNone(parse(SourceFile("t.yaml", text), diagnostics))
                self.assertEqual([(fault.code, fault.message) for fault in diagnostics.sorted()],
                                 [("E109", "the table is empty")])

    def test_deep_nesting_ends_in_an_error(self) -> None:
        for text in ("[" * 100000, "{a: " * 100000, "- " * 100000 + "a"):
            diagnostics = Diagnostics()
            self.assertIsNone(parse(SourceFile("t.yaml", text), diagnostics))
            self.assertTrue(diagnostics.failed)

    def test_lines_are_split_as_yaml_splits_them(self) -> None:
        self.assertEqual(SourceFile("t", "a\r\nb\rc\n").line(3), "c")


if __name__ == "__main__":
    unittest.main()
