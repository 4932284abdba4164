"""Messages between two processes: lines of JSON, both ways at once."""

from __future__ import annotations

import json
import select
import socket
from typing import Any

_PIECE = 1 << 16


class Channel:
    """One end. Whoever sends takes what comes meanwhile, since the other side may be sending as
    well, and would else wait for ever for somebody who reads."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._received = b""

    @property
    def has_message(self) -> bool:
        """Returns true if `receive` gives messages without anything more that comes."""
        return b"\n" in self._received

    def send(self, message: dict[str, Any]) -> bool:
        """Returns false where the other side is no more."""
        data = memoryview(json.dumps(message).encode("ascii") + b"\n")
        try:
            while data:
                readable, writable, _ = select.select([self.connection], [self.connection], [])
                if readable and not self._take():
                    return False
                if writable:
                    data = data[self._send_some(data):]
        except OSError:
            return False
        return True

    def _send_some(self, data: memoryview) -> int:
        try:
            return self.connection.send(data[:_PIECE], socket.MSG_DONTWAIT)
        except BlockingIOError:
            return 0

    def receive(self) -> list[dict[str, Any]] | None:
        """The messages that came; None once the other side is no more. Waits where there is
        nothing yet."""
        try:
            if not self.has_message and not self._take():
                return None
        except OSError:
            return None
        *lines, self._received = self._received.split(b"\n")
        return [json.loads(line) for line in lines]

    def _take(self) -> bool:
        piece = self.connection.recv(_PIECE)
        self._received += piece
        return bool(piece)
