"""Target environments of shaders: `defs/amber/targets.yaml`."""

from __future__ import annotations

from ..groups import Context
from ..schema import TEXT, Record, Text, check_unique, choice, key, load_entries, text

TABLE = "amber/targets.yaml"
ENVIRONMENTS = ("vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3", "opengl")


class Target(Record):
    """A target environment."""

    word: Text = key(TEXT, "Its name.", required=True)
    spirv: Text = key(text("a version such as \"1.3\"", r"1\.[0-9]"),
                      "The version of SPIR-V that it has.", required=True)
    environment: Text = key(choice(ENVIRONMENTS),
                            "What compilers of high-level languages are told.", required=True)

    @property
    def version(self) -> int:
        """The version as modules of SPIR-V state it."""
        major, minor = self.spirv.split(".")
        return int(major) << 16 | int(minor) << 8


def load_targets(context: Context) -> list[Target]:
    loaded = load_entries(Target, context.table(TABLE), context.diagnostics)
    check_unique(loaded, lambda entry: entry.word, context.diagnostics)
    return loaded
