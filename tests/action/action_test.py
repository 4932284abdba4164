"""Runs the steps of action.yml on a repository of two commits, as the host would, and reads what
comes of it: the comment, the findings, the pages, and what is posted.

Usage: action_test.py TOOL.
"""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import io
import json
import shutil
import sys
import tarfile
import tempfile
import threading
import unittest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host import EXPRESSION, ROOT, Run, action
from repository import BROKEN, COSTLY, LIT, PLAIN, Repository

TOOL = Path(sys.argv.pop()).resolve()
BEFORE = {"a/worse.frag.tgsi": PLAIN, "better.frag.tgsi": COSTLY, "broken.frag.tgsi": PLAIN,
          "gone.frag.tgsi": PLAIN, "same.frag.tgsi": PLAIN, "readme.txt": "no shader"}
AFTER = {"a/worse.frag.tgsi": COSTLY, "better.frag.tgsi": PLAIN, "broken.frag.tgsi": BROKEN,
         "gone.frag.tgsi": "", "with blank $(touch pwned).frag.tgsi": PLAIN,
         "-n.frag.tgsi": COSTLY}
HOSTILE = "'; touch pwned; \"$(touch pwned)\" `touch pwned` #"


class Posts(http.server.BaseHTTPRequestHandler):
    """The part of a host's interface that comments need."""

    comments: list[dict[str, Any]] = []
    asked: list[str] = []
    code = 200

    def answer(self, value: Any) -> None:
        content = json.dumps(value).encode()
        self.send_response(self.code)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def body(self) -> str:
        text = self.rfile.read(int(self.headers["Content-Length"]))
        return str(json.loads(text)["body"])

    def do_GET(self) -> None:  # noqa: N802 the name is the server's
        self.asked.append(f"GET {self.path}")
        self.answer(self.comments)

    def do_POST(self) -> None:  # noqa: N802
        self.asked.append(f"POST {self.path} {self.headers['Authorization']}")
        self.comments.append({"id": 7, "body": self.body()})
        self.answer({})

    def do_PATCH(self) -> None:  # noqa: N802
        self.asked.append(f"PATCH {self.path}")
        self.comments[-1]["body"] = self.body()
        self.answer({})

    def log_message(self, *words: object) -> None:
        """Says nothing."""


@contextlib.contextmanager
def host_of_comments(code: int = 200) -> Iterator[str]:
    Posts.comments, Posts.asked, Posts.code = [], [], code
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Posts) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


