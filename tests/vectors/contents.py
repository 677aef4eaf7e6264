"""What each vector file holds, made with the program; `test_vectors_alone` computes it without."""

import json
from collections.abc import Callable, Mapping
from itertools import count
from typing import Final, TypeAlias

from core.ruleset import DEFAULT
from p2p.address_statement import Addresses, encode_addresses, sign_statement
from p2p.audit import audit_log
from p2p.bids import commit_bid
from p2p.chat_line import Have, Lines, encode_chat, sign_line
from p2p.dice import Links, draw_start, hash_link, roll_dice
from p2p.encoding import EncodingRefused, Value, decode, encode
from p2p.event import EventKind, SignedEvent, check_signature, read_note
from p2p.frames import EVIDENCE_MAGIC, IDENTITY_MAGIC, JOURNAL_MAGIC, LOG_MAGIC, frame, header, scan
from p2p.gallery import watch_token
from p2p.genesis import encode_ruleset
from p2p.hashing import TAG_DICE, TAG_DIGEST, TAG_START, TAGS, tagged_hash
from p2p.invite import TOKEN_BYTES, Invite, format_invite
from p2p.journal_records import Opening
from p2p.keys import KeyRefused, SignatureRefused, SigningKey, check_key, verify
from p2p.keywords import check_words, key_words
from p2p.lobby_messages import (
    GenesisOffer,
    Hello,
    Knock,
    Leave,
    LobbyMessage,
    Ready,
    Reason,
    Refusal,
    Wait,
    encode_lobby_message,
    sign_hello,
)
from p2p.messages import (
    INSTANCE_BYTES,
    NONCE_BYTES,
    Answer,
    Ask,
    Events,
    Message,
    Proof,
    Status,
    encode_message,
    game_tag,
)
from p2p.rematch import encode_rematch
from p2p.table_info import Seated, TableInfo
from p2p.text import is_name
from p2p.verdict import Report
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    WatchMessage,
    WatchReason,
    WatchRefused,
    encode_watch_message,
)
from tests.p2p.gamebuilder import genesis_body, proof_body, proof_bytes, round_body
from tests.vectors.corpus import corpus_files
from tests.vectors.following import following
from tests.vectors.game import removal_game, vector_game

Json: TypeAlias = "int | str | bool | list[Json] | dict[str, Json] | None"

VALUES: Final[tuple[Value, ...]] = (
    0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1,
    b"", b"\0", bytes(255), bytes(256),
    "", "a", "é", "x" * 31, "x" * 32, "x" * 255, "x" * 256,
    (), (0,), (0,) * 15, (0,) * 16, ((((((),),),),),), (1, b"ab", "cd", (2, (3,))),
)  # fmt: skip

REFUSED: Final = {
    "nothing": "",
    "a tail": "0000",
    "an integer in a longer form": "cc7f",
    "an integer in a longer form, 16 bits": "cd00ff",
    "a signed form of a positive integer": "d001",
    "a negative integer": "ff",
    "text in a longer form": "d90161",
    "bytes in a longer form": "c5000161",
    "an array in a longer form": "dc000100",
    "nil": "c0",
    "false": "c2",
    "true": "c3",
    "a float": "ca3f800000",
    "a double": "cb3ff0000000000000",
    "an empty map": "80",
    "a map": "810000",
    "an extension": "d40100",
    "a timestamp": "d6ff00000000",
    "an unused code": "c1",
    "text that is no UTF-8": "a1ff",
    "a surrogate in UTF-8": "a3eda080",
    "an overlong NUL in UTF-8": "a2c080",
    "an array cut short": "9200",
    "bytes cut short": "c40200",
    "an array of 2^32 - 1 elements": "ddffffffff",
    "an array of 513 elements": "dc0201" + "00" * 513,
    "text of 4097 bytes": "da1001" + "61" * 4097,
    "seven arrays in one another": "91" * 6 + "90",
}

NAMES: Final = ("A", "Ada", "Ada Lovelace", "x" * 24, "Zoë", "李", "أدا", "👍", "A B")
NO_NAMES: Final = (
    "", " ", " Ada", "Ada ", "x" * 25, "A\0", "A\x1b[2J", "A\nB", "A\x7f", "A\x9b", "A\u00adB", "A\u034f",
    "\u061cA", "\u115fA", "A\u17b4", "A\u180e", "A\u200bB", "A\u200d", "\u200eA", "\u2028", "A\u202eB",
    "A\u2066", "\u3164", "A\ufe0f", "\ufeffA", "\uffa0", "A\ufffd", "A\uffff", "A\U0001bca0", "A\U0001d173",
    "A\U000e0041", "A\U000e0100",
)  # fmt: skip

