"""The commits of an entry, and that comparisons with a commit tell each kind of change."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from jacquard_gen import blame, since
from jacquard_gen.groups import list_all_tables

from ..support import DEFS, run

ENTRY = "- op: fone\n  doc: One.\n  fold: src0\n\n"


@unittest.skipUnless(shutil.which("git"), "there is no git (Debian: git)")
class Blame(unittest.TestCase):
    def setUp(self) -> None:
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.defs = self.root / "defs"
        self.git("init", "-q")
        self.write("nir/alu/one.yaml", ENTRY + "- op: ftwo\n  doc: Two.\n")
        self.commit("The first opcode", "2026-01-02")

    def git(self, *arguments: str, date: str = "2026-01-01") -> None:
        subprocess.run(["git", "-C", str(self.root), "-c", "user.name=A", "-c",
                        "user.email=a@b", *arguments], check=True,
                       env={"GIT_AUTHOR_DATE": f"{date}T12:00:00Z", "PATH": "/usr/bin:/bin",
                            "GIT_COMMITTER_DATE": f"{date}T12:00:00Z", "HOME": str(self.root)})

    def write(self, table: str, text: str) -> None:
        path = self.defs / table
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, subject: str, date: str) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject, date=date)

    def told(self, name: str) -> list[str]:
        return [" ".join(line.split()[0:1] + line.split()[2:]) if line.startswith("  20") else line
                for line in blame.text(self.defs, name).splitlines()]

    def test_commits_are_followed_through_another_name_of_the_table(self) -> None:
        self.write("nir/alu/one.yaml", (ENTRY + "- op: ftwo\n  doc: Two, again.\n"))
        self.commit("Another entry", "2026-01-03")
        self.git("mv", "defs/nir/alu/one.yaml", "defs/nir/alu/float.yaml")
        self.commit("Tables have better names", "2026-01-04")
        self.write("nir/alu/float.yaml", "# More\n" + ENTRY.replace("src0", "src0 + 1.0") +
                   "- op: ftwo\n  doc: Two, again.\n")
        self.commit("One is one more", "2026-01-05")
        self.assertEqual(self.told("fone"), [
            "op fone  defs/nir/alu/float.yaml:2",
            "2026-01-05 One is one more",
            "      fold: src0 -> src0 + 1.0",
            "2026-01-02 The first opcode",
            "      added"])

    def test_an_entry_that_is_not_committed(self) -> None:
        self.write("nir/alu/two.yaml", "- op: fthree\n  doc: Three.\n")
        self.assertEqual(self.told("fthree")[1], "  not committed yet")

    def test_a_name_that_no_entry_has(self) -> None:
        code, _, err = run("blame", "fonee", "--defs", str(self.defs))
        self.assertEqual((code, err), (1, "jacquard_gen: no table has an entry 'fonee'; did you "
                                          "mean 'fone'?\n"))
        self.assertEqual(self.told("op fone")[0], "op fone  defs/nir/alu/one.yaml:1")

    def test_a_folder_that_git_does_not_know(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            code, _, err = run("blame", "fone", "--defs", folder)
            self.assertEqual(code, 1)
            self.assertIn("jacquard_gen: ", err)


class Since(unittest.TestCase):
    def test_a_change_of_each_table_is_told(self) -> None:
        """An entry of each table changes, goes and comes."""
        now = since.tables_now(DEFS)
        self.assertEqual(sorted(now), list_all_tables(DEFS))
        for name, table in now.items():
            label, entry = next(iter(table.items()))
            other = {**table, label: entry._replace(value="something else")}
            text = since.text({name: table}, {name: other}, "before")
            self.assertIn(f"defs/{name}\n  changed: {label}  {entry.place}\n", text)
            self.assertIn(" -> something else", text)
            without = {each: table[each] for each in table if each != label}
            self.assertIn(f"  added: {label}  {entry.place}",
                          since.text({name: without}, {name: table}, "before"))
            self.assertIn(f"  removed: {label}",
                          since.text({name: table}, {name: without}, "before"))

    def test_long_values_are_cut_where_they_are_alike(self) -> None:
        long = "src0 + " * 30
        self.assertEqual(since.changes({"fold": long + "1"}, {"fold": long + "2"}),
                         ["fold: … src0 + src0 + 1 -> … src0 + src0 + 2"])
        self.assertEqual(since.changes({"srcs": ["a", "b"]}, {"srcs": ["a"]}),
                         ["srcs: [a, b] -> [a]"])


if __name__ == "__main__":
    unittest.main()
