"""Makes the artifacts of a version that need no compiler, twice, in a copy of the sources, and
reads them.

Usage: release_test.py SOURCE_FOLDER.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path
from typing import Any

SOURCE = Path(sys.argv.pop()).resolve()
LEFT_OUT = shutil.ignore_patterns("build", ".git", "__pycache__", ".mypy_cache", "node_modules",
                                  "out")
HAS_BUILD = importlib.util.find_spec("build") is not None
STEPS = ["source", "npm", "playground", "site", *(["sdist"] if HAS_BUILD else [])]
EPOCH = 1790000000


def spdx_faults(document: dict[str, Any], folder: Path) -> list[str]:
    """Lists what SPDX 2.3 asks of a document and this one does not do."""
    faults = []
    for name, pattern in (("spdxVersion", r"SPDX-2\.3"), ("dataLicense", "CC0-1.0"),
                          ("SPDXID", "SPDXRef-DOCUMENT"), ("name", ".+"),
                          ("documentNamespace", r"[a-z]+:[^#\s]+")):
        if not re.fullmatch(pattern, str(document.get(name))):
            faults.append(f"{name} is {document.get(name)}")
    created = document["creationInfo"]
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", created["created"]):
        faults.append(f"created is {created['created']}")
    if not all(re.match("(Person|Organization|Tool): .", each) for each in created["creators"]):
        faults.append(f"creators are {created['creators']}")
    ids = ["SPDXRef-DOCUMENT"]
    for package in document["packages"]:
        ids.append(package["SPDXID"])
        for name in ("name", "downloadLocation", "licenseConcluded", "licenseDeclared",
                     "copyrightText"):
            if not package.get(name):
                faults.append(f"{package['SPDXID']} has no {name}")
        if package["filesAnalyzed"] != ("packageVerificationCode" in package):
            faults.append(f"{package['SPDXID']} is analysed and has no code, or is not and has one")
        if file := package.get("packageFileName"):
            content = (folder / file).read_bytes()
            faults += [f"{file} has another {sum_['algorithm']}" for sum_ in package["checksums"]
                       if hashlib.new(sum_["algorithm"].lower(), content).hexdigest()
                       != sum_["checksumValue"]]
    for entry in document["files"]:
        ids.append(entry["SPDXID"])
        if not entry["fileName"].startswith("./") or \
                "SHA1" not in [each["algorithm"] for each in entry["checksums"]]:
            faults.append(f"{entry['SPDXID']} has no relative name, or no SHA1")
    faults += [f"{each} stands twice" for each in ids if ids.count(each) > 1] \
        if len(ids) != len(set(ids)) else []
    faults += [f"{each} is no id" for each in ids
               if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", each)]
    known = set(ids)
    described = set()
    for relation in document["relationships"]:
        ends = {relation["spdxElementId"], relation["relatedSpdxElement"]}
        if not ends <= known:
            faults.append(f"{relation} names what is not there")
        if relation["relationshipType"] == "DESCRIBES":
            described.add(relation["relatedSpdxElement"])
        if not re.fullmatch("[A-Z_]+", relation["relationshipType"]):
            faults.append(f"{relation['relationshipType']} is no type")
    files = {package["SPDXID"] for package in document["packages"]
             if "packageFileName" in package}
    if not files <= described:
        faults.append(f"the document does not describe {files - described}")
    return faults


class Release(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = Path(cls.scratch.name) / "sources"
        shutil.copytree(SOURCE, cls.root, ignore=LEFT_OUT, symlinks=True)
        # These stand for what other builds would have made.
        for folder in ("playground/out", "build/site"):
            (cls.root / folder).mkdir(parents=True)
            (cls.root / folder / "index.html").write_text(f"<p>{folder}</p>\n")
        (cls.root / "build" / "wasm").mkdir()
        (cls.root / "build" / "wasm" / "jacquard-jacquard-0.1.0.tgz").write_bytes(b"packed")
        cls.first = cls.release("first")
        os.utime(cls.root / "README.md", (1, 1))
        (cls.root / "build" / "site" / "index.html").touch()
        cls.second = cls.release("second")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.scratch.cleanup()

    @classmethod
    def call(cls, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(cls.root / "release.sh"), *words], capture_output=True,
                              text=True, env={**os.environ, "JACQUARD_PYTHON": sys.executable,
                                              "SOURCE_DATE_EPOCH": str(EPOCH)})

    @classmethod
    def release(cls, name: str) -> Path:
        out = Path(cls.scratch.name) / name
        answer = cls.call("0.1.0", "--draft", "--only", ",".join(STEPS), "--out", str(out))
        assert answer.returncode == 0, answer.stdout + answer.stderr
        assert f"made {len(STEPS)}, left out 0" in answer.stdout, answer.stdout
        return out

    def test_the_same_sources_give_the_same_bytes(self) -> None:
        names = sorted(path.name for path in self.first.iterdir())
        self.assertEqual(names, sorted(path.name for path in self.second.iterdir()))
        self.assertEqual(len(names), len(STEPS) + 3, names)
        for name in names:
            self.assertEqual((self.first / name).read_bytes(), (self.second / name).read_bytes(),
                             name)

    def test_sums_are_those_of_all_files(self) -> None:
        lines = (self.first / "SHA256SUMS").read_text().splitlines()
        told = {line.split("  ")[1]: line.split("  ")[0] for line in lines}
        self.assertEqual({*told, "SHA256SUMS"}, {path.name for path in self.first.iterdir()})
        for name, checksum in told.items():
            self.assertEqual(hashlib.sha256((self.first / name).read_bytes()).hexdigest(), checksum)

    def test_the_document_is_spdx(self) -> None:
        document = json.loads((self.first / "jacquard-0.1.0.spdx.json").read_text())
        self.assertEqual(spdx_faults(document, self.first), [])
        artifacts = {package["packageFileName"] for package in document["packages"]
                     if "packageFileName" in package}
        self.assertEqual(len(artifacts), len(STEPS))
        # The check finds what is wrong.
        document["files"][0]["SPDXID"] = document["files"][1]["SPDXID"]
        document["relationships"][0]["relatedSpdxElement"] = "SPDXRef-nothing"
        document["creationInfo"]["created"] = "today"
        self.assertGreaterEqual(len(spdx_faults(document, self.first)), 3)

    def test_notes_are_the_section_of_the_changelog(self) -> None:
        notes = (self.first / "RELEASE-NOTES.md").read_text()
        self.assertTrue(notes.startswith("# Jacquard 0.1.0"), notes[:60])
        section = (SOURCE / "CHANGELOG.md").read_text().split("\n## 0.1.0", 1)[1]
        section = section.split("\n## ")[0].split("\n", 1)[1].strip()
        self.assertEqual(notes.split("\n", 1)[1].strip(), section)

    @unittest.skipIf(shutil.which("git") is None, "git is not installed (Debian: git)")
    def test_notes_list_the_entries_that_changed_since_the_version_before(self) -> None:
        root = Path(self.scratch.name) / "checkout"
        (root / "defs").mkdir(parents=True)
        shutil.copytree(SOURCE / "generators" / "jacquard_gen",
                        root / "generators" / "jacquard_gen")
        table = root / "defs" / "things.yaml"
        table.write_text("- op: one\n  doc: First.\n")

        def git(*words: str) -> None:
            subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words],
                           cwd=root, check=True, capture_output=True)

        git("init")
        git("add", "defs")
        git("commit", "-m", "The tables")
        sys.path.insert(0, str(SOURCE / "release"))
        documents, versions = (importlib.import_module(name) for name in ("documents", "versions"))
        self.assertEqual(versions.earlier_tag(root, "0.2.0"), "")
        self.assertEqual(documents.changed_entries(root, ""), "")
        for tag in ("v0.0.9", "v0.1.0", "v0.2.0"):
            git("tag", tag)
        table.write_text("- op: one\n  doc: The first.\n- op: two\n  doc: Second.\n")
        self.assertEqual(versions.earlier_tag(root, "0.2.0"), "v0.1.0")
        self.assertEqual(documents.changed_entries(root, "v0.1.0"), """
