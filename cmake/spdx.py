#!/usr/bin/env python3
"""Lists what is inside the project, as SPDX 2.3 in JSON.

Usage: spdx.py SOURCE_FOLDER VERSION [OUT]. Every file of the source tree with its checksum, and the
packages of others that a build may use. The same tree gives the same bytes: the date is that of
SOURCE_DATE_EPOCH, or the year 1970.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

# The libraries of others, which are not part of the source tree.
USED: list[tuple[str, str, str, str]] = [
    ("zlib", "Zlib", "OPTIONAL_DEPENDENCY_OF", "recorded runs that are compressed"),
    ("libpng", "libpng-2.0", "OPTIONAL_DEPENDENCY_OF", "pictures"),
    ("glslang", "BSD-3-Clause AND Apache-2.0 AND MIT AND GPL-3.0-or-later WITH Bison-exception-2.2",
     "OPTIONAL_DEPENDENCY_OF", "GLSL and HLSL"),
    ("Catch2", "BSL-1.0", "TEST_DEPENDENCY_OF", "the tests"),
    ("PyYAML", "MIT", "BUILD_DEPENDENCY_OF", "the generator"),
    ("Jinja2", "BSD-3-Clause", "BUILD_DEPENDENCY_OF", "the generator"),
    ("CMake", "BSD-3-Clause", "BUILD_DEPENDENCY_OF", "the build"),
]
LEFT_OUT = re.compile(r"\.git|build.*|__pycache__|\.mypy_cache|\.cache|\.schema")
LICENCE = "MIT"
COPYRIGHT = "Copyright (c) 2026 the Jacquard authors"


def source_files(root: Path) -> list[Path]:
    """Returns the files of the source, in an order that does not depend on the file system."""
    found = []
    for folder, folders, names in os.walk(root):
        here = Path(folder).relative_to(root)
        folders[:] = [name for name in folders if not LEFT_OUT.fullmatch(name)
                      or (name == "build" and here != Path("."))]
        found += [here / name for name in names if not name.endswith(".pyc")
                  and name != ".git" and not (root / here / name).is_symlink()]
    return sorted(found, key=lambda path: path.as_posix().encode())


def document(root: Path, version: str) -> dict[str, Any]:
    files: list[dict[str, Any]] = []
    for number, path in enumerate(source_files(root)):
        content = (root / path).read_bytes()
        files.append({
            "SPDXID": f"SPDXRef-File-{number}",
            "fileName": f"./{path.as_posix()}",
            "checksums": [
                {"algorithm": "SHA1", "checksumValue": hashlib.sha1(content).hexdigest()},
                {"algorithm": "SHA256", "checksumValue": hashlib.sha256(content).hexdigest()}],
            "licenseConcluded": LICENCE,
            "licenseInfoInFiles": ["NOASSERTION"],
            "copyrightText": COPYRIGHT,
        })
    sums = sorted(entry["checksums"][0]["checksumValue"] for entry in files)
    code = hashlib.sha1("".join(sums).encode()).hexdigest()
    created = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")),
                                              datetime.timezone.utc)
    package = {
        "SPDXID": "SPDXRef-Package", "name": "jacquard", "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
        "packageVerificationCode": {"packageVerificationCodeValue": code},
        "licenseConcluded": LICENCE, "licenseDeclared": LICENCE,
        "licenseInfoFromFiles": ["NOASSERTION"], "copyrightText": COPYRIGHT,
    }
    others = [{
        "SPDXID": f"SPDXRef-{name}", "name": name, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
        "copyrightText": "NOASSERTION", "comment": f"for {use}",
    } for name, licence, _, use in USED]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-Package"}]
    relations += [{"spdxElementId": f"SPDXRef-{name}", "relationshipType": relation,
                   "relatedSpdxElement": "SPDXRef-Package"} for name, _, relation, _ in USED]
    relations += [{"spdxElementId": "SPDXRef-Package", "relationshipType": "CONTAINS",
                   "relatedSpdxElement": entry["SPDXID"]} for entry in files]
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"jacquard-{version}",
        "documentNamespace": f"urn:spdx:jacquard:{version}:{code}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: cmake/spdx.py"]},
        "packages": [package, *others], "files": files, "relationships": relations,
    }


def main() -> int:
    if len(sys.argv) not in (3, 4):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    text = json.dumps(document(Path(sys.argv[1]), sys.argv[2]), indent=1) + "\n"
    if len(sys.argv) == 4:
        Path(sys.argv[3]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
