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
    """Barriers order what others would race for; what is around them stays, as do lines without
    which something would be read that nobody wrote."""
    return not any('barrier(' in line or 'shared_' in line or line.endswith('// keep')
                   or line.startswith(('#', 'layout')) for line in lines)


def candidates(lines: list[str], size: int) -> list[tuple[int, int]]:
    """Returns the lines that may be dropped next: blocks for size 0, else runs of that many
    lines."""
    ranges = blocks(lines) if size == 0 else [
        (start, min(start + size, len(lines))) for start in range(0, len(lines), size)]
    return [(start, end) for start, end in ranges if can_drop(lines[start:end])]


def without(lines: list[str], dropped: list[tuple[int, int]]) -> list[str]:
    gone = {i for start, end in dropped for i in range(start, end)}
    return [line for i, line in enumerate(lines) if i not in gone]


def reduce_source(source: str, fail: Callable[[list[str]], list[bool]]) -> str:
    """The source without all that can go. `fail` says which of some texts still fail, and no to
    broken ones."""
    def text(lines: list[str]) -> str:
        return '\n'.join(lines) + '\n'

    lines = source.splitlines()
    if not fail([source])[0]:
        return source
    size = len(lines) // 4
    while True:
        ranges = candidates(lines, size)
        failing = fail([text(without(lines, [one])) for one in ranges])
        good = [one for one, is_failing in zip(ranges, failing) if is_failing]
        # All at once where that works, else ever fewer of them.
        while len(good) > 1 and not fail([text(without(lines, good))])[0]:
            good = good[:len(good) // 2]
        lines = without(lines, good)
        if not good and size == 0:
            return text(lines)
        if not good:
            size = size // 2 if size > 3 else 0
