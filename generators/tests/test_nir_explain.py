"""The texts of `explain` about NIR's names: each fact of a table, with the words it uses."""

from __future__ import annotations

import functools
import unittest

from jacquard_gen.groups import Context
from jacquard_gen.nir import Model

from .support import DEFS


@functools.cache
def model() -> Model:
    loaded = Context(DEFS).model("nir")
    assert isinstance(loaded, Model)
    return loaded


def explained(name: str) -> str:
    return (model().explainer.explain(name) or "") + "\n"


class Explanations(unittest.TestCase):
    def test_an_opcode_names_the_rules_that_rewrite_it(self) -> None:
        self.assertRegex(explained("fmul"),
                         r"(?s)\n  = src0 \* src1\n  identity: 1\.0\n"
                         r"  rewritten by: \w+,.* and \d+ more\n$")

    def test_an_intrinsic_says_what_its_indices_flags_and_result_mean(self) -> None:
        text = explained("load_ubo")
        self.assertRegex(text, r"(?m)^    align_mul +uint +The address is align_offset modulo")
        self.assertIn("  can_reorder: May move across anything.\n", text)
        self.assertIn("  divergence: Differs between invocations where a source does.\n", text)

    def test_a_texture_operation_lists_what_it_needs_and_may_have(self) -> None:
        text = explained("txd")
        needed, optional = text.split("  may have:\n")
        self.assertRegex(needed, r"(?m)^    ddx +float +Derivative of the coordinate along x\.$")
        self.assertRegex(optional, r"(?m)^    min_lod +float scalar +The least level of detail\.$")
        self.assertNotIn("ms_mcs_intel", text)

    def test_indices_enumerations_sources_and_shapes_have_names_too(self) -> None:
        self.assertRegex(explained("interp_mode"), r"(?m)^    smooth +1  Perspective-correct\.$")
        self.assertRegex(explained("Access"), r"(?m)^  set of words, .*:\d+$")
        self.assertIn("  only of: txd\n", explained("ddx"))
        self.assertIn("of a size: 2\n", explained("cube"))


if __name__ == "__main__":
    unittest.main()
