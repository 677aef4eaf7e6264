"""The vectors and whole games, judged by an auditor that was written from protocol.md alone."""

import ast
import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from mnemonic import Mnemonic

from docs.verify import mark_verify
from docs.verify.mark_verify import (
    COMPLETE,
    RULES,
    UNFINISHED,
    Audit,
    Refused,
    draws,
    hash_back,
    is_name,
    is_signed,
    pack,
    tagged,
    u32,
    unpack,
)
from tests import vectors

FOLDER = Path(vectors.__file__).parent
MESSAGE = 98_304


def load(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("ascii"))


def data(text: str) -> bytes:
    return bytes.fromhex(text)


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
        *("hashlib", "io", "sys", "zlib", "collections.abc", "typing"),
        "cryptography.exceptions",
        "cryptography.hazmat.primitives.asymmetric.ed25519",
    }


def test_chapter_2_encoding() -> None:
    found = load("encoding.json")
    for row in found["values"]:
        assert pack(plain(row["value"])) == data(row["encoded"])
        assert unpack(data(row["encoded"]), MESSAGE) == plain(row["value"])
    for row in found["refused"]:
        with pytest.raises(Refused):
            unpack(data(row["encoded"]), MESSAGE)


def test_chapter_4_keys() -> None:
    found = load("keys.json")
    for row in found["signatures"]:
        assert is_signed(data(row["key"]), data(row["signature"]), data(row["message"]))
    for row in found["refused signatures"]:
        assert not is_signed(data(row["key"]), data(row["signature"]), data(row["message"])), row["why"]
    good = found["signatures"][0]
    for row in found["refused keys"]:
        assert not is_signed(data(row["key"]), data(good["signature"]), b""), row["why"]


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
        assert tagged("event id", payload) == data(row["id"])
        message = b"mark/1 event signature\0" + payload
        assert is_signed(data(row["key"]), data(row["signature"]), message)


def test_chapter_6_genesis() -> None:
    row = load("genesis.json")
    seats = [[s["name"], data(s["key"]), data(s["CURVE key"]), data(s["anchor"])] for s in row["seats"]]
    rules_hash = data(row["rules hash"])
    genesis = pack([1, row["rules id"], rules_hash, plain(row["options"]), data(row["nonce"]), seats])
    assert genesis == data(row["genesis"])
    assert tagged("genesis", genesis) == data(row["game id"])
    orders = [tagged("seat order", seat[1]) for seat in seats]
    assert orders == sorted(orders) == [data(seat["order"]) for seat in row["seats"]]
    assert rules_hash.hex() == RULES["mark-1"]


def test_chapter_6_names() -> None:
    row = load("names.json")
    assert all(map(is_name, row["taken"]))
    assert not any(map(is_name, row["refused"]))


def test_chapter_7_heads() -> None:
    row = load("heads.json")
    head = data(row["head 0"])
    for played in row["rounds"]:
        head = tagged("head", head, *map(data, played["ids"]))
        assert head == data(played["head after"])


def test_chapter_9_dice() -> None:
    found = load("dice.json")
    chain = found["chain"]
    links = [data(link) for link in chain["links"]]
    for index, link in enumerate(links):
        before = data(chain["anchor"]) if index == 0 else links[index - 1]
        assert hash_back(data(chain["nonce"]), data(chain["key"]), index, link) == before
    for row in (*found["rolls of the game"], *found["rolls"]):
        game = data(row["game id"])
        if "faces" in row:
            assert draws("dice", game, row["index"], links_of(row), [6, 6]) == row["faces"]
    for row in found["starts"]:
        drawn = draws("starting seat", data(row["game id"]), 0, links_of(row), [row["seats"]])
        assert drawn == [row["start"]]


def test_chapter_9_some_rolls_and_draws_pass_bytes_over() -> None:
    def first(tag: str, row: Any) -> bytes:
        links = sorted(links_of(row).items())
        said = b"".join(bytes([seat]) + link for seat, link in links)
        return tagged(tag, data(row["game id"]), u32(row["index"]), bytes([len(links)]), said, u32(0))

    found = load("dice.json")
    assert any(max(first("dice", row)[:2]) >= 252 for row in found["rolls"])
    assert any(first("starting seat", row)[0] == 255 for row in found["starts"] if row["seats"] == 3)


