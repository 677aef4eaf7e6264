"""`mark watch` between real processes: from the start, late, from a guest, killed, refused (chapter 20)."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from p2p.genesis import read_genesis
from p2p.invite import PREFIX, Invite, format_invite, parse_invite
from p2p.transport import Transport
from p2p.watch_messages import (
    Admitted,
    Lacking,
    Watch,
    decode_watch_message,
    encode_watch_message,
    is_watch_message,
)
from tests.e2e.processes import Mark, host, join, only_log, resume, running

pytestmark = pytest.mark.slow

BOT = ("--bot", "cautious", "--no-announce")
GUEST_BOT = ("--bot", "cautious")


def watch(data: Path, *invites: str) -> tuple[str, ...]:
    return ("watch", *invites, "--data", str(data))


def watched_log(data: Path) -> bytes:
    (path,) = data.glob("watched/*/game.mark")
    return path.read_bytes()


def short_rules(folder: Path) -> str:
    path = folder / "short.toml"
    path.write_text("most_rolls = 6\n")
    return str(path)


def wrong_token(invite: str) -> str:
    return format_invite(parse_invite(invite).changed(token=b"x" * 16))


def seat_invite(person: Mark) -> str:
    """Give what a player is shown who types invite."""
    person.type("invite")
    return person.wait_for(lambda line: line.startswith(PREFIX))


def assert_whole(spectator: Mark) -> None:
    assert spectator.finish() == 0, spectator.said
    assert "Audit: complete" in spectator.said
    assert "All seats have signed the result." in spectator.said


def test_two_spectators_watch_with_the_hosts_invite_from_before_the_start(tmp_path: Path) -> None:
    """Clauses 20.4 and 20.7: also if the game is over before they would ask again."""
    rules = tmp_path / "shortest.toml"
    rules.write_text("most_rolls = 1\n")
    with running(*host(tmp_path / "a", 3, *BOT, "--rules", str(rules))) as a:
        invite = a.invite()
        with running(*watch(tmp_path / "w", invite)) as w, running(*watch(tmp_path / "x", invite)) as x:
            for spectator in (w, x):
                spectator.wait_for(lambda line: "has not begun" in line)
            with (
                running(*join(tmp_path / "b", invite, "Ben", *GUEST_BOT)) as b,
                running(*join(tmp_path / "c", invite, "Cleo", *GUEST_BOT)) as c,
            ):
                for spectator in (w, x):
                    assert_whole(spectator)
                    assert "All seats have signed the start of the game." in spectator.said
                assert [mark.finish() for mark in (a, b, c)] == [0, 0, 0]
    logs = {watched_log(tmp_path / "w"), watched_log(tmp_path / "x"), only_log(tmp_path / "a").read_bytes()}
    assert len(logs) == 1


def test_a_late_spectator_follows_a_guest_is_killed_and_comes_back(tmp_path: Path) -> None:
    rules = short_rules(tmp_path)
    with (
        running(*host(tmp_path / "a", 2, "--rules", rules, "--no-announce", "--ready")) as person,
        running(*join(tmp_path / "b", person.invite(), "Ben", "--ready")) as guest,
    ):
        guest.wait_for(lambda line: "to start" in line)  # from here on the words are known
        invite = seat_invite(guest)
        for player in (person, guest):
            for _ in range(3):
                player.type("1")
        with running(*watch(tmp_path / "w", invite)) as first:
            first.wait_for(lambda line: "Watching through" in line)
            first.kill()
        with running(*watch(tmp_path / "w", invite)) as again:
            again.wait_for(lambda line: "Watching through" in line)
            again.wait_for(
                lambda line: line.startswith("The game so far")
            )  # not before are the seals all here
            again.type("board")
            again.wait_for(lambda line: line.startswith("Roll"))
            again.type("words")
            again.wait_for(lambda line: "The game:" in line)
            for player in (person, guest):
                for _ in range(400):
                    player.type("1")
            assert_whole(again)
        for player in (person, guest):
            assert player.finish() == 0, player.said
    assert watched_log(tmp_path / "w") == only_log(tmp_path / "b").read_bytes()


def test_nobody_watches_through_one_who_does_not_want_it_or_with_a_wrong_token(tmp_path: Path) -> None:
    rules = short_rules(tmp_path)
    with (
        running(
            *host(tmp_path / "a", 2, "--rules", rules, "--no-announce", "--no-watch", "--ready")
        ) as person,
        running(*join(tmp_path / "b", (invite := person.invite()), "Ben", "--ready")) as guest,
    ):
        for player in (person, guest):
            player.wait_for(lambda line: line.startswith("You are"))
        person.type("invite")
        person.wait_for(lambda line: "Nobody may watch" in line)
        with running(*watch(tmp_path / "w", invite)) as spectator:
            assert spectator.finish() == 1
            assert "nobody may watch through this player" in spectator.said
        other = seat_invite(guest)
        with running(*watch(tmp_path / "x", wrong_token(other))) as stranger:
            assert stranger.finish() == 1
            assert "the invite does not fit the game" in stranger.said
        with running(*watch(tmp_path / "y", invite, other)) as both:
            both.wait_for(lambda line: "Watching through Ben" in line)
            both.hear(lambda line: "nobody may watch through this player" in line)
            both.type("quit")
            assert both.finish() == 0, both.said


def test_a_player_that_is_killed_and_comes_back_is_watched_on(tmp_path: Path) -> None:
    """Clause 20.3: the token is the same after a restart."""
    rules = short_rules(tmp_path)
    with (
        running(*host(tmp_path / "a", 2, "--rules", rules, *BOT)) as bot,
        running(*join(tmp_path / "b", bot.invite(), "Ben", "--ready")) as guest,
    ):
        guest.wait_for(lambda line: line.startswith("You are"))
        with running(*watch(tmp_path / "w", seat_invite(guest))) as spectator:
            spectator.wait_for(lambda line: "Watching through" in line)
            guest.kill()
            spectator.wait_for(lambda line: "Ben has not been heard for 10 seconds" in line)
            with running(*resume(tmp_path / "b")) as again:
                spectator.wait_for(lambda line: "Watching through Ben" in line)
                for _ in range(400):
                    again.type("1")
                assert_whole(spectator)
                assert again.finish() == 0, again.said
                assert bot.finish() == 0, bot.said


def test_a_game_plays_on_while_spectators_flood_it(tmp_path: Path) -> None:
    """Clause 20.9: noise, knocks and claims to lack everything, from strangers and from those let in."""
    with running(*host(tmp_path / "a", 2, *BOT)) as a:
        invite = parse_invite(a.invite())
        with running(*join(tmp_path / "b", format_invite(invite), "Ben", *GUEST_BOT)) as b:
            b.wait_for(lambda line: "rolls" in line)
            assert asyncio.run(flood(invite, b)) > 1000
            assert [mark.finish() for mark in (a, b)] == [0, 0], a.said + b.said
            assert "Audit: complete" in a.said
    assert only_log(tmp_path / "a").read_bytes() == only_log(tmp_path / "b").read_bytes()


async def flood(invite: Invite, game: Mark) -> int:
    """Send all that may be sent by four keys as long as the game lasts; give the number of messages."""
    genesis: list[bytes] = []

    def hear(_key: bytes, data: bytes) -> None:
        if is_watch_message(data) and isinstance(message := decode_watch_message(data), Admitted):
            genesis.append(message.genesis)

    keys = [bytes((number,)) * 32 for number in range(1, 5)]
    flooders = [
        Transport(key, admit=lambda _key: False, deliver=hear, noticed=lambda _notice: None) for key in keys
    ]
    for flooder in flooders:
        flooder.connect(invite.curve_key, invite.endpoints)
    tokens = (invite.token, bytes(16), b"x" * 16)
    random, sent = Random(1), 0
    while game.process.poll() is None:
        said = [random.randbytes(40), *(encode_watch_message(Watch(1, token)) for token in tokens)]
        if genesis:
            game_id = read_genesis(genesis[0]).game_id
            said.append(encode_watch_message(Lacking(game_id[:8], 0, game_id, 0, 0, 0, 0, 0, bytes(8))))
        sent += sum(flooder.send(invite.curve_key, data) for flooder in flooders for data in 5 * said)
        await asyncio.sleep(0.001)
    for flooder in flooders:
        flooder.close()
    return sent
