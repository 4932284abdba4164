"""The tag of a wheel: no lower than what its files need, and honest where that is not known.

Usage: platform_tag_test.py SHARED_LIBRARY. Files that need other things are made of that library,
by writing other names of the same length into it.
"""

from __future__ import annotations

import re
import sys
import tempfile
import unittest
from pathlib import Path

from python_wheel import elf
from python_wheel.platform_tag import NoTagError, allowed_libraries, glibc_for, linux_tag

LIBRARY = Path(sys.argv.pop())
CONTENT = LIBRARY.read_bytes()


class PlatformTag(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def changed(self, old: bytes, new: bytes, name: str = "changed.so") -> Path:
        self.assertEqual(len(old), len(new))
        self.assertIn(old, CONTENT)
        path = self.folder / name
        path.write_bytes(CONTENT.replace(old, new))
        return path

    def glibc(self) -> bytes:
        """A version of two digits that the library needs."""
        versions = sorted(version for version in elf.needs(LIBRARY).versions
                          if re.fullmatch(r"GLIBC_2\.\d\d", version))
        return versions[-1].encode()

    def test_needs_are_those_of_the_library(self) -> None:
        needs = elf.needs(LIBRARY)
        self.assertIn("libc.so.6", needs.libraries)
        self.assertLessEqual(needs.libraries, allowed_libraries())
        self.assertTrue(any(version.startswith("GLIBC_") for version in needs.versions))

    def test_a_newer_symbol_raises_the_tag(self) -> None:
        tag = linux_tag([self.changed(self.glibc(), b"GLIBC_2.89")])
        self.assertTrue(tag.name.startswith("manylinux_2_89_"), tag)
        self.assertEqual(tag.reason, "changed.so needs GLIBC_2.89")

    def test_the_highest_of_all_files_counts(self) -> None:
        alone = linux_tag([LIBRARY]).name
        both = linux_tag([LIBRARY, self.changed(self.glibc(), b"GLIBC_2.89")]).name
        self.assertNotEqual(alone, both)
        self.assertTrue(both.startswith("manylinux_2_89_"))

    def test_a_library_that_not_every_system_has_must_be_in_the_wheel(self) -> None:
        strange = self.changed(b"libc.so.6\0", b"libx.so.6\0")
        tag = linux_tag([strange])
        self.assertTrue(tag.name.startswith("linux_"), tag)
        self.assertIn("libx.so.6", tag.reason)
        brought = self.folder / "libx.so.6"
        brought.write_bytes(CONTENT)
        self.assertTrue(linux_tag([strange, brought]).name.startswith("manylinux_"))

    def test_private_symbols_have_no_tag(self) -> None:
        tag = linux_tag([self.changed(self.glibc() + b"\0", b"GLIBC_priv\0")])
        self.assertTrue(tag.name.startswith("linux_"), tag)

    def test_versions_of_runtimes_tell_the_system(self) -> None:
        self.assertEqual(glibc_for("GLIBCXX_3.4.29"), (2, 34))
        self.assertEqual(glibc_for("GLIBCXX_3.4"), (2, 5))
        self.assertEqual(glibc_for("CXXABI_1.3.9"), (2, 24))
        self.assertIsNone(glibc_for("GLIBCXX_3.4.99"))
        self.assertIsNone(glibc_for("GLIBC_PRIVATE"))
        self.assertEqual(glibc_for("GLIBC_ABI_DT_RELR"), (2, 36))

    def test_what_is_no_elf_file_is_said(self) -> None:
        text = self.folder / "text.so"
        text.write_text("#!/bin/sh\n")
        with self.assertRaisesRegex(elf.ElfError, "is no little-endian ELF file of 64 bits"):
            elf.needs(text)
        short = self.folder / "short.so"
        short.write_bytes(CONTENT[:5000])
        with self.assertRaisesRegex(elf.ElfError, "is damaged"):
            elf.needs(short)
        with self.assertRaisesRegex(NoTagError, "no machine"):
            linux_tag([])


if __name__ == "__main__":
    unittest.main()
