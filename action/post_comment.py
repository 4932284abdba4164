"""Posts the comment on the pull request, or changes the one that an earlier run posted."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from typing import Any

import compare_costs
import settings
from settings import StepError

PAGE_SIZE = 100
MOST_PAGES = 20
TIMEOUT_SECONDS = 60


def ask(method: str, address: str, body: dict[str, str] | None = None) -> Any:
    request = urllib.request.Request(
        address, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {settings.text('INPUT_TOKEN')}",
                 "Accept": "application/vnd.github+json", "Content-Type": "application/json",
                 "User-Agent": "jacquard"})
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as fault:
        hint = ""
        if fault.code in (401, 403, 404):
            hint = ("; the job needs the permission 'pull-requests: write', which runs for forks "
                    "lack")
        raise StepError(f"the comment was not posted: {fault.code} {fault.reason}{hint}") from fault
    except (urllib.error.URLError, OSError, ValueError) as fault:
        raise StepError(f"the comment was not posted: {fault}") from fault


def earlier_comment(comments: str) -> int | None:
    """The number of our comment, where there is one."""
    for page in range(1, MOST_PAGES + 1):
        found = ask("GET", f"{comments}?per_page={PAGE_SIZE}&page={page}")
        for comment in found:
            if str(comment.get("body", "")).startswith(compare_costs.MARK):
                return int(comment["id"])
        if len(found) < PAGE_SIZE:
            break
    return None


def run() -> int:
    number, repository = settings.text("PULL_REQUEST"), settings.text("GITHUB_REPOSITORY")
    if not re.fullmatch(r"[0-9]+", number) or not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise StepError("this run is of no pull request")
    api = settings.text("GITHUB_API_URL") or "https://api.github.com"
    issues = f"{api}/repos/{repository}/issues"
    body = {"body": (settings.results() / "comment.md").read_text(encoding="utf-8")}
    earlier = earlier_comment(f"{issues}/{number}/comments")
    if earlier is None:
        ask("POST", f"{issues}/{number}/comments", body)
    else:
        ask("PATCH", f"{issues}/comments/{earlier}", body)
    print("the comment was " + ("posted" if earlier is None else "changed"))
    return 0
