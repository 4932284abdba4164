"""Words of the machine: read, printed, assembled from their texts and written again."""

from __future__ import annotations

import random
import unittest

from jacquard_tables import EncodeError, decode, encode
from jacquard_tables.assembler import AssembleError, assemble, assemble_program
from jacquard_tables.isa import REVISIONS, WORD_BITS

_SEED = 7
_TRIES = 40


class Words(unittest.TestCase):
    def test_words_of_each_encoding_come_back_from_their_texts(self) -> None:
        numbers = random.Random(_SEED)
        for revision, encodings in REVISIONS.items():
            for encoding in encodings:
                found = 0
                for _ in range(_TRIES):
                    word = numbers.getrandbits(WORD_BITS) & ~encoding.mask | encoding.match
                    # Small operands fit where others have to be zero.
                    for candidate in (word, word & numbers.getrandbits(WORD_BITS), encoding.match):
                        candidate = candidate & ~encoding.mask | encoding.match
                        instruction = decode(candidate, revision)
                        if instruction is None or instruction.encoding is not encoding:
                            continue
                        found += 1
                        with self.subTest(f"{revision} {candidate:#x} {instruction}"):
                            self.assertEqual(encode(instruction), candidate & ~encoding.free)
                            self.assertEqual(assemble(str(instruction), revision),
                                             candidate & ~encoding.free)
                self.assertGreater(found, 0, f"no word of {encoding.opcode} was found")

    def test_other_texts_and_fields_that_are_too_large_are_errors(self) -> None:
        revision, encodings = next(iter(REVISIONS.items()))
        with self.assertRaisesRegex(AssembleError, "line 2: there is no instruction 'no_such'"):
            assemble_program("; a comment\nno_such r0, r1\n", revision)
        for encoding in encodings:
            instruction = decode(encoding.match, revision)
            if instruction is None:
                continue
            for field in encoding.layout.fields:
                instruction.fields[field.name] = 1 << WORD_BITS
                with self.assertRaises(EncodeError):
                    encode(instruction)


if __name__ == "__main__":
    unittest.main()
