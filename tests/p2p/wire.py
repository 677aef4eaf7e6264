"""A transport that goes nowhere, for peers whose every message is in the test's hand."""

from collections.abc import Sequence


class Wire:
    """Stands for a transport and remembers what it was asked."""

    def __init__(self, key: bytes) -> None:
        self.public_key = key
        self.called: list[tuple[bytes, list[tuple[str, int]]]] = []
        self.sent: list[tuple[bytes, bytes]] = []
        self.replied: list[tuple[bytes, bytes]] = []
        self.forgotten: list[bytes] = []

    def connect(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        self.called.append((peer, list(endpoints)))

    def connect_also(self, peer: bytes, endpoints: Sequence[tuple[str, int]]) -> None:
        self.connect(peer, endpoints)

    def reconnect(self, peer: bytes) -> None:
        pass

    def forget(self, peer: bytes) -> None:
        self.forgotten.append(peer)

    def send(self, peer: bytes, data: bytes) -> bool:
        self.sent.append((peer, data))
        return True

    def reply(self, peer: bytes, data: bytes) -> bool:
        self.replied.append((peer, data))
        return True

    def close(self) -> None:
        pass
