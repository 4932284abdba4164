"""Tests which values count as moved by rounding: of each word, the nudged run that moves it
most."""

import unittest

from nudged_results import merge

ONE, ABOVE, BELOW, TWO, NAN = '3f800000', '3f800001', '3f7fffff', '40000000', '7fc00000'


def case(words: str) -> dict[str, object]:
    return {'outputs': {'0': [words]}, 'discarded': []}


def moved_by(words: str, *nudged: str) -> str:
    merged = case(words)
    for run in nudged:
        merged = merge(merged, case(run))
    outputs = merged['outputs_nudged']
    assert isinstance(outputs, dict)
    return str(outputs['0'][0])


class NudgedResults(unittest.TestCase):
    def test_each_word_is_that_of_the_run_that_moves_it_most(self) -> None:
        self.assertEqual(moved_by(ONE + TWO, ABOVE + TWO, ONE + NAN), ABOVE + NAN)

    def test_a_later_run_does_not_undo_a_larger_move(self) -> None:
        self.assertEqual(moved_by(ONE, TWO, BELOW), TWO)

    def test_a_word_that_no_run_moves_stays(self) -> None:
        self.assertEqual(moved_by(ONE, ONE, ONE), ONE)

    def test_integers_that_are_zero_as_floats_are_told_apart(self) -> None:
        self.assertEqual(moved_by('00000000', '00000000', '80000000'), '80000000')

    def test_lanes_that_any_run_discards_otherwise_are_open(self) -> None:
        base = {'discarded': [0, 1]}
        merged = merge(merge(base, {'discarded': [0]}), {'discarded': [0, 1, 3]})
        self.assertEqual(set(merged['discarded_nudged']) ^ {0, 1}, {1, 3})

    def test_what_an_image_is_stays_beside_its_texels(self) -> None:
        def image(texels: str) -> dict[str, object]:
            return {'images_after': {'1.0': {'dim': '2D', 'size': [4, 4, 1], 'texels': texels}}}
        merged = merge(merge(image(ONE), image(ABOVE)), image(TWO))
        self.assertEqual({'images_after': merged['images_after_nudged']}, image(TWO))

    def test_a_run_that_the_device_refused_moves_nothing(self) -> None:
        self.assertEqual(merge({'discarded': []}, None), {'discarded': []})


if __name__ == '__main__':
    unittest.main()
