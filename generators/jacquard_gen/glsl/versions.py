"""Versions of GLSL: `defs/glsl/versions.yaml`."""

from __future__ import annotations

from ..diagnostics import listed
from ..groups import Context
from ..schema import FLAG, TEXT, Integer, Record, Text, choice, key, load_entries, text

TABLE = "glsl/versions.yaml"
ALWAYS = 9999
"""In place of the version that ends a name: none does."""

END = Integer(100, ALWAYS)


class Version(Record):
    """A version of the language."""

    number: int = key(Integer(100, 999), "Its number.", required=True)
    language: Text = key(choice({"es": "GLSL ES", "desktop": "GLSL"}), "The language it is of.",
                         required=True)
    becomes: Text = key(text("a version and its profile", r"[0-9]{3}(?: es)?"),
                        "What `#version` says for glslang, where the text is rewritten.",
                        required=True)
    taken: bool = key(FLAG, "glslang makes SPIR-V of it, so that a text without old names is left "
                            "as it is.", default=False)
    number_is_of_directive: bool = key(
        FLAG, "`#line N` gives its own line the number N, and the next one N + 1.", default=False)
    prelude: Text | None = key(TEXT, "The lines before a rewritten text.")

    @property
    def text(self) -> str:
        return f"{self.number} es" if self.language == "es" else str(self.number)


def load_versions(context: Context) -> list[Version]:
    loaded = load_entries(Version, context.table(TABLE), context.diagnostics)
    seen: dict[tuple[str, int], Version] = {}
    for entry in loaded:
        first = seen.setdefault((str(entry.language), entry.number), entry)
        if first is not entry:
            context.diagnostics.error("F001", entry.where("number"),
                                      f"there is another version {entry.text}",
                                      [(first.where("number"), "it is here")])
    texts = [entry.text for entry in loaded if entry.taken]
    for entry in loaded:
        if entry.becomes not in texts:
            context.diagnostics.error("F003", entry.becomes.position,
                                      f"glslang takes no version {entry.becomes}; it takes "
                                      f"{listed(texts, joined='and')}",
                                      near=str(entry.becomes), known=texts)
    return sorted(loaded, key=lambda entry: (entry.language, entry.number))


def check_numbers(entry: Record, numbers: dict[str, int | None], versions: list[Version],
                  context: Context) -> None:
    """Reports numbers, by the keys that give them, that are of no version of that language."""
    if all(number is None for number in numbers.values()):
        context.diagnostics.error("F002", entry.position,
                                  "neither 'es' nor 'desktop' says of which versions this is true")
    for language, number in numbers.items():
        known = {each.number for each in versions if each.language == language}
        if versions and number is not None and number not in known | {ALWAYS}:
            context.diagnostics.error(
                "F003", entry.where(language),
                f"there is no version {number} of {language}; there are "
                f"{listed(map(str, sorted(known)), joined='and')}",
                near=str(number), known=list(map(str, sorted(known))))
