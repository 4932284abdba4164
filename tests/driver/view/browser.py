"""A headless Chromium that is spoken to through its DevTools protocol over a pair of pipes.

Nothing but Python's own library is needed. `find_chromium()` is None where no browser is installed.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
TIMEOUT_SECONDS = 60


class BrowserError(Exception):
    """The browser, or a script in the page, failed."""


def find_chromium() -> str | None:
    found = [path for name in NAMES if (path := shutil.which(name))]
    return found[0] if found else None


class Browser:
    """One page of one browser; a context that ends it."""

    def __init__(self, program: str, width: int = 1600, height: int = 950) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="jacquard-browser-",
                                                   ignore_cleanup_errors=True)
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", f'exec "$@" 3<&{to_browser} 4>&{from_browser}', "sh",
             program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--window-size={width},{height}",
             f"--user-data-dir={self._folder.name}", "about:blank"],
            pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._next = 0
        self._session: str | None = None
        self.exceptions: list[str] = []  # scripts that failed, and requests that were made
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target,
                                  flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._folder.cleanup()

    def call(self, method: str, **parameters: Any) -> Any:
        """Calls a method of the protocol and returns its answer."""
        self._next += 1
        number = self._next
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)

    def _receive(self) -> Any:
        end = time.monotonic() + TIMEOUT_SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(self._in, 1 << 20) if ready else b""
            if not piece:
                raise BrowserError("the browser does not answer")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, event: Any) -> None:
        if event.get("method") == "Runtime.exceptionThrown":
            self.exceptions.append(str(event["params"]["exceptionDetails"]))
        elif event.get("method") == "Log.entryAdded":
            self.exceptions.append(str(event["params"]["entry"].get("text")))
        elif event.get("method") == "Network.requestWillBeSent":
            url = event["params"]["request"]["url"]
            if not url.startswith("file:"):
                self.exceptions.append(f"request of {url}")

    def resize(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def open(self, path: Path) -> float:
        """Opens a page that sets data-ready; milliseconds until it is drawn, by its clock."""
        self.call("Page.navigate", url=path.resolve().as_uri())
        end = time.monotonic() + TIMEOUT_SECONDS
        while self.value("document.documentElement?.dataset.ready ?? ''") != "yes":
            if time.monotonic() > end:
                raise BrowserError(f"{path} does not become ready: {self.exceptions}")
            time.sleep(0.02)
        return self.drawn()

    def drawn(self) -> float:
        """Waits until the window is drawn anew; the page's clock in milliseconds."""
        return float(self.value(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
            "() => done(performance.now()))))"))

    def value(self, expression: str) -> Any:
        """Returns the value of a JavaScript expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise BrowserError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of the part of an element that is in the window."""
        found = self.value(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "if (!e) return null; const r = e.getBoundingClientRect();"
            "return [(Math.max(r.left, 0) + Math.min(r.right, innerWidth)) / 2,"
            "(Math.max(r.top, 0) + Math.min(r.bottom, innerHeight)) / 2]; })()")
        if found is None:
            raise BrowserError(f"there is no element {selector}")
        return float(found[0]), float(found[1])

    def point(self, selector: str) -> None:
        x, y = self.place(selector)
        self.point_at(x, y)

    def point_at(self, x: float, y: float) -> None:
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector: str) -> None:
        x, y = self.place(selector)
        self.click_at(x, y)

    def click_at(self, x: float, y: float) -> None:
        self.point_at(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        """A key by its name: "j", "Enter", "ArrowDown"."""
        codes = {"Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37,
                 "ArrowRight": 39, "Tab": 9}
        text = key if len(key) == 1 else "\r" if key == "Enter" else ""
        event = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text,
                  **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def write(self, text: str) -> None:
        self.call("Input.insertText", text=text)

    def prefer(self, scheme: str) -> None:
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.drawn()

    def picture(self, path: Path) -> None:
        import base64
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))
