"""Invites: one line of text that survives mails and mistyping is noticed (protocol.md, clause 14.2)."""

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.encoding import encode
from p2p.hashing import TAG_INVITE, tagged_hash
from p2p.invite import (
    MAX_ADDRESSES,
    PREFIX,
    TOKEN_BYTES,
    AddressOfOneLink,
    Invite,
    InviteNewer,
    InviteRefused,
    format_invite,
    given_out,
    parse_invite,
    read_addresses,
)
from tests.p2p.protocol_strategies import hashes, replaced

PARTS: tuple[Any, ...] = (("192.0.2.1", "2001:db8::1"), 4242, bytes(range(32)), bytes(range(TOKEN_BYTES)))
INVITE = Invite(*PARTS)
TEXT = format_invite(INVITE)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

addresses = st.lists(
    st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str), min_size=1, max_size=MAX_ADDRESSES
).map(tuple)


def text_of(parts: Any) -> str:
    body = encode(parts)
    return PREFIX + base64.urlsafe_b64encode(tagged_hash(TAG_INVITE, body)[:4] + body).decode().rstrip("=")


@given(addresses, st.integers(0, 65535), hashes, st.binary(min_size=TOKEN_BYTES, max_size=TOKEN_BYTES))
def test_an_invite_is_read_back(where: tuple[str, ...], port: int, key: bytes, token: bytes) -> None:
    invite = Invite(where, port, key, token)
    assert parse_invite(format_invite(invite)) == invite
    assert invite.endpoints == tuple((address, port) for address in where)


def test_an_invite_is_one_word_that_may_be_broken_into_lines() -> None:
    assert TEXT.removeprefix(PREFIX).strip(ALPHABET) == ""
    assert parse_invite(f"  {TEXT[:20]}\r\n\t{TEXT[20:50]} \n{TEXT[50:]}\n") == INVITE


@pytest.mark.parametrize("place", range(len(TEXT)))
def test_any_one_mistyped_character_is_noticed(place: int) -> None:
    for typed in ("A", "z", "-", "", "AA", "é", "=", "/"):
        text = TEXT[:place] + typed + TEXT[place + 1 :]
        try:
            assert parse_invite(text) == INVITE
        except InviteRefused:
            continue
        same = (typed, TEXT[place]) in ((TEXT[place], TEXT[place]), ("/", "_"))
        assert same or place == len(TEXT) - 1, text


@pytest.mark.parametrize("length", range(len(TEXT)))
def test_a_part_of_an_invite_is_refused(length: int) -> None:
    with pytest.raises(InviteRefused):
        parse_invite(TEXT[:length])


@given(st.text(max_size=80))
def test_other_text_is_refused(text: str) -> None:
    for wrong in (text, PREFIX + text):
        with pytest.raises(InviteRefused):
            parse_invite(wrong)


@pytest.mark.parametrize(
    "text", [TEXT * 9, PREFIX + "A" * 5000, "mark2-" + TEXT.removeprefix(PREFIX), TEXT.upper()]
)
def test_long_or_foreign_text_is_refused(text: str) -> None:
    with pytest.raises(InviteRefused):
        parse_invite(text)


@pytest.mark.parametrize("prefix", ["mark2-", "mark9-", "mark10-", " mark 2-"])
def test_an_invite_of_a_later_version_is_known_as_one(prefix: str) -> None:
    """Chapter 18: whatever else a later version changes, its invites begin with its number."""
    for rest in (TEXT.removeprefix(PREFIX), "", "anything else"):
        with pytest.raises(InviteNewer):
            parse_invite(prefix + rest)


@pytest.mark.parametrize(
    "prefix", ["mark0-", "mark1-", "mark02-", "mark", "mark-", "mark2", "MARK2-", "mark\u0662-"]
)
def test_what_is_of_no_later_version_is_not_said_to_be(prefix: str) -> None:
    with pytest.raises(InviteRefused) as refusal:
        parse_invite(f"{prefix}AAAA")
    assert type(refusal.value) is InviteRefused


@pytest.mark.parametrize(
    "parts",
    [
        PARTS[:3],
        (*PARTS, 0),
        7,
        replaced(PARTS, 0, ()),
        replaced(PARTS, 0, ("192.0.2.1",) * (MAX_ADDRESSES + 1)),
        replaced(PARTS, 0, ("example.org",)),
        replaced(PARTS, 0, ("192.0.2",)),
        replaced(PARTS, 0, ("192.0.2.1:80",)),
        replaced(PARTS, 0, ("0" * 46,)),
        replaced(PARTS, 0, ("fe80::1%eth0",)),
        replaced(PARTS, 0, ("fe80::1%a-b",)),
        replaced(PARTS, 0, ("192.0.2.1", "fe80::1%\x1b[2J")),
        replaced(PARTS, 0, (b"192.0.2.1",)),
        replaced(PARTS, 0, "192.0.2.1"),
        replaced(PARTS, 1, 65536),
        replaced(PARTS, 1, "80"),
        replaced(PARTS, 2, bytes(31)),
        replaced(PARTS, 3, bytes(TOKEN_BYTES + 1)),
    ],
)
def test_an_invite_with_a_right_check_and_a_wrong_part_is_refused(parts: Any) -> None:
    with pytest.raises(InviteRefused):
        parse_invite(text_of(parts))


def test_addresses_are_the_very_texts() -> None:
    """Clause 14.2: what is signed is passed on as it was written, in whichever of the forms."""
    texts = ("2001:DB8:0::1", "::ffff:192.0.2.1", "0:0:0:0:0:0:0:1", "192.0.2.1")
    assert read_addresses(texts) == texts


@pytest.mark.parametrize("text", ["192.0.02.1", "192.0.2", "192.0.2.256", "::1::", "12345::", "::1.2.3", ""])
def test_what_no_address_is_written_like_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the library's own
        read_addresses((text,))


def test_no_more_addresses_are_given_out_than_an_invite_holds() -> None:
    many = [f"192.0.2.{number}" for number in range(MAX_ADDRESSES + 3)]
    assert given_out(many) == tuple(many[:MAX_ADDRESSES])
    assert parse_invite(format_invite(Invite(given_out(many), *PARTS[1:]))).addresses == given_out(many)


@pytest.mark.parametrize("address", ["fe80::1", "fe80::1%eth0"])
def test_a_link_local_address_is_not_given_out(address: str) -> None:
    with pytest.raises(AddressOfOneLink) as refusal:
        given_out(["192.0.2.1", address])
    assert refusal.value.address == address


def test_what_is_no_address_is_left_to_whoever_opens_it() -> None:
    assert given_out(["somewhere", "a:b"]) == ("somewhere", "a:b")
