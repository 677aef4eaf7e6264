"""The vectors and whole games, judged by an auditor that was written from protocol.md alone."""

import ast
import base64
import io
import json
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from mnemonic import Mnemonic

from docs.verify import mark_verify
from docs.verify.mark_verify import (
    RULES,
    TAG_BID,
    TAG_DICE,
    TAG_EVENT_ID,
    TAG_EVENT_SIGNATURE,
    TAG_GENESIS,
    TAG_HEAD,
    TAG_LINK,
    TAG_SEATS,
    TAG_START,
    Audit,
    Event,
    Kind,
    Log,
    Malformed,
    Verdict,
    a_name,
    decode,
    draw,
    encode,
    hash_of,
    is_signature,
    stream,
    u8,
    u32,
    u64,
)
from tests import vectors

FOLDER = Path(vectors.__file__).parent
MESSAGE = 98_304


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("ascii"))


def data(text: str) -> bytes:
    return bytes.fromhex(text)


def pack(value: Any) -> bytes:
    return encode(value)


def read(encoded: bytes) -> Any:
    return decode(encoded, MESSAGE)


def plain(value: Any) -> Any:
    """Undo the JSON form of byte strings."""
    if isinstance(value, dict):
        return data(value["bytes"])
    return [plain(part) for part in value] if isinstance(value, list) else value


def links_of(row: Any) -> dict[int, bytes]:
    return {link["seat"]: data(link["link"]) for link in row["links"]}


def test_the_verifier_knows_nothing_of_the_program() -> None:
    tree = ast.parse(Path(mark_verify.__file__).read_text("utf-8"))
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {
        *(
            "__future__",
            "argparse",
            "array",
            "collections.abc",
            "contextlib",
            "dataclasses",
            "enum",
            "functools",
        ),
        *("hashlib", "itertools", "struct", "sys", "typing", "zlib"),
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ed25519",
    }


def test_chapter_2_encoding() -> None:
    found = load("encoding.json")
    for row in found["values"]:
        assert pack(plain(row["value"])) == data(row["encoded"])
        assert read(data(row["encoded"])) == plain(row["value"])
    for row in found["refused"]:
        with pytest.raises(Malformed):
            read(data(row["encoded"]))


def test_chapter_4_keys() -> None:
    found = load("keys.json")
    for row in found["signatures"]:
        assert is_signature(data(row["key"]), data(row["signature"]), data(row["message"]))
    for row in found["refused signatures"]:
        assert not is_signature(data(row["key"]), data(row["signature"]), data(row["message"])), row["why"]
    good = found["signatures"][0]
    for row in found["refused keys"]:
        assert not is_signature(data(row["key"]), data(good["signature"]), b""), row["why"]


def test_chapter_5_events() -> None:
    for row in load("events.json").values():
        parts = [
            row["kind"],
            data(row["game id"]),
            row["round"],
            data(row["head"]),
            row["seat"],
            plain(row["body"]),
        ]
        payload = pack(parts)
        assert payload == data(row["payload"])
        assert hash_of(TAG_EVENT_ID, payload) == data(row["id"])
        message = TAG_EVENT_SIGNATURE + payload
        assert is_signature(data(row["key"]), data(row["signature"]), message)


def test_chapter_6_genesis() -> None:
    row = load("genesis.json")
    seats = [[s["name"], data(s["key"]), data(s["CURVE key"]), data(s["anchor"])] for s in row["seats"]]
    rules_hash = data(row["rules hash"])
    genesis = pack([1, row["rules id"], rules_hash, plain(row["options"]), data(row["nonce"]), seats])
    assert genesis == data(row["genesis"])
    assert hash_of(TAG_GENESIS, genesis) == data(row["game id"])
    orders = [hash_of(TAG_SEATS, seat[1]) for seat in seats]
    assert orders == sorted(orders) == [data(seat["order"]) for seat in row["seats"]]
    assert rules_hash == RULES["mark-1"]
    for seat in row["seats"]:
        private = Ed25519PrivateKey.from_private_bytes(data(seat["Ed25519 seed"]))
        assert private.public_key().public_bytes_raw() == data(seat["key"])
        link = data(seat["seed of the links"])
        for index in reversed(range(row["options"][6] + 4)):
            link = hash_of(TAG_LINK, data(row["nonce"]), data(seat["key"]), u32(index), link)
        assert link == data(seat["anchor"])


