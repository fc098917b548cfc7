"""The receipt of a request is the arrival of its last byte, and a body that is cut off has none."""

import asyncio
from datetime import UTC, datetime

import pytest

from api.server.refusal import ClientLeftError
from api.server.request_body import Body, receive_body
from api.server.thread_pools import ThreadPool

pytestmark = pytest.mark.any_database

CHUNKED = [(b"transfer-encoding", b"chunked")]


async def permitted():
    pass


def received(messages):
    """Return the body after a request whose messages are functions that return them when they are asked for."""

    async def run():
        asked = iter(messages)
        body = Body(ThreadPool("test", 1), None)

        async def receive():
            return next(asked)()

        await receive_body(CHUNKED, receive, body, limit=1_000, seconds=5, check=permitted)
        return body

    return asyncio.run(run())


def test_the_receipt_is_when_the_last_byte_has_arrived():
    moments = []

    def part(*, more):
        moments.append(datetime.now(UTC))
        return {"type": "http.request", "body": b"x", "more_body": more}

    body = received([lambda: part(more=True), lambda: part(more=True), lambda: part(more=False)])
    assert body.received_at >= moments[-1] > moments[0]
    assert body.size == 3


def test_an_upload_that_is_cut_off_has_no_receipt_and_reaches_no_view():
    with pytest.raises(ClientLeftError):
        received(
            [
                lambda: {"type": "http.request", "body": b"x", "more_body": True},
                lambda: {"type": "http.disconnect"},
            ]
        )
