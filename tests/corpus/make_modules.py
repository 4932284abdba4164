#!/usr/bin/env python3
"""Makes SPIR-V of the shaders below a folder: `make_modules.py UNPACKED MODULES`.

Sources go through glslang as they are or, where that does not take them, modernised by text;
modules within binaries are cut out. Prints for each package what came of it.
"""

import collections
import hashlib
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
from typing import Iterator

from modernise import modernise

STAGES = {'vert': ('.vert', '.vs', '.vsh', '.vp', '.vertex', '.vert.glsl'),
          'frag': ('.frag', '.fs', '.fsh', '.fp', '.fragment', '.frag.glsl'),
          'comp': ('.comp', '.cs', '.comp.glsl'), 'geom': ('.geom', '.gs'),
          'tesc': ('.tesc',), 'tese': ('.tese',)}
SECTIONS = {'vertex': 'vert', 'fragment': 'frag', 'compute': 'comp', 'geometry': 'geom',
            'tessellation control': 'tesc', 'tessellation evaluation': 'tese'}
MAGIC = 0x07230203
HEADER_WORDS = 5
FUNCTION_END = 56
DECORATE, BINDING, DESCRIPTOR_SET = 71, 33, 34
# A source without a telling name shows its stage by these texts.
HINTS = (('frag', re.compile(r'\bgl_Frag(Color|Data|Coord)\b|\bmainImage\b')),
         ('vert', re.compile(r'\bgl_Position\b')))


def sections(text: str) -> Iterator[tuple[str, str]]:
    """The shaders of a test script."""
    for part in re.split(r'^\[', text, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition(']')
        name = title.removesuffix(' shader')
        if name in SECTIONS and title != name:
            yield SECTIONS[name], body.lstrip('\n')


def sources(path: pathlib.Path) -> Iterator[tuple[str, str]]:
    """Stages and texts of the shaders in a file."""
    name = path.name.lower()
    if name.endswith('.shader_test'):
        yield from sections(path.read_text(errors='replace'))
        return
    for stage, endings in STAGES.items():
        if name.endswith(endings):
            yield stage, path.read_text(errors='replace')
            return
    if name.endswith('.glsl'):
        text = path.read_text(errors='replace')
        for stage, pattern in HINTS:
            if pattern.search(text):
                yield stage, text
                return


def glslang(text: str, stage: str, folder: pathlib.Path) -> bytes:
    """The module of a text, for Vulkan or else for OpenGL; empty when glslang does not take it."""
    source = folder / f'shader.{stage}'
    source.write_text(text)
    target = folder / 'shader.spv'
    for flags in (['-V', '-R'], ['-G']):
        target.unlink(missing_ok=True)
        run = subprocess.run(['glslangValidator', *flags, '--auto-map-bindings',
                              '--auto-map-locations', '-o', str(target), str(source)],
                             capture_output=True, check=False)
        if run.returncode == 0 and target.exists():
            return with_own_bindings(target.read_bytes())
    return b''


def with_own_bindings(module: bytes) -> bytes:
    """glslang may give a block without a name and a texture one number; the second gets a new
    one, as a device wants it."""
    words = list(struct.unpack(f'<{len(module) // 4}I', module))
    sets: dict[int, int] = {}
    places: dict[int, int] = {}
    at = HEADER_WORDS
    while at < len(words) and words[at] >> 16:
        if words[at] == 4 << 16 | DECORATE and words[at + 2] == DESCRIPTOR_SET:
            sets[words[at + 1]] = words[at + 3]
        elif words[at] == 4 << 16 | DECORATE and words[at + 2] == BINDING:
            places[words[at + 1]] = at + 3
        at += words[at] >> 16
    taken: set[tuple[int, int]] = set()
    for variable, place in places.items():
        key = (sets.get(variable, 0), words[place])
        if key in taken:
            words[place] = 1 + max(words[each] for each in places.values())
        taken.add((key[0], words[place]))
    return struct.pack(f'<{len(words)}I', *words)


def cut_out(content: bytes) -> Iterator[bytes]:
    """Modules within the bytes of a file: from the magic number as far as instructions go."""
    at = content.find(struct.pack('<I', MAGIC))
    while at >= 0:
        words = struct.unpack_from(f'<{(len(content) - at) // 4}I', content, at)
        place = HEADER_WORDS
        end = 0
        while place < len(words) and 0 < words[place] >> 16 <= len(words) - place:
            place += words[place] >> 16
            if words[place - 1] == 1 << 16 | FUNCTION_END:
                end = place
        # Versions and bounds that no module has tell a chance match.
        if end and words[1] >> 16 == 1 and 0 < words[3] < 1 << 22:
            yield content[at:at + end * 4]
        at = content.find(struct.pack('<I', MAGIC), at + 4 * max(end, 1))


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    unpacked, modules = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    seen: set[str] = set()
    totals: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        for package in sorted(path for path in unpacked.iterdir() if path.is_dir()):
            counts: collections.Counter[str] = collections.Counter()

            def keep(module: bytes, stem: str, made: str) -> None:
                digest = hashlib.sha1(module).hexdigest()
                counts[made if digest not in seen else 'twice'] += 1
                if digest not in seen:
                    seen.add(digest)
                    folder = modules / package.name
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / f'{stem}-{digest[:6]}.spv').write_bytes(module)

            for path in sorted(package.rglob('*')):
                if path.is_symlink() or not path.is_file():
                    continue
                for stage, text in sources(path):
                    module = glslang(text, stage, pathlib.Path(name))
                    made = 'as is'
                    if not module:
                        module = glslang(modernise(text, stage), stage, pathlib.Path(name))
                        made = 'modernised'
                    if module:
                        keep(module, f'{path.stem}.{stage}', made)
                    else:
                        counts['not taken by glslang'] += 1
                if path.suffix not in ('.gz', '.png') and path.stat().st_size < 64 << 20:
                    for module in cut_out(path.read_bytes()):
                        keep(module, path.stem, 'cut from binary')
            print(f'{package.name}: ' + ', '.join(
                f'{count} {made}' for made, count in sorted(counts.items())))
            totals += counts
    print('all: ' + ', '.join(f'{count} {made}' for made, count in sorted(totals.items())))
    return 0


if __name__ == '__main__':
    sys.exit(main())