_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_FIELD: Final = 2**255 - 19
_E: Final = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826

RFC_8032: Final = (
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", ""),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb", "72"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7", "af82"),
)
"""Secret seeds and messages of RFC 8032, 7.1, tests 1 to 3."""


def encoding() -> Json:
    """Give chapter 2: values (byte strings as {"bytes": hex}) with their bytes, and refused bytes."""
    return {
        "values": [{"value": _plain(value), "encoded": encode(value).hex()} for value in VALUES],
        "refused": [{"encoded": data, "why": why} for why, data in REFUSED.items() if _is_refused(data)],
    }


def keys() -> Json:
    """Give chapter 4: signatures, and keys and signatures that no verifier takes."""
    signed: list[Json] = []
    for seed, message in RFC_8032:
        key = SigningKey(bytes.fromhex(seed))
        signature = key.sign(bytes.fromhex(message))
        verify(key.public, signature, bytes.fromhex(message))
        signed.append(
            {"seed": seed, "key": key.public.hex(), "message": message, "signature": signature.hex()}
        )
    return {
        "signatures": signed,
        "refused keys": _refused_keys(),
        "refused signatures": _refused_signatures(),
    }


def _refused_keys() -> Json:
    weak = {"0": 0, "1": 1, "p - 1": _FIELD - 1, "e": _E, "p - e": _FIELD - _E}
    loose = {"p": _FIELD, "p + 1": _FIELD + 1, "2^255 - 1": 2**255 - 1}
    refused: list[Json] = []
    for name, y in {**weak, **loose}.items():
        for sign in (0, 1):
            encoded = (y | sign << 255).to_bytes(32, "little")
            try:
                check_key(encoded)
            except KeyRefused:
                refused.append({"key": encoded.hex(), "why": f"y = {name}, sign {sign}"})
    assert len(refused) == 2 * (len(weak) + len(loose))
    return refused


def _refused_signatures() -> Json:
    key = SigningKey(bytes.fromhex(RFC_8032[2][0]))
    message = bytes.fromhex(RFC_8032[2][1])
    good = key.sign(message)
    r, s = good[:32], int.from_bytes(good[32:], "little")
    bad = {
        "S + L": r + (s + _ORDER).to_bytes(32, "little"),
        "S = L": r + _ORDER.to_bytes(32, "little"),
        "R of order 1, S = 0": (1).to_bytes(32, "little") + bytes(32),
        "R not canonical": (_FIELD + 1).to_bytes(32, "little") + good[32:],
        "R flipped": bytes((r[0] ^ 1,)) + good[1:],
        "S flipped": r + bytes((good[32] ^ 1,)) + good[33:],
        "63 bytes": good[:-1],
        "65 bytes": good + b"\0",
    }
    refused: list[Json] = []
    for why, signature in bad.items():
        try:
            verify(key.public, signature, message)
        except SignatureRefused:
            refused.append(
                {"key": key.public.hex(), "message": message.hex(), "signature": signature.hex(), "why": why}
            )
    assert len(refused) == len(bad)
    return refused


def names() -> Json:
    """Give clause 6.4: names that are taken, and names that are not."""
    assert all(map(is_name, NAMES))
    assert not any(map(is_name, NO_NAMES))
    return {"taken": list(NAMES), "refused": list(NO_NAMES)}


def genesis() -> Json:
    """Give chapter 6: the genesis of the game, taken apart."""
    game = vector_game()
    made, seeds = game.genesis, game.seeds()
    return {
        "protocol": 1,
        "rules id": made.rules_id,
        "rules hash": made.rules_hash.hex(),
        "options": _plain(encode_ruleset(made.ruleset)),
        "default options": _plain(encode_ruleset(DEFAULT)),
        "nonce": made.nonce.hex(),
        "seats": [
            {
                "name": seat.name,
                "key": seat.key.hex(),
                "CURVE key": seat.curve_key.hex(),
                "anchor": seat.anchor.hex(),
                "order": seat.order.hex(),
                "Ed25519 seed": seeds[number].hex(),
                "seed of the links": player.chain.link(player.chain.length - 1).hex(),
            }
            for number, (seat, player) in enumerate(zip(made.seats, game.players, strict=True))
        ],
        "genesis": made.data.hex(),
        "game id": made.game_id.hex(),
        "tags": [tag.hex() for tag in TAGS],
    }


