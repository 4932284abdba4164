"""Checks what files of the project say of each other.

Links between pages lead to files; the workflow and the hooks run scripts and presets that are
there; every preset is named by the page for contributors.

Exit code 1 when anything is wrong.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
SCRIPT = re.compile(r"(?:^|[\s/])((?:\./)?(?:build\.sh|\.ci/run|tests/[\w/]+\.(?:sh|py)))\b")

faults: list[str] = []


def check_links() -> int:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    count = 0
    for page in pages:
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            count += 1
            if not (page.parent / target).exists():
                faults.append(f"{page.relative_to(ROOT)}: there is no {target}")
    return count


def check_script(where: str, command: str) -> int:
    scripts = SCRIPT.findall(command)
    for script in scripts:
        path = ROOT / script
        if not path.exists():
            faults.append(f"{where}: there is no {script}")
        elif not os.access(path, os.X_OK):
            faults.append(f"{where}: {script} is not executable")
    return len(scripts)


def check_presets() -> set[str]:
    presets = json.loads((ROOT / "CMakePresets.json").read_text(encoding="utf-8"))
    names = {preset["name"] for preset in presets["configurePresets"] if not preset.get("hidden")}
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    faults.extend(f"CONTRIBUTING.md does not name the preset {name}"
                  for name in sorted(names) if f"`{name}`" not in page
                  and f"--preset {name}" not in page)
    return names


def check_workflow(presets: set[str]) -> int:
    where = ".github/workflows/ci.yml"
    workflow = yaml.safe_load((ROOT / where).read_text(encoding="utf-8"))
    used: set[str] = set()
    scripts = 0
    for job in workflow["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {}).get("preset", [])
        used.update(matrix)
        for step in job["steps"]:
            command = step.get("run", "")
            scripts += check_script(where, command)
            told = [(ROOT / script).read_text(encoding="utf-8")
                    for script in re.findall(r"\btests/[\w/]+\.sh\b", command)
                    if (ROOT / script).is_file()]
            for text in (command, *told):
                used.update(re.findall(r"--preset ([\w-]+)", text))
    faults.extend(f"{where}: there is no preset {name}" for name in sorted(used - presets))
    faults.extend(f"{where}: nothing builds the preset {name}"
                  for name in sorted(presets - used - {"release"}))  # .ci/run builds that one
    return scripts


def check_hooks() -> int:
    where = ".pre-commit-config.yaml"
    config = yaml.safe_load((ROOT / where).read_text(encoding="utf-8"))
    hooks = [hook for repository in config["repos"] for hook in repository["hooks"]]
    checks = (ROOT / "tests/lint/lint.sh").read_text(encoding="utf-8")
    for hook in hooks:
        script, check = hook["entry"].split()
        check_script(where, script)
        if check != "tables" and f"\n    {check})" not in checks:
            faults.append(f"{where}: lint.sh has no check {check}")
    return len(hooks)


def main() -> int:
    links = check_links()
    presets = check_presets()
    scripts = check_workflow(presets)
    hooks = check_hooks()
    for fault in faults:
        print(fault)
    print(f"{links} links, {len(presets)} presets, {scripts} scripts, {hooks} hooks, "
          f"{len(faults)} faults")
    return 1 if faults or not (links and presets and scripts and hooks) else 0


if __name__ == "__main__":
    sys.exit(main())
