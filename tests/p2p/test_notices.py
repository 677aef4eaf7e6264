"""What the user's side is told by: in order, in a turn of its own, and lost to nobody who stops reading."""

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


def nothing() -> None:
    pass


def test_a_reader_is_given_all_that_has_come_in_one_turn_and_never_at_once() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        notices.put_nowait(0)
        heard: list[int | None] = []
        reading = asyncio.ensure_future(notices.read(heard.append, lambda: heard.append(None)))
        for numbers in ([], [1], [2, 3, 4]):
            await asyncio.sleep(0)
            before = list(heard)
            for number in numbers:
                notices.put_nowait(number)
            assert heard == before
            await asyncio.sleep(0)
        assert heard == [0, None, 1, None, 2, 3, 4, None]
        reading.cancel()

    asyncio.run(run())


def test_the_error_of_a_reader_is_raised_where_it_is_waited_for_and_it_is_called_no_more() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        others: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: others.append(context))

        def fail(number: int) -> None:
            raise ValueError(number)

        reading = asyncio.ensure_future(notices.read(fail, nothing))
        await asyncio.sleep(0)
        for number in range(3):
            notices.put_nowait(number)
            await asyncio.sleep(0)
        with pytest.raises(ValueError, match="0"):
            await reading
        assert ([notices.get_nowait() for _ in range(2)], notices.empty(), others) == ([1, 2], True, [])

    asyncio.run(run())


def test_what_ends_the_program_is_not_kept_for_the_reader() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()

        def leave(_number: int) -> None:
            raise KeyboardInterrupt

        reading = asyncio.ensure_future(notices.read(leave, nothing))
        await asyncio.sleep(0)
        notices.put_nowait(1)
        await reading

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(run())


def test_who_stops_reading_takes_nothing_along_and_is_in_nobodys_way() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        heard: list[int] = []
        first = asyncio.ensure_future(notices.read(heard.append, nothing))
        await asyncio.sleep(0)
        notices.put_nowait(1)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (heard, notices.qsize()) == ([], 1)
        second = asyncio.ensure_future(notices.read(heard.append, nothing))
        for _ in range(2):
            await asyncio.sleep(0)
        assert (heard, notices.empty()) == ([1], True)
        second.cancel()

    asyncio.run(run())


def test_who_reads_next_is_not_stopped_by_the_end_of_the_reading_before() -> None:
    async def run() -> None:
        notices: Notices[int] = Notices()
        first = asyncio.ensure_future(notices.read(lambda _number: None, nothing))
        await asyncio.sleep(0)
        heard: list[int] = []
        second = asyncio.ensure_future(notices.read(heard.append, nothing))
        first.cancel()
        for number in range(3):
            await asyncio.sleep(0)
            notices.put_nowait(number)
        await asyncio.sleep(0)
        assert heard == [0, 1, 2]
        second.cancel()

    asyncio.run(run())
