"""Messages about watching: both ways, and nothing else passes (protocol.md, chapter 20)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.encoding import Value, encode
from p2p.messages import MessageRefused, MessageUnknown, decode_message
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    WatchMessage,
    WatchReason,
    WatchRefused,
    decode_watch_message,
    encode_watch_message,
    is_watch_message,
)
from tests.p2p.gamebuilder import GameBuilder
from tests.p2p.protocol_strategies import arrays, mutations
from tests.p2p.watching import WATCHER, Hall, Server

LACKING = Lacking(b"t" * 8, 3, b"h" * 32, 2, 1, 2, 3, 4, b"e" * 8)
MESSAGES: tuple[WatchMessage, ...] = (
    Watch(1, b"t" * 16),
    WatchRefused(1, WatchReason.FULL),
    Admitted(b"genesis"),
    LACKING,
)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_comes_back_as_it_went(message: WatchMessage) -> None:
    data = encode_watch_message(message)
    assert is_watch_message(data)
    assert decode_watch_message(data) == message


@pytest.mark.parametrize("message", MESSAGES)
def test_no_byte_less_or_more_is_a_message(message: WatchMessage) -> None:
    """Clause 2.3."""
    data = encode_watch_message(message)
    for wrong in (*(data[:size] for size in range(len(data))), data + b"\0"):
        with pytest.raises(MessageRefused):
            decode_watch_message(wrong)


@pytest.mark.parametrize(
    "value",
    [
        (9, 1, b"t" * 15),
        (9, 2**16, b"t" * 16),
        (9, 1),
        (10, 1, len(WatchReason)),
        (10, 1, b""),
        (11, "genesis"),
        (11, b"", b""),
        (12, b"t" * 7, 3, b"h" * 32, 2, 1, 2, 3, 4, b"e" * 8),
        (12, b"t" * 8, 3, b"h" * 32, 2, 16, 2, 3, 4, b"e" * 8),
        (12, b"t" * 8, 3, b"h" * 32, 2, 1, 2, 3, 256, b"e" * 8),
        (12, b"t" * 8, 3, b"h" * 32, 2, 1, 2, 3, 4),
        (13, b""),
        (),
        (b"",),
    ],
)
def test_fields_out_of_form_are_refused(value: tuple[Value, ...]) -> None:
    """Clause 20.2."""
    with pytest.raises(MessageRefused):
        decode_watch_message(encode(value))


def test_version_and_reason_keep_their_places_in_later_versions() -> None:
    """Clause 20.2: so that those who have different versions can say so."""
    assert decode_watch_message(encode((9, 7, b"t" * 16, "new"))) == Watch(7, b"t" * 16)
    assert decode_watch_message(encode((10, 7, 4, "new"))) == WatchRefused(7, WatchReason.VERSION)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_session_takes_none_of_them(message: WatchMessage) -> None:
    """Clause 20.1: nothing that is said about watching reaches a session."""
    data = encode_watch_message(message)
    with pytest.raises(MessageRefused):
        decode_message(b"t" * 8, data)
    if isinstance(message, Lacking):
        with pytest.raises(MessageUnknown):
            decode_message(message.tag, data)


def _noise() -> st.SearchStrategy[bytes]:
    """Give bytes, arrays that begin like a message about watching, and messages with a few bytes changed."""
    built = st.tuples(st.integers(0, 23), st.lists(arrays(2), max_size=10))
    true = st.sampled_from(MESSAGES).map(encode_watch_message).flatmap(mutations)
    return st.one_of(st.binary(max_size=300), built.map(lambda one: encode((one[0], *one[1]))), true)


@given(st.lists(_noise(), max_size=20))
def test_whatever_comes_no_error_leaves_either_side(noise: list[bytes]) -> None:
    """Clause 20.2: and a peer holds what it held."""
    builder = GameBuilder(2)
    builder.play(3)
    server = Server(builder, 0)
    hall = Hall(server)
    hall.run()
    before = (server.ledger.tip.head, server.ledger.settled, list(server.ledger.heard.all(2)))
    for data in noise:
        server.gallery.receive(WATCHER, data, hall.now)
        server.gallery.receive(b"s" * 32, data, hall.now)
        hall.spectator.receive(server.key, data, hall.now)
    hall.run(2.0)
    assert (server.ledger.tip.head, server.ledger.settled, list(server.ledger.heard.all(2))) == before
