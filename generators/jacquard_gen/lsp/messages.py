"""Messages of the Language Server Protocol: JSON behind a header that says how long it is."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

MOST_BYTES = 16 << 20
_MOST_HEADER = 8 << 10
_LENGTH = re.compile(rb"(?:^|\r\n)content-length:[ \t]*([0-9]{1,12})[ \t]*(?:\r\n|$)",
                     re.IGNORECASE)

PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL_ERROR = \
    -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, REQUEST_FAILED = -32002, -32803


class Fault(NamedTuple):
    """A message that is none, with the code of its error."""

    code: int
    text: str


class Reader:
    """Cuts bytes as they come into messages; what is none becomes a fault."""

    def __init__(self) -> None:
        self._data = b""
        self._skip = 0

    def feed(self, data: bytes) -> list[Any]:
        """The messages, and faults, that are whole with these bytes."""
        self._data += data
        found: list[Any] = []
        while True:
            if self._skip:
                cut = min(self._skip, len(self._data))
                self._data, self._skip = self._data[cut:], self._skip - cut
            end = self._data.find(b"\r\n\r\n")
            if self._skip or end < 0:
                if len(self._data) > _MOST_HEADER:
                    self._data = b""
                    found.append(Fault(PARSE_ERROR, "the header of a message does not end"))
                return found
            length = _LENGTH.search(self._data[:end])
            if length is None:
                self._data = self._data[end + 4:]
                found.append(Fault(PARSE_ERROR, "the header of a message has no Content-Length"))
                continue
            size = int(length.group(1))
            if size > MOST_BYTES:
                self._data, self._skip = self._data[end + 4:], size
                found.append(Fault(PARSE_ERROR, f"a message has at most {MOST_BYTES:,} bytes"))
                continue
            if len(self._data) < end + 4 + size:
                return found
            found.append(_parsed(self._data[end + 4:end + 4 + size]))
            self._data = self._data[end + 4 + size:]


def _parsed(data: bytes) -> Any:
    try:
        message = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        return Fault(PARSE_ERROR, f"the message is no JSON: {error}")
    if not isinstance(message, dict):
        return Fault(INVALID_REQUEST, "a message is an object")
    return message


def written(message: dict[str, Any]) -> bytes:
    # A text may have half a character of UTF-16, which escapes keep.
    data = json.dumps({"jsonrpc": "2.0", **message}).encode("ascii")
    return b"Content-Length: %d\r\n\r\n" % len(data) + data
