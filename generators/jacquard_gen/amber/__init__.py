"""The group `amber`: the words of AmberScript and VkScript, and what of them is refused."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..groups import Context, Output, Page
from ..schema import Json, table_schema
from .refused import TABLE as REFUSED_TABLE
from .refused import RefusedPart, load_refused
from .scalars import TABLE as SCALAR_TABLE
from .scalars import Scalar, load_scalars
from .targets import TABLE as TARGET_TABLE
from .targets import Target, load_targets
from .words import TABLE as WORD_TABLE
from .words import WordModel, WordSet, load_words, shown

_FILES = ("meanings.h", "words.h", "words.cpp")


class Model(NamedTuple):
    words: WordModel
    refused: dict[str, RefusedPart]
    scalars: list[Scalar]
    targets: list[Target]


def load(context: Context) -> Model | None:
    refused = load_refused(context)
    words = load_words(context, refused)
    scalars = load_scalars(context)
    targets = load_targets(context)
    if context.diagnostics.failed:
        return None
    return Model(words, refused, scalars, targets)


def outputs(model: Model) -> list[Output]:
    words, parts = model.words, list(model.refused.values())
    scalars, targets = model.scalars, model.targets
    return [Output("jacquard/generated/amber/meanings.h", "amber/meanings.h.j2",
                   {"words": words, "refused": parts}),
            Output("jacquard/generated/amber/words.h", "amber/words.h.j2", {"words": words}),
            Output("jacquard/generated/amber/words.cpp", "amber/words.cpp.j2",
                   {"words": words, "refused": parts, "scalars": scalars, "targets": targets})]


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/amber/{name}" for name in _FILES]


def explain(model: Model, name: str) -> str | None:
    found = [_explain_word(entry, name) for entry in model.words.sets
             if any(name == word for word, _ in (*entry.meanings(), *entry.refusals()))]
    found += [_explain_set(entry) for entry in model.words.sets if entry.set == name]
    found += [_explain_part(entry) for entry in model.refused.values()
              if name in (entry.part, entry.name)]
    found += [_explain_scalar(entry) for entry in model.scalars
              if name in (entry.type, entry.test, entry.vertex)]
    found += [_explain_target(entry) for entry in model.targets if entry.word == name]
    return "\n".join(found) or None


def _explain_word(entry: WordSet, name: str) -> str:
    lines = [f"amber:{name}  {entry.what}", f"  {entry.provenance}"]
    lines += [f"  refused as {part}" for word, part in entry.refusals() if word == name]
    part = entry.part_if_on(name)
    lines += [f"  refused as {part} where true follows"] if part is not None else []
    written = entry.vulkan_name(name)
    lines += [f"  in VkScript {written}"] if written else []
    return "\n".join(lines) + "\n"


def _explain_set(entry: WordSet) -> str:
    words = ", ".join(shown(str(word)) for word, _ in entry.meanings())
    lines = [f"amber:{entry.set}  words, each a {entry.what}", f"  {entry.provenance}",
             f"  {words}"]
    lines += [f"  refused as {part}: {', '.join(words)}" for part, words in entry.refused.items()]
    lines += [f"  refused as {part} where true follows: {', '.join(words)}"
              for part, words in entry.refused_if_on.items()]
    if entry.once:
        lines.append(f"  once in a block or a line: {', '.join(entry.once)}")
    if entry.vulkan:
        lines.append(f"  in VkScript {entry.vulkan} and the word in capitals")
    others = [(word, entry.vulkan_name(word)) for word in entry.vulkan_names]
    if others:
        named = ", ".join(f"{written} for {word}" for word, written in others if written)
        without = ", ".join(word for word, written in others if not written)
        lines.append(f"  but {named}" + (f"; not {without}" if without else ""))
    return "\n".join(lines) + "\n"


def _explain_part(entry: RefusedPart) -> str:
    return f"amber:{entry.part}  {entry.name} is refused\n  {entry.provenance}\n" \
           f"  {entry.reason}\n"


def _explain_scalar(entry: Scalar) -> str:
    lines = [f"amber:{entry.type}  {entry.kind.replace('_', ' ')} of {entry.bits} bits",
             f"  {entry.provenance}",
             f"  in tests of VkScript {entry.test}, and {entry.prefix}vec4"]
    if entry.vertex is not None:
        lines.append(f"  in vertex data of VkScript {entry.vertex}")
    return "\n".join(lines) + "\n"


def _explain_target(entry: Target) -> str:
    return f"amber:{entry.word}  target environment\n  {entry.provenance}\n" \
           f"  SPIR-V {entry.spirv}, {entry.environment} for compilers\n"


def reference(model: Model) -> list[Page]:
    return [Page("words", "Words", [(str(entry.set), _explain_set(entry))
                                    for entry in model.words.sets]),
            Page("refused", "Refused parts", [(str(entry.part), _explain_part(entry))
                                              for entry in model.refused.values()]),
            Page("scalars", "Scalar types", [(str(entry.type), _explain_scalar(entry))
                                             for entry in model.scalars]),
            Page("targets", "Target environments", [(str(entry.word), _explain_target(entry))
                                                    for entry in model.targets])]


def schemas() -> dict[str, Json]:
    return {WORD_TABLE.removesuffix(".yaml"): table_schema("Words of Amber", WordSet),
            REFUSED_TABLE.removesuffix(".yaml"): table_schema("Refused parts of Amber",
                                                              RefusedPart),
            SCALAR_TABLE.removesuffix(".yaml"): table_schema("Scalar types of Amber", Scalar),
            TARGET_TABLE.removesuffix(".yaml"): table_schema("Target environments of shaders",
                                                             Target)}