def test_chapter_10_bids() -> None:
    for row in load("bids.json"):
        parts = (
            data(row["game id"]),
            u32(row["round"]),
            bytes([row["seat"]]),
            data(row["key"]),
            row["bid"].to_bytes(8, "big"),
            data(row["nonce"]),
        )
        assert tagged("bid", *parts) == data(row["commitment"])


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
    check = tagged("invite check", body)[:4]
    assert row["text"] == "mark1-" + base64.urlsafe_b64encode(check + body).decode().rstrip("=")
    kind, fields, signature = unpack(data(found["messages"]["hello"]), MESSAGE)
    assert (kind, signature) == (18, data(found["hello signature"]))
    assert is_signed(fields[3], signature, b"mark/1 hello signature\0" + pack(fields))
    _, _, rules_id, rules_hash, nonce, options, seated, seats, changes = unpack(
        data(found["messages"]["table"]), MESSAGE
    )
    names = [[name, key] for name, key, _ready in seated]
    digest = tagged("table digest", pack([nonce, rules_id, rules_hash, options, names, seats, changes]))
    assert [23, 1, digest] == unpack(data(found["messages"]["ready"]), MESSAGE)
    sizes = {"knock": (16, 4), "refusal": (19, 2), "genesis": (20, 3), "leave": (21, 1), "wait": (22, 1)}
    for name, (number, length) in sizes.items():
        value = unpack(data(found["messages"][name]), MESSAGE)
        assert (value[0], len(value)) == (number, length)


def test_chapter_13_words() -> None:
    words = Mnemonic("english").wordlist
    found = load("words.json")
    rows = [("key words", row["key"], row["words"]) for row in found["keys"]]
    rows.append(("check words", found["game"]["head 2"], found["game"]["words"]))
    for tag, what, said in rows:
        bits = "".join(f"{byte:08b}" for byte in tagged(tag, data(what)))
        assert [words[int(bits[at : at + 11], 2)] for at in range(0, 44, 11)] == said


def audit_file(name: str) -> Audit:
    return Audit(io.BytesIO((FOLDER / name).read_bytes()), every_signature=True)


@pytest.mark.parametrize("name", ["game", "unsealed"])
def test_chapter_15_the_whole_game_is_replayed_to_the_same_digests(name: str) -> None:
    audit = audit_file(f"{name}.mark")
    expected = load(f"{name}.json")
    assert audit.log is not None
    assert audit.verdict == expected["exit code"] == {"game": COMPLETE, "unsealed": UNFINISHED}[name]
    assert audit.log.heads[-1].hex() == expected["last head"]
    assert audit.log.round == expected["rounds"]
    assert audit.log.position.result == list(expected["result"].values())
    digests = [row["digest"] for row in load("snapshots.json")]
    assert [digest.hex() for digest in audit.digests] == digests[: len(audit.digests)]
    assert pack(audit.log.position.snapshot()) == pack(load("snapshots.json")[-1]["snapshot"])


def test_chapter_19_the_game_with_a_removal_is_judged_alike() -> None:
    audit = audit_file("removal.mark")
    expected = load("removal.json")
    assert audit.log is not None
    assert audit.verdict == expected["exit code"] == COMPLETE
    assert audit.log.heads[-1].hex() == expected["last head"]
    assert audit.log.removals == [gone["round"] for gone in expected["removed"]]
    assert len(audit.removed) == 1


def test_chapter_21_statements_and_lines() -> None:
    found = load("beside.json")
    row = found["statement"]
    body = [row["seat"], row["number"], row["addresses"], row["port"]]
    signed = b"mark/1 addresses signature\0" + pack([data(found["game id"]), *body])
    assert is_signed(data(row["key"]), data(row["signature"]), signed)
    message = [8, data(found["game id"])[:8], [0, 3, 1], [[body, data(row["signature"])]]]
    assert pack(message) == data(found["addresses"])
    row = found["line"]
    body = [row["seat"], row["number"], row["text"]]
    signed = b"mark/1 chat signature\0" + pack([data(found["game id"]), *body])
    assert is_signed(data(row["key"]), data(row["signature"]), signed)
    message = [6, data(found["game id"])[:8], [[body, data(row["signature"])]]]
    assert pack(message) == data(found["lines"])
    assert pack([7, data(found["game id"])[:8], [0, 7, 6]]) == data(found["have"])
    assert pack([13, data(found["game id"])[:8], bytes(range(16))]) == data(found["rematch"])


def test_chapter_20_spectators() -> None:
    found = load("watching.json")
    token = tagged("watch token", data(found["CURVE secret"]) + data(found["game id"]))[:16]
    assert data(found["token"]) == token
    said = {name: unpack(data(message), MESSAGE) for name, message in found["messages"].items()}
    assert said["watch"] == [9, 1, token]
    assert said["refused"] == [10, 1, 2]
    assert said["admitted"][0] == 11
    assert tagged("genesis", said["admitted"][1]) == data(found["game id"])
    game = data(found["game id"])
    assert said["lacking"] == [12, game[:8], 0, game, 0, 0, 0, 0, 0, bytes(8)]
