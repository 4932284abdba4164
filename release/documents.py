"""What is said of the artifacts of a version: their sums, what is in them, and what is new."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

from plan import Artifact, Place
from sources import spdx
from versions import changes_of, earlier_tag

SUMS = "SHA256SUMS"
NOTES = "RELEASE-NOTES.md"

Made = list[tuple[Artifact, Path]]


def write_sums(place: Place, files: list[Path]) -> Path:
    target = place.out / SUMS
    target.write_text("".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n"
                              for file in sorted(files, key=lambda file: file.name)),
                      encoding="utf-8")
    return target


def write_notes(place: Place) -> Path:
    target = place.out / NOTES
    title, text = changes_of(place.root, place.version)
    changed = changed_entries(place.root, earlier_tag(place.root, place.version))
    target.write_text(f"# Jacquard {title}\n\n{text}\n{changed}", encoding="utf-8")
    return target


def changed_entries(root: Path, tag: str) -> str:
    """The section of the notes with what changed in the tables since an earlier version."""
    if not tag:
        return ""
    answer = subprocess.run(
        [sys.executable, "-m", "jacquard_gen", "diff", "--since", tag, "--brief"], check=True,
        capture_output=True, text=True, cwd=root, env={
            **os.environ, "PYTHONPATH": str(root / "generators"),
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*"})
    return f"\n## Entries of the tables\n\n```\n{answer.stdout}```\n"


def contained(artifact: Artifact, file: Path) -> list[str]:
    """The libraries of others that are in an artifact. A wheel shows which it brings as files."""
    if file.suffix != ".whl":
        return artifact.has
    with zipfile.ZipFile(file) as archive:
        names = [Path(name).name for name in archive.namelist()]
    is_windows = any(name.endswith(".exe") for name in names)
    return [library for library in artifact.has
            if is_windows or any(name.startswith(library) for name in names)
            or (library == "glslang" and "parts.so" in names)]


def _element(artifact: Artifact, file: Path, version: str) -> dict[str, Any]:
    content = file.read_bytes()
    others = [licence for name, licence, _, _ in spdx.USED if name in contained(artifact, file)]
    licence = " AND ".join([spdx.LICENCE, *(f"({each})" if " " in each else each
                                            for each in others)])
    return {
        "SPDXID": "SPDXRef-Artifact-" + re.sub(r"[^A-Za-z0-9.-]", "-", file.name),
        "name": file.name, "versionInfo": version, "packageFileName": file.name,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "comment": artifact.doc,
        "checksums": [
            {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}],
        "licenseConcluded": licence, "licenseDeclared": spdx.LICENCE,
        "copyrightText": spdx.COPYRIGHT,
    }


def write_spdx(place: Place, made: Made) -> Path:
    """The list of the sources, and with it the artifacts that were generated from them."""
    document = spdx.document(place.root, place.version)
    created = datetime.datetime.fromtimestamp(place.when, datetime.timezone.utc)
    document["name"] = f"jacquard-{place.version}-release"
    document["creationInfo"] = {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                                "creators": ["Tool: release.sh"]}
    code = hashlib.sha1()
    for artifact, file in made:
        element = _element(artifact, file, place.version)
        code.update(element["checksums"][0]["checksumValue"].encode())
        document["packages"].append(element)
        own = element["SPDXID"]
        document["relationships"] += [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
             "relatedSpdxElement": own},
            {"spdxElementId": own, "relationshipType": "GENERATED_FROM",
             "relatedSpdxElement": "SPDXRef-Package"}]
        document["relationships"] += [
            {"spdxElementId": own, "relationshipType": "CONTAINS",
             "relatedSpdxElement": f"SPDXRef-{library}"} for library in contained(artifact, file)]
    document["documentNamespace"] += f":release:{code.hexdigest()}"
    target = place.out / f"jacquard-{place.version}.spdx.json"
    target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    return target
