"""Where the program stands in speed: ours, a peer's and the floor, side by side in one run."""

import hashlib  # noqa: F401 - before p2p, as whoever hashes a lot (see `p2p.hashing`)
