"""Repositories of shaders for tests, made by git."""

from __future__ import annotations

import subprocess
from pathlib import Path

LIT = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL TEMP[0]
  0: MUL TEMP[0], IN[0], IN[0].wwww
{middle}  9: MOV OUT[0], TEMP[0]
 10: END
"""
PLAIN = LIT.format(middle="")
COSTLY = LIT.format(middle="  5: POW TEMP[0].x, TEMP[0].xxxx, IN[0].yyyy\n"
                           "  6: SIN TEMP[0].y, TEMP[0].yyyy\n")
BROKEN = PLAIN.replace("MUL", "MUV")


class Repository:
    """A repository in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *words: str) -> str:
        answer = subprocess.run(
            ["git", "-c", "user.name=A", "-c", "user.email=a@example.invalid",
             "-c", "protocol.file.allow=always", *words],
            cwd=self.folder, check=True, capture_output=True, text=True)
        return answer.stdout.strip()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def commit(self, files: dict[str, str]) -> str:
        """Commits the files, of which an empty text removes one. Returns the commit."""
        for name, text in files.items():
            if text:
                self.write(name, text)
            else:
                (self.folder / name).unlink()
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")
        return self.git("rev-parse", "HEAD")
