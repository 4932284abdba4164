"""Makes the artifacts of a version, with their sums, an SPDX document and notes.

Exit codes: 0 fine, 1 an artifact could not be made or the sources are not of that version, 2 wrong
usage. What cannot be made here is left out with its reason, and is counted.
"""

from __future__ import annotations

import argparse
import difflib
import shutil
import sys
from pathlib import Path

import documents
import makers
import versions
from plan import Artifact, Place, artifacts, obstacle

ROOT = Path(__file__).resolve().parents[1]


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="release.sh", allow_abbrev=False,
        description="Makes the artifacts of a version from a build that is there.")
    parser.add_argument("version", metavar="VERSION")
    parser.add_argument("--list", action="store_true", help="only tell what would be made")
    parser.add_argument("--only", metavar="STEPS", help="these steps, with commas")
    parser.add_argument("--build", metavar="FOLDER", default=ROOT / "build" / "release", type=Path,
                        help="the build for this machine (default: build/release)")
    parser.add_argument("--out", metavar="FOLDER", type=Path,
                        help="where to put it (default: build/release-VERSION)")
    parser.add_argument("--draft", action="store_true",
                        help="of what is not committed, or not said to be released, too")
    return parser.parse_args()


def chosen(every: list[Artifact], only: str | None) -> list[Artifact]:
    """The artifacts of the named steps; those of all, where none is named."""
    if only is None:
        return every
    names = [artifact.step for artifact in every]
    for word in only.split(","):
        if word not in names:
            near = difflib.get_close_matches(word, names, 1)
            hint = f", did you mean '{near[0]}'?" if near else ""
            print(f"release.sh: there is no step '{word}'{hint}; there are {', '.join(names)}",
                  file=sys.stderr)
            sys.exit(2)
    return [artifact for artifact in every if artifact.step in only.split(",")]


def check(place: Place, is_draft: bool) -> bool:
    """Says why the sources are not to be released. Returns true where nothing is said."""
    faults = versions.faults(place.root, place.version, is_draft)
    changed = [] if is_draft else versions.uncommitted(place.root)
    if changed:
        faults.append(f"{len(changed)} files are not committed, {changed[0]} first; --draft makes "
                      "the artifacts all the same")
    for fault in faults:
        print(f"release.sh: {fault}", file=sys.stderr)
    return not faults


def main() -> int:
    arguments = parse()
    version = arguments.version
    every = chosen(artifacts(version), arguments.only)
    place = Place(ROOT, arguments.build.resolve(), version, versions.source_date(ROOT),
                  (arguments.out or ROOT / "build" / f"release-{version}").resolve())
    if not check(place, arguments.draft or arguments.list):
        return 1
    if not arguments.list:
        shutil.rmtree(place.out, ignore_errors=True)
        place.out.mkdir(parents=True)
    made: documents.Made = []
    left_out = 0
    for artifact in every:
        if reason := obstacle(artifact, place):
            print(f"{artifact.step:14} left out: {reason}")
            left_out += 1
        elif arguments.list:
            print(f"{artifact.step:14} {artifact.file}")
        else:
            try:
                files = makers.make(artifact, place)
            except makers.MakeError as fault:
                print(f"release.sh: {artifact.step}: {fault}", file=sys.stderr)
                return 1
            made += [(artifact, file) for file in files]
            for file in files:
                print(f"{artifact.step:14} {file.name}  {file.stat().st_size}", flush=True)
    if arguments.list:
        print(f"would make {len(every) - left_out}, left out {left_out}")
        return 0
    others = [documents.write_spdx(place, made), documents.write_notes(place)]
    others.append(documents.write_sums(place, [file for _, file in made] + others))
    for file in others:
        print(f"{'documents':14} {file.name}  {file.stat().st_size}")
    print(f"made {len(every) - left_out}, left out {left_out}, in {place.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
