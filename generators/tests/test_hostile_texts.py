"""Texts of tables that try to be more than text: what is generated from them means the same."""

from __future__ import annotations

import re
import unittest

from jacquard_gen.diagnostics import Diagnostics
from jacquard_gen.emit import Renderer
from jacquard_gen.groups import Context, present_groups
from jacquard_gen.source import Mapping, Node, Scalar, Sequence

from .support import DEFS, HOSTILE, cpp_tokens

# Keys whose values are sentences for people.
SENTENCES = {"doc", "title", "reason", "later"}


class HostileContext(Context):
    """The real tables with a hostile text at the end of every sentence in them, in turns."""

    def __init__(self) -> None:
        super().__init__(DEFS)
        self.replaced = 0

    def table(self, name: str) -> Node | None:
        if name not in self._trees:
            tree = super().table(name)
            if tree is not None:
                self._trees[name] = self.hostile(tree, name == "nir/enums.yaml")
        return self._trees[name]

    def hostile(self, node: Node, words_have_sentences: bool) -> Node:
        if isinstance(node, Sequence):
            return Sequence(node.source, node.line, node.column,
                            [self.hostile(item, words_have_sentences) for item in node.items])
        if not isinstance(node, Mapping):
            return node
        entries = {}
        for key, (key_node, value) in node.entries.items():
            if isinstance(value, Scalar) and key in SENTENCES:
                value = self.sentence(value)
            elif isinstance(value, Mapping) and key == "values" and words_have_sentences:
                value = Mapping(value.source, value.line, value.column,
                                {word: (word_node, self.sentence(text))
                                 for word, (word_node, text) in value.entries.items()
                                 if isinstance(text, Scalar)})
            else:
                value = self.hostile(value, words_have_sentences)
            entries[key] = (key_node, value)
        return Mapping(node.source, node.line, node.column, entries)

    def sentence(self, node: Scalar) -> Scalar:
        text = HOSTILE[self.replaced % len(HOSTILE)].encode(errors="replace").decode()
        self.replaced += 1
        return Scalar(node.source, node.line, node.column, node.value + " " + text, '"',
                      node.start, node.end)


def generated(context: Context) -> dict[str, str]:
    diagnostics = Diagnostics()
    renderer = Renderer()
    made = {}
    for name, group in present_groups().items():
        model = context.model(name)
        assert model is not None, [str(fault) for fault in context.diagnostics.sorted()]
        for output in group.outputs(model):
            text = renderer.render(output, diagnostics)
            assert text is not None, [str(fault) for fault in diagnostics.sorted()]
            made[output.path] = text
    return made


def without_room(code: str) -> str:
    """Code without the room that rows have for their texts, which depends on the longest."""
    return re.sub(r"\bTableText<\d+>", "TableText", code)


def heads(data: str) -> list[str]:
    """Returns the heads of a data file's entries."""
    return [line for line in data.split("\n") if line.startswith("@")]


class HostileTexts(unittest.TestCase):
    def test_only_comments_and_strings_change(self) -> None:
        context = HostileContext()
        hostile = generated(context)
        honest = generated(Context(DEFS))
        self.assertGreater(context.replaced, 1000)
        self.assertEqual(sorted(hostile), sorted(honest))
        changed = [path for path in honest if hostile[path] != honest[path]]
        self.assertGreater(len(changed), 12)
        for path in changed:
            with self.subTest(path):
                if path.endswith(".txt"):
                    self.assertEqual(heads(hostile[path]), heads(honest[path]))
                    continue
                # `==`, since a difference of two lists of so many tokens takes minutes to show.
                self.assertTrue(cpp_tokens(without_room(hostile[path])) ==
                                cpp_tokens(without_room(honest[path])),
                                "tokens changed beside strings")


if __name__ == "__main__":
    unittest.main()
