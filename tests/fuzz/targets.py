"""What is fuzzed: each decoder with sound input to begin from, and with what must hold for any other.

A decoder may give a value or raise the errors that it names, nothing else. What it gives says the same when
it is encoded and decoded again; where a decoder takes but one form, the very bytes come back.
"""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from cli.export.notation import NotationWriter
from cli.export.notation_reader import NotationRefused, read_notation
from core.errors import RulesetError
from core.ruleset import Ruleset
from core.rulesfile import parse_ruleset
from p2p.address_statement import decode_addresses, encode_addresses
from p2p.advert import AdvertRefused, read_advert, write_properties
from p2p.awaited import events_of, read_awaited
from p2p.chat_line import decode_chat, decode_line, encode_chat, encode_line
from p2p.encoding import EncodingRefused, decode, encode
from p2p.event import EventKind, EventRefused, decode_payload, encode_payload
from p2p.frames import (
    CHAT_MAGIC,
    EVIDENCE_MAGIC,
    IDENTITY_MAGIC,
    JOURNAL_MAGIC,
    LOG_MAGIC,
    frame,
    header,
    scan,
)
from p2p.genesis import GenesisRefused, VersionUnknown, make_genesis, read_genesis
from p2p.invite import InviteRefused, format_invite, parse_invite
from p2p.journal_records import (
    EventRecord,
    LastRecord,
    LeftRecord,
    Opening,
    OpeningRecord,
    RefusedRecord,
    SeedRecord,
    SettledRecord,
    ShownRecord,
    encode_journal_record,
    read_journal_record,
)
from p2p.lobby_messages import decode_lobby_message, encode_lobby_message
from p2p.log import Log
from p2p.messages import MAX_MESSAGE_BYTES, MessageRefused, decode_message, encode_message
from p2p.records import ProofRecord, RecordRefused, RoundRecord, encode_log_record, read_log_record
from p2p.rematch import decode_rematch, encode_rematch
from p2p.rules import RULES_HASH, RULES_ID
from p2p.watch_messages import decode_watch_message, encode_watch_message
from tests import vectors
from tests.cli.export.readings import notation_of
from tests.p2p.gamebuilder import GameBuilder, round_body
from tests.vectors.corpus import CORPUS
from tests.vectors.game import vector_game
from tests.verify.agreement import agree

FOLDER: Final = Path(vectors.__file__).parent
LOBBY: Final = (1, RULES_ID, RULES_HASH)


class Target(NamedTuple):
    """One decoder: sound input to begin from, and a check that raises if more than allowed is done."""

    name: str
    seeds: Callable[[], list[bytes]]
    check: Callable[[bytes], None]


def _vectors(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("ascii"))


def _one_form(read: Callable[[bytes], Any], write: Callable[[Any], bytes], *refusals: type[Exception]) -> Any:
    """Give a check for a decoder that takes just the bytes that its encoder gives."""

    def check(data: bytes) -> None:
        try:
            value = read(data)
        except refusals:
            return
        assert write(value) == data

    return check


def _same_again(
    read: Callable[[bytes], Any], write: Callable[[Any], bytes], *refusals: type[Exception]
) -> Any:
    """Give a check for a decoder that knows several forms of a value, or passes over what it knows not."""

    def check(data: bytes) -> None:
        try:
            value = read(data)
        except refusals:
            return
        assert read(write(value)) == value

    return check


def _encoded() -> list[bytes]:
    found = _vectors("encoding.json")
    return [bytes.fromhex(row["encoded"]) for kind in ("values", "refused") for row in found[kind]]


def _payloads() -> list[bytes]:
    return [bytes.fromhex(row["payload"]) for row in _vectors("events.json").values()]


def _log_records() -> list[bytes]:
    return [bytes.fromhex(_vectors("files.json")[f"{kind} record"]) for kind in ("genesis", "round", "proof")]