class Action(unittest.TestCase):
    def setUp(self) -> None:
        self.scratch = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.scratch)
        self.installation = self.scratch / "installation"
        (self.installation / "bin").mkdir(parents=True)
        (self.installation / "bin" / "jacquard").symlink_to(TOOL)
        self.repository = Repository(self.scratch / "checkout")
        self.base = self.repository.commit(BEFORE)
        self.head = self.repository.commit(AFTER)

    def run_of(self, variables: dict[str, str] | None = None, **inputs: str) -> Run:
        github = {"token": "secret", "event": {"pull_request": {
            "number": 3, "base": {"sha": self.base}}}}
        return Run(self.repository.folder, self.scratch / "run",
                   {"archive": str(self.installation), "pages": "0", **inputs}, github, variables)

    def compared(self, **inputs: str) -> Run:
        run = self.run_of(**inputs)
        for step in ("Install Jacquard", "Compare costs"):
            self.assertEqual(run.step(step), 0, run.said)
        return run

    def test_the_comment_tells_the_worst_first(self) -> None:
        run = self.compared()
        comment = Path(run.outputs()["comment"]).read_text(encoding="utf-8")
        rows = [line for line in comment.split("<details>")[0].splitlines()
                if line.startswith("| ") and "`" in line]
        told = [(row.split(" | ")[0].strip("| "), row.split("`")[1]) for row in rows]
        self.assertEqual([each for each in dict.fromkeys(told)], [
            ("**broken**", "broken.frag.tgsi"), ("**worse**", "a/worse.frag.tgsi"),
            ("new", "./-n.frag.tgsi"), ("new", "with blank $(touch pwned).frag.tgsi"),
            ("gone", "gone.frag.tgsi"), ("better", "better.frag.tgsi")], comment)
        self.assertIn("worse 4, better 2, unchanged 2, new 4, gone 2", comment)
        self.assertIn(f"Compared with {self.base[:12]} on `630`, `740`.", comment)
        self.assertIn("(https://host.invalid/someone/shaders/actions/runs/12)", comment)
        self.assertIn("there is no instruction called 'MUV'", rows[0])
        self.assertRegex(rows[2], r"line \d+ `.*(POW|SIN).*`: \+\d+ cycles")
        self.assertEqual((run.outputs()["worse"], run.outputs()["better"]), ("4", "2"))
        summary = run.files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        self.assertIn("**Shader costs:**", summary)
        self.assertNotIn("readme.txt", comment)

    def test_the_findings_are_sarif_with_files_of_the_repository(self) -> None:
        sarif = json.loads(Path(self.compared().outputs()["sarif"]).read_text(encoding="utf-8"))
        self.assertEqual(sarif["version"], "2.1.0")
        results = sarif["runs"][0]["results"]
        self.assertTrue(results)
        for result in results:
            place = result["locations"][0]["physicalLocation"]
            uri = place["artifactLocation"]["uri"].replace("%20", " ").replace("%24", "$")
            self.assertTrue((self.repository.folder / uri).is_file(), uri)
            self.assertGreater(place["region"]["startLine"], 0)

    def test_changed_shaders_have_pages(self) -> None:
        folder = Path(self.compared(pages="2").outputs()["folder"])
        pages = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.html"))
        self.assertIn("pages/a/worse.frag.tgsi.html", pages)
        self.assertLessEqual(len(pages), 2)

    def test_the_job_fails_where_something_is_worse_unless_it_shall_not(self) -> None:
        run = self.compared()
        self.assertEqual(run.step("Judge"), 1)
        self.assertIn("::error::shaders cost more", run.said)
        run = self.compared(fail="false")
        self.assertEqual(run.step("Judge"), 0)
        self.repository.commit({"a/worse.frag.tgsi": PLAIN, "broken.frag.tgsi": PLAIN})
        run = self.compared()
        self.assertEqual(run.step("Judge"), 0, run.said)
        run = self.compared(strict="true")  # some are new
        self.assertEqual(run.step("Judge"), 1)

    def test_growth_within_the_threshold_is_not_worse(self) -> None:
        more = LIT.format(middle="  5: MAX TEMP[0], TEMP[0], IN[0].xxxx\n")
        self.repository.commit({"a/worse.frag.tgsi": more, "broken.frag.tgsi": PLAIN})
        self.assertEqual(self.compared().outputs()["worse"], "2")
        run = self.compared(threshold="1000")
        self.assertEqual(run.outputs()["worse"], "0")
        self.assertEqual(run.step("Judge"), 0)

    def test_one_comment_is_posted_and_then_changed(self) -> None:
        with host_of_comments() as address:
            run = self.compared()
            run.variables["GITHUB_API_URL"] = address
            self.assertEqual(run.step("Comment on the pull request"), 0, run.said)
            self.repository.commit({"broken.frag.tgsi": PLAIN})
            run = self.compared()
            run.variables["GITHUB_API_URL"] = address
            self.assertEqual(run.step("Comment on the pull request"), 0, run.said)
        comments = "/repos/someone/shaders/issues/3/comments"
        self.assertEqual(Posts.asked, [
            f"GET {comments}?per_page=100&page=1", f"POST {comments} Bearer secret",
            f"GET {comments}?per_page=100&page=1",
            "PATCH /repos/someone/shaders/issues/comments/7"])
        self.assertEqual(len(Posts.comments), 1)
        self.assertNotIn("broken", Posts.comments[0]["body"])
        self.assertLess(len(Posts.comments[0]["body"]), 65536)

    def test_a_comment_that_may_not_be_posted_is_said(self) -> None:
        with host_of_comments(code=403) as address:
            run = self.compared()
            run.variables["GITHUB_API_URL"] = address
            self.assertEqual(run.step("Comment on the pull request"), 1)
        self.assertIn("needs the permission 'pull-requests: write'", run.said)

    def test_no_input_is_read_as_a_command(self) -> None:
        for step in action()["runs"]["steps"]:
            self.assertIsNone(EXPRESSION.search(step.get("run", "")), step["name"])
        for name in action()["inputs"]:
            run = self.run_of(**{name: HOSTILE})
            for step in ("Install Jacquard", "Compare costs", "Judge"):
                run.step(step)
        self.assertEqual([*self.scratch.glob("**/pwned"), *ROOT.glob("pwned")], [])

    def test_every_input_reaches_a_step(self) -> None:
        used = {name for step in action()["runs"]["steps"]
                for text in [*step.get("env", {}).values(), step.get("if", "")]
                for name in action()["inputs"] if f"inputs.{name}" in str(text)}
        self.assertEqual(used, set(action()["inputs"]))

    def test_a_repository_without_shaders_at_the_base_has_nothing_to_compare(self) -> None:
        self.repository.git("checkout", "--quiet", "--orphan", "empty")
        self.repository.git("rm", "-r", "--quiet", "--cached", ".")
        shutil.rmtree(self.repository.folder / "a")
        self.repository.write("readme.txt", "nothing")
        self.repository.git("add", "readme.txt")
        self.repository.git("commit", "--quiet", "--message", "nothing")
        self.base = self.repository.git("rev-parse", "HEAD")
        self.repository.commit({"first.frag.tgsi": PLAIN})
        run = self.compared(files="first*")
        comment = Path(run.outputs()["comment"]).read_text(encoding="utf-8")
        self.assertIn("nothing to compare: of the shaders that are looked for, 0 were there, "
                      "and 1 are", comment)
        self.assertEqual(run.step("Judge"), 0)

    def test_links_are_not_followed(self) -> None:
        secret = self.scratch / "secret.frag.tgsi"
        secret.write_text("FRAG\nsecret word\n", encoding="utf-8")
        (self.repository.folder / "link.frag.tgsi").symlink_to(secret)
        self.repository.commit({})
        run = self.compared()
        self.assertNotIn("secret", Path(run.outputs()["comment"]).read_text(encoding="utf-8"))

    def test_a_base_that_the_checkout_lacks_is_fetched(self) -> None:
        origin = self.repository
        origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
        shallow = self.scratch / "shallow"
        origin.git("clone", "--quiet", "--depth=1", f"file://{origin.folder}", str(shallow))
        self.repository.folder = shallow
        run = self.compared()
        self.assertEqual(run.outputs()["worse"], "4")

    def test_what_cannot_be_done_is_said(self) -> None:
        for inputs, said in (
                ({"archive": "/nonexistent.tar.gz"}, "there is no archive '/nonexistent.tar.gz'"),
                ({"archive": "", "version": "1; rm"}, "'1; rm' is no version, such as 0.1.0"),
                ({"archive": ""}, "this action is of no repository that has releases"),
                ({"archive": str(self.repository.folder)}, "there is no bin/jacquard below")):
            run = self.run_of(**inputs)
            self.assertEqual(run.step("Install Jacquard"), 1)
            self.assertIn(f"::error::{said}", run.said)
        for inputs, said in (
                ({"parts": "63O"}, "jacquard cost ended with 2: jacquard: unknown part '63O'"),
                ({"base": "nobody"}, "git fetch failed"),
                ({"base": "--upload-pack=x"}, "'--upload-pack=x' is no revision"),
                ({"base": "0" * 40}, "there is nothing to compare with"),
                ({"strict": "yes"}, "INPUT_STRICT is 'true' or 'false', not 'yes'")):
            run = self.run_of(**inputs)
            self.assertEqual(run.step("Install Jacquard"), 0, run.said)
            self.assertEqual(run.step("Compare costs"), 1)
            self.assertIn(said, run.said)

    def test_archives_are_checked_before_they_are_used(self) -> None:
        archive = self.scratch / "jacquard.tar"
        with tarfile.open(archive, "w") as packed:
            packed.add(TOOL, "jacquard-1/bin/jacquard")
        wrong = self.run_of(archive=str(archive), sha256="0" * 64)
        self.assertEqual(wrong.step("Install Jacquard"), 1)
        self.assertIn("has the checksum", wrong.said)
        right = self.run_of(archive=str(archive),
                            sha256=hashlib.sha256(archive.read_bytes()).hexdigest())
        self.assertEqual(right.step("Install Jacquard"), 0, right.said)
        self.assertIn("jacquard ", right.said)
        path = right.files["GITHUB_PATH"].read_text(encoding="utf-8").strip()
        self.assertTrue((Path(path) / "jacquard").is_file())
        for name, link in (("../outside", ""), ("/outside", ""), ("a/link", "../../outside")):
            with tarfile.open(archive, "w") as packed:
                entry = tarfile.TarInfo(name)
                if link:
                    entry.type, entry.linkname = tarfile.SYMTYPE, link
                packed.addfile(entry, io.BytesIO())
            run = self.run_of(archive=str(archive))
            self.assertEqual(run.step("Install Jacquard"), 1)
            self.assertIn("does not belong there", run.said)


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("skipped: there is no git (Debian: git)")
        sys.exit(77)
    unittest.main()
