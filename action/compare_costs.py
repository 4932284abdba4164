"""Compares what shaders cost now with what they cost at the base.

The shaders of both are those that git has under the pathspecs. Those of the base are written into
a folder of their own with all that they may include, and each side is compiled from its own root,
so that names are the same on both.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import install_tool
import settings
from settings import StepError

MARK = "<!-- shader costs, by jacquard -->"
FINE, FINDINGS = 0, 1
REGULAR_FILES = ("100644", "100755")
# What the host says where there is no earlier commit.
NO_COMMIT = re.compile(r"0{40,64}")


def git(*words: str, index: Path | None = None) -> bytes:
    environment = {**os.environ, **({"GIT_INDEX_FILE": str(index)} if index else {})}
    answer = subprocess.run(["git", *words], capture_output=True, env=environment)
    if answer.returncode != 0:
        said = answer.stderr.decode(errors="replace").strip()
        raise StepError(f"git {words[0]} failed: {said}")
    return answer.stdout


def base_commit() -> str:
    """The commit to compare with, fetched where the checkout does not have it."""
    base = settings.text("INPUT_BASE")
    if not base or NO_COMMIT.fullmatch(base):
        raise StepError("there is nothing to compare with: the input 'base' names no revision, and "
                        "this run is of no pull request or push to a branch that was there")
    if base.startswith("-"):
        raise StepError(f"'{base}' is no revision")
    known = subprocess.run(["git", "rev-parse", "--verify", "--quiet", f"{base}^{{commit}}"],
                           capture_output=True, text=True)
    if known.returncode == 0:
        return known.stdout.strip()
    git("fetch", "--quiet", "--depth=1", "origin", base)
    return git("rev-parse", "--verify", "FETCH_HEAD^{commit}").decode().strip()


def shaders(index: Path | None = None) -> list[str]:
    """The files of an index, or of the checkout, under the pathspecs. Links are left out, since
    they may lead anywhere."""
    listed = git("ls-files", "--stage", "-z", "--", *settings.lines("INPUT_FILES"), index=index)
    found = []
    for entry in listed.decode(errors="surrogateescape").split("\0"):
        facts, _, name = entry.partition("\t")
        if facts.split(" ")[0] in REGULAR_FILES:
            found.append(f"./{name}" if name.startswith("-") else name)
    return found


class Costs:
    """Runs of `jacquard cost` with the options of the step."""

    def __init__(self) -> None:
        self.tool = install_tool.installed()
        self.options = ["--gpu", settings.text("INPUT_PARTS"), *settings.lines("INPUT_OPTIONS")]

    def of(self, folder: Path, files: list[str], *options: str) -> tuple[int, str]:
        """What it prints, and its exit code. Faults of shaders are findings,
        others end the step."""
        command = [self.tool, "cost", *files, *self.options, *options]
        answer = subprocess.run(command, cwd=folder, capture_output=True)
        said = answer.stderr.decode(errors="replace")
        if answer.returncode not in (FINE, FINDINGS):
            raise StepError(f"jacquard cost ended with {answer.returncode}: {said.strip()[:2000]}")
        return answer.returncode, answer.stdout.decode(errors="replace")

    def write_page(self, file: str, page: Path) -> None:
        part = settings.text("INPUT_PARTS").split(",")[0]
        page.parent.mkdir(parents=True, exist_ok=True)
        # A shader that does not compile has no page.
        subprocess.run([self.tool, "view", file, "--gpu", part, *settings.lines("INPUT_OPTIONS"),
                        "-o", str(page)], capture_output=True)


def comparison_options(before: Path) -> list[str]:
    options = ["--against", str(before)]
    if threshold := settings.text("INPUT_THRESHOLD"):
        options += ["--threshold", threshold]
    return [*options, "--strict"] if settings.truth("INPUT_STRICT") else options


def changed_files(changes: list[dict[str, Any]]) -> list[str]:
    """The files with changes that are still there, those that are worse first."""
    worse = [change["file"] for change in changes if change.get("verdict") == "worse"]
    others = [change["file"] for change in changes if "file" in change]
    return [file for file in dict.fromkeys([*worse, *others]) if Path(file).is_file()]


def footer(base: str) -> str:
    parts = ", ".join(f"`{part.strip()}`" for part in settings.text("INPUT_PARTS").split(","))
    text = f"\nCompared with {base[:12]} on {parts}."
    server, repository, run_id = (settings.text(name) for name in (
        "GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"))
    if server and repository and run_id:
        text += f" [Pages and findings]({server}/{repository}/actions/runs/{run_id})"
    return text + "\n"


def run() -> int:
    costs = Costs()
    folder = settings.results()
    here = Path.cwd()
    base = base_commit()
    index = settings.temporary() / "base.index"
    index.unlink(missing_ok=True)
    git("read-tree", base, index=index)
    old_files, new_files = shaders(index), shaders()

    totals = {"worse": 0, "better": 0, "unchanged": 0, "new": 0, "gone": 0}
    code, changes = FINE, []
    if old_files and new_files:
        tree = settings.temporary() / "base"
        git("checkout-index", "--all", "--force", f"--prefix={tree}/", index=index)
        before = settings.temporary() / "before.json"
        before.write_text(costs.of(tree, old_files, "--format", "json")[1], encoding="utf-8")
        options = comparison_options(before)
        code, told = costs.of(here, new_files, *options, "--format", "json")
        values = [json.loads(line) for line in told.splitlines()]
        totals, changes = values[-1]["totals"], values[:-1]
        comment = costs.of(here, new_files, *options, "--markdown")[1]
    else:
        totals |= {"new": len(new_files), "gone": len(old_files)}
        strict = settings.truth("INPUT_STRICT") and totals["new"] + totals["gone"] != 0
        code = FINDINGS if strict else FINE
        comment = (f"**Shader costs:** nothing to compare: of the shaders that are looked for, "
                   f"{len(old_files)} were there, and {len(new_files)} are\n")

    (folder / "comment.md").write_text(f"{MARK}\n{comment}{footer(base)}", encoding="utf-8")
    (folder / "comparison.json").write_text(
        json.dumps({"totals": totals, "changes": changes}, indent=1) + "\n", encoding="utf-8")
    if new_files:
        sarif = costs.of(here, new_files, "--format", "sarif")[1]
        (folder / "costs.sarif").write_text(sarif, encoding="utf-8")
    for file in changed_files(changes)[:settings.count("INPUT_PAGES")]:
        costs.write_page(file, folder / "pages" / f"{file}.html")
    (settings.temporary() / "verdict").write_text(str(code), encoding="utf-8")

    settings.tell_host("GITHUB_STEP_SUMMARY", comment + footer(base))
    for name, value in totals.items():
        settings.put_output(name, value)
    settings.put_output("comment", folder / "comment.md")
    settings.put_output("sarif", folder / "costs.sarif")
    settings.put_output("folder", folder)
    print(comment)
    return 0


def judge() -> int:
    """Returns 1 where the comparison found something worse and the job should fail then."""
    verdict = (settings.temporary() / "verdict").read_text(encoding="utf-8")
    if verdict == str(FINE):
        print("nothing is worse")
        return 0
    settings.error("shaders cost more than at the base, or do not compile any more")
    return 1 if settings.truth("INPUT_FAIL") else 0
