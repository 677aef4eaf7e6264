import asyncio

import pytest

from cli.calling import SILENT_SECONDS, Calling, TableClosed
from p2p.link import LinkKind, LinkNotice
from p2p.lobby import HostAsked, HostHeard, HostSilent
from p2p.monitor import Failure
from p2p.table import News
from tests.cli.screen.virtual import VirtualLoop, run_virtually

LONG = SILENT_SECONDS + 1


def failed(failure: Failure, *, inbound: bool = False) -> LinkNotice:
    return LinkNotice(LinkKind.HANDSHAKE_FAILED, None, inbound, "192.0.2.1:1", failure)


def call(*heard: News, seconds: float = 0.0) -> list[str]:
    """What a guest reads whose host lets it sit after `seconds`."""

    async def scene(_loop: VirtualLoop) -> list[str]:
        said: list[str] = []
        one = Calling(said.append)

        async def join() -> int:
            for news in heard:
                one.hear(news)
            await asyncio.sleep(seconds)
            return 7

        assert await one.wait(join()) == 7
        return said

    return run_virtually(scene)


def test_a_host_that_says_nothing_is_told_once() -> None:
    assert call(seconds=SILENT_SECONDS - 1) == []
    (line,) = call(seconds=LONG)
    assert "Nobody answers" in line
    assert call(HostAsked(), seconds=LONG) == ["The host is asked whether you may sit."]
    lost = "The host is not heard any more, and may have gone; mark goes on calling."
    assert call(HostSilent(), HostHeard(), seconds=LONG) == [lost, "The host is heard again."]
    assert call(LinkNotice(LinkKind.UP, None, False, "192.0.2.1:1", None), seconds=LONG) == []


def test_a_wrong_key_is_told_once_and_called_on() -> None:
    (line,) = call(failed(Failure.KEY_MISMATCH), failed(Failure.KEY_MISMATCH))
    assert line.startswith("Key mismatch:")


def test_a_refused_guest_leaves() -> None:
    with pytest.raises(TableClosed):
        call(failed(Failure.REFUSED), seconds=60)


def test_what_a_caller_of_ours_does_is_not_the_host_s_answer() -> None:
    assert call(failed(Failure.REFUSED, inbound=True)) == []