def test_chapter_6_names() -> None:
    row = load("names.json")
    assert all(a_name(name) == name for name in row["taken"])
    for name in row["refused"]:
        with pytest.raises(Malformed):
            a_name(name)


def test_chapter_7_heads() -> None:
    row = load("heads.json")
    head = data(row["head 0"])
    for played in row["rounds"]:
        head = hash_of(TAG_HEAD, head, *map(data, played["ids"]))
        assert head == data(played["head after"])


def test_chapter_9_dice() -> None:
    found = load("dice.json")
    chain = found["chain"]
    links = [data(link) for link in chain["links"]]
    for index, link in enumerate(links):
        before = data(chain["anchor"]) if index == 0 else links[index - 1]
        assert hash_of(TAG_LINK, data(chain["nonce"]), data(chain["key"]), u32(index), link) == before
    for row in (*found["rolls of the game"], *found["rolls"]):
        game = data(row["game id"])
        if "faces" in row:
            numbers = stream(TAG_DICE, game, row["index"], links_of(row))
            assert [draw(numbers, 6), draw(numbers, 6)] == row["faces"]
    for row in found["starts"]:
        numbers = stream(TAG_START, data(row["game id"]), 0, links_of(row))
        assert draw(numbers, row["seats"]) == row["start"]


def test_chapter_9_some_rolls_and_draws_pass_bytes_over() -> None:
    def first(tag: bytes, row: Any) -> list[int]:
        return list(islice(stream(tag, data(row["game id"]), row["index"], links_of(row)), 2))

    found = load("dice.json")
    assert any(max(first(TAG_DICE, row)) >= 252 for row in found["rolls"])
    assert any(first(TAG_START, row)[0] == 255 for row in found["starts"] if row["seats"] == 3)


def test_chapter_10_bids() -> None:
    for row in load("bids.json"):
        parts = (
            data(row["game id"]),
            u32(row["round"]),
            u8(row["seat"]),
            data(row["key"]),
            u64(row["bid"]),
            data(row["nonce"]),
        )
        assert hash_of(TAG_BID, *parts) == data(row["commitment"])


def test_chapter_11_messages() -> None:
    found = load("messages.json")
    types = {"status": 1, "events": 2, "ask": 3, "answer": 4, "proof": 5}
    for name, row in found["messages"].items():
        fields = plain_fields(row["fields"])
        assert pack([types[name], data(found["game tag"]), *fields]) == data(row["message"]), name


def plain_fields(fields: dict[str, Any]) -> list[Any]:
    return [int(part) if isinstance(part, bool) else part for part in map(plain, fields.values())]


def test_chapter_14_invite_and_hello() -> None:
    found = load("lobby.json")
    row = found["invite"]
    body = pack([row["addresses"], row["port"], data(row["CURVE key"]), data(row["token"])])
    check = hash_of(b"mark/1 invite check\0", body)[:4]
    assert row["text"] == "mark1-" + base64.urlsafe_b64encode(check + body).decode().rstrip("=")
    kind, fields, signature = read(data(found["messages"]["hello"]))
    assert (kind, signature) == (18, data(found["hello signature"]))
    assert is_signature(fields[3], signature, b"mark/1 hello signature\0" + pack(fields))
    _, _, rules_id, rules_hash, nonce, options, seated, seats, changes = read(
        data(found["messages"]["table"])
    )
    names = [[name, key] for name, key, _ready in seated]
    digest = hash_of(
        b"mark/1 table digest\0", pack([nonce, rules_id, rules_hash, options, names, seats, changes])
    )
    assert [23, 1, digest] == read(data(found["messages"]["ready"]))
    sizes = {"knock": (16, 4), "refusal": (19, 2), "genesis": (20, 3), "leave": (21, 1), "wait": (22, 1)}
    for name, (number, length) in sizes.items():
        value = read(data(found["messages"][name]))
        assert (value[0], len(value)) == (number, length)


