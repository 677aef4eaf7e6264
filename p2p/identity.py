"""Who this computer's player is: one Ed25519 key to sign with and one CURVE key to connect with."""

from typing import Final

from p2p.entropy import Entropy
from p2p.keys import SigningKey

SECRET_BYTES: Final = 64


class Identity:
    """The two keys made from 64 secret bytes: the Ed25519 seed, then the CURVE secret."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(len(secret))
        self.key: Final = SigningKey(secret[:32])
        self.curve_secret: Final = secret[32:]


def draw_secret(entropy: Entropy) -> bytes:
    """Give the 64 secret bytes of a new identity."""
    return entropy("identity signing key") + entropy("identity curve key")