def _journal_records() -> list[bytes]:
    game = vector_game()
    one, other = game.rounds[2][:2]
    return [
        encode_journal_record(record)
        for record in (
            SeedRecord(bytes(32)),
            SeedRecord(bytes(32), game.genesis.data),
            EventRecord(one),
            OpeningRecord(7, Opening(3, bytes(32))),
            LastRecord(7, 3, one.event_id),
            ProofRecord(one, other),
            RefusedRecord(other),
            SettledRecord(7, bytes(32)),
            ShownRecord(7),
            LeftRecord(),
        )
    ]


def _game_messages() -> list[bytes]:
    return [bytes.fromhex(row["message"]) for row in _vectors("messages.json")["messages"].values()]


def _messages_in(name: str) -> Callable[[], list[bytes]]:
    return lambda: [bytes.fromhex(message) for message in _vectors(name)["messages"].values()]


def _beside(*names: str) -> Callable[[], list[bytes]]:
    return lambda: [bytes.fromhex(_vectors("beside.json")[name]) for name in names]


def _lines() -> list[bytes]:
    return [encode(line) for line in decode(_beside("lines")()[0], MAX_MESSAGE_BYTES)[2]]  # type: ignore[index,union-attr]


def _files() -> list[bytes]:
    small = [path.read_bytes() for path in sorted(CORPUS.glob("*/*.mark")) if path.stat().st_size < 6000]
    return [*small, header(LOG_MAGIC), header(EVIDENCE_MAGIC)]


def _frames() -> list[bytes]:
    magics = (LOG_MAGIC, EVIDENCE_MAGIC, JOURNAL_MAGIC, IDENTITY_MAGIC, CHAT_MAGIC)
    return [header(magic) + frame(b"first") + frame(b"second") for magic in magics]


def _adverts() -> list[bytes]:
    properties = {
        "txtvers": "1",
        "host": "Ada",
        "taken": "1",
        "seats": "3",
        "protocol": "1",
        "rules": RULES_ID,
        "ruleset": "default",
        "key": "ab" * 32,
        "open": "1",
        "watch": "0",
        "playing": "0",
    }
    return ["\n".join(f"{key}={value}" for key, value in properties.items()).encode()]


def _notations() -> list[bytes]:
    names = ("corpus/kept/0.1-three-bots", "removal", "corpus/made/l4-roller-leaves-its-auction")
    return [notation_of((FOLDER / f"{name}.mark").read_bytes()).encode() for name in names]


def _rules_files() -> list[bytes]:
    return [
        b'base = "long"\nmoney = 40\namounts = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]\n',
        b"clock = 30\n[a.b]\n",
    ]


@cache
def _open_logs() -> tuple[Log, ...]:
    """Give a log before a round of each kind."""
    kinds = (EventKind.START, EventKind.LINK, EventKind.ACTION, EventKind.COMMITMENT, EventKind.OPENING)
    start = GameBuilder(3, "fuzz", Ruleset(most_rolls=60))
    return tuple(start.copy().play_to(kind).log for kind in kinds)


def _awaited_records() -> list[bytes]:
    game = GameBuilder(3, "fuzz", Ruleset(most_rolls=60)).play_to(EventKind.OPENING).play(1)
    return [round_body(events) for events in game.rounds[:3] + game.rounds[-4:]]


@cache
def game_tag() -> bytes:
    return vector_game().genesis.game_id[:8]


def _check_genesis(data: bytes) -> None:
    try:
        genesis = read_genesis(data)
    except (GenesisRefused, VersionUnknown):
        return
    assert make_genesis(genesis.ruleset, genesis.nonce, genesis.seats) == genesis
    assert genesis.data == data


def _check_awaited(data: bytes) -> None:
    """What the short way through a round's record gives is what the long one gives."""
    for log in _open_logs():
        found = read_awaited(data, log)
        assert found is None or read_log_record(data) == RoundRecord(events_of(data, found, log))


def _check_frames(data: bytes) -> None:
    for magic in (LOG_MAGIC, EVIDENCE_MAGIC, JOURNAL_MAGIC, IDENTITY_MAGIC, CHAT_MAGIC):
        found = scan(data, magic)
        assert found.good <= len(data)
        if found.version:
            sound = header(magic) + b"".join(frame(body) for _, body in found.records)
            assert sound in (data[: found.good], header(magic))
        assert (found.fault is None) == (found.good == len(data) > 0)


