import os
from pathlib import Path

import pytest

from cli.games import NoSuchGame, NoUnfinishedGame, find_game
from cli.identity import load_identity
from cli.main import main
from p2p.entropy import seeded_entropy
from p2p.genesis import SeatEntry, make_genesis
from p2p.invite import Invite, format_invite
from p2p.journal_records import LeftRecord, encode_journal_record
from p2p.keys import SigningKey
from p2p.session import NotYours
from p2p.store import GameStore
from p2p.stored import first_records
from p2p.transport import curve_public
from tests.p2p.gamebuilder import SHORT, GameBuilder, genesis_body


def resume(data: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["resume", "--data", str(data), "--address", "127.0.0.1", *options]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def test_without_an_identity_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no key" in resume(tmp_path, capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["empty", "nonsense", "folder", "pipe"])
def test_what_is_no_log_is_no_game_to_resume(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load_identity(tmp_path, seeded_entropy("one"))
    (tmp_path / "games" / "0123").mkdir(parents=True)
    path = tmp_path / "games" / "0123" / "game.mark"
    match kind:
        case "folder":
            path.mkdir()
        case "pipe" if hasattr(os, "mkfifo"):
            os.mkfifo(path)
        case _:
            path.write_bytes(b"nonsense" if kind == "nonsense" else b"")
    assert "There is no game to go on with" in resume(tmp_path, capsys)


def test_a_game_of_other_keys_is_not_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = load_identity(tmp_path, seeded_entropy("one")).key.public
    game = GameBuilder(2, "a", SHORT)
    (tmp_path / "games" / "0123").mkdir(parents=True)
    (tmp_path / "games" / "0123" / "game.mark").write_bytes(game.data())
    with pytest.raises(NotYours):
        find_game(tmp_path, own, None)
    assert "has no seat in that game" in resume(tmp_path, capsys)


@pytest.mark.parametrize("whose", ["own", "stranger"])
def test_only_another_seat_of_the_game_is_called(
    whose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = load_identity(tmp_path, seeded_entropy("own"))
    curve_keys = {"own": curve_public(own.curve_secret), "stranger": bytes(32)}
    entries = [
        SeatEntry("Ada", own.key.public, curve_keys["own"], bytes(32)),
        SeatEntry("Ben", SigningKey(bytes(32)).public, b"b" * 32, b"b" * 32),
    ]
    genesis = make_genesis(SHORT, bytes(32), entries)
    store = GameStore.create(tmp_path / "games" / genesis.game_id.hex()[:16])
    log, journal = first_records(genesis, bytes(32))
    store.append_log(log)
    store.append_journal(journal)
    store.close()
    invite = format_invite(Invite(("127.0.0.1",), 4000, curve_keys[whose], bytes(16)))
    assert "no other player of this game" in resume(tmp_path, capsys, "--call", invite)


def saved(data: Path, game: GameBuilder, *more: bytes) -> bytes:
    """Save a game and what else its journal holds; give the key of seat 0."""
    store = GameStore.create(data / "games" / game.genesis.game_id.hex()[:16])
    journal = first_records(game.genesis, bytes(32))[1]
    for body in game.bodies():
        store.append_log(body)
    for body in (journal, *more):
        store.append_journal(body)
    store.close()
    return game.players[0].key.public


def test_a_game_whose_log_is_gone_is_unfinished(tmp_path: Path) -> None:
    game = GameBuilder(2, "a", SHORT).play(6)
    key = saved(tmp_path, game)
    whole = find_game(tmp_path, key, None)
    (whole.folder / "game.mark").unlink()
    lost = find_game(tmp_path, key, None)
    assert lost.folder == whole.folder
    assert [seat.key for seat in lost.report.seats] == [player.key.public for player in game.players]
    assert lost.line.endswith("0 rolls so far")


def test_a_game_that_was_left_for_good_is_given_to_one_who_names_it(tmp_path: Path) -> None:
    game = GameBuilder(2, "a", SHORT).play(6)
    key = saved(tmp_path, game, encode_journal_record(LeftRecord()))
    with pytest.raises(NoUnfinishedGame):
        find_game(tmp_path, key, None)
    assert find_game(tmp_path, key, game.genesis.game_id.hex()[:4]).left


def test_a_game_that_has_not_begun_is_told_so_and_stands_behind_one_that_has(tmp_path: Path) -> None:
    """A seat that never signed the start leaves such a game; but others may hold more of it than this log."""
    key = saved(tmp_path, GameBuilder(3, "a", SHORT))
    alone = find_game(tmp_path, key, None)
    assert alone.line.endswith(", not begun")
    begun = GameBuilder(2, "a", SHORT).play(6)
    assert saved(tmp_path, begun) == key
    assert find_game(tmp_path, key, None).report.game_id == begun.genesis.game_id
    assert find_game(tmp_path, key, alone.folder.name).folder == alone.folder


def test_a_complete_game_is_given_to_nobody(tmp_path: Path) -> None:
    game = GameBuilder(2, "a", SHORT).play()
    key = saved(tmp_path, game)
    with pytest.raises(NoSuchGame):
        find_game(tmp_path, key, game.genesis.game_id.hex()[:4])


def test_without_its_journal_a_game_is_not_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any memory of what it has signed a peer must not speak."""
    identity = load_identity(tmp_path, seeded_entropy("one"))
    place = SeatEntry("Ann", identity.key.public, bytes(32), bytes(32))
    other = GameBuilder(2, "a", SHORT).genesis.seats[0]
    folder = tmp_path / "games" / "0123"
    store = GameStore.create(folder)
    store.append_log(genesis_body(make_genesis(SHORT, bytes(32), [place, other])))
    store.close()
    (folder / "private.mark").unlink()
    assert "it alone tells what this seat has signed" in resume(tmp_path, capsys)