def events() -> Json:
    """Give chapter 5: the first event of each kind in the game, and ballots over its round 2."""
    game = vector_game()
    found: dict[str, Json] = {}
    for one in [*(one for each in game.rounds for one in each), *ballots()]:
        name = one.event.kind.name.lower()
        if name not in found:
            check_signature(one, game.genesis.seats[one.event.seat].key)
            found[name] = _event(one)
    return found


def ballots() -> list[SignedEvent]:
    """Give a vote of seat 0 and a keep of seat 1 about seat 2, over round 2 of the game."""
    game = vector_game()
    played = game.rounds[2]
    place = {"round_number": 2, "head": game.log.heads[2]}
    return [
        game.sign(0, EventKind.VOTE, (0b100,), **place),  # type: ignore[arg-type]  # as they are called
        game.sign(1, EventKind.KEEP, (0b100, (played[2].event_id,)), **place),  # type: ignore[arg-type]
    ]


def heads() -> Json:
    """Give chapter 7: the heads of the game, round by round."""
    game = vector_game()
    return {
        "head 0": game.genesis.game_id.hex(),
        "rounds": [
            {
                "round": number,
                "kinds": [one.event.kind.name.lower() for one in played],
                "seats": [one.event.seat for one in played],
                "ids": [one.event_id.hex() for one in played],
                "head after": game.log.heads[number + 1].hex(),
            }
            for number, played in enumerate(game.rounds)
        ],
    }


def dice() -> Json:
    """Give chapter 9: one seat's chain, the rolls of the game, and draws with bytes passed over."""
    game = vector_game()
    chain, entry = game.players[0].chain, game.genesis.seats[0]
    assert hash_link(game.genesis.nonce, entry.key, 0, chain.link(0)) == chain.anchor
    return {
        "chain": {
            "nonce": game.genesis.nonce.hex(),
            "key": entry.key.hex(),
            "links": [chain.link(index).hex() for index in range(chain.length)],
            "anchor": chain.anchor.hex(),
        },
        "rolls of the game": _rolls(),
        "rolls": [_roll(number) for number in (*range(8), *_search(_passes_over_in_roll, 2))],
        "starts": [
            _start(seats, number)
            for seats in (2, 3, 4)
            for number in (*range(3), *(_search(_passes_over_in_start, 1) if seats == 3 else ()))
        ],
    }


def _rolls() -> Json:
    game = vector_game()
    rolls: list[Json] = []
    index = 0
    for number, played in enumerate(game.rounds):
        if EventKind.LINK not in [one.event.kind for one in played]:
            continue
        links = [
            (
                one.event.seat,
                read_note(one.event)[1] if one.event.kind is EventKind.NOTE else one.event.body[0],
            )
            for one in played
        ]
        row = _links_of(game.genesis.game_id, index, links)  # type: ignore[arg-type]  # judged
        rolls.append({"round": number, **row, **_result(game.genesis.game_id, index, links)})  # type: ignore[arg-type]
        index += 1
    return rolls


def _result(game_id: bytes, index: int, links: Links) -> dict[str, Json]:
    if index == 0:
        return {"start": draw_start(game_id, 0, links, len(vector_game().genesis.seats))}
    return {"faces": list(roll_dice(game_id, index, links))}