def _check_invite(data: bytes) -> None:
    try:
        invite = parse_invite(data.decode("utf-8", "replace"))
    except InviteRefused:
        return
    assert parse_invite(format_invite(invite)) == invite


def _check_advert(data: bytes) -> None:
    pairs = (line.partition(b"=") for line in data.split(b"\n"))
    properties = {key: value if between else None for key, between, value in pairs}
    try:
        advert = read_advert("0" * 32, properties, ["192.0.2.1"], 4242)
    except AdvertRefused:
        return
    written = {key.encode(): value.encode() for key, value in write_properties(advert).items()}
    assert read_advert("0" * 32, written, ["192.0.2.1"], 4242) == advert


def _check_rules_file(data: bytes) -> None:
    try:
        parse_ruleset(data.decode("utf-8", "replace")).validate()
    except RulesetError:
        return


def _check_notation(data: bytes) -> None:
    """One game has one text, but for the line ends of other systems."""
    try:
        written = "".join(read_notation(io.BytesIO(data), NotationWriter()))
    except (NotationRefused, VersionUnknown):
        return
    lines = data.removesuffix(b"\n").removesuffix(b"\r").replace(b"\r\n", b"\n")
    assert written.encode() == lines + b"\n"


def _check_audit(data: bytes) -> None:
    """The two auditors agree, and neither takes fright."""
    agree(data)
    agree(data, every_signature=True)


TARGETS: Final = (
    Target(
        "encoding",
        _encoded,
        _one_form(lambda data: decode(data, 8192), encode, EncodingRefused),
    ),
    Target("event", _payloads, _one_form(decode_payload, encode_payload, EventRefused)),
    Target("genesis", lambda: [vector_game().genesis.data], _check_genesis),
    Target(
        "log-record", _log_records, _one_form(read_log_record, encode_log_record, RecordRefused, EventRefused)
    ),
    Target(
        "journal-record",
        _journal_records,
        _same_again(read_journal_record, encode_journal_record, RecordRefused),
    ),
    Target("awaited-round", _awaited_records, _check_awaited),
    Target("frames", _frames, _check_frames),
    Target("audit", _files, _check_audit),
    Target("notation", _notations, _check_notation),
    Target(
        "message",
        _game_messages,
        _one_form(
            lambda data: decode_message(game_tag(), data),
            lambda message: encode_message(game_tag(), message),
            MessageRefused,
        ),
    ),
    Target(
        "lobby-message",
        _messages_in("lobby.json"),
        _same_again(lambda data: decode_lobby_message(data, LOBBY), encode_lobby_message, MessageRefused),
    ),
    Target(
        "watch-message",
        _messages_in("watching.json"),
        _same_again(decode_watch_message, encode_watch_message, MessageRefused),
    ),
    Target(
        "chat-message",
        _beside("lines", "have"),
        _one_form(
            lambda data: decode_chat(game_tag(), data),
            lambda message: encode_chat(game_tag(), message),
            MessageRefused,
        ),
    ),
    Target(
        "rematch",
        _beside("rematch"),
        _one_form(
            lambda data: decode_rematch(game_tag(), data),
            lambda token: encode_rematch(game_tag(), token),
            MessageRefused,
        ),
    ),
    Target("chat-line", _lines, _one_form(decode_line, encode_line, MessageRefused)),
    Target(
        "addresses",
        _beside("addresses"),
        _one_form(
            lambda data: decode_addresses(game_tag(), data),
            lambda message: encode_addresses(game_tag(), message),
            MessageRefused,
        ),
    ),
    Target("invite", lambda: [_vectors("lobby.json")["invite"]["text"].encode()], _check_invite),
    Target("advert", _adverts, _check_advert),
    Target("rules-file", _rules_files, _check_rules_file),
)
"""Every decoder that reads what others made."""
