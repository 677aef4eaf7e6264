"""The address book carries no trust: whatever stands in it, nobody is kept from playing by it."""

from pathlib import Path

import pytest

from p2p.address_book import BOOK_NAME, load_book, load_statements, save_book
from p2p.address_statement import is_signed, sign_statement
from p2p.keys import SigningKey

HERE = (("192.0.2.1", "2001:db8::1"), 4242)


def test_a_book_is_read_back(tmp_path: Path) -> None:
    save_book(tmp_path, {0: HERE, 2: HERE})
    assert load_book(tmp_path) == {0: HERE, 2: HERE}
    assert load_book(tmp_path, 2) == {0: HERE}


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[]",
        "7",
        '{"1": [["127.0.0.1"], Infinity]}',
        '{"1": [["127.0.0.1"], NaN]}',
        '{"1": [["127.0.0.1"], "80"]}',
        '{"1": [["127.0.0.1"], 0]}',
        '{"1": [["127.0.0.1"], -5]}',
        '{"1": [["127.0.0.1"], 65536]}',
        '{"1": [[], 80]}',
        '{"1": ["127.0.0.1", 80]}',
        '{"1": [{"127.0.0.1": 1}, 80]}',
        '{"1": [[1], 80]}',
        '{"1": [["fe80::1%a-b"], 80]}',
        '{"1": 7}',
        '{"4": [["127.0.0.1"], 80]}',
        '{"-1": [["127.0.0.1"], 80]}',
        '{"x": [["127.0.0.1"], 80]}',
        "{" + '"1": ' + "9" * 5000 + "}",
    ],
)
def test_what_makes_no_sense_is_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / BOOK_NAME).write_text(text)
    assert load_book(tmp_path) == {}


def test_the_other_seats_stay(tmp_path: Path) -> None:
    (tmp_path / BOOK_NAME).write_text('{"0": [["192.0.2.1"], 70000], "1": [["192.0.2.1"], 7]}')
    assert load_book(tmp_path) == {1: (("192.0.2.1",), 7)}


def test_of_many_addresses_the_first_eight_are_read(tmp_path: Path) -> None:
    save_book(tmp_path, {1: (tuple(f"192.0.2.{number}" for number in range(1, 100)), 7)})
    assert load_book(tmp_path) == {1: (tuple(f"192.0.2.{number}" for number in range(1, 9)), 7)}


@pytest.mark.parametrize("is_folder", [False, True])
def test_bytes_or_a_folder_in_its_place_are_no_book(tmp_path: Path, is_folder: bool) -> None:
    if is_folder:
        (tmp_path / BOOK_NAME).mkdir()
    else:
        (tmp_path / BOOK_NAME).write_bytes(b"\xff\xfe\x00")
    assert load_book(tmp_path) == {}


GAME, KEY = bytes(range(32)), SigningKey(bytes(32))
STATED = sign_statement(GAME, 2, 7, (("192.0.2.9",), 99), KEY)


def test_statements_are_read_back_with_their_proof(tmp_path: Path) -> None:
    """Clause 21.8."""
    save_book(tmp_path, {0: HERE, 2: HERE}, [STATED])
    assert load_book(tmp_path) == {0: HERE, 2: STATED.endpoints}
    assert load_statements(tmp_path) == (STATED,)
    assert is_signed(load_statements(tmp_path)[0], GAME, KEY.public)
    assert load_statements(tmp_path, 2) == ()


@pytest.mark.parametrize(
    "entry",
    [
        '[["192.0.2.9"], 99]',
        '[["192.0.2.9"], 99, 0, "%s"]',
        '[["192.0.2.9"], 99, 4294967296, "%s"]',
        '[["192.0.2.9"], 99, 1.0, "%s"]',
        '[["192.0.2.9"], 99, true, "%s"]',
        '[["192.0.2.9"], 0, 7, "%s"]',
        '[["nowhere"], 99, 7, "%s"]',
        '[[7], 99, 7, "%s"]',
        '[7, 99, 7, "%s"]',
        '[["192.0.2.9"], 99, 7, "%s00"]',
        '[["192.0.2.9"], 99, 7, "x"]',
        '[["192.0.2.9"], 99, 7, 5]',
        '[["192.0.2.9"], 99, 7, "%s", 0]',
        '{"%s": 7}',
        "7",
    ],
)
def test_a_statement_that_makes_no_sense_is_left_out(tmp_path: Path, entry: str) -> None:
    filled = entry.replace("%s", STATED.signature.hex())
    (tmp_path / BOOK_NAME).write_text(f'{{"2": {filled}}}')
    assert load_statements(tmp_path) == ()
