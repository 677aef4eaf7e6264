import asyncio

from cli.host_news import REFUSAL_SECONDS, HostNews
from cli.lobby_words import tell_news
from p2p.lobby import (
    VERSIONS,
    GuestAsks,
    GuestDismissed,
    GuestRefused,
    OtherVersionKnocks,
    SeatLeft,
    SeatTaken,
)
from p2p.lobby_messages import OtherVersion, Reason
from tests.cli.screen.virtual import VirtualLoop, run_virtually

HOSTILE = "Mal\x1b[31m"


def asking(name: str) -> GuestAsks:
    return GuestAsks(number=1, name=name, key=bytes(32), addresses=(HOSTILE,))


def test_who_is_not_let_in_is_counted_and_not_told_each_time() -> None:
    async def scene(_loop: VirtualLoop) -> list[str]:
        said: list[str] = []
        news = HostNews(said.append)
        for _time in range(10):
            news.hear(GuestRefused(Reason.TOKEN))
        news.hear(GuestRefused(Reason.DECLINED))
        news.hear(SeatTaken("Ben"))
        await asyncio.sleep(REFUSAL_SECONDS - 1)
        assert len(said) == 2
        await asyncio.sleep(2)
        return said

    first, second, third = run_virtually(scene)
    assert first.startswith("Somebody was not let in: ")
    assert second == "Ben has sat down."
    assert third == "9 more were not let in."


def test_nothing_foreign_is_shown_as_it_came() -> None:
    for news in (asking(HOSTILE), SeatTaken(HOSTILE), SeatLeft(HOSTILE), GuestDismissed(HOSTILE)):
        assert "\x1b" not in "".join(tell_news(news))


def test_who_was_sent_away_is_not_told_to_have_left() -> None:
    assert tell_news(GuestDismissed("Ben")) == ["Ben was sent away; the seat is free again."]


def test_one_with_another_version_is_told_with_both() -> None:
    protocol, rules_id, rules_hash = VERSIONS
    [line] = tell_news(OtherVersionKnocks(OtherVersion(protocol + 1, HOSTILE, rules_hash)))
    assert f"protocol {protocol + 1}, and yours {protocol}:" in line
    [line] = tell_news(OtherVersionKnocks(OtherVersion(protocol, HOSTILE, b"\xab" * 32)))
    assert f"(abababab), and yours {rules_id} ({rules_hash.hex()[:8]}):" in line
    assert "\x1b" not in line
