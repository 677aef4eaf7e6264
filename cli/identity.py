"""The keys by which others know this computer: made at the first use, shown by `mark id`."""

from argparse import Namespace
from pathlib import Path

from cli.folders import data_folder, identity_path
from cli.words import _
from p2p.entropy import Entropy, system_entropy
from p2p.identity import Identity, draw_secret
from p2p.identity_file import create_identity_secret, load_identity_secret
from p2p.keywords import key_words
from p2p.store_errors import StoreExists, StoreMissing


class NoIdentity(Exception):
    """There is no identity in {folder}, so that no seat of a game can be this computer's."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder


def find_identity(data: Path) -> Identity:
    """Give the identity kept in the folder `data`; raises `NoIdentity`, or the `StoreError` of its file."""
    try:
        return Identity(load_identity_secret(identity_path(data)))
    except StoreMissing as error:
        raise NoIdentity(data) from error


def load_identity(data: Path, entropy: Entropy) -> Identity:
    """Give the identity kept in the folder `data`, made from `entropy` if there is none yet.

    Raises the `StoreError` of a file that can be neither read nor made.
    """
    path = identity_path(data)
    try:
        secret = load_identity_secret(path)
    except StoreMissing:
        secret = _create(path, draw_secret(entropy))
    return Identity(secret)


def _create(path: Path, secret: bytes) -> bytes:
    try:
        create_identity_secret(path, secret)
    except StoreExists:  # another program has just been faster
        return load_identity_secret(path)
    return secret


def run(args: Namespace) -> int:
    """Print the public key in hexadecimal and in words, and the file that holds the secret."""
    data = data_folder(args.data)
    public = load_identity(data, system_entropy).key.public
    print(_("key    {key}").format(key=public.hex()))
    print(_("words  {words}").format(words=" ".join(key_words(public))))
    print(_("file   {path}").format(path=identity_path(data)))
    return 0