def _made(number: int) -> tuple[bytes, Links]:
    """Give a made-up game id and made-up links of two seats."""
    return bytes([number % 256, number // 256]) * 16, [(0, bytes([1]) * 32), (2, bytes([2]) * 32)]


def _links_of(game_id: bytes, index: int, links: Links) -> dict[str, Json]:
    return {
        "game id": game_id.hex(),
        "index": index,
        "links": [{"seat": seat, "link": link.hex()} for seat, link in links],
    }


def _roll(number: int) -> Json:
    game_id, links = _made(number)
    return {**_links_of(game_id, 7, links), "faces": list(roll_dice(game_id, 7, links))}


def _start(seats: int, number: int) -> Json:
    game_id, links = _made(number)
    return {**_links_of(game_id, 0, links), "seats": seats, "start": draw_start(game_id, 0, links, seats)}


def _first_bytes(tag: bytes, index: int, number: int) -> bytes:
    game_id, links = _made(number)
    said = b"".join(bytes((seat,)) + link for seat, link in links)
    return tagged_hash(tag, game_id, index.to_bytes(4, "big"), b"\x02", said, bytes(4))


def _passes_over_in_roll(number: int) -> bool:
    return max(_first_bytes(TAG_DICE, 7, number)[:2]) >= 252


def _passes_over_in_start(number: int) -> bool:
    return _first_bytes(TAG_START, 0, number)[0] == 255


def _search(wanted: Callable[[int], bool], length: int) -> list[int]:
    found = (number for number in count() if wanted(number))
    return [next(found) for _ in range(length)]


def bids() -> Json:
    """Give chapter 10: openings and their commitments, those of the game first."""
    game = vector_game()
    round_number = next(
        n for n, played in enumerate(game.rounds) if played[0].event.kind is EventKind.COMMITMENT
    )
    made: list[Json] = []
    for one in game.rounds[round_number + 1]:
        bid, nonce = one.event.body
        assert isinstance(bid, int)
        assert isinstance(nonce, bytes)
        made.append(_bid(game.genesis.game_id, round_number, one.event.seat, Opening(bid, nonce)))
    made.append(_bid(bytes(32), 2**32 - 1, 0, Opening(2**64 - 1, bytes([255]) * 32)))
    return made


def _bid(game_id: bytes, round_number: int, seat: int, opening: Opening) -> Json:
    key = vector_game().genesis.seats[seat].key
    return {
        "game id": game_id.hex(),
        "round": round_number,
        "seat": seat,
        "key": key.hex(),
        "bid": opening.bid,
        "nonce": opening.nonce.hex(),
        "commitment": commit_bid(game_id, round_number, seat, key, opening).hex(),
    }


def files() -> Json:
    """Give chapter 12: headers, a frame, record bodies, and files that end badly."""
    game = vector_game()
    start, one, two = header(LOG_MAGIC), frame(b"first"), frame(b"second")
    spoiled = bytearray(one)
    spoiled[-1] ^= 1
    cases = {
        "whole": start + one + two,
        "no record": start,
        "cut header": start[:5],
        "torn prefix": start + one + two[:11],
        "torn body": start + one + two[:-1],
        "wrong checksum at the end": start + bytes(spoiled),
        "zeros at the end": start + one + bytes(40),
        "wrong checksum before the end": start + bytes(spoiled) + two,
        "flipped length": start + bytes([one[0] ^ 1]) + one[1:] + two,
        "zeros and then something": start + one + bytes(40) + b"\1",
        "later format": start[:-1] + b"\2" + one,
        "format 0": start[:-1] + b"\0" + one,
        "other letters": header(JOURNAL_MAGIC) + one,
    }
    return {
        "headers": [
            header(magic).hex() for magic in (LOG_MAGIC, EVIDENCE_MAGIC, JOURNAL_MAGIC, IDENTITY_MAGIC)
        ],
        "frame": {"body": b"first".hex(), "framed": one.hex()},
        "genesis record": genesis_body(game.genesis).hex(),
        "round record": round_body(game.rounds[2]).hex(),
        "proof record": proof_body(*_proof()).hex(),
        "files": [{"case": case, "bytes": data.hex(), **_scanned(data)} for case, data in cases.items()],
    }


def _scanned(data: bytes) -> dict[str, Json]:
    found = scan(data, LOG_MAGIC)
    fault = type(found.fault).__name__ if found.fault else None
    return {"records": [body.hex() for _, body in found.records], "fault": fault}


def messages() -> Json:
    """Give chapter 11: one message of each type, as of the game's round 2."""
    game = vector_game()
    tag = game_tag(game.genesis.game_id)
    instance, nonce = bytes(range(INSTANCE_BYTES)), bytes(range(8, 8 + NONCE_BYTES))
    state = game.snapshots[2]
    digest = tagged_hash(TAG_DIGEST, encode(state.snapshot()))  # type: ignore[arg-type]
    one, other = _proof()
    made: dict[str, Message] = {
        "status": Status(
            instance, 9, 2, game.log.heads[2], 1, 0b101, 0, 0b010, 0, 0, pull=True, digest=digest
        ),
        "events": Events(game.rounds[2][:2]),
        "ask": Ask(instance, nonce),
        "answer": Answer(nonce, rival=False, newest=(game.rounds[2][0],)),
        "proof": Proof(one, other),
    }
    return {
        "game tag": tag.hex(),
        "messages": {
            name: {"fields": _fields(message), "message": encode_message(tag, message).hex()}
            for name, message in made.items()
        },
    }


def lobby() -> Json:
    """Give chapter 14: one message of each type, and an invite."""
    game = vector_game()
    made = game.genesis
    host, guest = made.seats[0], made.seats[1]
    token = bytes(range(TOKEN_BYTES))
    invite = Invite(("192.0.2.1", "2001:db8::1"), 4242, host.curve_key, token)
    hello = sign_hello(
        Hello(made.nonce, token, guest.name, guest.key, guest.curve_key, guest.anchor, ("192.0.2.2",), 4243),
        game.players[1].key,
    )
    versions = (1, made.rules_id, made.rules_hash)
    endpoints = ((("192.0.2.1", "2001:db8::1"), 4242), (("192.0.2.2",), 4243), (("192.0.2.3",), 4244))
    seated = (Seated(host.name, host.key, True), Seated(guest.name, guest.key, False))
    table = TableInfo(*versions, made.nonce, made.ruleset, seated, 2, 1)
    messages: dict[str, LobbyMessage] = {
        "knock": Knock(*versions),
        "table": table,
        "hello": hello,
        "refusal": Refusal(Reason.FULL),
        "genesis": GenesisOffer(made.data, endpoints),
        "leave": Leave(),
        "wait": Wait(),
        "ready": Ready(True, table.digest),
    }
    return {
        "messages": {name: encode_lobby_message(message).hex() for name, message in messages.items()},
        "table digest": table.digest.hex(),
        "hello signature": hello.signature.hex(),
        "invite": {
            "addresses": list(invite.addresses),
            "port": invite.port,
            "CURVE key": invite.curve_key.hex(),
            "token": token.hex(),
            "text": format_invite(invite),
        },
    }


def watching() -> Json:
    """Give chapter 20: one message of each type, and a watch token."""
    made = vector_game().genesis
    secret = bytes(range(32))
    token = watch_token(secret, made.game_id)
    said: dict[str, WatchMessage] = {
        "watch": Watch(1, token),
        "refused": WatchRefused(1, WatchReason.FULL),
        "admitted": Admitted(made.data),
        "lacking": Lacking(game_tag(made.game_id), 0, made.game_id, 0, 0, 0, 0, 0, bytes(8)),
    }
    return {
        "CURVE secret": secret.hex(),
        "game id": made.game_id.hex(),
        "token": token.hex(),
        "messages": {name: encode_watch_message(message).hex() for name, message in said.items()},
    }


def beside() -> Json:
    """Give chapter 21: a signed statement, a signed line, and the messages that bring them."""
    game = vector_game()
    made = game.genesis
    endpoints = ("192.0.2.2", "2001:db8::2"), 4243
    statement = sign_statement(made.game_id, 1, 3, endpoints, game.players[1].key)
    message = Addresses((0, 3, 1), (statement,))
    line = sign_line(made.game_id, 2, 5, "Bien jou\u00e9 !", game.players[2].key)
    tag = game_tag(made.game_id)
    return {
        "game id": made.game_id.hex(),
        "statement": {
            "seat": 1,
            "number": 3,
            "addresses": list(endpoints[0]),
            "port": endpoints[1],
            "key": made.seats[1].key.hex(),
            "signature": statement.signature.hex(),
        },
        "addresses": encode_addresses(tag, message).hex(),
        "line": {
            "seat": 2,
            "number": 5,
            "text": line.text,
            "key": made.seats[2].key.hex(),
            "signature": line.signature.hex(),
        },
        "lines": encode_chat(tag, Lines((line,))).hex(),
        "have": encode_chat(tag, Have((0, 7, 6))).hex(),
        "rematch": encode_rematch(tag, bytes(range(TOKEN_BYTES))).hex(),
    }


def words() -> Json:
    """Give clause 13.11: the words of the seats' keys and of the game."""
    game = vector_game()
    return {
        "keys": [{"key": seat.key.hex(), "words": list(key_words(seat.key))} for seat in game.genesis.seats],
        "game": {"head 2": game.log.heads[2].hex(), "words": list(check_words(game.log.heads[2]))},
    }


def snapshots() -> Json:
    """Give clause 15.1: the position before each round of the game, and at its end."""
    game = vector_game()
    made: list[Json] = []
    for number, state in (*game.snapshots.items(), (len(game.rounds), game.log.state)):
        data = encode(state.snapshot())  # type: ignore[arg-type]  # plain integers, by its contract
        digest = tagged_hash(TAG_DIGEST, data)
        made.append({"before round": number, "snapshot": _plain(decode(data, 4096)), "digest": digest.hex()})
    return made


def log_file() -> bytes:
    """Give the whole game as a log."""
    return vector_game().data()


def unsealed_file() -> bytes:
    """Give the game without the last seal."""
    game = vector_game().copy()
    game.rounds[-1] = game.rounds[-1][:-1]
    return game.data()


def removal_file() -> bytes:
    """Give a whole game in which seats 0 and 1 remove seat 2."""
    return removal_game().data()


def proof_file() -> bytes:
    """Give a proof against seat 0: two links for round 2, one of them another seat's."""
    return proof_bytes(vector_game().genesis, *_proof())


def audited(data: bytes) -> Json:
    """Give what an audit says about a file."""
    report = audit_log(data, every_signature=True)
    brief = audit_log(data)
    assert (brief.verdict, brief.heads) == (report.verdict, report.heads)
    return _report(brief)


def _report(report: Report) -> Json:
    result, awaits = report.result, report.awaits
    return {
        "verdict": report.verdict.name.lower().replace("_", " "),
        "exit code": report.verdict.value,
        "findings": [finding.fault.value for finding in report.findings],
        "game id": report.game_id.hex() if report.game_id else None,
        "rounds": report.rounds,
        "events": report.events,
        "rolls": report.rolls,
        "last head": report.heads[-1].hex(),
        "signatures checked": report.signatures,
        "result": {
            "reason": int(result.reason),
            "winners": list(result.winners),
            "dollars": list(result.money),
        }
        if result
        else None,
        "awaits": {"kind": awaits.kind.name.lower(), "seats": list(awaits.seats)} if awaits else None,
        "resigned": [{"seat": gone.seat, "round": gone.round_number} for gone in report.resigned],
        "removed": [
            {
                "seats": list(gone.seats),
                "round": gone.round_number,
                "voters": list(gone.voters),
                "played to": list(gone.played_to),
            }
            for gone in report.removed
        ],
        "convicted": [conviction.seat for conviction in report.convictions],
    }


def _proof() -> tuple[SignedEvent, SignedEvent]:
    """Give the link of seat 0 in round 2, and a second event of it for the same round."""
    game = vector_game()
    one = game.rounds[2][0]
    event = one.event
    other = game.sign(0, EventKind.LINK, (bytes(32),), round_number=event.round_number, head=event.head)
    return one, other


def _event(one: SignedEvent) -> Json:
    event = one.event
    return {
        "kind": int(event.kind),
        "game id": event.game_id.hex(),
        "round": event.round_number,
        "head": event.head.hex(),
        "seat": event.seat,
        "body": _plain(event.body),
        "payload": one.payload.hex(),
        "signature": one.signature.hex(),
        "id": one.event_id.hex(),
        "key": vector_game().genesis.seats[event.seat].key.hex(),
    }


def _fields(message: Message) -> Json:
    found: dict[str, Json] = {}
    for name in message.__match_args__:
        value = getattr(message, name)
        if isinstance(value, SignedEvent):
            value = value.wire
        elif isinstance(value, tuple):
            value = tuple(one.wire for one in value)
        found[name] = _plain(value)
    return found


def _plain(value: object) -> Json:
    """Give a value as JSON; byte strings become {"bytes": hex}."""
    if isinstance(value, bytes):
        return {"bytes": value.hex()}
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    assert isinstance(value, int | str)
    return value


def _is_refused(data: str) -> bool:
    try:
        decode(bytes.fromhex(data), 8192)
    except EncodingRefused:
        return True
    raise AssertionError(data)


def _text(content: Json) -> bytes:
    return (json.dumps(content, indent=1, ensure_ascii=True) + "\n").encode()


JSON_FILES: Final[Mapping[str, Callable[[], Json]]] = {
    "encoding.json": encoding,
    "keys.json": keys,
    "names.json": names,
    "genesis.json": genesis,
    "events.json": events,
    "heads.json": heads,
    "dice.json": dice,
    "bids.json": bids,
    "files.json": files,
    "messages.json": messages,
    "lobby.json": lobby,
    "watching.json": watching,
    "beside.json": beside,
    "words.json": words,
    "snapshots.json": snapshots,
    "following.json": following,
}
LOG_FILES: Final[Mapping[str, Callable[[], bytes]]] = {
    "game": log_file,
    "unsealed": unsealed_file,
    "removal": removal_file,
    "proof": proof_file,
}


def vector_files() -> dict[str, bytes]:
    """Give every vector file by its name."""
    made = {name: _text(content()) for name, content in JSON_FILES.items()}
    for name, content in LOG_FILES.items():
        made[f"{name}.mark"] = content()
        made[f"{name}.json"] = _text(audited(content()))
    return made | corpus_files()
