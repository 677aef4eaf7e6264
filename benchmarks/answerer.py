"""The other end of the floor of settling: `python3 -m benchmarks.answerer FILE PUBLIC-KEY`, the key as hex.

It prints its port and its CURVE key, and then to each message, a signature and what it covers, it does what
nobody can do without: verify it, append it to the file, fsync, answer.
"""

import os
import sys
from threading import Thread

import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SIGNATURE_BYTES = 64
ANSWER_BYTES = 120
"""About what a status has."""


def serve(path: str, key: bytes) -> None:
    public = Ed25519PublicKey.from_public_bytes(key)
    curve_public, curve_secret = zmq.curve_keypair()
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    with zmq.Context() as context, context.socket(zmq.ROUTER) as router:
        router.setsockopt(zmq.CURVE_SERVER, 1)
        router.setsockopt(zmq.CURVE_SECRETKEY, curve_secret)
        port = router.bind_to_random_port("tcp://127.0.0.1")
        print(port, curve_public.decode(), flush=True)
        while True:
            route, message = router.recv_multipart()
            public.verify(message[:SIGNATURE_BYTES], message[SIGNATURE_BYTES:])
            os.write(file, message)
            os.fsync(file)
            router.send_multipart([route, bytes(ANSWER_BYTES)])


def leave_with_the_speaker() -> None:
    """End this process once its input has ended, whatever it waits for."""
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    Thread(target=leave_with_the_speaker, daemon=True).start()
    serve(sys.argv[1], bytes.fromhex(sys.argv[2]))
