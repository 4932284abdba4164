"""The group `glsl`: versions of GLSL, and what became of the names of older ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ..groups import Context, Output, Page
from ..schema import Json, table_schema
from .extensions import TABLE as EXTENSION_TABLE
from .extensions import Extension, load_extensions
from .hlsl import TABLE as HLSL_TABLE
from .hlsl import HlslName, load_hlsl
from .keywords import TABLE as KEYWORD_TABLE
from .keywords import Keyword, load_keywords
from .names import FOLDER as NAME_FOLDER
from .names import OldName, load_names
from .stages import Stage, load_stages
from .stages import TABLE as STAGE_TABLE
from .versions import TABLE as VERSION_TABLE
from .versions import Version, load_versions
from .words import TABLE as WORD_TABLE
from .words import Word, load_words

_FILES = ("dialects.h", "dialects.cpp")


class Model(NamedTuple):
    versions: list[Version]
    names: list[OldName]
    words: list[Word]
    keywords: list[Keyword]
    extensions: list[Extension]
    stages: tuple[Stage, ...]
    hlsl: list[HlslName]


def load(context: Context) -> Model | None:
    versions = load_versions(context)
    names = load_names(context, versions)
    words = load_words(context, versions)
    keywords = load_keywords(context)
    extensions = load_extensions(context)
    stages = load_stages(context)
    hlsl = load_hlsl(context)
    if context.diagnostics.failed:
        return None
    return Model(versions, names, words, keywords, extensions, stages, hlsl)


def outputs(model: Model) -> list[Output]:
    stages = [str(entry.stage) for entry in model.stages]
    return [Output("jacquard/generated/glsl/dialects.h", "glsl/dialects.h.j2", {}),
            Output("jacquard/generated/glsl/dialects.cpp", "glsl/dialects.cpp.j2",
                   {**model._asdict(),
                    "stage_mask": lambda entry: sum(1 << stages.index(str(stage))
                                                    for stage in entry.stages or stages)})]


def output_names(tables_dir: Path) -> list[str]:
    return [f"jacquard/generated/glsl/{name}" for name in _FILES]


def explain(model: Model, name: str) -> str | None:
    found = [_explain_name(entry) for entry in model.names if entry.name == name]
    found += [_explain_word(entry) for entry in model.words if entry.word == name]
    found += [_explain_keyword(entry) for entry in model.keywords if entry.word == name]
    found += [_explain_extension(entry) for entry in model.extensions if entry.extension == name]
    found += [_explain_version(entry) for entry in model.versions if entry.text == name]
    found += [_explain_stage(entry) for entry in model.stages
              if name in (entry.stage, entry.glslang, *entry.spellings)]
    found += [_explain_hlsl(entry) for entry in model.hlsl if entry.name == name]
    return "\n".join(found) or None


def _explain_name(entry: OldName) -> str:
    lines = [f"glsl:{entry.name}  {entry.kind} of older versions", f"  {entry.provenance}"]
    ends = [f"{language} {end}" for language, end in (("es", entry.es), ("desktop", entry.desktop))
            if end is not None]
    lines.append(f"  taken below {' and '.join(ends)}")
    if entry.stages:
        lines.append(f"  in {', '.join(entry.stages)} shaders")
    if entry.becomes is not None:
        lines.append(f"  becomes {entry.becomes}")
    for text in (entry.declares, entry.in_fragments):
        if text is not None:
            lines.append(f"  declared as {' '.join(text.split())}")
    if entry.lacks is not None:
        lines.append(f"  not supported: {entry.lacks}")
    return "\n".join(lines) + "\n"


def _explain_word(entry: Word) -> str:
    starts = [f"{language} {start}"
              for language, start in (("es", entry.es), ("desktop", entry.desktop))
              if start is not None]
    lines = [f"glsl:{entry.word}  {entry.kind} from {' and '.join(starts)} on",
             f"  {entry.provenance}"]
    if entry.extensions:
        lines.append(f"  earlier with {' or '.join(entry.extensions)}")
    return "\n".join(lines) + "\n"


def _explain_keyword(entry: Keyword) -> str:
    return f"glsl:{entry.word}  {entry.kind} before names\n  {entry.provenance}\n"


def _explain_extension(entry: Extension) -> str:
    lines = [f"glsl:{entry.extension}  extension, {entry.handling}", f"  {entry.provenance}"]
    if entry.becomes is not None:
        lines.append(f"  becomes {entry.becomes}")
    if entry.since is not None:
        lines.append(f"  {entry.since}")
    return "\n".join(lines) + "\n"


def _explain_hlsl(entry: HlslName) -> str:
    lines = [f"glsl:{entry.name}  {entry.kind} of HLSL", f"  {entry.provenance}"]
    if entry.arguments:
        lines.append(f"  with {entry.arguments} arguments")
    for key, said in (("becomes", "becomes"), ("without", "together with"), ("texture", "of"),
                      ("declares", "declared as"), ("lacks", "not supported:")):
        if entry.has(key):
            lines.append(f"  {said} {' '.join(getattr(entry, key).split())}")
    return "\n".join(lines) + "\n"


def _explain_version(entry: Version) -> str:
    taken = "glslang takes it" if entry.taken else f"becomes {entry.becomes}"
    return f"glsl:{entry.text}  version\n  {entry.provenance}\n  {taken}\n"


def _explain_stage(entry: Stage) -> str:
    words = ", ".join((entry.glslang, *entry.spellings))
    return f"glsl:{entry.stage}  stage\n  {entry.provenance}\n  also called {words}\n"


def reference(model: Model) -> list[Page]:
    names = dict.fromkeys(str(entry.name) for entry in model.names)
    return [Page("versions", "Versions",
                 [(entry.text, _explain_version(entry)) for entry in model.versions]),
            Page("names", "Names of older versions",
                 [(name, "\n".join(_explain_name(entry) for entry in model.names
                                   if entry.name == name)) for name in names]),
            Page("words", "Words of later versions",
                 [(str(entry.word), _explain_word(entry)) for entry in model.words]),
            Page("keywords", "Keywords before names",
                 [(str(entry.word), _explain_keyword(entry)) for entry in model.keywords]),
            Page("extensions", "Extensions",
                 [(str(entry.extension), _explain_extension(entry))
                  for entry in model.extensions]),
            Page("stages", "Stages",
                 [(str(entry.stage), _explain_stage(entry)) for entry in model.stages]),
            Page("hlsl", "Names of HLSL",
                 [(str(entry.name), _explain_hlsl(entry)) for entry in model.hlsl])]


def schemas() -> dict[str, Json]:
    return {VERSION_TABLE.removesuffix(".yaml"): table_schema("Versions of GLSL", Version),
            NAME_FOLDER: table_schema("Names of older versions of GLSL", OldName),
            WORD_TABLE.removesuffix(".yaml"): table_schema("Words of later versions", Word),
            KEYWORD_TABLE.removesuffix(".yaml"): table_schema("Keywords before names",
                                                              Keyword),
            EXTENSION_TABLE.removesuffix(".yaml"): table_schema("Extensions of GLSL", Extension),
            STAGE_TABLE.removesuffix(".yaml"): table_schema("Words for stages", Stage),
            HLSL_TABLE.removesuffix(".yaml"): table_schema("Names of HLSL", HlslName)}
