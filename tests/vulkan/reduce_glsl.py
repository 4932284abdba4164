"""Makes a failing shader smaller: drops statements while it still fails."""

from typing import Callable


def blocks(lines: list[str]) -> list[tuple[int, int]]:
    """Ranges of lines whose braces are balanced, the longest first."""
    found = []
    for start in range(len(lines)):
        depth = 0
        for end in range(start, len(lines)):
            depth += lines[end].count('{') - lines[end].count('}')
            # `} else {` closes and opens within one line.
            if depth < 0 or lines[start].lstrip().startswith('}'):
                break
            if depth == 0 and not (end + 1 < len(lines)
                                   and lines[end + 1].lstrip().startswith('} ')):
                found.append((start, end + 1))
                break
    return sorted(found, key=lambda block: block[0] - block[1])


def can_drop(lines: list[str]) -> bool:
    """Barriers order what others would race for; what is around them stays."""
    return not any('barrier(' in line or 'shared_' in line or line.startswith(('#', 'layout'))
                   for line in lines)


def reduce_source(source: str, fails: Callable[[str], bool]) -> str:
    """The source without all that can go one by one. `fails` also says no to broken texts."""
    lines = source.splitlines()
    if not fails(source):
        return source
    changed = True
    while changed:
        changed = False
        size = len(lines) // 4
        while size >= 2:
            start = 0
            while start < len(lines):
                rest = lines[:start] + lines[start + size:]
                if can_drop(lines[start:start + size]) and fails('\n'.join(rest) + '\n'):
                    lines, changed = rest, True
                else:
                    start += size
            size //= 2
        tried: set[tuple[str, ...]] = set()
        while True:
            for start, end in blocks(lines):
                part = tuple(lines[start:end])
                if part in tried or not can_drop(lines[start:end]):
                    continue
                rest = lines[:start] + lines[end:]
                if fails('\n'.join(rest) + '\n'):
                    lines, changed = rest, True
                    break
                tried.add(part)
            else:
                break
    return '\n'.join(lines) + '\n'
