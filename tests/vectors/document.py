"""The small vectors that stand in protocol.md itself, between two marker lines of chapter 17."""

from textwrap import wrap
from typing import Final

from core.ruleset import Ruleset
from p2p.encoding import encode
from p2p.event import EventKind
from p2p.frames import LOG_MAGIC, frame, header
from p2p.genesis import encode_ruleset
from p2p.hashing import TAG_DIGEST, tagged_hash
from p2p.keywords import check_words, key_words
from tests.vectors import contents
from tests.vectors.game import vector_game

BEGIN: Final = "<!-- vectors begin -->\n"
END: Final = "<!-- vectors end -->\n"
_WIDTH: Final = 104

Rows = list[tuple[str, str]]


def with_vectors(document: str) -> str:
    """Give the document with the vectors of today between its markers."""
    before, rest = document.split(BEGIN)
    _, after = rest.split(END)
    return before + BEGIN + "\n" + _sections() + "\n" + END + after


def _sections() -> str:
    parts = (
        ("Genesis (6). Names, keys and the rest can be read in it", _genesis()),
        ("The secrets of its seats (4.1, 9.1): all that they sign can be made of these", _secrets()),
        ("Events (5), one of each kind", _events()),
        ("Heads (7) of the first rounds", _heads()),
        ("Links (9.2) of seat 0, from the anchor up", _links()),
        ("Rolls (9.5)", _rolls()),
        ("A commitment (10.1)", _bids()),
        ("Messages (11)", _messages()),
        ("A file (12): its header, and the frame of the body `6669727374`", _frame()),
        ("Words (13.11)", _words()),
        ("Lobby and invite (14)", _lobby()),
        ("Snapshots (15.1)", _snapshots()),
        ("Spectators (20): a watch token, and each message but the one that is a genesis", _watching()),
        ("Beside the log (21): a statement of seat 1, a line of seat 2", _beside()),
    )
    return "\n".join(f"{title}:\n\n```text\n{_table(rows)}```\n" for title, rows in parts)


def _table(rows: Rows) -> str:
    """Give one name and value a line, long values on indented lines of their own."""
    text = ""
    for name, value in rows:
        lines = wrap(value, _WIDTH)
        text += f"{name}\n" + "".join(f"    {line}\n" for line in lines)
    return text


def _genesis() -> Rows:
    made = vector_game().genesis
    order: Rows = [
        (f"seat order of seat {number}", seat.order.hex()) for number, seat in enumerate(made.seats)
    ]
    return [
        ("options", encode(encode_ruleset(made.ruleset)).hex()),
        ("default options", encode(encode_ruleset(Ruleset())).hex()),
        ("genesis", made.data.hex()),
        ("game id", made.game_id.hex()),
        *order,
    ]


def _secrets() -> Rows:
    game = vector_game()
    rows: Rows = []
    for seat, (seed, player) in enumerate(zip(game.seeds(), game.players, strict=True)):
        last = player.chain.length - 1
        rows += [
            (f"Ed25519 seed of seat {seat}", seed.hex()),
            (f"link {last} of seat {seat}", player.chain.link(last).hex()),
        ]
    return rows


def _events() -> Rows:
    game = vector_game()
    rows: Rows = []
    said = [one for played in game.rounds for one in played] + contents.ballots()
    for kind in EventKind:
        one = next(one for one in said if one.event.kind is kind)
        rows += [
            (f"{kind.name.lower()}: payload", one.payload.hex()),
            ("signature", one.signature.hex()),
            ("id", one.event_id.hex()),
        ]
    return rows


def _heads() -> Rows:
    game = vector_game()
    rows: Rows = [("head 0", game.log.heads[0].hex())]
    for number, played in enumerate(game.rounds[:4]):
        rows += [(f"id of seat {one.event.seat} in round {number}", one.event_id.hex()) for one in played]
        rows.append((f"head {number + 1}", game.log.heads[number + 1].hex()))
    return rows


def _links() -> Rows:
    chain = vector_game().players[0].chain
    last = chain.length - 1
    shown = [(f"link {index}", chain.link(index).hex()) for index in (0, 1, 2, last - 1, last)]
    return [("anchor", chain.anchor.hex()), *shown]


def _rolls() -> Rows:
    made = contents.dice()
    assert isinstance(made, dict)
    own, other, starts = made["rolls of the game"], made["rolls"], made["starts"]
    assert isinstance(own, list)
    assert isinstance(other, list)
    assert isinstance(starts, list)
    passed = next(start for start in reversed(starts) if isinstance(start, dict) and start["seats"] == 3)
    return [_roll(row) for row in (*own[:3], other[0], other[-1], passed)]


def _roll(row: contents.Json) -> tuple[str, str]:
    assert isinstance(row, dict)
    links = row["links"]
    assert isinstance(links, list)
    said = " ".join(f"{link['seat']}:{link['link']}" for link in links if isinstance(link, dict))
    seats = f" of {row['seats']} seats" if "seats" in row else ""
    result = f"start{seats}: {row['start']}" if "start" in row else f"faces: {row['faces']}"
    return f"game id {row['game id']}, index {row['index']}, {result}", said


def _bids() -> Rows:
    made = contents.bids()
    assert isinstance(made, list)
    row = made[0]
    assert isinstance(row, dict)
    return [(name, str(row[name])) for name in ("round", "seat", "key", "bid", "nonce", "commitment")]


def _messages() -> Rows:
    made = contents.messages()
    assert isinstance(made, dict)
    found = made["messages"]
    assert isinstance(found, dict)
    return [(name, str(entry["message"])) for name, entry in found.items() if isinstance(entry, dict)]


def _frame() -> Rows:
    return [("header", header(LOG_MAGIC).hex()), ("frame", frame(b"first").hex())]


def _words() -> Rows:
    game = vector_game()
    seat = game.genesis.seats[0]
    head = game.log.heads[2]
    return [
        (f"key {seat.key.hex()}", " ".join(key_words(seat.key))),
        (f"head 2 {head.hex()}", " ".join(check_words(head))),
    ]


def _lobby() -> Rows:
    made = contents.lobby()
    assert isinstance(made, dict)
    found, invite = made["messages"], made["invite"]
    assert isinstance(found, dict)
    assert isinstance(invite, dict)
    rows: Rows = [(name, str(message)) for name, message in found.items()]
    return [*rows, ("invite", str(invite["text"]))]


def _watching() -> Rows:
    made = contents.watching()
    assert isinstance(made, dict)
    found = made["messages"]
    assert isinstance(found, dict)
    rows: Rows = [(name, str(message)) for name, message in found.items() if name != "admitted"]
    return [(f"token of the CURVE secret {made['CURVE secret']}", str(made["token"])), *rows]


def _beside() -> Rows:
    made = contents.beside()
    assert isinstance(made, dict)
    statement, line = made["statement"], made["line"]
    assert isinstance(statement, dict)
    assert isinstance(line, dict)
    messages: Rows = [(name, str(made[name])) for name in ("addresses", "lines", "have", "rematch")]
    return [
        ("signature of the statement", str(statement["signature"])),
        ("signature of the line", str(line["signature"])),
        *messages,
    ]


def _snapshots() -> Rows:
    game = vector_game()
    rows: Rows = []
    for name, state in (("before round 2", game.snapshots[2]), ("at the end", game.log.state)):
        data = encode(state.snapshot())  # type: ignore[arg-type]  # plain integers, by its contract
        rows += [(f"snapshot {name}", data.hex()), ("digest", tagged_hash(TAG_DIGEST, data).hex())]
    return rows
