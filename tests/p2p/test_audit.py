"""Whole, unfinished and foreign logs: what the audit says about them, and that cuts and flips never pass."""

import io
from functools import cache

import pytest

from core.outcome import Reason
from core.ruleset import Ruleset
from p2p.audit import PROGRESS_RECORDS, audit_log
from p2p.encoding import decode, encode
from p2p.event import EventKind
from p2p.frames import CHUNK, HEADER_SIZE, JOURNAL_MAGIC, LOG_MAGIC, frame, header, scan
from p2p.genesis import MAX_GENESIS_BYTES
from p2p.records import GenesisRecord, encode_log_record
from p2p.verdict import Fault, Report, ReusedNonce, Verdict
from tests.p2p.gamebuilder import SHORT, GameBuilder, log_bytes, round_body, whole_game

TINY = Ruleset(rows_to_end=1, most_rolls=2)
CHUNKS = 8

cached_game = cache(whole_game)


def first(report: Report) -> Fault:
    return report.findings[0].fault


def boundaries(data: bytes) -> list[int]:
    return [offset for offset, _ in scan(data, LOG_MAGIC).records] + [len(data)]


@pytest.mark.parametrize("every_signature", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_complete_and_reported_in_full(seats: int, every_signature: bool) -> None:
    game = cached_game(seats)
    report = audit_log(game.data(), every_signature=every_signature)
    events = sum(map(len, game.rounds))
    assert (report.verdict, report.findings) == (Verdict.COMPLETE, ())
    assert report.game_id == game.genesis.game_id
    assert [(seat.name, seat.key) for seat in report.seats] == [(s.name, s.key) for s in game.genesis.seats]
    assert (report.rounds, report.events) == (len(game.rounds), events)
    assert (report.rules_id, report.ruleset) == (game.genesis.rules_id, SHORT)
    assert report.result == game.log.state.outcome
    assert report.rolls == game.log.state.rolls
    assert report.heads == tuple(game.log.heads)
    assert report.signatures == (events if every_signature else seats)
    assert report.awaits is None
    assert (report.resigned, report.reused_nonces, report.convictions) == ((), (), ())


@pytest.mark.parametrize("bot", ["random", "cautious"])
@pytest.mark.parametrize("seed", range(6))
def test_full_length_games_are_complete(seed: int, bot: str) -> None:
    game = whole_game(2 + seed % 3, str(seed), Ruleset(most_rolls=300), bot)
    assert audit_log(game.data()).verdict is Verdict.COMPLETE


def test_a_stream_is_read_like_bytes_and_progress_is_told() -> None:
    game = whole_game(2, "long", Ruleset(rows_to_end=5, most_rolls=1500))
    told: list[int] = []
    report = audit_log(io.BytesIO(game.data()), progress=told.append)
    assert report == audit_log(game.data())
    assert report.rounds > PROGRESS_RECORDS
    assert len(told) == 1 + report.rounds // PROGRESS_RECORDS
    assert told == sorted(told)


def test_seals_may_come_one_by_one_in_any_order() -> None:
    game = cached_game(3)
    *others, seals = game.rounds
    bodies = game.bodies()[: 1 + len(others)] + [round_body([seal]) for seal in reversed(seals)]
    assert audit_log(log_bytes(bodies)).verdict is Verdict.COMPLETE


@pytest.mark.parametrize("rounds", range(12))
def test_an_open_round_is_unfinished_and_says_what_it_waits_for(rounds: int) -> None:
    game = GameBuilder(3).play(rounds)
    report = audit_log(game.data())
    assert (report.verdict, first(report)) == (Verdict.UNFINISHED, Fault.WAITING)
    assert (report.rounds, report.findings[0].round_number) == (rounds, rounds)
    assert report.awaits == game.log.expects
    assert report.result is None


def test_a_game_without_all_seals_has_ended_and_says_whose_are_missing() -> None:
    game = GameBuilder(4).play_to(EventKind.SEAL)
    seals = game.awaited()
    bodies = [*game.bodies(), round_body([seals[2]]), round_body([seals[0]])]
    report = audit_log(log_bytes(bodies))
    assert (report.verdict, first(report)) == (Verdict.UNFINISHED, Fault.SEALS_MISSING)
    assert report.awaits == (EventKind.SEAL, (1, 3))
    assert report.result == game.log.state.outcome
    assert report.result is not None
    assert report.result.reason in Reason


@pytest.mark.parametrize("right", [(), (1,)])
def test_a_record_with_a_second_seal_of_a_seat_takes_no_seal(right: tuple[int, ...]) -> None:
    """13.2: a record that is refused changes nothing, so what was awaited before it still is."""
    game = GameBuilder(3, "a", SHORT).play_to(EventKind.SEAL)
    seals = list(game.awaited().values())
    bodies = [*game.bodies(), *[round_body([seals[seat]]) for seat in right]]
    report = audit_log(log_bytes([*bodies, round_body([seals[0], seals[2], seals[0]])]))
    assert first(report) is Fault.SEALED_TWICE
    assert report.awaits == (EventKind.SEAL, tuple(seat for seat in range(3) if seat not in right))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_cut_at_any_record_is_never_complete(seats: int) -> None:
    data = cached_game(seats).data()
    for end in boundaries(data)[1:-1]:
        report = audit_log(data[:end])
        assert report.verdict is Verdict.UNFINISHED
        assert first(report) in {Fault.WAITING, Fault.SEALS_MISSING}
        assert report.awaits is not None


def test_a_cut_at_any_byte_is_never_complete() -> None:
    data = whole_game(2, "a", TINY).data()
    starts = boundaries(data)
    for end in range(len(data)):
        report = audit_log(data[:end])
        if end <= HEADER_SIZE:
            assert (report.verdict, first(report)) == (Verdict.CANNOT_JUDGE, Fault.EMPTY)
        elif end < starts[1]:
            assert (report.verdict, first(report)) == (Verdict.CANNOT_JUDGE, Fault.NO_GENESIS)
        else:
            assert report.verdict is Verdict.UNFINISHED
            if end not in starts:
                assert first(report) is Fault.CUT
                assert report.findings[0].offset == max(start for start in starts if start < end)


def test_a_torn_record_after_the_last_seal_leaves_doubt() -> None:
    data = cached_game(2).data()
    report = audit_log(data + b"\0" * 5)
    assert (report.verdict, first(report)) == (Verdict.UNFINISHED, Fault.CUT)
    assert report.result is not None


@pytest.mark.parametrize("part", range(CHUNKS))
def test_no_flipped_byte_passes(part: int) -> None:
    data = whole_game(2, "a", TINY).data()
    for at in range(part, len(data), CHUNKS):
        for mask in (0x01, 0xFF):
            spoiled = bytearray(data)
            spoiled[at] ^= mask
            assert audit_log(bytes(spoiled)).verdict is not Verdict.COMPLETE


@pytest.mark.parametrize("part", range(CHUNKS))
def test_no_flipped_payload_byte_passes_even_with_right_checksums(part: int) -> None:
    game = whole_game(3, "b", TINY)
    bodies = game.bodies()
    for place, events in enumerate(game.rounds, 1):
        for signed in events:
            start = bodies[place].index(signed.payload)
            for at in range(start + part, start + len(signed.payload), CHUNKS):
                for mask in (0x01, 0x80):
                    assert audit_log(_with_flip(bodies, place, at, mask)).verdict is Verdict.BROKEN
    start = bodies[0].index(game.genesis.data)
    for at in range(start + part, start + len(game.genesis.data), CHUNKS):
        verdict = audit_log(_with_flip(bodies, 0, at, 0x01)).verdict
        assert verdict in {Verdict.BROKEN, Verdict.CANNOT_JUDGE}


def _with_flip(bodies: list[bytes], place: int, at: int, mask: int) -> bytes:
    body = bytearray(bodies[place])
    body[at] ^= mask
    return log_bytes([*bodies[:place], bytes(body), *bodies[place + 1 :]])


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", Fault.EMPTY),
        (b"MARK", Fault.EMPTY),
        (header(LOG_MAGIC), Fault.EMPTY),
        (b"PK\3\4 something else", Fault.NOT_A_LOG),
        (header(JOURNAL_MAGIC) + frame(b"\x92\0\xc4\x20" + bytes(32)), Fault.NOT_A_LOG),
        (LOG_MAGIC + b"\x02 and more", Fault.FORMAT_UNKNOWN),
        (log_bytes([b""]), Fault.NO_GENESIS),
        (log_bytes([b"\x92\x00\x93"]), Fault.NO_GENESIS),
        (log_bytes(cached_game(2).bodies()[1:]), Fault.NO_GENESIS),
    ],
)
def test_what_holds_no_game_cannot_be_judged(data: bytes, fault: Fault) -> None:
    report = audit_log(data)
    assert (report.verdict, first(report)) == (Verdict.CANNOT_JUDGE, fault)
    assert (report.game_id, report.seats, report.result) == (None, (), None)


