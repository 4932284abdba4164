"""Checks a wheel: its files, its metadata, and that its tag promises no older system than its files
need.

Usage: wheel_contents.py WHEEL SOURCE_FOLDER. Exit code 1 and a line for each fault. What ELF files
need is read by objdump here, so that the reader that chose the tag does not judge itself.
"""

from __future__ import annotations

import email
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

VERSION = re.compile(r"\bGLIBC_([0-9]+)\.([0-9]+)")
PE_MACHINE_X86_64 = 0x8664

faults: list[str] = []


def check(condition: bool, fault: str) -> None:
    if not condition:
        faults.append(fault)


def needed_glibc(file: Path) -> tuple[int, int]:
    answer = subprocess.run(["objdump", "-p", str(file)], check=True, capture_output=True,
                            text=True)
    return max(((int(major), int(minor)) for major, minor in VERSION.findall(answer.stdout)),
               default=(0, 0))


def check_linux(wheel: Path, folder: Path) -> None:
    tag = re.search(r"-manylinux_(\d+)_(\d+)_(\w+)\.whl$", wheel.name)
    check(tag is not None, f"{wheel.name}: this is no manylinux tag")
    if tag is None:
        return
    promised = (int(tag.group(1)), int(tag.group(2)))
    files = [file for file in folder.rglob("*")
             if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
    needed = {file.name: needed_glibc(file) for file in files}
    highest = max(needed.values(), default=(0, 0))
    check(len(needed) >= 2, "there are not the library and the tool")
    check(highest <= promised, f"{wheel.name} promises less than its files need: {needed}")
    check(highest == promised, f"{wheel.name} asks for more than its files do: {needed}")
    print("needed of the C library:", needed)


def check_windows(wheel: Path, folder: Path) -> None:
    check(wheel.name.endswith("-win_amd64.whl"), f"{wheel.name}: this is no tag of Windows")
    for name in ("jacquard/jacquard.dll", "jacquard/native/bin/jacquard.exe"):
        content = (folder / name).read_bytes() if (folder / name).exists() else b""
        check(content[:2] == b"MZ", f"{name} is no program of Windows")
        if content[:2] == b"MZ":
            start, = struct.unpack_from("<I", content, 0x3c)
            machine, = struct.unpack_from("<H", content, start + 4)
            check(content[start:start + 4] == b"PE\0\0" and machine == PE_MACHINE_X86_64,
                  f"{name} is for another machine ({machine:#x})")


def check_metadata(archive: zipfile.ZipFile, names: list[str], source: Path) -> None:
    metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
    message = email.message_from_bytes(archive.read(metadata))
    payload = message.get_payload(decode=True)
    assert isinstance(payload, bytes)
    readme = (source / "README.md").read_bytes()
    check(message["Name"] == "jacquard-shader", f"the name is {message['Name']}")
    check(payload.strip() == readme.strip(), "the long description is not README.md")
    check(message["Description-Content-Type"] == "text/markdown", "the description is no Markdown")
    check(any(name.endswith(".dist-info/LICENSE") and
              archive.read(name) == (source / "LICENSE").read_bytes() for name in names),
          "there is no licence")
    entries = next(name for name in names if name.endswith(".dist-info/entry_points.txt"))
    check(b"jacquard = jacquard.__main__:main" in archive.read(entries), "there is no command")


def check_modes(archive: zipfile.ZipFile) -> None:
    for entry in archive.infolist():
        if entry.filename.startswith("jacquard/native/bin/"):
            check(entry.external_attr >> 16 & 0o111 == 0o111, f"{entry.filename} cannot be run")


def main() -> int:
    wheel, source = Path(sys.argv[1]), Path(sys.argv[2])
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as scratch:
        names = archive.namelist()
        archive.extractall(scratch)
        for path in (source / "bindings/python/jacquard").glob("*.py"):
            check(f"jacquard/{path.name}" in names, f"there is no jacquard/{path.name}")
        for name in ("py.typed", "_compile.pyi"):
            check(f"jacquard/{name}" in names, f"there is no jacquard/{name}")
        strangers = [name for name in names if name.endswith((".pyc", ".yaml"))
                     or not name.startswith(("jacquard/", "jacquard_shader-"))]
        check(not strangers, f"these do not belong there: {strangers}")
        check_metadata(archive, names, source)
        check_modes(archive)
        if any(name.endswith(".exe") for name in names):
            check_windows(wheel, Path(scratch))
        else:
            check_linux(wheel, Path(scratch))
    print("\n".join(faults) or f"{len(names)} files")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
