"""The pieces of the site: addresses, pictures of bits, files that are written, and history."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from jacquard_gen.groups import Context
from jacquard_gen.site import history, pictures, publish
from jacquard_gen.site.catalogue import names_in, slug

from ..support import DEFS


class Addresses(unittest.TestCase):
    def test_names_become_parts_of_addresses(self) -> None:
        for name, expected in (("fadd", "fadd"), ("add.f", "add.f"), ("<=", "-3c-3d"),
                               ("{0}", "-7b0-7d"), ("ü", "-fc"), ("index", "index_"),
                               ("con", "con_"), ("nul.x", "nul.x_"), (".", "._"),
                               ("contract", "contract")):
            self.assertEqual(slug(name), expected)

    def test_names_of_maps_and_lists(self) -> None:
        self.assertEqual(names_in({"a": 1, "b": 2}), ["a", "b"])
        self.assertEqual(names_in([{"name": "a", "value": 1}, "b"]), ["a", "b"])


class Pictures(unittest.TestCase):
    def shown(self, rows: list[list[pictures.Cell]]) -> str:
        return " ".join(f"{cell.high}:{cell.low}={cell.label or cell.kind}"
                        for row in rows for cell in row)

    def test_bits_of_one_meaning_are_one_cell(self) -> None:
        layout = {"bits": [
            {"kind": "field", "bits": "60", "name": "sync"},
            {"kind": "operand", "bits": "33:30", "name": "dst", "form": "register"},
            {"kind": "choice", "bits": "1", "choices": [
                {"when": "a", "bits": [{"kind": "field", "bits": "1", "name": "one"}]},
                {"when": "", "bits": [{"kind": "field", "bits": "1", "name": "two"}]}]}]}
        one = {"mask": "0xe000000000000000", "match": "0x4000000000000000"}
        other = {"mask": "0xe000000000000000", "match": "0x6000000000000000"}
        self.assertEqual(
            self.shown(pictures.of_layout(layout, [one])),
            "63:61=010 60:60=sync 59:34=free 33:32=dst 31:30=dst 29:2=free 1:1=one | two "
            "0:0=free")
        self.assertTrue(self.shown(pictures.of_layout(layout, [one, other])).startswith(
            "63:62=01 61:61=opcode "))

    def test_a_format_alone_shows_what_it_says(self) -> None:
        self.assertEqual(
            self.shown(pictures.of_written({
                "63:61": "010", "60": "sync", "8:5": {"operand": "src0", "form": "x"},
                "4": "dst.half", "3": "free", "2:1": [{"when": "a", "field": "b"}, "c"]})),
            "63:61=010 60:60=sync 59:32=open 31:9=open 8:5=src0 4:4=dst.half 3:3=free 2:1=b | c "
            "0:0=open")


class Written(unittest.TestCase):
    def publish(self, folder: Path, files: dict[str, bytes]) -> None:
        with mock.patch("jacquard_gen.site.publish.build", return_value=files), \
                mock.patch("builtins.print"):
            self.assertEqual(publish.publish(Context(DEFS), folder), 0)

    def test_what_did_not_change_keeps_its_time_and_what_is_no_more_goes(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "site"
            self.publish(folder, {"a/x.html": b"1", "b.html": b"2"})
            (folder / "own.txt").write_text("A file that somebody put there.")
            before = (folder / "a/x.html").stat().st_mtime_ns
            self.publish(folder, {"a/x.html": b"1", "c.html": b"3"})
            self.assertEqual((folder / "a/x.html").stat().st_mtime_ns, before)
            self.assertEqual(sorted(path.name for path in folder.rglob("*") if path.is_file()),
                             [".files", "c.html", "own.txt", "x.html"])

    def test_a_list_of_files_reaches_nothing_outside(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            outside = Path(name) / "outside.txt"
            outside.write_text("kept")
            folder = Path(name) / "site"
            folder.mkdir()
            (folder / ".files").write_text("../outside.txt\n")
            self.publish(folder, {"a.html": b"1"})
            self.assertTrue(outside.is_file())

    def test_a_file_in_place_of_the_folder_is_told(self) -> None:
        with tempfile.NamedTemporaryFile() as file, mock.patch("builtins.print") as told:
            self.assertEqual(publish.publish(Context(DEFS), Path(file.name)), 2)
            self.assertIn("is no folder", told.call_args.args[0])


@unittest.skipUnless(shutil.which("git"), "there is no git (Debian: git)")
class Versions(unittest.TestCase):
    def test_tags_of_versions_are_compared_one_with_the_next(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            def git(*arguments: str) -> None:
                subprocess.run(["git", "-C", name, "-c", "user.name=x", "-c", "user.email=x",
                                *arguments], check=True, capture_output=True)

            table = Path(name) / "expr" / "casts.yaml"
            table.parent.mkdir()
            git("init", "-q")
            for version, doc in (("v0.9.0", "One."), ("v0.10.0", "Two."), ("other", "Three.")):
                table.write_text(f"- {{cast: float, doc: {doc}}}\n")
                git("add", "-A")
                git("commit", "-q", "-m", version)
                git("tag", version)
            found = history.history(Path(name), {"tables": {}})
            self.assertEqual([(each.before, each.after) for each in found.changes],
                             [("v0.9.0", "v0.10.0"), ("v0.10.0", "")])
            self.assertIn("      doc: One. -> Two.", found.changes[0].lines)

    def test_a_folder_without_git_says_so(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            found = history.history(Path(name), {"tables": {"t": [
                {"place": "defs/t.yaml:1", "option": "gpu", "c": {"since": "0.1.0"}}]}})
            self.assertEqual(found.changes, [])
            self.assertEqual(found.reason, "the tables are in no checkout of git")
            self.assertEqual(found.marked, {"0.1.0": [("option gpu", "defs/t.yaml:1")]})


if __name__ == "__main__":
    unittest.main()
