"""`python3 -m benchmarks`: see `benchmarks.command`, which takes a while to import what it measures."""

import os
import signal
from typing import NoReturn


def leave(_number: int, _frame: object) -> NoReturn:
    """Stop before anything has begun: an import that is broken off could say anything of it."""
    os.write(1, b"Stopped.\n")
    os._exit(128 + signal.SIGINT)


if __name__ == "__main__":
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, leave)
    from benchmarks.command import run

    run()