def _with_genesis_field(index: int, value: object) -> bytes:
    game = cached_game(2)
    fields = decode(game.genesis.data, MAX_GENESIS_BYTES)
    assert isinstance(fields, tuple)
    changed = encode((*fields[:index], value, *fields[index + 1 :]))  # type: ignore[arg-type]
    return log_bytes([encode_log_record(GenesisRecord(changed)), *game.bodies()[1:]])


@pytest.mark.parametrize(
    ("index", "value", "what", "version"),
    [
        (0, 2, "protocol", "2"),
        (1, "mark-9", "rules", "mark-9 ("),
        (2, b"\x77" * 32, "rules", "mark-1 (77777777)"),
    ],
)
def test_an_unknown_version_cannot_be_judged_and_is_named(
    index: int, value: object, what: str, version: str
) -> None:
    report = audit_log(_with_genesis_field(index, value))
    assert (report.verdict, first(report)) == (Verdict.CANNOT_JUDGE, Fault.VERSION_UNKNOWN)
    assert report.findings[0].error == what
    assert report.findings[0].detail.startswith(version)


def test_a_log_of_noise_ends_at_its_first_record() -> None:
    class Noise(io.RawIOBase):
        """A hundred megabytes that are never the same record twice; counts what is read of them."""

        def __init__(self) -> None:
            self.read_bytes = 0
            self.start = header(LOG_MAGIC)

        def read(self, size: int = -1) -> bytes:
            assert size >= 0
            self.read_bytes += size
            given, self.start = (
                (self.start[:size], self.start[size:]) if self.start else (b"\xa7" * size, b"")
            )
            return given

    noise = Noise()
    report = audit_log(noise)  # type: ignore[arg-type]  # all that is used of a stream
    assert (report.verdict, first(report)) == (Verdict.BROKEN, Fault.DAMAGED)
    assert noise.read_bytes <= 2 * CHUNK


def test_a_sea_of_well_framed_junk_ends_at_its_first_record() -> None:
    game = cached_game(2)
    report = audit_log(log_bytes([*game.bodies()[:1], *[bytes(200_000)] * 50]))
    assert (report.verdict, first(report)) == (Verdict.BROKEN, Fault.RECORD_REFUSED)


def test_a_nonce_used_twice_is_remarked() -> None:
    game = GameBuilder(2, "0", Ruleset(most_rolls=60), "cautious")
    opened: list[int] = []
    while game.log.expects is not None:
        if game.log.expects.kind is EventKind.COMMITMENT and len(opened) < 2:
            opened.append(game.log.round_number + 1)
            game.play_round({1: game.commit(1, 0, nonce=b"n" * 32)})
        else:
            game.play_round()
    report = audit_log(game.data())
    assert report.verdict is Verdict.COMPLETE
    assert report.reused_nonces == (ReusedNonce(1, *opened),)
