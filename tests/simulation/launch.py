"""How a process of a simulated machine begins: as `p2p.table` resumes a game, on what its world gives it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from p2p.address_book import load_book
from p2p.aside import Aside
from p2p.gallery import Gallery, WatchPolicy
from p2p.peer import Peer
from p2p.session import Session
from p2p.store import GameStore
from p2p.stored import read_game
from tests.simulation.files import Unsynced
from tests.simulation.loop import Loop, running
from tests.simulation.stores import FileStore, RecordStore, open_files
from tests.simulation.wire import Wire

if TYPE_CHECKING:
    from tests.simulation.computer import Computer

PORT = 5000


@dataclass(frozen=True)
class Process:
    """One run of the program."""

    store: FileStore | RecordStore
    session: Session
    loop: Loop
    wire: Wire
    peer: Peer


def launch(machine: "Computer") -> Process:
    """Begin from what is on the disk. Raises the store's errors.

    What is beside the log, addresses and chat, takes files.
    """
    world, seat, now, folder = machine.world, machine.seat, machine.now, machine.folder
    store = _open(machine)
    try:
        session = Session(
            read_game(machine.disk.log, machine.disk.journal), machine.key, machine.entropy(), now
        )
        loop, wire = Loop(machine), Wire(machine)
        book, aside = dict(world.book), None
        if folder is not None:
            book = load_book(folder) or book
            book[seat] = ((world.address(seat),), PORT)
            disk = machine.files or Unsynced()
            aside = Aside(world.genesis, seat, machine.key, folder, wire, book, now, disk)
        gallery = Gallery(WatchPolicy.ANYBODY, machine.entropy()("gallery"), now)
        with running(loop):
            peer = Peer(session, cast("GameStore", store), wire, book, None, aside, gallery)
    except BaseException:
        store.drop()
        raise
    return Process(store, session, loop, wire, peer)


def _open(machine: "Computer") -> FileStore | RecordStore:
    if machine.files is None:
        machine.disk.sync_log()
        machine.disk.sync_journal()
        return RecordStore(machine.disk, machine.faults)
    store, repairs = open_files(machine.files.folder, machine.files)
    machine.repairs += repairs
    return store
