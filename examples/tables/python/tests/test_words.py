"""Words: read, printed, written again and changed."""

from __future__ import annotations

import unittest

from jacquard_tables import EncodeError, decode, encode
from jacquard_tables.isa import ENUMS, REVISIONS

from .rows import rows


class Words(unittest.TestCase):
    def test_each_word_prints_as_it_does_elsewhere_and_is_made_again(self) -> None:
        """A row has the revision, the word, its text, and 1 where the text says every bit."""
        count, faults = 0, []
        for revision, digits, text, is_whole in rows("JACQUARD_WORDS", "words.tsv"):
            count += 1
            instruction = decode(int(digits, 16), revision)
            made = f".word 0x{digits}" if instruction is None else str(instruction)
            if made != text:
                faults.append(f"{revision} {digits}: {made}, not {text}")
            elif instruction is not None and is_whole == "1":
                try:
                    again = f"{encode(instruction):016x}"
                except EncodeError as error:
                    again = str(error)
                if again != digits:
                    faults.append(f"{revision} {digits} {text}: encoded as {again}")
        print(f"{count} words, {len(faults)} faults")
        self.assertEqual(faults[:20], [])
        self.assertGreater(count, 50)

    def test_a_changed_instruction_has_another_word(self) -> None:
        instruction = decode(0x4730000a00002006, "a6xx")
        assert instruction is not None
        self.assertEqual(str(instruction), "bary.f r2.z, 6, r0.x")
        instruction.operands["dst"].number = 3 * 4 + 1
        instruction.operands["src0"].value = 7
        instruction.fields["sync_short"] = 1
        self.assertEqual(str(instruction), "(ss)bary.f r3.y, 7, r0.x")
        self.assertEqual(str(decode(encode(instruction), "a6xx")), str(instruction))

    def test_what_has_no_bits_is_refused(self) -> None:
        def changed(part: str, value: object) -> str:
            instruction = decode(0x4730000a00002006, "a6xx")
            assert instruction is not None
            setattr(instruction.operands["src0"], part, value)
            with self.assertRaises(EncodeError) as raised:
                encode(instruction)
            return str(raised.exception)

        self.assertEqual(changed("value", 5000), "src0 of bary.f: 5000 does not fit 11 bits")
        self.assertEqual(changed("last", True),
                         "src0 of bary.f: last is set, and there is no bit for it")
        self.assertEqual(changed("kind", "lane"), "src0 of bary.f: it cannot be a 'lane'")
        self.assertEqual(changed("kind", ""), "bary.f needs src0")
        waiting = decode(0x6302880530049003, "a7xx")
        assert waiting is not None
        self.assertEqual(str(waiting), "(nop3) mad.f16 hr1.y, hc0.w, hr1.y, hc1.x")
        waiting.fields["nop_count"] = 4
        with self.assertRaisesRegex(EncodeError, "^nop_count is 4, which does not fit 2 bits$"):
            encode(waiting)

    def test_names_are_there(self) -> None:
        self.assertEqual(ENUMS["type"].values["f32"], 1)
        self.assertIn("bary.f", {each.opcode for each in REVISIONS["a7xx"]})
        self.assertIsNone(decode(0xffffffffffffffff, "a6xx"))


if __name__ == "__main__":
    unittest.main()