def test_chapter_13_words() -> None:
    words = Mnemonic("english").wordlist
    found = load("words.json")
    rows = [(b"mark/1 key words\0", row["key"], row["words"]) for row in found["keys"]]
    rows.append((b"mark/1 check words\0", found["game"]["head 2"], found["game"]["words"]))
    for tag, what, said in rows:
        bits = "".join(f"{byte:08b}" for byte in hash_of(tag, data(what)))
        assert [words[int(bits[at : at + 11], 2)] for at in range(0, 44, 11)] == said


def audit_file(name: str) -> Audit:
    return Audit(partial(io.BytesIO, (FOLDER / name).read_bytes()), every_signature=True).run()


@pytest.mark.parametrize("name", ["game", "unsealed"])
def test_chapter_15_the_whole_game_is_replayed_to_the_same_digests(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []

    def go_on(log: Log, events: list[Event], kind: Kind) -> None:
        digests.append(log.game.digest().hex())
        go_on_with(log, events, kind)

    go_on_with = Log.go_on
    monkeypatch.setattr(Log, "go_on", go_on)
    audit = audit_file(f"{name}.mark")
    expected = load(f"{name}.json")
    assert audit.log is not None
    assert audit.verdict.code == expected["exit code"]
    assert audit.verdict is {"game": Verdict.COMPLETE, "unsealed": Verdict.UNFINISHED}[name]
    assert audit.log.head.hex() == expected["last head"]
    assert audit.log.round == expected["rounds"]
    assert audit.log.game.result() == list(expected["result"].values())
    after_each_round = [row["digest"] for row in load("snapshots.json")][1:]
    assert digests == after_each_round[: len(digests)]
    assert len(digests) == audit.log.round > 20


def test_chapter_19_the_game_with_a_removal_is_judged_alike() -> None:
    audit = audit_file("removal.mark")
    expected = load("removal.json")
    assert audit.log is not None
    assert audit.verdict is Verdict.COMPLETE
    assert audit.verdict.code == expected["exit code"]
    assert audit.log.head.hex() == expected["last head"]
    assert [gone.round for gone in audit.log.removals] == [gone["round"] for gone in expected["removed"]]
    assert len(audit.log.removals) == 1


def test_chapter_21_statements_and_lines() -> None:
    found = load("beside.json")
    row = found["statement"]
    body = [row["seat"], row["number"], row["addresses"], row["port"]]
    signed = b"mark/1 addresses signature\0" + pack([data(found["game id"]), *body])
    assert is_signature(data(row["key"]), data(row["signature"]), signed)
    message = [8, data(found["game id"])[:8], [0, 3, 1], [[body, data(row["signature"])]]]
    assert pack(message) == data(found["addresses"])
    row = found["line"]
    body = [row["seat"], row["number"], row["text"]]
    signed = b"mark/1 chat signature\0" + pack([data(found["game id"]), *body])
    assert is_signature(data(row["key"]), data(row["signature"]), signed)
    message = [6, data(found["game id"])[:8], [[body, data(row["signature"])]]]
    assert pack(message) == data(found["lines"])
    assert pack([7, data(found["game id"])[:8], [0, 7, 6]]) == data(found["have"])
    assert pack([13, data(found["game id"])[:8], bytes(range(16))]) == data(found["rematch"])


def test_chapter_20_spectators() -> None:
    found = load("watching.json")
    token = hash_of(b"mark/1 watch token\0", data(found["CURVE secret"]) + data(found["game id"]))[:16]
    assert data(found["token"]) == token
    said = {name: read(data(message)) for name, message in found["messages"].items()}
    assert said["watch"] == [9, 1, token]
    assert said["refused"] == [10, 1, 2]
    assert said["admitted"][0] == 11
    assert hash_of(TAG_GENESIS, said["admitted"][1]) == data(found["game id"])
    game = data(found["game id"])
    assert said["lacking"] == [12, game[:8], 0, game, 0, 0, 0, 0, 0, bytes(8)]
