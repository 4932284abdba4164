"""Generated lines that are too long are parted where a reader would part them."""

from __future__ import annotations

import unittest

from jacquard_gen.layout import WIDTH, filled, joined, laid_out, room

LONG = "x" * 60


class Layout(unittest.TestCase):
    def test_short_lines_stay_as_they_are(self) -> None:
        text = "int main() {\n  return 0;   \n}\n"
        self.assertEqual(laid_out(text), text)

    def test_parameters_goes_on_further_in_than_the_body(self) -> None:
        self.assertEqual(laid_out(f"    bool {LONG}(unsigned width, unsigned count, "
                                  "int* sources) {"),
                         f"    bool {LONG}(unsigned width,\n"
                         "            unsigned count, int* sources) {")

    def test_a_line_parts_outside_of_brackets_first(self) -> None:
        self.assertEqual(laid_out(f"    Node* result = emit({LONG}, is_half(a, b), "
                                  "{use(a, b)});"),
                         "    Node* result =\n"
                         f"        emit({LONG}, is_half(a, b),\n"
                         "            {use(a, b)});")

    def test_a_line_parts_between_items_before_it_parts_one(self) -> None:
        self.assertEqual(laid_out(f"    {{.name = {LONG}, .value = 12345678 | 87654321}},"),
                         f"    {{.name = {LONG},\n        .value = 12345678 | 87654321}},")

    def test_a_table_has_room_for_its_longest_text(self) -> None:
        for texts in ([], [None, ""], ["fadd"], ["x" * 5], ["x" * 6, "y"], ["é" * 3]):
            longest = max((len((text or "").encode()) for text in texts), default=0)
            self.assertGreaterEqual(room(texts), longest)
            self.assertEqual((room(texts) + 3) % 8, 0, "rows end at whole words")

    def test_the_lines_of_a_row_are_joined(self) -> None:
        self.assertEqual(joined("    {a,\n     b,\n     c},\n"), "    {a, b, c},\n")

    def test_an_operator_begins_the_next_line(self) -> None:
        self.assertEqual(laid_out(f"return holds(a) ? one_of_{LONG}(a) : another_of_the_two(b);"),
                         f"return holds(a) ? one_of_{LONG}(a)\n    : another_of_the_two(b);")

    def test_a_comment_behind_a_line_moves_above_it(self) -> None:
        self.assertEqual(laid_out(f"    {{{LONG}, 0, 1}}, "
                                  "// defs/nir/rules/float_comparisons.yaml:1"),
                         "    // defs/nir/rules/float_comparisons.yaml:1\n"
                         f"    {{{LONG}, 0, 1}},")

    def test_a_comment_parts_at_words(self) -> None:
        self.assertEqual(laid_out(f"// {LONG} and {LONG}"), f"// {LONG} and\n// {LONG}")

    def test_strings_and_directives_stay_whole(self) -> None:
        for line in (f'    "{LONG}, {LONG}",', f'#include <{LONG}/{LONG}>'):
            self.assertEqual(laid_out(line), line)
        self.assertEqual(laid_out(f'say("{LONG}, {LONG}", 2);'), f'say(\n    "{LONG}, {LONG}", 2);')

    def test_lists_are_filled(self) -> None:
        self.assertEqual(filled(["10", "20", "30"], 8), ["10, 20", "30"])
        self.assertEqual(filled([]), ["{}"])
        for line in filled([str(number) for number in range(500)]):
            self.assertLessEqual(len(line), WIDTH)


if __name__ == "__main__":
    unittest.main()
