"""Several parts of a client at work beside each other, all of which end together."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def at_work(
    parts: Iterable[Coroutine[Any, Any, Any]],
) -> AsyncIterator[list[asyncio.Future[Any]]]:
    """Give parts at work that are stopped in the end; raises the error of one that has failed."""
    tasks: list[asyncio.Future[Any]] = [asyncio.ensure_future(part) for part in parts]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
