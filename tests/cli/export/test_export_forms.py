"""Events, states and money: what stands in them, as docs/export.md tells, and the same from a notation."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli.export.events import EventsWriter
from cli.export.money import MoneyWriter
from cli.export.states import StatesWriter
from core.happening import TurnPassed
from core.state import State
from core.step import INPUTS
from p2p.event import EventKind, check_signature, read_event
from tests.cli.export.readings import decided_in_log, exported, notation_of, read_back
from tests.cli.export.test_export_notation import KEPT, LOGS
from tests.p2p.gamebuilder import whole_game
from tests.verify.games import any_game

DOCUMENT = Path(__file__).parents[3] / "docs" / "export.md"
SCHEMA = jsonschema.Draft202012Validator(
    json.loads(DOCUMENT.with_name("export.schema.json").read_text("utf-8"))
)
Rows = list[dict[str, Any]]


def lines_of(text: str) -> Rows:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("writer", [EventsWriter, StatesWriter])
def test_every_line_fits_the_schema(writer: type[EventsWriter | StatesWriter]) -> None:
    logs = [path.read_bytes() for path in LOGS] + [any_game(number).data() for number in range(5)]
    for data in logs:
        for line in lines_of(exported(data, writer())[0]):
            SCHEMA.validate(line)


def test_the_schema_is_one_and_refuses_what_it_should() -> None:
    SCHEMA.check_schema(SCHEMA.schema)
    for line in lines_of(exported(KEPT.read_bytes(), EventsWriter())[0])[1:9]:
        for wrong in ({**line, "more": 1}, {**line, "body": {"wrong": 1}}, {**line, "seat": 4}):
            assert not SCHEMA.is_valid(wrong)


@pytest.mark.parametrize("number", range(20))
def test_events_are_those_of_the_log_and_can_be_checked_by_themselves(number: int) -> None:
    game = any_game(number)
    head, *events = lines_of(exported(game.data(), EventsWriter())[0])
    assert head["game"] == game.genesis.game_id.hex()
    signed = [(place, one) for place, events in enumerate(game.rounds) for one in events]
    assert [(one["round"], one["id"]) for one in events] == [
        (place, one.event_id.hex()) for place, one in signed
    ]
    for row, (_place, one) in zip(events, signed, strict=True):
        read = read_event((bytes.fromhex(row["payload"]), bytes.fromhex(row["signature"])))
        assert read == one
        check_signature(read, bytes.fromhex(head["seats"][row["seat"]]["key"]))
        assert (row["kind"], row["head"]) == (one.event.kind.name.lower(), one.event.head.hex())
        assert row["signed_in"] == one.event.round_number


def test_events_count_the_moves_as_the_states_do() -> None:
    data = KEPT.read_bytes()
    events = lines_of(exported(data, EventsWriter())[0])[1:]
    states = {one["step"]: one for one in lines_of(exported(data, StatesWriter())[0])[1:]}
    actions = [one for one in events if one["kind"] == "action"]
    assert actions
    assert all(states[one["step"]]["move"] == one["body"] for one in actions)
    assert {one["step"] for one in events} == {None, *range(1, len(states))}


def test_seals_of_a_game_that_not_all_have_sealed_are_events_too() -> None:
    game = whole_game(3, "seals")
    whole = game.rounds.pop()
    game.rounds.append(whole[:2])
    rows = lines_of(exported(game.data(), EventsWriter())[0])
    assert [one["seat"] for one in rows[1:] if one["kind"] == "seal"] == [0, 1]


def test_a_vote_names_whom_it_removes() -> None:
    path = next(path for path in LOGS if path.stem == "l2-removed-at-a-link")
    rows = lines_of(exported(path.read_bytes(), EventsWriter())[0])
    votes = [one for one in rows if one.get("kind") == "vote"]
    assert votes
    assert all(one["body"] == {"remove": votes[0]["body"]["remove"]} and one["step"] for one in votes)


def test_every_kind_of_event_of_a_log_has_its_body_told() -> None:
    bodies: dict[str, set[str]] = {}
    for path in LOGS:
        for row in lines_of(exported(path.read_bytes(), EventsWriter())[0])[1:]:
            name = row["body"].get("do", row["kind"])
            bodies.setdefault(name, set()).update(row["body"])
    assert set(bodies) >= {kind.name.lower() for kind in EventKind} - {"keep", "action"}
    told = {
        found[1]: set(re.findall(r"`(\w+)`", found[2]))
        for found in re.finditer(r"^\| `(\w+)` \| ([^|]*) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    }
    assert {name: fields - {"do"} for name, fields in bodies.items()} == {name: told[name] for name in bodies}


@pytest.mark.parametrize("number", range(30))
def test_states_are_the_positions_after_each_move(number: int) -> None:
    data = any_game(number).data()
    game = decided_in_log(data)
    assert game.heading is not None
    state = State(game.rules, len(game.heading.players))
    rows = lines_of(exported(data, StatesWriter())[0])[1:]
    check_position(rows[0], state)
    for move, row in zip(game.moves, rows[1:], strict=True):
        INPUTS[type(move.step)](state, move.step)
        check_position(row, state)


def check_position(row: dict[str, Any], state: State) -> None:
    assert [one["money"] for one in row["seats"]] == state.money
    assert (row["phase"], tuple(row["awaits"])) == (state.phase.name.lower(), state.awaited)
    chips = [chip for one in row["seats"] for chip in one["yard"] + one["treatment"] if chip is not None]
    for name in row["bank"]:
        sold = sum(one["chips"] for one in row["market"] if one["material"] == name)
        assert row["bank"][name] + row["gone"][name] + sold + chips.count(name) == state.ruleset.chips  # H1


@pytest.mark.parametrize("writer", [StatesWriter, MoneyWriter])
@pytest.mark.parametrize("number", range(10))
def test_a_notation_gives_the_same_as_its_log(writer: type[StatesWriter | MoneyWriter], number: int) -> None:
    data = any_game(number).data()
    assert read_back(notation_of(data), writer()) == exported(data, writer())[0]


@pytest.mark.parametrize("number", range(30))
def test_money_is_that_at_the_end_of_each_turn(number: int) -> None:
    data = any_game(number).data()
    game = decided_in_log(data)
    assert game.state is not None
    header, *rows = csv.reader(io.StringIO(exported(data, MoneyWriter())[0], newline=""))
    turns = sum(isinstance(one, TurnPassed) for move in game.moves for one in move.followed)
    assert [row[0] for row in rows] == [str(turn) for turn in range(turns + 1)]
    assert [*map(int, rows[-1][2:])] == game.state.money
    assert [*map(int, rows[0][2:])] == [game.rules.money] * game.state.seats
    assert len(header) == 2 + game.state.seats


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", ";=1+1", ",=1+1", '",=1+1', "\N{FULLWIDTH EQUALS SIGN}1", "|=1", "a'=1"],
)
def test_names_are_harmless_in_a_spreadsheet(name: str) -> None:
    text = notation_of(KEPT.read_bytes()).replace('"North"', '"' + name.replace('"', '\\"') + '"')
    header = read_back(text, MoneyWriter()).partition("\r\n")[0]
    for delimiter in ",;\t|":  # a spreadsheet may take another one than is meant
        for cell in next(csv.reader([header], delimiter=delimiter)):
            assert re.match(r"(turn|seat|[1-4] )", cell)
    assert len(header.split(",")) == 5
    assert not set(header) & set('=+@"\N{FULLWIDTH EQUALS SIGN}')


def test_csv_is_as_the_rfc_has_it() -> None:
    text = exported(KEPT.read_bytes(), MoneyWriter())[0]
    assert text.startswith("turn,seat,1 North,2 East,3 South\r\n0,,30,30,30\r\n1,1,30,30,30\r\n")
    assert text.count("\n") == text.count("\r\n") == 20


@pytest.mark.parametrize(("writer", "title"), [(EventsWriter, "### Events"), (StatesWriter, "### States")])
def test_every_field_is_told(writer: type[EventsWriter | StatesWriter], title: str) -> None:
    table = DOCUMENT.read_text("utf-8").partition(title)[2].partition("| field | meaning |")[2]
    told = {
        name
        for row in re.findall(r"^\| ([a-z_, ]+) \| ", table.partition("\n\n")[0], re.MULTILINE)
        for name in row.split(", ")
    }
    for row in lines_of(exported(KEPT.read_bytes(), writer())[0])[1:]:
        assert set(row) == {"type"} | told
