"""Channels between the server of tables and its checker: no side ever waits for the other's end."""

from __future__ import annotations

import socket
import threading
import unittest

from jacquard_gen.lsp.channel import Channel

LONG = {"text": "x" * 3_000_000}


class Channels(unittest.TestCase):
    def setUp(self) -> None:
        one, other = socket.socketpair()
        self.addCleanup(one.close)
        self.addCleanup(other.close)
        self.one, self.other = Channel(one), Channel(other)

    def test_both_sides_may_send_more_than_fits_between_them(self) -> None:
        found: list[list[dict[str, str]]] = []

        def exchange(channel: Channel) -> None:
            self.assertTrue(channel.send(LONG))
            received: list[dict[str, str]] = []
            while not received:
                received = channel.receive() or []
            found.append(received)

        sides = [threading.Thread(target=exchange, args=(channel,), daemon=True)
                 for channel in (self.one, self.other)]
        for side in sides:
            side.start()
        for side in sides:
            side.join(60)
        self.assertEqual(found, [[LONG], [LONG]], "a side waits for ever")

    def test_what_came_while_sending_is_not_lost(self) -> None:
        self.assertTrue(self.other.send({"number": 1}))
        self.assertTrue(self.one.send({"number": 2}))
        self.assertTrue(self.one.has_message)
        self.assertEqual(self.one.receive(), [{"number": 1}])
        self.assertFalse(self.one.has_message)

    def test_the_end_of_the_other_side_is_told(self) -> None:
        self.other.connection.close()
        self.assertFalse(self.one.send(LONG))
        self.assertIsNone(self.one.receive())


if __name__ == "__main__":
    unittest.main()
