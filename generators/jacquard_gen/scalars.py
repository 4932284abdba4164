"""The position in the file of each character of a scalar's value.

Needed only when an error points into a scalar, so it scans the written form again instead of
keeping anything while loading.
"""

from __future__ import annotations


def value_offsets(raw: str, style: str, value: str) -> list[int]:
    """For each character of a scalar's value, and one past its end, its index in what is written.

    `style` is what the written form begins with: a quote, `|`, `>` or nothing.
    """
    if raw == value:
        return list(range(len(raw) + 1))
    if style in ("|", ">"):
        offsets = _block(raw, style, value)
    elif style in ("'", '"'):
        offsets = _flow(raw[:-1], 1, style, len(raw) - 1)
    else:
        offsets = _flow(raw, 0, "", len(raw))
    return offsets if len(offsets) == len(value) + 1 else [0] * (len(value) + 1)


_ESCAPE_DIGITS = {"x": 2, "u": 4, "U": 8}


def _flow(raw: str, index: int, quote: str, end: int) -> list[int]:
    """Plain and quoted forms: lines fold, quotes and backslashes escape."""
    offsets: list[int] = []
    while index < len(raw):
        character = raw[index]
        if character in " \t\r\n":
            stop = index
            while stop < len(raw) and raw[stop] in " \t\r\n":
                stop += 1
            breaks = raw.count("\n", index, stop)
            if breaks == 0:
                offsets.extend(range(index, stop))
            else:
                offsets.extend([index] * max(1, breaks - 1))
            index = stop
        elif quote == "'" and character == "'":
            offsets.append(index)
            index += 2
        elif quote == '"' and character == "\\":
            following = raw[index + 1:index + 2]
            if following in ("\n", "\r"):
                index += 2
                while index < len(raw) and raw[index] in " \t\r\n":
                    index += 1
            else:
                offsets.append(index)
                index += 2 + _ESCAPE_DIGITS.get(following, 0)
        else:
            offsets.append(index)
            index += 1
    offsets.append(end)
    return offsets


def _block(raw: str, style: str, value: str) -> list[int]:
    """Literal and folded forms: each line loses the same indentation."""
    header = raw.find("\n")
    if header < 0:
        return [0] * (len(value) + 1)
    lines: list[tuple[int, str]] = []
    start = header + 1
    for line in raw[header + 1:].split("\n"):
        lines.append((start, line.rstrip("\r")))
        start += len(line) + 1
    indent = next((len(line) - len(line.lstrip(" ")) for _, line in lines if line.strip()), 0)
    first = value.lstrip("\n").split("\n", 1)[0]
    indent -= len(first) - len(first.lstrip(" "))
    offsets: list[int] = []
    position = 0
    for start, line in lines:
        content = line[indent:]
        if position >= len(value):
            break
        if content and value.startswith(content, position):
            offsets.extend(range(start + indent, start + indent + len(content)))
            position += len(content)
        if position < len(value) and value[position] in " \n":
            following_blank = not content and style == ">"
            if following_blank and offsets and value[position] == " ":
                continue
            offsets.append(start + len(line))
            position += 1
    while len(offsets) < len(value) + 1:
        offsets.append(offsets[-1] if offsets else 0)
    return offsets
