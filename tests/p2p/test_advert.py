from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.advert import MAX_SERIAL, AdvertRefused, read_advert, serial_of, write_properties
from p2p.invite import MAX_ADDRESSES, NO_TOKEN, format_invite, parse_invite
from tests.p2p.air import advert

Properties = dict[bytes, bytes | None]


def properties(**changes: str) -> Properties:
    return {key.encode(): value.encode() for key, value in {**write_properties(advert()), **changes}.items()}


def test_what_is_written_is_read_again() -> None:
    one = advert(
        "Zoë 中文",
        taken=2,
        seats=4,
        ruleset="long",
        open=True,
        watch=True,
        playing=True,
        addresses=("10.0.0.7", "fd00::7"),
        serial=MAX_SERIAL,
    )
    found = read_advert(
        one.instance,
        {key.encode(): value.encode() for key, value in write_properties(one).items()},
        one.addresses,
        one.port,
    )
    assert found == one
    assert found.serial == MAX_SERIAL


def test_an_advert_is_an_invite_without_a_token() -> None:
    one = advert()
    assert parse_invite(format_invite(one.invite)) == one.invite
    assert one.invite.token == NO_TOKEN


@pytest.mark.parametrize("key", sorted(write_properties(advert())))
def test_each_property_is_needed(key: str) -> None:
    kept = properties()
    del kept[key.encode()]
    with pytest.raises(AdvertRefused) as refused:
        read_advert(advert().instance, kept, ["10.0.0.7"], 1)
    assert refused.value.what == key


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("txtvers", "2"),
        ("host", ""),
        ("host", "x" * 25),
        ("host", "Ada\x1b[2J"),
        ("host", "Ada\u202e"),
        ("host", " Ada"),
        ("taken", "0"),
        ("taken", "4"),
        ("taken", "1.0"),
        ("taken", "٣"),
        ("taken", "-1"),
        ("taken", "9" * 90),
        ("seats", "1"),
        ("seats", "5"),
        ("seats", ""),
        ("protocol", "65536"),
        ("rules", "mark\n1"),
        ("ruleset", "\u200b"),
        ("key", "00" * 31),
        ("key", "00" * 33),
        ("key", "AB" * 32),
        ("key", "zz" * 32),
        ("open", "2"),
        ("watch", "2"),
        ("playing", ""),
        ("serial", "4294967296"),
        ("serial", "-1"),
        ("open", "yes"),
    ],
)
def test_a_hostile_property_is_refused_and_named(key: str, value: str) -> None:
    with pytest.raises(AdvertRefused) as refused:
        read_advert(advert().instance, properties(**{key: value}), ["10.0.0.7"], 1)
    assert refused.value.what == key


@pytest.mark.parametrize("value", [b"\xff\xfe", b"\xed\xa0\x80", b"x" * 97, None])
def test_bytes_that_are_no_text_or_too_many_are_refused(value: bytes | None) -> None:
    with pytest.raises(AdvertRefused):
        read_advert(advert().instance, {**properties(), b"host": value}, ["10.0.0.7"], 1)


@pytest.mark.parametrize(
    "instance", ["", "Ada", "0" * 31, "0" * 33, "A" * 32, "0" * 31 + "\n", "../" + "0" * 29]
)
def test_an_id_is_32_hexadecimal_digits(instance: str) -> None:
    with pytest.raises(AdvertRefused):
        read_advert(instance, properties(), ["10.0.0.7"], 1)


@pytest.mark.parametrize("port", [-1, 0, 65536])
def test_a_port_is_one_that_can_be_called(port: int) -> None:
    with pytest.raises(AdvertRefused):
        read_advert(advert().instance, properties(), ["10.0.0.7"], port)


def test_addresses_that_nobody_can_be_called_by_are_left_out() -> None:
    addresses = [
        "0.0.0.0",  # noqa: S104
        "224.0.0.251",
        "fe80::1",
        "ff02::fb",
        "::",
        "ada.local",
        "",
        "fd00::7",
        "10.0.0.7",
    ]
    found = read_advert(advert().instance, properties(), addresses, 1)
    assert found.addresses == ("10.0.0.7", "fd00::7")
    with pytest.raises(AdvertRefused):
        read_advert(advert().instance, properties(), addresses[:-2], 1)


def test_no_more_addresses_are_kept_than_an_invite_can_hold() -> None:
    many = [f"10.0.0.{last}" for last in range(1, 100)]
    found = read_advert(advert().instance, properties(), many, 1)
    assert found.addresses == tuple(many[:MAX_ADDRESSES])


@given(
    st.dictionaries(
        st.sampled_from([key.encode() for key in write_properties(advert())]) | st.binary(max_size=8),
        st.none() | st.binary(max_size=255) | st.sampled_from([b"1", b"2", b"0", b"mark-1", b"00" * 32]),
    ),
    st.lists(st.text(max_size=50) | st.ip_addresses().map(str), max_size=12),
    st.integers(),
)
def test_anything_is_either_a_whole_table_or_refused(
    found: Properties, addresses: list[str], port: int
) -> None:
    try:
        one = read_advert("0" * 32, {**properties(), **found}, addresses, port)
    except AdvertRefused:
        return
    assert 1 <= one.taken <= one.seats <= 4
    assert 1 <= len(one.addresses) <= MAX_ADDRESSES
    assert replace(one) == read_advert(
        one.instance,
        {key.encode(): value.encode() for key, value in write_properties(one).items()},
        one.addresses,
        one.port,
    )


def test_the_number_of_an_announcement_is_read_by_itself() -> None:
    assert serial_of(properties(serial="12")) == 12
    assert serial_of(properties(serial="x")) == serial_of({}) == -1
