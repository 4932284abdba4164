"""The reference pages hold everything that the tables name, in the words of `explain`."""

from __future__ import annotations

import re
import tempfile
import unittest
from pathlib import Path

from jacquard_gen import reference
from jacquard_gen.groups import Page

from .support import run_beside_real as run


class Reference(unittest.TestCase):
    def test_an_entry_is_a_row_and_a_section(self) -> None:
        entries = [("a|b", "ir3:a|b  Sum | of both.\n  category 2\n    deeper\n"),
                   ("mov", "ir3:mov  Copy.\n")]
        texts = reference.pages({"ir3": [Page("category2", "Category 2", entries)]})
        self.assertEqual(list(texts), ["index.md", "ir3/category2.md"])
        self.assertIn("| [Category 2](ir3/category2.md) | 2 |\n", texts["index.md"])
        self.assertEqual(texts["ir3/category2.md"], r"""# ir3: Category 2

[Index](../index.md)

| name | what |
| --- | --- |
| [`a\|b`](#a-7cb) | Sum \| of both. |
| [`mov`](#mov) | Copy. |

<a id="a-7cb"></a>

## `a|b`

Sum | of both.

```text
category 2
  deeper
```

<a id="mov"></a>

## `mov`

Copy.
""")

    def test_every_table_has_pages_and_every_link_a_place(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            code, out, err = run("docs", "--out", folder)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out, f"{folder}/index.md\n")
            index = Path(out.strip()).read_text(encoding="utf-8")
            counts = dict(re.findall(r"\]\((\S+)\) \| (\d+) \|", index))
            self.assertEqual(int(counts["nir/opcodes.md"]), 490)
            for path, count in counts.items():
                text = (Path(folder) / path).read_text(encoding="utf-8")
                places = re.findall(r'<a id="([^"]+)">', text)
                self.assertEqual(len(places), len(set(places)), path)
                self.assertEqual(places, re.findall(r"\]\(#([^)]+)\) \|", text))
                self.assertEqual(len(places), int(count))


if __name__ == "__main__":
    unittest.main()
