"""The shared library shows exactly the names that cmake/exported_symbols.txt lists.

A line of the list is a function or a variable without its parameters, or `Class::*`, whose
methods come from the tables or are private. Three things are checked: the shared library exports
nothing else; it exports all of that; and whatever public headers declare (which the parts of the
static library mark as visible) is in the list. And one more: the shared library calls nothing that
ends the process or prints.

Usage: exported_symbols.py LIST SHARED_LIBRARY STATIC_LIBRARY [--write]
With --write the list is made anew of what public headers declare. Exit code 1 when anything
differs, 77 where there is no readelf or c++filt.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

# Classes and namespaces with a function for each entry of a table, and a class with many that are
# its own affair.
WHOLE_CLASSES = ("jacquard::nir::CoreBuilderMethods", "jacquard::nir::holds",
                 "jacquard::ir3::Emulator")
_SYMBOL = re.compile(
    r"^\s*\d+: [0-9a-f]+\s+\S+ (?:FUNC|OBJECT|IFUNC)\s+(GLOBAL|WEAK)\s+(DEFAULT|PROTECTED)\s+"
    r"(?:\[[^]]*\]\s+)?(\d+|ABS|COM) (\S+)")
# Functions that end a process or write to its streams.
FORBIDDEN = frozenset("""exit _exit _Exit quick_exit abort printf vprintf fprintf vfprintf puts
    fputs putchar fputc fwrite perror write std::cout std::cerr std::clog""".split())
_IMPORT = re.compile(
    r"^\s*\d+: 0+\s+\d+ \w+\s+(?:GLOBAL|WEAK)\s+DEFAULT\s+UND (\S+)")
_HEADING = """\
# The shared library shows these names: one a line, without parameters. `Class::*` are methods that
# come from the tables or are private. Made by tests/install/exported_symbols.py --write.
"""


def symbols(library: Path, dynamic: bool, weak: bool) -> set[str]:
    """Mangled names of what is defined and visible."""
    table = "--dyn-syms" if dynamic else "--syms"
    listing = subprocess.run(["readelf", "-W", table, str(library)], capture_output=True,
                             text=True, check=True).stdout
    found = set()
    for line in listing.splitlines():
        match = _SYMBOL.match(line)
        if match is not None and (weak or match.group(1) == "GLOBAL"):
            found.add(match.group(4).split("@")[0])
    return found


def imports(library: Path) -> set[str]:
    """Names of what others are to define."""
    listing = subprocess.run(["readelf", "-W", "--dyn-syms", str(library)], capture_output=True,
                             text=True, check=True).stdout
    found = (_IMPORT.match(line) for line in listing.splitlines())
    return {match.group(1).split("@")[0] for match in found if match is not None}


def without_parameters(name: str) -> str:
    """`jacquard::f[abi:cxx11](int) const` is `jacquard::f`."""
    if name.startswith(("vtable for ", "typeinfo for ", "typeinfo name for ")):
        return name
    name = re.sub(r"\[abi:[^]]*\]", "", name)
    depth = 0
    for index, letter in enumerate(name):
        if letter == "<" and not name[:index].endswith("operator"):
            depth += 1
        elif letter == ">" and depth > 0:
            depth -= 1
        elif letter == "(" and depth == 0 and not name.startswith("(anonymous", index):
            return name[:index]
    return name


def readable(mangled: set[str]) -> set[str]:
    """Their names without parameters."""
    ordered = sorted(mangled)
    answer = subprocess.run(["c++filt"], input="\n".join(ordered) + "\n", capture_output=True,
                            text=True, check=True).stdout
    return {without_parameters(line) for line in answer.splitlines()}


def entry_of(name: str) -> str:
    """The line that stands for a name in a list that is made anew."""
    for whole in WHOLE_CLASSES:
        if name.startswith(whole + "::"):
            return whole + "::*"
    return name


def is_listed(name: str, listed: set[str]) -> bool:
    return name in listed or any(
        name.startswith(line[:-1]) for line in listed if line.endswith("::*"))


def main() -> int:
    if shutil.which("readelf") is None or shutil.which("c++filt") is None:
        print("skipped: readelf or c++filt is not installed (Debian: binutils)")
        return 77
    path, shared, static = (Path(argument) for argument in sys.argv[1:4])
    declared = readable(symbols(static, dynamic=False, weak=False))
    if sys.argv[4:] == ["--write"]:
        lines = sorted({entry_of(name) for name in declared})
        path.write_text(_HEADING + "\n".join(lines) + "\n", encoding="utf-8")
        return 0
    listed = {line for line in path.read_text(encoding="utf-8").splitlines()
              if line and not line.startswith("#")}
    exported = readable(symbols(shared, dynamic=True, weak=True))
    faults = [f"{name} is exported and not in {path}" for name in sorted(exported)
              if not is_listed(name, listed)]
    faults += [f"{name} is declared by a public header and not in {path}"
               for name in sorted(declared) if not is_listed(name, listed)]
    faults += [f"{line} is in {path} and not exported" for line in sorted(listed)
               if not any(is_listed(name, {line}) for name in exported)]
    imported = readable(imports(shared))
    faults += [f"the library calls {name}" for name in sorted(imported & FORBIDDEN)]
    if "malloc" not in imported and not any(name.startswith("std::") for name in imported):
        faults.append("the library seems to import nothing")
    for fault in faults:
        print(fault)
    print(f"{len(exported)} names exported, {len(listed)} lines listed")
    return 1 if faults or not exported else 0


if __name__ == "__main__":
    sys.exit(main())
