"""What the user's side is told by: in order, at once, and lost to nobody who stops waiting."""

import asyncio

import pytest

from p2p.notices import Notices


def test_notices_are_taken_in_order_and_then_there_are_none() -> None:
    notices: Notices[int] = Notices()
    for number in range(3):
        notices.put_nowait(number)
    assert (notices.qsize(), notices.empty()) == (3, False)
    assert [notices.get_nowait() for _ in range(3)] == [0, 1, 2]
    assert (notices.qsize(), notices.empty()) == (0, True)
    with pytest.raises(asyncio.QueueEmpty):
        notices.get_nowait()


def test_who_waits_is_woken_once_for_all_that_has_come() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        heard: list[list[int]] = []

        async def read() -> None:
            while True:
                heard.append([await notices.get()])
                while not notices.empty():
                    heard[-1].append(notices.get_nowait())

        reader = asyncio.ensure_future(read())
        for numbers in ([0], [1, 2, 3]):
            await asyncio.sleep(0)
            for number in numbers:
                notices.put_nowait(number)
            await asyncio.sleep(0)
        assert heard == [[0], [1, 2, 3]]
        reader.cancel()

    asyncio.run(run())


def test_who_stops_waiting_takes_nothing_along_and_is_in_nobodys_way() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        first = asyncio.ensure_future(notices.get())
        await asyncio.sleep(0)
        first.cancel()
        second = asyncio.ensure_future(notices.get())
        await asyncio.sleep(0)
        notices.put_nowait(1)
        assert await second == 1
        third = asyncio.ensure_future(notices.get())
        await asyncio.sleep(0)
        notices.put_nowait(2)
        third.cancel()
        with pytest.raises(asyncio.CancelledError):
            await third
        assert notices.get_nowait() == 2

    asyncio.run(run())
