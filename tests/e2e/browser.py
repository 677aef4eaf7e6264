"""A real Chromium without a window and without a network, asked through its command line alone."""

import os
import shutil
import struct
import subprocess
import zlib
from pathlib import Path
from typing import Final, NamedTuple

CHROMIUM: Final = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
PATIENCE: Final = 120
"""Seconds that no page here needs."""
_FLAGS: Final = (
    "--headless",
    "--no-sandbox",  # root has none, and the page is our own
    "--disable-gpu",
    "--hide-scrollbars",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--enable-logging=stderr",
    "--virtual-time-budget=5000",  # milliseconds that pass at once
)


class Shot(NamedTuple):
    """A picture: width and height in pixels, the colour of its corner, and how many of its lines differ."""

    width: int
    height: int
    corner: str
    lines: int


class Browser:
    """Chromium with its files in a folder of its own; `said` are the lines that pages have logged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.said: list[str] = []

    def dom(self, page: Path, *, width: int = 1280, dark: bool = False) -> str:
        """Give the document as it is once the page is loaded."""
        return self._run(page, "--dump-dom", f"--window-size={width},900", _scheme(dark))

    def shoot(self, page: Path, width: int, height: int, *, dark: bool = False) -> Shot:
        """Give what the top of the page looks like."""
        target = self._folder / "shot.png"
        target.unlink(missing_ok=True)
        self._run(page, f"--screenshot={target}", f"--window-size={width},{height}", _scheme(dark))
        return read_png(target.read_bytes())

    def print_pages(self, page: Path) -> int:
        """Print the page and give the number of sheets."""
        target = self._folder / "page.pdf"
        target.unlink(missing_ok=True)
        self._run(page, f"--print-to-pdf={target}", "--no-pdf-header-footer")
        data = target.read_bytes()
        assert data.startswith(b"%PDF-")
        return data.count(b"/Type /Page\n")

    def _run(self, page: Path, *options: str) -> str:
        assert CHROMIUM is not None
        run = subprocess.run(
            [
                *_alone(),
                CHROMIUM,
                *_FLAGS,
                f"--user-data-dir={self._folder / 'profile'}",
                *options,
                page.as_uri(),
            ],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=PATIENCE,
            check=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
            | {"HOME": str(self._folder)},  # where it keeps whatever else it keeps
        )
        self.said += [line for line in run.stderr.splitlines() if "CONSOLE" in line and "file://" in line]
        return run.stdout


def _alone() -> tuple[str, ...]:
    """Give what runs a command where there is no network at all, if this user may."""
    return ("unshare", "--net") if os.geteuid() == 0 and shutil.which("unshare") else ()


def _scheme(dark: bool) -> str:
    return f"--blink-settings=preferredColorScheme={0 if dark else 1}"


def read_png(data: bytes) -> Shot:
    """Read as much of a picture of 8-bit colours as tells it apart from another."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert depth == 8
    pixel = {2: 3, 6: 4}[kind]
    packed, at = b"", 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    raw, line = zlib.decompress(packed), 1 + width * pixel
    lines = {raw[start : start + line] for start in range(0, len(raw), line)}
    return Shot(width, height, f"#{raw[1:4].hex()}", len(lines))  # no filter changes the first pixel
