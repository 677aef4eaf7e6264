"""The real command on its full screen, which tells when its client hears that a round of its game is settled.

`python3 -m benchmarks.screen_peer FD ARGUMENT...` runs `mark ARGUMENT...` and writes a line to the file
descriptor FD for each settled round: its number, and the time of the monotonic clock.
"""

import os
import sys
import time
from unittest.mock import patch

from cli.main import run
from cli.screen.table_screen import TableScreen
from p2p.effects import Settled
from p2p.peer import PeerNotice


def main(descriptor: int) -> None:
    hear = TableScreen.hear

    def heard(table: TableScreen, notice: PeerNotice) -> None:
        if isinstance(notice, Settled):
            os.write(descriptor, f"{notice.round_number} {time.monotonic()}\n".encode())
        hear(table, notice)

    with patch.object(TableScreen, "hear", heard):
        run()


if __name__ == "__main__":
    main(int(sys.argv.pop(1)))
