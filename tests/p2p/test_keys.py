"""Strict Ed25519: nothing is taken that two verifiers could judge differently (protocol.md, chapter 4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docs.verify import mark_verify
from p2p.keys import KEY_BYTES, SIGNATURE_BYTES, KeyRefused, SignatureRefused, SigningKey, check_key, verify
from tests.p2p import edwards
from tests.p2p.edwards import BASE, E, L, P
from tests.p2p.protocol_strategies import KEY, OTHER_KEY, mutations

RFC_8032 = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
)
SMALL_ORDER_Y = (0, 1, P - 1, E, P - E)
MESSAGE = b"message"
GOOD = KEY.sign(MESSAGE)


def encoded(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_the_vectors_of_rfc_8032(seed: str, public: str, message: str, signature: str) -> None:
    key = SigningKey(bytes.fromhex(seed))
    assert key.public.hex() == public
    assert key.sign(bytes.fromhex(message)).hex() == signature
    verify(bytes.fromhex(public), bytes.fromhex(signature), bytes.fromhex(message))


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=100))
def test_what_a_key_signs_is_taken_from_it_and_nobody_else(seed: bytes, message: bytes) -> None:
    key = SigningKey(seed)
    check_key(key.public)
    signature = key.sign(message)
    assert signature == key.sign(message)
    verify(key.public, signature, message)
    for wrong in ((KEY.public, message), (key.public, message + b"x")):
        with pytest.raises(SignatureRefused):
            verify(wrong[0], signature, wrong[1])


@given(mutations(GOOD))
def test_a_changed_signature_is_refused(signature: bytes) -> None:
    with pytest.raises(SignatureRefused):
        verify(KEY.public, signature, MESSAGE)


def test_the_five_values_are_all_points_of_small_order() -> None:
    """Every point times the group's order has an order that divides eight; eight such points there are."""
    found = set()
    for y in range(2, 80):
        point = edwards.decoded(encoded(y, 0))
        if point is not None:
            torsion = edwards.times(L, point)
            found.add(edwards.encode_point(torsion))
    ys = {int.from_bytes(point, "little") & (1 << 255) - 1 for point in found}
    assert ys == set(SMALL_ORDER_Y)
    assert len(found) == 8


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", SMALL_ORDER_Y)
def test_keys_and_rs_of_small_order_are_refused(y: int, sign: int) -> None:
    with pytest.raises(KeyRefused):
        check_key(encoded(y, sign))
    with pytest.raises(KeyRefused):
        verify(encoded(y, sign), GOOD, MESSAGE)
    with pytest.raises(SignatureRefused):
        verify(KEY.public, encoded(y, sign) + GOOD[32:], MESSAGE)


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", range(P, 2**255))
def test_encodings_that_are_not_canonical_are_refused(y: int, sign: int) -> None:
    with pytest.raises(KeyRefused):
        check_key(encoded(y, sign))
    with pytest.raises(SignatureRefused):
        verify(KEY.public, encoded(y, sign) + GOOD[32:], MESSAGE)


def test_an_s_of_the_group_order_or_above_is_refused() -> None:
    s = int.from_bytes(GOOD[32:], "little")
    for wrong in (s + L, L, 2**256 - 1):
        with pytest.raises(SignatureRefused):
            verify(KEY.public, GOOD[:32] + wrong.to_bytes(32, "little"), MESSAGE)


@pytest.mark.parametrize("size", [0, 1, KEY_BYTES - 1, KEY_BYTES + 1, 64])
def test_keys_of_another_length_are_refused(size: int) -> None:
    with pytest.raises(KeyRefused):
        check_key(bytes([9]) * size)


@pytest.mark.parametrize("size", [0, 32, SIGNATURE_BYTES - 1, SIGNATURE_BYTES + 1])
def test_signatures_of_another_length_are_refused(size: int) -> None:
    with pytest.raises(SignatureRefused):
        verify(KEY.public, (GOOD + b"\0")[:size], MESSAGE)


def test_no_signature_is_valid_under_a_key_that_is_no_point() -> None:
    """Clause 4.5: such a key is not refused where it is declared, and can begin no game."""
    for y in (y for y in range(2, 40) if edwards.decoded(encoded(y, 0)) is None):
        with pytest.raises(SignatureRefused):
            verify(encoded(y, 0), GOOD, MESSAGE)
        assert not mark_verify.is_signature(encoded(y, 0), GOOD, MESSAGE)


def test_verifiers_agree_about_keys_with_a_part_of_small_order() -> None:
    """Clause 4.4: no cofactor, and k reduced: whoever follows it judges as the program does."""
    torsion = next(
        point
        for y in range(2, 80)
        if (start := edwards.decoded(encoded(y, 0))) is not None
        and edwards.encode_point(edwards.times(4, point := edwards.times(L, start))) != encoded(1, 0)
    )
    secret, nonce = 123456789, 987654321
    mixed = edwards.encode_point(edwards.added(edwards.times(secret, BASE), torsion))
    r = edwards.encode_point(edwards.times(nonce, BASE))
    verdicts = []
    for number in range(24):
        message = bytes([number])
        s = (nonce + edwards.challenge(r, mixed, message) * secret) % L
        signature = r + s.to_bytes(32, "little")
        expected = edwards.is_signed(mixed, signature, message)
        assert mark_verify.is_signature(mixed, signature, message) == expected
        try:
            verify(mixed, signature, message)
            verdicts.append(True)
        except SignatureRefused:
            verdicts.append(False)
        assert verdicts[-1] == expected
    assert set(verdicts) == {True, False}


def test_two_keys_differ() -> None:
    assert KEY.public != OTHER_KEY.public
