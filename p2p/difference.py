"""What to send to the developers when two peers hold different positions: no secret is in it.

The log that it names lies beside it; with both, whoever gets them can replay the game and see who is wrong.
"""

import json
import platform
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from p2p.effects import DigestDiffers
from p2p.genesis import Genesis
from p2p.hashing import PROTOCOL_VERSION

PACKAGES: Final = ("mark-p2p", "msgpack", "cryptography", "pyzmq")


def report_difference(genesis: Genesis, notice: DigestDiffers, heads: tuple[bytes, ...]) -> bytes:
    """Give the report, as JSON; `heads` are the newest ones of this peer, the differing round's last."""
    document = {
        "game": genesis.game_id.hex(),
        "protocol": PROTOCOL_VERSION,
        "rules": genesis.rules_id,
        "rules_hash": genesis.rules_hash.hex(),
        "round": notice.round_number,
        "seat": notice.seat,
        "our_digest": notice.ours.hex(),
        "their_digest": notice.theirs.hex(),
        "heads": [head.hex() for head in heads],
        "python": platform.python_version(),
        "system": platform.platform(),
        "packages": {name: _version(name) for name in PACKAGES},
        "log": "game.mark",
    }
    return json.dumps(document, indent=2).encode() + b"\n"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
