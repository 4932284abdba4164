"""Tables that `check` found good are not checked again, and no others are taken for good."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from jacquard_gen import checked, groups
from jacquard_gen.emit import TEMPLATES

from ..support import DEFS, GENERATORS, ROOT, run

TABLE = Path("options") / "compile.yaml"


class Checked(unittest.TestCase):
    """`check --group options` on a copy of its tables."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.defs = self.folder / "defs"
        shutil.copytree(DEFS / "options", self.defs / "options")
        self.records = self.folder / "cache" / "records"
        given = mock.patch.dict(os.environ, {checked.FOLDER_VARIABLE: str(self.records)})
        given.start()
        self.addCleanup(given.stop)

    def check(self) -> tuple[int, bool, str]:
        """Its exit code, whether it looked at the tables, and its errors."""
        with mock.patch.object(groups, "Context", wraps=groups.Context) as context:
            code, out, err = run("check", "--group", "options", "--defs", str(self.defs))
        self.assertEqual(out, "")
        return code, context.called, err

    def edit(self, change: Callable[[str], str]) -> None:
        path = self.defs / TABLE
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    def test_good_tables_are_looked_at_once(self) -> None:
        self.assertEqual(self.check(), (0, True, ""))
        self.assertEqual(self.check(), (0, False, ""))

    def test_a_copy_of_good_tables_is_good(self) -> None:
        self.check()
        self.defs = self.defs.rename(self.folder / "elsewhere")
        self.assertEqual(self.check(), (0, False, ""))

    def test_every_change_of_a_table_is_looked_at_and_its_fault_is_told_each_time(self) -> None:
        self.check()
        good = (self.defs / TABLE).read_text(encoding="utf-8")
        self.edit(lambda text: text.replace("doc:", "dco:", 1))
        for _ in range(2):
            code, looked, err = self.check()
            self.assertEqual((code, looked), (1, True))
            self.assertIn("unknown key 'dco'", err)
        self.edit(lambda text: good + "# a comment\n")
        self.assertEqual(self.check(), (0, True, ""))
        self.edit(lambda text: good)
        self.assertEqual(self.check(), (0, False, ""))

    def test_times_of_files_tell_nothing(self) -> None:
        self.check()
        path = self.defs / TABLE
        status = path.stat()
        text = path.read_text(encoding="utf-8")
        self.edit(lambda text: text.replace("doc:", "dco:", 1))
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
        self.assertEqual(len(path.read_text(encoding="utf-8")), len(text))
        self.assertEqual(self.check()[:2], (1, True))

    def test_a_table_that_comes_or_goes_is_looked_at(self) -> None:
        self.check()
        more = self.defs / "options" / "more.yaml"
        more.write_text("- {}\n", encoding="utf-8")
        self.assertTrue(self.check()[1])
        more.unlink()
        (self.defs / TABLE).unlink()
        self.assertEqual(self.check()[:2], (1, True))

    def test_a_record_that_is_cut_off_is_none(self) -> None:
        self.check()
        for path in self.records.iterdir():
            path.write_bytes(path.read_bytes()[:-1])
        self.assertEqual(self.check(), (0, True, ""))
        self.assertEqual(self.check(), (0, False, ""))

    def test_a_pipe_among_the_tables_is_not_waited_for(self) -> None:
        os.mkfifo(self.defs / "options" / "pipe")
        self.assertEqual(self.check(), (0, True, ""))
        self.assertEqual(self.check(), (0, True, ""))

    def test_records_that_cannot_be_kept_are_not(self) -> None:
        (self.folder / "cache").write_text("no folder", encoding="utf-8")
        self.assertEqual(self.check(), (0, True, ""))
        self.assertEqual(self.check(), (0, True, ""))

    def test_an_empty_variable_keeps_none(self) -> None:
        with mock.patch.dict(os.environ, {checked.FOLDER_VARIABLE: ""}):
            self.assertEqual(self.check(), (0, True, ""))
            self.assertEqual(self.check(), (0, True, ""))

    def test_the_oldest_records_go(self) -> None:
        with mock.patch.object(checked, "_MOST", 1):
            self.check()
            self.edit(lambda text: text + "# a comment\n")
            self.check()
        self.assertEqual(len(list(self.records.iterdir())), 1)
        self.assertEqual(self.check(), (0, False, ""))

    def test_keys_depend_on_the_templates_the_generator_the_build_file_and_what_runs_it(
            self) -> None:
        def key() -> str | None:
            return checked.Records(self.defs, templates).key("group options", {"options"})

        templates, package = self.folder / "templates", self.folder / "package"
        shutil.copytree(TEMPLATES, templates)
        shutil.copytree(GENERATORS / "jacquard_gen", package)
        build_file = self.folder / "CMakeLists.txt"
        build_file.write_text("project(Jacquard VERSION 1.0.0)\n", encoding="utf-8")
        with mock.patch.object(checked, "_PACKAGE", package), \
                mock.patch.object(checked, "_BUILD_FILE", build_file):
            keys = [key()]
            self.assertIsNotNone(keys[0])
            self.assertEqual(key(), keys[0])
            for path in (templates / "places.h.j2", package / "escape.py", build_file):
                with path.open("a", encoding="utf-8") as file:
                    file.write("\n")
                keys.append(key())
            with mock.patch.object(sys, "version", "another"):
                keys.append(key())
        self.assertEqual(len(set(keys)), len(keys))

    def test_the_key_of_a_group_is_no_other_groups(self) -> None:
        records = checked.Records(self.defs, TEMPLATES)
        self.assertNotEqual(records.key("group options", {"options"}),
                            records.key("group errors", {"options"}))


class Inputs(unittest.TestCase):
    def test_a_check_of_good_tables_is_quiet_and_reads_nothing_that_the_keys_leave_out(
            self) -> None:
        opened: set[Path] = set()
        listens = True

        def listen(event: str, arguments: tuple[object, ...]) -> None:
            if listens and event == "open" and isinstance(arguments[0], (str, os.PathLike)):
                opened.add(Path(arguments[0]).absolute())

        sys.addaudithook(listen)
        self.assertEqual(run("check"), (0, "", ""))
        listens = False
        inside = {path.relative_to(ROOT) for path in opened if path.is_relative_to(ROOT)}
        others = {path for path in inside if "__pycache__" not in path.parts and
                  not (path.parts[0] == "defs" or path.suffix == ".py" or
                       path.parts[:2] == ("generators", "templates"))}
        self.assertEqual(others, {Path("CMakeLists.txt")})
        self.assertGreater(len(inside), len(groups.list_all_tables(DEFS)))


if __name__ == "__main__":
    unittest.main()
