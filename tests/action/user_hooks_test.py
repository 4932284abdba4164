"""Runs the hooks of .pre-commit-hooks.yaml for a repository with shaders, as the framework runs
them and, where it is installed, by the framework.

Usage: user_hooks_test.py TOOL.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import yaml

from host import ROOT
from repository import BROKEN, COSTLY, PLAIN, Repository

TOOL = Path(sys.argv.pop()).resolve()
HOOKS: list[dict[str, Any]] = yaml.safe_load(
    (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


class Hooks(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = Path(scratch.name)
        self.repository = Repository(self.scratch / "shaders")
        self.environment = {**os.environ, "JACQUARD": str(TOOL), "HOME": str(self.scratch),
                            "PRE_COMMIT_HOME": str(self.scratch / "cache"),
                            "GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "user.name",
                            "GIT_CONFIG_VALUE_0": "A", "GIT_CONFIG_KEY_1": "user.email",
                            "GIT_CONFIG_VALUE_1": "a@example.invalid"}

    def staged(self) -> list[str]:
        return self.repository.git("diff", "--cached", "--name-only",
                                   "--diff-filter=ACMR").splitlines()

    def run_hook(self, name: str, **variables: str) -> tuple[int, str]:
        """The entry with its arguments and the staged files that its pattern chooses."""
        hook = next(each for each in HOOKS if each["id"] == name)
        files = [file for file in self.staged() if re.search(hook["files"], file)]
        if not files:
            return 0, "no files"
        answer = subprocess.run([str(ROOT / hook["entry"]), *hook["args"], *files],
                                cwd=self.repository.folder, capture_output=True, text=True,
                                env={**self.environment, **variables})
        return answer.returncode, answer.stdout + answer.stderr

    def stage(self, **files: str) -> None:
        for name, text in files.items():
            self.repository.write(f"{name}.frag.tgsi", text)
        self.repository.git("add", "--all")

    def test_a_shader_that_does_not_compile_stops_a_commit(self) -> None:
        self.stage(good=PLAIN)
        self.assertEqual(self.run_hook("jacquard-compile"), (0, ""))
        self.stage(good=PLAIN, bad=BROKEN)
        code, said = self.run_hook("jacquard-compile")
        self.assertEqual(code, 1)
        self.assertIn("bad.frag.tgsi:5:6: error[T102]: there is no instruction called 'MUV'", said)

    def test_a_shader_that_costs_more_stops_a_commit(self) -> None:
        self.stage(one=PLAIN)
        self.assertEqual(self.run_hook("jacquard-cost"), (0, ""))  # the first commit
        self.repository.commit({"one.frag.tgsi": PLAIN})
        self.stage(two=COSTLY)
        self.assertEqual(self.run_hook("jacquard-cost"), (0, ""))  # is new
        self.stage(one=COSTLY)
        code, said = self.run_hook("jacquard-cost")
        self.assertEqual(code, 1)
        self.assertRegex(said, r"one\.frag\.tgsi a630\n(.*\n)* .* worse\n")

    def test_files_that_are_no_shaders_are_left_alone(self) -> None:
        self.repository.write("readme.txt", "nothing")
        self.repository.git("add", "--all")
        self.assertEqual(self.run_hook("jacquard-cost"), (0, "no files"))

    def test_a_tool_that_is_not_installed_is_said(self) -> None:
        folder = self.scratch / "programs"
        folder.mkdir()
        for program in ("bash", "dirname", "env", "git"):
            found = shutil.which(program)
            assert found is not None
            (folder / program).symlink_to(found)
        self.stage(one=PLAIN)
        code, said = self.run_hook("jacquard-compile", JACQUARD="", PATH=str(folder))
        self.assertEqual(code, 1)
        self.assertIn("jacquard is not installed, which this hook runs", said)

    def framework(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["pre-commit", "run", "--color=never"], text=True,
                              cwd=self.repository.folder, capture_output=True, env=self.environment)

    def test_the_framework_runs_them(self) -> None:
        if shutil.which("pre-commit") is None:
            self.skipTest("skipped: there is no pre-commit (Debian: pre-commit)")
        hooks = Repository(self.scratch / "hooks")
        shutil.copytree(ROOT / "hooks", hooks.folder / "hooks")
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks.folder)
        revision = hooks.commit({})
        self.repository.write(".pre-commit-config.yaml", yaml.safe_dump({"repos": [{
            "repo": str(hooks.folder), "rev": revision,
            "hooks": [{"id": hook["id"]} for hook in HOOKS]}]}))
        self.repository.commit({"one.frag.tgsi": PLAIN})
        self.stage(one=COSTLY, bad=BROKEN)
        answer = self.framework()
        self.assertEqual(answer.returncode, 1, answer.stdout + answer.stderr)
        self.assertRegex(answer.stdout, r"shaders compile\.+Failed")
        self.assertRegex(answer.stdout, r"shaders cost no more\.+Failed")
        self.assertIn("there is no instruction called 'MUV'", answer.stdout)
        self.repository.git("rm", "--quiet", "--force", "bad.frag.tgsi")
        self.stage(one=PLAIN, two=PLAIN)
        answer = self.framework()
        self.assertEqual(answer.returncode, 0, answer.stdout + answer.stderr)
        self.assertRegex(answer.stdout, r"shaders compile\.+Passed")


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("skipped: there is no git (Debian: git)")
        sys.exit(77)
    unittest.main()