## Entries of the tables

```
since v0.1.0: 1 table changed

defs/things.yaml
  added: op two  defs/things.yaml:3
  changed: op one  defs/things.yaml:1
```
""")

    def test_archives_hold_one_folder_with_one_time(self) -> None:
        for name in ("jacquard-0.1.0.tar.gz", "jacquard-0.1.0-playground.tar.gz"):
            with tarfile.open(self.first / name) as archive:
                members = archive.getmembers()
            tops = {member.name.split("/")[0] for member in members}
            self.assertEqual(tops, {name.removesuffix(".tar.gz")})
            self.assertEqual({member.mtime for member in members}, {EPOCH})
            self.assertEqual({member.uname for member in members}, {"root"})
        with tarfile.open(self.first / "jacquard-0.1.0.tar.gz") as archive:
            script = archive.getmember("jacquard-0.1.0/build.sh")
            self.assertEqual(script.mode, 0o755)
            self.assertIn("jacquard-0.1.0/defs/nir/alu/float.yaml", archive.getnames())

    def test_a_list_says_what_would_be_made_and_what_is_missing(self) -> None:
        answer = self.call("0.1.0", "--list", "--build", "/nonexistent")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertRegex(answer.stdout, r"(?m)^source +jacquard-0\.1\.0\.tar\.gz$")
        self.assertRegex(answer.stdout, r"(?m)^linux +left out: there is no build in /nonexistent")
        self.assertRegex(answer.stdout, r"(?m)^windows +left out: there is no jacquard\.exe below "
                                        r"build/mingw \(cmake --preset mingw")
        self.assertRegex(answer.stdout, r"would make \d+, left out \d+\n$")

    def test_what_is_not_to_be_released_is_said(self) -> None:
        answer = self.call("0.2.0", "--only", "source")
        self.assertEqual(answer.returncode, 1)
        for place in ("CMakeLists.txt", "pyproject.toml", "debian/changelog"):
            self.assertIn(f"{place} states version 0.1.0, not 0.2.0", answer.stderr)
        self.assertIn("CHANGELOG.md has no section of version 0.2.0", answer.stderr)
        unreleased = self.call("0.1.0", "--only", "source")
        title = (SOURCE / "CHANGELOG.md").read_text()
        if "## 0.1.0, not released yet" in title:
            self.assertEqual(unreleased.returncode, 1)
            self.assertIn("--draft makes the artifacts all the same", unreleased.stderr)
        wrong = self.call("0.1.0", "--draft", "--only", "sorce")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("there is no step 'sorce', did you mean 'source'?", wrong.stderr)


if __name__ == "__main__":
    if not HAS_BUILD:
        print("skipped: the source distribution for pip is left out, as there is no module 'build' "
              "(Debian: python3-build)")
    unittest.main()
