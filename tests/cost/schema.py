"""Reports of `jacquard cost --format json` are as the schema says that the tool prints.

    python3 tests/cost/schema.py build/release/backend/driver/jacquard tests/cost
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def unknown(schema: dict[str, Any], value: Any, path: str) -> Iterator[str]:
    """The members of a value of which a schema that lists some says nothing."""
    if isinstance(value, list):
        for each in value[:50]:
            yield from unknown(schema.get("items", {}), each, path + "[]")
    elif isinstance(value, dict) and schema.get("properties"):
        for name, inner in value.items():
            if name not in schema["properties"]:
                yield f"the schema has no '{path}.{name}'"
            else:
                yield from unknown(schema["properties"][name], inner, f"{path}.{name}")


def main() -> int:
    tool, folder = sys.argv[1], Path(sys.argv[2])
    try:
        import jsonschema
    except ImportError:
        print("skipped: what checks values by a schema is not there (Debian: python3-jsonschema)")
        return 77
    schema = json.loads(subprocess.run([tool, "cost", "--schema"], capture_output=True, text=True,
                                       check=True).stdout)
    validator = jsonschema.Draft7Validator(schema)
    files = sorted(folder.parent.parent.glob("examples/*.tgsi"))
    done = subprocess.run([tool, "cost", *map(str, files), "--gpu", "330,630,740", "--what-if",
                           "mediump,no-unroll", "--format", "json"], capture_output=True, text=True,
                          check=False)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    faults = [f"{'.'.join(map(str, fault.absolute_path))}: {fault.message}"
              for report in reports for fault in validator.iter_errors(report)]
    faults += sorted({fault for report in reports for fault in unknown(schema, report, "")})
    print("\n".join(faults[:20]))
    print(f"reports {len(reports)}  faults {len(faults)}")
    return 1 if faults or len(reports) < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
