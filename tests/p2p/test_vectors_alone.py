"""The vectors and whole games, judged by an auditor that was written from protocol.md alone."""

import ast
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.decision import DECISIONS
from core.ruleset import Ruleset
from p2p.audit import audit_log
from p2p.ballot import mask_of
from p2p.event import EventKind, SignedEvent
from p2p.frames import LOG_MAGIC, scan
from p2p.keys import verify
from p2p.removal import can_be_removed
from p2p.rules import RULES_HASH
from p2p.verdict import Verdict
from tests.p2p.gamebuilder import GameBuilder, log_bytes, round_body
from tests.p2p.test_rules_text import rules_text
from tests.vectors import stranger
from tests.vectors.stranger import Auditor, Broken, back, draws, is_signed, pack, tagged, u32, unpack

FOLDER = Path(stranger.__file__).parent


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


def test_the_stranger_knows_nothing_of_the_program() -> None:
    tree = ast.parse(Path(stranger.__file__).read_text("utf-8"))
    imported = {
        alias.name if isinstance(node, ast.Import) else node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    assert imported == {"hashlib", "zlib", "collections.abc", "typing"}


def test_chapter_2_encoding() -> None:
    found = load("encoding.json")
    for row in found["values"]:
        assert pack(plain(row["value"])) == data(row["encoded"])
        assert unpack(data(row["encoded"])) == plain(row["value"])
    for row in found["refused"]:
        with pytest.raises(Broken):
            unpack(data(row["encoded"]))


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
    assert rules_hash == RULES_HASH
    assert rules_text()


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
        assert back(data(chain["nonce"]), data(chain["key"]), index, link) == before
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
    import base64  # noqa: PLC0415

    assert row["text"] == "mark1-" + base64.urlsafe_b64encode(check + body).decode().rstrip("=")
    kind, fields, signature = unpack(data(found["messages"]["hello"]))
    assert (kind, signature) == (18, data(found["hello signature"]))
    assert is_signed(fields[3], signature, b"mark/1 hello signature\0" + pack(fields))
    _, _, rules_id, rules_hash, nonce, options, seated, seats, changes = unpack(
        data(found["messages"]["table"])
    )
    names = [[name, key] for name, key, _ready in seated]
    digest = tagged("table digest", pack([nonce, rules_id, rules_hash, options, names, seats, changes]))
    assert [23, 1, digest] == unpack(data(found["messages"]["ready"]))
    sizes = {"knock": (16, 4), "refusal": (19, 2), "genesis": (20, 3), "leave": (21, 1), "wait": (22, 1)}
    for name, (number, length) in sizes.items():
        value = unpack(data(found["messages"][name]))
        assert (value[0], len(value)) == (number, length)


def test_chapter_13_words() -> None:
    from mnemonic import Mnemonic  # noqa: PLC0415

    words = Mnemonic("english").wordlist
    found = load("words.json")
    rows = [("key words", row["key"], row["words"]) for row in found["keys"]]
    rows.append(("check words", found["game"]["head 2"], found["game"]["words"]))
    for tag, what, said in rows:
        bits = "".join(f"{byte:08b}" for byte in tagged(tag, data(what)))
        assert [words[int(bits[at : at + 11], 2)] for at in range(0, 44, 11)] == said


@pytest.mark.parametrize("name", ["game", "unsealed"])
def test_chapter_15_the_whole_game_is_replayed_to_the_same_digests(name: str) -> None:
    auditor = Auditor((FOLDER / f"{name}.mark").read_bytes(), RULES_HASH)
    expected = load(f"{name}.json")
    assert auditor.run() == expected["verdict"]
    assert auditor.heads[-1].hex() == expected["last head"]
    assert auditor.rounds == expected["rounds"]
    assert auditor.position.result == list(expected["result"].values())
    digests = [row["digest"] for row in load("snapshots.json")]
    assert [digest.hex() for digest in auditor.digests] == digests[: len(auditor.digests)]
    assert pack(auditor.position.snapshot()) == pack(load("snapshots.json")[-1]["snapshot"])


def test_chapter_19_the_game_with_a_removal_is_judged_alike() -> None:
    auditor = Auditor((FOLDER / "removal.mark").read_bytes(), RULES_HASH)
    expected = load("removal.json")
    assert auditor.run() == expected["verdict"] == "complete"
    assert auditor.heads[-1].hex() == expected["last head"]
    assert auditor.removals == {gone["round"] for gone in expected["removed"]}
    assert len(auditor.removals) == 1


def leaving_game(number: int) -> GameBuilder:
    """Give a game of any rules in which seats may resign, and be removed, at any time."""
    chance = random.Random(number)
    rules = Ruleset(
        rows_to_end=chance.randint(1, 5),
        money=chance.choice((0, 3, 30)),
        fee=chance.choice((0, 5, 20)),
        limit=chance.randint(0, 4),
        chips=chance.choice((5, 8)),
        most_rolls=chance.choice((3, 60, 200)),
        clock=number,
    )
    game = GameBuilder(chance.randint(2, 4), f"alone {number}", rules, chance.choice(("random", "cautious")))
    leaving = chance.choice((0.0, 0.0, 0.01, 0.05))
    while game.log.expects is not None:
        seat = chance.randrange(len(game.players))
        kind, seats = game.log.expects
        takes = kind in (EventKind.LINK, EventKind.ACTION, EventKind.COMMITMENT, EventKind.OPENING)
        if takes and chance.random() < leaving and seat in game.log.state.active and seat not in game._notes:
            game.resign(seat, has_spoken=seat in seats and chance.random() < 0.5)
        active = game.log.state.active
        gone = sorted(chance.sample(active, min(len(active), chance.randint(1, 2))))
        if takes and chance.random() < leaving and can_be_removed(game.log, mask_of(gone)):
            game.remove(gone)
            continue
        game.play_round()
    return game


@pytest.mark.parametrize("number", range(24))
def test_any_game_of_the_program_is_judged_alike(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Signatures are left to the vectors: pure Python takes its time."""
    game = leaving_game(number)
    log = game.data()
    assert audit_log(log).verdict is Verdict.COMPLETE
    monkeypatch.setattr(stranger, "is_signed", lambda *_: True)
    auditor = Auditor(log, RULES_HASH)
    assert auditor.read() == "complete"
    assert auditor.heads == game.log.heads
    assert auditor.digests[-1] == game.log.digest


def fast_is_signed(key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        verify(key, signature, message)
    except ValueError:
        return False
    return True


def judged(log: bytes) -> str:
    """Give what the program says, in the stranger's words."""
    verdict = audit_log(log, every_signature=True).verdict
    return {Verdict.COMPLETE: "complete", Verdict.UNFINISHED: "unfinished"}.get(verdict, "broken")


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", ["game", "removal"])
def test_a_flipped_byte_is_judged_alike_also_with_its_checksum_mended(
    name: str, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stranger, "is_signed", fast_is_signed)
    log = (FOLDER / f"{name}.mark").read_bytes()
    bodies = [record.body for record in scan(log, LOG_MAGIC).records]
    for number, body in enumerate(bodies):
        for place in range(part * 10, len(body), 40):
            spoiled = body[:place] + bytes([body[place] ^ 1 << place % 8]) + body[place + 1 :]
            mended = log_bytes([*bodies[:number], spoiled, *bodies[number + 1 :]])
            assert Auditor(mended, RULES_HASH).run() == judged(mended) == "broken", (number, place)
    for place in range(part * 10, len(log), 40):
        flipped = log[:place] + bytes([log[place] ^ 1 << place % 8]) + log[place + 1 :]
        assert Auditor(flipped, RULES_HASH).run() == judged(flipped), place


def test_a_cut_log_is_judged_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranger, "is_signed", fast_is_signed)
    log = (FOLDER / "game.mark").read_bytes()
    whole_genesis = scan(log, LOG_MAGIC).records[1].offset
    for length in (
        *range(whole_genesis + 60),
        *range(whole_genesis, len(log), 37),
        *range(len(log) - 60, len(log)),
    ):
        verdict = Auditor(log[:length], RULES_HASH).run()
        assert verdict == judged(log[:length]) == ("broken" if length < whole_genesis else "unfinished"), (
            length
        )


def wrong_events(game: GameBuilder, chance: random.Random) -> Iterator[SignedEvent]:
    """Give events that differ from what a seat honestly says in one thing, signed by the seat's own key."""
    assert game.log.expects is not None
    kind, seats = game.log.expects
    seat = chance.choice(seats)
    event = game.copy().speak(seat).event
    number = event.round_number
    link = game.players[seat].chain.link(game.log.link_indexes[-1])
    others = [one for one in EventKind if one is not kind]
    later = chance.choice((number - 1, number + 1)) if number else 1
    yield game.sign(seat, kind, event.body, game_id=bytes(32))
    yield game.sign(seat, kind, event.body, head=bytes(32))
    yield game.sign(seat, kind, event.body, round_number=later)
    yield game.sign(seat, kind, event.body, key=game.players[(seat + 1) % len(game.players)].key)
    yield game.sign(seat, chance.choice(others), event.body)
    yield game.sign(seat, kind, (*event.body, 0))
    yield game.sign(seat, kind, event.body[:-1] if event.body else (b"",))
    yield game.sign(seat, kind, chance.choice(list(DECISIONS)))
    yield game.sign(seat, EventKind.NOTE, (number, link))
    yield game.sign(seat, EventKind.NOTE, (number + 1, link))
    yield game.sign(seat, EventKind.NOTE, (number, bytes(32)))
    yield game.sign(seat, EventKind.NOTE, (max(number - 1, 0), link), round_number=max(number - 1, 0))


@pytest.mark.parametrize("number", range(8))
def test_any_certificate_is_judged_alike(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Certificates of every set of seats, and such as are wrong in one thing, at every step of a game."""
    monkeypatch.setattr(stranger, "is_signed", fast_is_signed)
    chance = random.Random(number)
    game = GameBuilder(2 + number % 3, f"removal {number}", Ruleset(rows_to_end=1, most_rolls=6))
    verdicts = set()
    while game.log.expects is not None:
        active = game.log.state.active
        for votes in wrong_certificates(game, chance.randrange(1, 2 ** len(game.players)), chance):
            log = log_bytes([*game.bodies(), round_body(votes)])
            verdict = Auditor(log, RULES_HASH).run()
            assert verdict == judged(log), (game.log.expects, active, votes)
            verdicts.add(verdict)
        game.play_round()
    assert verdicts == ({"broken", "unfinished"} if number % 3 else {"broken"})


def wrong_certificates(
    game: GameBuilder, mask: int, chance: random.Random
) -> Iterator[tuple[SignedEvent, ...]]:
    """Give the votes of a certificate for this set, then the same with one thing wrong."""
    gone = [seat for seat in range(4) if mask >> seat & 1]
    voters = [seat for seat in game.log.state.active if seat not in gone]
    if not voters:
        return
    votes = tuple(game.vote(seat, gone) for seat in voters)
    last = voters[-1]
    number, head = game.log.round_number, game.log.heads[0]
    yield votes
    yield votes[:-1] or (votes[0], votes[0])
    yield (*votes, votes[0])
    yield votes[::-1] if len(votes) > 1 else (game.vote(gone[0] % len(game.players), gone),)
    for wrong in (
        game.vote(last, [chance.randrange(4)]),
        game.sign(last, EventKind.VOTE, (mask,), round_number=number + 1),
        game.sign(last, EventKind.VOTE, (mask,), head=head if number else bytes(32)),
        game.sign(last, EventKind.VOTE, (mask,), key=game.players[last - 1].key),
        game.sign(last, EventKind.VOTE, (mask, 0)),
        game.sign(last, EventKind.VOTE),
        game.sign(last, EventKind.KEEP, (mask,)),
        game.keep(last, votes[:1], gone),
    ):
        yield (*votes[:-1], wrong)


@pytest.mark.parametrize("number", range(8))
def test_an_event_that_is_wrong_in_one_thing_is_judged_alike(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is right all the same (a note, another legal decision) is judged alike as well."""
    monkeypatch.setattr(stranger, "is_signed", fast_is_signed)
    chance = random.Random(number)
    game = GameBuilder(2 + number % 3, f"wrong {number}", Ruleset(rows_to_end=1, most_rolls=6))
    verdicts = set()
    while game.log.expects is not None:
        before = game.copy()
        for wrong in wrong_events(before, chance):
            events = before.copy().awaited() | {wrong.event.seat: wrong}
            log = log_bytes([*before.bodies(), round_body(tuple(events.values()))])
            verdict = Auditor(log, RULES_HASH).run()
            assert verdict == judged(log), (wrong.event, events)
            verdicts.add(verdict)
        game.play_round()
    assert verdicts >= {"broken", "unfinished"}


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


def test_chapter_20_spectators() -> None:
    found = load("watching.json")
    token = tagged("watch token", data(found["CURVE secret"]) + data(found["game id"]))[:16]
    assert data(found["token"]) == token
    said = {name: unpack(data(message)) for name, message in found["messages"].items()}
    assert said["watch"] == [9, 1, token]
    assert said["refused"] == [10, 1, 2]
    assert said["admitted"][0] == 11
    assert tagged("genesis", said["admitted"][1]) == data(found["game id"])
    game = data(found["game id"])
    assert said["lacking"] == [12, game[:8], 0, game, 0, 0, 0, 0, 0, bytes(8)]
