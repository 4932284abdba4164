"""Whatever a server of tables gets, it answers or waits: it never ends before it is asked to."""

from __future__ import annotations

import json
import random
import tempfile
import unittest
from pathlib import Path

from jacquard_gen.lsp import messages
from jacquard_gen.lsp.messages import MOST_BYTES, Fault, Reader, written

from .support import Json, Session

TABLE = "nir/alu/float.yaml"


class Bytes(unittest.TestCase):
    def test_messages_come_in_pieces(self) -> None:
        data = written({"id": 1, "method": "a"}) + written({"id": 2, "method": "b"})
        reader = Reader()
        found = [each for byte in data for each in reader.feed(bytes([byte]))]
        self.assertEqual([each["id"] for each in found], [1, 2])

    def test_what_is_no_message_is_a_fault_and_hides_no_other(self) -> None:
        good = written({"id": 1, "method": "a"})
        for data, code in ((b"Content-Length: x\r\n\r\n", messages.PARSE_ERROR),
                           (b"Content-Length: 3\r\n\r\n{]}", messages.PARSE_ERROR),
                           (b"Content-Length: 2\r\n\r\n[]", messages.INVALID_REQUEST),
                           (b"Content-Length: 2\r\n\r\n\xff\xfe", messages.PARSE_ERROR),
                           (b"x" * 9000, messages.PARSE_ERROR),
                           (b"Content-Length: 200000\r\n\r\n" + b"[" * 200000,
                            messages.PARSE_ERROR)):
            reader = Reader()
            found = reader.feed(data)
            self.assertEqual([each.code for each in found if isinstance(each, Fault)], [code])
            self.assertEqual(reader.feed(good)[-1]["id"], 1)

    def test_a_message_that_is_too_large_is_skipped(self) -> None:
        reader = Reader()
        found = reader.feed(b"Content-Length: %d\r\n\r\n" % (MOST_BYTES + 1))
        self.assertEqual(found[0].text, "a message has at most 16,777,216 bytes")
        for _ in range(MOST_BYTES >> 20):
            self.assertEqual(reader.feed(b" " * (1 << 20)), [])
        self.assertEqual(reader.feed(b" " + written({"id": 3, "method": "a"}))[0]["id"], 3)


class Order(unittest.TestCase):
    def error(self, session: Session, message: Json) -> tuple[int, str]:
        session.server.take(message)
        error = session.received[-1]["error"]
        return error["code"], error["message"]

    def test_requests_before_the_first_and_after_the_last(self) -> None:
        session = Session()
        hover = {"id": 1, "method": "textDocument/hover", "params": {}}
        self.assertEqual(self.error(session, hover)[0], messages.NOT_INITIALIZED)
        session.begun()
        self.assertEqual(self.error(session, {"id": 2, "method": "initialize"}),
                         (messages.INVALID_REQUEST, "'initialize' comes once"))
        session.ask("shutdown", None)
        self.assertEqual(self.error(session, {**hover, "id": 3}),
                         (messages.INVALID_REQUEST, "nothing but 'exit' follows 'shutdown'"))
        session.tell("exit", None)
        self.assertEqual(session.server.status, 0)

    def test_methods_and_parameters_that_are_none(self) -> None:
        session = Session().begun()
        self.assertEqual(self.error(session, {"id": 7, "method": "textDocument/moniker"}),
                         (messages.NO_METHOD, "there is no method 'textDocument/moniker'"))
        self.assertEqual(self.error(session, {"id": [], "method": "x"})[0],
                         messages.INVALID_REQUEST)
        for params in (None, [], 3, {"textDocument": 1}, {"textDocument": {"uri": None}},
                       {"textDocument": {"uri": "file:///x"}, "position": {"line": -1}}):
            code = self.error(session, {"id": 8, "method": "textDocument/hover",
                                        "params": params})[0]
            self.assertEqual(code, messages.INVALID_PARAMS, params)

    def test_changes_of_tables_that_are_not_open_are_nothing(self) -> None:
        session = Session().begun()
        before = len(session.received)
        for uri in (session.uri(TABLE), "untitled:1", "file:///etc/passwd", "file://[", 3, None):
            session.tell("textDocument/didChange", {
                "textDocument": {"uri": uri}, "contentChanges": [{"text": "x"}]})
            session.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.assertEqual(len(session.received), before)


class Texts(unittest.TestCase):
    def test_ranges_may_be_anywhere(self) -> None:
        session = Session().begun()
        session.open(TABLE)
        far = {"line": 1 << 40, "character": 1 << 40}
        for start, end in ((far, far), ({"line": 3, "character": 5}, {"line": 1, "character": 0}),
                           ({"line": -1, "character": 0}, far)):
            session.tell("textDocument/didChange", {
                "textDocument": {"uri": session.uri(TABLE)},
                "contentChanges": [{"range": {"start": start, "end": end}, "text": "?"}]})
        self.assertIsNone(session.server.status)

    def test_a_text_that_is_broken_anywhere_is_answered(self) -> None:
        session = Session().begun()
        text = session.open(TABLE)[:4000]
        chosen = random.Random(1)
        for _ in range(60):
            place = chosen.randrange(len(text))
            bad = text[:place] + chosen.choice(
                ["", "\t", "[", "{", '"', ": ", "- ", "&a", "\ud800", "\0", "|", "{W}",
                 "- " * 300]) + text[place + chosen.randrange(40):]
            session.tell("textDocument/didChange", {
                "textDocument": {"uri": session.uri(TABLE)}, "contentChanges": [{"text": bad}]})
            where = {"textDocument": {"uri": session.uri(TABLE)}, "newName": "x",
                     "position": {"line": chosen.randrange(60), "character": chosen.randrange(30)}}
            for method in ("hover", "completion", "definition", "rename", "formatting"):
                answer = session.ask(f"textDocument/{method}", where)
                code = answer.get("error", {}).get("code", messages.REQUEST_FAILED)
                self.assertEqual(code, messages.REQUEST_FAILED, answer)
        json.dumps(session.received)

    def test_a_table_that_vanishes_is_none_any_more(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            defs = Path(folder)
            table = defs / "nir" / "alu" / "float.yaml"
            table.parent.mkdir(parents=True)
            table.write_text("- op: fone\n  doc: One.\n", encoding="utf-8")
            session = Session(defs).begun()
            place = session.at(TABLE, "fone", 1)
            self.assertEqual(len(session.ask("textDocument/definition", place)["result"]), 1)
            table.unlink()
            self.assertEqual(session.ask("textDocument/definition", place)["result"], [])
            session.tell("textDocument/didOpen", {"textDocument": {
                "uri": session.uri(TABLE), "text": "- op: ftwo\n"}})
            self.assertEqual([each["code"] for each in session.faults(TABLE)][:1], ["E111"])
            session.tell("textDocument/didClose", {"textDocument": {"uri": session.uri(TABLE)}})
            self.assertEqual(session.faults(TABLE), [])


if __name__ == "__main__":
    unittest.main()
